#include "core/grid.hpp"

#include <cassert>
#include <utility>

namespace gofuda {

Grid::Grid(int width, int height, const PointSet& holes, std::vector<Region> regions)
    : width_(width), height_(height), regions_(std::move(regions)) {
  assert(width >= 1 && width <= kMaxSide && height >= 1 && height <= kMaxSide);
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

}  // namespace gofuda
