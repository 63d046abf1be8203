#include "tools/lab/store/beside.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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
constexpr std::uint32_t kJournalBegin = 0xd9d505f9;
constexpr std::uint32_t kLeastPage = 512;  // bytes

// Of a file as SQLite writes it: numbers of four bytes, the highest first.
class Numbers {
 public:
  explicit Numbers(const std::string& path)
      : mine_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)), file_(mine_) {}
  explicit Numbers(int file) : file_(file) {}
  ~Numbers() {
    if (mine_ >= 0) ::close(mine_);
  }
  Numbers(const Numbers&) = delete;
  Numbers& operator=(const Numbers&) = delete;

  // So many, one after the other; nothing where the file ends before.
  template <std::size_t n>
  std::optional<std::array<std::uint32_t, n>> at(std::uint64_t place) const {
    std::array<unsigned char, 4 * n> bytes{};
    if (::pread(file_, bytes.data(), bytes.size(), static_cast<off_t>(place)) != static_cast<ssize_t>(bytes.size()))
      return {};
    std::array<std::uint32_t, n> out{};
    for (std::size_t i = 0; i < bytes.size(); ++i) out[i / 4] = out[i / 4] << 8 | bytes[i];
    return out;
  }

 private:
  int mine_ = -1, file_;
};

// In a file's header (https://www.sqlite.org/fileformat2.html).
constexpr std::uint64_t kVersionAt = 60, kApplicationAt = 68;

// Of a file's first page, if it is one of a store.
std::optional<Stamp> stamp_in(const Numbers& in, std::uint64_t page) {
  const auto header = in.at<3>(page + kVersionAt);  // the version, another number, the application's
  if (!header || (*header)[2] != kStoreApplication) return {};
  return Stamp::of((*header)[0]);
}

struct OtherFile {};  // thrown

// Of the commits in a log that have the first page, the first and the last; none where it has none.
struct Commits {
  std::optional<Stamp> first, last;
};

Commits commits_in(const std::string& log) {
  constexpr std::uint64_t kPageSizeAt = 8, kHeader = 32, kFrameHeader = 24;
  const Numbers in(log);
  Commits out;
  std::optional<Stamp> pending;
  const auto header = in.at<4>(kPageSizeAt);
  if (!header || (*header)[0] < kLeastPage) return out;
  const auto [page_size, count, salt, more_salt] = *header;
  for (std::uint64_t at = kHeader;; at += kFrameHeader + page_size) {
    const auto frame = in.at<4>(at);
    if (!frame) return out;
    const auto [page, committed, its_salt, its_more_salt] = *frame;
    if (page == 0 || its_salt != salt || its_more_salt != more_salt) return out;  // left from before, or of zeros
    if (page == 1 && !(pending = stamp_in(in, at + kFrameHeader))) throw OtherFile{};
    if (committed == 0 || !pending) continue;
    if (!out.first) out.first = out.last = pending;
    if (pending->since(*out.first) > out.last->since(*out.first)) out.last = pending;
  }
}

// As the first page was before what a journal undoes.
std::optional<Stamp> stamp_before(const std::string& journal) {
  const Numbers in(journal);
  const auto header = in.at<7>(0);
  if (!header || (*header)[0] != kJournalBegin || (*header)[6] < kLeastPage) return {};
  const auto [begin, more, pages, random, pages_before, sector, page_size] = *header;
  std::uint64_t record = sector;
  for (std::uint64_t n = 0; n < pages; ++n, record += 8 + std::uint64_t{page_size}) {
    const auto page = in.at<1>(record);
    if (!page || (*page)[0] == 0) break;
    if ((*page)[0] != 1) continue;
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

bool is_log_of_a_store(const std::string& log) {
  try {
    return commits_in(log).first.has_value();
  } catch (const OtherFile&) { return false; }
}

// The name of a log or journal that is not of this file, or "".
std::string other_beside(const std::string& path) {
  const Numbers in(path);
  const auto file = stamp_in(in, 0);
  std::string at = path + "-wal";
  if (!file) return in.at<1>(0) && is_log_of_a_store(at) ? at : "";
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

std::optional<std::uint32_t> application_of(int file) {
  const auto id = Numbers(file).at<1>(kApplicationAt);
  return id ? std::optional((*id)[0]) : std::nullopt;
}

std::optional<Stamp> stamp_of(int file) { return stamp_in(Numbers(file), 0); }

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

void check_orphans(const std::string& path) {
  constexpr std::uint64_t kFirstFrame = 32, kPagesBeforeAt = 16;
  const auto is_left = [](const std::string& beside) {
    throw StoreError(2, beside + " may hold games of a store that was taken away: move it to where that is, or away");
  };
  const std::string log = path + "-wal", journal = path + "-journal";
  if (Numbers(log).at<1>(kFirstFrame)) is_left(log);
  if (const auto pages = Numbers(journal).at<1>(kPagesBeforeAt); pages && (*pages)[0] != 0) is_left(journal);
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
