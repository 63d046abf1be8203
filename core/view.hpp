// What one seat may know of a position: everything but the order of decks, the other side's hand and what it has laid
// aside hidden, what it has written down, and how far chance has come.
#pragma once

#include "core/position.hpp"

namespace gofuda {

// A position in which what the seat may not know is blank: kNoCard for a card, no points and no label in a note.
struct View : Position {
  Seat seat;
  View(const Position& position, Seat viewer) : Position(position), seat(viewer) { hide_from(viewer); }
  std::vector<CardId> at(Owner o, Zone z) const {
    const auto pile = cards.in(o, z);
    return {pile.begin(), pile.end()};
  }
  friend bool operator==(const View&, const View&) = default;
};

inline View view_of(const Position& position, Seat seat) { return {position, seat}; }

}  // namespace gofuda
