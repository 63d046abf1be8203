#include "tools/print/project.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

namespace gofuda::tools {

namespace fs = std::filesystem;

namespace {

// Whoever may write into a folder above (/tmp is one) could otherwise choose the rules of all who stand below it.
bool trusted(const struct stat& marker, const fs::path& here) {
  struct stat own {};
  return marker.st_uid == ::geteuid() || (::stat(here.c_str(), &own) == 0 && marker.st_uid == own.st_uid);
}

}  // namespace

void use_project(Options& options) {
  std::error_code ec;
  const fs::path here = fs::current_path(ec);
  if (ec || !options.rules.empty() || options.no_project) return;
  for (fs::path folder = here;; folder = folder.parent_path()) {
    struct stat marker {};
    if (::lstat((folder / kProjectFile).c_str(), &marker) == 0 && S_ISREG(marker.st_mode)) {
      if (trusted(marker, here)) {
        options.project = folder == here ? "." : folder.string();
        options.rules = {options.project};
      } else {
        std::fprintf(stderr,
                     "note: the project %s belongs to somebody else and is not used; to use it, say --rules %s\n",
                     printable(folder.string()).c_str(), printable(folder.string()).c_str());
      }
      return;
    }
    if (folder == folder.parent_path()) return;
  }
}

std::string project_folder(const Options& options, const char* name) {
  std::error_code ec;
  const fs::path folder = (fs::path(options.project) / name).lexically_normal();
  return !options.project.empty() && fs::is_directory(folder, ec) ? folder.string() : "";
}

}  // namespace gofuda::tools
