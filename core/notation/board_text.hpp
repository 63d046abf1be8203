// Boards as text.
#pragma once

#include <string>

#include "core/board.hpp"

namespace gofuda {

// A line a row, with coordinates around: X black, O white, '.' empty; points in `mark` stand in brackets. In hexagons
// each row lies half a point to the right of the one above it.
std::string board_text(const Grid& grid, const Board& board, const PointSet& mark = {});
std::string row_indent(const Grid& grid, int row);  // the blanks before a row that this takes
// "hexagons, column J beside column A, row 9 beside row 1"; empty for a plain board.
std::string topology_text(const Grid& grid);
// As the `board:` of a dispute, a line a colour; nothing for an empty board.
std::string stones_text(const Board& board);

}  // namespace gofuda
