#include "core/shape.hpp"

#include <algorithm>
#include <array>
#include <functional>

namespace gofuda {

namespace {

using Placed = std::vector<ShapeStone>;

Placed normalised(Placed s) {
  int left = kCells, low = kCells;
  for (const ShapeStone& q : s) left = std::min(left, q.x), low = std::min(low, q.y);
  for (ShapeStone& q : s) q.x -= left, q.y -= low;
  std::sort(s.begin(), s.end());
  return s;
}

// In hexagons (1, 0), (1, 1) and (0, 1) lead to neighbours that touch one another.
Placed turned_by_sixth(Placed s) {
  for (ShapeStone& q : s) {
    const int x = q.x;
    q.x = x - q.y;
    q.y = x;
  }
  return s;
}

Placed transformed(const Placed& s, bool flip_x, bool flip_y, bool swap) {
  Placed out = s;
  for (ShapeStone& q : out) {
    if (flip_x) q.x = -q.x;
    if (flip_y) q.y = -q.y;
    if (swap) std::swap(q.x, q.y);
  }
  return normalised(std::move(out));
}

void add(std::vector<Placed>& ways, Placed way) {
  if (std::find(ways.begin(), ways.end(), way) == ways.end()) ways.push_back(std::move(way));
}

std::vector<Placed> square_ways(const Placed& stones, Symmetry symmetry) {
  std::vector<Placed> ways;
  for (int t = 0; t < 8; ++t) {
    bool flip_x = t & 1, flip_y = t & 2, swap = t & 4;
    bool mirrored = (flip_x != flip_y) != swap;  // an odd number of reflections
    if (symmetry == Symmetry::none && t != 0) continue;
    if (symmetry == Symmetry::mirrors && swap) continue;
    if (symmetry == Symmetry::rotations && mirrored) continue;
    add(ways, transformed(stones, flip_x, flip_y, swap));
  }
  return ways;
}

std::vector<Placed> hex_ways(const Placed& stones, Symmetry symmetry) {
  std::vector<Placed> ways;
  for (const bool mirrored : {false, true}) {
    Placed way = transformed(stones, false, false, mirrored);
    for (int sixths = 0; sixths < 6; ++sixths, way = turned_by_sixth(way)) {
      if (symmetry == Symmetry::none && (mirrored || sixths != 0)) continue;
      if (symmetry == Symmetry::mirrors && sixths % 3 != 0) continue;
      if (symmetry == Symmetry::rotations && mirrored) continue;
      add(ways, normalised(way));
    }
  }
  return ways;
}

std::vector<Placed> ways_of(const Placed& stones, Symmetry symmetry, bool hex) {
  return hex ? hex_ways(stones, symmetry) : square_ways(stones, symmetry);
}

// The ways in which a rectangle whose edges are joined can cut that one apart; none where it would cover a point twice.
void add_wrapped(std::vector<Placed>& ways, const Placed& way, const Grid& grid) {
  const Topology& t = grid.topology();
  for (int up = 0; up < (t.wraps_rows ? grid.height() : 1); ++up)
    for (int right = 0; right < (t.wraps_columns ? grid.width() : 1); ++right) {
      Placed cut = way;
      for (ShapeStone& q : cut) {
        if (t.wraps_columns) q.x = (q.x + right) % grid.width();
        if (t.wraps_rows) q.y = (q.y + up) % grid.height();
      }
      cut = normalised(std::move(cut));
      const auto same = [](const ShapeStone& a, const ShapeStone& b) { return a.x == b.x && a.y == b.y; };
      if (std::adjacent_find(cut.begin(), cut.end(), same) != cut.end()) return;  // however it is cut
      add(ways, std::move(cut));
    }
}

Orientation orientation_of(const Placed& s, int columns) {
  Orientation o;
  o.stones = s;
  std::vector<std::pair<int, bool>> cells;
  o.width = o.height = 0;
  for (const ShapeStone& q : s) {
    cells.emplace_back(q.y * kStride + q.x, q.theirs);
    o.width = std::max(o.width, q.x + 1);
    o.height = std::max(o.height, q.y + 1);
  }
  std::sort(cells.begin(), cells.end());
  for (auto [cell, theirs] : cells) {
    o.offsets.push_back(cell - cells.front().first);
    o.theirs.push_back(theirs);
  }
  o.wide = o.width > kStride + 1 - columns;
  const int left = cells.front().first % kStride;
  for (int column = left; o.wide && column + o.width - 1 - left < kMaxSide; ++column)
    for (int row = 0; row < kMaxSide; ++row) o.room.insert(point_at(column, row));
  return o;
}

std::vector<Orientation> orientations_of(const std::vector<Placed>& ways, int columns) {
  std::vector<Orientation> out;
  for (const Placed& s : ways) out.push_back(orientation_of(s, columns));
  return out;
}

}  // namespace

Shape::Shape(Placed stones) : stones_(normalised(std::move(stones))) {
  for (const ShapeStone& q : stones_) {
    width_ = std::max(width_, q.x + 1);
    height_ = std::max(height_, q.y + 1);
  }
}

std::optional<Shape> Shape::parse(std::string_view picture, std::string* problem) {
  auto fail = [&](std::string why) -> std::optional<Shape> {
    if (problem) *problem = std::move(why);
    return std::nullopt;
  };
  std::vector<std::string> rows;
  std::size_t at = 0;
  while (at <= picture.size()) {
    std::size_t end = std::min(picture.find('\n', at), picture.size());
    std::string row;
    for (std::size_t i = at; i < end; ++i) {
      const char c = picture[i];
      if (c == ' ' || c == '\t' || c == '\r') continue;
      if (c != 'X' && c != 'O' && c != '.') {
        std::string strange(1, c);  // with the other bytes of its character
        while (++i < end && (picture[i] & 0xc0) == 0x80) strange += picture[i];
        return fail("a picture is drawn with X, O and '.', not '" + strange + "'");
      }
      row += c;
    }
    if (!row.empty()) rows.push_back(row);
    at = end + 1;
  }
  if (rows.size() > kMaxSide) return fail("the picture has more than 25 rows");
  Placed stones;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    if (rows[r].size() > kMaxSide) return fail("the picture has more than 25 columns");
    for (std::size_t c = 0; c < rows[r].size(); ++c)
      if (rows[r][c] != '.')
        stones.push_back({static_cast<int>(c), static_cast<int>(rows.size() - 1 - r), rows[r][c] == 'O'});
  }
  if (stones.empty()) return fail("the picture has no stone");
  return Shape(std::move(stones));
}

