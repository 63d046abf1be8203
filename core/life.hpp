// What is alive even if its side never moves again, and what cannot be saved inside it: D. Benson, Life in the Game of
// Go, Information Sciences 10, 1976.
#pragma once

#include "core/board.hpp"
#include "core/grid.hpp"
#include "core/rules.hpp"

namespace gofuda {

struct Life {
  PointSet stones;   // chains that the other side cannot take, whatever it plays
  PointSet regions;  // what such chains alone surround, without room for an eye of the other side
};

Life unconditional_life(const Board& board, const Grid& grid, Colour c, SuicideRule suicide = SuicideRule::forbidden);

// The stones of either side in such regions of the other. None where stones are never captured.
PointSet unconditionally_dead(const Board& board, const Grid& grid, const Rules& rules);

}  // namespace gofuda
