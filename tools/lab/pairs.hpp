// Two sets of rules on the same seeds: game k of the one is paired with game k of the other.
#pragma once

#include <functional>
#include <optional>

#include "tools/lab/batch.hpp"

namespace gofuda::lab {

struct PairTally {
  std::int64_t pairs = 0, apart = 0;        // apart: one of the two failed or was stopped; in none of the rest
  std::array<std::int64_t, 2> half_wins{};  // of Black, by set of rules: a win 2, a draw 1
  Histogram results;                        // of a minus b, of Black's half wins
  Histogram leads;                          // of a minus b, of Black's lead in half points, where both were counted
  void add(const GameRecord& a, const GameRecord& b);
};

struct Pairs {
  std::array<Plan, 2> plans;
  std::uint64_t games = 0;  // of each, at most
  int threads = 1;
  std::optional<SequentialTest> test;
  const std::atomic<int>* stop = nullptr;
};

struct PairResult {
  PairTally tally;
  double log_likelihood_ratio = 0;
  int decided = 0;  // -1: the test says low, 1: high, 0: neither yet
};

// Ends with the pair that decides the test, whatever the number of threads. `tick` is told how many pairs are done.
PairResult play_pairs(const Pairs& pairs, const std::function<void(std::uint64_t)>& tick);

}  // namespace gofuda::lab
