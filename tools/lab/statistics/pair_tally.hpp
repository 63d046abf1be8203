// What pairs of games on the same seeds add up to: game k of one set of rules and game k of another.
#pragma once

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

inline constexpr int kHalfWins = 3;  // kinds of results: 0, 1 and 2 half wins

struct PairTally {
  std::int64_t pairs = 0, apart = 0;        // apart: one of the two failed or was stopped; in none of the rest
  std::array<std::int64_t, 2> half_wins{};  // of Black
  Histogram results;                        // of a minus b, of Black's half wins
  Histogram leads;  // of a minus b, of Black's lead in thousandths of a point, where both were counted
  Histogram both;   // kHalfWins times Black's half wins of a, and those of b
  std::array<Histogram, 2> own_leads;  // of a and of b, of these same pairs
  std::int64_t other_courses = 0;      // the two were not the same game
  std::int64_t differing = 0;          // nor, or not, of the same result
  void add(const PairSide& a, const PairSide& b);
  void add(const PairTally& more);
};

// Every histogram with its name and the bounds of its values: f(name, histogram, least, most).
template <class T, class F>
void for_each_pair_histogram(T& t, F&& f) {
  f("results", t.results, -2, 2), f("leads", t.leads, -2 * kMostMargin, 2 * kMostMargin);
  f("both", t.both, 0, kHalfWins * kHalfWins - 1);
  f("own_leads", t.own_leads[0], -kMostMargin, kMostMargin);
  f("base_leads", t.own_leads[1], -kMostMargin, kMostMargin);
}

}  // namespace gofuda::lab
