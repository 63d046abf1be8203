// Plain games in which stones stay and patterns win, on up to 64 points: a side's stones are one word.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/draws.hpp"
#include "core/position.hpp"
#include "core/ruleset.hpp"

namespace gofuda::tools {

using Squares = std::uint64_t;  // a bit for each point of the board, in the order of its cells
constexpr Squares bit(int number) { return Squares{1} << number; }

// What a game's files say, as masks.
class PatternRules {
 public:
  // Ordinary turns without captures or passes, conditions that need no script, and a draw where nobody has won.
  static bool fits(const Ruleset& rules);
  explicit PatternRules(const Ruleset& rules);

  int points() const { return static_cast<int>(cells_.size()); }
  Squares all() const { return all_; }
  Point cell(int number) const { return cells_[static_cast<std::size_t>(number)]; }
  const std::vector<Squares>& patterns() const { return patterns_; }
  std::span<const Squares> through(int number) const {
    const auto n = static_cast<std::size_t>(number);
    return {through_.data() + begin_[n], begin_[n + 1] - begin_[n]};
  }
  // Points that the opening rule closes to the next stone, when so many are on the board.
  Squares closed(int stones) const {
    return stones < static_cast<int>(closed_.size()) ? closed_[static_cast<std::size_t>(stones)] : 0;
  }
  int stones_each() const { return stones_each_; }
  Squares squares(const PointSet& points) const;

 private:
  std::vector<Point> cells_;
  Squares all_ = 0;
  std::vector<Squares> patterns_, through_, closed_;
  std::vector<std::uint32_t> begin_;
  int stones_each_;
};

class PatternBoard {
 public:
  PatternBoard(const PatternRules& rules, const Position& position);

  unsigned to_move() const { return side_; }  // index of a seat
  Squares own(unsigned side) const { return own_[side]; }
  Squares vacant(const PatternRules& rules) const { return rules.all() & ~(own_[0] | own_[1] | walls_); }
  Squares open(const PatternRules& rules) const;  // to the next stone
  // Vacant points on which a stone of that side completes a pattern.
  Squares wins(unsigned side) const { return wins_[side]; }
  // The index of the side that wins with one of the next two stones, whatever the other side does; -1 where that is
  // not seen.
  int decided(const PatternRules& rules) const;
  // Nobody has won, and there is nothing left to set.
  bool drawn(const PatternRules& rules) const;

  void play(const PatternRules& rules, int number);  // on an open point
  void miss() { side_ ^= 1; }                        // where none is open
  // Plays on at random, but a win is taken and one of the other side's stopped. The winner's index; -1 for a draw. No
  // allocation.
  int play_out(const PatternRules& rules, Draws& draws);

 private:
  int draw(const PatternRules& rules, Draws& draws, Squares open);

  std::array<Squares, 2> own_{}, wins_{};
  Squares walls_ = 0;  // nobody's, and there for good: no card of a game that fits takes them away
  std::array<int, 2> set_{};
  unsigned side_ = 0;
};

}  // namespace gofuda::tools
