// A card dealt to one side on purpose: nothing else is dealt otherwise.
#include <algorithm>
#include <set>

#include "core/game.hpp"
#include "tests/unit/catch.hpp"
#include "tools/lab/runner/forced_deal.hpp"

using namespace gofuda;
using namespace gofuda::lab;

namespace {

constexpr CardId kDealt = 9;

Ruleset with_decks(std::vector<CardId> black, std::vector<CardId> white, std::vector<CardId> common) {
  Ruleset r;
  r.grid = Grid{5, 5};
  r.cards.resize(10);
  r.decks = {std::move(black), std::move(white), std::move(common)};
  return r;
}

std::vector<CardId> pile(const Position& p, Owner o, Zone z) {
  const auto cards = p.cards.in(o, z);
  return {cards.begin(), cards.end()};
}

// Where they are not the same, from the top.
std::vector<std::size_t> differences(const std::vector<CardId>& a, const std::vector<CardId>& b) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (a[a.size() - 1 - i] != b[b.size() - 1 - i]) out.push_back(i);
  return out;
}

}  // namespace

TEST_CASE("a forced deal changes the one card") {
  const Ruleset rules = with_decks({0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {});
  std::set<std::size_t> places;
  for (std::uint64_t k = 0; k < 200; ++k) {
    const Setup setup{{5, k}, {}, {}};
    const Position plain = first_position(rules, setup);
    const Position p = dealt(plain, rules, {Seat::white, kDealt, DealKind::swapped, false}, setup.key);
    CHECK(p.chance == plain.chance);
    CHECK(pile(p, Owner::black, Zone::deck) == pile(plain, Owner::black, Zone::deck));
    const auto deck = pile(p, Owner::white, Zone::deck);
    const auto where = differences(deck, pile(plain, Owner::white, Zone::deck));
    REQUIRE(where.size() == 1);
    CHECK(deck[deck.size() - 1 - where[0]] == kDealt);
    places.insert(where[0]);
  }
  CHECK(places.size() == 6);
}

TEST_CASE("a forced deal on top, of one card more or one less") {
  const Ruleset rules = with_decks({0, 1, 2}, {0, 1, 2}, {});
  const Setup setup{{5, 1}, {}, {}};
  const Position plain = first_position(rules, setup);
  const auto before = pile(plain, Owner::black, Zone::deck);
  const Position more = dealt(plain, rules, {Seat::black, kDealt, DealKind::added, true}, setup.key);
  auto expected = before;
  expected.push_back(kDealt);
  CHECK(pile(more, Owner::black, Zone::deck) == expected);
  const Position less = dealt(plain, rules, {Seat::black, 1, DealKind::left_out, false}, setup.key);
  expected = before;
  std::erase(expected, 1);
  CHECK(pile(less, Owner::black, Zone::deck) == expected);
  CHECK(dealt(plain, rules, {Seat::black, kDealt, DealKind::left_out, false}, setup.key) == plain);
}

TEST_CASE("a forced deal of a deck that both draw from comes first") {
  const Ruleset rules = with_decks({}, {}, {0, 1, 2, 3, 4, 5, 6});
  for (std::uint64_t k = 0; k < 50; ++k) {
    const Setup setup{{5, k}, {}, {}};
    const Position plain = first_position(rules, setup);
    const auto before = pile(plain, Owner::common, Zone::deck);
    for (const Seat seat : {Seat::black, Seat::white}) {
      const std::size_t first = seat == plain.to_move ? 0 : 1;
      const auto top = dealt(plain, rules, {seat, kDealt, DealKind::swapped, true}, setup.key);
      CHECK(differences(pile(top, Owner::common, Zone::deck), before) == std::vector<std::size_t>{first});
    }
  }
  const Ruleset one = with_decks({}, {}, {0});
  const Setup setup{{5, 1}, {}, {}};
  const Position plain = first_position(one, setup);
  CHECK(dealt(plain, one, {other(plain.to_move), kDealt, DealKind::swapped, false}, setup.key) == plain);
}

TEST_CASE("a forced deal goes to the hand, where there is one") {
  Ruleset rules = with_decks({0, 1, 2, 3}, {0, 1, 2, 3}, {});
  rules.deal = 2;
  const Setup setup{{5, 1}, {}, {}};
  const Position plain = first_position(rules, setup);
  const Position p = dealt(plain, rules, {Seat::black, kDealt, DealKind::swapped, false}, setup.key);
  CHECK(pile(p, Owner::black, Zone::deck) == pile(plain, Owner::black, Zone::deck));
  CHECK(differences(pile(p, Owner::black, Zone::hand), pile(plain, Owner::black, Zone::hand)).size() == 1);
}

TEST_CASE("a second forced deal goes to another place than the first, anywhere else") {
  const Ruleset rules = with_decks({0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, {});
  constexpr CardId kOther = 8;
  std::set<std::pair<std::size_t, std::size_t>> places;
  for (std::uint64_t k = 0; k < 1000; ++k) {
    const Setup setup{{5, k}, {}, {}};
    const Position plain = first_position(rules, setup);
    const auto before = pile(plain, Owner::black, Zone::deck);
    const ForcedDeal first{Seat::black, kDealt, DealKind::swapped, false, false};
    const ForcedDeal second{Seat::black, kOther, DealKind::swapped, false, true};
    const Position one = dealt(plain, rules, first, setup.key), other = dealt(plain, rules, second, setup.key);
    const Position both = dealt(one, rules, second, setup.key);
    const auto at_one = differences(pile(one, Owner::black, Zone::deck), before);
    const auto at_other = differences(pile(other, Owner::black, Zone::deck), before);
    REQUIRE((at_one.size() == 1 && at_other.size() == 1));
    REQUIRE(at_one != at_other);
    // Together they lie where each lies alone.
    const auto deck = pile(both, Owner::black, Zone::deck);
    CHECK(deck[deck.size() - 1 - at_one[0]] == kDealt);
    CHECK(deck[deck.size() - 1 - at_other[0]] == kOther);
    CHECK(differences(deck, before).size() == 2);
    places.emplace(at_one[0], at_other[0]);
  }
  CHECK(places.size() == 20);
  const Ruleset one = with_decks({0}, {0}, {});
  const Setup setup{{5, 1}, {}, {}};
  const Position plain = first_position(one, setup);
  CHECK(dealt(plain, one, {Seat::black, kDealt, DealKind::swapped, false, true}, setup.key) == plain);
}
