// Two sets of rules on the same seeds: game k of the one is paired with game k of the other.
#pragma once

#include <functional>
#include <optional>

#include "tools/lab/statistics/sequential.hpp"
#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

// Is the mean difference a - b of Black's win rate, or of Black's lead in points, the lower or the higher of two?
struct PairTest {
  SequentialTest test;
  bool on_score = false;
  int span = 0;  // that far apart the leads of a pair can be, in thousandths of a point
  SequentialTest::Evidence evidence(const PairTally& t) const { return test.evidence(on_score ? t.leads : t.results); }
  // Of the mean differences of Black's win rate and of Black's lead, whenever the test stops.
  std::optional<Interval> rate_interval(const PairTally& t) const;
  std::optional<Interval> lead_interval(const PairTally& t) const;
};
// As --sprt, --sprt-on, --alpha, --beta and `span` say it. Nothing and a message in `wrong`, or nothing and none: no
// test.
std::optional<PairTest> read_pair_test(const std::map<std::string, std::string>& words, std::string& wrong);
// `span` of two sets of rules, by the points of both boards and how far apart their komi is: PairTest::span, when
// stones taken do not count.
std::string span_of(int points, int komi_apart);

// Makes of two equal plans deals that are played twice, the players' colours exchanged.
void exchange_colours(std::array<Plan, 2>& plans);

// `games` of a plan by number, as far as it was not stopped. `tick` is told how many of them are done, and `see`
// shown each.
std::vector<PairSide> play_sides(const Plan& plan, Range games, int threads, const std::atomic<int>& stop,
                                 const std::function<void(std::uint64_t)>& tick,
                                 const std::function<void(const GameRecord&)>& see = {},
                                 const PlayBatch& play = run_batch);

inline constexpr const char* kDealsNote = "deals";  // of a comparison whose deals are played twice, colours exchanged

struct Pairs {
  std::array<Plan, 2> plans;
  std::uint64_t games = 0;  // of each, at most: those that the store has planned of them
  int threads = 1;
  std::optional<PairTest> test;
  const std::atomic<int>* stop = nullptr;
  std::array<PlayBatch, 2> play{run_batch, run_batch};
};

// Plays what the store lacks: its cell 0 is a, compared with cell 1, which is b. Ends with the pair that decides the
// test, whatever the number of threads. `tick` is told how many pairs there are.
void play_pairs(const Pairs& pairs, Store& store, const std::function<void(std::uint64_t)>& tick);

}  // namespace gofuda::lab
