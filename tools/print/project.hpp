// A project: a folder of rules that Gofuda finds from any folder within it, by a file of this name.
#pragma once

#include <string>

#include "tools/print/options.hpp"

namespace gofuda::tools {

inline constexpr const char* kProjectFile = "gofuda.project";

// Without --rules, the project that the current folder stands in is what --rules would name. One that belongs to
// neither the owner of the current folder nor this user is named on standard error, and not used.
void use_project(Options& options);

// A folder of the project in use; "" when it has none of that name, or none is in use.
std::string project_folder(const Options& options, const char* name);

}  // namespace gofuda::tools
