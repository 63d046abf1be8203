// Effects that last: cards that lie on the table and work there until something ends them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cards.hpp"
#include "core/hash.hpp"
#include "core/point.hpp"
#include "core/rules.hpp"

namespace gofuda {

// What ends an effect, as whoever lays it says; the first that comes. With none of it, the card lies there until it is
// put away.
struct Until {
  int own_turns = 0, their_turns = 0;  // the next ones of the side that lays it, or of the other
  int turn = 0;                        // the end of the turn with that number
  PointSet stones;                     // one of these is captured, taken off or replaced
};

struct LastingEffect {
  Seat seat = Seat::black;
  Card card;
  std::uint32_t number = 0;     // of all that were laid
  std::uint32_t since = 0;      // the first move that it knows of
  bool by_move = false;         // the move before that one laid it,
  std::uint16_t mark = 0;       // when so many of its effects were there
  std::uint16_t laid_in = 0;    // the turn; 0: before the game
  std::uint16_t last_turn = 0;  // at whose end it is over; 0: none
  bool counts = false;          // the turns of the side `counted` are counted, up to that one
  Seat counted = Seat::black;
  PointSet stones;  // that must stay; none: not ended by any
  friend bool operator==(const LastingEffect&, const LastingEffect&) = default;
};

// When something was laid that a move is still in the middle of, it is known by the move's level, and numbers of moves
// begin again with the next.
constexpr std::uint32_t kUnfinished = 0xffff0000;

// How many turns it still lasts, the one that is being played included if it counts.
int turns_left(const LastingEffect& e, int turn);

// An effect that a move has ended, and where its card lay: if the move is undone, it lies there again.
struct EndedEffect {
  LastingEffect effect;
  std::uint32_t by;
  Zone zone;
  friend bool operator==(const EndedEffect&, const EndedEffect&) = default;
};

// A part of a position.
struct Lasting {
  std::vector<LastingEffect> lasting;  // in the order in which they were laid
  std::vector<EndedEffect> ended;
  std::vector<Rules> rules_now;  // while an effect changes them: all of them
  std::uint32_t laid = 0;        // so far

  void lie(LastingEffect e);  // takes its place by its number
  void add_to(Hash& h, const Cards& cards) const;
  void hide_from(Seat seat, const Cards& cards);  // cards as they lie, nothing hidden yet
  friend bool operator==(const Lasting&, const Lasting&) = default;
};

// What ends it, from that turn on, as set_until takes it before a game.
Until until_of(const LastingEffect& e, int turn);
// Sets what is to end the effect, laid in a turn of `to_move`; turn 0: before the game, whose first turn counts.
void set_until(LastingEffect& e, const Until& until, int turn, Seat to_move);

}  // namespace gofuda
