// The one gate through which every decision of a game passes: a question, and its answer as a list of numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/board.hpp"
#include "core/cards.hpp"
#include "core/point.hpp"
#include "core/shape.hpp"
#include "core/verdict.hpp"

namespace gofuda {

enum class QuestionKind : std::uint8_t {
  points,     // a number of different points out of a set; the answer: the points, ascending unless `ordered`
  placement,  // where to lay a shape; the answer: its points, ascending unless `ordered`, or own stones first
              // where the shape has stones of both sides
  stone,      // an ordinary stone or a pass; the answer: one point, or nothing for a pass
  choice,     // one of the labels; the answer: its index
  offer,      // one of the cards, or none if may_pass; the answer: its index + 1, or 0
  chance,     // a pile in its new order, bottom first; the answer: card ids
  lot,        // points drawn by chance; the answer: the points, ascending
  toss,       // one of the labels, drawn by chance; the answer: its index
  dead,       // which stones are dead at the end; the answer: points of stones, each standing for its chain
};
std::string_view question_kind_name(QuestionKind a);
constexpr bool by_chance(QuestionKind a) {
  return a == QuestionKind::chance || a == QuestionKind::lot || a == QuestionKind::toss;
}

// Who runs the script that asks, or the engine itself.
enum class Moment : std::uint8_t { play, before, answer };
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
  // Of an offer, whose answers are counted from 1: 0 is none of them. A card that is not offered has a place one too
  // high.
  OfferedCard offered(std::uint16_t answer) const;
  std::uint16_t place_of(OfferedCard taken) const;
  std::string purpose;  // what the points are for, in the script's words; may be empty
};

// Is this an answer to the question at all? Whether the game then accepts it shows when the move is carried out.
Verdict judge(const Question& q, std::span<const std::uint16_t> answer, const Grid& grid);
// The same, with the board it is asked on: where only empty points may be chosen, one that is taken is refused as that.
Verdict judge(const Question& q, std::span<const std::uint16_t> answer, const Grid& grid, const Board& board);

}  // namespace gofuda
