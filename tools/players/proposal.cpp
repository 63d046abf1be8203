#include "tools/players/proposal.hpp"

namespace gofuda::tools {

namespace {

constexpr Effort kEffort{.playouts = 400, .searched = 1'500'000};

}  // namespace

bool answers_claim(const Game& game) {
  const Position& p = game.position();
  return p.marking && game.question().seat != p.to_move;
}

Marking proposal(const Ruleset& rules, const Board& board) {
  return mark_dead(board, rules.grid, rules.rules, kEffort);
}

}  // namespace gofuda::tools
