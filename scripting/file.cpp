#include "scripting/file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace gofuda {

std::string write_file(const std::string& path, const std::string& text) {
  std::string beside = path + ".part" + std::to_string(getpid());
  int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  auto fail = [&](const std::string& what) {
    std::string why = what + ": " + std::strerror(errno);
    if (fd >= 0) ::close(fd);
    ::unlink(beside.c_str());
    return why;
  };
  if (fd < 0) return fail("cannot write " + path);
  std::size_t done = 0;
  while (done < text.size()) {
    ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return fail("cannot write " + path);
    done += static_cast<std::size_t>(n);
  }
  if (::fsync(fd) != 0 && errno != EINVAL) return fail("cannot write " + path);
  if (::close(fd) != 0) return fd = -1, fail("cannot write " + path);
  fd = -1;
  if (::rename(beside.c_str(), path.c_str()) != 0) return fail("cannot write " + path);
  return "";
}

}  // namespace gofuda
