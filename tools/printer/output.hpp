// The files that are written: their names, and what may be in their place.
#pragma once

#include <string>

namespace gofuda::printer {

std::string numbered(const std::string& path, const std::string& end);  // cards.svg, 2: cards-2.svg
bool is_file_or_none(const std::string& path);                          // no device, pipe or folder

}  // namespace gofuda::printer
