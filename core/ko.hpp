// What the ko rules remember of a game.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/point.hpp"
#include "core/rules.hpp"

namespace gofuda {

// The point that simple ko forbids, and who took the stone there: the other side may not retake it at once.
struct Ko {
  Point point = kNoPoint;
  Seat by = Seat::black;
  bool forbids(Point p, Seat mover) const { return point != kNoPoint && p == point && mover != by; }
  friend bool operator==(const Ko&, const Ko&) = default;
};

// The boards of a game so far, as superko compares them: in situational and natural superko together with the side
// that made each.
class History {
 public:
  // A board made by `mover`, by its hash.
  static std::uint64_t situation(KoRule ko, std::uint64_t board_hash, Seat mover);

  bool contains(std::uint64_t situation) const;
  void push(std::uint64_t situation);
  void pop(std::size_t n = 1);  // the last ones pushed
  void clear();
  bool empty() const { return order_.empty(); }
  std::span<const std::uint64_t> in_order() const { return order_; }
  friend bool operator==(const History& a, const History& b) { return a.order_ == b.order_; }

 private:
  std::size_t place(std::uint64_t situation) const;  // where it is, or a free place
  void rebuild(std::size_t size);
  void pop_last();

  std::vector<std::uint64_t> order_;
  std::vector<std::uint64_t> table_;  // a hash set of the same, zero where free; a power of two, at most half full
  int zeros_ = 0;                     // how often the situation that is zero itself was pushed
};

}  // namespace gofuda
