// The files that are written: their names, and what may be in their place.
#pragma once

#include <string>

#include "tools/printer/press.hpp"

namespace gofuda::printer {

std::string numbered(const std::string& path, const std::string& end);  // cards.svg, 2: cards-2.svg
bool is_file_or_none(const std::string& path);                          // no device, pipe or folder
// Something other than an earlier print of this kind is there: says so; else "".
std::string other_kind(const std::string& path, Format format);
bool is_standard_output(const std::string& path);

}  // namespace gofuda::printer
