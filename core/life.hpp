// What is alive even if its side never moves again: D. Benson, Life in the Game of Go, Information Sciences 10, 1976.
#pragma once

#include "core/board.hpp"

namespace gofuda {

struct Life {
  PointSet stones;   // chains that the other side cannot take, whatever it plays
  PointSet regions;  // what such chains alone surround and fill so far that nothing of the other side can live there
};

Life unconditional_life(const Board& board, const Grid& grid, Colour c);

// The points of `among` that hang together, within it, with one of `from`.
PointSet joined_to(const Grid& grid, const PointSet& from, const PointSet& among);

}  // namespace gofuda
