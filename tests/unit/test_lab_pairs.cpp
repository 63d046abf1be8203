// Pairs of games on the same deals: what the deal leaves as it is, what pairs have in common, how strong players are.
// The intervals are held to sources whose truth is known.
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "core/deal.hpp"
#include "core/random.hpp"
#include "core/sanitized.hpp"
#include "tests/unit/catch.hpp"
#include "tools/lab/report/pair_worth_report.hpp"
#include "tools/lab/report/worth_report.hpp"
#include "tools/lab/statistics/bradley_terry.hpp"
#include "tools/lab/statistics/shared_variance.hpp"

using namespace gofuda;
using namespace gofuda::lab;

namespace {

constexpr int kRuns = kSanitized ? 200 : 2000;
// Of intervals at 95 %, fewer than so many holding what they should comes once in ten thousand times.
const int kLeastHolding = static_cast<int>(kRuns * 0.95 - 3.8 * std::sqrt(kRuns * 0.95 * 0.05));

bool holds(const std::optional<Interval>& i, double truth) { return i && i->low <= truth && truth <= i->high; }

Ruleset with_decks(std::vector<CardId> black, std::vector<CardId> white) {
  Ruleset r;
  r.grid = Grid{5, 5};
  r.cards.resize(10);
  for (std::size_t c = 0; c < r.cards.size(); ++c) r.cards[c].id = std::string(1, static_cast<char>('a' + c));
  r.decks = {std::move(black), std::move(white), {}};
  return r;
}

std::vector<CardId> deck(const Position& p, Owner o) {
  const auto cards = p.cards.in(o, Zone::deck);
  return {cards.begin(), cards.end()};
}

std::vector<CardId> without(std::vector<CardId> cards, CardId card) {
  std::erase(cards, card);
  return cards;
}

// Deals played twice. Black wins with `even`, and a half of the deals give Black so much more, the other half so much
// less; who is Black in the first game wins so much more often. Where the games do not `part`, the second is the first.
struct DealSource {
  double even, deal, skill, part;
  std::int64_t pairs;
  double variance(double share) const { return 4 * share * (1 - share); }  // of half wins
  double own() const { return (variance(even + skill) + variance(even - skill)) / 2; }
  double common() const { return (1 - part) * own() + part * 4 * deal * deal; }
  double all() const { return own() + 4 * skill * skill; }
  Histogram play(Random& random) const {
    const auto wins = [&](double share) { return random.below(1'000'000) < share * 1e6 ? 2 : 0; };
    Histogram both;
    for (std::int64_t k = 0; k < pairs; ++k) {
      const double here = even + (random.below(2) ? deal : -deal);
      const int first = wins(here + skill), second = wins(here - skill);
      const bool parts = random.below(1'000'000) < part * 1e6;
      ++both[kHalfWins * first + (parts ? second : first)];
    }
    return both;
  }
};

}  // namespace

TEST_CASE("One card more leaves the others in their order") {
  const Ruleset few = with_decks({0, 1, 1, 2, 3}, {0, 1, 2, 3}), more = with_decks({0, 1, 1, 2, 3, 4}, {0, 1, 2, 3});
  std::map<std::size_t, int> places;
  std::map<std::vector<CardId>, int> orders;
  constexpr std::uint64_t kDeals = 2400;
  for (std::uint64_t k = 0; k < kDeals; ++k) {
    const Position a = dealt_by_copies(few, {7, k}), b = dealt_by_copies(more, {7, k});
    REQUIRE(without(deck(b, Owner::black), 4) == deck(a, Owner::black));
    REQUIRE(deck(b, Owner::white) == deck(a, Owner::white));
    const auto with = deck(b, Owner::black);
    ++places[static_cast<std::size_t>(std::find(with.begin(), with.end(), 4) - with.begin())];
    ++orders[deck(a, Owner::white)];
  }
  // As often at each place, and each of the 24 orders as often: chi square's 99.99 % quantiles.
  const auto chi = [](const auto& counts, double cells) {
    double sum = 0;
    for (const auto& [what, n] : counts) sum += (n - kDeals / cells) * (n - kDeals / cells) / (kDeals / cells);
    return sum;
  };
  CHECK(places.size() == 6);
  CHECK(chi(places, 6) < 25.8);
  CHECK(orders.size() == 24);
  CHECK(chi(orders, 24) < 58.7);
}

