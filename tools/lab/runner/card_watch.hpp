// What the cards of a game do, counted turn by turn.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/run.hpp"
#include "tools/lab/statistics/tally.hpp"

namespace gofuda::lab {

class CardWatch {
 public:
  explicit CardWatch(const Ruleset& rules) : rules_(rules) {}
  // One play in `every`, a power of two, has its swing measured; which ones is decided by the key.
  void begin(const Position& start, const ChanceKey& key, std::uint32_t every, std::vector<CardUse>& uses);
  void turn(const Position& now);  // after each turn

 private:
  void count_moves(const Position& now);
  void count_events(const Position& now);
  bool waits(const Position& now, const Move& m) const;
  bool laid_aside(const Position& now, Seat seat, CardId card) const;
  void played(const Position& now, Seat seat, CardId card, std::size_t first, std::size_t end, bool again);
  void measure(const Position& now, Seat seat, CardId card, std::size_t first, std::size_t end);

  const Ruleset& rules_;
  std::vector<CardUse>* uses_ = nullptr;
  Cards before_;                     // where they lay before the turn
  std::vector<Card> played_copies_;  // in this turn
  std::size_t moves_ = 0, events_ = 0;
  std::uint64_t key_ = 0, plays_ = 0;
  std::uint32_t every_ = 1;
};

// What the moves from number `first` to before `end` did to the lead of a seat, as if the game had been counted with
// all stones alive, just before and just after them. Nothing where one side has no stone on the board: a lone stone
// would own the whole of it; nor where the record does not tell the order in which a point was changed.
std::optional<int> swing(const Ruleset& rules, const Position& now, Seat seat, std::size_t first, std::size_t end);

}  // namespace gofuda::lab
