// Random games of plain stones that answer what has just been played, from the first stone to the last (the order is
// that of MoGo: Gelly, Wang, Munos and Teytaud 2006): take the stone, save what it put in atari, make a shape beside
// it; if nothing asks for an answer, anything that neither fills an eye nor gives a chain away. Ko is simple ko,
// whatever the rules: what repeats in another way ends with the limit of moves.
#pragma once

#include <array>
#include <vector>

#include "core/draws.hpp"
#include "tools/players/stone_board.hpp"

namespace gofuda::tools {

class StoneGames {
 public:
  // Plays on in place; the points go to `played`, kNoPoint for a pass. Unless it is to the `end`, no further than until
  // a side has become so far ahead in stones that it has as good as won.
  void run(StoneBoard& board, Colour to_move, Point last, Draws& draws, std::vector<Point>& played, bool end);
  // What `last`, a stone of the other side, asks for; kNoPoint where that is nothing, or now and then.
  Point answer(const StoneBoard& board, Colour to_move, Point last, Draws& draws);
  Point any(StoneBoard& board, Colour to_move, Draws& draws) const;  // kNoPoint when there is none

 private:
  void offer(Point p) {
    if (offers_ < offered_.size()) offered_[offers_++] = p;
  }
  void offer_ways_out(const StoneBoard& board, Colour c, Point stone);
  void offer_shapes(const StoneBoard& board, Colour c, Point last);

  std::array<Point, 16> offered_;
  std::uint32_t offers_ = 0;
};

}  // namespace gofuda::tools
