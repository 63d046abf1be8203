#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <utility>

#include "core/board_impl.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace gofuda {

namespace {

// What a neighbour that becomes a wall changes in Cell::around: no longer empty, but as good as black and white.
constexpr auto kWalled = static_cast<std::uint16_t>(kUnitOf[1] + kUnitOf[2] - kUnitOf[0]);

std::uint64_t wall_key(Point p) { return mix64((kZobrist.size() + p + 1) * 0x9e3779b97f4a7c15ull); }

}  // namespace

Board::Board(const Grid& grid)
    : empty_count_(0), cells_(grid.cells()), hash_(0), ko_(kNoPoint), lattice_(grid.lattice()), hash_kept_(true) {
  colour_.fill(static_cast<std::uint8_t>(Colour::off));
  stones_ = {};
  grid.points().for_each([&](Point p) { colour_[p] = 0; });
  for (int p = 0; p < cells_; ++p) cell_[p] = {0, static_cast<Point>(p), 0, kNeverNone};
  constexpr std::uint16_t kNobody = kUnitOf[1] + kUnitOf[2];
  lattice_.with([&](auto lattice) {
    grid.points().for_each([&](Point p) {
      cell_[p].link = static_cast<std::uint16_t>(empty_count_);
      empty_[empty_count_++] = p;
      std::uint16_t around = (kFull - lattice.kBeside) * kNobody;
      for (int i = 0; i < lattice.kBeside; ++i) around += colour_[lattice.cell_beside(p, i)] ? kNobody : kUnitOf[0];
      cell_[p].around = around;
    });
  });
}

// Only what a board of this height uses; but no colour of a larger board may be left beyond.
void Board::copy_from(const Board& o) {
  std::memcpy(colour_.data(), o.colour_.data(), static_cast<std::size_t>(o.cells_));
  if (cells_ > o.cells_)
    std::memset(colour_.data() + o.cells_, index(Colour::off), static_cast<std::size_t>(cells_ - o.cells_));
  std::memcpy(cell_.data(), o.cell_.data(), sizeof(Cell) * static_cast<std::size_t>(o.cells_));
  std::memcpy(empty_.data(), o.empty_.data(), sizeof(Point) * static_cast<std::size_t>(o.empty_count_));
  stones_ = o.stones_;
  empty_count_ = o.empty_count_;
  cells_ = o.cells_;
  hash_ = o.hash_;
  walls_hash_ = o.walls_hash_;
  ko_ = o.ko_;
  lattice_ = o.lattice_;
  hash_kept_ = o.hash_kept_;
}

std::uint64_t zobrist(Point p, Colour c) { return zobrist_key(p, c); }

std::uint64_t Board::count_hash() const {
  std::uint64_t hash = walls_hash_;
  for (Colour c : {Colour::black, Colour::white}) points_of(c).for_each([&](Point p) { hash ^= zobrist_key(p, c); });
  return hash;
}

PointSet Board::points_of(Colour c) const {
  PointSet set;
  const int words = (cells_ + 63) / 64;
#if defined(__SSE2__)
  const __m128i wanted = _mm_set1_epi8(static_cast<char>(c));
  for (int i = 0; i < words; ++i) {
    std::uint64_t word = 0;
    for (int j = 0; j < 4; ++j) {
      const __m128i cells = _mm_loadu_si128(reinterpret_cast<const __m128i*>(colour_.data() + i * 64 + j * 16));
      word |= static_cast<std::uint64_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(cells, wanted))) << (j * 16);
    }
    set.word(i) = word;
  }
#else
  for (int i = 0; i < words; ++i) {
    std::uint64_t word = 0;
    for (int j = 0; j < 64; ++j) word |= static_cast<std::uint64_t>(colour_[i * 64 + j] == index(c)) << j;
    set.word(i) = word;
  }
#endif
  return set;
}

PointSet Board::chain(Point p) const {
  PointSet set;
  if (!is_stone(p)) return set;
  Point s = p;
  do set.insert(s);
  while ((s = cell_[s].link) != p);
  return set;
}

PointSet Board::liberties(Point p) const {
  PointSet set;
  if (!is_stone(p)) return set;
  Point s = p;
  lattice_.with([&](auto lattice) {
    do {
      for (int i = 0; i < lattice.kBeside; ++i)
        if (const Point n = lattice.beside(s, i); colour_[n] == index(Colour::empty)) set.insert(n);
    } while ((s = cell_[s].link) != p);
  });
  return set;
}

