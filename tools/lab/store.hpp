// The file that a batch is kept in: SQLite, with the tables that README.md beside this file describes.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "tools/lab/batch.hpp"
#include "tools/lab/provenance.hpp"
#include "tools/lab/sqlite.hpp"

namespace gofuda::lab {

inline constexpr int kStoreVersion = 1;

struct Stored {
  Provenance provenance;
  Tally tally;
};
// As far as the batch has been written; it may be growing.
Stored read_store(const std::string& path);

// Writes a new file, or goes on with one of the same provenance. No other process may write it meanwhile.
class Store {
 public:
  Store(const std::string& path, const Provenance& provenance);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  const Tally& stored() const { return tally_; }  // what was in the file
  void add(const Chunk& chunk);                   // of the next games
  void commit(const Tally& all);                  // `all`: of all games so far. They are in the file from here on
  void close();                                   // the file then needs no others beside it

 private:
  class Lock;
  void create(const Provenance& provenance);
  void resume(const std::string& path, const Provenance& provenance);
  void add_game(const GameRecord& g);
  void add_fault(const GameRecord& g);

  std::unique_ptr<Lock> lock_;
  std::unique_ptr<Database> db_;
  Tally tally_;
  bool games_ = false;       // each has rows of its own: --keep all
  std::int64_t faults_ = 0;  // with a reproduction
};

}  // namespace gofuda::lab
