// A second look at which stones are dead: searches of the whole board, and some in which the game hangs on them.
#pragma once

#include "core/dead_stones.hpp"
#include "core/ruleset.hpp"

namespace gofuda::tools {

// What is called alive, and is in doubt or dies in many of these searches, is judged anew by them; what is called dead
// lives where it does so in them whoever moves first, as in a seki. What takes back in a ko is left as it is unless it
// dies in most of them, for random games know nothing of kos, and so is what may be a bent four in the corner. Last,
// small fights are read out (dead_reading.hpp). Always the same for the same board. The numbers were chosen on
// finished games: see this room's README.
void look_again(Marking& marking, const Ruleset& rules, const Board& board);

}  // namespace gofuda::tools
