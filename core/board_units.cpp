// Several stones at once: what a unit does to a board, and whether it may.
#include <vector>

#include "core/board_impl.hpp"

namespace gofuda {

namespace {

// The stones a unit sets or recolours, but for those skipped.
template <class F>
void for_each_set(const Unit& unit, const PointSet& skipped, F&& f) {
  for (const auto* stones : {&unit.recolour, &unit.place})
    for (const Stone& s : *stones)
      if (!skipped.contains(s.point)) f(s);
}

// Whose chains without liberties come off first.
Colour first_taken(const Unit& unit, const PointSet& skipped, Colour mover, CaptureOrder order) {
  if (order == CaptureOrder::player) return opposite(mover);
  unsigned set = 0;
  for_each_set(unit, skipped, [&](const Stone& s) { set |= 1u << index(s.colour); });
  if (set == 1u << index(Colour::black)) return Colour::white;
  if (set == 1u << index(Colour::white)) return Colour::black;
  return opposite(mover);
}

// Why a unit does not fit the board; the worst reason, with all the points it holds for.
Verdict explain_misfit(const Board& board, const Unit& unit) {
  PointSet off, stoneless, occupied, seen, repeated;
  const auto look = [&](Point p, PointSet& misfits, bool wants_stone) {
    if (p >= kCells || board.at(p) == Colour::off) {
      if (p < kCells) off.insert(p);
      return false;
    }
    if (seen.contains(p)) repeated.insert(p);
    seen.insert(p);
    if ((board.at(p) != Colour::empty) != wants_stone) misfits.insert(p);
    return true;
  };
  bool inside = true;
  for (Point p : unit.remove) inside &= look(p, stoneless, true);
  for (const Stone& s : unit.recolour) inside &= look(s.point, stoneless, true);
  for (const Stone& s : unit.place) inside &= look(s.point, occupied, false);
  for (Point p : unit.wall) inside &= look(p, occupied, false);
  for (Point p : unit.unwall) (seen.contains(p) ? repeated : seen).insert(p);
  if (!inside) return Verdict::no(Reason::off_board, off);
  if (!repeated.empty()) return Verdict::no(Reason::repeated_point, repeated);
  if (!stoneless.empty()) return Verdict::no(Reason::not_a_stone, stoneless);
  return Verdict::no(Reason::occupied, occupied);
}

}  // namespace

// Every point of the unit exists, holds what it must, and is named once; `named` gathers them.
bool Board::fits(const Unit& unit, PointSet& named) const {
  const auto take = [&](Point p, bool wants_stone) {
    if (p >= kCells || colour_[p] == index(Colour::off) || (colour_[p] != 0) != wants_stone || named.contains(p))
      return false;
    named.insert(p);
    return true;
  };
  for (Point p : unit.remove)
    if (!take(p, true)) return false;
  for (const Stone& s : unit.recolour)
    if (!take(s.point, true)) return false;
  for (const Stone& s : unit.place)
    if (!take(s.point, false)) return false;
  for (Point p : unit.wall)
    if (!take(p, false)) return false;
  for (Point p : unit.unwall) {
    if (p >= kCells || colour_[p] != index(Colour::off) || named.contains(p)) return false;
    named.insert(p);
  }
  return true;
}

bool Board::fits(const Unit& unit) const {
  PointSet named;
  return fits(unit, named);
}

// Whether a glance tells that the unit, which leaves the stones of `first` to be taken first, cannot leave a chain of
// the other side without a liberty: it sets stones of that side only, each beside a point that stays empty.
template <class L>
bool Board::surely_alive(L lattice, const Unit& unit, const PointSet& named, Colour first) const {
  for (const auto* stones : {&unit.recolour, &unit.place})
    for (const Stone& s : *stones) {
      if (s.colour == first) return false;
      bool free = false;
      for (int i = 0; i < L::kBeside; ++i) {
        const Point n = lattice.beside(s.point, i);
        free |= colour_[n] == 0 && !named.contains(n);
      }
      if (!free) return false;
    }
  return true;
}

// Returns whether a stone set took the last liberty of a chain of the other side.
template <class L>
bool Board::carry_out(L lattice, const Unit& unit, const PointSet& skipped) {
  unsigned starved = 0;
  for (Point p : unit.unwall) lift_wall(p);
  for (Point p : unit.remove) lift(lattice, p);
  for (const Stone& s : unit.recolour) {
    if (skipped.contains(s.point)) continue;
    lift(lattice, s.point);
    starved |= drop<true>(lattice, cell_[s.point].link, s.colour);
  }
  for (const Stone& s : unit.place)
    if (!skipped.contains(s.point)) starved |= drop<true>(lattice, cell_[s.point].link, s.colour);
  for (Point p : unit.wall) set_wall(p);
  return starved != 0;
}

// As carry_out, where no stone ever comes off by itself: then nobody can tell in which order chains hang together, and
// where many stones change sides all chains are gathered once.
template <class L>
void Board::turn_over(L lattice, const Unit& unit) {
  constexpr std::size_t kMany = 8;
  if (unit.recolour.size() < kMany || unit.has_walls()) return static_cast<void>(carry_out(lattice, unit, {}));
  for (Point p : unit.remove) lift(lattice, p);
  for (const auto& [p, c] : unit.recolour) {
    const Colour before = at(p);
    if (before == c) continue;
    colour_[p] = static_cast<std::uint8_t>(c);
    --stones_[index(before)];
    ++stones_[index(c)];
    hash_ ^= zobrist_key(p, before) ^ zobrist_key(p, c);
    const auto step = static_cast<std::uint16_t>(kUnitOf[index(c)] - kUnitOf[index(before)]);
    for (int i = 0; i < L::kBeside; ++i) cell_[lattice.cell_beside(p, i)].around += step;
  }
  const PointSet all = stones();
  all.for_each([&](Point p) { cell_[p].chain = p; });
  all.for_each([&](Point p) {
    if (cell_[p].chain == p) gather(lattice, p);
  });
  for (const Stone& s : unit.place) drop<true>(lattice, cell_[s.point].link, s.colour);
}

// All stones of the chains of c without liberties on or beside the points given.
template <class L>
PointSet Board::starved_beside(L lattice, const PointSet& points, Colour c) const {
  PointSet starved;
  const auto look = [&](Point p) {
    if (at(p) == c && cell_[cell_[p].chain].liberties == 0 && !starved.contains(p)) starved |= chain(p);
  };
  points.for_each([&](Point p) {
    look(p);
    for (int i = 0; i < L::kBeside; ++i) look(lattice.beside(p, i));
  });
  return starved;
}

// Those of the points whose stone is a chain of its own.
PointSet Board::lone_stones(const PointSet& points) const {
  PointSet out;
  points.for_each([&](Point p) {
    if (cell_[p].link == p) out.insert(p);
  });
  return out;
}

template <class L>
void Board::take(L lattice, const PointSet& chains) {
  chains.for_each([&](Point p) {
    if (colour_[p]) take_chain<true>(lattice, p);
  });
}

// After one stone: the point it took a single stone from, if it now stands alone with that point as its one liberty.
void Board::find_ko(const Unit& unit, const UnitResult& result) {
  ko_ = kNoPoint;
  if (!unit.is_single()) return;
  const auto [p, colour] = unit.place.front();
  const PointSet& captured = result.captured[index(opposite(colour))];
  if (at(p) != colour || cell_[p].link != p || cell_[p].liberties != 1 || captured.count() != 1) return;
  ko_ = captured.first();
}

Verdict Board::apply(const Unit& unit, Colour mover, const UnitRules& rules, UnitResult& result) {
  result.clear();
  return lattice_.with([&](auto lattice) {
    if (rules.captures != CaptureOrder::none && place_quickly(lattice, unit, mover, rules, result)) [[likely]]
      return Verdict::ok();
    if (rules.captures == CaptureOrder::none && place_lone(lattice, unit)) return Verdict::ok();
    return apply_slowly(lattice, unit, mover, rules, result);
  });
}

// The usual unit where nothing is captured: one stone. Does nothing and returns false if the unit is of another kind,
// or does not fit.
template <class L>
bool Board::place_lone(L lattice, const Unit& unit) {
  if (!unit.is_single()) return false;
  const auto [p, colour] = unit.place.front();
  if (p >= kCells || colour_[p] != 0) return false;
  drop<true>(lattice, cell_[p].link, colour);
  ko_ = kNoPoint;
  return true;
}

template <class L>
Verdict Board::apply_slowly(L lattice, const Unit& unit, Colour mover, const UnitRules& rules, UnitResult& result) {
  PointSet named;
  if (!fits(unit, named)) return explain_misfit(*this, unit);
  if (rules.captures == CaptureOrder::none) {
    turn_over(lattice, unit);
    ko_ = kNoPoint;
    return Verdict::ok();
  }
  if (unit.has_walls()) return judge(lattice, unit, mover, rules, result);
  const Colour first = first_taken(unit, result.skipped, mover, rules.captures);
  if (unit.is_single() && unit.place[0].colour != first) {  // what becomes of a single one can be told beforehand
    const bool dies = is_suicide(unit.place[0].point, unit.place[0].colour);
    const auto [p, colour] = unit.place[0];
    if (dies && rules.on_suicide == OnSuicide::refuse && is_forbidden_suicide(p, colour, rules.suicide))
      return Verdict::no(Reason::suicide, named);
    if (dies) return judge(lattice, unit, mover, rules, result);
  } else if (!surely_alive(lattice, unit, named, first)) {
    return judge(lattice, unit, mover, rules, result);
  }
  if (carry_out(lattice, unit, result.skipped)) {
    PointSet& captured = result.captured[index(first)];
    captured = starved_beside(lattice, named, first);
    take(lattice, captured);
  }
  find_ko(unit, result);
  return Verdict::ok();
}

// The usual unit, without the use of sets: stones of one colour, whose captures come first, each set beside a point
// that stays empty or a friend with more liberties than the unit can take. Does nothing and returns false if the unit
// is of another kind.
template <class L>
bool Board::place_quickly(L lattice, const Unit& unit, Colour mover, const UnitRules& rules, UnitResult& result) {
  const std::vector<Stone>& stones = unit.place;
  if (stones.empty() || !unit.remove.empty() || !unit.recolour.empty() || unit.has_walls()) return false;
  const Colour c = stones.front().colour;
  if (rules.captures == CaptureOrder::player && c != mover) return false;

  // While the unit is looked at, its points are marked as off in colour_.
  std::size_t marked = 0;
  bool usual = true;
  for (; marked < stones.size(); ++marked) {
    const auto [p, colour] = stones[marked];
    usual = p < kCells && colour_[p] == 0 && colour == c;
    if (!usual) break;
    colour_[p] = static_cast<std::uint8_t>(Colour::off);
  }
  const int takes = L::kBeside * static_cast<int>(stones.size());
  for (std::size_t i = 0; i < marked; ++i) {
    bool alive = false;
    for (int j = 0; j < L::kBeside; ++j) {
      const Point n = lattice.beside(stones[i].point, j);
      alive |= (at(n) == Colour::empty) | ((at(n) == c) & (cell_[cell_[n].chain].liberties > takes));
    }
    usual &= alive;
  }
  for (std::size_t i = 0; i < marked; ++i) colour_[stones[i].point] = 0;
  if (!usual) return false;

  unsigned starved = 0;
  for (const Stone& s : stones) starved |= drop<true>(lattice, cell_[s.point].link, c);
  ko_ = kNoPoint;
  if (starved) take_beside(lattice, stones, result.captured[index(opposite(c))]);
  return true;
}

// Takes the chains of the other side that the stones just set, all of one colour, left without a liberty.
template <class L>
void Board::take_beside(L lattice, const std::vector<Stone>& stones, PointSet& captured) {
  const int before = empty_count_;
  const Colour enemy = opposite(stones.front().colour);
  for (const Stone& s : stones)
    for (int i = 0; i < L::kBeside; ++i) {
      const Point n = lattice.beside(s.point, i);
      if (at(n) == enemy && cell_[cell_[n].chain].liberties == 0) take_chain<true>(lattice, n);
    }
  for (int i = before; i < empty_count_; ++i) captured.insert(empty_[i]);
}

// The long way, for units that may leave a chain of their own side without a liberty.
template <class L>
Verdict Board::judge(L lattice, const Unit& unit, Colour mover, const UnitRules& rules, UnitResult& result) {
  const Board before(*this);
  for (;;) {
    carry_out(lattice, unit, result.skipped);
    PointSet set;
    for_each_set(unit, result.skipped, [&](const Stone& s) { set.insert(s.point); });
    const Colour first = first_taken(unit, result.skipped, mover, rules.captures);
    const Colour second = opposite(first);
    PointSet touched = set;
    for (Point p : unit.wall) touched.insert(p);
    PointSet& captured = result.captured[index(first)];
    captured = starved_beside(lattice, touched, first);
    take(lattice, captured);
    const PointSet doomed = starved_beside(lattice, touched, second);
    if (doomed.empty()) break;
    const PointSet alone = rules.suicide == SuicideRule::multi_stone ? lone_stones(doomed) : PointSet{};
    const bool lawful = rules.suicide == SuicideRule::allowed ||
                        (rules.suicide == SuicideRule::whole && !(doomed | captured).contains_all(set)) ||
                        (rules.suicide == SuicideRule::multi_stone && alone.empty());
    const PointSet guilty = doomed & set;
    const bool to_skip = rules.on_suicide == OnSuicide::skip && !guilty.empty();
    const bool comes_off = rules.on_suicide == OnSuicide::die || (lawful && !to_skip);
    if (comes_off) {
      result.captured[index(second)] = doomed;
      take(lattice, doomed);
      break;
    }
    *this = before;
    if (!to_skip) {
      result.clear();
      return Verdict::no(Reason::suicide, alone.intersects(set) ? alone & set : guilty.empty() ? doomed : guilty);
    }
    result.captured = {};
    result.skipped |= guilty;
  }
  find_ko(unit, result);
  return Verdict::ok();
}

// Not inlined into apply, which would make the usual way save more registers than it needs.
template bool Board::place_quickly(PlainLattice, const Unit&, Colour, const UnitRules&, UnitResult&);

}  // namespace gofuda
