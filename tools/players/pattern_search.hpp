// Monte-Carlo tree search for plain games in which stones stay and patterns win (pattern_board.hpp).
//
// What the general search does (tree_search.hpp) without carrying each turn out by the rules: nothing is hidden, and an
// answer is a point.
#pragma once

#include <memory>

#include "tools/players/tree_search.hpp"

namespace gofuda::tools {

bool pattern_search_fits(const Ruleset& rules);
std::unique_ptr<Player> make_pattern_search(std::string name, const TreeSearchSettings& settings, const Ruleset& rules);

}  // namespace gofuda::tools
