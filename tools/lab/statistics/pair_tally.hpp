// What pairs of games on the same seeds add up to: game k of one set of rules and game k of another.
#pragma once

#include <limits>

#include "tools/lab/statistics/tally.hpp"

namespace gofuda::lab {

// What a pair needs to know of a game.
struct PairSide {
  bool ended = false, counted = false;
  int half_wins = 0;  // of Black: a win 2, a draw 1
  int margin = 0;     // Black's lead in thousandths of a point
  std::uint64_t course = 0;
};
PairSide pair_side(const GameRecord& g);

inline constexpr std::int64_t kMostLead = std::numeric_limits<int>::max();  // that is told from more

struct PairTally {
  std::int64_t pairs = 0, apart = 0;        // apart: one of the two failed or was stopped; in none of the rest
  std::array<std::int64_t, 2> half_wins{};  // of Black
  Histogram results;                        // of a minus b, of Black's half wins
  Histogram leads;                 // of a minus b, of Black's lead in thousandths of a point, where both were counted
  std::int64_t other_courses = 0;  // the two were not the same game
  std::int64_t differing = 0;      // nor, or not, of the same result
  void add(const PairSide& a, const PairSide& b);
  void add(const PairTally& more);
};

}  // namespace gofuda::lab
