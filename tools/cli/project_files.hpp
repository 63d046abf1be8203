// What `gofuda init` writes besides what is generated.
#pragma once

#include <span>
#include <string_view>

namespace gofuda::tools {

struct ProjectFile {
  std::string_view path, text;
  bool example = false;  // left out where there are rules already
};
std::span<const ProjectFile> project_files();

}  // namespace gofuda::tools
