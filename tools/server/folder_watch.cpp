#include "tools/server/folder_watch.hpp"

#include <sys/inotify.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <string_view>

namespace gofuda::server {

namespace {

namespace fs = std::filesystem;

// Of a folder of rules; it may hold much else.
constexpr std::array<std::string_view, 4> kParts{"cards", "variants", "disputes", "tests"};
constexpr std::size_t kMostFolders = 4000;

bool rule_file(const std::string& name) {
  const fs::path extension = fs::path(name).extension();
  return extension == ".lua" || extension == ".yaml";
}

}  // namespace

FolderWatch::FolderWatch(const std::vector<std::string>& roots, const std::string& project)
    : roots_(roots), descriptor_(::inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  std::error_code ec;
  const auto same = [&](const std::string& root) { return fs::equivalent(root, project, ec); };
  if (const auto it = std::find_if(roots_.begin(), roots_.end(), same); !project.empty() && it != roots_.end())
    project_ = *it;
  watch_all();
}

FolderWatch::~FolderWatch() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void FolderWatch::watch_all() {
  for (const std::string& root : roots_) {
    add(root);
    for (std::string_view part : kParts) watch(root + "/" + std::string(part));
  }
  if (!project_.empty()) watch(project_);
}

bool FolderWatch::is_part(const std::string& root, const std::string& name) const {
  return root == project_ ? !name.starts_with('.') : std::find(kParts.begin(), kParts.end(), name) != kParts.end();
}

void FolderWatch::add(const std::string& folder) {
  const int n = ::inotify_add_watch(
      descriptor_, folder.c_str(),
      IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ONLYDIR | IN_EXCL_UNLINK);
  if (n >= 0) watched_[n] = folder;
}

void FolderWatch::watch(const std::string& folder) {
  add(folder);
  std::error_code ec;
  for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, ec), end;
       !ec && it != end && watched_.size() < kMostFolders; it.increment(ec)) {
    std::error_code none;
    if (!it->is_directory(none)) continue;
    if (it->path().filename().string().starts_with('.'))
      it.disable_recursion_pending();
    else
      add(it->path().string());
  }
}

// A folder that came may hold files which are older than the watch; one that went has taken its own along.
void FolderWatch::folder_changed(const std::string& in, const std::string& name, bool came,
                                 std::set<std::string>& out) {
  const bool root = std::find(roots_.begin(), roots_.end(), in) != roots_.end();
  if (root && !is_part(in, name)) return;
  const std::string folder = in + "/" + name;
  if (!came) {
    out.insert(folder);
    return;
  }
  watch(folder);
  std::error_code ec;
  for (fs::recursive_directory_iterator it(folder, fs::directory_options::skip_permission_denied, ec), end;
       !ec && it != end; it.increment(ec))
    if (rule_file(it->path().string())) out.insert(it->path().string());
}

std::vector<std::string> FolderWatch::look() {
  std::set<std::string> out;
  alignas(inotify_event) std::array<char, 16384> buffer;
  for (ssize_t n; (n = ::read(descriptor_, buffer.data(), buffer.size())) > 0;)
    for (const char* at = buffer.data(); at < buffer.data() + n;) {
      inotify_event event;
      std::memcpy(&event, at, sizeof event);
      const std::string name = event.len > 0 ? at + sizeof event : "";
      at += sizeof event + event.len;
      if ((event.mask & IN_Q_OVERFLOW) != 0) {  // what was lost may have been anything
        watch_all();
        out.insert(roots_.begin(), roots_.end());
      }
      const auto in = watched_.find(event.wd);
      if (in == watched_.end()) continue;
      if ((event.mask & IN_IGNORED) != 0)
        watched_.erase(in);
      else if ((event.mask & IN_ISDIR) != 0)
        folder_changed(std::string(in->second), name, (event.mask & (IN_CREATE | IN_MOVED_TO)) != 0, out);
      else if (rule_file(name) && (event.mask & ~std::uint32_t{IN_CREATE}) != 0)
        out.insert(in->second + "/" + name);
    }
  return {out.begin(), out.end()};
}

}  // namespace gofuda::server
