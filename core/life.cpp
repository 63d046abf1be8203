#include "core/life.hpp"

#include <algorithm>
#include <vector>

namespace gofuda {
namespace {

struct Enclosed {
  PointSet points;
  PointSet empty;   // of them
  PointSet around;  // the points next to it
};

// All empty points of such a region are the chain's liberties: whoever enters leaves it one more.
bool is_vital(const Enclosed& region, const PointSet& liberties) { return liberties.contains_all(region.empty); }

}  // namespace

PointSet joined_to(const Grid& grid, const PointSet& from, const PointSet& among) {
  PointSet out = from & among;
  for (PointSet more = out; !more.empty(); out |= more) more = grid.neighbours(out) & among;
  return out;
}

Life unconditional_life(const Board& board, const Grid& grid, Colour c) {
  struct Chain {
    PointSet points, liberties;
  };
  std::vector<Chain> chains;
  std::vector<Enclosed> regions;
  const PointSet own = board.points_of(c), empty = board.points_of(Colour::empty);
  for (PointSet left = own; !left.empty(); left -= chains.back().points)
    chains.push_back({board.chain(left.first()), board.liberties(left.first())});
  for (PointSet left = board.points_of(opposite(c)) | empty; !left.empty(); left -= regions.back().points) {
    PointSet start;
    start.insert(left.first());
    const PointSet points = joined_to(grid, start, left);
    regions.push_back({points, points & empty, grid.neighbours(points)});
  }
  PointSet alive = own;
  for (std::size_t before = 0; before != chains.size() + regions.size();) {
    before = chains.size() + regions.size();
    std::erase_if(chains, [&](const Chain& chain) {
      const auto vital = std::count_if(regions.begin(), regions.end(), [&](const Enclosed& r) {
        return r.around.intersects(chain.points) && is_vital(r, chain.liberties);
      });
      if (vital < 2) alive -= chain.points;
      return vital < 2;
    });
    std::erase_if(regions, [&](const Enclosed& r) { return r.around.intersects(own - alive); });
  }
  Life out{alive, {}};
  for (const Enclosed& r : regions)
    if (std::any_of(chains.begin(), chains.end(), [&](const Chain& chain) {
          return r.around.intersects(chain.points) && is_vital(r, chain.liberties);
        }))
      out.regions |= r.points;
  return out;
}

}  // namespace gofuda
