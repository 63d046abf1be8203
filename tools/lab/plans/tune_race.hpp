// Sets of rules against one another on the same seeds: those that miss an aim fall out, and what is recommended is
// played on fresh ones.
#pragma once

#include <atomic>
#include <functional>

#include "tools/lab/plans/tune_plan.hpp"
#include "tools/lab/runner/batch.hpp"
#include "tools/lab/store/ranges.hpp"

namespace gofuda::lab {

inline constexpr const char* kGamesThatFail = "games that fail";  // what a set of rules is dropped by

struct TuneCandidate {
  std::size_t cell = 0;
  std::vector<Histogram> values;  // by aim
  Courses courses;                // of the games with a result, `ended` of them
  std::int64_t games = 0, ended = 0, failed = 0;
  std::string dropped;  // by which aim; "": it is still there
};

// What fresh games say of a candidate.
struct Confirmation {
  std::size_t cell = 0;
  std::int64_t games = 0, ended = 0;
  std::vector<Histogram> values;                         // by aim; of kCardAim none
  Courses courses;                                       // of the games with a result
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
  std::size_t stages() const;   // that are over: rounds, and confirmations
};

inline constexpr int kRounds = 5;         // of the race, each as long as all before it
inline constexpr int kMostConfirmed = 3;  // candidates that are tried on fresh games

// What a race comes to next: games of sets of rules, after which it is decided which go on.
struct TuneStage {
  struct Games {
    std::size_t cell;
    std::uint64_t first, end;  // of those of the cell in the race, or of the fresh ones
  };
  bool over = true;                         // there is none
  std::optional<std::size_t> confirmation;  // which one; nothing: a round of the race
  std::vector<Games> games;
  std::uint64_t deals = 0;  // of each card of what is confirmed
};
TuneStage next_stage(const TunePlan& plan, const TuneResult& known);  // of what settle() has put in order
void settle(const TunePlan& plan, TuneResult& r);                     // the ranking and the like, of the games alone
void decide(const TunePlan& plan, TuneResult& r);                     // when all games of the stage are there

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

// A part of what comes next after what is `known`: its games alone. Goes on from what of them is `played`.
TuneResult race_part(const TunePlan& plan, const std::vector<Candidate>& all, const RaceWork& work,
                     const TuneResult& known, Shard shard, TuneResult played = {});
bool part_is_whole(const TuneStage& stage, Shard shard, const TuneResult& played);
// Puts the games of a part of the stage to what is known. False when they do not belong together.
bool add_part(const TunePlan& plan, const TuneStage& stage, const TuneResult& played, TuneResult& known);

}  // namespace gofuda::lab
