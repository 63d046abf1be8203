#include "tools/lab/plans/part_names.hpp"

namespace gofuda::tools {

NameOfPart named_like(const std::string& path, const lab::Shard& of_path) {
  const std::string number = std::to_string(of_path.number), tail = "-of-" + std::to_string(of_path.of);
  const std::size_t at = path.rfind(number + tail);
  if (at == std::string::npos) return {};
  std::string before = path.substr(0, at);
  const std::string after = path.substr(at + number.size());
  const std::string folder = part_folder(of_path.number) + "/";
  const bool in_folder = before.ends_with(".parts/" + folder);
  if (in_folder) before.resize(before.size() - folder.size());
  return [=](const lab::Shard& s) {
    return before + (in_folder ? part_folder(s.number) + "/" : "") + std::to_string(s.number) + after;
  };
}

}  // namespace gofuda::tools
