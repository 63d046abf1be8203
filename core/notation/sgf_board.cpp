#include "core/notation/sgf_board.hpp"

namespace gofuda {

void SgfBoard::play(Point p, Colour c) {
  board_.set_ko(kNoPoint);
  if (p == kNoPoint) return;
  const bool free = board_.at(p) == Colour::empty;
  set(p, c);
  PointSet taken;
  for (const int offset : kNeighbours)
    if (const Point n = static_cast<Point>(p + offset); board_.at(n) == opposite(c) && board_.liberties(n).empty())
      taken |= board_.chain(n);
  taken.for_each([&](Point q) { set(q, Colour::empty); });
  const PointSet chain = board_.chain(p), left = board_.liberties(p);
  if (left.empty()) return chain.for_each([&](Point q) { set(q, Colour::empty); });
  if (free && taken.count() == 1 && chain.count() == 1 && left == taken) board_.set_ko(taken.first());
}

void SgfBoard::apply(const PointEffect& e) { set(e.point, sets(e.effect) ? index_colour(e.effect) : Colour::empty); }

}  // namespace gofuda
