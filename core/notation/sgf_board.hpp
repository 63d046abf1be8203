// The board of a game record as every program shows it: stones go where the record puts them, and take what has no
// liberty left, whatever the rules of the game would say.
#pragma once

#include <optional>
#include <vector>

#include "core/board.hpp"
#include "core/notation/sgf.hpp"
#include "core/position.hpp"

namespace gofuda {

class SgfBoard {
 public:
  explicit SgfBoard(SgfSize size) : grid_(size.columns, size.rows), board_(grid_) {}

  SgfSize size() const { return {grid_.width(), grid_.height()}; }
  const Board& board() const { return board_; }
  // B or W: a stone takes those of the other side, then its own; on a stone it takes that one's place. kNoPoint: a
  // pass.
  void play(Point p, Colour c);
  void set(Point p, Colour c) {  // AB, AW, AE: nothing is taken
    if (board_.at(p) != c) board_.set(p, c);
    board_.set_ko(kNoPoint);
  }
  void set(const PointSet& points, Colour c);
  void apply(const PointEffect& e);  // of a move, as a game keeps it

 private:
  Grid grid_;
  Board board_;
};

struct SgfPosition {
  SgfSize size;
  std::vector<Stone> stones;
  std::optional<Seat> to_move;  // where the record tells
  Point ko = kNoPoint;
};

}  // namespace gofuda
