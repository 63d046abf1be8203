// What the two games of a pair have in common: how much pairing saves, and how much of the results the deal explains.
// Intervals by the delta method on the scale of the inverse hyperbolic tangent.
#pragma once

#include "tools/lab/statistics/pair_tally.hpp"

namespace gofuda::lab {

struct ShareOfVariance {
  double share = 0;                  // below 0, where the games of a pair are rather unlike
  std::optional<Interval> interval;  // nothing where all pairs are alike
};

// By how much the variance of the difference of Black's results is less than if the two games of a pair had nothing to
// do with one another. `both`: PairTally's. Nothing below 2 pairs or where neither side varies.
std::optional<ShareOfVariance> saved_by_pairing(const Histogram& both);
// The same of Black's lead, without an interval.
std::optional<double> saved_by_pairing(const Histogram& differences, const std::array<Histogram, 2>& own);

// Of the variance of the results of deals that were played twice with colours exchanged, shares which make 1 together.
struct Luck {
  ShareOfVariance deal;  // what the two games of a deal have in common
  double skill = 0;      // that one player is better with either colour
  double rest = 0;       // what came after the deal
};
std::optional<Luck> luck_and_skill(const Histogram& both);

}  // namespace gofuda::lab
