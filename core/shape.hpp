// A pattern of stones that a card or a win condition draws as a picture, its orientations and its placements on a
// board.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/grid.hpp"
#include "core/point.hpp"
#include "core/rules.hpp"

namespace gofuda {

struct ShapeStone {
  int x, y;             // column and row of the picture, row 0 at the bottom
  bool theirs = false;  // a stone of the other side ('O'); false: of the player's own ('X')
  friend auto operator<=>(const ShapeStone&, const ShapeStone&) = default;
};

// One way to lay the shape: distances in cells from its lowest, then leftmost stone (the anchor, distance 0),
// ascending.
struct Orientation {
  std::vector<int> offsets;
  std::vector<bool> theirs;  // in the order of `offsets`
  PointSet room;             // if it is wide: where the anchor may stand for no stone to fall into the next row
  int width, height;
  std::vector<ShapeStone> stones;
  bool across = false;  // cut apart by joined edges
  bool wide = false;    // so wide that it does not go without `room` on a board of that width
};

class Shape {
 public:
  // The picture: rows of 'X' (own stone), 'O' (the other side's), '.' (anything), top row first, blanks ignored.
  // Nothing when there is no stone, a strange character, or more than kMaxSide rows or columns; `problem` says which.
  static std::optional<Shape> parse(std::string_view picture, std::string* problem = nullptr);
  explicit Shape(std::vector<ShapeStone> stones);

  int size() const { return static_cast<int>(stones_.size()); }
  int width() const { return width_; }
  int height() const { return height_; }
  const std::vector<ShapeStone>& stones() const { return stones_; }

  // The different ways to lay it. mirrors: over the grid's axes; rotations: by quarter turns; all: both. In hexagons it
  // is turned by sixths, and the axes are the two diagonals of the board.
  std::vector<Orientation> orientations(Symmetry symmetry, bool hex = false) const;
  // The same on that board: where edges are joined, a way that leads across one is a way of its own, drawn as it then
  // lies. Each set of points that the shape covers is a placement of one of them only; none covers a point twice.
  std::vector<Orientation> orientations(Symmetry symmetry, const Grid& grid) const;
  std::string picture() const;

 private:
  std::vector<ShapeStone> stones_;  // sorted, touching both axes
  int width_ = 0, height_ = 0;
};

// The anchors at which `o` lies wholly on `free`.
PointSet anchors(const Orientation& o, const PointSet& free);
// Whether the points, in ascending order, are a placement in one of the orientations; its index, or -1. Where the same
// points are a placement in several, with other stones for the other side, the order in which the player named them
// tells, own stones first.
int match(std::span<const Orientation> orientations, std::span<const Point> points,
          std::span<const Point> as_named = {});
// The same of stones that land one by one, in the order of `in_order`: where they fit in several ways, the one with own
// stones on the points that come first.
int match_in_order(std::span<const Orientation> orientations, std::span<const Point> points,
                   std::span<const Point> in_order);
bool two_coloured(std::span<const Orientation> orientations);
// The orientation's points from that anchor: ascending or, where stones of both sides are laid, own stones first.
void lay(const Orientation& o, Point anchor, bool own_first, std::vector<Point>& out);
// In hexagons each row half a point to the right of the one above it.
std::string picture_of(const std::vector<ShapeStone>& stones, bool hex = false);

}  // namespace gofuda
