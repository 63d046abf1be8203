// The one loop in which a game is played on by those who sit at it.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/game.hpp"
#include "core/player.hpp"

namespace gofuda {

enum class Stopped : std::uint8_t {
  over,           // the game has ended
  waits,          // a seat is asked at which no program sits
  turn_limit,     // as many turns as were wanted are played
  no_answer,      // a player has found no legal answer, in as many tries as it has
  fault,          // a script has failed: Game::fault()
  step_limit,     // the scripts of the game have done as much as they may
  mismatch,       // the game's record does not fit its rules
  player_failed,  // a player cannot go on
  interrupted,    // by whoever drives, or because the program is to stop; the game may stand anywhere then
};
std::string_view stopped_name(Stopped s);

struct DriveLimits {
  int last_turn = 1 << 30;  // by its number from 1
  // Of answers to one question; fewer where they take much work. Then the card that asks is given up, or the player
  // goes back on what it answered in this turn, but for the log's first `kept` items, and on what followed. A program's
  // own card is given up with whatever was answered for it.
  int refusals = 1000;
  std::size_t kept = 0;
  std::uint64_t steps = 20'000'000'000;  // of the game's scripts; what players try for themselves does not count
  // The same of one turn, which is run again for each answer of a player that looks ahead.
  std::uint64_t turn_steps = 4'000'000'000;
  // Of a turn in which players that answer at once find no legal answer; then as above, and where nothing can be given
  // up or gone back on, ten times as many.
  int new_starts = 100;
  std::function<bool()> interrupt;             // looked at between two questions; empty: never
  std::function<void(const Game&)> turn_done;  // after each turn; empty: nobody looks
  // Before each question, or each turn of players that answer at once; `refused`: how often the game has refused to go
  // on from here so far.
  std::function<void(const Game&, int refused)> before;
};

struct DriveResult {
  Stopped why = Stopped::over;
  std::optional<Seat> seat;  // whom it concerns, if one
  std::string text;          // a player's or the referee's words
  // For step_limit: where the function begins that has taken the most, if it is known.
  std::string file = {};
  int line = 0;

  std::string told() const;  // the text after where it is, if it is known
};

// What a program's answers to one question that are refused may take, in the steps of so many searches.
inline constexpr std::uint64_t kMostInVain = 2;

// Puts the pending question of a game to a player that looks ahead; `refused`: how often it has been so far. False: it
// has no answer.
bool consult(Player& player, const Game& game, Scripts& scripts, int refused, Answer& out);

// Plays on from where the game stands. A seat without a player is a person's. `scripts` are the game's.
DriveResult drive(Game& game, Scripts& scripts, std::array<Player*, 2> players, const DriveLimits& limits = {});

}  // namespace gofuda
