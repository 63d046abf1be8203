// How a board is looked at by whoever judges it by chance: turned, mirrored and with colours exchanged in the same way
// wherever it comes from, so that what is said of it hangs on none of these.
#pragma once

#include "core/board.hpp"
#include "core/grid.hpp"

namespace gofuda::tools {

class Aspect {
 public:
  // The same for all boards that a board becomes by turning, mirroring and exchanging; a board that becomes itself has
  // several that look alike, and gets one of them. A ko is over. Boards of hexagons are not mirrored, and turned by
  // halves only.
  Aspect(const Grid& grid, const Board& board);

  const Board& board() const { return board_; }
  PointSet back(const PointSet& points) const;  // on the board that was given

 private:
  struct Way {
    int quarters = 0;
    bool mirrored = false, exchanged = false;
  };
  bool fits(const Way& way) const;
  PointSet laid(const PointSet& points, const Way& way) const;
  Board laid(const Board& board, const Way& way) const;

  const Grid& grid_;
  Way way_;
  Board board_;
};

}  // namespace gofuda::tools
