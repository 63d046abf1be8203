// Random games of stones that never come off, to a win or to the last stone, the fast way: uniform among the points
// that are open. On up to 64 points a side's stones are one word and a pattern a mask; on more, rows are counted along
// the board if it is a plain one.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/draws.hpp"
#include "core/ruleset.hpp"

namespace gofuda {

struct WinPlayoutResult {
  int moves = 0;
  Colour winner = Colour::empty;  // empty: a draw, or counted
  std::uint32_t won_by = 0;       // the conditions that the last stone fulfilled, by Ruleset::wins
};

class WinPlayout {
 public:
  // Ordinary turns, no captures, and conditions that need no script; nobody passes while a point is open, and neither
  // side's stones are out while the other has more than one.
  static bool fits(const Ruleset& rules);
  explicit WinPlayout(const Ruleset& rules);  // of a game that fits; the rules must outlive this

  // From the game's start with that side to move first, on a single draw of `random`. No allocation.
  WinPlayoutResult run(Seat first, Random& random);

 private:
  struct Mask {
    std::uint64_t points;
    std::uint32_t condition;
  };
  struct Row {
    int length;
    std::uint32_t condition;
  };

  template <bool kSmall>
  WinPlayoutResult play_out(Seat first, Draws& draws);
  int draw_open(Draws& draws, int left, int stones) const;
  std::uint32_t small_wins(std::uint16_t point, std::uint64_t own) const;
  std::uint32_t large_wins(Point p, std::uint8_t colour) const;

  const Ruleset& rules_;
  bool small_;
  int start_points_ = 0, start_stones_ = 0, most_moves_ = 0, first_win_ = 0, last_opening_ = -1;
  std::array<Point, kMaxSide * kMaxSide> start_;   // the open points: numbers of points if small, else cells
  std::array<Point, kMaxSide * kMaxSide> points_;  // of the game being played
  std::array<std::uint64_t, 2> start_own_{};
  std::vector<Mask> masks_;  // if small: by point, begin_ tells where
  std::vector<std::uint32_t> begin_;
  std::vector<Point> cell_of_;  // if small: the cell of each point
  std::vector<Row> rows_;       // if not
  std::uint32_t pictures_ = 0;  // conditions that are not counted so
  std::array<std::uint8_t, kCells> start_cells_, cells_;
  int used_cells_;
};

}  // namespace gofuda
