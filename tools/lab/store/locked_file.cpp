#include "tools/lab/store/locked_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "scripting/file.hpp"
#include "tools/lab/store/sqlite.hpp"

namespace gofuda::lab {

LockedFile::LockedFile(std::string path, bool follow) : path_(std::move(path)) {
  if (path_.empty()) throw StoreError(2, "a file has a name");
  while (!open_once(O_RDWR | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (follow ? 0 : O_NOFOLLOW))) {}
}

bool LockedFile::open_once(int flags) {
  file_ = ::open(path_.c_str(), flags);
  made_ = false;
  if (file_ < 0 && errno == ENOENT) {
    file_ = ::open(path_.c_str(), flags | O_CREAT, 0666);
    made_ = file_ >= 0;
  }
  if (file_ < 0 && errno == ELOOP) throw StoreError(2, path_ + " is a link; take it away");
  if (file_ < 0 && errno == EISDIR) throw StoreError(2, "this is a folder; name a file in it");
  if (file_ < 0) throw StoreError(1, std::strerror(errno));
  const auto give_up = [&](int code, const char* why) {
    ::close(std::exchange(file_, -1));
    if (why) throw StoreError(code, why);
    return false;
  };
  struct stat mine {};
  if (::fstat(file_, &mine) != 0 || !S_ISREG(mine.st_mode))
    return give_up(2, "this is a device, a pipe or a socket; name an ordinary file");
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) return give_up(1, "another process is writing it");
  return is_there() || give_up(0, nullptr);
}

bool LockedFile::is_there() const { return is_same_file(file_, path_); }

bool LockedFile::is_empty() const {
  struct stat mine {};
  return ::fstat(file_, &mine) == 0 && mine.st_size == 0;
}

std::string LockedFile::replace(const std::string& text) { return write_file(path_, text, &file_); }

LockedFile::~LockedFile() {
  if (made_ && is_there() && is_empty()) ::unlink(followed(path_).c_str());
  ::close(file_);
}

}  // namespace gofuda::lab
