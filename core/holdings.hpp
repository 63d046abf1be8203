// Hands, piles and what is written down in secret: the part of a position that is about cards.
#pragma once

#include <array>
#include <compare>
#include <memory>
#include <optional>
#include <span>
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
  // The labels that it was chosen from in secret, if it was; no part of what it is.
  std::shared_ptr<const std::vector<std::string>> among{};
  friend bool operator==(const Note& a, const Note& b) {
    return a.seat == b.seat && a.card == b.card && a.open == b.open && a.points == b.points && a.label == b.label;
  }
};

// A seat has looked at a card that lies hidden from it, and can follow the copy.
struct Known {
  Seat seat;
  CopyId copy;
  friend auto operator<=>(const Known&, const Known&) = default;
};

// A pile that may be seen is listed as it lies; of a hidden one only the number of cards is told.
bool sees(Seat seat, Owner owner, Zone zone);

struct Holdings {
  Cards cards;
  std::vector<Note> notes;
  std::array<std::uint16_t, kOwners> shuffles{};  // reshuffles of each owner's deck
  std::vector<Known> known;                       // in order, of cards where the seat could not see them

  const Note* note(Seat seat, Card card) const;  // nullptr when there is none
  void write(Note n);                            // replaces what the seat had written under that copy
  bool open_note(Seat seat, Card card);          // false when there is none
  void erase_note(Seat seat, Card card);

  // The cards of a pile among which a seat can choose: one of each kind, and each copy that it has written something
  // under.
  std::vector<Card> choices(Seat seat, Owner owner, Zone zone) const;
  // The seat looks at these cards of the pile. It knows them from then on, as far as anybody could follow them: what
  // the other side chooses unseen among cards is lost, and so is what is shuffled.
  void look(Seat seat, Owner owner, Zone zone, std::span<const Card> at);
  bool knows(Seat seat, CopyId copy) const;
  bool lies_in_deck(Seat seat, Card card) const;  // a copy that the seat has looked at
  // These cards of the deck, which lie on top, lie in this order from now on, the first the topmost; the seat alone
  // knows it.
  void arrange(Seat seat, Owner owner, std::span<const Card> in_order);
  Card draw(Owner deck, Owner to, Zone there);                               // the top card; kNoCard when there is none
  void put_under(Owner owner, Zone from, std::span<const CardId> in_order);  // the deck, the cards of that pile

  // From where the seat holds it to the table, where it lies while it is carried out. Of an unknown copy: what lies
  // aside may have a note under it, so it goes before one in the hand. The copy; kNoCard when the seat does not hold
  // it.
  Card lay_on_table(Seat seat, Card card);
  // From the table or wherever the seat holds it, from the common discards, or a card that it has looked at from the
  // deck. False when it is nowhere there.
  bool move_card(Seat seat, Card card, Owner owner, Zone to);

  void add_to(Hash& h) const;
  void hide_from(Seat seat);
  friend bool operator==(const Holdings&, const Holdings&) = default;

 private:
  Card lift(Card card, Owner from, Zone zone, Owner to, Zone there);
  void follow(Card card, Owner from, Zone zone, Owner to, Zone there);
  void learn(Seat seat, CopyId copy);
  void forget(Seat seat, CopyId copy);
  void forget_all(Seat seat, Owner owner, Zone zone);
};

}  // namespace gofuda
