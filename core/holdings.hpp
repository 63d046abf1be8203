// Hands, piles and what is written down in secret: the part of a position that is about cards.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/cards.hpp"
#include "core/hash.hpp"
#include "core/point.hpp"

namespace gofuda {

// What a seat has written down in secret under a card: points, or a label.
struct Note {
  Seat seat;
  Card card;
  bool open;  // shown to all
  PointSet points;
  std::string label;  // empty: the points count
  friend bool operator==(const Note&, const Note&) = default;
};

// A pile that may be seen is listed as it lies; of a hidden one only the number of cards is told.
bool sees(Seat seat, Owner owner, Zone zone);

struct Holdings {
  Cards cards;
  std::vector<Note> notes;
  std::array<std::uint16_t, kOwners> shuffles{};  // reshuffles of each owner's deck

  const Note* note(Seat seat, Card card) const;  // nullptr when there is none
  void write(Note n);                            // replaces what the seat had written under that copy
  bool open_note(Seat seat, Card card);          // false when there is none
  void erase_note(Seat seat, Card card);

  // The cards of a pile among which a seat can choose: one of each kind, and each copy that it has written something
  // under.
  std::vector<Card> choices(Seat seat, Owner owner, Zone zone) const;
  // From where the seat holds it to the table, where it lies while it is carried out. Of an unknown copy: what lies
  // aside may have a note under it, so it goes before one in the hand. The copy; kNoCard when the seat does not hold
  // it.
  Card lay_on_table(Seat seat, Card card);
  // From the table or wherever the seat holds it, or from the common discards. False when it is nowhere there.
  bool move_card(Seat seat, Card card, Owner owner, Zone to);

  void add_to(Hash& h) const;
  void hide_from(Seat seat);
  friend bool operator==(const Holdings&, const Holdings&) = default;
};

}  // namespace gofuda
