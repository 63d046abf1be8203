// A plan to tune as its file says it: settings to choose from, and what the game is to be like.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/lab/plans/isolated_plan.hpp"
#include "tools/lab/plans/sweep_plan.hpp"
#include "tools/lab/statistics/tally.hpp"

namespace gofuda::lab {

// What can be aimed at. `value` of a game, times `unit`, is in the aim's own unit; nothing where the game tells
// nothing of it.
struct AimKind {
  const char* name;
  const char* text;
  double unit, least, most;
  bool share;  // in %
  std::optional<int> (*value)(const GameRecord& g);
};
const std::vector<AimKind>& aim_kinds();
inline constexpr const char* kCardAim = "card";  // of the cards' worths: not of a game, but of cards dealt on purpose

struct Aim {
  const AimKind* kind;  // kCardAim: the one without `value`
  double low, high;
  bool of_cards() const { return kind->value == nullptr; }
};

struct TunePlan {
  SweepPlan cells;
  std::vector<Aim> aims;
  std::uint64_t confirm = 0, deals = 0;  // fresh games of what is recommended; deals for the worth of its cards
};

// Nothing after a diagnostic: aims that contradict one another among them.
std::optional<TunePlan> read_tune_plan(const std::string& path, Diagnostics& out);
// The same of its text; `name` is how diagnostics call it.
std::optional<TunePlan> parse_tune_plan(const std::string& name, const std::string& text, Diagnostics& out);

// What plays a set of rules, and what is known of them.
struct Candidate {
  Plan plan;
  tools::RulesFacts facts;
};
// Of each cell, as far as there is no mistake; that stands where the plan says what is wrong.
std::vector<Candidate> tune_candidates(const TunePlan& plan, Library& library, Diagnostics& out);
// The same, by who reads the rules of a cell; nothing after a message or diagnostic.
using CandidateReader = std::function<std::optional<Candidate>(const PlanCell&)>;
std::vector<Candidate> tune_candidates(const TunePlan& plan, const CandidateReader& read, Diagnostics& out);

// How many games it takes to confirm an aim four times of five, if the game is in its middle and a game's value spreads
// by `spread`.
std::int64_t games_to_confirm(const Aim& aim, double spread);

}  // namespace gofuda::lab
