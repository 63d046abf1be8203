// Boards as text.
#pragma once

#include <string>

#include "core/board.hpp"

namespace gofuda {

// A line a row, with coordinates around: X black, O white, '.' empty; points in `mark` stand in brackets.
std::string board_text(const Grid& grid, const Board& board, const PointSet& mark = {});
// As the `board:` of a dispute, a line a colour; nothing for an empty board.
std::string stones_text(const Board& board);

}  // namespace gofuda
