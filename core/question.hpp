// The one gate through which every decision of a game passes: a question, and its answer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer.hpp"
#include "core/board.hpp"
#include "core/cards.hpp"
#include "core/point.hpp"
#include "core/shape.hpp"
#include "core/verdict.hpp"

namespace gofuda {

enum class QuestionKind : std::uint8_t {
  points,     // a number of different points out of a set, in an order where they are `ordered`
  placement,  // where to lay a shape: its points; in an order where they are `ordered`, own stones first where the
              // shape has stones of both sides
  stone,      // an ordinary stone, or a pass if may_pass
  choice,     // one of the labels
  offer,      // one of the cards, or none if may_pass
  chance,     // a pile in its new order
  lot,        // points drawn by chance
  toss,       // one of the labels, drawn by chance
  dead,       // which stones are dead at the end: points of stones, each standing for its chain
};
std::string_view question_kind_name(QuestionKind a);
constexpr bool by_chance(QuestionKind a) {
  return a == QuestionKind::chance || a == QuestionKind::lot || a == QuestionKind::toss;
}
// Of which a seat is asked.
inline constexpr QuestionKind kAskedKinds[] = {QuestionKind::points, QuestionKind::placement, QuestionKind::stone,
                                               QuestionKind::choice, QuestionKind::offer,     QuestionKind::dead};

// Who runs the script that asks, or the engine itself.
// From `set` on: what sets off the effects on the table.
enum class Moment : std::uint8_t { play, before, answer, set, captured, drawn, turn_begins, turn_ends, counted, over };
inline constexpr int kMoments = 10;
constexpr bool is_trigger(Moment m) { return m >= Moment::set; }
constexpr std::uint16_t bit(Moment m) { return static_cast<std::uint16_t>(1u << static_cast<int>(m)); }
struct MomentRow {
  std::string_view hook, when;  // a card's function, and the moment in words
};
const MomentRow& row_of(Moment m);
enum class ScriptRole : std::uint8_t { engine, turn, part, card };
struct ScriptId {
  ScriptRole role = ScriptRole::engine;
  CardId card = kNoCard;         // of a card's script
  Moment moment = Moment::play;  // and which of its functions
  friend bool operator==(const ScriptId&, const ScriptId&) = default;
};

// Which question of a game this is: the same whether it is answered on the spot, by unwinding or from a record. A
// search learns under it, and a replay compares it.
struct QuestionKey {
  QuestionKind kind = QuestionKind::points;
  Seat seat = Seat::black;  // who is asked (by_chance: whose turn it is)
  CardId card = kNoCard;    // being played
  ScriptId script;
  std::uint16_t number = 0;  // questions of the same play before it
  std::uint64_t hash() const;
  friend bool operator==(const QuestionKey&, const QuestionKey&) = default;
};

// One of the cards offered: its kind, and which of those of the kind that are offered apart, from 0.
struct OfferedCard {
  CardId id = kNoCard;
  std::uint16_t which = 0;
};

struct Question {
  QuestionKind kind = QuestionKind::points;
  Seat seat = Seat::black;             // who is asked (by_chance: nobody)
  QuestionKey key;                     // its kind and seat are these
  int least = 0, most = 0;             // points, lot: how many
  bool ordered = false;                // the stones land one after the other, so the order matters
  bool may_pass = false;               // stone, offer: may be declined
  bool restricted = false;             // stone: to some of the empty points
  bool secret = false;                 // the other side may not see the answer
  Colour colour = Colour::empty;       // placement, stone: of the stones to be set
  PointSet from;                       // points, placement, stone, lot, dead: the candidates
  PointSet closed;                     // stone: empty points closed by the opening rule, not in `from`
  std::span<const Orientation> shape;  // placement; lives as long as the ruleset
  std::vector<std::string> labels;     // choice, toss
  std::vector<CardId> cards;           // offer, chance (the cards to be ordered)
  CardId card = kNoCard;               // the card being played, if any
  // Of an offer, whose places are counted from 1: 0 is none of them. A card that is not offered has a place one too
  // high.
  OfferedCard offered(std::size_t place) const;
  std::size_t place_of(OfferedCard taken) const;
  std::optional<Seat> claimant;  // who plays the card that it is asked for, where that may be said to be unplayable
  std::string purpose;           // what the points are for, in the script's words; may be empty
};

// Is this an answer to the question at all? Whether the game then accepts it shows when the move is carried out.
Verdict judge(const Question& q, const Answer& answer, const Grid& grid);
// The same, with the board it is asked on: where only empty points may be chosen, one that is taken is refused as that.
Verdict judge(const Question& q, const Answer& answer, const Grid& grid, const Board& board);

// The number of different answers to a question (a set of points counts once, in whatever order it is named, unless
// its stones land one by one); at most 2^62. Of what chance or random games answer, one alone.
std::uint64_t answer_count(const Question& q);
// The answer with number k, 0 <= k < answer_count(q), in a fixed order.
void nth_answer(const Question& q, std::uint64_t k, Answer& out);

}  // namespace gofuda
