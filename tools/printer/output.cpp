#include "tools/printer/output.hpp"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>

namespace gofuda::printer {

std::string numbered(const std::string& path, const std::string& end) {
  const std::filesystem::path all(path);
  return (all.parent_path() / (all.stem().string() + "-" + end + all.extension().string())).string();
}

bool is_file_or_none(const std::string& path) {
  struct stat there {};
  return ::stat(path.c_str(), &there) != 0 || S_ISREG(there.st_mode);
}

std::string other_kind(const std::string& path, Format format) {
  struct stat there {};
  if (::stat(path.c_str(), &there) != 0 || !S_ISREG(there.st_mode) || there.st_size == 0) return "";
  std::string start(512, '\0');
  std::ifstream in(path, std::ios::binary);
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(in.gcount()));
  const bool same = format == Format::pdf   ? start.starts_with("%PDF-")
                    : format == Format::png ? start.starts_with("\x89PNG\r\n")
                                            : start.find("<svg") != std::string::npos;
  return same ? "" : path + " is there already and is no " + format_name(format);
}

bool is_standard_output(const std::string& path) {
  struct stat there {
  }, output{};
  return ::stat(path.c_str(), &there) == 0 && ::fstat(1, &output) == 0 && there.st_dev == output.st_dev &&
         there.st_ino == output.st_ino;
}

}  // namespace gofuda::printer
