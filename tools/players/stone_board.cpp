#include "tools/players/stone_board.hpp"

#include <cstring>
#include <utility>

#include "tools/players/stone_knowledge.hpp"

namespace gofuda::tools {

namespace {

constexpr int kSides = 4;
constexpr std::size_t spot(int i) { return static_cast<std::size_t>(i); }
Point neighbour(Point p, int i) { return static_cast<Point>(p + kNeighbours[spot(i)]); }
Point diagonal(Point p, int i) { return static_cast<Point>(p + kDiagonals[spot(i)]); }
constexpr std::uint16_t bits_beside(unsigned c, int i) { return static_cast<std::uint16_t>(c << (2 * i)); }
constexpr std::uint16_t bits_across(unsigned c, int i) { return static_cast<std::uint16_t>(c << (8 + 2 * i)); }

}  // namespace

std::uint8_t StoneBoard::tell(unsigned around) {
  const auto colour = [&](unsigned i) { return around >> (2 * i) & 3; };
  unsigned empty = 0, out = 0;
  for (unsigned i = 0; i < 4; ++i) empty += colour(i) == 0;
  if (empty > 0) out |= kBreath;
  if (empty > 1) out |= kOpen;
  for (unsigned c = 1; c <= 2; ++c) {
    bool held = true;
    for (unsigned i = 0; i < 4; ++i) held &= colour(i) == c || colour(i) == 3;
    unsigned hostile = 0, edge = 0;
    for (unsigned i = 4; i < 8; ++i) hostile += colour(i) == 3 - c, edge |= colour(i) == 3;
    if (held) out |= kHeld << (c - 1);
    if (held && hostile + edge < 2) out |= kEye << c;
  }
  const unsigned below = colour(4) | colour(0) << 2 | colour(5) << 4, here = colour(1) | colour(2) << 4,
                 above = colour(6) | colour(3) << 2 | colour(7) << 4;
  if (gofuda::tools::has_shape(below, here, above)) out |= kShape;
  return static_cast<std::uint8_t>(out);
}

const StoneBoard::Tells& StoneBoard::all_tells() {
  static const Tells tells = [] {
    Tells all;
    for (unsigned n = 0; n < all.size(); ++n) all[n] = tell(n);
    return all;
  }();
  return tells;
}

StoneBoard::StoneBoard(const Grid& grid) : tells_(&all_tells()), cells_(grid.cells()) { look(Board(grid)); }

StoneBoard& StoneBoard::operator=(const StoneBoard& o) {
  if (this == &o) return *this;
  tells_ = o.tells_, cells_ = o.cells_, empties_ = o.empties_, ko_ = o.ko_, stones_ = o.stones_;
  const auto copy = [n = spot(cells_)](auto& to, const auto& from) {
    std::memcpy(to.data(), from.data(), n * sizeof to[0]);
  };
  copy(colour_, o.colour_), copy(around_, o.around_), copy(chain_, o.chain_), copy(next_, o.next_);
  copy(head_, o.head_), copy(place_, o.place_);
  std::memcpy(empty_.data(), o.empty_.data(), spot(empties_) * sizeof empty_[0]);
  return *this;
}

void StoneBoard::look(const Board& board) {
  empties_ = 0, stones_ = {};
  const auto off = [&](Point p) { return board.at(p) == Colour::off; };
  for (Point p = 0; spot(p) < spot(cells_); ++p) {
    colour_[p] = off(p) ? 3 : 0;
    chain_[p] = next_[p] = p;
    head_[p] = {};
    around_[p] = place_[p] = 0;
    if (off(p)) continue;
    place_[p] = static_cast<std::uint16_t>(empties_);
    empty_[spot(empties_++)] = p;
    for (int i = 0; i < kSides; ++i) {
      if (off(neighbour(p, i))) around_[p] |= bits_beside(3, i);
      if (off(diagonal(p, i))) around_[p] |= bits_across(3, i);
    }
  }
  for (const Colour c : {Colour::black, Colour::white}) board.points_of(c).for_each([&](Point p) { play(p, c); });
  ko_ = board.ko();
}

void StoneBoard::swap_empty(int i, int j) {
  Point &a = empty_[spot(i)], &b = empty_[spot(j)];
  std::swap(a, b);
  place_[a] = static_cast<std::uint16_t>(i), place_[b] = static_cast<std::uint16_t>(j);
}

// A stone comes to p, or goes. From its i-th neighbour, p is the one opposite to the i-th.
inline void StoneBoard::turn(Point p, unsigned c) {
  for (int i = 0; i < kSides; ++i) {
    around_[neighbour(p, i)] ^= bits_beside(c, kSides - 1 - i);
    around_[diagonal(p, i)] ^= bits_across(c, kSides - 1 - i);
  }
}

// The chain of fewer stones is relabelled.
inline void StoneBoard::join(Point& base, Point other) {
  if (other == base) return;
  if (head_[other].size > head_[base].size) std::swap(base, other);
  Head &to = head_[base], &from = head_[other];
  to.liberties += from.liberties, to.size += from.size, to.sum += from.sum, to.squares += from.squares;
  Point s = other;
  do chain_[s] = base;
  while ((s = next_[s]) != other);
  std::swap(next_[base], next_[other]);
}

inline void StoneBoard::take(Point p) {
  const unsigned c = colour_[p];
  stones_[c] -= head_[chain_[p]].size;
  Point s = p;
  do {
    const Point next = next_[s];
    colour_[s] = 0;
    chain_[s] = next_[s] = s;
    turn(s, c);
    place_[s] = static_cast<std::uint16_t>(empties_);
    empty_[spot(empties_++)] = s;
    for (int i = 0; i < kSides; ++i) head_[chain_[neighbour(s, i)]].add(s);
    s = next;
  } while (s != p);
}

void StoneBoard::play(Point p, Colour colour) {
  const auto c = static_cast<unsigned>(index(colour));
  const bool in_eye = tells(p) & kHeld << (2 - c);
  const Point last = empty_[spot(--empties_)];
  empty_[place_[p]] = last;
  place_[last] = place_[p];
  colour_[p] = static_cast<std::uint8_t>(c);
  ++stones_[c];
  turn(p, c);
  Head own{0, 1, 0, 0};
  for (int i = 0; i < kSides; ++i) {
    const Point q = neighbour(p, i);
    head_[chain_[q]].drop(p);
    if (colour_[q] == 0) own.add(q);
  }
  head_[p] = own;
  Point base = p;
  for (int i = 0; i < kSides; ++i)
    if (const Point q = neighbour(p, i); colour_[q] == c) join(base, chain_[q]);
  const int before = empties_;
  for (int i = 0; i < kSides; ++i)
    if (const Point q = neighbour(p, i); colour_[q] == 3 - c && head_[chain_[q]].liberties == 0) take(q);
  ko_ = in_eye && empties_ == before + 1 ? empty_[spot(before)] : kNoPoint;
}

bool StoneBoard::keeps_two(Point p, Colour c) const {
  if (tells(p) & kOpen) return true;
  Point liberty = kNoPoint;
  bool taken = false;
  std::array<Point, kSides> chains;
  for (int i = 0; i < kSides; ++i) chains[spot(i)] = chain_[neighbour(p, i)];
  for (int i = 0; i < kSides; ++i) {
    const Point q = neighbour(p, i);
    Point found = kNoPoint;
    if (at(q) == Colour::empty) {
      found = q;
    } else if (at(q) == c) {
      Head left = head_[chains[spot(i)]];
      if (left.liberties > kManyLiberties) return true;
      for (const Point other : chains)
        if (other == chains[spot(i)]) left.drop(p);
      if (left.liberties == 0) continue;
      if (!left.has_one_liberty()) return true;
      found = left.one_liberty();
    } else if (at(q) == opposite(c)) {
      taken |= in_atari(q);
    }
    if (found == kNoPoint || found == liberty) continue;
    if (liberty != kNoPoint) return true;
    liberty = found;
  }
  return taken;
}

int StoneBoard::lead() const {
  int lead = stone_lead();
  for (int i = 0; i < empties_; ++i) {
    const bool black = owns(empty(i), Colour::black), white = owns(empty(i), Colour::white);
    lead += int{black && !white} - int{white && !black};
  }
  return lead;
}

}  // namespace gofuda::tools
