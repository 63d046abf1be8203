#include "tools/players/aspect.hpp"

#include "core/ways.hpp"

namespace gofuda::tools {

Aspect::Aspect(const Grid& grid, const Board& board) : grid_(grid), board_(board) {
  board_.set_ko(kNoPoint);
  for (const bool exchanged : {false, true})
    for (const bool mirrored : {false, true})
      for (int quarters = 0; quarters < 4; ++quarters) {
        const Way way{quarters, mirrored, exchanged};
        if (!fits(way)) continue;
        const Board other = laid(board, way);
        if (other.hash() < board_.hash()) board_ = other, way_ = way;
      }
}

PointSet Aspect::back(const PointSet& points) const {
  const PointSet turned_back = turned(grid_, points, (4 - way_.quarters) % 4);
  return way_.mirrored ? reflected(grid_, turned_back, Mirror::columns) : turned_back;
}

// Does the board lie on itself so, with the same points beside each other?
bool Aspect::fits(const Way& way) const {
  const Topology& topology = grid_.topology();
  if (topology.hex && (way.mirrored || way.quarters % 2 > 0)) return false;
  const bool alike = grid_.width() == grid_.height() && topology.wraps_columns == topology.wraps_rows;
  return (alike || way.quarters % 2 == 0) && laid(grid_.points(), way) == grid_.points();
}

PointSet Aspect::laid(const PointSet& points, const Way& way) const {
  return turned(grid_, way.mirrored ? reflected(grid_, points, Mirror::columns) : points, way.quarters);
}

Board Aspect::laid(const Board& board, const Way& way) const {
  Board out(grid_);
  for (const Colour c : {Colour::black, Colour::white})
    laid(board.points_of(c), way).for_each([&](Point p) { out.set(p, way.exchanged ? opposite(c) : c); });
  laid(walls_of(grid_, board), way).for_each([&](Point p) { out.set_wall(p); });
  return out;
}

}  // namespace gofuda::tools