TEST_CASE("A deal by copies begins as the other deal does") {
  Ruleset rules = with_decks({0, 1, 1, 2, 3}, {0, 1, 2, 3});
  rules.first_by_chance = true;
  rules.deal = 2;
  const Setup setup{{3, 5}, {}, {}};
  const Position usual = first_position(rules, setup), other = dealt_by_copies(rules, setup.key);
  CHECK(other.to_move == usual.to_move);
  CHECK(other.cards.size(Owner::black, Zone::hand) == 2);
  CHECK(other.cards.size(Owner::black, Zone::deck) == 3);
}

TEST_CASE("What pairs have in common") {
  const auto same = saved_by_pairing({{8, 30}, {0, 20}});
  REQUIRE(same);
  CHECK(same->share == 1);
  CHECK_FALSE(same->interval);
  CHECK_FALSE(saved_by_pairing({{8, 30}}));
  CHECK_FALSE(saved_by_pairing({{8, 1}}));
  CHECK(saved_by_pairing({{6, 10}, {2, 10}})->share == -1);
  // Of 0, 2 and 2, 0 and twice 2, 2: the mean of both is 3/2, the covariance -1/4, the variances 3/4.
  CHECK(std::abs(saved_by_pairing({{2, 1}, {6, 1}, {8, 2}})->share + 1.0 / 3) < 1e-12);
  const std::array<Histogram, 2> own{Histogram{{0, 1}, {10, 1}}, Histogram{{0, 1}, {10, 1}}};
  CHECK(saved_by_pairing({{0, 2}}, own) == 1);
  CHECK(saved_by_pairing({{-10, 1}, {10, 1}}, own) == -1);
  // Who is Black in the first game wins both games of all deals.
  const auto skill = luck_and_skill({{6, 40}});
  REQUIRE(skill);
  CHECK(skill->skill == 1);
  CHECK(skill->rest == 0);
}

TEST_CASE("The intervals of what pairs have in common hold the truth") {
  for (const DealSource& s : {DealSource{.5, 0, 0, 1, 100},
                              {.5, .1, 0, 1, 400},
                              {.5, .3, 0, 1, 100},
                              {.5, .15, .3, 1, 400},
                              {.85, .08, 0, 1, 400},
                              {.5, 0, 0, .05, 1000}}) {
    Random random(11, static_cast<std::uint64_t>(s.pairs));
    int saved = 0, luck = 0;
    for (int r = 0; r < kRuns; ++r) {
      const Histogram both = s.play(random);
      saved += holds(saved_by_pairing(both)->interval, s.common() / s.own());
      luck += holds(luck_and_skill(both)->deal.interval, s.common() / s.all());
    }
    INFO(s.even << " " << s.deal << " " << s.skill << " " << s.part << ": " << saved << " and " << luck << " of "
                << kRuns);
    CHECK(saved >= kLeastHolding);
    CHECK(luck >= kLeastHolding);
  }
}

