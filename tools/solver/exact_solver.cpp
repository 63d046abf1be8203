#include "tools/solver/exact_solver.hpp"

#include <algorithm>
#include <limits>

#include "core/halt.hpp"
#include "tools/solver/exact_patterns.hpp"
#include "tools/solver/exact_turns.hpp"

namespace gofuda::tools {

void SearchBudget::begin(const SearchLimits& limits) {
  limits_ = limits;
  nodes_ = next_look_ = 0;
  spent_ = false;
  until_ = Clock::now() + std::chrono::milliseconds(limits.milliseconds);
  if (limits.milliseconds > 0) limits_.nodes = std::numeric_limits<std::uint64_t>::max();
}

// The clock and the wish to stop are looked at now and then, the number of nodes exactly.
bool SearchBudget::look() {
  constexpr std::uint64_t kPause = 1024;
  const bool late = limits_.milliseconds > 0 && Clock::now() >= until_;
  const bool stopped = limits_.stop && limits_.stop->load(std::memory_order_relaxed) != 0;
  const bool halt = halted();
  if (limits_.tick) limits_.tick(nodes_);
  spent_ = spent_ || late || stopped || halt || nodes_ > limits_.nodes;
  next_look_ =
      spent_ ? 0
             : std::min(nodes_ + kPause,
                        limits_.nodes == std::numeric_limits<std::uint64_t>::max() ? limits_.nodes : limits_.nodes + 1);
  return !spent_;
}

std::string unsolvable(const Ruleset& rules) {
  if (!rules.plain)
    return "it plays ordinary stones alone, and in this game " +
           std::string(rules.cards.empty() ? "a script runs the turns" : "cards are played");
  if (rules.counting) return "it counts the points on the board alone, and in this game a script counts, too";
  const Rules& r = rules.rules;
  if (r.repetition != Repetition::allowed || r.button != Button::none || r.handicap_bonus != HandicapBonus::none ||
      (r.pass_stones != PassStones::none && r.scoring == Scoring::territory))
    return "its result depends on how the game went (repetition, button, handicap_bonus or pass_stones), and not on "
           "the "
           "position alone";
  if (PatternSolver::fits(rules) || rules.grid.area() <= TurnSolver::kMostPoints) return "";
  return "it plays games with captures, passes or a count at the end on boards of up to " +
         std::to_string(TurnSolver::kMostPoints) + " points, and this one has " + std::to_string(rules.grid.area());
}

std::unique_ptr<Solver> make_solver(const Ruleset& rules, int table_bits) {
  if (PatternSolver::fits(rules)) return std::make_unique<PatternSolver>(rules, table_bits);
  return std::make_unique<TurnSolver>(rules, table_bits);
}

}  // namespace gofuda::tools
