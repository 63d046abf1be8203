// Points, colours, seats and sets of points.
//
// A point is a cell index on a padded grid whose row stride is the same for every board size, so that the neighbours
// of a point stand at constant distances. Cell (column c, row r), both 0-based with row 0 at the bottom, has index
// (r + 1) * kStride + c + 1. Index 0 is never a point.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace gofuda {

inline constexpr int kMaxSide = 25;
inline constexpr int kStride =
    kMaxSide + 1;  // one border column serves as the right edge of a row and the left of the next
inline constexpr int kCells = (kMaxSide + 2) * kStride + 1;

using Point = std::uint16_t;
inline constexpr Point kNoPoint = 0;
inline constexpr std::array<int, 4> kNeighbours{-kStride, -1, 1, kStride};
inline constexpr std::array<int, 4> kDiagonals{-kStride - 1, -kStride + 1, kStride - 1, kStride + 1};

constexpr Point point_at(int column, int row) { return static_cast<Point>((row + 1) * kStride + column + 1); }
constexpr int column_of(Point p) { return (p - 1) % kStride; }
constexpr int row_of(Point p) { return (p - 1) / kStride - 1; }

// "D4": the column letter (A to Z without I) and the row from 1. `parse_point` accepts lower case and gives kNoPoint
// for anything else; whether the point exists on a board is the grid's business.
std::string point_name(Point p);
Point parse_point(std::string_view text);

enum class Colour : std::uint8_t { empty = 0, black = 1, white = 2, off = 3 };
constexpr Colour opposite(Colour c) { return static_cast<Colour>(3 - static_cast<int>(c)); }  // of black or white
std::string_view colour_name(Colour c);

enum class Seat : std::uint8_t { black = 0, white = 1 };
constexpr Seat other(Seat s) { return static_cast<Seat>(1 - static_cast<int>(s)); }
constexpr int index(Seat s) { return static_cast<int>(s); }
constexpr std::size_t slot(Seat s) { return static_cast<std::size_t>(s); }  // its place in a list of two
constexpr int index(Colour c) { return static_cast<int>(c); }
constexpr Colour colour_of(Seat s) { return static_cast<Colour>(static_cast<int>(s) + 1); }
constexpr Seat seat_of(Colour c) { return static_cast<Seat>(static_cast<int>(c) - 1); }
std::string_view seat_name(Seat s);  // "black", "white"

// A set of points as a bit mask over all cells. Iteration is in ascending cell order (bottom row first, left to right).
class PointSet {
 public:
  static constexpr int kWords = (kCells + 63) / 64;

  constexpr PointSet() = default;
  static constexpr PointSet only(Point p) {
    PointSet set;
    set.insert(p);
    return set;
  }
  constexpr void insert(Point p) { words_[p >> 6] |= std::uint64_t{1} << (p & 63); }
  constexpr void erase(Point p) { words_[p >> 6] &= ~(std::uint64_t{1} << (p & 63)); }
  constexpr bool contains(Point p) const { return words_[p >> 6] >> (p & 63) & 1; }
  constexpr void clear() { words_ = {}; }

  constexpr int count() const {
    int n = 0;
    for (std::uint64_t w : words_) n += std::popcount(w);
    return n;
  }
  constexpr bool empty() const {
    std::uint64_t any = 0;
    for (std::uint64_t w : words_) any |= w;
    return any == 0;
  }
  constexpr Point first() const {  // kNoPoint when empty
    for (int i = 0; i < kWords; ++i)
      if (words_[i]) return static_cast<Point>(i * 64 + std::countr_zero(words_[i]));
    return kNoPoint;
  }
  Point nth(int k) const;  // the k-th member from 0; kNoPoint when there are not that many

  constexpr PointSet& operator|=(const PointSet& o) {
    for (int i = 0; i < kWords; ++i) words_[i] |= o.words_[i];
    return *this;
  }
  constexpr PointSet& operator&=(const PointSet& o) {
    for (int i = 0; i < kWords; ++i) words_[i] &= o.words_[i];
    return *this;
  }
  constexpr PointSet& operator-=(const PointSet& o) {
    for (int i = 0; i < kWords; ++i) words_[i] &= ~o.words_[i];
    return *this;
  }
  friend constexpr PointSet operator|(PointSet a, const PointSet& b) { return a |= b; }
  friend constexpr PointSet operator&(PointSet a, const PointSet& b) { return a &= b; }
  friend constexpr PointSet operator-(PointSet a, const PointSet& b) { return a -= b; }
  friend constexpr bool operator==(const PointSet&, const PointSet&) = default;
  constexpr bool intersects(const PointSet& o) const {
    std::uint64_t any = 0;
    for (int i = 0; i < kWords; ++i) any |= words_[i] & o.words_[i];
    return any != 0;
  }
  constexpr bool contains_all(const PointSet& o) const {
    std::uint64_t missing = 0;
    for (int i = 0; i < kWords; ++i) missing |= o.words_[i] & ~words_[i];
    return missing == 0;
  }

  // The set { p : p + offset is a member }, offset in cells; what falls outside the cells is dropped.
  PointSet moved_back(int offset) const;

  template <class F>
  constexpr void for_each(F&& f) const {
    for (int i = 0; i < kWords; ++i)
      for (std::uint64_t w = words_[i]; w; w &= w - 1) f(static_cast<Point>(i * 64 + std::countr_zero(w)));
  }

  constexpr std::uint64_t word(int i) const { return words_[i]; }
  constexpr std::uint64_t& word(int i) { return words_[i]; }

 private:
  std::array<std::uint64_t, kWords> words_{};
};

// "D4 E5 F6", in iteration order.
std::string to_string(const PointSet& set);

}  // namespace gofuda