std::vector<Orientation> Shape::orientations(Symmetry symmetry, bool hex) const {
  return orientations_of(ways_of(stones_, symmetry, hex), kMaxSide);
}

std::vector<Orientation> Shape::orientations(Symmetry symmetry, const Grid& grid) const {
  const std::vector<Placed> whole = ways_of(stones_, symmetry, grid.topology().hex);
  if (!grid.topology().wraps()) return orientations_of(whole, grid.width());
  std::vector<Placed> ways;
  for (const Placed& way : whole) add_wrapped(ways, way, grid);
  std::vector<Orientation> out = orientations_of(ways, grid.width());
  for (Orientation& o : out) o.across = std::find(whole.begin(), whole.end(), o.stones) == whole.end();
  return out;
}

std::string picture_of(const std::vector<ShapeStone>& stones, bool hex) {
  int width = 0, height = 0;
  for (const ShapeStone& q : stones) width = std::max(width, q.x + 1), height = std::max(height, q.y + 1);
  std::string out;
  for (int y = height - 1; y >= 0; --y) {
    if (hex) out.append(static_cast<std::size_t>(height - 1 - y), ' ');
    for (int x = 0; x < width; ++x) {
      auto it = std::find_if(stones.begin(), stones.end(), [&](const ShapeStone& q) { return q.x == x && q.y == y; });
      if (x) out += ' ';
      out += it == stones.end() ? '.' : it->theirs ? 'O' : 'X';
    }
    out += '\n';
  }
  return out;
}

std::string Shape::picture() const { return picture_of(stones_); }

