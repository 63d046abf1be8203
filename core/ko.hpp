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
  void pop(std::size_t n = 1);                  // the last ones pushed
  std::uint32_t next() const { return next_; }  // the number that the next one pushed will have
  // A move has been undone: those from `first` on and before `end` never were. Then the move stands again.
  void forget(std::uint32_t move, std::uint32_t first, std::uint32_t end = kNoEnd);
  void recall(std::uint32_t move);
  void clear();
  bool empty() const { return order_.empty(); }
  std::size_t size() const { return order_.size() + forgotten_.size(); }  // of all that is kept
  std::span<const std::uint64_t> in_order() const { return order_; }
  // In what they forbid; what would be known again is no part of it.
  friend bool operator==(const History& a, const History& b) { return a.order_ == b.order_; }
  static constexpr std::uint32_t kNoEnd = static_cast<std::uint32_t>(-1);

 private:
  struct Forgotten {
    std::uint32_t move, number;
    std::uint64_t situation;
  };
  static bool is_earlier(const Forgotten& a, const Forgotten& b) { return a.number < b.number; }
  static bool is_same(const Forgotten& a, const Forgotten& b) { return a.number == b.number; }
  std::size_t place(std::uint64_t situation) const;  // where it is, or a free place
  void rebuild(std::size_t size);
  void pop_last();

  std::vector<std::uint64_t> order_;
  std::vector<std::uint32_t> numbers_;  // of the same, rising
  std::vector<Forgotten> forgotten_;
  std::vector<std::uint64_t>
      table_;  // a hash set of those in order, zero where free; a power of two, half full at most
  std::uint32_t next_ = 0;
  int zeros_ = 0;  // how often the situation that is zero itself is in order
};

}  // namespace gofuda
