// Which points are beside which, against adjacency lists written down point by point.
#include <array>
#include <queue>
#include <vector>

#include "core/random.hpp"
#include "core/ways.hpp"
#include "tests/unit/board_diagram.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/graphs.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

PointSet set_of(const std::vector<Point>& points) {
  PointSet out;
  for (Point p : points) out.insert(p);
  return out;
}

int steps_between(const Grid& grid, Point a, Point b) {
  return distance(grid, set_of({a}), set_of({b}), grid.points());
}

std::array<int, kCells> distances(const Graph& graph, Point from) {
  std::array<int, kCells> far;
  far.fill(-1);
  far[from] = 0;
  std::queue<Point> waiting;
  for (waiting.push(from); !waiting.empty(); waiting.pop())
    for (Point n : graph.beside[waiting.front()])
      if (far[n] < 0) far[n] = far[waiting.front()] + 1, waiting.push(n);
  return far;
}

// Each line by itself, from its point on until it ends or is back there.
PointSet all_rays(const Grid& grid, const PointSet& from, Direction d, const PointSet& over) {
  PointSet out;
  from.for_each([&](Point p) {
    for (Point q = step(grid, p, d); q != kNoPoint && q != p && over.contains(q); q = step(grid, q, d)) out.insert(q);
  });
  return out;
}

}  // namespace

TEST_CASE("a point's neighbours, the steps to them and the distance are those of the graph", "[lattice]") {
  int wrapped = 0;
  for (const Topology& topology : kTopologies)
    for (const auto& [width, height] : {std::pair{3, 3}, {4, 3}, {3, 6}, {5, 5}, {7, 4}, {25, 25}}) {
      INFO(width << "x" << height << " columns " << topology.wraps_columns << " rows " << topology.wraps_rows << " hex "
                 << topology.hex);
      const Grid grid(width, height, {}, {}, topology);
      const Graph graph = graph_of(grid);
      grid.points().for_each([&](Point p) {
        const PointSet beside = set_of(graph.beside[p]);
        REQUIRE(grid.neighbours(p) == beside);
        REQUIRE(static_cast<std::size_t>(beside.count()) == graph.beside[p].size());  // nobody twice
        REQUIRE_FALSE(beside.contains(p));
        PointSet stepped;
        for (const Step& by : grid.neighbour_steps())
          if (const Point q = grid.step(p, by.columns, by.rows); q != kNoPoint) stepped.insert(q);
        REQUIRE(stepped == beside);
        const bool inner = beside.count() == (topology.hex ? 6 : 4);
        REQUIRE(edge(grid).contains(p) == !inner);
        wrapped +=
            steps_between(grid, p, grid.points().first()) < std::max(std::abs(column_of(p)), std::abs(row_of(p)));
      });
      for (Point from : {grid.points().first(), grid.points().nth(grid.area() / 2)}) {
        const auto far = distances(graph, from);
        grid.points().for_each([&](Point p) {
          INFO(point_name(from) << " " << point_name(p));
          REQUIRE(steps_between(grid, from, p) == far[p]);
          REQUIRE(steps_between(grid, p, from) == far[p]);
        });
      }
      PointSet some;
      for (int i = 0; i < grid.area(); i += 3) some.insert(grid.points().nth(i));
      PointSet around;
      some.for_each([&](Point p) { around |= set_of(graph.beside[p]); });
      CHECK(grid.neighbours(some) == around - some);
    }
  CHECK(wrapped > 1000);
}

TEST_CASE("steps lead across joined edges, and nowhere else", "[lattice]") {
  const Point a1 = point_at(0, 0);
  CHECK(Grid(5, 5).step(a1, -1, 0) == kNoPoint);
  CHECK(Grid(5, 5).step(a1, 5, 0) == kNoPoint);
  const Grid cylinder(5, 4, {}, {}, {true, false, false});
  CHECK(cylinder.step(a1, -1, 0) == point_at(4, 0));
  CHECK(cylinder.step(a1, -11, 3) == point_at(4, 3));
  CHECK(cylinder.step(a1, 0, -1) == kNoPoint);
  CHECK(edge(cylinder).count() == 10);
  PointSet hole;
  hole.insert(point_at(4, 3));
  const Grid torus(5, 4, hole, {}, {true, true, false});
  CHECK(torus.step(a1, -1, -1) == kNoPoint);
  CHECK(torus.step(a1, 0, -1) == point_at(0, 3));
  CHECK(torus.neighbours(point_at(0, 3)).count() == 3);
  CHECK(edge(torus) == torus.neighbours(hole));  // a hole is an edge
  PointSet corner;
  corner.insert(a1);
  CHECK(torus.moved(corner, -1, 0).first() == point_at(4, 0));
  CHECK(torus.moved(corner, -1, -1).empty());
}

TEST_CASE("rays from many points are those from each, around the board as well", "[lattice]") {
  Random random(77);
  const auto some = [&](const Grid& grid, std::uint32_t of_eight) {
    PointSet out;
    grid.points().for_each([&](Point p) {
      if (random.below(8) < of_eight) out.insert(p);
    });
    return out;
  };
  for (const Topology topology : {Topology{true, true, false}, Topology{true, false, false},
                                  Topology{false, true, false}, Topology{false, false, true}, Topology{}})
    for (int n = 0; n < 200; ++n) {
      const int width = 3 + static_cast<int>(random.below(5)), height = 3 + static_cast<int>(random.below(5));
      const Grid whole(width, height, {}, {}, topology);
      const Grid grid(width, height, n % 4 == 0 ? some(whole, 1) : PointSet{}, {}, topology);
      const PointSet from = some(grid, 1 + random.below(6)), over = n % 2 ? grid.points() : some(grid, 7);
      const auto d = static_cast<Direction>(random.below(8));
      INFO(width << "x" << height << ", " << n);
      REQUIRE(ray(grid, from, d, over) == all_rays(grid, from, d, over));
    }
}
