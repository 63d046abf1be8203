#include "tools/table/project.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "scripting/sgf_file.hpp"
#include "tools/print/output_file.hpp"
#include "tools/table/request.hpp"

namespace gofuda::tools {

namespace {

constexpr std::size_t kMostFolders = 12, kLongestName = 100, kMostFiles = 5000;

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  Descriptor(Descriptor&& from) noexcept : fd_(std::exchange(from.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& from) noexcept {
    std::swap(fd_, from.fd_);
    return *this;
  }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

bool is_name(const std::string& s) {
  if (s.empty() || s.size() > kLongestName || s[0] == '.') return false;
  return std::all_of(s.begin(), s.end(),
                     [](unsigned char c) { return c >= 0x20 && c != 0x7f && c != '\\' && c != '/'; });
}

bool is_kept(const std::string& name) {
  return name == "README.md" || (name.size() > 4 && (name.ends_with(".lua") || has_sgf_name(name))) ||
         (name.size() > 5 && name.ends_with(".yaml"));
}

// The steps of a path; throws where it is none.
std::vector<std::string> steps_of(const std::string& path) {
  std::vector<std::string> out;
  std::size_t from = 0;
  while (from <= path.size() && out.size() <= kMostFolders) {
    const std::size_t to = std::min(path.find('/', from), path.size());
    out.push_back(path.substr(from, to - from));
    from = to + 1;
  }
  const bool fine = out.size() <= kMostFolders && std::all_of(out.begin(), out.end(), is_name) && is_kept(out.back());
  if (fine) return out;
  throw bad_request(
      in_quotes(path.substr(0, 200)) +
      " is no file that is kept here: these are named such as cards/leap.lua, end in .lua, .yaml or .sgf or "
      "are a README.md, and no part begins with a dot");
}

[[noreturn]] void fail(const std::string& path, int error) {
  const std::string name = in_quotes(path.substr(0, 200));
  if (error == ENOENT || error == ENOTDIR) throw Refusal{"not-found", "there is no file " + name};
  if (error == ELOOP) throw Refusal{"not-allowed", name + " is a link, which is not followed"};
  throw Refusal{"not-allowed", name + ": " + std::strerror(error)};
}

// The folder that holds the file. Folders that are missing are made where that is wished for.
Descriptor open_folder(int root, const std::vector<std::string>& steps, const std::string& path, bool make) {
  Descriptor at(::fcntl(root, F_DUPFD_CLOEXEC, 0));
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    if (make && ::mkdirat(at.get(), steps[i].c_str(), 0777) != 0 && errno != EEXIST) fail(path, errno);
    Descriptor next(::openat(at.get(), steps[i].c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!next) {
      struct stat s {};
      const int error = errno;
      const bool link = ::fstatat(at.get(), steps[i].c_str(), &s, AT_SYMLINK_NOFOLLOW) == 0 && S_ISLNK(s.st_mode);
      fail(path, link ? ELOOP : error);
    }
    at = std::move(next);
  }
  if (!at) fail(path, errno);
  return at;
}

struct Opened {
  std::string text;
  mode_t mode;
};

// Nothing when there is no such file. A FIFO is not waited for.
std::optional<Opened> read_at(int folder, const std::string& name, const std::string& path) {
  const Descriptor file(::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  if (!file && errno == ENOENT) return std::nullopt;
  if (!file) fail(path, errno);
  struct stat s {};
  if (::fstat(file.get(), &s) != 0) fail(path, errno);
  if (!S_ISREG(s.st_mode)) throw Refusal{"not-allowed", in_quotes(path) + " is no plain file"};
  Opened out{{}, s.st_mode & 0777};
  char part[1 << 16];
  while (true) {
    const ssize_t got = ::read(file.get(), part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(path, errno);
    if (got == 0) return out;
    out.text.append(part, static_cast<std::size_t>(got));
    if (out.text.size() > Project::kMostBytes) throw Refusal{"not-allowed", in_quotes(path) + " is larger than 1 MiB"};
  }
}

void write_all(int fd, const std::string& text, const std::string& path) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t put = ::write(fd, text.data() + at, text.size() - at);
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) fail(path, errno);
    at += static_cast<std::size_t>(put);
  }
  if (::fsync(fd) != 0) fail(path, errno);
}

std::string kind_of_steps(const std::vector<std::string>& steps) {
  const std::string& name = steps.back();
  if (name == "README.md") return "text";
  if (has_sgf_name(name)) return "record";
  const bool lua = name.ends_with(".lua");
  const std::string first = steps.size() > 1 ? steps[0] : "", second = steps.size() > 2 ? steps[1] : "";
  if (first == "cards" && lua) return "card";
  if (first == "cards") return second == "decks" ? "deck" : "other";
  if (first == "variants" && lua) return second == "turns" ? "turn" : second == "win" ? "win" : "other";
  if (first == "variants") return steps.size() == 2 ? "variant" : "other";
  return lua ? "other" : "dispute";
}

struct Walk {
  std::vector<Project::File> found;
  // Takes the descriptor.
  void folder(int fd, std::vector<std::string>& steps) {
    DIR* dir = ::fdopendir(fd);
    if (!dir) return void(::close(fd));
    while (const dirent* entry = ::readdir(dir)) {
      const std::string name = entry->d_name;
      if (!is_name(name) || found.size() >= kMostFiles) continue;
      steps.push_back(name);
      look(::dirfd(dir), steps);
      steps.pop_back();
    }
    ::closedir(dir);
  }
  void look(int at, std::vector<std::string>& steps) {
    struct stat s {};
    if (::fstatat(at, steps.back().c_str(), &s, AT_SYMLINK_NOFOLLOW) != 0) return;
    if (S_ISDIR(s.st_mode) && steps.size() < kMostFolders) {
      Descriptor next(::openat(at, steps.back().c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      if (next) folder(next.release(), steps);
    }
    if (!S_ISREG(s.st_mode) || !is_kept(steps.back())) return;
    std::string path;
    for (const std::string& step : steps) path += (path.empty() ? "" : "/") + step;
    try {
      if (auto file = read_at(at, steps.back(), path))
        found.push_back({path, Project::etag_of(file->text), kind_of_steps(steps)});
    } catch (const Refusal&) {}  // what cannot be read is not listed
  }
};

std::atomic<unsigned> temporary_files{0};

}  // namespace

DisputeFiles files_beside(const ProjectFiles& files, const std::string& dispute) {
  DisputeFiles out;
  out.convert = false;
  out.read = [&files, folder = dispute.substr(0, dispute.rfind('/') + 1)](
                 const std::string& name, std::string& problem) -> std::optional<std::string> {
    try {
      if (has_sgf_name(name)) return files.read(folder + name).text;
      problem = "name a file that ends in .sgf, from the folder of the dispute on";
    } catch (const Refusal& r) { problem = r.text; }
    return std::nullopt;
  };
  return out;
}

Project::Project(const std::string& folder)
    : root_(folder.empty() ? -1 : ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {}
Project::~Project() {
  if (root_ >= 0) ::close(root_);
}

std::string Project::etag_of(const std::string& text) { return content_mark(text); }

std::string Project::kind_of(const std::string& path) { return kind_of_steps(steps_of(path)); }

std::vector<Project::File> Project::list() const {
  if (!exists()) return {};
  Walk walk;
  std::vector<std::string> steps;
  walk.folder(::openat(root_, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), steps);
  std::sort(walk.found.begin(), walk.found.end(), [](const File& a, const File& b) { return a.path < b.path; });
  return std::move(walk.found);
}

Project::Content Project::read(const std::string& path) const {
  const std::vector<std::string> steps = steps_of(path);
  if (!exists()) throw Refusal{"not-found", "there is no project folder"};
  const Descriptor folder = open_folder(root_, steps, path, false);
  auto file = read_at(folder.get(), steps.back(), path);
  if (!file) fail(path, ENOENT);
  Content out{std::move(file->text), ""};
  out.etag = etag_of(out.text);
  return out;
}

std::string Project::write(const std::string& path, const std::string& text, const std::optional<std::string>& etag,
                           bool replace) const {
  const std::vector<std::string> steps = steps_of(path);
  if (!exists()) throw Refusal{"not-found", "there is no project folder"};
  if (text.size() > kMostBytes) throw Refusal{"not-allowed", "a file has at most 1 MiB"};
  const Descriptor folder = open_folder(root_, steps, path, !etag);
  const auto present = read_at(folder.get(), steps.back(), path);
  const std::string is = present ? etag_of(present->text) : "";
  if (!replace && is != etag.value_or(""))
    throw Refusal{"conflict",
                  !present ? "there is no such file any more"
                  : etag   ? "the file has changed meanwhile"
                           : "there is such a file already",
                  {},
                  "",
                  {},
                  is};
  const std::string name =
      "." + steps.back() + "." + std::to_string(::getpid()) + "-" + std::to_string(++temporary_files) + ".tmp";
  const Descriptor file(
      ::openat(folder.get(), name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666));
  if (!file) fail(path, errno);
  try {
    if (present && ::fchmod(file.get(), present->mode) != 0) fail(path, errno);
    write_all(file.get(), text, path);
    // A file that must be new is linked to its name, which fails where there is one by now.
    const bool fresh = !present && !replace;
    const int moved = fresh ? ::linkat(folder.get(), name.c_str(), folder.get(), steps.back().c_str(), 0)
                            : ::renameat(folder.get(), name.c_str(), folder.get(), steps.back().c_str());
    if (moved != 0 && errno == EEXIST) throw Refusal{"conflict", "there is such a file by now"};
    if (moved != 0) fail(path, errno);
    if (fresh) ::unlinkat(folder.get(), name.c_str(), 0);
  } catch (...) {
    ::unlinkat(folder.get(), name.c_str(), 0);
    throw;
  }
  return etag_of(text);
}

}  // namespace gofuda::tools
