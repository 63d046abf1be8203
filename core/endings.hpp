// How a game ends: functions of the rules and a position, after a move or a turn.
#pragma once

#include <functional>
#include <optional>

#include "core/position.hpp"
#include "core/ruleset.hpp"

namespace gofuda {

inline constexpr int kMostUnchangedTurns =
    200;  // turns in a row that leave the board as it is end the game, and it is counted

// Does the seat fulfil the scripted win condition with that number? Fills the stones that show it, if the script names
// them.
using ScriptedWin = std::function<bool(int condition, Seat seat, PointSet& stones)>;

// There is nothing left to do.
Finish exhausted(const Ruleset& rules, Finish so_far);
// After a move of `mover`, from number `first` on in the record, and its answers: wins, a full board, all stones set.
// `stone`: where it set one, if that was all. Nothing where the game goes on.
std::optional<Finish> ending_after_move(const Ruleset& rules, const Position& p, Seat mover, std::size_t first,
                                        Point stone, const ScriptedWin& scripted);
// Counts a turn whose moves begin at `first`. Nothing else ends a game in which both sides sit still, or in which
// nobody is asked any more.
void count_unchanged_turn(const Ruleset& rules, Position& p, std::size_t first);
// After a turn whose moves begin at `first`, with `next` to move: has it brought back a board that `next` had before it
// at the start of an earlier turn, with no card played, drawn or laid back in between?
void end_by_repetition(const Ruleset& rules, Position& p, std::size_t first, Seat next);
// The passes in a row, were the side to pass now: only a pass in answer to one of the other side's counts up.
std::uint8_t passes_with(const Position& p, Seat seat);
// Of the last move of the record, which was just made; `passes`: in a row with it, if it is a pass.
void count_pass(const Ruleset& rules, Position& p, std::uint8_t passes);
// Both sides have said which stones are dead: the game is over if they agree, else it goes on.
void settle_dead(Position& p, const PointSet& first, const PointSet& second);

}  // namespace gofuda
