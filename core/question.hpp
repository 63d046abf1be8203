// The one gate through which every decision of a game passes: a question, and its answer as a list of numbers.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/cards.hpp"
#include "core/point.hpp"
#include "core/shape.hpp"
#include "core/verdict.hpp"

namespace gofuda {

enum class Ask : std::uint8_t {
  points,     // a number of different points out of a set; the answer: the points, ascending unless `ordered`
  placement,  // where to lay a shape; the answer: its points, ascending unless `ordered`
  stone,      // an ordinary stone or a pass; the answer: one point, or nothing for a pass
  choice,     // one of the labels; the answer: its index
  offer,      // one of the cards, or none; the answer: its index + 1, or 0
  chance,     // a pile in its new order, bottom first; the answer: card ids
};
std::string_view ask_name(Ask a);

struct Question {
  Ask kind = Ask::points;
  Seat seat = Seat::black;              // who is asked (chance: nobody)
  int least = 0, most = 0;              // points: how many
  bool ordered = false;                 // the stones land one after the other, so the order matters
  bool may_pass = false;                // stone
  Colour colour = Colour::empty;        // placement, stone: of the stones to be set
  PointSet from;                        // points, placement, stone: the candidates
  std::span<const Orientation> shape;   // placement; lives as long as the ruleset
  std::vector<std::string> labels;      // choice
  std::vector<CardId> cards;            // offer, chance (the cards to be ordered)
  CardId card = kNoCard;                // the card being played, if any
  std::uint16_t site_file = 0;          // where the script asks: an index into the scripts' file table, and the line
  std::uint16_t site_line = 0;
  std::string purpose;                  // what the points are for, in the script's words; may be empty

  // Who, what kind and where: equal for the same question of the same script on every run.
  std::uint64_t fingerprint() const;
};

// Is this an answer to the question at all? Whether the game then accepts it shows when the move is carried out.
Verdict judge(const Question& q, std::span<const std::uint16_t> answer);

}  // namespace gofuda
