#include "core/score.hpp"

#include <array>
#include <cstdlib>

namespace gofuda {
namespace {

struct EmptyRegion {
  PointSet points;
  bool black = false, white = false;  // whose stones it touches
};

EmptyRegion region_at(Point start, const PointSet& black, const PointSet& white, const PointSet& exists,
                      const Lattice& lattice) {
  EmptyRegion region;
  region.points.insert(start);
  std::array<Point, kMaxSide * kMaxSide> frontier;  // each point enters once
  int waiting = 0;
  frontier[waiting++] = start;
  while (waiting > 0) {
    const Point p = frontier[--waiting];
    lattice.for_each_beside(p, [&](Point n) {
      if (!exists.contains(n)) return;
      region.black |= black.contains(n);
      region.white |= white.contains(n);
      if (black.contains(n) || white.contains(n) || region.points.contains(n)) return;
      region.points.insert(n);
      frontier[waiting++] = n;
    });
  }
  return region;
}

// `exists`: the points that there are.
Score count_on(const PointSet& exists, const Lattice& lattice, const std::array<PointSet, 2>& stones,
               const PointSet& dead, const Rules& rules, std::array<int, 2> prisoners) {
  Score score;
  score.komi2 = rules.komi2;
  score.method = rules.scoring;
  const std::array<PointSet, 2> alive{stones[0] - dead, stones[1] - dead};
  const std::array<PointSet, 2> killed{stones[0] & dead, stones[1] & dead};

  std::array<PointSet, 2> areas = alive;
  PointSet unseen = exists - alive[0] - alive[1];
  while (!unseen.empty()) {
    const EmptyRegion region = region_at(unseen.first(), alive[0], alive[1], exists, lattice);
    unseen -= region.points;
    if (region.black == region.white) {
      score.neutral_points |= region.points;
      score.neutral += region.points.count();
      continue;
    }
    const int owner = region.black ? 0 : 1;
    const int under_dead = (region.points & killed[1 - owner]).count();
    areas[owner] |= region.points;
    score.under_dead[owner] += under_dead;
    score.territory[owner] += region.points.count() - under_dead;
  }
  for (int seat = 0; seat < 2; ++seat) {
    score.stones[seat] = alive[seat].count();
    score.prisoners[seat] = prisoners[seat] + killed[1 - seat].count();
  }
  score.black_area = areas[0];
  score.white_area = areas[1];
  return score;
}

}  // namespace

Score count(const Board& board, const Grid& grid, const PointSet& dead, const Rules& rules,
            std::array<int, 2> prisoners) {
  return count_on(grid.points() - walls_of(grid, board), grid.lattice(),
                  {board.points_of(Colour::black), board.points_of(Colour::white)}, dead, rules, prisoners);
}

Score count(const std::array<PointSet, 2>& stones, const Grid& grid, const PointSet& dead, const Rules& rules,
            std::array<int, 2> prisoners) {
  return count_on(grid.points(), grid.lattice(), stones, dead, rules, prisoners);
}

std::string result_text(int margin2) {
  if (margin2 == 0) return "Draw";
  const int size = std::abs(margin2);
  return (margin2 > 0 ? "B+" : "W+") + std::to_string(size / 2) + (size % 2 ? ".5" : "");
}

}  // namespace gofuda
