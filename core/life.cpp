#include "core/life.hpp"

#include <algorithm>
#include <vector>

namespace gofuda {
namespace {

// Points without a stone of the side that hang together, and what of it stands around them.
struct Enclosed {
  PointSet points;
  PointSet open;    // those that are or can become empty while the side passes
  PointSet border;  // the chains around it, whole
};

// Where whole chains may die by their own move, every point of a region can become empty; else only those that are.
std::vector<Enclosed> regions_of(const Board& board, const Grid& grid, Colour c, SuicideRule suicide) {
  std::vector<Enclosed> out;
  for (PointSet left = board.points_of(opposite(c)) | board.points_of(Colour::empty); !left.empty();) {
    Enclosed r;
    r.points = grid.take_part(left, left);
    r.open = suicide == SuicideRule::forbidden ? r.points & board.points_of(Colour::empty) : r.points;
    for (PointSet around = grid.neighbours(r.points) & board.points_of(c); !around.empty(); around -= r.border)
      r.border |= board.chain(around.first());
    out.push_back(r);
  }
  return out;
}

}  // namespace

Life unconditional_life(const Board& board, const Grid& grid, Colour c, SuicideRule suicide) {
  constexpr int kEyes = 2;
  Life life{board.points_of(c), {}};
  std::vector<Enclosed> regions = regions_of(board, grid, c, suicide);
  std::vector<PointSet> chains;
  board.for_each_chain([&](const PointSet& chain) {
    if (board.at(chain.first()) == c) chains.push_back(chain);
  });
  for (bool lost = true; lost;) {
    const auto dies = [&](const PointSet& chain) {
      const PointSet near = grid.neighbours(chain);
      const auto eye = [&](const Enclosed& r) { return r.border.intersects(chain) && near.contains_all(r.open); };
      return std::count_if(regions.begin(), regions.end(), eye) < kEyes;
    };
    const auto gone = std::partition(chains.begin(), chains.end(), [&](const PointSet& chain) { return !dies(chain); });
    lost = gone != chains.end();
    for (auto chain = gone; chain != chains.end(); ++chain) life.stones -= *chain;
    chains.erase(gone, chains.end());
    std::erase_if(regions, [&](const Enclosed& r) { return !life.stones.contains_all(r.border); });
  }
  const PointSet near = grid.neighbours(life.stones);
  for (const Enclosed& r : regions)
    if (!r.border.empty() && near.contains_all(r.open)) life.regions |= r.points;
  return life;
}

PointSet unconditionally_dead(const Board& board, const Grid& grid, const Rules& rules) {
  PointSet dead;
  if (rules.captures == CaptureOrder::none) return dead;
  for (Colour c : {Colour::black, Colour::white})
    dead |= unconditional_life(board, grid, c, rules.suicide).regions & board.points_of(opposite(c));
  return dead;
}

}  // namespace gofuda
