// Boards as graphs, written down point by point: nothing of how the core knows what is beside what.
#pragma once

#include <array>
#include <vector>

#include "core/grid.hpp"

namespace gofuda::test {

struct Graph {
  std::vector<std::vector<Point>> beside{kCells}, across{kCells};  // of points that exist; across a corner
  std::vector<int> missing_across = std::vector<int>(kCells);      // corners with nobody there
};

inline constexpr std::array<Topology, 8> kTopologies{{{},
                                                      {true, false, false},
                                                      {false, true, false},
                                                      {true, true, false},
                                                      {false, false, true},
                                                      {true, false, true},
                                                      {false, true, true},
                                                      {true, true, true}}};

inline Graph graph_of(const Grid& grid) {
  const Topology& t = grid.topology();
  Graph graph;
  const auto walk = [](int at, int by, int side, bool wraps) {
    at += by;
    if (wraps && at < 0) at += side;
    if (wraps && at >= side) at -= side;
    return at;
  };
  grid.points().for_each([&](Point p) {
    for (int up = -1; up <= 1; ++up)
      for (int right = -1; right <= 1; ++right) {
        if (up == 0 && right == 0) continue;
        const int c = walk(column_of(p), right, grid.width(), t.wraps_columns);
        const int r = walk(row_of(p), up, grid.height(), t.wraps_rows);
        const bool there = c >= 0 && c < grid.width() && r >= 0 && r < grid.height() && grid.exists(point_at(c, r));
        const bool straight = up == 0 || right == 0;
        if (straight || (t.hex && up == right)) {
          if (there) graph.beside[p].push_back(point_at(c, r));
        } else if (!t.hex) {
          if (there) graph.across[p].push_back(point_at(c, r));
          graph.missing_across[p] += !there;
        }
      }
  });
  return graph;
}

}  // namespace gofuda::test
