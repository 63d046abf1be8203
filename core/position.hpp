// A position: everything that the course of a game has decided so far, as a value. Copy it to clone, drop it to undo.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "core/board.hpp"
#include "core/holdings.hpp"
#include "core/ko.hpp"
#include "core/lasting.hpp"
#include "core/point.hpp"
#include "core/tally.hpp"

namespace gofuda {

// What happened to a point in a move.
enum class Effect : std::uint8_t {
  placed_black,
  placed_white,
  captured_black,
  captured_white,
  removed_black,
  removed_white,
  recoloured_black,
  recoloured_white,
  walled,
  unwalled
};
constexpr Effect placed(Colour c) { return static_cast<Effect>(index(c) - 1); }
constexpr Effect captured(Colour c) { return static_cast<Effect>(1 + index(c)); }
constexpr Effect removed(Colour c) { return static_cast<Effect>(3 + index(c)); }
constexpr Effect recoloured(Colour to) { return static_cast<Effect>(5 + index(to)); }

// Does a stone of the effect's colour stand there after it?
constexpr bool sets(Effect e) {
  return e <= Effect::placed_white || e == Effect::recoloured_black || e == Effect::recoloured_white;
}

constexpr bool is_of_wall(Effect e) { return e >= Effect::walled; }  // no stone came or went

// The colour that an effect on a stone speaks of.
constexpr Colour index_colour(Effect e) { return static_cast<Colour>(static_cast<int>(e) % 2 + 1); }

// One move: a single play of one card, an ordinary stone, a pass, or a turn that was skipped.
struct Move {
  enum Flag : std::uint16_t {
    kPass = 1,         // a player's own pass
    kSkip = 2,         // the turn was used up without a play: a skipping card, a card laid aside, a lost turn
    kCancelled = 4,    // undone by an answering card
    kAnswer = 8,       // played in the other side's turn, to answer a move
    kChanged = 16,     // the board was different after it
    kUnplayable = 32,  // the card could not take effect
    kAnnounced = 64,   // a card laid aside was taken up to be used
    kDeclared = 128,   // a card was named, to be answered before it takes effect
    kLaidAside = 256,  // its card lay aside hidden after it
    kTriggered = 512,  // an effect on the table made it, or a play within it
  };
  Seat seat;
  std::uint16_t flags;
  CardId card;          // kNoCard: an ordinary stone or pass
  std::uint16_t turn;   // the turn's number from 1
  std::uint16_t group;  // moves of one group are one move to an answering card
  CardId under;         // the announced card that gave this move; kNoCard otherwise
  Point ko_point;       // before the move: as Ko::point
  Seat ko_by;           // and Ko::by
  std::uint32_t first;  // into Position::effects
  std::uint16_t count;
  std::uint16_t undoing;                            // so many of these, the first ones, take earlier moves back
  std::uint64_t hash_before;                        // of the board
  std::array<int, 2> prisoners_before, set_before;  // as Position::prisoners and set
  CopyId copy;                                      // of the card
  std::uint32_t remembered;                         // superko's number of the first board since its first stone landed
  std::uint16_t within;                             // so many moves just before it were made after its first effect
  bool has(Flag f) const { return flags & f; }
  Card played() const { return {card, copy}; }
  Ko ko_before() const { return {ko_point, ko_by}; }
  friend bool operator==(const Move&, const Move&) = default;
};

// Which move was undone by which; both are indices into Position::moves.
struct Undoing {
  std::uint32_t move, by;
  friend bool operator==(const Undoing&, const Undoing&) = default;
};

// What has happened to a card that no move tells.
struct CardEvent {
  enum Kind : std::uint8_t {
    drawn,     // taken from a deck, into the hand or onto the table
    returned,  // laid back on the deck
    played,    // its play, or its use once announced, took effect as other moves alone: those from `first` to `end`
    set_off,   // the same of an effect on the table, and of a play that has a move of its own after these
    over,      // it no longer works on the table, where it was laid to work for a time: before the move `first`
  };
  Kind kind;
  Seat seat;
  CardId card;
  std::uint32_t first, end;  // into Position::moves; of drawn, returned and over: the next move, and 0
  friend bool operator==(const CardEvent&, const CardEvent&) = default;
};

struct PointEffect {
  Point point;
  Effect effect;
  std::uint8_t later;  // how many moves within the play (Move::within) came before it; kLate: all, or so many
  static constexpr std::uint8_t kLate = 255;
  PointEffect() = default;
  constexpr PointEffect(Point p, Effect e, std::uint8_t l = 0) : point(p), effect(e), later(l) {}
  friend bool operator==(const PointEffect&, const PointEffect&) = default;
};

enum class Ending : std::uint8_t {
  none,
  passes,  // counted, after the passes that end the game
  win,
  draw,
  exhausted,  // counted: the board is full, all stones are set, or nothing has happened for long
  no_result,  // the whole board came back, and Rules::repetition ends the game
};

inline constexpr std::size_t kEndings = 6;

// --- the parts of a position. Each compares, hashes what can influence the game from here on, and hides from a seat
// what it may not know.

struct Stones {
  explicit Stones(const Grid& grid) : board(grid) {}

  Board board;
  Seat ko_by = Seat::black;        // who took the stone that the board's ko point protects
  History seen;                    // superko: the boards so far
  std::array<int, 2> prisoners{};  // stones each seat has captured
  std::array<int, 2> set{};        // stones of each seat's colour that were set, those of the start included

