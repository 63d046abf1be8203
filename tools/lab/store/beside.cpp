#include "tools/lab/store/beside.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string_view>
#include <thread>

#include "scripting/file.hpp"
#include "tools/lab/store/sqlite.hpp"

namespace gofuda::lab {

namespace {

constexpr std::string_view kJournal = "\xd9\xd5\x05\xf9\x20\xa1\x63\xd7";

// Numbers of four bytes, the highest first, as SQLite writes them.
class Numbers {
 public:
  explicit Numbers(const std::string& path) : in_(path, std::ios::binary) {}
  std::optional<std::uint32_t> at(std::uint64_t place) {
    std::array<char, 4> bytes{};
    in_.clear();
    in_.seekg(static_cast<std::streamoff>(place));
    if (!in_.read(bytes.data(), bytes.size())) return {};
    std::uint32_t n = 0;
    for (const char c : bytes) n = n << 8 | static_cast<unsigned char>(c);
    return n;
  }

 private:
  std::ifstream in_;
};

// Of a file's first page, if it is one of a store.
std::optional<Stamp> stamp_in(Numbers& in, std::uint64_t page) {
  constexpr std::uint64_t kVersionAt = 60, kApplicationAt = 68;
  const auto version = in.at(page + kVersionAt), application = in.at(page + kApplicationAt);
  if (!version || application != kStoreApplication) return {};
  return Stamp::of(*version);
}

struct OtherFile {};  // thrown

// Of the commits in a log that have the first page, the first and the last; none where it has none.
struct Commits {
  std::optional<Stamp> first, last;
};

Commits commits_in(const std::string& log) {
  constexpr std::uint64_t kHeader = 32, kFrameHeader = 24, kPageSizeAt = 8, kSaltAt = 16;
  Numbers in(log);
  const auto page_size = in.at(kPageSizeAt), salt = in.at(kSaltAt), more_salt = in.at(kSaltAt + 4);
  Commits out;
  std::optional<Stamp> pending;
  if (!more_salt) return out;
  for (std::uint64_t frame = kHeader;; frame += kFrameHeader + *page_size) {
    const auto page = in.at(frame), committed = in.at(frame + 4);
    if (in.at(frame + 8) != salt || in.at(frame + 12) != more_salt) return out;  // left from before
    if (page == 1U && !(pending = stamp_in(in, frame + kFrameHeader))) throw OtherFile{};
    if (committed == 0U || !pending) continue;
    if (!out.first) out.first = pending;
    out.last = pending;
  }
}

// As the first page was before what a journal undoes.
std::optional<Stamp> stamp_before(const std::string& journal) {
  constexpr std::uint64_t kPagesAt = 8, kSectorAt = 20, kPageSizeAt = 24;
  Numbers in(journal);
  const auto pages = in.at(kPagesAt), sector = in.at(kSectorAt), page_size = in.at(kPageSizeAt);
  if (in.at(0) != 0xd9d505f9U || !page_size) return {};
  for (std::uint64_t n = 0, record = *sector; n < *pages; ++n, record += 8 + std::uint64_t{*page_size}) {
    const auto page = in.at(record);
    if (!page) break;
    if (page != 1U) continue;
    if (const auto stamp = stamp_in(in, record + 4)) return stamp;
    throw OtherFile{};
  }
  return {};
}

// The log's first commit builds on the file, or it was partly or wholly carried over already.
bool is_log_of(const std::string& log, Stamp file) {
  const Commits c = commits_in(log);
  return !c.first || file.next().since(*c.first) <= c.last->since(*c.first) + 1;
}

bool is_journal_of(const std::string& journal, Stamp file) {
  const auto before = stamp_before(journal);
  return !before || file.since(*before) <= 1;
}

// The name of a log or journal that is not of this store, or "".
std::string other_beside(const std::string& path) {
  Numbers in(path);
  const auto file = stamp_in(in, 0);
  std::string at = path + "-wal";
  if (!file) return "";
  try {
    if (!is_log_of(at, *file)) return at;
    at = path + "-journal";
    return is_journal_of(at, *file) ? "" : at;
  } catch (const OtherFile&) { return at; }
}

}  // namespace

Stamp Stamp::anew() { return Stamp(std::random_device{}()); }

std::string Stamp::set(std::int64_t version) const {
  return "PRAGMA user_version = " + std::to_string(std::int64_t{number_} << kVersionBits | version);
}

void check_beside(const std::string& path, bool to_write) {
  // How a journal, logs and their index begin, unless they are of zeros and not in use.
  constexpr std::string_view kBegins[] = {kJournal, "\x37\x7f\x06\x82", "\x37\x7f\x06\x83", "\x18\xe2\x2d"};
  for (const char* ending : kBeside) {
    const std::string beside = path + ending;
    struct stat there {};
    if (::lstat(beside.c_str(), &there) != 0) continue;
    if (!S_ISREG(there.st_mode)) throw StoreError(2, beside + " is no ordinary file; take it away");
    if (there.st_nlink > 1) throw StoreError(2, beside + " is a file of another name as well; take it away");
    std::ifstream in(beside, std::ios::binary);
    std::string start(kJournal.size(), '\0'), end = start;
    in.read(start.data(), static_cast<std::streamsize>(start.size()));
    start.resize(static_cast<std::size_t>(in.gcount()));
    const auto begins = [&](std::string_view known) { return start.starts_with(known); };
    const bool in_use = start.find_first_not_of('\0') != std::string::npos;
    if (to_write && in_use && std::none_of(std::begin(kBegins), std::end(kBegins), begins))
      throw StoreError(2, beside + " is in the way, and is none of ours: move it");
    in.clear();
    in.seekg(-static_cast<std::streamoff>(end.size()), std::ios::end);
    if (in.read(end.data(), static_cast<std::streamsize>(end.size())) && end == kJournal)
      throw StoreError(2,
                       beside + " names another file, which would be deleted; no store of ours has one, take it away");
  }
}

void check_own(const std::string& path) {
  constexpr int kLooks = 5;  // somebody may be writing it: what was read of one and of the other is of two moments then
  constexpr std::chrono::milliseconds kBetween(20);
  std::string other;
  for (int look = 0; look < kLooks; ++look) {
    if (look > 0) std::this_thread::sleep_for(kBetween);
    other = other_beside(path);
    if (other.empty()) return;
  }
  throw StoreError(2, other + " is not of this file, which was put in the place of another: move it away");
}

std::uint64_t bytes_of(const std::string& named) {
  const std::string path = followed(named);
  std::uint64_t all = 0;
  for (const char* ending : {"", "-wal", "-journal"}) {
    struct stat there {};
    if (::stat((path + ending).c_str(), &there) == 0) all += static_cast<std::uint64_t>(there.st_size);
  }
  return all;
}

}  // namespace gofuda::lab
