// The fixed part of a board: its size, its holes, its named regions, and how its points hang together. Immutable once
// built, shared by every position.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/lattice.hpp"
#include "core/point.hpp"

namespace gofuda {

struct Region {
  std::string name;
  PointSet points;
};

struct Step {
  int columns, rows;  // to the right, up
};

class Grid {
 public:
  // width and height from 1 to kMaxSide, from kLeastWrapped where they wrap; every point of the rectangle exists except
  // `holes`.
  Grid(int width, int height, const PointSet& holes = {}, std::vector<Region> regions = {}, Topology topology = {});

  int width() const { return width_; }
  int height() const { return height_; }
  int area() const { return area_; }  // the number of points that exist
  const PointSet& points() const { return points_; }
  bool exists(Point p) const { return p < kCells && points_.contains(p); }
  const std::vector<Region>& regions() const { return regions_; }
  const Region* region(std::string_view name) const;         // nullptr when there is none
  Point parse(std::string_view text) const;                  // kNoPoint when the text names no point of this grid
  int cells() const { return (height_ + 2) * kStride + 1; }  // cells a board of this size uses, borders included

  // --- how the points hang together
  const Topology& topology() const { return topology_; }
  const Lattice& lattice() const { return lattice_; }
  // The point that many columns to the right and rows up, across edges that are joined; kNoPoint where there is none.
  Point step(Point p, int columns, int rows) const;
  PointSet moved(const PointSet& points, int columns, int rows) const;  // each by that step, as far as there are points
  std::span<const Step> neighbour_steps() const;                        // four, or six
  std::span<const Step> line_steps()
      const;  // the directions of lines, one of each two that are opposite: four or three
  PointSet neighbours(Point p) const;
  PointSet neighbours(const PointSet& points) const;  // beside any of them, and none of them
  // The points of `among` that hang together, within it, with one of `from`.
  PointSet joined(const PointSet& from, const PointSet& among) const;
  // The part of `among` that the first of `left` belongs to, taken out of `left`: part by part, until nothing is left.
  PointSet take_part(PointSet& left, const PointSet& among) const;

 private:
  int width_, height_, area_;
  PointSet points_;
  std::vector<Region> regions_;
  Topology topology_;
  Lattice lattice_;
};

std::string size_text(const Grid& grid);  // "13x9", columns first

}  // namespace gofuda
