// Win conditions: sets of points that a side's stones have to fill, or a script's own test.
//
// What a condition draws, a row of stones, a picture or the regions of the board, is compiled into patterns: every set
// of points that fulfils it. A pattern is fulfilled whatever stands beside it, so a longer row counts.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/board.hpp"
#include "core/grid.hpp"
#include "core/shape.hpp"

namespace gofuda {

struct WinCondition {
  std::string id, name, text;
  std::vector<PointSet> patterns;
  int line = 0;           // > 0: the patterns are all rows of so many points
  bool scripted = false;  // a script tests it, and there are no patterns
};

std::vector<PointSet> line_patterns(const Grid& grid, int length);           // along Grid::line_steps; length from 1
std::vector<PointSet> shape_patterns(const Grid& grid, const Shape& shape);  // turned and mirrored; own stones only
std::vector<PointSet> region_patterns(const Grid& grid);

class WinTable {
 public:
  static constexpr int kMost = 32;  // conditions
  // Of all their patterns together, the squares of how many points these have: a copy of the others is kept for each.
  static constexpr std::size_t kMostPairs = 8'000'000;
  static std::size_t pairs(const WinCondition& condition);

  WinTable() = default;
  explicit WinTable(std::vector<WinCondition> conditions);

  const std::vector<WinCondition>& conditions() const { return conditions_; }
  bool empty() const { return patterns_.empty() && scripted_ == 0; }  // no condition ends a game
  bool scripted() const { return scripted_ != 0; }
  std::uint32_t scripted_conditions() const { return scripted_; }

  // The conditions, a bit each, that stones of colour c fulfil: with a pattern through p, or with any. Scripts not
  // asked.
  std::uint32_t met_through(const Board& board, Point p, Colour c) const {
    return met_through([&](Point q) { return board.at(q); }, p, c);
  }
  template <class At>
  std::uint32_t met_through(const At& at, Point p, Colour c) const {  // at(q): the colour on a point
    std::uint32_t met = 0;
    if (patterns_.empty() || at(p) != c) return met;
    for (std::uint32_t i = begin_[p]; i < begin_[p + 1u]; ++i) {
      if (at(groups_[i].cell) != c) continue;
      const Point* next = around_.data() + groups_[i - 1].end;
      for (const Point* const end = around_.data() + groups_[i].end; next != end;) {
        const Point condition = next[0];
        const Point *q = next + 2, *const rest = q + next[1];
        next = rest;
        while (q != rest && at(*q) == c) ++q;
        if (q == rest) met |= std::uint32_t{1} << condition;
      }
    }
    return met;
  }
  std::uint32_t met(const Board& board, Colour c) const;
  // All stones of c in fulfilled patterns of those conditions.
  PointSet stones(const Board& board, Colour c, std::uint32_t conditions) const;

 private:
  struct Pattern {
    std::uint32_t first;  // into cells_
    std::uint16_t size;
    std::uint8_t condition;
  };
  // Patterns through a cell that have one more in common: where no stone is on that one, they all are passed over.
  struct Group {
    Point cell;
    std::uint32_t end;  // into around_; they begin where those of the group before end
  };
  void list_around(Point p, std::span<const std::uint32_t> numbers);
  bool is_filled(const Board& board, const Pattern& p, Colour c) const {
    for (std::uint32_t i = p.first; i < p.first + p.size; ++i)
      if (board.at(cells_[i]) != c) return false;
    return true;
  }
  template <class F>
  void for_each_filled(const Board& board, Colour c, F&& f) const;  // f(pattern)

  std::vector<WinCondition> conditions_;
  std::uint32_t scripted_ = 0;
  std::vector<Pattern> patterns_;    // by their first cell
  std::vector<std::uint32_t> from_;  // by cell: the first pattern from there on; kCells + 1 of them, or none
  std::vector<Point> cells_;
  std::vector<std::uint32_t> begin_;  // by cell: into groups_; kCells + 1 of them, or none without patterns
  std::vector<Group> groups_;         // the first one is of no cell
  std::vector<Point> around_;         // of each pattern: its condition, how many cells are left, and these
};

}  // namespace gofuda
