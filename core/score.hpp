// Counting at the end of a game.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "core/board.hpp"
#include "core/grid.hpp"
#include "core/rules.hpp"

namespace gofuda {

struct Score {
  std::array<int, 2> stones{};  // living stones on the board, by Seat
  std::array<int, 2>
      territory{};  // empty points (and, below, points under dead stones) that only one side's stones reach
  std::array<int, 2> under_dead{};  // points of that side's territory on which a dead stone of the other side stood
  // Counted by territory scoring only: what the side took and was handed over with passes, dead stones included.
  std::array<int, 2> prisoners{};
  std::array<int, 2> taxed{};  // points that groups other than those in seki pay
  int neutral = 0;             // empty points that both sides or none reach, or that are taxed in seki
  int bonus = 0;               // points given to White for a handicap
  PointSet black_area, white_area, neutral_points;
  int komi = 0;                // thousandths of a point, to White
  std::optional<Seat> button;  // who has half a point more
  Scoring method = Scoring::area;
  // Thousandths of a point that cards have given, and what scripts count, which may be instead of the points.
  std::array<int, 2> cards{}, scripted{};
  bool only_scripted = false;

  int points(Seat s) const {  // whole points on the board and of the record, komi and button not included
    const int i = index(s), land = territory[i] + under_dead[i] - taxed[i] + (s == Seat::white ? bonus : 0);
    return land + (method == Scoring::area ? stones[i] : prisoners[i]);
  }
  // All of it, what cards and scripts add among it, in thousandths of a point; and Black's lead. More than kMostMargin
  // either way is told as that much.
  std::int64_t total(Seat s) const {
    return (only_scripted ? 0 : std::int64_t{kWholePoint} * points(s)) + cards[index(s)] + scripted[index(s)] +
           (s == Seat::white ? komi : 0) + (button == s ? kHalfPoint : 0);
  }
  static constexpr int kMostMargin = 1'000'000 * kWholePoint;
  int margin() const {
    const std::int64_t lead = total(Seat::black) - total(Seat::white);
    return static_cast<int>(std::clamp<std::int64_t>(lead, -kMostMargin, kMostMargin));
  }
};

// Of a board: nothing that the record of a game adds. `dead`: stones agreed to be dead; they are taken off before
// counting. `prisoners`: stones each seat has captured so far.
Score count(const Board& board, const Grid& grid, const PointSet& dead, const Rules& rules,
            std::array<int, 2> prisoners = {});
// The same of stones that need not stand on a board, by Seat.
Score count(const std::array<PointSet, 2>& stones, const Grid& grid, const PointSet& dead, const Rules& rules,
            std::array<int, 2> prisoners = {});

std::string result_text(int margin);  // "B+6.5", "W+0.25", "Draw"

}  // namespace gofuda
