// The rules of one game as the core sees them: compiled from files, immutable, shared by every position and every thread.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/cards.hpp"
#include "core/grid.hpp"
#include "core/position.hpp"
#include "core/rules.hpp"
#include "core/shape.hpp"

namespace gofuda {

struct CardInfo {
  std::string id, name, text, kind;
  std::vector<Orientation> shape;  // a shape card: the ways to lay it; empty for a card with a play function
  bool answers = false;            // may answer a move of the other side while held
  bool before = false;             // may be announced by its owner while laid aside
};

struct Ruleset {
  std::string id, title;
  Grid grid{1, 1};
  Rules rules;
  std::vector<CardInfo> cards;
  std::array<std::vector<CardId>, kOwners> decks;  // before the first shuffle
  bool plain = false;     // every turn is one ordinary stone or a pass: no script runs
  std::vector<Stone> setup;
  Seat first = Seat::black;

  CardId find_card(std::string_view id_text) const {
    for (std::size_t i = 0; i < cards.size(); ++i)
      if (cards[i].id == id_text) return static_cast<CardId>(i);
    return kNoCard;
  }
};

}  // namespace gofuda
