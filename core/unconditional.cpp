#include "core/unconditional.hpp"

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
std::vector<Enclosed> regions_of(const Board& board, const Grid& grid, const Rules& rules, Colour c) {
  std::vector<Enclosed> out;
  for (PointSet left = grid.points() - board.points_of(c); !left.empty();) {
    Enclosed r;
    r.points.insert(left.first());
    r.points = joined_to(r.points, left);
    left -= r.points;
    r.open = rules.suicide == SuicideRule::forbidden ? r.points & board.points_of(Colour::empty) : r.points;
    for (PointSet around = beside(r.points) & board.points_of(c); !around.empty(); around -= r.border)
      r.border |= board.chain(around.first());
    out.push_back(std::move(r));
  }
  return out;
}

struct Life {
  PointSet alive;
  std::vector<Enclosed> regions;  // with none but living chains around them
};

Life life_of(const Board& board, const Grid& grid, const Rules& rules, Colour c) {
  constexpr int kEyes = 2;
  Life life{board.points_of(c), regions_of(board, grid, rules, c)};
  std::vector<PointSet> chains;
  board.for_each_chain([&](const PointSet& chain) {
    if (board.at(chain.first()) == c) chains.push_back(chain);
  });
  for (bool lost = true; lost;) {
    const auto dies = [&](const PointSet& chain) {
      const PointSet near = beside(chain);
      const auto eye = [&](const Enclosed& r) { return r.border.intersects(chain) && near.contains_all(r.open); };
      return std::count_if(life.regions.begin(), life.regions.end(), eye) < kEyes;
    };
    const auto gone = std::partition(chains.begin(), chains.end(), [&](const PointSet& chain) { return !dies(chain); });
    lost = gone != chains.end();
    for (auto chain = gone; chain != chains.end(); ++chain) life.alive -= *chain;
    chains.erase(gone, chains.end());
    std::erase_if(life.regions, [&](const Enclosed& r) { return !life.alive.contains_all(r.border); });
  }
  return life;
}

}  // namespace

PointSet unconditionally_alive(const Board& board, const Grid& grid, const Rules& rules, Colour c) {
  return life_of(board, grid, rules, c).alive;
}

PointSet unconditionally_dead(const Board& board, const Grid& grid, const Rules& rules) {
  PointSet dead;
  if (rules.captures == CaptureOrder::none) return dead;
  for (Colour c : {Colour::black, Colour::white}) {
    const Life life = life_of(board, grid, rules, c);
    const PointSet near = beside(life.alive);
    for (const Enclosed& r : life.regions)
      if (!r.border.empty() && near.contains_all(r.open)) dead |= r.points & board.points_of(opposite(c));
  }
  return dead;
}

}  // namespace gofuda
