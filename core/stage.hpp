// A game that begins where somebody has put the stones and the cards.
#pragma once

#include <optional>
#include <vector>

#include "core/game.hpp"

namespace gofuda {

struct Stage {
  ChanceKey key;
  std::optional<std::vector<Stone>> stones;  // instead of those of the rules
  std::optional<Seat> to_move;
  Point ko = kNoPoint;    // that the side to move may not retake
  bool shuffled = false;  // the rules' own decks, where no other is given; without it, such a deck is empty
  struct Pile {
    Owner owner;
    Zone zone;
    std::vector<CardId> cards;  // the last is the top
    friend bool operator==(const Pile&, const Pile&) = default;
  };
  std::vector<Pile> piles;
  PointSet walls;              // on points that hold no stone
  std::optional<Tally> tally;  // instead of what the rules begin with
  struct Lasts {               // a card that lies aside or open there, as an effect
    Seat seat;
    CardId card;
    Until until;
  };
  std::vector<Lasts> effects;  // in the order in which they were laid
};

Setup set_up(const Ruleset& rules, const Stage& stage);

}  // namespace gofuda
