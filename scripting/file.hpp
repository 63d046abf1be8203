// Files, written so that nothing is lost.
#pragma once

#include <string>

namespace gofuda {

// Writes beside the file and renames, so that a crash or a full disk leaves the old one whole. A message on failure,
// else "".
std::string write_file(const std::string& path, const std::string& text);

}  // namespace gofuda
