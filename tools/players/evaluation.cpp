#include "tools/players/evaluation.hpp"

#include <cmath>

#include "core/result.hpp"

namespace gofuda::tools {

namespace {

constexpr int kReach = 4;                           // how far stones claim empty points
constexpr double kShaky[] = {1, 0.55, 0.15, 0.04};  // what a stone loses by its chain's liberties, 0 to 3

// Stones, and the empty points that a colour reaches first, as Black's lead.
double area_lead(const Grid& grid, const Board& board, Colour to_move) {
  PointSet black = board.points_of(Colour::black), white = board.points_of(Colour::white);
  double lead = 0;
  std::array<PointSet, 3> dead;
  board.for_each_chain([&](const PointSet& chain) {
    const Colour c = board.at(chain.first());
    const int liberties = board.liberties(chain.first()).count();
    const double side = c == Colour::black ? 1 : -1, stones = chain.count();
    if (liberties == 1 && c != to_move) {
      dead[index(c)] |= chain;
      lead -= side * stones;  // prisoners leave points behind
    } else if (liberties < 4) {
      lead -= side * stones * kShaky[liberties];
    }
  });
  black -= dead[1], white -= dead[2];
  PointSet open = board.points_of(Colour::empty) | dead[1] | dead[2];
  for (int i = 0; i < kReach && !open.empty(); ++i) {
    const PointSet b = (black | grid.neighbours(black)) & open, w = (white | grid.neighbours(white)) & open;
    black |= b - w, white |= w - b;
    open -= b | w;
  }
  return lead + black.count() - white.count();
}

// Of the patterns that only one side has stones in, as this side's lead.
double pattern_lead(const Ruleset& rules, const Board& board, Seat seat, Seat to_move) {
  const PointSet own = board.points_of(colour_of(seat)), theirs = board.points_of(colour_of(other(seat)));
  const PointSet vacant = board.points_of(Colour::empty);
  double lead = 0;
  std::array<PointSet, 2> fills;  // points that complete a pattern of this side's, of the other's
  for (const WinCondition& w : rules.wins.conditions())
    for (const PointSet& pattern : w.patterns) {
      const bool mine = pattern.intersects(own);
      if (mine == pattern.intersects(theirs)) continue;
      const PointSet missing = pattern & vacant;
      const int left = missing.count(), have = (pattern & (mine ? own : theirs)).count();
      if (left + have < pattern.count()) continue;
      if (left == 1) fills[mine ? 0 : 1].insert(missing.first());
      lead += (mine ? 1 : -1) * std::pow(4.0, have - left);
    }
  const bool mine_next = to_move == seat;
  if (!fills[mine_next ? 0 : 1].empty()) return lead + (mine_next ? kWon : -kWon) / 10;
  if (fills[mine_next ? 1 : 0].count() > 1) return lead + (mine_next ? -kWon : kWon) / 100;
  return lead;
}

}  // namespace

double evaluate(const Ruleset& rules, const Position& p, Seat seat) {
  const double side = seat == Seat::black ? 1 : -1;
  if (p.over()) {
    const std::optional<Seat> won = leader_of(rules, p);
    if (p.ending == Ending::win || p.ending == Ending::draw || p.ending == Ending::no_result)
      return !won ? 0 : *won == seat ? kWon : -kWon;
    return kWon / 2 * (!won ? 0 : *won == seat ? 1 : -1) + side * score_of(rules, p).margin() / kWholePoint;
  }
  double value = rules.wins.empty() ? 0 : pattern_lead(rules, p.board, seat, p.to_move);
  if (rules.rules.captures != CaptureOrder::none) value += side * area_lead(rules.grid, p.board, colour_of(p.to_move));
  return value;
}

}  // namespace gofuda::tools
