#include "tools/players/pattern_board.hpp"

#include <bit>

#include "core/win_playout.hpp"

namespace gofuda::tools {

bool PatternRules::fits(const Ruleset& rules) {
  return WinPlayout::fits(rules) && !rules.counting && !rules.wins.empty() && rules.grid.area() <= 64 &&
         rules.rules.passes_to_end == 0 && rules.rules.exhausted == Exhausted::draw &&
         rules.rules.ko < KoRule::positional;
}

PatternRules::PatternRules(const Ruleset& rules)
    : stones_each_(rules.rules.stones > 0 ? rules.rules.stones : rules.grid.area()) {
  rules.grid.points().for_each([&](Point p) { cells_.push_back(p); });
  all_ = squares(rules.grid.points());
  for (const WinCondition& w : rules.wins.conditions())
    for (const PointSet& pattern : w.patterns) patterns_.push_back(squares(pattern));
  begin_.push_back(0);
  for (int n = 0; n < points(); ++n) {
    for (Squares pattern : patterns_)
      if (pattern & bit(n)) through_.push_back(pattern);
    begin_.push_back(static_cast<std::uint32_t>(through_.size()));
  }
  for (const Opening& o : rules.openings) {
    const auto stones = static_cast<std::size_t>(o.stones);
    if (closed_.size() <= stones) closed_.resize(stones + 1, 0);
    closed_[stones] |= squares(o.closed);
  }
}

Squares PatternRules::squares(const PointSet& points) const {
  Squares out = 0;
  for (std::size_t n = 0; n < cells_.size(); ++n)
    if (points.contains(cells_[n])) out |= bit(static_cast<int>(n));
  return out;
}

PatternBoard::PatternBoard(const PatternRules& rules, const Position& position)
    : own_{rules.squares(position.board.points_of(Colour::black)),
           rules.squares(position.board.points_of(Colour::white))},
      walls_(rules.all() & ~(own_[0] | own_[1] | rules.squares(position.board.points_of(Colour::empty)))),
      set_(position.set),
      side_(static_cast<unsigned>(index(position.to_move))) {
  for (Squares pattern : rules.patterns())
    for (unsigned side : {0u, 1u})
      if (const Squares missing = pattern & ~own_[side];
          std::has_single_bit(missing) && !(missing & (own_[side ^ 1] | walls_)))
        wins_[side] |= missing;
}

Squares PatternBoard::open(const PatternRules& rules) const {
  if (set_[side_] >= rules.stones_each()) return 0;
  return vacant(rules) & ~rules.closed(std::popcount(own_[0]) + std::popcount(own_[1]));
}

bool PatternBoard::drawn(const PatternRules& rules) const {
  return vacant(rules) == 0 || (set_[0] >= rules.stones_each() && set_[1] >= rules.stones_each());
}

int PatternBoard::decided(const PatternRules& rules) const {
  if (wins_[side_] & open(rules)) return static_cast<int>(side_);
  const unsigned them = side_ ^ 1;
  const int stones = std::popcount(own_[0]) + std::popcount(own_[1]);
  const bool may_set = set_[them] < rules.stones_each() && !rules.closed(stones) && !rules.closed(stones + 1);
  return may_set && std::popcount(wins_[them]) > 1 ? static_cast<int>(them) : -1;
}

void PatternBoard::play(const PatternRules& rules, int number) {
  const Squares here = bit(number);
  const Squares mine = own_[side_] |= here, theirs = own_[side_ ^ 1];
  wins_[0] &= ~here;
  wins_[1] &= ~here;
  Squares& wins = wins_[side_];
  for (Squares pattern : rules.through(number))
    if (const Squares missing = pattern & ~mine; std::has_single_bit(missing) && !(missing & (theirs | walls_)))
      wins |= missing;
  ++set_[side_];
  side_ ^= 1;
}

// One of the points, each as likely as the others.
int PatternBoard::draw(const PatternRules& rules, Draws& draws, Squares open) {
  const int n = std::popcount(open);
  const auto points = static_cast<std::uint32_t>(rules.points());
  for (int tries = 0; tries < 8 && 4 * n > rules.points(); ++tries)
    if (const auto p = static_cast<int>(draws.below(points)); open & bit(p)) return p;
  for (auto k = draws.below(static_cast<std::uint32_t>(n)); k > 0; --k) open &= open - 1;
  return std::countr_zero(open);
}

int PatternBoard::play_out(const PatternRules& rules, Draws& draws) {
  for (int missed = 0; missed < 2 && !drawn(rules);) {
    const Squares free = open(rules);
    if (const Squares win = wins_[side_] & free) {
      own_[side_] |= win & -win;
      return static_cast<int>(side_);
    }
    if (free == 0) {
      ++missed;
      miss();
      continue;
    }
    missed = 0;
    const Squares stop = wins_[side_ ^ 1] & free;
    play(rules, stop ? std::countr_zero(stop) : draw(rules, draws, free));
  }
  return -1;
}

}  // namespace gofuda::tools
