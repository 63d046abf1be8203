// Rows, rays, ways and what is surrounded, against what the words say, on boards of many sizes with and without holes.
#include <cstdlib>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "core/random.hpp"
#include "core/sanitized.hpp"
#include "core/ways.hpp"
#include "tests/unit/catch.hpp"

using namespace gofuda;

namespace {

using Place = std::pair<int, int>;  // column and row, from 0
using Places = std::set<Place>;

constexpr Place kSteps[] = {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}};  // by Direction

Places places(const PointSet& points) {
  Places out;
  points.for_each([&](Point p) { out.insert({column_of(p), row_of(p)}); });
  return out;
}

// The board as a list of places, and everything said anew in terms of them.
struct Naive {
  int width, height;
  Places all;

  explicit Naive(const Grid& grid) : width(grid.width()), height(grid.height()), all(places(grid.points())) {}

  Places where(const std::function<bool(Place)>& fits) const {
    Places out;
    for (Place p : all)
      if (fits(p)) out.insert(p);
    return out;
  }
  static Place moved(Place p, std::size_t direction, int steps) {
    return {p.first + steps * kSteps[direction].first, p.second + steps * kSteps[direction].second};
  }
  Places ray(const Places& from, std::size_t direction, const Places& over) const {
    Places out;
    for (Place p : from)
      for (Place q = moved(p, direction, 1); all.contains(q) && over.contains(q); q = moved(q, direction, 1))
        out.insert(q);
    return out;
  }
  Places line(Place a, Place b) const {
    if (a == b) return {a};
    const int c = b.first - a.first, r = b.second - a.second;
    if (c != 0 && r != 0 && std::abs(c) != std::abs(r)) return {};
    const int n = std::max(std::abs(c), std::abs(r));
    Places out;
    for (int i = 0; i <= n; ++i) out.insert({a.first + c / n * i, a.second + r / n * i});
    for (Place p : out)
      if (!all.contains(p)) return {};
    return out;
  }
  // How far each place is from the set, over places of `over`; the ends `to` need not be in it.
  std::map<Place, int> far(const Places& from, const Places& over, const Places& to) const {
    std::map<Place, int> out;
    std::deque<Place> next;
    for (Place p : from) out[p] = 0, next.push_back(p);
    for (; !next.empty(); next.pop_front())
      for (std::size_t d = 0; d < 8; d += 2)
        if (const Place q = moved(next.front(), d, 1);
            all.contains(q) && (over.contains(q) || to.contains(q)) && !out.contains(q))
          out[q] = out[next.front()] + 1, next.push_back(q);
    return out;
  }
  bool lacks_a_neighbour(Place p) const {
    for (std::size_t d = 0; d < 8; d += 2)
      if (!all.contains(moved(p, d, 1))) return true;
    return false;
  }
};

PointSet some(const Grid& grid, Random& random, std::uint32_t one_in) {
  PointSet out;
  grid.points().for_each([&](Point p) {
    if (random.below(one_in) == 0) out.insert(p);
  });
  return out;
}

void on_many_boards(const std::function<void(const Grid&, const Naive&, Random&)>& check) {
  std::uint64_t number = 0;
  for (auto [width, height] : {Place{1, 1},
                               {1, 2},
                               {2, 1},
                               {2, 2},
                               {3, 3},
                               {1, 7},
                               {7, 1},
                               {4, 5},
                               {5, 4},
                               {6, 6},
                               {9, 9},
                               {13, 7},
                               {1, 25},
                               {25, 1},
                               {19, 19},
                               {25, 25},
                               {24, 25}})
    for (std::uint32_t holes : {0u, 9u, 3u}) {
      if (kSanitized && width * height > 200 && holes > 0) continue;
      Random random(++number);
      PointSet missing;
      for (int r = 0; r < height; ++r)
        for (int c = 0; c < width; ++c)
          if (holes > 0 && random.below(holes) == 0) missing.insert(point_at(c, r));
      const Grid grid(width, height, missing);
      if (grid.area() == 0) continue;
      INFO(width << "x" << height << ", holes at " << to_string(missing));
      check(grid, Naive(grid), random);
    }
}

Point any(const PointSet& points, Random& random) {
  return points.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(points.count()))));
}

}  // namespace

TEST_CASE("ways: rows, columns, diagonals, rays and the edge") {
  on_many_boards([](const Grid& grid, const Naive& naive, Random& random) {
    for (int r = 0; r < grid.height(); ++r)
      CHECK(places(row(grid, r)) == naive.where([&](Place p) { return p.second == r; }));
    for (int c = 0; c < grid.width(); ++c)
      CHECK(places(column(grid, c)) == naive.where([&](Place p) { return p.first == c; }));
    CHECK(places(edge(grid)) == naive.where([&](Place p) { return naive.lacks_a_neighbour(p); }));
    const PointSet from = some(grid, random, 12), over = some(grid, random, 2);
    Places slanting = places(from);
    for (std::size_t d = 0; d < 8; ++d) {
      INFO(kDirectionNames[d]);
      CHECK(places(ray(grid, from, static_cast<Direction>(d), grid.points())) == naive.ray(places(from), d, naive.all));
      CHECK(places(ray(grid, from, static_cast<Direction>(d), over)) == naive.ray(places(from), d, places(over)));
      CHECK(parse_direction(kDirectionNames[d]) == static_cast<Direction>(d));
      if (d % 2 == 1) slanting.merge(naive.ray(places(from), d, naive.all));
    }
    CHECK(places(diagonals(grid, from)) == slanting);
    CHECK(diagonals(grid, {}).empty());
    CHECK_FALSE(parse_direction("north"));
  });
}

