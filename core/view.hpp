// What one seat may know of a position: everything but the order of decks, the other side's hand and what it has laid
// aside hidden.
#pragma once

#include <array>
#include <vector>

#include "core/position.hpp"
#include "core/ruleset.hpp"

namespace gofuda {

struct View {
  Seat seat;
  Board board;
  std::array<std::vector<CardId>, kOwners * kZones> zones;  // kNoCard where a card is hidden; see at()
  std::vector<Move> moves;
  std::vector<PointEffect> effects;
  std::array<std::uint16_t, 2> lost_turns;
  std::array<std::uint16_t, 3> shuffles;
  std::array<int, 2> prisoners, set;
  std::array<PointSet, 2> restricted_to;
  std::array<bool, 2> must_set;
  std::vector<Note>
      notes;  // of the other side's, unless shown, only the card it stands under; not that, if the card is hidden, too
  Seat to_move;
  std::uint16_t turn;
  std::uint8_t passes;
  Ending ending;
  std::uint8_t winner;
  std::uint32_t won_by;
  PointSet winning, dead;
  bool marking;

  const std::vector<CardId>& at(Owner o, Zone z) const {
    return zones[static_cast<int>(z) * kOwners + static_cast<int>(o)];
  }
  friend bool operator==(const View&, const View&) = default;
};

// A pile that may be seen is listed as it lies; of a hidden one only the number of cards is told.
bool sees(Seat seat, Owner owner, Zone zone);
View view_of(const Position& position, Seat seat);

}  // namespace gofuda
