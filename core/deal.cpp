#include "core/deal.hpp"

#include <algorithm>

#include "core/hash.hpp"

namespace gofuda {

namespace {

void deal(const Ruleset& rules, Position& p) {
  const Zone zone = rules.deal_open ? Zone::shown : Zone::hand;
  const std::size_t n = rules.deal == Ruleset::kDealAll ? std::size_t{0xffff} : static_cast<std::size_t>(rules.deal);
  for (std::size_t i = 0; i < n; ++i)
    for (Seat seat : {p.to_move, other(p.to_move)}) {
      if (p.cards.size(rules.pile_owner(seat), Zone::deck) == 0) {
        if (seat != p.to_move) return;
        continue;
      }
      p.cards.put(owner_of(seat), zone, p.cards.take_top(rules.pile_owner(seat), Zone::deck));
    }
}

}  // namespace

Position laid_out(const Ruleset& rules, const ChanceKey& key, const LaidDeck& lay, bool dealt) {
  constexpr std::size_t kShortGame = 64;  // moves, which need not grow step by step
  Position p(rules.grid);
  p.moves.reserve(kShortGame);
  p.effects.reserve(kShortGame);
  p.to_move = rules.first;
  if (rules.first_by_chance) {
    Random random(key.seed, key.game, p.chance);
    p.to_move = static_cast<Seat>(random.below(2));
    p.chance = random.counter();
  }
  for (const Stone& s : rules.setup) p.board.set(s.point, s.colour);
  p.count_set();
  static_cast<Tally&>(p) = first_tally(rules.names);
  for (int o = 0; o < kOwners; ++o) {
    const auto owner = static_cast<Owner>(o);
    const std::vector<CardId> deck = lay(owner, rules.decks[static_cast<std::size_t>(o)], p);
    p.cards.assign(owner, Zone::deck, deck);
  }
  if (dealt) deal(rules, p);
  if (is_superko(rules.rules.ko)) p.seen.push(History::situation(rules.rules.ko, p.board.hash(), other(p.to_move)));
  return p;
}

std::vector<CardId> ordered_by_copies(const Ruleset& rules, const ChanceKey& key, Owner owner,
                                      std::span<const CardId> cards) {
  std::vector<std::pair<std::uint64_t, CardId>> places;
  std::vector<int> copies(rules.cards.size());
  for (const CardId card : cards) {
    Hash h;
    h.add(static_cast<int>(owner));
    for (const char c : rules.cards[card].id) h.add(static_cast<unsigned char>(c));  // its number may be another
    h.add(copies[card]++);
    places.emplace_back(Random(key.seed, key.game, h.value()).next(), card);
  }
  std::sort(places.begin(), places.end());
  std::vector<CardId> out;
  for (const auto& [place, card] : places) out.push_back(card);
  return out;
}

Position dealt_by_copies(const Ruleset& rules, const ChanceKey& key) {
  return laid_out(rules, key, [&](Owner owner, const std::vector<CardId>& cards, Position&) {
    return ordered_by_copies(rules, key, owner, cards);
  });
}

}  // namespace gofuda