TEST_CASE("ways: the line from one point to another") {
  on_many_boards([](const Grid& grid, const Naive& naive, Random& random) {
    for (int i = 0; i < 60; ++i) {
      const Point a = any(grid.points(), random), b = any(grid.points(), random);
      INFO(point_name(a) << " to " << point_name(b));
      CHECK(places(line(grid, a, b)) == naive.line({column_of(a), row_of(a)}, {column_of(b), row_of(b)}));
    }
  });
}

TEST_CASE("ways: distances, shortest ways and what is near") {
  on_many_boards([](const Grid& grid, const Naive& naive, Random& random) {
    for (int i = 0; i < 12; ++i) {
      const PointSet from = some(grid, random, 15), to = some(grid, random, 15);
      const PointSet over = i % 3 == 0 ? grid.points() : some(grid, random, 2) | some(grid, random, 2);
      INFO("from " << to_string(from) << " to " << to_string(to) << " over " << to_string(over));
      const auto there = naive.far(places(from), places(over), places(to));
      const auto back = naive.far(places(to), places(over), places(from));
      int shortest = -1;
      for (Place p : places(to))
        if (const auto it = there.find(p); it != there.end() && (shortest < 0 || it->second < shortest))
          shortest = it->second;
      CHECK(distance(grid, from, to, over) == shortest);
      const Places between = naive.where([&](Place p) {
        const auto a = there.find(p), b = back.find(p);
        return shortest >= 0 && a != there.end() && b != back.end() && a->second + b->second == shortest;
      });
      CHECK(places(shortest_ways(grid, from, to, over)) == between);
      const int steps = static_cast<int>(random.below(6));
      const auto open = naive.far(places(from), naive.all, {});
      CHECK(places(within(grid, from, steps)) == naive.where([&](Place p) {
        const auto it = open.find(p);
        return it != open.end() && it->second <= steps;
      }));
      const Places set = places(over);
      const auto reached = naive.far(places(from), set, {});
      CHECK(places(connected(grid, from, over)) ==
            naive.where([&](Place p) { return set.contains(p) && reached.contains(p); }));
    }
    CHECK(distance(grid, {}, grid.points(), grid.points()) == -1);
    CHECK(distance(grid, grid.points(), {}, grid.points()) == -1);
    CHECK(shortest_ways(grid, {}, {}, {}).empty());
    CHECK(within(grid, {}, 3).empty());
  });
}

TEST_CASE("ways: what is surrounded, and what is cut off from the edge") {
  on_many_boards([](const Grid& grid, const Naive& naive, Random& random) {
    for (int i = 0; i < 6; ++i) {
      const PointSet black = some(grid, random, 2), white = some(grid, random, 8) - black;
      const PointSet built = some(grid, random, 6) - black - white;
      const PointSet empty = grid.points() - black - white - built;
      INFO("black " << to_string(black) << ", white " << to_string(white) << ", built " << to_string(built));
      const Places walls = places(black), open = places(empty), as_good = places(built);
      CHECK(places(surrounded(grid, empty, black, built)) == naive.where([&](Place p) {
        if (!open.contains(p)) return false;
        bool touched = false;
        for (const auto& [q, steps] : naive.far({p}, open, {}))
          for (std::size_t d = 0; d < 8; d += 2) {
            const Place n = Naive::moved(q, d, 1);
            if (!naive.all.contains(n) || open.contains(n)) continue;
            if (as_good.contains(n)) continue;
            if (!walls.contains(n)) return false;
            touched = true;
          }
        return touched;
      }));
      const Places outside = naive.where([&](Place p) { return !walls.contains(p); });
      CHECK(places(enclosed(grid, black)) == naive.where([&](Place p) {
        if (walls.contains(p)) return false;
        for (const auto& [q, steps] : naive.far({p}, outside, {}))
          if (naive.lacks_a_neighbour(q)) return false;
        return true;
      }));
    }
    CHECK(surrounded(grid, grid.points(), {}, {}).empty());
    CHECK(enclosed(grid, grid.points()).empty());
  });
}

TEST_CASE("ways: reflected and turned points") {
  on_many_boards([](const Grid& grid, const Naive& naive, Random& random) {
    const PointSet points = some(grid, random, 3);
    const auto image = [&](const std::function<Place(Place)>& to) {
      Places out;
      for (Place p : places(points))
        if (naive.all.contains(to(p))) out.insert(to(p));
      return out;
    };
    const int right = naive.width - 1, top = naive.height - 1;
    CHECK(places(reflected(grid, points, Mirror::columns)) == image([&](Place p) {
            return Place{right - p.first, p.second};
          }));
    CHECK(places(reflected(grid, points, Mirror::rows)) == image([&](Place p) {
            return Place{p.first, top - p.second};
          }));
    CHECK(turned(grid, points, 0) == points);
    CHECK(places(turned(grid, points, 2)) == image([&](Place p) { return Place{right - p.first, top - p.second}; }));
    if (right != top) return;
    CHECK(places(reflected(grid, points, Mirror::diagonal)) == image([](Place p) { return Place{p.second, p.first}; }));
    CHECK(places(turned(grid, points, 1)) == image([&](Place p) { return Place{p.second, right - p.first}; }));
    CHECK(places(turned(grid, points, 3)) == image([&](Place p) { return Place{right - p.second, p.first}; }));
  });
}