// Counted one by one, its liberties are at most as many times more as a point has neighbours.
bool Board::has_fewer_liberties(Point p, int n) const {
  const int counted = cell_[cell_[p].chain].liberties;
  return counted < n || (counted < lattice_.most_beside() * n && liberties(p).count() < n);
}

// A chain is counted to have as many liberties as its stones have empty points beside them.
bool Board::is_vacated(Point p, Colour c, std::span<const Stone> before) const {
  if (at(p) != opposite(c)) return at(p) == Colour::empty;
  const Point chain = cell_[p].chain;
  int left = cell_[chain].liberties;
  if (left > lattice_.most_beside() * static_cast<int>(before.size())) return false;
  for (const Stone& s : before)
    if (at(s.point) == Colour::empty)
      lattice_.for_each_beside(s.point, [&](Point n) { left -= cell_[n].chain == chain; });
  return left == 0;
}

// One point touches at most as many stones of a chain as it has neighbours.
Point Board::only_liberty(Point p) const {
  return lattice_.with([&](auto lattice) -> Point {
    if (cell_[cell_[p].chain].liberties > lattice.kBeside) return kNoPoint;
    Point found = kNoPoint, s = p;
    do {
      for (int i = 0; i < lattice.kBeside; ++i) {
        const Point n = lattice.beside(s, i);
        if (colour_[n] != index(Colour::empty) || n == found) continue;
        if (found != kNoPoint) return kNoPoint;
        found = n;
      }
    } while ((s = cell_[s].link) != p);
    return found;
  });
}

PointSet Board::without_liberties(Colour c) const {
  PointSet set;
  points_of(c).for_each([&](Point p) {
    if (cell_[cell_[p].chain].liberties == 0) set.insert(p);
  });
  return set;
}

bool operator==(const Board& a, const Board& b) {
  return a.ko_ == b.ko_ && a.cells_ == b.cells_ && a.lattice_ == b.lattice_ && a.colour_ == b.colour_;
}

// --- one stone

bool Board::starves(Point p, Colour c) const {
  return lattice_.with([&](auto lattice) { return starves(lattice, p, c); });
}

bool Board::is_eye(Point p, Colour c) const {
  return at(p) == Colour::empty && surrounded_by(p, c) &&
         lattice_.with([&](auto lattice) { return eye_corners(lattice, p, c); });
}

bool Board::is_suicide(Point p, Colour c) const {
  return at(p) == Colour::empty && !has_empty_neighbour(p) && starves(p, c);
}

bool Board::legal(Point p, Colour c) const {
  return at(p) == Colour::empty && p != ko_ && (has_empty_neighbour(p) || !starves(p, c));
}

void Board::play(Point p, Colour c) {
  assert(at(p) == Colour::empty && !is_suicide(p, c));
  lattice_.with([&](auto lattice) { play_stone<true, false>(lattice, cell_[p].link, c); });
}

// Relabels the chain `from` and hangs its ring into that of `to`.
void Board::join(Point from, Point to) {
  cell_[to].liberties += cell_[from].liberties;
  Point s = from;
  do cell_[s].chain = to;
  while ((s = cell_[s].link) != from);
  std::swap(cell_[to].link, cell_[from].link);
}

// Takes one stone off. What is left of its chain may fall apart: every piece touches p, and is gathered anew from
// there.
template <class L>
void Board::lift(L lattice, Point p) {
  const Colour c = at(p);
  const auto step = static_cast<std::uint16_t>(kUnitOf[0] - kUnitOf[index(c)]);
  for (int i = 0; i < L::kBeside; ++i) {
    Cell& neighbour = cell_[lattice.cell_beside(p, i)];
    neighbour.around += step;
    ++cell_[neighbour.chain].liberties;
  }
  for (Point s = cell_[p].link; s != p; s = cell_[s].link) cell_[s].chain = s;
  colour_[p] = 0;
  cell_[p].chain = p;
  cell_[p].link = static_cast<std::uint16_t>(empty_count_);
  empty_[empty_count_++] = p;
  --stones_[index(c)];
  hash_ ^= zobrist_key(p, c);
  for (int i = 0; i < L::kBeside; ++i) {
    const Point n = lattice.beside(p, i);
    if (at(n) == c && cell_[n].chain == n) gather(lattice, n);
  }
}

