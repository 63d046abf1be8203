#include "tools/players/proposal.hpp"

namespace gofuda::tools {

namespace {

constexpr int kPlayouts = 400;

}  // namespace

bool answers_claim(const Game& game) {
  const Position& p = game.position();
  return p.marking && game.question().seat != p.to_move;
}

Marking proposal(const Game& game) {
  return mark_dead(game.position().board, game.rules().grid, game.rules().rules, kPlayouts);
}

}  // namespace gofuda::tools
