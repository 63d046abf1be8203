#include "tools/solver/exact_symmetry.hpp"

#include <algorithm>
#include <numeric>

namespace gofuda::tools {

namespace {

constexpr int kMostMoved = 36;  // points of a board whose edges are joined and that is moved along itself, too

// A symmetry of a square, and how far the board is then moved along itself where its edges are joined.
struct Motion {
  int turn, columns, rows;
};

std::vector<Motion> motions(const Grid& grid) {
  const Topology& t = grid.topology();
  const bool moved = grid.area() <= kMostMoved;
  std::vector<Motion> out;
  for (int columns = 0; columns < (moved && t.wraps_columns ? grid.width() : 1); ++columns)
    for (int rows = 0; rows < (moved && t.wraps_rows ? grid.height() : 1); ++rows)
      for (int turn = 0; turn < 8; ++turn) out.push_back({turn, columns, rows});
  return out;
}

// The point that it leads to; kNoPoint where it leads off the board.
Point led(const Grid& grid, Point p, const Motion& by) {
  int x = column_of(p), y = row_of(p);
  if (by.turn & 4) std::swap(x, y);
  if (by.turn & 1) x = grid.width() - 1 - x;
  if (by.turn & 2) y = grid.height() - 1 - y;
  return grid.step(p, x + by.columns - column_of(p), y + by.rows - row_of(p));
}

PointSet mapped(const Symmetries& all, const std::vector<std::uint16_t>& map, const PointSet& cells) {
  PointSet out;
  cells.for_each([&](Point p) { out.insert(all.cell_of[map[all.number[p]]]); });
  return out;
}

// On a plain board it always does.
bool keeps_neighbours(const Symmetries& all, const std::vector<std::uint16_t>& map, const Grid& grid) {
  if (grid.lattice().plain()) return true;
  return std::all_of(all.cell_of.begin(), all.cell_of.end(), [&](Point p) {
    return mapped(all, map, grid.neighbours(p)) == grid.neighbours(all.cell_of[map[all.number[p]]]);
  });
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
  for (const Motion& by : motions(rules.grid)) {
    if (rules.wins.scripted()) break;
    if ((by.turn & 4) && rules.grid.width() != rules.grid.height()) continue;
    std::vector<std::uint16_t> to;
    for (Point cell : cell_of)
      if (const Point q = led(rules.grid, cell, by); q != kNoPoint) to.push_back(number[q]);
    if (to.size() == cell_of.size() && std::find(map.begin(), map.end(), to) == map.end() &&
        keeps_neighbours(*this, to, rules.grid) && keeps_patterns(*this, to, rules.wins))
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
