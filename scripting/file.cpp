#include "scripting/file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <utility>

#include "core/halt.hpp"

namespace gofuda {

namespace {

mode_t mode_of(const std::string& path) {  // 0: it is not there
  struct stat there {};
  return ::stat(path.c_str(), &there) == 0 ? there.st_mode : 0;
}

bool is_device(mode_t mode) {  // or a pipe: something that cannot be put in place of a file
  return mode != 0 && !S_ISREG(mode) && !S_ISDIR(mode);
}

// Tries names beside the path. What is there already, perhaps a stranger's link to a third file, is let be.
template <class F>
int make_beside(const std::string& path, std::string& beside, F&& make) {
  int made = -1;
  for (int k = 0; k < 100 && made < 0; ++k) {
    beside = path + ".part" + std::to_string(getpid()) + (k == 0 ? "" : "-" + std::to_string(k));
    made = make(beside.c_str());
    if (made < 0 && errno != EEXIST) break;
  }
  return made;
}

int open_beside(const std::string& path, std::string& beside) {
  return make_beside(path, beside,
                     [](const char* name) { return ::open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644); });
}

std::string of_descriptor(int fd) { return "/proc/self/fd/" + std::to_string(fd); }

// Without a name, so that nothing is left of it whatever ends the program. -1 where the file system has no such files.
int open_nameless(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const int fd = ::open(folder.empty() ? "." : folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, 0644);
  if (fd < 0 || ::access(of_descriptor(fd).c_str(), F_OK) == 0) return fd;
  ::close(fd);
  return -1;
}

bool name_it(int fd, const std::string& path, std::string& beside) {
  const std::string of = of_descriptor(fd);
  return make_beside(path, beside, [&](const char* name) {
           return ::linkat(AT_FDCWD, of.c_str(), AT_FDCWD, name, AT_SYMLINK_FOLLOW);
         }) == 0;
}

// Where nobody reads, to open a pipe would be to wait for ever; where somebody reads slowly, one waits until the
// program is to stop.
int open_device(const std::string& path) {
  return ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0644);
}

bool wait_to_write(int fd) {
  pollfd one{fd, POLLOUT, 0};
  while (!halted())
    if (::poll(&one, 1, 200) > 0) return true;
  errno = EINTR;
  return false;
}

// Is all of it written, and on the disk?
bool write_all(int fd, const std::string& text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN && wait_to_write(fd)) continue;
    if (n <= 0) return false;
    done += static_cast<std::size_t>(n);
  }
  return ::fsync(fd) == 0 || errno == EINVAL || errno == ENOTSUP;
}

std::string cannot(const std::string& to) { return "cannot write " + to + ": " + std::strerror(errno); }

std::string write_directly(const std::string& to, const std::string& text, int fd, mode_t mode) {
  if (fd < 0 && errno == ENXIO && S_ISFIFO(mode)) return "cannot write " + to + ": nobody reads this pipe";
  std::string why = fd >= 0 && write_all(fd, text) ? "" : cannot(to);
  if (fd >= 0 && ::close(fd) != 0 && why.empty()) why = cannot(to);
  return why;
}

// Where `held` is given, the new file is locked before anybody else can open it.
std::string put_in_place(const std::string& to, const std::string& path, const std::string& beside, int& fd,
                         int* held) {
  if (held && !is_same_file(*held, path))
    return "cannot write " + to + ": it was taken away, or another file put in its place, meanwhile";
  if (held && ::flock(fd, LOCK_EX | LOCK_NB) != 0) return cannot(to);
  if (::rename(beside.c_str(), path.c_str()) != 0) return cannot(to);
  if (held) std::swap(*held, fd);
  const bool closed = ::close(std::exchange(fd, -1)) == 0;
  return closed || held ? "" : cannot(to);
}

// Writes a new file and gives it a name beside the path. Its descriptor, or -1 with the error.
int write_new(const std::string& path, const std::string& text, mode_t mode, bool nameless, std::string& beside) {
  const int fd = nameless ? open_nameless(path) : open_beside(path, beside);
  if (fd < 0) return -1;
  const bool well = (!S_ISREG(mode) || ::fchmod(fd, mode & 0777) == 0) && write_all(fd, text) &&
                    (!nameless || name_it(fd, path, beside));
  if (well) return fd;
  const int error = errno;
  if (!nameless) ::unlink(beside.c_str());
  ::close(fd);
  errno = error;
  return -1;
}

}  // namespace

bool is_same_file(int fd, const std::string& path) {
  struct stat mine {
  }, there{};
  return ::fstat(fd, &mine) == 0 && ::stat(path.c_str(), &there) == 0 && mine.st_dev == there.st_dev &&
         mine.st_ino == there.st_ino;
}

bool is_standard_output(const std::string& path) { return is_same_file(1, path); }

std::string write_file(const std::string& to, const std::string& text, int* held) {
  const std::string path = followed(to);
  const mode_t mode = mode_of(path);
  if (is_standard_output(path)) return std::fflush(stdout), write_directly(to, text, ::dup(1), mode);
  if (is_device(mode)) return write_directly(to, text, open_device(path), mode);
  if (S_ISDIR(mode)) return "cannot write " + to + ": it is a folder";
  if (S_ISREG(mode) && ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0) return cannot(to);
  std::string beside;
  int fd = write_new(path, text, mode, true, beside);
  if (fd < 0) fd = write_new(path, text, mode, false, beside);
  if (fd < 0) return cannot(to);
  std::string why = put_in_place(to, path, beside, fd, held);
  if (why.empty()) return "";
  if (fd >= 0) ::close(fd);
  ::unlink(beside.c_str());
  return why;
}

std::string followed(const std::string& path) {
  std::error_code none;
  const std::filesystem::path end = std::filesystem::canonical(path, none);
  return none ? path : end.string();
}

bool leads_out(const std::filesystem::path& file, const std::filesystem::path& root) {
  std::error_code ec;
  const std::filesystem::path inside =
      std::filesystem::canonical(file, ec).lexically_relative(std::filesystem::canonical(root, ec));
  return ec || inside.empty() || *inside.begin() == "..";
}

bool would_lead_out(std::filesystem::path folder, const std::filesystem::path& root) {
  std::error_code ec;
  if (!std::filesystem::exists(root, ec)) return false;
  while (folder.has_relative_path() && !std::filesystem::exists(std::filesystem::symlink_status(folder, ec)))
    folder = folder.parent_path();
  return leads_out(folder, root);
}

}  // namespace gofuda
