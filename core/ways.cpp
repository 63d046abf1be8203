#include "core/ways.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace gofuda {

namespace {

constexpr int kDirections = static_cast<int>(kDirectionNames.size());

// By Direction.
constexpr std::array<Step, kDirections> kSteps{{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};
constexpr std::array<Direction, 4> kSlanting{Direction::up_right, Direction::down_right, Direction::down_left,
                                             Direction::up_left};

// f(p) for the points beyond `from`, until it is false, the board ends or the line is back where it began.
template <class F>
void walk(const Grid& grid, Point from, Direction d, F&& f) {
  for (Point p = step(grid, from, d); p != kNoPoint && p != from && f(p);) p = step(grid, p, d);
}

template <class F>
PointSet mapped(const Grid& grid, const PointSet& points, F&& image) {
  PointSet out;
  points.for_each([&](Point p) {
    const auto [c, r] = image(column_of(p), row_of(p));
    if (const Point q = point_at(c, r); grid.exists(q)) out.insert(q);
  });
  return out;
}

// In hexagons two of the directions lead past the corners of the points beside, and are none.
bool is_direction(const Grid& grid, Direction d) {
  return !grid.topology().hex || (d != Direction::down_right && d != Direction::up_left);
}

// Steps outwards: the points that are 0, 1, 2, ... steps away.
class Rings {
 public:
  Rings(const Grid& grid, const PointSet& from, const PointSet& over)
      : grid_(grid), over_(over), ring_(from), met_(from) {}
  const PointSet& ring() const { return ring_; }
  const PointSet& met() const { return met_; }
  bool grow() {  // false when there is nothing farther away
    ring_ = (grid_.neighbours(ring_) & over_) - met_;
    met_ |= ring_;
    return !ring_.empty();
  }

 private:
  const Grid& grid_;
  const PointSet over_;
  PointSet ring_, met_;
};

}  // namespace

std::optional<Direction> parse_direction(std::string_view name) {
  const auto* it = std::find(kDirectionNames.begin(), kDirectionNames.end(), name);
  if (it == kDirectionNames.end()) return std::nullopt;
  return static_cast<Direction>(it - kDirectionNames.begin());
}

Point step(const Grid& grid, Point from, Direction d) {
  if (!is_direction(grid, d)) return kNoPoint;
  const Step& by = kSteps[static_cast<std::size_t>(d)];
  return grid.step(from, by.columns, by.rows);
}

PointSet edge(const Grid& grid) {
  PointSet out;
  grid.points().for_each([&](Point p) {
    if (grid.neighbours(p).count() < static_cast<int>(grid.neighbour_steps().size())) out.insert(p);
  });
  return out;
}

PointSet row(const Grid& grid, int number) {
  PointSet out;
  for (int c = 0; c < grid.width(); ++c) out.insert(point_at(c, number));
  return out & grid.points();
}

PointSet column(const Grid& grid, int number) {
  PointSet out;
  for (int r = 0; r < grid.height(); ++r) out.insert(point_at(number, r));
  return out & grid.points();
}

PointSet diagonals(const Grid& grid, const PointSet& through) {
  PointSet out = through & grid.points();
  for (Direction d : kSlanting) out |= ray(grid, through, d, grid.points());
  return out;
}

// No point is gone over twice: what lies beyond one that was met before was met then.
PointSet ray(const Grid& grid, const PointSet& from, Direction d, const PointSet& over) {
  PointSet out;
  from.for_each([&](Point p) {
    bool meets_another = false;
    Point q = step(grid, p, d);
    for (; q != kNoPoint && q != p && over.contains(q) && !out.contains(q); q = step(grid, q, d)) {
      out.insert(q);
      meets_another |= from.contains(q);
    }
    if (q == p && meets_another && over.contains(p)) out.insert(p);  // all around the board: it lies beyond that one
  });
  return out;
}

PointSet line(const Grid& grid, Point a, Point b) {
  PointSet best;
  if (a == b) best.insert(a);
  for (int d = 0; d < kDirections && a != b; ++d) {
    PointSet here;
    here.insert(a);
    walk(grid, a, static_cast<Direction>(d), [&](Point q) {
      here.insert(q);
      return q != b;
    });
    if (here.contains(b) && (best.empty() || here.count() < best.count())) best = here;
  }
  return best;
}

// --- ways

int distance(const Grid& grid, const PointSet& from, const PointSet& to, const PointSet& over) {
  int steps = 0;
  for (Rings rings(grid, from, over | to);; ++steps) {
    if (rings.ring().intersects(to)) return steps;
    if (!rings.grow()) return -1;
  }
}

PointSet shortest_ways(const Grid& grid, const PointSet& from, const PointSet& to, const PointSet& over) {
  std::vector<PointSet> rings{from};
  for (Rings out(grid, from, over | to); !rings.back().intersects(to); rings.push_back(out.ring()))
    if (!out.grow()) return {};
  PointSet here = rings.back() & to, way = here;
  for (std::size_t i = rings.size() - 1; i-- > 0;) way |= here = grid.neighbours(here) & rings[i];
  return way;
}

PointSet within(const Grid& grid, const PointSet& from, int steps) {
  Rings rings(grid, from & grid.points(), grid.points());
  while (steps-- > 0 && rings.grow()) {}
  return rings.met();
}

PointSet connected(const Grid& grid, const PointSet& from, const PointSet& over) {
  return grid.joined(from | grid.neighbours(from), over);
}

PointSet surrounded(const Grid& grid, const PointSet& empty, const PointSet& by, const PointSet& walls) {
  PointSet out;
  for (PointSet left = empty; !left.empty();) {
    const PointSet part = grid.take_part(left, empty), around = grid.neighbours(part);
    if (around.intersects(by) && (by | walls).contains_all(around)) out |= part;
  }
  return out;
}

PointSet enclosed(const Grid& grid, const PointSet& walls) {
  const PointSet open = grid.points() - walls;
  return open - connected(grid, edge(grid) - walls, open);
}

// --- reflections

PointSet reflected(const Grid& grid, const PointSet& points, Mirror mirror) {
  return mapped(grid, points, [&](int c, int r) {
    if (mirror == Mirror::diagonal) return std::pair(r, c);
    return mirror == Mirror::columns ? std::pair(grid.width() - 1 - c, r) : std::pair(c, grid.height() - 1 - r);
  });
}

PointSet turned(const Grid& grid, const PointSet& points, int quarters) {
  return mapped(grid, points, [&](int c, int r) {
    int width = grid.width(), height = grid.height();
    for (int i = 0; i < quarters; ++i) {
      c = std::exchange(r, width - 1 - c);
      std::swap(width, height);
    }
    return std::pair(c, r);
  });
}

}  // namespace gofuda
