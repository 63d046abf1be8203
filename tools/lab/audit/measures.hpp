// What an audit plays, and what comes of it.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scripting/library.hpp"
#include "tools/lab/audit/cycle.hpp"
#include "tools/lab/audit/value_watch.hpp"
#include "tools/lab/plans/worths.hpp"
#include "tools/lab/statistics/pair_tally.hpp"

namespace gofuda::lab {

// Games of each part; 0: it is left out.
struct AuditSizes {
  std::int64_t weak = 0, strong = 0;  // of two players of the same kind
  std::int64_t match = 0;             // deals, each played twice, the strong player on either side
  std::int64_t options = 0;           // with each other value of each option
  std::int64_t cards = 0;             // deals, and each card dealt to either side
  std::int64_t secrets = 0;           // deals for each secret, each played twice
  std::int64_t ladder = 0;            // deals between two rungs
};

// The games of two players of the same kind.
struct Watched {
  std::string player;
  Tally tally;
  DramaTally drama;
  std::vector<std::uint64_t> endless;                      // the first games that were stopped
  std::map<std::pair<CardId, CardId>, std::int64_t> left;  // taken, left: how often where both were offered
  unsigned secrets = 0;
};

// A player against another on the same deals with either colour.
struct Duel {
  std::string strong, weak;
  Histogram halves;                    // of a deal: half wins of `strong`, 0 to 4
  std::int64_t deals = 0, apart = 0;   // apart: a game of the two failed or was stopped; in none of the rest
  std::int64_t both = 0, neither = 0;  // `strong` (the other) won both games
  std::int64_t seat = 0;               // the same colour won both
};

struct OptionValue {
  std::string key, value;
  PairTally pairs;
};

struct Measures {
  Watched weak, strong;
  Duel match;
  std::vector<Duel> ladder;
  std::vector<std::pair<unsigned, Duel>> secrets;
  std::vector<OptionValue> options;
  std::vector<std::pair<std::string, std::string>> not_set;  // key=value, and why it cannot be had
  std::vector<CardWorth> worths;
  bool worth_of_top = false;
  std::optional<Cycle> cycle;
  std::uint64_t cycle_game = 0;
  std::string cycle_player;
  std::vector<Remedy> remedies;
  int caught = 0;  // a signal
};

struct AuditPlan {
  Plan plan;  // without players
  std::string weak = "random", strong = "greedy";
  std::vector<std::string> rungs;  // further players, the weakest first
  AuditSizes sizes;
  int threads = 1;
  std::string folder, rules;  // where the games are kept ("": nowhere), and the words that say where the rules are
  FileHashes files;           // of the rules, as they were when they were read
};

// Of this game: what there is to measure.
struct OptionChoice {
  std::string key, value;
  std::shared_ptr<const Variant> variant;
};
std::vector<OptionChoice> other_values(const Plan& plan, Library& library,
                                       std::vector<std::pair<std::string, std::string>>& not_set);

using Where = std::function<void(const std::string&, std::uint64_t)>;  // the part, and how many games are played
Measures measure(const AuditPlan& plan, Library& library, Hands& hands, const std::atomic<int>& stop,
                 const Where& where);
// Some games before anything is chosen: how long one of each part takes.
struct Pilot {
  double weak = 0, strong = 0, match = 0;  // processor seconds a game
  int turns = 0;                           // the median length
};
Pilot play_pilot(const AuditPlan& plan);

Plan plan_of(const AuditPlan& plan, const std::string& black, const std::string& white);
// The pairs of all its other values, by an option's name.
std::map<std::string, PairTally> pairs_by_option(const Measures& m);
std::string let_into(const std::string& player, unsigned secrets);  // the same, let into these

}  // namespace gofuda::lab
