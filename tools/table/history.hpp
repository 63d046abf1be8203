// The course of a game, to go back to any place in it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace gofuda::tools {

// Where in the log each numbered turn begins. Naming the dead stones is no turn of its own.
std::vector<std::size_t> turn_begins(const Game& game);

// How much of the log there was when so many moves were made and the next answer of a player was waited for.
std::size_t items_after(const Game& game, Scripts& scripts, std::size_t moves);
// The last place between two turns at which no more moves than that were made, and how many they are.
struct TurnPlace {
  std::size_t items = 0, moves = 0;
};
TurnPlace turn_place(const Game& game, std::size_t moves);

// The position there; quicker than the game.
Position position_after(const Game& game, Scripts& scripts, std::size_t items);

Game cut_game(const Game& game, Scripts& scripts, std::size_t items);

// Is there anything in the game that somebody is not to know yet: cards, or what chance will draw?
bool hides_something(const Game& game);
// Since then, has anything come out that nobody, or one side alone, could know: a card drawn, turned up or looked at,
// what chance draws? What a side has played out of its own hand is no such thing.
bool has_come_out(const Game& game, const Game& before);

// Where a seat's last answer stands in the log that was more than "decline"; and why the seat may not take it back: ""
// when it may.
std::optional<std::size_t> last_answer(const Game& game, Seat seat);
std::string why_no_undo(const Game& game, const Game& before, Seat seat);
// Besides: where the other side may answer out of what it hides, what has come since tells whether it can. Another way
// on could be tried, and taken back, until all of it is known.
bool tells_of_hidden(const Game& game, const Game& before, Seat seat);

}  // namespace gofuda::tools
