// Stones that live whatever the other side does, and those that it cannot save.
#pragma once

#include "core/board.hpp"
#include "core/grid.hpp"
#include "core/rules.hpp"

namespace gofuda {

// The chains of c that no stones of the other side, set one by one, can ever capture, even if c only passes (D. B.
// Benson, Life in the Game of Go, Information Sciences 10, 1976).
PointSet unconditionally_alive(const Board& board, const Grid& grid, const Rules& rules, Colour c);
// The stones of either side that lie within such chains of the other and have no room there for an eye. None where
// stones are never captured.
PointSet unconditionally_dead(const Board& board, const Grid& grid, const Rules& rules);

}  // namespace gofuda
