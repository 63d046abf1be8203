#include "core/score.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace gofuda {
namespace {

constexpr int kEyes = 2;  // that a group lives by

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

// Each group is a side's stones and the territory that joins them. One with a neutral point beside it is in seki. Fills
// the points of territory that seki leaves uncounted.
void tax_groups(const Grid& grid, const std::array<PointSet, 2>& areas, const std::array<PointSet, 2>& alive, Tax tax,
                Score& score, PointSet& uncounted) {
  const PointSet beside_neutral = grid.neighbours(score.neutral_points);
  for (std::size_t seat = 0; seat < 2; ++seat)
    for (PointSet left = areas[seat]; !left.empty();) {
      const PointSet group = grid.take_part(left, left);
      const PointSet land = group - alive[seat];
      if (group.intersects(beside_neutral))
        uncounted |= land;
      else if (tax == Tax::all)
        score.taxed[seat] += std::min(kEyes, land.count());
    }
}

// `exists`: the points that there are.
Score count_on(const PointSet& exists, const Grid& grid, const std::array<PointSet, 2>& stones, const PointSet& dead,
               const Rules& rules, std::array<int, 2> prisoners) {
  Score score;
  score.komi = rules.komi;
  score.method = rules.scoring;
  const std::array<PointSet, 2> alive{stones[0] - dead, stones[1] - dead};
  const std::array<PointSet, 2> killed{stones[0] & dead, stones[1] & dead};

  std::array<PointSet, 2> areas = alive;
  PointSet unseen = exists - alive[0] - alive[1];
  while (!unseen.empty()) {
    const EmptyRegion region = region_at(unseen.first(), alive[0], alive[1], exists, grid.lattice());
    unseen -= region.points;
    if (region.black == region.white)
      score.neutral_points |= region.points;
    else
      areas[region.black ? 0 : 1] |= region.points;
  }
  if (rules.tax != Tax::none) {
    PointSet uncounted;
    tax_groups(grid, areas, alive, rules.tax, score, uncounted);
    score.neutral_points |= uncounted;
    for (PointSet& area : areas) area -= uncounted;
  }
  score.neutral = score.neutral_points.count();
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const PointSet land = areas[seat] - alive[seat];
    score.under_dead[seat] = (land & killed[1 - seat]).count();
    score.territory[seat] = land.count() - score.under_dead[seat];
    score.stones[seat] = alive[seat].count();
    const int removed = rules.tax == Tax::none ? killed[1 - seat].count() : score.under_dead[seat];
    score.prisoners[seat] = prisoners[seat] + removed;
  }
  score.black_area = areas[0];
  score.white_area = areas[1];
  return score;
}

}  // namespace

Score count(const Board& board, const Grid& grid, const PointSet& dead, const Rules& rules,
            std::array<int, 2> prisoners) {
  return count_on(grid.points() - walls_of(grid, board), grid,
                  {board.points_of(Colour::black), board.points_of(Colour::white)}, dead, rules, prisoners);
}

Score count(const std::array<PointSet, 2>& stones, const Grid& grid, const PointSet& dead, const Rules& rules,
            std::array<int, 2> prisoners) {
  return count_on(grid.points(), grid, stones, dead, rules, prisoners);
}

std::string result_text(int margin) {
  if (margin == 0) return "Draw";
  return (margin > 0 ? "B+" : "W+") + points_text(std::abs(margin));
}

}  // namespace gofuda
