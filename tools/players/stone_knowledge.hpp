// What is known of a stone before any game was played: captures, ataris, shapes, distance. For games of plain stones.
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <vector>

#include "core/board.hpp"

namespace gofuda::tools {

// As if so many games had been played with the stone, and so many of them won.
struct Prior {
  float games = 0, wins = 0;
  void good(float n) { games += n, wins += n; }
  void bad(float n) { games += n; }
};

// Is an empty point one of the shapes worth a look next to the last move?
// `below`, `here` and `above`: the colours of the three points of each row, two bits each, from the left.
extern const std::bitset<1 << 18> kKnownShapes;
inline bool has_shape(unsigned below, unsigned here, unsigned above) {
  return kKnownShapes[above | below << 6 | here << 12];
}

// The chains of a board and their liberties.
struct ChainTable {
  struct Chain {
    Point stone;
    Colour colour;
    int size, liberties;
    PointSet at;  // its liberties
  };
  std::vector<Chain> chains;
  std::array<std::uint16_t, kCells> number;  // of a stone: its chain's place in `chains`

  void look(const Board& board);
  const Chain& of(Point p) const { return chains[number[p]]; }  // of the stone there
};

class StoneKnowledge {
 public:
  // last: the point of the move before, or kNoPoint.
  void look(const Board& board, const Grid& grid, Colour to_move, Point last);
  Prior of(Point p) const;  // a legal stone of the side to move
  // Chains of the other side that so many stones on points of `from` take when they land together with those on
  // `chosen`: f(the liberties left to fill, what is known of a play that fills them all).
  template <class F>
  void for_each_taken(int stones, const PointSet& from, const PointSet& chosen, F&& f) const {
    for (const Chain& c : table_.chains) {
      if (c.colour == own_ || c.liberties > stones + chosen.count()) continue;
      const PointSet left = c.at - chosen;
      if (!left.empty() && left.count() <= stones && from.contains_all(left)) f(left, of_taken(c.size));
    }
  }

 private:
  using Chain = ChainTable::Chain;
  static Prior of_taken(int stones);
  void find_settled();
  void measure(Point last);
  void judge_ataris();
  void judge_escape(const Chain& chain);
  bool only_one_liberty(Point p) const;
  int line_of(Point p) const;

  const Board* board_ = nullptr;
  const Grid* grid_ = nullptr;
  Colour own_ = Colour::black;
  ChainTable table_;
  std::array<std::uint8_t, kCells> distance_;          // from the last move, a chain being one step; kFar beyond
  std::array<std::uint8_t, kCells> capture_, rescue_;  // stones taken, or saved, by a stone there
  PointSet settled_;                                   // what is near a stone
  std::vector<Point> near_, next_;
};

}  // namespace gofuda::tools
