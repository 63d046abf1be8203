// Rule files that no name leads to, for they lie where the library does not look.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scripting/diagnostic.hpp"
#include "scripting/library.hpp"

namespace gofuda::tools {

// A card, deck, game, turn, win condition or preset below one of these folders of rules, but in none of its places: a
// warning says where it would be read, and the kind is returned; "" where all is well.
std::string_view warn_of_place(const Library& library, const std::vector<std::string>& rules, const std::string& path,
                               Diagnostics& out);
// Folders of a folder of rules in which such files are to be expected: those that are read, and those that are called
// much like one of them.
std::vector<std::string> folders_of_rules(const std::string& rules);

}  // namespace gofuda::tools
