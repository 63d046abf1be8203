// A card dealt to a side on purpose, all else being as chance has it: what it is worth is asked of the deal and not of
// who played it.
#pragma once

#include "core/player.hpp"
#include "core/position.hpp"
#include "core/ruleset.hpp"

namespace gofuda::lab {

enum class DealKind : std::uint8_t { swapped, added, left_out };  // swapped: it comes in the place of another

struct ForcedDeal {
  Seat seat = Seat::black;
  CardId card = kNoCard;
  DealKind kind = DealKind::swapped;
  bool top = false;     // of the deck; otherwise anywhere, as the key says
  bool second = false;  // never where a deal of the same game that is not the second puts its card
};

// At the start of a game: in the seat's hand where it has one, else in its deck; of a common deck always on top, as the
// first or second card, for the side that begins or the other. Where there is no place for it, as it was.
Position dealt(Position start, const Ruleset& rules, const ForcedDeal& deal, const ChanceKey& key);

}  // namespace gofuda::lab
