// Decks laid and cards dealt at the start of a game.
#pragma once

#include <functional>

#include "core/game.hpp"

namespace gofuda {

// A deck of that owner in its order, top card last.
using LaidDeck = std::function<std::vector<CardId>(Owner owner, const std::vector<CardId>& cards, Position& p)>;
// The setup's stones, decks as they are laid, and cards dealt if `dealt` says so.
Position laid_out(const Ruleset& rules, const ChanceKey& key, const LaidDeck& lay, bool dealt = true);

// As first_position, but each copy of a card draws its own place, whatever else is in the deck: one card more or less
// leaves all others in their order, and the other decks as they are.
Position dealt_by_copies(const Ruleset& rules, const ChanceKey& key);
// A pile in such an order.
std::vector<CardId> ordered_by_copies(const Ruleset& rules, const ChanceKey& key, Owner owner,
                                      std::span<const CardId> cards);

}  // namespace gofuda
