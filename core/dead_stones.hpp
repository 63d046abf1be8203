// Which stones are dead at the end of a game, which are alive, and which live by liberties that they share.
#pragma once

#include <cstdint>
#include <vector>

#include "core/board.hpp"
#include "core/grid.hpp"
#include "core/rules.hpp"

namespace gofuda {

struct Marking {
  struct Chain {
    PointSet points;
    double alive;  // how likely
    bool dead() const { return alive < 0.5; }
    double sure() const { return dead() ? 1 - alive : alive; }
  };
  std::vector<Chain> chains;
  // What the chains come to.
  PointSet dead;
  double sure = 1;  // of the least certain chain, from 0.5 to 1
  void add_up();
};

// How much is done to find out. What nothing can take is known at once, guided random games with either side to move
// first tell most of the rest, and chains of which they do not are searched.
struct Effort {
  int playouts = 400;
  int searched = 0;                    // points times games, for all searches together
  std::uint64_t looked = kUnmeasured;  // at points in all games together: beyond that, fewer of them are played
  static constexpr std::uint64_t kUnmeasured = std::uint64_t{1} << 40;
};

// Always the same for the same board. Where stones are never captured, none is dead.
Marking mark_dead(const Board& board, const Grid& grid, const Rules& rules, const Effort& effort);

// Among dead stones that only their own side's living stones enclose they are at home, and live.
void spare_enclosed(Marking& marking, const Board& board, const Grid& grid);

// Of the stones that are not `dead`, those in seki: they live by liberties that neither side can fill, and are taken
// by whoever is not careful, or by a double ko.
PointSet shared_life(const Board& board, const Grid& grid, const PointSet& dead);

}  // namespace gofuda
