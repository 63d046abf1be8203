// Rule files that no name leads to, for they lie where the library does not look.
#pragma once

#include <string>
#include <vector>

#include "scripting/diagnostic.hpp"

namespace gofuda::tools {

// A card, deck, game, turn, win condition or preset below one of these folders of rules, but in none of its places: a
// warning says where it would be read.
void warn_of_place(const std::vector<std::string>& rules, const std::string& path, Diagnostics& out);
// Folders of a folder of rules that are called much like one that is read, or like one that lies within it.
std::vector<std::string> misplaced_folders(const std::string& rules);

}  // namespace gofuda::tools
