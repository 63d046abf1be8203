// Walks through every sequence of answers in order: a player that gives the first answer to each question, then the
// next, like the digits of a counter.
#pragma once

#include <cstdint>
#include <vector>

#include "core/board.hpp"
#include "core/player.hpp"

namespace gofuda {

class Enumerator : public Player {
 public:
  void restart() { depth_ = 0; }  // before each run
  bool advance();                 // to the next sequence; false when all were seen
  bool answer(const Question& q, const Observation& seen, Answer& out) override;

 private:
  struct Digit {
    std::uint64_t value, size;
  };
  std::vector<Digit> digits_;
  std::size_t depth_ = 0;
};

// Is there a way to lay the shape on empty points, none of them `ko`, so that each stone keeps a liberty beside the
// shape? Such stones are legal in whatever order they land.
bool fits_with_room(const Board& board, std::span<const Orientation> shape, Point ko);
// Is there a legal way to lay the shape on the board's empty points?
bool find_placement(const Board& board, std::span<const Orientation> shape, Colour colour, const UnitRules& rules);
// The same for stones that land one by one, in whatever order, on points of `reachable`. The first may not stand on
// `ko`.
bool find_placement_in_order(const Board& board, std::span<const Orientation> shape, Colour colour,
                             const UnitRules& rules, const PointSet& reachable, Point ko);

}  // namespace gofuda
