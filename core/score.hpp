// Counting at the end of a game.
#pragma once

#include <array>
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
  std::array<int, 2> prisoners{};   // counted by territory scoring only: what the side took, dead stones included
  int neutral = 0;                  // empty points that both sides or none reach
  PointSet black_area, white_area, neutral_points;
  int komi2 = 0;  // half points, to White
  Scoring method = Scoring::area;
  std::array<int, 2> cards2{};     // half points that cards have given,
  std::array<int, 2> scripted2{};  // and what scripts count,
  bool only_scripted = false;      // instead of the points on the board

  int points(Seat s) const {  // whole points on the board, komi not included
    int i = index(s);
    return method == Scoring::area ? stones[i] + territory[i] + under_dead[i]
                                   : territory[i] + under_dead[i] + prisoners[i];
  }
  int points2(Seat s) const {  // half points, all in all, komi not included
    return (only_scripted ? 0 : 2 * points(s)) + cards2[index(s)] + scripted2[index(s)];
  }
  int margin2() const { return points2(Seat::black) - points2(Seat::white) - komi2; }  // half points, Black's lead
};

// `dead`: stones agreed to be dead; they are taken off before counting. `prisoners`: stones each seat has captured so
// far.
Score count(const Board& board, const Grid& grid, const PointSet& dead, const Rules& rules,
            std::array<int, 2> prisoners = {});
// The same of stones that need not stand on a board, by Seat.
Score count(const std::array<PointSet, 2>& stones, const Grid& grid, const PointSet& dead, const Rules& rules,
            std::array<int, 2> prisoners = {});

std::string result_text(int margin2);  // "B+6.5", "W+0.5", "Draw"

}  // namespace gofuda
