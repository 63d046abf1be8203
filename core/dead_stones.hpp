// Which stones are dead at the end of a game, as random games to the very end see it.
#pragma once

#include <vector>

#include "core/board.hpp"
#include "core/grid.hpp"
#include "core/rules.hpp"

namespace gofuda {

struct Marking {
  struct Chain {
    PointSet points;
    double alive;  // in which share of the random games its points were its own colour's at the end
    bool dead() const { return alive < 0.5; }
    double sure() const { return dead() ? 1 - alive : alive; }
  };
  std::vector<Chain> chains;
  PointSet dead;
  double sure = 1;  // of the least certain chain, from 0.5 to 1
};

// Random games with either side to move first, in turn; always the same for the same board. Where stones are never
// captured, none is dead.
Marking mark_dead(const Board& board, const Grid& grid, const Rules& rules, int playouts);

}  // namespace gofuda
