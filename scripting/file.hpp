// Files, written so that nothing is lost.
#pragma once

#include <filesystem>
#include <string>

namespace gofuda {

// Writes a new file and puts it in the place of the old one, whose mode it gets, so that a crash or a full disk leaves
// the old one whole. What may only be read stays. A message on failure, else "".
// `held`: the descriptor of the file that is there, locked; it becomes that of the new one, locked too. Nothing is
// written over another file that was put in its place.
std::string write_file(const std::string& path, const std::string& text, int* held = nullptr);

// Is it what this program says goes to? To a file behind that more is added, and nothing put in its place.
bool is_standard_output(const std::string& path);

bool is_same_file(int descriptor, const std::string& path);

// What the path leads to when it is a link; itself where nothing is there.
std::string followed(const std::string& path);

// Links may point within a folder of rules, but not out of it; the folder may be made of links.
bool leads_out(const std::filesystem::path& file, const std::filesystem::path& root);
// Of a folder below the root that may have to be made first.
bool would_lead_out(std::filesystem::path folder, const std::filesystem::path& root);

}  // namespace gofuda
