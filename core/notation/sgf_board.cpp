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
  const PointSet left = board_.liberties(p);
  if (left.empty())
    board_.chain(p).for_each([&](Point q) { set(q, Colour::empty); });
  else if (free && taken.count() == 1 && left == taken && board_.chain(p).count() == 1)
    board_.set_ko(taken.first());
}

// To take one stone after the other off a chain is to look at what is left of it each time.
void SgfBoard::set(const PointSet& points, Colour c) {
  constexpr int kFew = 4;
  const PointSet stones = points - board_.points_of(Colour::empty) - board_.points_of(c);
  if (stones.count() <= kFew) return points.for_each([&](Point p) { set(p, c); });
  Board fresh(grid_);
  for (const Colour side : {Colour::black, Colour::white})
    (side == c ? board_.points_of(side) | points : board_.points_of(side) - points).for_each([&](Point p) {
      fresh.set(p, side);
    });
  board_ = fresh;
}

void SgfBoard::apply(const PointEffect& e) { set(e.point, sets(e.effect) ? index_colour(e.effect) : Colour::empty); }

}  // namespace gofuda
