// The inner workings of Board that must be inlined where they are used: board.cpp, board_units.cpp and playout.cpp.
// Nobody else's business.
#pragma once

#include "core/board.hpp"
#include "core/random.hpp"

namespace gofuda {

// Cell::around holds three counts of neighbours: black from bit 0, white from bit 4, empty from bit 8. What is not on
// the board counts as black and as white, and so does what a lattice has less than eight neighbours, so that bit 3 (or
// 7) alone tells that no neighbour is other than black (white).
inline constexpr int kEmptyShift = 8, kFull = 8;
inline constexpr std::array<std::uint16_t, 3> kUnitOf{1 << kEmptyShift, 1, 1 << 4};
inline constexpr std::array<std::uint16_t, 3> kFullOf{kFull << kEmptyShift, kFull, kFull << 4};

inline constexpr auto kZobrist = [] {
  std::array<std::uint64_t, 2 * kCells> keys{};
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = mix64((i + 1) * 0x9e3779b97f4a7c15ull);
  return keys;
}();

// Cell::liberties off the board, less one for each stone beside it: never so few that it looks like a chain about to be
// taken, not even on the cell that stands for all neighbours which the points of a board with a table do not have.
inline constexpr std::uint16_t kNeverNone = 1 << 14;

inline std::uint16_t zobrist_place(Point p, Colour c) { return static_cast<std::uint16_t>(2 * p + index(c) - 1); }
inline std::uint64_t zobrist_key(Point p, Colour c) { return kZobrist[zobrist_place(p, c)]; }

inline bool Board::has_empty_neighbour(Point p) const { return cell_[p].around >= kUnitOf[0]; }

inline bool Board::surrounded_by(Point p, Colour c) const { return cell_[p].around & kFullOf[index(c)]; }

// Tables over the colours of four cells, two bits each in the order of kNeighbours or kDiagonals.
struct FourCells {
  std::array<std::array<std::uint8_t, 256>, 3> of{};      // by colour: which of the four have it, as a mask
  std::array<std::array<bool, 256>, 3> corners_of_eye{};  // by colour: whether such diagonals leave an eye to that side
};
inline constexpr FourCells kFourCells = [] {
  FourCells tables;
  for (int four = 0; four < 256; ++four)
    for (int c = 0; c < 3; ++c) {
      int hostile = 0, edge = 0;
      for (int i = 0; i < 4; ++i) {
        const int colour = four >> (2 * i) & 3;
        if (colour == c) tables.of[c][four] |= 1 << i;
        hostile += colour == 3 - c;
        edge |= colour == index(Colour::off);
      }
      tables.corners_of_eye[c][four] = hostile + edge < 2;
    }
  return tables;
}();

template <const auto& kOffsets>
inline unsigned Board::four_cells(Point p) const {
  return colour_[p + kOffsets[0]] | colour_[p + kOffsets[1]] << 2 | colour_[p + kOffsets[2]] << 4 |
         colour_[p + kOffsets[3]] << 6;
}

// Which of the cells beside p, by index, have the colour.
template <class L>
inline unsigned Board::beside_of(L lattice, Point p, Colour c) const {
  unsigned found = 0;
  for (int i = 0; i < L::kBeside; ++i)
    found |= static_cast<unsigned>(colour_[lattice.cell_beside(p, i)] == index(c)) << i;
  return found;
}
template <>
inline unsigned Board::beside_of(PlainLattice, Point p, Colour c) const {
  return kFourCells.of[index(c)][four_cells<kNeighbours>(p)];
}

template <class L>
inline bool Board::eye_corners(L lattice, Point p, Colour c) const {
  unsigned four = 0;
  for (int i = 0; i < L::kAcross; ++i) four |= static_cast<unsigned>(colour_[lattice.cell_across(p, i)]) << (2 * i);
  return kFourCells.corners_of_eye[index(c)][four];
}

// Whether a stone on p, which has no empty neighbour, would have no liberty once it has captured: no chain of the other
// side has p as its last liberty, and every chain of its own has.
template <class L>
inline bool Board::starves(L lattice, Point p, Colour c) const {
  std::array<Point, L::kBeside> chains;
  for (int i = 0; i < L::kBeside; ++i) chains[i] = cell_[lattice.cell_beside(p, i)].chain;
  bool helped = false;
  for (int i = 0; i < L::kBeside; ++i) {
    int touches = 0;
    for (const Point chain : chains) touches += chain == chains[i];
    const bool last = cell_[chains[i]].liberties == touches;
    helped |= last != (colour_[lattice.cell_beside(p, i)] == index(c));
  }
  return !helped;
}
template <>
inline bool Board::starves(PlainLattice, Point p, Colour c) const {
  const Point south = cell_[p + kNeighbours[0]].chain, west = cell_[p + kNeighbours[1]].chain;
  const Point east = cell_[p + kNeighbours[2]].chain, north = cell_[p + kNeighbours[3]].chain;
  const int sw = south == west, se = south == east, sn = south == north;
  const int we = west == east, wn = west == north, en = east == north;
  const auto helps = [&](int i, Point chain, int same) {
    const bool last = cell_[chain].liberties == 1 + same;
    return last != (colour_[p + kNeighbours[i]] == index(c));
  };
  return !(helps(0, south, sw + se + sn) | helps(1, west, sw + we + wn) | helps(2, east, se + we + en) |
           helps(3, north, sn + wn + en));
}

// What follows comes in two kinds. kKept: the hash, and the place of each empty point in the list, are kept right. A
// random game needs neither, and sets both right at its end.

// Sets a stone on the empty point with the given place in the list and joins it to its chain, without judging what it
// does to others. Returns which of its neighbours, by index, are stones of the other side left without a liberty.
template <bool kKept, class L>
inline unsigned Board::drop(L lattice, int place, Colour c) {
  const Point p = empty_[place], last = empty_[--empty_count_];
  Cell& cell = cell_[p];
  empty_[place] = last;
  if constexpr (kKept) cell_[last].link = static_cast<std::uint16_t>(place);
  if constexpr (kKept) hash_ ^= zobrist_key(p, c);
  colour_[p] = static_cast<std::uint8_t>(c);
  ++stones_[index(c)];

  const auto step = static_cast<std::uint16_t>(kUnitOf[index(c)] - kUnitOf[0]);
  Point chains[L::kBeside + 1];
  for (int i = 0; i < L::kBeside; ++i) {
    Cell& neighbour = cell_[lattice.cell_beside(p, i)];
    neighbour.around += step;
    chains[i] = neighbour.chain;
    --cell_[chains[i]].liberties;
  }
  chains[L::kBeside] = p;
  const unsigned friends = beside_of(lattice, p, c);
  unsigned starved = 0;
  for (int i = 0; i < L::kBeside; ++i) starved |= static_cast<unsigned>(cell_[chains[i]].liberties == 0) << i;
  starved &= beside_of(lattice, p, opposite(c));

  const Point base = chains[std::countr_zero(friends | 1u << L::kBeside)];
  cell.chain = base;
  cell.liberties = 0;
  cell_[base].liberties += cell.around >> kEmptyShift;
  cell.link = p;
  std::swap(cell.link, cell_[base].link);
  for (unsigned others = friends & (friends - 1); others; others &= others - 1) {
    const int i = std::countr_zero(others);
    if (cell_[lattice.cell_beside(p, i)].chain != base) join(chains[i], base);
  }
  return starved;
}

// Takes the chain of the stone at p off the board; its points become the last of empty_.
template <bool kKept, class L>
inline void Board::take_chain(L lattice, Point p) {
  const Colour c = at(p);
  const std::uint16_t step = static_cast<std::uint16_t>(kUnitOf[0] - kUnitOf[index(c)]);
  const int before = empty_count_;
  Point s = p;
  do {
    Cell& cell = cell_[s];
    const Point next = cell.link;
    colour_[s] = 0;
    cell.chain = s;
    if constexpr (kKept) hash_ ^= zobrist_key(s, c);
    if constexpr (kKept) cell.link = static_cast<std::uint16_t>(empty_count_);
    empty_[empty_count_++] = s;
    for (int i = 0; i < L::kBeside; ++i) {
      Cell& neighbour = cell_[lattice.cell_beside(s, i)];
      neighbour.around += step;
      ++cell_[neighbour.chain].liberties;
    }
    s = next;
  } while (s != p);
  stones_[index(c)] -= empty_count_ - before;
}

// Takes one stone off. What is left of its chain may fall apart: every piece touches p, and is gathered anew from
// there.
template <class L>
inline void Board::lift(L lattice, Point p) {
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
inline void Board::gather(L lattice, Point root) {
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

// kSuicide: the stone may be left without a liberty, and then its chain comes off.
template <bool kKept, bool kSuicide, class L>
inline void Board::play_stone(L lattice, int place, Colour c) {
  const Point p = empty_[place];
  const bool in_eye = surrounded_by(p, opposite(c));
  const int before = empty_count_;
  unsigned starved = drop<kKept>(lattice, place, c);
  ko_ = kNoPoint;
  if (starved) {
    for (; starved; starved &= starved - 1) {
      const Point n = lattice.beside(p, std::countr_zero(starved));
      if (colour_[n]) take_chain<kKept>(lattice, n);
    }
    if (in_eye && empty_count_ == before) ko_ = empty_[before - 1];
  } else if constexpr (kSuicide) {
    if (cell_[cell_[p].chain].liberties == 0) take_chain<kKept>(lattice, p);
  }
}

// What becomes of the board when a stone is played on p: it comes, and what it captures goes; or where it `dies`, the
// chains it would have joined go.
template <class L>
struct BoardChange {
  std::uint64_t hash;
  std::array<Point, L::kBeside> chains{};  // those that go
  bool takes(Point chain) const {
    bool found = false;
    for (const Point c : chains) found |= c == chain;
    return found;
  }
};

template <class L>
inline BoardChange<L> Board::change_by(L lattice, Point p, Colour c, bool dies) const {
  const int taken = index(dies ? c : opposite(c));
  BoardChange<L> change{dies ? 0 : zobrist_key(p, c)};
  for (int i = 0; i < L::kBeside; ++i) {
    const Point n = lattice.beside(p, i), chain = cell_[n].chain;
    if (colour_[n] != taken || change.takes(chain)) continue;
    int touches = 0;
    for (int j = 0; j < L::kBeside; ++j) touches += cell_[lattice.cell_beside(p, j)].chain == chain;
    if (cell_[chain].liberties != touches) continue;
    change.chains[i] = chain;
    Point s = n;
    do change.hash ^= zobrist_key(s, at(n));
    while ((s = cell_[s].link) != n);
  }
  return change;
}

}  // namespace gofuda
