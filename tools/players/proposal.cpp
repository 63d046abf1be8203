#include "tools/players/proposal.hpp"

#include <algorithm>
#include <optional>

#include "tools/players/aspect.hpp"
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

enum class Judging { quick, whole };

// Of the board however it lies and whichever colour is whose.
Marking propose(const Ruleset& rules, const Board& board, Judging judging) {
  const Aspect aspect(rules.grid, board);
  Marking out = mark_dead(aspect.board(), rules.grid, rules.rules, kEffort);
  if (judging == Judging::whole) look_again(out, rules, aspect.board());
  for (Marking::Chain& chain : out.chains) chain.points = aspect.back(chain.points);
  std::sort(out.chains.begin(), out.chains.end(),
            [](const Marking::Chain& a, const Marking::Chain& b) { return a.points.first() < b.points.first(); });
  out.dead = aspect.back(out.dead);
  return out;
}

}  // namespace

bool answers_claim(const Game& game) {
  const Position& p = game.position();
  return p.marking && game.question().seat != p.to_move;
}

Marking quick_proposal(const Ruleset& rules, const Board& board) { return propose(rules, board, Judging::quick); }

Marking proposal(const Ruleset& rules, const Board& board) {
  thread_local std::optional<Asked> last;
  const Rules& r = rules.rules;
  const bool known = last && last->captures == r.captures && last->suicide == r.suicide && last->board == board;
  if (!known) last.emplace(Asked{board, r.captures, r.suicide, propose(rules, board, Judging::whole)});
  return last->marking;
}

}  // namespace gofuda::tools
