// Two sets of rules on the same seeds: game k of the one is paired with game k of the other.
#pragma once

#include <functional>
#include <optional>

#include "tools/lab/batch.hpp"
#include "tools/lab/pair_tally.hpp"

namespace gofuda::lab {

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
