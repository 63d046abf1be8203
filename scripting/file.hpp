// Files, written so that nothing is lost.
#pragma once

#include <filesystem>
#include <string>

namespace gofuda {

// Writes beside the file and renames, so that a crash or a full disk leaves the old one whole. A message on failure,
// else "".
std::string write_file(const std::string& path, const std::string& text);

// Is it what this program says goes to? To a file behind that more is added, and nothing put in its place.
bool is_standard_output(const std::string& path);

// What the path leads to when it is a link; itself where nothing is there.
std::string followed(const std::string& path);

// Links may point within a folder of rules, but not out of it; the folder may be made of links.
bool leads_out(const std::filesystem::path& file, const std::filesystem::path& root);
// Of a folder below the root that may have to be made first.
bool would_lead_out(std::filesystem::path folder, const std::filesystem::path& root);

}  // namespace gofuda
