// What SQLite keeps beside a file, a log or a journal, and whether it is of that file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace gofuda::lab {

// Where a file's name is a link, they are beside what that leads to.
inline constexpr std::array kBeside{"-wal", "-shm", "-journal"};

inline constexpr std::int64_t kStoreApplication = 0x476f4c61;  // "GoLa", in a store's header

// What a store's header has as PRAGMA user_version: the version of its tables in the lowest byte, and above it a stamp,
// which begins anywhere and goes up by one, and round, with each commit. SQLite would play the log of any file into one
// that was given its name; by their stamps the two are told apart.
class Stamp {
 public:
  static Stamp anew();
  static Stamp of(std::int64_t user_version) { return Stamp(static_cast<std::uint32_t>(user_version) >> kVersionBits); }
  static std::int64_t version_in(std::int64_t user_version) { return user_version & ((1 << kVersionBits) - 1); }
  Stamp next() const { return Stamp(number_ + 1); }
  // How many commits this is after `other`, going round.
  std::uint32_t since(Stamp other) const { return (number_ - other.number_) & kMask; }
  std::string set(std::int64_t version) const;  // the statement

 private:
  static constexpr int kVersionBits = 8;
  static constexpr std::uint32_t kMask = (1U << 23) - 1;  // SQLite's number has a sign
  explicit Stamp(std::uint32_t n) : number_(n & kMask) {}
  std::uint32_t number_;
};

// What SQLite's header of an open file says that it is of; nothing where the file is too short.
std::optional<std::uint32_t> application_of(int file);
// Of an open store; nothing where it is none. (Another descriptor, when it is closed, would take SQLite's locks with
// it.)
std::optional<Stamp> stamp_of(int file);
// Throws StoreError where something lies there that SQLite would follow or write over, although it is none of its own:
// it plays back a journal, and deletes the file that this names as that of several databases; what has another name
// would be written over under that, too. `to_write`: it would be taken for one of its own, or taken away. Their forms:
// https://www.sqlite.org/fileformat2.html and walformat.html.
void check_beside(const std::string& path, bool to_write);
// Throws where a log or journal beside a store is that of another file, or of another state of this one.
void check_own(const std::string& path);
// Throws where one is left of a file that is no longer there, and has something in it.
void check_orphans(const std::string& path);
// Of the file and what SQLite has written beside it.
std::uint64_t bytes_of(const std::string& path);

}  // namespace gofuda::lab