  Ko ko() const { return {board.ko(), ko_by}; }
  void set_ko(Ko k) {
    board.set_ko(k.point);
    ko_by = k.by;
  }
  // The board as it stands for a side that moves next: its own ko does not bind it.
  Board board_for(Seat mover) const {
    Board out = board;
    if (ko_by == mover) out.set_ko(kNoPoint);
    return out;
  }
  void count_set() {  // at the start of a game
    set = {board.stone_count(Colour::black), board.stone_count(Colour::white)};
  }
  void add_to(Hash& h) const;
  void hide_from(Seat) {}  // all of it is open
  friend bool operator==(const Stones&, const Stones&) = default;
};

// One change of the board, with the move that made it.
struct DatedEffect : PointEffect {
  std::uint32_t move;  // an index into Record::moves
  std::uint32_t at;    // how many moves there were then
  bool undone;         // or undoing an earlier one
};

// Positions are copied much, and these by the byte.
static_assert(std::is_trivial_v<Move> && std::is_trivial_v<CardEvent> && std::is_trivial_v<PointEffect>);

struct Record {
  std::vector<Move> moves;             // all of the game
  std::vector<PointEffect> effects;    // of the moves, in their order
  std::vector<Undoing> undoings;       // of cancelled moves, in the order of those that undid them
  std::vector<CardEvent> card_events;  // all of the game

  std::span<const PointEffect> effects_of(const Move& m) const { return {effects.data() + m.first, m.count}; }
  PointSet points_of(const Move& m, Effect e) const;
  // How many moves there were when move number `move` first changed the board.
  std::size_t began(std::size_t move) const { return move - moves[move].within; }
  // A move is recorded when its play is over, after the moves within the play. This is what those from number `first`
  // on did to the board, in the order in which it was done.
  std::vector<DatedEffect> in_order(std::size_t first) const;
  // Of the stones that move number `move` (an index into moves) set or gave another colour, those that still stand as
  // it left them on the board as it is now: nothing since has taken them off or changed them, or what did is undone.
  PointSet standing(std::size_t move, const Board& now) const;
  // The last move of a seat before move number `before` (an index into moves), answers and declared cards left out; -1
  // when there is none.
  int last_move(Seat seat, int before) const;
  int moves_of(Seat seat) const;  // as many as last_move finds, one before the other
  // Hash of the board before the last move that stands; nothing when there is none.
  std::optional<std::uint64_t> hash_before_last() const;
  // The number of the game's first pass that stands; nothing when there is none.
  std::optional<std::size_t> first_pass() const;
  bool same_group(int a, int b) const;          // are the two moves one move to an answering card?
  bool changed_since(std::size_t first) const;  // has a move from that one on changed the board?
  Point last_point() const;                     // a point that the last move changed; kNoPoint when it changed none
  // Of each card that the seat has laid aside hidden, in the pile's order, the move that laid it there; -1 when it was
  // laid there before.
  std::vector<int> laid_aside_by(Seat seat, const Cards& cards) const;
  void add_to(Hash& h) const;
  void hide_from(Seat seat, const Cards& cards);  // cards as they lie, nothing hidden yet
  friend bool operator==(const Record&, const Record&) = default;
};

// Points on which the plays of a seat may set no stone, until so many more of its turns are over.
struct Ban {
  Seat seat;
  std::uint16_t turns;
  PointSet points;
  friend bool operator==(const Ban&, const Ban&) = default;
};

// Whose turn it is, and what each side owes or waits for.
struct Clock {
  std::uint16_t turn = 1;  // from 1
  Seat to_move = Seat::black;
  std::uint8_t passes = 0;                    // in a row, each by the other side
  std::uint16_t unchanged_turns = 0;          // turns in a row that have left the board as it was
  std::array<std::uint16_t, 2> lost_turns{};  // turns each seat still has to sit out
  std::array<PointSet, 2> restricted_to;  // where each seat's next ordinary stone must stand, if that is legal; empty:
                                          // anywhere
  std::array<bool, 2> must_set{};         // then it may not pass instead
  std::vector<Ban> bans;                  // in order, one for each seat and number of turns
  std::uint64_t chance = 0;               // draws taken from the generator so far
  void forbid(Seat seat, const PointSet& points, std::uint16_t turns);
  PointSet forbidden(Seat seat) const;
  void end_turn(Seat seat);  // one less for each of its bans
  void add_to(Hash& h) const;
  void hide_from(Seat) { chance = 0; }  // how far the generator has come is nobody's business
  friend bool operator==(const Clock&, const Clock&) = default;
};

struct Finish {
  Ending ending = Ending::none;
  std::uint8_t winner = 0;   // ending == win: index of the seat
  std::uint32_t won_by = 0;  // win, or a draw by both sides' winning: the conditions met, a bit each, by Ruleset::wins
  PointSet winning;          // and the stones that met them
  bool marking = false;      // the passes are made; both sides say next which stones are dead
  PointSet dead;             // while marking: what the first side said; at the end: what was agreed
  bool over() const { return ending != Ending::none; }
  bool counted() const { return ending == Ending::passes || ending == Ending::exhausted; }
  void add_to(Hash& h) const;
  void hide_from(Seat) {}
  friend bool operator==(const Finish&, const Finish&) = default;
};

struct Position : Stones, Holdings, Lasting, Record, Clock, Finish, Tally {
  explicit Position(const Grid& grid) : Stones(grid) {}
  const Finish& finish() const { return *this; }

  std::uint64_t hash() const;  // of everything that can influence the game from here on
  void hide_from(Seat seat);   // what the seat may not know: see core/view.hpp
  friend bool operator==(const Position&, const Position&) = default;
};

}  // namespace gofuda
