// Parts of a batch put together.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

// Takes one part after the other, of which only the sums are kept: there may be a hundred thousand.
class Union {
 public:
  explicit Union(std::size_t parts) : parts_(parts) {}  // how many there are
  // Throws StoreError when it is no part of the same as those before, or holds games that one of these holds.
  void add(const std::string& path, const Stored& part);
  Stored all() const;
  // Writes it, under another name until it is whole. The result does not depend on the order of the parts, nor on what
  // was put together before. Without `games`, rows of games and cards stay in the parts.
  void write(const std::string& path, bool games) const;

 private:
  struct File {
    std::uint64_t first;  // game of the first cell
    std::uint64_t games;  // that it has, those of its deals as well
    std::string path;
  };
  struct Held {
    std::uint64_t end;
    std::size_t file;
  };
  void check_same(const std::string& path, const Stored& part) const;
  void check_apart(const std::string& path, const Stored& part) const;

  std::size_t parts_;
  Stored all_;
  std::vector<File> files_;
  std::map<Shard, std::size_t> shards_;              // in which file
  std::vector<std::map<std::uint64_t, Held>> held_;  // by cell, by first game of a range
};

}  // namespace gofuda::lab
