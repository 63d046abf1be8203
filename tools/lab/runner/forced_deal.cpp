#include "tools/lab/runner/forced_deal.hpp"

#include <algorithm>
#include <vector>

#include "core/random.hpp"

namespace gofuda::lab {

namespace {

struct Pile {
  Owner owner;
  Zone zone;
};

Pile pile_of(const Position& p, const Ruleset& rules, Seat seat) {
  for (const Zone z : {Zone::hand, Zone::shown})
    if (p.cards.size(owner_of(seat), z) > 0) return {owner_of(seat), z};
  return {rules.pile_owner(seat), Zone::deck};
}

// The second place is another than the first, and drawn after it.
std::size_t place_of(std::size_t places, bool second, Random& random) {
  const std::size_t one = random.below(static_cast<std::uint32_t>(places));
  if (!second) return one;
  const std::size_t other = random.below(static_cast<std::uint32_t>(places - 1));
  return other < one ? other : other + 1;
}

}  // namespace

Position dealt(Position p, const Ruleset& rules, const ForcedDeal& deal, const ChanceKey& key) {
  const Pile pile = pile_of(p, rules, deal.seat);
  const auto there = p.cards.in(pile.owner, pile.zone);
  std::vector<CardId> cards(there.begin(), there.end());
  if (deal.kind == DealKind::left_out) {
    const auto at = std::find(cards.begin(), cards.end(), deal.card);
    if (at == cards.end()) return p;
    cards.erase(at);
  } else {
    // Counted from the top. Who draws the later cards of a common deck hangs on the game.
    const bool common = pile.owner == Owner::common, top = deal.top || common;
    const std::size_t first = (common && deal.seat != p.to_move ? 1 : 0) + (deal.second ? 1 : 0);
    const std::size_t added = deal.kind == DealKind::added ? 1 : 0, places = cards.size() + added;
    if (places <= first) return p;
    // Another stream than the game's: nothing else comes otherwise.
    Random random(mix64(key.seed ^ 0xdea1), key.game);
    const std::size_t place = top ? first : place_of(places, deal.second, random);
    const std::size_t below = places - 1 - place;
    if (added)
      cards.insert(cards.begin() + static_cast<std::ptrdiff_t>(below), deal.card);
    else
      cards[below] = deal.card;
  }
  p.cards.assign(pile.owner, pile.zone, cards);
  return p;
}

}  // namespace gofuda::lab
