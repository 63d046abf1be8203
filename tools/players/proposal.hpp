// Which stones are dead, as programs see it.
#pragma once

#include "core/dead_stones.hpp"
#include "core/game.hpp"

namespace gofuda::tools {

// While the stones are asked for:
bool answers_claim(const Game& game);                        // the other side has said already which are dead
Marking proposal(const Ruleset& rules, const Board& board);  // what games to the end and searches make of the board
// The same without a second look (look_again), several times as fast.
Marking quick_proposal(const Ruleset& rules, const Board& board);

}  // namespace gofuda::tools
