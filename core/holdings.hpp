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
  CardId card;
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

  const Note* note(Seat seat, CardId card) const;  // nullptr when there is none
  void write(Note n);                              // replaces what the seat had written under that card
  bool open_note(Seat seat, CardId card);          // false when there is none
  void erase_note(Seat seat, CardId card);

  // From where the seat holds it (where it was picked from first) to the table, where it lies while it is carried out.
  // What lies aside may have a note under it, so it goes before a copy in the hand. False when the seat does not hold
  // it.
  bool lay_on_table(Seat seat, CardId card, std::optional<Zone> picked_from);
  // From where it was picked, if that is told and it is still there, else from the table or wherever the seat holds it,
  // or from the common discards. False when it is nowhere there.
  bool move_card(Seat seat, CardId card, Owner owner, Zone to, std::optional<Zone> picked_from);

  void add_to(Hash& h) const;
  void hide_from(Seat seat);
  friend bool operator==(const Holdings&, const Holdings&) = default;
};

}  // namespace gofuda
