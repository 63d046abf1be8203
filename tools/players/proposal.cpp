#include "tools/players/proposal.hpp"

#include <optional>

#include "tools/players/dead_search.hpp"

namespace gofuda::tools {

namespace {

constexpr Effort kEffort{.playouts = 400, .searched = 1'500'000, .looked = 2'000'000};

// What the dead stones depend on, and which they were: programs and pages ask about the same board again and again.
struct Asked {
  Board board;
  CaptureOrder captures;
  SuicideRule suicide;
  Marking marking;
};

}  // namespace

bool answers_claim(const Game& game) {
  const Position& p = game.position();
  return p.marking && game.question().seat != p.to_move;
}

Marking quick_proposal(const Ruleset& rules, const Board& board) {
  return mark_dead(board, rules.grid, rules.rules, kEffort);
}

Marking proposal(const Ruleset& rules, const Board& board) {
  thread_local std::optional<Asked> last;
  const Rules& r = rules.rules;
  const bool known = last && last->captures == r.captures && last->suicide == r.suicide && last->board == board;
  if (!known) {
    last.emplace(Asked{board, r.captures, r.suicide, quick_proposal(rules, board)});
    look_again(last->marking, rules, board);
  }
  return last->marking;
}

}  // namespace gofuda::tools
