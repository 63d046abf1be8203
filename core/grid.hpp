// The fixed part of a board: its size, its holes and its named regions. Immutable once built, shared by every position.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/point.hpp"

namespace gofuda {

struct Region {
  std::string name;
  PointSet points;
};

class Grid {
 public:
  // width and height from 1 to kMaxSide; every point of the rectangle exists except `holes`.
  Grid(int width, int height, const PointSet& holes = {}, std::vector<Region> regions = {});

  int width() const { return width_; }
  int height() const { return height_; }
  int area() const { return area_; }  // the number of points that exist
  const PointSet& points() const { return points_; }
  bool exists(Point p) const { return p < kCells && points_.contains(p); }
  const std::vector<Region>& regions() const { return regions_; }
  const Region* region(std::string_view name) const;         // nullptr when there is none
  Point parse(std::string_view text) const;                  // kNoPoint when the text names no point of this grid
  int cells() const { return (height_ + 2) * kStride + 1; }  // cells a board of this size uses, borders included

 private:
  int width_, height_, area_;
  PointSet points_;
  std::vector<Region> regions_;
};

}  // namespace gofuda