// Makes one chain of `root` and all stones that hang together with it and are still marked as chains of their own. The
// ring grows at its end while it is walked.
template <class L>
void Board::gather(L lattice, Point root) {
  Cell& head = cell_[root];
  head.liberties = 0;
  head.link = root;
  Point last = root, s = root;
  do {
    head.liberties += static_cast<std::uint16_t>(cell_[s].around >> kEmptyShift);
    for (int i = 0; i < L::kBeside; ++i) {
      const Point n = lattice.beside(s, i);
      if (colour_[n] != colour_[root] || cell_[n].chain != n || n == root) continue;
      cell_[n].chain = root;
      cell_[n].link = root;
      cell_[last].link = n;
      last = n;
    }
  } while ((s = cell_[s].link) != root);
}

void Board::set(Point p, Colour c) {
  assert(at(p) != Colour::off);
  ko_ = kNoPoint;
  if (at(p) == c) return;
  lattice_.with([&](auto lattice) {
    if (at(p) != Colour::empty) lift(lattice, p);
    if (c != Colour::empty) drop<true>(lattice, cell_[p].link, c);
  });
}

// What a wall at p changes around it, and in the hash: once as it comes, and the other way as it goes.
void Board::turn_wall(Point p, int by) {
  lattice_.with([&](auto lattice) {
    for (int i = 0; i < lattice.kBeside; ++i) {
      Cell& neighbour = cell_[lattice.cell_beside(p, i)];
      neighbour.around += static_cast<std::uint16_t>(by * kWalled);
      cell_[neighbour.chain].liberties -= static_cast<std::uint16_t>(by);
    }
  });
  hash_ ^= wall_key(p);
  walls_hash_ ^= wall_key(p);
}

void Board::set_wall(Point p) {
  assert(at(p) == Colour::empty);
  ko_ = kNoPoint;
  const std::uint16_t place = cell_[p].link;
  const Point last = empty_[--empty_count_];
  empty_[place] = last;
  cell_[last].link = place;
  colour_[p] = static_cast<std::uint8_t>(Colour::off);
  cell_[p].liberties = kNeverNone;
  turn_wall(p, 1);
}

void Board::lift_wall(Point p) {
  assert(at(p) == Colour::off);
  ko_ = kNoPoint;
  colour_[p] = 0;
  cell_[p].link = static_cast<std::uint16_t>(empty_count_);
  empty_[empty_count_++] = p;
  turn_wall(p, -1);
}

PointSet walls_of(const Grid& grid, const Board& board) {
  return grid.points() - board.stones() - board.points_of(Colour::empty);
}

// --- several stones

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
  if (unit.place.size() != 1 || !unit.remove.empty() || !unit.recolour.empty() || unit.has_walls()) return;
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
    return apply_slowly(lattice, unit, mover, rules, result);
  });
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
  const Colour first = first_taken(unit, {}, mover, rules.captures);
  const bool one_stone = unit.place.size() == 1 && unit.remove.empty() && unit.recolour.empty();
  if (one_stone && unit.place[0].colour != first) {  // what becomes of a single one can be told beforehand
    const bool dies = is_suicide(unit.place[0].point, unit.place[0].colour);
    const auto [p, colour] = unit.place[0];
    if (dies && rules.on_suicide == OnSuicide::refuse && is_forbidden_suicide(p, colour, rules.suicide))
      return Verdict::no(Reason::suicide, named);
    if (dies) return judge(lattice, unit, mover, rules, result);
  } else if (!surely_alive(lattice, unit, named, first)) {
    return judge(lattice, unit, mover, rules, result);
  }
  if (carry_out(lattice, unit, {})) {
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

std::uint64_t Board::hash_with(Point p, Colour c, CaptureOrder captures, bool dies) const {
  if (captures == CaptureOrder::none) return hash() ^ zobrist(p, c);
  return lattice_.with([&](auto lattice) { return hash() ^ change_by(lattice, p, c, dies && is_suicide(p, c)).hash; });
}

PointSet differing_points(const Board& a, const Board& b) {
  PointSet out;
  for (const Colour c : {Colour::empty, Colour::black, Colour::white}) {
    const PointSet x = a.points_of(c), y = b.points_of(c);
    out |= (x - y) | (y - x);
  }
  return out;
}

}  // namespace gofuda
