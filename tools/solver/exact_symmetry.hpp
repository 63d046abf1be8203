// The symmetries of a board and its patterns: positions that are turned or mirrored into each other have the same
// value, and on a small board whose edges are joined those that are moved along it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/ruleset.hpp"

namespace gofuda::tools {

// The points of a board, numbered from 0 in the order of the grid, and where each symmetry leads them; the first one is
// the identity. Opening rules are not looked at. Where a script judges wins, the identity is the only one.
struct Symmetries {
  explicit Symmetries(const Ruleset& rules);
  int size() const { return static_cast<int>(map.size()); }
  int points() const { return static_cast<int>(cell_of.size()); }
  int to(int symmetry, int point) const {
    return map[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(point)];
  }
  int back(int symmetry, int point) const {
    return inverse[static_cast<std::size_t>(symmetry)][static_cast<std::size_t>(point)];
  }
  Point image(int symmetry, Point p) const {  // of kNoPoint, itself
    return p == kNoPoint ? p : cell_of[static_cast<std::size_t>(to(symmetry, number[p]))];
  }
  bool keeps(int symmetry, const PointSet& cells) const;
  // Those that lead the position to itself, and the rules for the openings still to come.
  std::vector<int> of_position(const Ruleset& rules, const Board& board) const;

  std::vector<Point> cell_of;
  std::vector<std::uint16_t> number;  // by cell
  std::vector<std::vector<std::uint16_t>> map, inverse;
};

}  // namespace gofuda::tools
