#include "scripting/file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

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

// Opens a new file beside the other one. What is there already, perhaps a stranger's link to a third file, is let be.
int open_beside(const std::string& path, std::string& beside) {
  int fd = -1;
  for (int k = 0; k < 100 && fd < 0; ++k) {
    beside = path + ".part" + std::to_string(getpid()) + (k == 0 ? "" : "-" + std::to_string(k));
    fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (fd < 0 && errno != EEXIST) break;
  }
  return fd;
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

}  // namespace

bool is_standard_output(const std::string& path) {
  struct stat there {
  }, output{};
  return ::stat(path.c_str(), &there) == 0 && ::fstat(1, &output) == 0 && there.st_dev == output.st_dev &&
         there.st_ino == output.st_ino;
}

std::string write_file(const std::string& to, const std::string& text) {
  const std::string path = followed(to);
  const mode_t mode = mode_of(path);
  const bool standard = is_standard_output(to), direct = standard || is_device(mode);
  std::string beside = path;
  if (standard) std::fflush(stdout);
  int fd = standard ? ::dup(1) : direct ? open_device(path) : open_beside(path, beside);
  const bool opened = fd >= 0;
  auto fail = [&](const std::string& what) {
    std::string why = what + ": " + std::strerror(errno);
    if (fd >= 0) ::close(fd);
    if (!direct && opened) ::unlink(beside.c_str());
    return why;
  };
  if (fd < 0 && direct && errno == ENXIO && S_ISFIFO(mode)) return "cannot write " + to + ": nobody reads this pipe";
  if (fd < 0) return fail("cannot write " + to);
  std::size_t done = 0;
  while (done < text.size()) {
    ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN && wait_to_write(fd)) continue;
    if (n <= 0) return fail("cannot write " + to);
    done += static_cast<std::size_t>(n);
  }
  if (::fsync(fd) != 0 && errno != EINVAL && errno != ENOTSUP) return fail("cannot write " + to);
  if (::close(fd) != 0) return fd = -1, fail("cannot write " + to);
  fd = -1;
  if (!direct && ::rename(beside.c_str(), path.c_str()) != 0) return fail("cannot write " + to);
  return "";
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
