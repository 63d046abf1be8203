#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

#include "scripting/file.hpp"
#include "tools/lab/store/beside.hpp"
#include "tools/lab/store/sqlite.hpp"
#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

namespace {

void forget_logs(const std::string& name) {
  for (const char* ending : kBeside) ::unlink((name + ending).c_str());
}

}  // namespace

// What lies beside an empty file belongs to one of its name that was taken away, maybe under a run that was killed or
// still goes on: SQLite would take it for this one's, and find it in use or unreadable. It may hold games.
StoreFile::StoreFile(std::string path, const std::string& ending)
    : path_(std::move(path)),
      now_(path_.empty() ? path_ : path_ + ending),
      file_(now_, !is_part()) {  // nobody has named what a link leads to that a part has the name of
  check_beside(followed(now_), true);
  if (is_part()) check_beside(path_, true);
  if (is_part() && ::access(path_.c_str(), F_OK) != 0)
    check_orphans(path_);
  else if (is_part())
    check_own(path_);
  if (!file_.is_empty()) return;
  check_orphans(followed(now_));
  forget_logs(followed(now_));
}

bool StoreFile::is_of_others() const {
  constexpr std::string_view kBegins = "SQLite format 3";
  std::array<char, kBegins.size()> begin{};
  const ssize_t read = ::pread(file_.descriptor(), begin.data(), begin.size(), 0);
  if (read == 0) return false;
  return read < static_cast<ssize_t>(begin.size()) || std::string_view(begin.data(), begin.size()) != kBegins ||
         application_of(file_.descriptor()) != kUnfinished;
}

void StoreFile::clear() {
  if (::ftruncate(file_.descriptor(), 0) != 0) throw StoreError(1, std::strerror(errno));
}

void StoreFile::taken_away() {
  throw StoreError(1, "it was taken away, or another file put in its place, while it was written");
}

void StoreFile::keep() const {
  if (::fsync(file_.descriptor()) != 0) throw StoreError(1, std::strerror(errno));
}

// A log under the name that it gets is none of its own, and SQLite would play it into this one: what it has for the
// file that is replaced goes into that first, as that must be whole until then.
void StoreFile::done() {
  if (now_ == path_) return;
  if (!is_there()) taken_away();
  keep();
  struct stat there {};
  if (::stat(path_.c_str(), &there) == 0 && there.st_size > 0) {
    Database replaced(path_, true);
    if (replaced.number("PRAGMA wal_checkpoint(TRUNCATE)") != 0) throw StoreError(1, "another process is using it");
  }
  forget_logs(path_);
  if (std::rename(now_.c_str(), path_.c_str()) != 0) throw StoreError(1, std::strerror(errno));
  now_ = path_;
  file_.renamed(path_);
}

// One that nothing was written to does not stay.
StoreFile::~StoreFile() {
  if (is_part() && file_.is_empty()) ::unlink(now_.c_str());
}

}  // namespace gofuda::lab
