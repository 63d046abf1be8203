// Zones: ordered piles of cards, each owner's apart.
#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "core/cards.hpp"
#include "core/random.hpp"
#include "tests/unit/catch.hpp"

using namespace gofuda;

namespace {

std::vector<CardId> list(const Cards& cards, Owner o, Zone z) {
  auto span = cards.in(o, z);
  return {span.begin(), span.end()};
}

}  // namespace

TEST_CASE("cards: the last card of a pile is its top") {
  Cards cards;
  CHECK(cards.take_top(Owner::black, Zone::deck).id == kNoCard);
  cards.put(Owner::black, Zone::deck, 3);
  cards.put(Owner::black, Zone::deck, 5);
  cards.put(Owner::white, Zone::deck, 7);
  CHECK(list(cards, Owner::black, Zone::deck) == std::vector<CardId>{3, 5});
  CHECK(cards.take_top(Owner::black, Zone::deck).id == 5);
  CHECK(cards.take_top(Owner::black, Zone::deck).id == 3);
  CHECK(cards.take_top(Owner::black, Zone::deck).id == kNoCard);
  CHECK(list(cards, Owner::white, Zone::deck) == std::vector<CardId>{7});
}

TEST_CASE("cards: the topmost copy is taken") {
  Cards cards;
  const std::vector<CardId> pile{1, 2, 1, 3};
  cards.assign(Owner::common, Zone::discard, pile);
  CHECK(cards.take(Owner::common, Zone::discard, 1));
  CHECK(list(cards, Owner::common, Zone::discard) == std::vector<CardId>{1, 2, 3});
  CHECK_FALSE(cards.take(Owner::common, Zone::discard, 9));
  CHECK(cards.holds(Owner::common, Zone::discard, 2));
  CHECK_FALSE(cards.holds(Owner::black, Zone::discard, 2));
  cards.assign(Owner::common, Zone::discard, {});
  CHECK(cards.size(Owner::common, Zone::discard) == 0);
}

TEST_CASE("cards: any course of puts and takes is that of separate lists") {
  Random random(11);
  Cards cards;
  std::map<std::pair<int, int>, std::vector<CardId>> plain;
  auto below = [&](int n) { return static_cast<int>(random.below(static_cast<std::uint32_t>(n))); };
  for (int step = 0; step < 20000; ++step) {
    const int o = below(kOwners), z = below(kZones);
    const auto owner = static_cast<Owner>(o);
    const auto zone = static_cast<Zone>(z);
    auto& pile = plain[{o, z}];
    const auto card = static_cast<CardId>(below(6));
    switch (below(4)) {
      case 0:
      case 1:
        cards.put(owner, zone, card);
        pile.push_back(card);
        break;
      case 2: {
        const CardId top = pile.empty() ? kNoCard : pile.back();
        if (!pile.empty()) pile.pop_back();
        REQUIRE(cards.take_top(owner, zone).id == top);
        break;
      }
      default: {
        auto last = std::find(pile.rbegin(), pile.rend(), card);
        const bool there = last != pile.rend();
        if (there) pile.erase(std::next(last).base());
        REQUIRE(cards.holds(owner, zone, card) == (there || std::find(pile.begin(), pile.end(), card) != pile.end()));
        REQUIRE(static_cast<bool>(cards.take(owner, zone, card)) == there);
      }
    }
    if (step % 100 == 0) {
      std::vector<CardId> fresh(static_cast<std::size_t>(below(5)), card);
      cards.assign(owner, zone, fresh);
      pile = fresh;
    }
    REQUIRE(list(cards, owner, zone) == pile);
  }
  for (const auto& [key, pile] : plain)
    CHECK(list(cards, static_cast<Owner>(key.first), static_cast<Zone>(key.second)) == pile);
  Cards copy = cards;
  CHECK(copy == cards);
  copy.put(Owner::black, Zone::play, 1);
  CHECK_FALSE(copy == cards);
}

TEST_CASE("cards: names of owners and zones") {
  CHECK(owner_name(Owner::black) == "black");
  CHECK(owner_name(Owner::common) == "common");
  CHECK(owner_of(Seat::white) == Owner::white);
  CHECK(zone_name(Zone::deck) == "deck");
  CHECK(zone_name(Zone::play) == "play");
}
