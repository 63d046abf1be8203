// Who is ahead, turn by turn, by the look of the position: when a game is decided, and whether it goes to and fro.
#pragma once

#include <array>
#include <optional>

#include "core/game.hpp"
#include "tools/lab/statistics/tally.hpp"

namespace gofuda::lab {

inline constexpr std::array<int, 3> kQuarters{25, 50, 75};  // percent of a game's turns

// Of a game with a winner. Shares are in thousandths of its turns.
struct Drama {
  int lead_changes = 0;
  int behind = 0;           // turns after which the later winner was behind
  int settled = 0;          // turns until it was ahead for good
  std::array<int, 3> at{};  // at each quarter the later winner was ahead 1, level 0, behind -1
};

class ValueWatch {
 public:
  explicit ValueWatch(const Ruleset& rules) : rules_(rules) {}
  void begin() { leads_.clear(); }
  void turn(const Position& p);
  // Nothing where nobody has won, or the game is too short to tell.
  std::optional<Drama> drama(const GameRecord& g) const;
  unsigned secrets() const { return secrets_; }  // what a seat has not known in some turn: core's Secret, a bit each

 private:
  const Ruleset& rules_;
  std::vector<double> leads_;  // of Black
  unsigned secrets_ = 0;
};

struct DramaTally {
  Histogram lead_changes, behind, settled;
  std::array<std::int64_t, 3> ahead{}, level{}, of_behind{};  // of the later winner, at each quarter
  void add(const Drama& d);
};

}  // namespace gofuda::lab
