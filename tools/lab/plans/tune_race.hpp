// Sets of rules against one another on the same seeds: those that miss an aim fall out, and what is recommended is
// played on fresh ones.
#pragma once

#include <atomic>
#include <functional>

#include "tools/lab/plans/tune_plan.hpp"
#include "tools/lab/runner/batch.hpp"

namespace gofuda::lab {

inline constexpr const char* kGamesThatFail = "games that fail";  // what a set of rules is dropped by

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
  bool whole() const { return !p.empty(); }  // tested
};

struct TuneResult {
  std::vector<TuneCandidate> candidates;  // in the plan's order
  int rounds = 0;                         // that are over
  std::vector<std::size_t> ranking;       // of those that are left, the one nearest to the middle of all aims first
  std::vector<Confirmation> confirmations;
  std::optional<std::size_t> recommended;  // a cell
  int caught = 0;

  std::uint64_t games() const;  // of all of these
};

inline constexpr int kRounds = 5;         // of the race, each as long as all before it
inline constexpr int kMostConfirmed = 3;  // candidates that are tried on fresh games

// How the race is played and watched, which does not decide it.
struct RaceWork {
  int threads = 1;
  std::function<PlayBatch(std::size_t cell)> player = [](std::size_t) { return PlayBatch(run_batch); };
  const std::atomic<int>* stop = nullptr;
  std::function<void(const std::string&, std::uint64_t)> tick;  // is told how many games there are
  std::function<void(const TuneResult&)> keep;                  // is told now and then what is known
};

// `all`: of each cell. Goes on from what is `known` of the same race.
TuneResult race(const TunePlan& plan, const std::vector<Candidate>& all, const RaceWork& work, TuneResult known = {});

}  // namespace gofuda::lab
