// A second look at stones that are called alive: searches of the whole board, in which the game hangs on them.
#pragma once

#include "core/dead_stones.hpp"
#include "core/ruleset.hpp"

namespace gofuda::tools {

// Calls those dead that such searches see die whoever moves first, where they were in doubt or a search sees something
// else. What takes back in a ko is left as it is, and beside stones in atari what is not plainly dead, for random games
// know nothing of kos and little of shared lives. Always the same for the same board. The numbers were chosen on
// finished games: see this room's README.
void look_again(Marking& marking, const Ruleset& rules, const Board& board);

}  // namespace gofuda::tools