TEST_CASE("The intervals of ratings hold the strengths that games were drawn from") {
  const std::vector<double> elo{0, 120, 300, 350};
  const auto chance = [&](std::size_t a, std::size_t b) { return 1 / (1 + std::pow(10, (elo[b] - elo[a]) / 400)); };
  std::vector<int> held(elo.size());
  int in_order = 0;
  Random random(12);
  for (int r = 0; r < kRuns; ++r) {
    std::vector<Results> meetings;
    for (const auto& [a, b] : {std::pair<std::size_t, std::size_t>{1, 0}, {2, 1}, {2, 0}, {3, 2}, {3, 1}}) {
      Results& m = meetings.emplace_back(Results{a, b, 0, 0});
      for (int g = 0; g < 200; ++g) ++(random.below(1'000'000) < chance(a, b) * 1e6 ? m.wins_a : m.wins_b);
    }
    const auto ratings = bradley_terry(elo.size(), meetings);
    for (std::size_t p = 1; p < elo.size(); ++p) held[p] += holds(ratings[p].interval, elo[p]);
    in_order += ratings[1].elo < ratings[2].elo;
  }
  for (std::size_t p = 1; p < elo.size(); ++p) {
    INFO(p << ": " << held[p] << " of " << kRuns);
    CHECK(held[p] >= kLeastHolding);
    CHECK(held[p] < kRuns * 98 / 100);  // nor are they wider than they say
  }
  CHECK(in_order > kRuns * 99 / 100);
}

namespace {

// Deals of two cards with which a side wins so often, for one, the other and both; `shared` of the luck is that of the
// deal, the same in all games of a side.
PairWorth two_cards(double one, double other, double both, int deals, double shared, Random& rng) {
  const auto draw = [&] { return static_cast<double>(rng.next() >> 11) * 0x1p-53; };
  PairWorth w;
  for (int d = 0; d < deals; ++d) {
    int wins[3] = {};
    for (int side = 0; side < 2; ++side) {
      const double luck = draw();
      const bool deal = draw() < shared;
      for (int k = 0; k < 3; ++k) wins[k] += (deal ? luck : draw()) < std::array{one, other, both}[k] ? 1 : -1;
    }
    ++w.one[wins[0]], ++w.other[wins[1]], ++w.both[wins[2]], ++w.half_wins[wins[2] - wins[0] - wins[1]];
  }
  return w;
}

constexpr int kPairRuns = kRuns / 4;

int told(double one, double other, double both, double shared, const char* verdict) {
  Random rng(11);
  int n = 0;
  for (int run = 0; run < kPairRuns; ++run)
    n += pair_worths_json({two_cards(one, other, both, 1000, shared, rng)})[0]["verdict"] == verdict;
  return n;
}

}  // namespace

TEST_CASE("pairs: cards that are merely strong are not told to be weaker together more often than is said") {
  // By the odds: 3 and 3 make 9, 7/3 and 7/13 are 49/39.
  for (const double shared : {0.0, 0.7}) {
    CAPTURE(shared);
    CHECK(told(0.75, 0.75, 0.9, shared, "weaker together") <= kPairRuns * 0.05 * 1.2);
    CHECK(told(0.25, 0.25, 0.1, shared, "stronger together") <= kPairRuns * 0.05 * 1.2);
    CHECK(told(0.75, 0.75, 0.9, shared, "by strength alone") > kPairRuns * 0.9);
    CHECK(told(0.7, 0.35, 49.0 / 88, shared, "not known") > kPairRuns * 0.85);
    CHECK(told(0.75, 0.75, 0.8, shared, "weaker together") > kPairRuns * 0.9);
    CHECK(told(0.6, 0.6, 0.85, shared, "stronger together") > kPairRuns * 0.9);
  }
}

TEST_CASE("cards dealt: where all games say the same, the rank hangs on how many they are") {
  const auto ranks = [](std::int64_t games) {
    CardWorth won, lost, some;
    won.half_wins[2] = games, lost.half_wins[-2] = games, some.half_wins[0] = games;
    const auto rows = worths_json({lost, some, won});
    return rows[0]["ranks"].dump() + rows[1]["ranks"].dump() + rows[2]["ranks"].dump();
  };
  CHECK(ranks(1) == "[1,3][1,3][1,3]");
  CHECK(ranks(10) == "[1,2][1,3][2,3]");
  CHECK(ranks(100) == "[1,1][2,2][3,3]");
}
