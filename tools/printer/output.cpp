#include "tools/printer/output.hpp"

#include <sys/stat.h>

#include <filesystem>

namespace gofuda::printer {

std::string numbered(const std::string& path, const std::string& end) {
  const std::filesystem::path all(path);
  return (all.parent_path() / (all.stem().string() + "-" + end + all.extension().string())).string();
}

bool is_file_or_none(const std::string& path) {
  struct stat there {};
  return ::stat(path.c_str(), &there) != 0 || S_ISREG(there.st_mode);
}

}  // namespace gofuda::printer
