// A second look at which stones are dead: searches of the whole board, in which each side plays as if the game hung on
// it.
#pragma once

#include "core/dead_stones.hpp"
#include "core/ruleset.hpp"

namespace gofuda::tools {

// Of chains that are in doubt, or of which a search with either side to move first sees something else. Always the same
// for the same board. The numbers were chosen on finished games: see this room's README.
void look_again(Marking& marking, const Ruleset& rules, const Board& board);

}  // namespace gofuda::tools
