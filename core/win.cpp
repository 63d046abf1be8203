#include "core/win.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

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
  begin_.push_back(1);
  groups_.push_back({0, 0});
  for (Point p = 0; p < kCells; ++p) {
    list_around(p, at[p]);
    begin_.push_back(static_cast<std::uint32_t>(groups_.size()));
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

// Each pattern under that of its other cells which most of those through p have, too.
void WinTable::list_around(Point p, std::span<const std::uint32_t> numbers) {
  const auto cells = [&](std::uint32_t number) {
    return std::span(cells_).subspan(patterns_[number].first, patterns_[number].size);
  };
  std::array<std::uint32_t, kCells> uses{};
  for (const std::uint32_t number : numbers)
    for (const Point q : cells(number)) ++uses[q];
  uses[p] = 0;
  std::vector<std::pair<Point, std::uint32_t>> by_cell;
  for (const std::uint32_t number : numbers)
    by_cell.emplace_back(*std::ranges::max_element(cells(number), {}, [&](Point q) { return uses[q]; }), number);
  std::stable_sort(by_cell.begin(), by_cell.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < by_cell.size(); ++i) {
    const Point cell = by_cell[i].first;
    const std::uint32_t number = by_cell[i].second;
    if (i == 0 || by_cell[i - 1].first != cell) groups_.push_back({cell, 0});
    around_.push_back(patterns_[number].condition);
    const std::size_t size = around_.size();
    around_.push_back(0);
    std::ranges::copy_if(cells(number), std::back_inserter(around_), [&](Point q) { return q != p && q != cell; });
    around_[size] = static_cast<Point>(around_.size() - size - 1);
    groups_.back().end = static_cast<std::uint32_t>(around_.size());
  }
}

template <class F>
void WinTable::for_each_filled(const Board& board, Colour c, F&& f) const {
  if (patterns_.empty()) return;
  board.points_of(c).for_each([&](Point p) {
    for (std::uint32_t i = from_[p]; i < from_[p + 1u]; ++i)
      if (is_filled(board, patterns_[i], c)) f(patterns_[i]);
  });
}

std::uint32_t WinTable::met(const Board& board, Colour c) const {
  std::uint32_t met = 0;
  for_each_filled(board, c, [&](const Pattern& pattern) { met |= std::uint32_t{1} << pattern.condition; });
  return met;
}

PointSet WinTable::stones(const Board& board, Colour c, std::uint32_t conditions) const {
  PointSet out;
  for_each_filled(board, c, [&](const Pattern& pattern) {
    if (!(conditions >> pattern.condition & 1)) return;
    for (std::uint32_t i = pattern.first; i < pattern.first + pattern.size; ++i) out.insert(cells_[i]);
  });
  return out;
}

}  // namespace gofuda
