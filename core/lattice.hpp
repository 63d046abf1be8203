// Which points are beside which: on a plain board at constant distances, on any other as a table has it.
#pragma once

#include <array>
#include <utility>

#include "core/point.hpp"

namespace gofuda {

// How the points of a rectangle hang together. Where columns wrap, the last column is beside the first one, as on a
// cylinder; where rows do, the last row is; where both do, as on a torus. On a hexagonal board each row lies half a
// point to the right of the one above it, so that a point touches two points of each.
struct Topology {
  bool wraps_columns = false, wraps_rows = false, hex = false;
  bool plain() const { return !wraps_columns && !wraps_rows && !hex; }
  bool wraps() const { return wraps_columns || wraps_rows; }
  friend bool operator==(const Topology&, const Topology&) = default;
};

inline constexpr int kLeastWrapped = 3;  // columns or rows; with fewer, a point would be beside itself or another twice

// Of each point of a rectangle those beside it, and those across a corner; kNoPoint where there is none, which no board
// has.
struct Links {
  std::array<std::array<Point, 6>, kCells> beside{};
  std::array<std::array<Point, 4>, kCells> across{};  // none on a hexagonal board: there all corners touch
};

// The table of that rectangle, made once and kept; nullptr for a plain board.
const Links* links_of(int width, int height, const Topology& topology);

// The two ways to ask for what is beside a point. Both may give cells that are off the board. The `cell_` kind is for
// places in tables by cell: at a constant distance it is a part of the address.
struct PlainLattice {
  static constexpr int kBeside = 4, kAcross = 4;
  int cell_beside(Point p, int i) const { return p + kNeighbours[static_cast<std::size_t>(i)]; }
  int cell_across(Point p, int i) const { return p + kDiagonals[static_cast<std::size_t>(i)]; }
  Point beside(Point p, int i) const { return static_cast<Point>(cell_beside(p, i)); }
  Point across(Point p, int i) const { return static_cast<Point>(cell_across(p, i)); }
};
struct LinkedLattice {
  static constexpr int kBeside = 6, kAcross = 4;
  const Links* links;
  Point beside(Point p, int i) const { return links->beside[p][static_cast<std::size_t>(i)]; }
  Point across(Point p, int i) const { return links->across[p][static_cast<std::size_t>(i)]; }
  int cell_beside(Point p, int i) const { return beside(p, i); }
  int cell_across(Point p, int i) const { return across(p, i); }
};

class Lattice {
 public:
  Lattice() = default;
  explicit Lattice(const Links* links) : links_(links) {}
  bool plain() const { return links_ == nullptr; }
  int most_beside() const { return plain() ? PlainLattice::kBeside : LinkedLattice::kBeside; }
  friend bool operator==(const Lattice&, const Lattice&) = default;

  // f(lattice), compiled for each of the two: what a plain board asks, it asks at constant distances.
  template <class F>
  decltype(auto) with(F&& f) const {
    if (links_) [[unlikely]]
      return std::forward<F>(f)(LinkedLattice{links_});
    return std::forward<F>(f)(PlainLattice{});
  }
  template <class F>
  void for_each_beside(Point p, F&& f) const {
    with([&](auto lattice) {
      for (int i = 0; i < lattice.kBeside; ++i) f(lattice.beside(p, i));
    });
  }
  template <class F>
  void for_each_across(Point p, F&& f) const {
    with([&](auto lattice) {
      for (int i = 0; i < lattice.kAcross; ++i) f(lattice.across(p, i));
    });
  }

 private:
  const Links* links_ = nullptr;
};

}  // namespace gofuda
