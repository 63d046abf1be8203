#include "scripting/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace gofuda {

namespace {

// What the path leads to, when it is a link.
std::string followed(const std::string& path) {
  std::error_code none;
  const std::filesystem::path end = std::filesystem::canonical(path, none);
  return none ? path : end.string();
}

bool is_device(const std::string& path) {  // or a pipe: something that cannot be put in place of a file
  struct stat there {};
  return ::stat(path.c_str(), &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode);
}

}  // namespace

std::string write_file(const std::string& to, const std::string& text) {
  const std::string path = followed(to);
  const bool direct = is_device(path);
  const std::string beside = direct ? path : path + ".part" + std::to_string(getpid());
  int fd = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  auto fail = [&](const std::string& what) {
    std::string why = what + ": " + std::strerror(errno);
    if (fd >= 0) ::close(fd);
    if (!direct) ::unlink(beside.c_str());
    return why;
  };
  if (fd < 0) return fail("cannot write " + to);
  std::size_t done = 0;
  while (done < text.size()) {
    ssize_t n = ::write(fd, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return fail("cannot write " + to);
    done += static_cast<std::size_t>(n);
  }
  if (::fsync(fd) != 0 && errno != EINVAL && errno != ENOTSUP) return fail("cannot write " + to);
  if (::close(fd) != 0) return fd = -1, fail("cannot write " + to);
  fd = -1;
  if (!direct && ::rename(beside.c_str(), path.c_str()) != 0) return fail("cannot write " + to);
  return "";
}

bool leads_out(const std::filesystem::path& file, const std::filesystem::path& root) {
  std::error_code ec;
  const std::filesystem::path inside =
      std::filesystem::canonical(file, ec).lexically_relative(std::filesystem::canonical(root, ec));
  return ec || inside.empty() || *inside.begin() == "..";
}

}  // namespace gofuda
