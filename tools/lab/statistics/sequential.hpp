// Tests and intervals of a mean that hold whenever one stops, and however few of the numbers differ: by the wealth of
// who bets against a mean at odds that are fair if it is the true one. Whatever is staked, the chance that the wealth
// ever is k times what it was is at most 1 / k (Ville 1939); stakes and intervals as by Waudby-Smith and Ramdas 2024.
#pragma once

#include "tools/lab/statistics/stats.hpp"

namespace gofuda::lab {

// The numbers of a histogram: each in steps of `unit`, and between -most and most. Those beyond count as these.
struct Reach {
  double unit = 1, most = 1;
};

enum class Side : std::uint8_t { above, below };

// Bets that the true mean is on that side of `mean`, with several stakes at once, from all that there is to one that
// is right where the true mean is `effect` off and the numbers differ as much as they can.
class Bets {
 public:
  Bets(Reach reach, double mean, Side side, double effect);
  // The logarithm of the wealth after these numbers, beginning with 0. The order in which they came does not matter.
  double log_wealth(const Histogram& numbers) const;

 private:
  const std::vector<double>& factors(int value) const;  // logarithms of what one number does to each stake's wealth

  Reach reach_;
  double sign_, mean_;  // seen from below
  std::vector<double> stakes_;
  mutable std::map<int, std::vector<double>> factors_;
};

// Is a mean `low` or `high`? Decided as soon as the bets against one of the two have won enough. Says high where the
// mean is low or less with a chance of at most alpha, low where it is high or more with one of at most beta.
class SequentialTest {
 public:
  struct Question {
    double low = 0, high = 0;  // low < high, both between -most and most
    double alpha = 0.05, beta = 0.05;
  };
  SequentialTest(Question question, Reach reach);
  const Question& question() const { return question_; }
  const Reach& reach() const { return reach_; }
  double needed_against_low() const;  // of the bets' log wealth
  double needed_against_high() const;
  struct Evidence {
    double against_low, against_high;
    int decision;  // -1: rather low, 1: rather high, 0: open
  };
  Evidence evidence(const Histogram& numbers) const;

 private:
  Question question_;
  Reach reach_;
  Bets against_low_, against_high_;
};

// The means that the bets against them, `effect` as above, have not refuted: holds the true mean at 95 % for all
// numbers of numbers at once, and so whenever one stops. Nothing of no numbers.
std::optional<Interval> confidence_sequence(const Histogram& numbers, Reach reach, double effect);

}  // namespace gofuda::lab
