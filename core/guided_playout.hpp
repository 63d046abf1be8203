// Random games of plain stones that hold to what any player knows, for telling who owns what at the end of a game:
// stones in atari are saved or taken, small eyes are defended and attacked at the point that decides, nobody fills an
// eye or gives away a chain by a liberty that both sides share. So a shared life stays one, and both sides pass.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/board.hpp"
#include "core/draws.hpp"

namespace gofuda {

class GuidedPlayout {
 public:
  // Nothing is played outside `where`. Who is careful does not give away stones to spoil an eye either.
  explicit GuidedPlayout(const PointSet& where, bool careful = false);
  // Plays on in place until both have passed. `last`: what the other side played last, or kNoPoint.
  void run(Board& board, Colour to_move, Point last, Draws& draws);
  const std::vector<Point>& played() const { return played_; }  // in the last game; kNoPoint for a pass
  std::uint64_t looked() const { return looked_; }              // at points, in all games

 private:
  Point reply(const Board& board, Colour c, Point last, Draws& draws);
  Point decides(const Board& board, Colour c, Point last, Draws& draws) const;
  Point beside(const Board& board, Colour c, Point last, Draws& draws) const;
  Point draw(const Board& board, Colour c, Draws& draws);
  void offer_ways_out(const Board& board, Colour c, Point atari);
  void offer(const Board& board, Colour c, Point p);

  bool sensible(const Board& board, Point p, Colour c) const;
  bool gives_away(const Board& board, Point p, Colour c) const;

  PointSet where_;
  bool careful_;
  std::uint64_t looked_ = 0;
  std::vector<Point> pool_, offered_, played_;
};

}  // namespace gofuda
