#include "core/win.hpp"

#include <algorithm>
#include <iterator>

namespace gofuda {

// Around a joined edge a line may come back to where it began: it is none if that is too soon, and the same from each
// of its points if it closes.
std::vector<PointSet> line_patterns(const Grid& grid, int length) {
  std::vector<PointSet> out;
  for (const Step& step : grid.line_steps()) {
    const std::size_t before = out.size();
    grid.points().for_each([&](Point start) {
      PointSet row;
      int n = 0;
      for (Point p = start; n < length && p != kNoPoint && !row.contains(p); ++n) {
        row.insert(p);
        p = grid.step(p, step.columns, step.rows);
      }
      const auto first = out.begin() + static_cast<std::ptrdiff_t>(before);
      if (n == length && !(grid.topology().wraps() && std::find(first, out.end(), row) != out.end()))
        out.push_back(row);
    });
    if (length == 1) break;
  }
  return out;
}

std::vector<PointSet> shape_patterns(const Grid& grid, const Shape& shape) {
  std::vector<PointSet> out;
  for (const Orientation& o : shape.orientations(Symmetry::all, grid))
    anchors(o, grid.points()).for_each([&](Point anchor) {
      PointSet points;
      for (int offset : o.offsets) points.insert(static_cast<Point>(anchor + offset));
      out.push_back(points);
    });
  return out;
}

std::vector<PointSet> region_patterns(const Grid& grid) {
  std::vector<PointSet> out;
  for (const Region& r : grid.regions()) out.push_back(r.points);
  return out;
}

std::size_t WinTable::pairs(const WinCondition& condition) {
  std::size_t sum = 0;
  for (const PointSet& points : condition.patterns) {
    const auto n = static_cast<std::size_t>(points.count());
    sum += n * n;
  }
  return sum;
}

WinTable::WinTable(std::vector<WinCondition> conditions) : conditions_(std::move(conditions)) {
  std::vector<std::vector<std::uint32_t>> at(kCells);
  for (std::size_t i = 0; i < conditions_.size(); ++i) {
    if (conditions_[i].scripted) scripted_ |= std::uint32_t{1} << i;
    for (const PointSet& points : conditions_[i].patterns) {
      const auto number = static_cast<std::uint32_t>(patterns_.size());
      patterns_.push_back({static_cast<std::uint32_t>(cells_.size()), static_cast<std::uint16_t>(points.count()),
                           static_cast<std::uint8_t>(i)});
      points.for_each([&](Point p) {
        cells_.push_back(p);
        at[p].push_back(number);
      });
    }
  }
  if (patterns_.empty()) return;
  begin_.push_back(0);
  for (Point p = 0; p < kCells; ++p) {
    for (const std::uint32_t number : at[p]) {
      const Pattern& pattern = patterns_[number];
      around_.push_back(pattern.condition);
      around_.push_back(static_cast<Point>(pattern.size - 1));
      const auto first = cells_.begin() + pattern.first;
      std::copy_if(first, first + pattern.size, std::back_inserter(around_), [p](Point q) { return q != p; });
    }
    begin_.push_back(static_cast<std::uint32_t>(around_.size()));
  }
  const auto first_cell = [&](const Pattern& pattern) { return cells_[pattern.first]; };
  std::stable_sort(patterns_.begin(), patterns_.end(),
                   [&](const Pattern& a, const Pattern& b) { return first_cell(a) < first_cell(b); });
  for (Point p = 0; p <= kCells; ++p) {
    const auto from = std::partition_point(patterns_.begin(), patterns_.end(),
                                           [&](const Pattern& pattern) { return first_cell(pattern) < p; });
    from_.push_back(static_cast<std::uint32_t>(from - patterns_.begin()));
  }
}

std::uint32_t WinTable::met(const Board& board, Colour c) const {
  std::uint32_t met = 0;
  auto at = [&](Point q) { return board.at(q); };
  if (patterns_.empty()) return met;
  board.points_of(c).for_each([&](Point p) {
    for (std::uint32_t i = from_[p]; i < from_[p + 1u]; ++i)
      if (filled(at, patterns_[i], c)) met |= std::uint32_t{1} << patterns_[i].condition;
  });
  return met;
}

PointSet WinTable::stones(const Board& board, Colour c, std::uint32_t conditions) const {
  PointSet out;
  auto at = [&](Point q) { return board.at(q); };
  for (const Pattern& pattern : patterns_)
    if (conditions >> pattern.condition & 1 && filled(at, pattern, c))
      for (std::uint32_t i = pattern.first; i < pattern.first + pattern.size; ++i) out.insert(cells_[i]);
  return out;
}

}  // namespace gofuda
