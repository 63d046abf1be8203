#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "scripting/file.hpp"
#include "tools/lab/store/sqlite.hpp"
#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

StoreFile::StoreFile(std::string path, const std::string& ending) : path_(std::move(path)), now_(path_ + ending) {
  lock();
}

// A lock of its own, because SQLite's are let go between transactions. It is let go when the process ends, however it
// does.
void StoreFile::lock() {
  if (path_.empty()) throw StoreError(2, "a file has a name");
  const int follow = is_part() ? O_NOFOLLOW : 0;  // nobody has named what such a link leads to
  for (;;) {
    file_ = ::open(now_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | follow, 0666);
    if (file_ < 0 && errno == ELOOP) throw StoreError(2, now_ + " is a link; take it away");
    if (file_ < 0) throw StoreError(1, std::strerror(errno));
    struct stat opened {};
    if (::fstat(file_, &opened) != 0 || !S_ISREG(opened.st_mode)) {
      ::close(file_);
      throw StoreError(2, "this is a device, a pipe or a socket; name an ordinary file");
    }
    const bool locked = ::flock(file_, LOCK_EX | LOCK_NB) == 0;
    struct stat mine {
    }, there{};
    if (locked && ::fstat(file_, &mine) == 0 && ::stat(now_.c_str(), &there) == 0 && mine.st_ino == there.st_ino) {
      if (mine.st_size == 0) forget_logs();
      return;
    }
    ::close(file_);
    file_ = -1;
    if (!locked) throw StoreError(1, "another process is writing it");
    // It was given its name between the two steps.
  }
}

// What lies beside an empty file belongs to one of its name that was taken away, maybe under a run that was killed or
// still goes on: SQLite would take it for this one's, and find it in use or unreadable.
void StoreFile::forget_logs() const {
  for (const char* ending : kBeside) ::unlink((followed(now_) + ending).c_str());
}

// SQLite keeps that number at a place of its own (https://www.sqlite.org/fileformat2.html).
bool StoreFile::is_of_others() const {
  constexpr std::string_view kBegins = "SQLite format 3";
  constexpr std::size_t kIdAt = 68, kHeader = 100;
  std::array<char, kHeader> header{};
  const ssize_t read = ::pread(file_, header.data(), header.size(), 0);
  if (read == 0) return false;
  if (read < static_cast<ssize_t>(kHeader) || !std::string_view(header.data(), kHeader).starts_with(kBegins))
    return true;
  std::uint32_t id = 0;
  for (std::size_t i = 0; i < 4; ++i) id = id << 8 | static_cast<unsigned char>(header[kIdAt + i]);
  return id != kUnfinished;
}

void StoreFile::clear() {
  if (::ftruncate(file_, 0) != 0) throw StoreError(1, std::strerror(errno));
}

void StoreFile::keep() const {
  if (::fsync(file_) != 0) throw StoreError(1, std::strerror(errno));
}

// A log under the name that it gets is none of its own, and SQLite would play it into this one: what it has for the
// file that is replaced goes into that first, as that must be whole until then.
void StoreFile::done() {
  if (now_ == path_) return;
  keep();
  struct stat there {};
  if (::stat(path_.c_str(), &there) == 0 && there.st_size > 0) {
    Database replaced(path_, true);
    if (replaced.number("PRAGMA wal_checkpoint(TRUNCATE)") != 0) throw StoreError(1, "another process is using it");
  }
  for (const char* ending : kBeside) ::unlink((path_ + ending).c_str());
  if (std::rename(now_.c_str(), path_.c_str()) != 0) throw StoreError(1, std::strerror(errno));
  now_ = path_;
}

// One that nothing was written to does not stay.
StoreFile::~StoreFile() {
  struct stat there {};
  if (now_ != path_ && ::fstat(file_, &there) == 0 && there.st_size == 0) ::unlink(now_.c_str());
  ::close(file_);
}

}  // namespace gofuda::lab
