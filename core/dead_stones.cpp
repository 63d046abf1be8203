#include "core/dead_stones.hpp"

#include <algorithm>
#include <array>

#include "core/playout.hpp"
#include "core/random.hpp"

namespace gofuda {
namespace {

// Whose a point is on a board played to the end: its stone's, or that of the stones around an eye.
Colour owner_at(const Board& board, Point p) {
  if (board.at(p) != Colour::empty) return board.at(p);
  return board.lattice().with([&](auto lattice) {
    Colour owner = Colour::empty;
    for (int i = 0; i < lattice.kBeside; ++i) {
      const Colour c = board.at(lattice.beside(p, i));
      if (c != Colour::black && c != Colour::white) continue;
      if (owner != Colour::empty && owner != c) return Colour::empty;
      owner = c;
    }
    return owner;
  });
}

}  // namespace

Marking mark_dead(const Board& board, const Grid& grid, const Rules& rules, int playouts) {
  Marking out;
  board.for_each_chain([&](const PointSet& chain) { out.chains.push_back({chain, 1}); });
  if (rules.captures == CaptureOrder::none || playouts <= 0) return out;
  std::array<std::array<int, 3>, kCells> owned{};
  Playout playout(grid, rules);
  Random random(board.hash());
  Board work = board;
  for (int n = 0; n < playouts; ++n) {
    work = board;
    work.set_ko(kNoPoint);
    playout.run(work, n % 2 ? Colour::white : Colour::black, random);
    grid.points().for_each([&](Point p) { ++owned[p][static_cast<std::size_t>(index(owner_at(work, p)))]; });
  }
  for (Marking::Chain& chain : out.chains) {
    const Colour c = board.at(chain.points.first());
    int own = 0, theirs = 0;
    chain.points.for_each([&](Point p) {
      own += owned[p][static_cast<std::size_t>(index(c))];
      theirs += owned[p][static_cast<std::size_t>(index(opposite(c)))];
    });
    chain.alive = own + theirs == 0 ? 1 : static_cast<double>(own) / (own + theirs);
    if (chain.dead()) out.dead |= chain.points;
    out.sure = std::min(out.sure, chain.sure());
  }
  return out;
}

}  // namespace gofuda