namespace {

// The set moved back by each offset, all anded together; offsets are never negative. Only the first kWords words of
// the set have members; beyond them lie empty ones, so that the words of every offset are read alike.
template <int kWords>
PointSet anchors_within(const Orientation& o, const PointSet& free) {
  constexpr int kReal = std::min(kWords, PointSet::kWords);
  std::array<std::uint64_t, 2 * kWords + 1> words{};
  std::array<std::uint64_t, kWords> out;
  for (int i = 0; i < kReal; ++i) words[i] = free.word(i);
  std::copy_n(words.begin(), kWords, out.begin());
  for (std::size_t n = 1; n < o.offsets.size(); ++n) {
    if (o.offsets[n] >= kWords * 64) return {};
    const std::uint64_t* from = words.data() + o.offsets[n] / 64;
    const int bits = o.offsets[n] % 64;
    for (int i = 0; i < kWords; ++i) out[i] &= from[i] >> bits | from[i + 1] << 1 << (63 - bits);  // by 64: undefined
  }
  PointSet set;
  for (int i = 0; i < kReal; ++i) set.word(i) = out[i];
  return o.wide ? set & o.room : set;
}

}  // namespace

PointSet anchors(const Orientation& o, const PointSet& free) {
  std::uint64_t beyond = 0;
  for (int i = 8; i < PointSet::kWords; ++i) beyond |= free.word(i);
  return beyond ? anchors_within<12>(o, free) : anchors_within<8>(o, free);
}

bool two_coloured(std::span<const Orientation> orientations) {
  return !orientations.empty() &&
         std::find(orientations[0].theirs.begin(), orientations[0].theirs.end(), true) != orientations[0].theirs.end();
}

void lay(const Orientation& o, Point anchor, bool own_first, std::vector<Point>& out) {
  for (bool theirs : {false, true})
    for (std::size_t i = 0; i < o.offsets.size(); ++i)
      if (own_first ? o.theirs[i] == theirs : !theirs) out.push_back(static_cast<Point>(anchor + o.offsets[i]));
}

namespace {

// Do the points named first, as many as there are own stones, stand where the orientation has own stones?
bool named_so(const Orientation& o, std::span<const Point> points, std::span<const Point> as_named) {
  const auto own = static_cast<std::size_t>(std::count(o.theirs.begin(), o.theirs.end(), false));
  const auto first = as_named.first(std::min(own, as_named.size()));
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!o.theirs[i] && std::find(first.begin(), first.end(), points[i]) == first.end()) return false;
  return true;
}

bool fits(const Orientation& o, std::span<const Point> points) {
  if (o.offsets.size() != points.size() || (o.wide && !o.room.contains(points[0]))) return false;
  for (std::size_t i = 0; i < points.size(); ++i)
    if (points[i] != points[0] + o.offsets[i]) return false;
  return true;
}

// Whose stone each of the points gets, in the order in which they are named.
std::vector<bool> theirs_in_order(const Orientation& o, std::span<const Point> points,
                                  std::span<const Point> in_order) {
  std::vector<bool> out;
  for (const Point p : in_order)
    out.push_back(o.theirs[static_cast<std::size_t>(std::find(points.begin(), points.end(), p) - points.begin())]);
  return out;
}

}  // namespace

int match(std::span<const Orientation> orientations, std::span<const Point> points, std::span<const Point> as_named) {
  int found = -1;
  for (std::size_t k = 0; k < orientations.size(); ++k) {
    if (!fits(orientations[k], points)) continue;
    if (found < 0) found = static_cast<int>(k);
    if (as_named.empty() || !two_coloured(orientations) || named_so(orientations[k], points, as_named))
      return static_cast<int>(k);
  }
  return found;
}

int match_in_order(std::span<const Orientation> orientations, std::span<const Point> points,
                   std::span<const Point> in_order) {
  int found = -1;
  std::vector<bool> best;
  for (std::size_t k = 0; k < orientations.size(); ++k) {
    if (!fits(orientations[k], points)) continue;
    if (!two_coloured(orientations)) return static_cast<int>(k);
    std::vector<bool> theirs = theirs_in_order(orientations[k], points, in_order);
    if (found >= 0 && best <= theirs) continue;
    found = static_cast<int>(k);
    best = std::move(theirs);
  }
  return found;
}

}  // namespace gofuda
