#include "core/grid.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <memory>
#include <mutex>
#include <tuple>
#include <utility>

namespace gofuda {

namespace {

constexpr std::array kSquareSteps{Step{0, -1}, Step{-1, 0}, Step{1, 0}, Step{0, 1}};
constexpr std::array kCornerSteps{Step{-1, -1}, Step{1, -1}, Step{-1, 1}, Step{1, 1}};
constexpr std::array kHexSteps{Step{-1, -1}, Step{0, -1}, Step{-1, 0}, Step{1, 0}, Step{0, 1}, Step{1, 1}};
constexpr std::array kLineSteps{Step{1, 0}, Step{0, 1}, Step{1, 1}, Step{-1, 1}};  // a hexagonal board has the first 3

// A place along a side that may wrap; -1 where the side has none.
int place(int at, int side, bool wraps) {
  if (wraps) return ((at % side) + side) % side;
  return at >= 0 && at < side ? at : -1;
}

Point stepped(Point p, Step by, int width, int height, const Topology& topology) {
  const int column = place(column_of(p) + by.columns, width, topology.wraps_columns);
  const int row = place(row_of(p) + by.rows, height, topology.wraps_rows);
  return column < 0 || row < 0 ? kNoPoint : point_at(column, row);
}

std::unique_ptr<const Links> make_links(int width, int height, const Topology& topology) {
  auto links = std::make_unique<Links>();
  const auto fill = [&](Point p, std::span<const Step> steps, std::span<Point> out) {
    for (std::size_t i = 0; i < steps.size(); ++i) out[i] = stepped(p, steps[i], width, height, topology);
  };
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const Point p = point_at(column, row);
      fill(p, topology.hex ? std::span<const Step>(kHexSteps) : kSquareSteps, links->beside[p]);
      if (!topology.hex) fill(p, kCornerSteps, links->across[p]);
    }
  return links;
}

}  // namespace

// Boards keep a pointer to the table and may outlive their grid, so that it stays for as long as the program runs.
const Links* links_of(int width, int height, const Topology& topology) {
  if (topology.plain()) return nullptr;
  static std::mutex mutex;
  static std::map<std::tuple<int, int, bool, bool, bool>, std::unique_ptr<const Links>> tables;
  const std::lock_guard lock(mutex);
  auto& table = tables[{width, height, topology.wraps_columns, topology.wraps_rows, topology.hex}];
  if (!table) table = make_links(width, height, topology);
  return table.get();
}

Grid::Grid(int width, int height, const PointSet& holes, std::vector<Region> regions, Topology topology)
    : width_(width),
      height_(height),
      regions_(std::move(regions)),
      topology_(topology),
      lattice_(links_of(width, height, topology)) {
  assert(width >= 1 && width <= kMaxSide && height >= 1 && height <= kMaxSide);
  assert((!topology.wraps_columns || width >= kLeastWrapped) && (!topology.wraps_rows || height >= kLeastWrapped));
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) points_.insert(point_at(column, row));
  points_ -= holes;
  area_ = points_.count();
}

const Region* Grid::region(std::string_view name) const {
  for (const Region& r : regions_)
    if (r.name == name) return &r;
  return nullptr;
}

Point Grid::parse(std::string_view text) const {
  const Point p = parse_point(text);
  return exists(p) ? p : kNoPoint;
}

Point Grid::step(Point p, int columns, int rows) const {
  const Point q = stepped(p, {columns, rows}, width_, height_, topology_);
  return exists(q) ? q : kNoPoint;
}

PointSet Grid::moved(const PointSet& points, int columns, int rows) const {
  PointSet out;
  points.for_each([&](Point p) {
    if (const Point q = step(p, columns, rows); q != kNoPoint) out.insert(q);
  });
  return out;
}

std::span<const Step> Grid::neighbour_steps() const {
  return topology_.hex ? std::span<const Step>(kHexSteps) : kSquareSteps;
}

std::span<const Step> Grid::line_steps() const {
  return std::span<const Step>(kLineSteps).first(topology_.hex ? 3 : 4);
}

PointSet Grid::neighbours(Point p) const {
  PointSet out;
  lattice_.for_each_beside(p, [&](Point n) { out.insert(n); });
  return out & points_;
}

PointSet Grid::neighbours(const PointSet& points) const {
  constexpr int kMany = 8;
  PointSet out;
  if (!lattice_.plain() || points.count() < kMany)
    points.for_each([&](Point p) { lattice_.for_each_beside(p, [&](Point n) { out.insert(n); }); });
  else
    for (const int offset : kNeighbours) out |= points.moved_back(-offset);
  return (out & points_) - points;
}

PointSet Grid::joined(const PointSet& from, const PointSet& among) const {
  PointSet out = from & among;
  for (PointSet more = out; !more.empty(); out |= more) more = (neighbours(more) & among) - out;
  return out;
}

PointSet Grid::take_part(PointSet& left, const PointSet& among) const {
  PointSet first;
  first.insert(left.first());
  const PointSet part = joined(first, among);
  left -= part;
  return part;
}

std::string size_text(const Grid& grid) { return std::to_string(grid.width()) + "x" + std::to_string(grid.height()); }

}  // namespace gofuda
