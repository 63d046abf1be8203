// Which cards have caused which moves: what causes stands before what it causes, and stands out from it.
#pragma once

#include <string>
#include <vector>

#include "core/game.hpp"

namespace gofuda {

class Outline {
 public:
  explicit Outline(const Position& position);
  // The cards whose play begins with that move, the outermost first: those that have no move of their own, or have it
  // after what they caused.
  std::vector<CardEvent> begun(std::size_t move) const;
  int depth(std::size_t move) const { return depths_[move]; }  // in so many of them it stands
  std::vector<CardEvent> over(std::size_t moves) const;        // effects that end when so many moves are made

 private:
  std::vector<CardEvent> begun_, over_;  // by their first moves
  std::vector<int> depths_;
};

bool has_own_move(const Position& position, const CardEvent& event);  // after those it caused: number `event.end`
// "black plays Twice", "white's Harvest is set off", "white's Harvest is over".
std::string event_text(const Ruleset& rules, const Position& position, const CardEvent& event);

// Cards taken up in the turn that is being played, of which no move tells yet.
struct Unfinished {
  Seat seat;
  CardId card;
  bool shown;  // turned up; otherwise taken of those offered
};
std::vector<Unfinished> unfinished_cards(const Game& game);

}  // namespace gofuda
