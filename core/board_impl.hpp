// The inner workings of Board that must be inlined where they are used: board.cpp and playout.cpp. Nobody else's business.
#pragma once

#include "core/board.hpp"
#include "core/random.hpp"

namespace gofuda {

// Cell::around holds three counts of neighbours: black from bit 0, white from bit 4, empty from bit 8. What is not on the
// board counts as black and as white, so that bit 2 (or 6) alone tells that no neighbour is other than black (white).
inline constexpr int kEmptyShift = 8;
inline constexpr std::array<std::uint16_t, 3> kUnitOf{1 << kEmptyShift, 1, 1 << 4};
inline constexpr std::array<std::uint16_t, 3> kFullOf{4 << kEmptyShift, 4, 4 << 4};

inline constexpr auto kZobrist = [] {
  std::array<std::uint64_t, 2 * kCells> keys{};
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = mix64((i + 1) * 0x9e3779b97f4a7c15ull);
  return keys;
}();

inline std::uint64_t zobrist_key(Point p, Colour c) { return kZobrist[2 * p + index(c) - 1]; }

inline bool Board::has_empty_neighbour(Point p) const { return cell_[p].around >= kUnitOf[0]; }

inline bool Board::surrounded_by(Point p, Colour c) const { return cell_[p].around & kFullOf[index(c)]; }

inline bool Board::eye_corners(Point p, Colour c) const {
  int hostile = 0, edge = 0;
  for (int offset : kDiagonals) {
    const int corner = colour_[p + offset];
    hostile += corner == index(opposite(c));
    edge |= corner == index(Colour::off);
  }
  return hostile + edge < 2;
}

// Whether a stone on p, which has no empty neighbour, would have no liberty once it has captured: no chain of the other
// side has p as its last liberty, and every chain of its own has.
inline bool Board::starves(Point p, Colour c) const {
  Point chains[4];
  for (int i = 0; i < 4; ++i) chains[i] = cell_[p + kNeighbours[i]].chain;
  bool lives = false;
  for (int i = 0; i < 4; ++i) {
    const int colour = colour_[p + kNeighbours[i]];
    int touches = 0;
    for (int j = 0; j < 4; ++j) touches += chains[j] == chains[i];
    const bool last = cell_[chains[i]].liberties == touches;
    lives |= (colour != index(Colour::off)) & (last != (colour == index(c)));
  }
  return !lives;
}

// Sets a stone and joins it to its chain, without judging what it does to others. Returns which of its neighbours, by
// index, are stones of the other side left without a liberty.
inline unsigned Board::drop(Point p, Colour c) {
  Cell& cell = cell_[p];
  const Point last = empty_[--empty_count_];
  empty_[cell.link] = last;
  cell_[last].link = cell.link;
  colour_[p] = static_cast<std::uint8_t>(c);
  ++stones_[index(c)];
  hash_ ^= zobrist_key(p, c);

  const auto step = static_cast<std::uint16_t>(kUnitOf[index(c)] - kUnitOf[0]);
  Point chains[4];
  for (int i = 0; i < 4; ++i) {
    Cell& neighbour = cell_[p + kNeighbours[i]];
    neighbour.around += step;
    chains[i] = neighbour.chain;
    --cell_[chains[i]].liberties;
  }
  unsigned friends = 0, starved = 0;
  for (int i = 0; i < 4; ++i) {
    const int colour = colour_[p + kNeighbours[i]];
    friends |= static_cast<unsigned>(colour == index(c)) << i;
    starved |= static_cast<unsigned>((colour == index(opposite(c))) & (cell_[chains[i]].liberties == 0)) << i;
  }

  const Point base = friends ? chains[std::countr_zero(friends)] : p;
  cell.chain = base;
  cell.liberties = 0;
  cell_[base].liberties += cell.around >> kEmptyShift;
  cell.link = p;
  std::swap(cell.link, cell_[base].link);
  unsigned others = 0;
  for (int i = 0; i < 4; ++i) others |= static_cast<unsigned>(chains[i] != base) << i;
  for (others &= friends; others; others &= others - 1) {
    const int i = std::countr_zero(others);
    if (cell_[p + kNeighbours[i]].chain != base) join(chains[i], base);
  }
  return starved;
}

// Takes the chain of the stone at p off the board; its points become the last of empty_.
inline void Board::take_chain(Point p) {
  const Colour c = at(p);
  const std::uint16_t step = static_cast<std::uint16_t>(kUnitOf[0] - kUnitOf[index(c)]);
  const int before = empty_count_;
  Point s = p;
  do {
    Cell& cell = cell_[s];
    const Point next = cell.link;
    colour_[s] = 0;
    hash_ ^= zobrist_key(s, c);
    cell.chain = s;
    cell.link = static_cast<std::uint16_t>(empty_count_);
    empty_[empty_count_++] = s;
    for (int offset : kNeighbours) {
      Cell& neighbour = cell_[s + offset];
      neighbour.around += step;
      ++cell_[neighbour.chain].liberties;
    }
    s = next;
  } while (s != p);
  stones_[index(c)] -= empty_count_ - before;
}

// kSuicide: the stone may be left without a liberty, and then its chain comes off.
template <bool kSuicide>
inline void Board::play_stone(Point p, Colour c) {
  const bool in_eye = surrounded_by(p, opposite(c));
  const int before = empty_count_;
  unsigned starved = drop(p, c);
  ko_ = kNoPoint;
  if (starved) {
    for (; starved; starved &= starved - 1) {
      const Point n = static_cast<Point>(p + kNeighbours[std::countr_zero(starved)]);
      if (colour_[n]) take_chain(n);
    }
    if (in_eye && empty_count_ == before) ko_ = empty_[before - 1];
  } else if constexpr (kSuicide) {
    if (cell_[cell_[p].chain].liberties == 0) take_chain(p);
  }
}

// The hash once a stone has been played on p: with what it captures taken off or, where the stone itself would have no
// liberty (kSuicide), its own chain.
template <bool kSuicide>
inline std::uint64_t Board::hash_after(Point p, Colour c) const {
  const bool dies = kSuicide && !has_empty_neighbour(p) && starves(p, c);
  const int taken = index(dies ? c : opposite(c));
  std::uint64_t hash = dies ? hash_ : hash_ ^ zobrist_key(p, c);
  Point chains[4];
  for (int i = 0; i < 4; ++i) {
    const Point n = static_cast<Point>(p + kNeighbours[i]);
    chains[i] = cell_[n].chain;
    if (colour_[n] != taken) continue;
    int touches = 1;
    for (int j = 0; j < 4; ++j) touches += j != i && cell_[p + kNeighbours[j]].chain == chains[i];
    bool done = false;
    for (int j = 0; j < i; ++j) done |= chains[j] == chains[i];
    if (done || cell_[chains[i]].liberties != touches) continue;
    Point s = n;
    do hash ^= zobrist_key(s, at(n));
    while ((s = cell_[s].link) != n);
  }
  return hash;
}

}  // namespace gofuda
