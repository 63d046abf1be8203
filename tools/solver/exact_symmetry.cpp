#include "tools/solver/exact_symmetry.hpp"

#include <algorithm>
#include <numeric>

namespace gofuda::tools {

namespace {

// The point that one of the eight symmetries of a square leads to; kNoPoint where it leads off the board.
Point turned(const Grid& grid, Point p, int symmetry) {
  int x = column_of(p), y = row_of(p);
  if (symmetry & 4) std::swap(x, y);
  if (symmetry & 1) x = grid.width() - 1 - x;
  if (symmetry & 2) y = grid.height() - 1 - y;
  if (x < 0 || y < 0 || x >= grid.width() || y >= grid.height()) return kNoPoint;
  const Point q = point_at(x, y);
  return grid.exists(q) ? q : kNoPoint;
}

PointSet mapped(const Symmetries& all, const std::vector<std::uint16_t>& map, const PointSet& cells) {
  PointSet out;
  cells.for_each([&](Point p) { out.insert(all.cell_of[map[all.number[p]]]); });
  return out;
}

bool keeps_patterns(const Symmetries& all, const std::vector<std::uint16_t>& map, const WinTable& wins) {
  return std::all_of(wins.conditions().begin(), wins.conditions().end(), [&](const WinCondition& w) {
    return std::all_of(w.patterns.begin(), w.patterns.end(), [&](const PointSet& p) {
      return std::find(w.patterns.begin(), w.patterns.end(), mapped(all, map, p)) != w.patterns.end();
    });
  });
}

}  // namespace

Symmetries::Symmetries(const Ruleset& rules) : number(kCells) {
  rules.grid.points().for_each([&](Point p) {
    number[p] = static_cast<std::uint16_t>(cell_of.size());
    cell_of.push_back(p);
  });
  map.emplace_back(cell_of.size());
  std::iota(map[0].begin(), map[0].end(), std::uint16_t{0});
  for (int s = 1; s < 8 && !rules.wins.scripted(); ++s) {
    if ((s & 4) && rules.grid.width() != rules.grid.height()) continue;
    std::vector<std::uint16_t> to;
    for (Point cell : cell_of)
      if (const Point q = turned(rules.grid, cell, s); q != kNoPoint) to.push_back(number[q]);
    if (to.size() == cell_of.size() && std::find(map.begin(), map.end(), to) == map.end() &&
        keeps_patterns(*this, to, rules.wins))
      map.push_back(std::move(to));
  }
  for (const auto& to : map) {
    inverse.emplace_back(to.size());
    for (std::size_t i = 0; i < to.size(); ++i) inverse.back()[to[i]] = static_cast<std::uint16_t>(i);
  }
}

bool Symmetries::keeps(int symmetry, const PointSet& cells) const {
  return mapped(*this, map[static_cast<std::size_t>(symmetry)], cells) == cells;
}

std::vector<int> Symmetries::of_position(const Ruleset& rules, const Board& board) const {
  const PointSet black = board.points_of(Colour::black), white = board.points_of(Colour::white);
  const int stones = black.count() + white.count();
  std::vector<int> out;
  for (int s = 0; s < size(); ++s) {
    const bool open = std::all_of(rules.openings.begin(), rules.openings.end(),
                                  [&](const Opening& o) { return o.stones < stones || keeps(s, o.closed); });
    PointSet ko;
    if (board.ko() != kNoPoint) ko.insert(board.ko());
    if (open && keeps(s, black) && keeps(s, white) && keeps(s, ko)) out.push_back(s);
  }
  return out;
}

}  // namespace gofuda::tools
