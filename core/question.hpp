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

struct Question {
  QuestionKind kind = QuestionKind::points;
  Seat seat = Seat::black;             // who is asked (by_chance: nobody)
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
  std::uint16_t site_file = 0;         // where the script asks: an index into the scripts' file table, and the line
  std::uint16_t site_line = 0;
  std::string purpose;  // what the points are for, in the script's words; may be empty

  // Who, what kind and where: equal for the same question of the same script on every run.
  std::uint64_t fingerprint() const;
};

// Is this an answer to the question at all? Whether the game then accepts it shows when the move is carried out.
Verdict judge(const Question& q, std::span<const std::uint16_t> answer, const Grid& grid);
// The same, with the board it is asked on: where only empty points may be chosen, one that is taken is refused as that.
Verdict judge(const Question& q, std::span<const std::uint16_t> answer, const Grid& grid, const Board& board);

}  // namespace gofuda
