// Sets of rules against one another on the same seeds: those that miss an aim fall out, and what is recommended is
// played on fresh ones.
#pragma once

#include <atomic>
#include <functional>

#include "tools/lab/plans/tune_plan.hpp"
#include "tools/lab/runner/runner.hpp"

namespace gofuda::lab {

struct TuneCandidate {
  std::size_t cell = 0;
  std::vector<Histogram> values;  // by aim
  std::int64_t games = 0, failed = 0;
  std::string dropped;  // by which aim; "": it is still there
};

// What fresh games say of a candidate.
struct Confirmation {
  std::size_t cell = 0;
  std::int64_t games = 0;
  std::vector<Histogram> values;                         // by aim; of kCardAim none
  std::vector<double> p;                                 // by aim: that it is missed
  std::vector<std::pair<std::string, Histogram>> cards;  // each card's worth
  bool confirmed = false;
};

struct TuneResult {
  std::vector<TuneCandidate> candidates;  // in the plan's order
  std::vector<std::size_t> ranking;       // of those that are left, the one nearest to the middle of all aims first
  std::vector<Confirmation> confirmations;
  std::optional<std::size_t> recommended;  // a cell
  int caught = 0;
};

inline constexpr int kRounds = 5;         // of the race, each as long as all before it
inline constexpr int kMostConfirmed = 3;  // candidates that are tried on fresh games

// `plans`: of each cell. `tick` is told how many games are played.
TuneResult race(const TunePlan& plan, const std::vector<Plan>& plans, int threads, const std::atomic<int>& stop,
                const std::function<void(const std::string&, std::uint64_t)>& tick);

}  // namespace gofuda::lab
