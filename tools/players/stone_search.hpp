// Monte-Carlo tree search for games of plain stones with captures: ordinary turns, no cards, no win conditions.
//
// The tree is of points; below it, random games (stone_games.hpp). A point that a side plays later in such a
// game counts at every node above, as if it had been played there next (rapid action value estimation, Gelly and Silver
// 2007). New nodes begin with a guess from captures, ataris and distance.
#pragma once

#include <memory>

#include "tools/players/tree_search.hpp"

namespace gofuda::tools {

bool stone_search_fits(const Ruleset& rules);
std::unique_ptr<Player> make_stone_search(std::string name, const TreeSearchSettings& settings);

}  // namespace gofuda::tools
