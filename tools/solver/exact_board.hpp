// The board of a game of patterns as a search sees it: how many stones each side has in each pattern, kept up as stones
// are set and taken back.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "core/position.hpp"
#include "core/ruleset.hpp"
#include "tools/solver/exact_symmetry.hpp"

namespace gofuda::tools {

// Points are numbered from 0 in the order of the grid, and sides as seats. A pattern is alive for a side while the
// other has no stone in it; what it misses is its points without a stone. Patterns that hold another one are left out:
// they decide nothing.
class CountedBoard {
 public:
  static constexpr int kNear = 2;  // the patterns that miss so many points or fewer are kept in lists

  explicit CountedBoard(const Ruleset& rules);
  void load(const Position& position);

  int points() const { return symmetries_.points(); }
  Point cell(int point) const { return symmetries_.cell_of[static_cast<std::size_t>(point)]; }
  bool empty(int point) const { return colour_[static_cast<std::size_t>(point)] < 0; }
  int stones() const { return stones_; }
  int vacant() const { return points() - stones_; }
  int left(int side) const { return left_[static_cast<std::size_t>(side)]; }  // stones that a side may still set
  bool game_full() const { return vacant() == 0 || (left(0) <= 0 && left(1) <= 0); }
  int turns_left() const;  // at most, stones of both sides

  bool set(int side, int point);  // true: it completes a pattern
  void take_back(int side, int point);

  int alive(int side, int missing) const { return alive_[index(side, missing)]; }
  int largest() const { return largest_; }  // pattern, in points
  // Can the side be kept from ever completing a pattern, whatever it does? False where that is not known.
  bool held(int side, bool to_move) const;
  bool completes(int side, int point) const;  // would a stone there, on an empty point, complete a pattern?
  // Points that complete a pattern of the side: how many there are, 2 standing for more, and two of them.
  int completing(int side, std::array<int, 2>& points) const;
  // f(pattern) for each pattern that is alive for the side and misses so many points, at most kNear.
  template <class F>
  void for_each_near(int side, int missing, F&& f) const {
    const auto& words = near_[static_cast<std::size_t>(side)][static_cast<std::size_t>(missing - 1)];
    for (std::size_t i = 0; i < words.size(); ++i)
      for (std::uint64_t w = words[i]; w; w &= w - 1) f(static_cast<int>(i * 64) + std::countr_zero(w));
  }
  template <class F>
  void for_each_through(int point, F&& f) const {
    const auto p = static_cast<std::size_t>(point);
    for (std::uint32_t i = through_begin_[p]; i < through_begin_[p + 1]; ++i) f(static_cast<int>(through_[i]));
  }
  template <class F>
  void for_each_point(int pattern, F&& f) const {
    const auto p = static_cast<std::size_t>(pattern);
    for (std::uint32_t i = begin_[p]; i < begin_[p + 1]; ++i) f(static_cast<int>(points_[i]));
  }
  int patterns() const { return static_cast<int>(begin_.size()) - 1; }
  int count(int side, int pattern) const { return count_[static_cast<std::size_t>(2 * pattern + side)]; }
  int size(int pattern) const {
    return static_cast<int>(begin_[static_cast<std::size_t>(pattern) + 1] - begin_[static_cast<std::size_t>(pattern)]);
  }

  // The same for positions that a symmetry leads to each other; and which symmetry leads to the one that stands for all
  // of them. Of the stones alone, not of whose turn it is.
  std::uint64_t hash(int& symmetry) const;
  const Symmetries& symmetries() const { return symmetries_; }

 private:
  std::size_t index(int side, int missing) const { return static_cast<std::size_t>(side * (largest_ + 1) + missing); }
  void find_patterns(const Ruleset& rules);
  void enter(int side, int missing, int pattern, int step);
  template <int kStep>
  bool change(int side, int point);

  Symmetries symmetries_;
  int supply_, largest_ = 0, stones_ = 0;
  std::array<int, 2> left_{};
  std::vector<std::uint16_t> points_;  // of the patterns, one after the other
  std::vector<std::uint32_t> begin_{0}, through_begin_;
  std::vector<std::uint16_t> through_;
  std::vector<std::uint16_t> count_;  // by pattern and side
  std::vector<std::int8_t> colour_;   // by point: a side, or -1
  std::vector<int> alive_;
  std::array<std::array<std::vector<std::uint64_t>, kNear>, 2> near_;
  std::vector<std::uint64_t> hash_;                // by symmetry
  std::vector<std::array<std::uint64_t, 2>> key_;  // by point and side
};

}  // namespace gofuda::tools
