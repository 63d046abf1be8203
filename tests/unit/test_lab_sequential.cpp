// The sequential test of a mean and the interval that goes with it: how often they are wrong, on numbers that differ
// rarely, mostly, in one way alone or lopsidedly.
#include <cmath>
#include <string>

#include "core/random.hpp"
#include "core/sanitized.hpp"
#include "tests/unit/catch.hpp"
#include "tools/lab/statistics/sequential.hpp"

using namespace gofuda;
using namespace gofuda::lab;

namespace {

constexpr int kSequentialRuns = kSanitized ? 150 : 1500;
constexpr std::int64_t kMostNumbers = 20'000;
constexpr Reach kRates{0.5, 1}, kLeads{0.5, 164};

// Numbers in half points, each with its share of a million; all others are 0.
struct NumberSource {
  std::vector<std::pair<int, int>> parts;
  int draw(Random& random) const {
    auto at = static_cast<int>(random.below(1'000'000));
    for (const auto& [value, share] : parts)
      if ((at -= share) < 0) return value;
    return 0;
  }
  double mean() const {
    double sum = 0;
    for (const auto& [value, share] : parts) sum += 0.5 * value * share / 1e6;
    return sum;
  }
};

struct Case {
  std::string name;
  Reach reach;
  double low, high;
  NumberSource is_low, is_high;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      {"rare, rates", kRates, 0, 0.01, {{{2, 5'000}, {-2, 5'000}}}, {{{2, 10'000}}}},
      {"common, rates", kRates, 0, 0.2, {{{2, 250'000}, {-2, 250'000}}}, {{{2, 350'000}, {-2, 150'000}}}},
      {"one way, rates", kRates, 0, 0.024, {{}}, {{{2, 24'000}}}},
      {"one way, but both differ", kRates, 0.01, 0.03, {{{2, 10'000}}}, {{{2, 30'000}}}},
      {"the other way, rates", kRates, -0.024, 0, {{{-2, 24'000}}}, {{}}},
      {"lopsided, rates", kRates, 0, 0.02, {{{2, 10'000}, {-1, 20'000}}}, {{{2, 30'000}, {-1, 20'000}}}},
      {"rare, leads", kLeads, 0, 2, {{{80, 10'000}, {-80, 10'000}}}, {{{80, 55'000}, {-80, 5'000}}}},
      {"common, leads", kLeads, 0, 8, {{{60, 400'000}, {-60, 400'000}}}, {{{60, 400'000 + 133'333}, {-60, 266'667}}}},
      {"one way, leads", kLeads, 0, 2, {{}}, {{{100, 40'000}}}},
      {"lopsided, leads", kLeads, 0, 2, {{{-194, 30'000}, {6, 970'000}}}, {{{-94, 20'000}, {6, 980'000}}}}};
  return all;
}

struct Errors {
  int wrong = 0, open = 0, missed = 0;  // missed: the interval at the stop does not hold the mean
  double numbers = 0;
};

Errors errors(const Case& c, bool high, std::uint64_t seed) {
  const NumberSource& source = high ? c.is_high : c.is_low;
  const SequentialTest test({c.low, c.high, 0.05, 0.05}, c.reach);
  Errors e;
  for (int run = 0; run < kSequentialRuns; ++run) {
    Random random(seed, static_cast<std::uint64_t>(run));
    Histogram numbers;
    std::int64_t n = 0;
    int decision = 0;
    while (decision == 0 && n < kMostNumbers) {
      ++numbers[source.draw(random)], ++n;
      decision = test.evidence(numbers).decision;
    }
    e.wrong += decision == (high ? -1 : 1), e.open += decision == 0;
    e.numbers += static_cast<double>(n) / kSequentialRuns;
    const auto interval = confidence_sequence(numbers, c.reach, c.high - c.low);
    e.missed += source.mean() < interval->low || source.mean() > interval->high;
  }
  return e;
}

// Of errors that come with a chance of 0.05, what is passed once in some thousand times.
int most_of(int runs) { return static_cast<int>(0.05 * runs + 3.1 * std::sqrt(0.0475 * runs)); }

}  // namespace

TEST_CASE("sequential test: it errs no more often than it says, and its interval misses no more often", "[minutes]") {
  for (const Case& c : cases())
    for (const bool high : {false, true}) {
      INFO(c.name << (high ? ", high" : ", low"));
      const Errors e = errors(c, high, 77);
      CAPTURE(e.numbers);
      CHECK(e.wrong <= most_of(kSequentialRuns));
      CHECK(e.open == 0);
      CHECK(e.missed <= most_of(kSequentialRuns));
    }
}

TEST_CASE("sequential test: numbers that are all the same decide, too", "[minutes]") {
  const SequentialTest rates({0, 0.024, 0.05, 0.05}, kRates);
  Histogram same;
  for (same[0] = 1; rates.evidence(same).decision == 0; ++same[0]) REQUIRE(same[0] < 1000);
  CHECK(rates.evidence(same).decision == -1);
  // A gambler with one stake, the best, would need so many; several at once need no more than their number more.
  const auto pairs = static_cast<double>(same[0]);
  CHECK(pairs >= std::log(20) / -std::log(1 - 0.024));
  CHECK(pairs <= std::log(20 * 5) / -std::log(1 - 0.024));
  const SequentialTest leads({-1, 1, 0.05, 0.05}, kLeads);
  Histogram two{{4, 100'000}};
  CHECK(leads.evidence(two).decision == 1);
  CHECK(leads.evidence({{-4, 100'000}}).decision == -1);
}

TEST_CASE("sequential test: one bet is worked out by hand", "[minutes]") {
  // All of the wealth against a mean of 0 or less, then a third of it and a ninth (0.1 of what there is at most).
  const Bets bets({1, 1}, 0, Side::above, 0.1);
  const std::vector<double> stakes{1, std::pow(0.1, 1.0 / 3), std::pow(0.1, 2.0 / 3), 0.1};
  double up = 0, both = 0;
  for (const double s : stakes) up += (1 + s) / 4, both += (1 + s) * (1 - s) / 4;
  CHECK(std::abs(bets.log_wealth({{1, 1}}) - std::log(up)) < 1e-12);
  CHECK(std::abs(bets.log_wealth({{1, 1}, {-1, 1}}) - std::log(both)) < 1e-12);
  CHECK(std::abs(bets.log_wealth({{5, 1}}) - std::log(up)) < 1e-12);  // beyond what there is at most
  CHECK(bets.log_wealth({}) == 0);
  CHECK(std::isinf(Bets({1, 1}, 0, Side::above, 1).log_wealth({{-1, 1}, {1, 9}})));  // lost once, lost for good
  const Bets below({1, 1}, 0, Side::below, 0.1);
  CHECK(std::abs(below.log_wealth({{-1, 1}}) - std::log(up)) < 1e-12);
}

TEST_CASE("sequential test: a sequence of intervals narrows around the mean", "[minutes]") {
  CHECK_FALSE(confidence_sequence({}, kRates, 0.05));
  const Interval few = *confidence_sequence({{2, 30}, {-2, 20}, {0, 50}}, kRates, 0.05);
  const Interval many = *confidence_sequence({{2, 3000}, {-2, 2000}, {0, 5000}}, kRates, 0.05);
  CHECK(few.low < many.low);
  CHECK(many.low < 0.1);
  CHECK(many.high > 0.1);
  CHECK(many.high < few.high);
  // Student's interval of as many, not stopped, is 0.014 to each side
  CHECK(many.high - many.low < 2 * 0.014 * 2);
  const Interval least = *confidence_sequence({{-2, 1'000'000}}, kRates, 0.05);
  CHECK(least.low == -1);
  CHECK(least.high < -0.999);
}

TEST_CASE("tests of many differences: Holm, signs, and what was never seen") {
  const std::vector<double> q = holm({0.01, 0.04, 0.03, 0.005});
  CHECK(std::abs(q[0] - 0.03) < 1e-12);
  CHECK(std::abs(q[1] - 0.06) < 1e-12);
  CHECK(std::abs(q[2] - 0.06) < 1e-12);
  CHECK(std::abs(q[3] - 0.02) < 1e-12);
  CHECK(holm({0.6, 0.7}) == std::vector<double>{1, 1});
  CHECK(holm({}).empty());
  CHECK_FALSE(sign_p({}));
  CHECK(*sign_p({{0, 100}}) == 1);
  CHECK(std::abs(*sign_p({{0, 100}, {2, 4}}) - 0.125) < 1e-12);   // four heads or four tails of four throws
  CHECK(std::abs(*sign_p({{2, 8}, {-2, 2}}) - 0.109375) < 1e-9);  // McNemar's of 8 and 2: 112 of 1024
  CHECK(std::abs(*sign_p({{1, 1}, {2, 1}}) - 0.5) < 1e-12);       // 3 or -3 of -3, -1, 1 and 3
  CHECK(std::abs(*sign_p({{1, 3}, {-2, 1}}) - 1) < 1e-9);
  CHECK(std::abs(*sign_p({{2, 50'400}, {-2, 49'600}}) - std::erfc(800 / std::sqrt(2 * 100'000.0))) < 0.002);
  CHECK(std::abs(*sign_p({{2, 504'000}, {-2, 496'000}}) - std::erfc(8000 / std::sqrt(2 * 1'000'000.0))) < 1e-12);
  CHECK(std::abs(most_unseen(1) - 0.95) < 1e-12);
  CHECK(std::abs(most_unseen(2000) - 0.0014967) < 1e-6);
  CHECK(most_unseen(0) == 1);
}
