// The statistics of what is measured of cards, questions and komi.
#include <cmath>

#include "core/random.hpp"
#include "tests/unit/catch.hpp"
#include "tools/lab/statistics/bradley_terry.hpp"
#include "tools/lab/statistics/breadth.hpp"
#include "tools/lab/statistics/stats.hpp"
#include "tools/lab/statistics/tally.hpp"

using namespace gofuda;
using namespace gofuda::lab;

namespace {

bool near(double a, double b, double by = 1e-4) { return std::abs(a - b) <= by; }

}  // namespace

TEST_CASE("Student's test") {
  // Printed tables of t: two-sided
  CHECK(near(student_p(12.7062, 1), 0.05));
  CHECK(near(student_p(2.2281, 10), 0.05));
  CHECK(near(student_p(-2.2281, 10), 0.05));
  CHECK(near(student_p(3.1693, 10), 0.01));
  CHECK(near(student_p(1.96, 1000000), 0.05, 1e-5));
  CHECK(student_p(0, 5) == 1);
  CHECK(student_p(60, 500) < 1e-200);
  for (std::int64_t n : {1, 2, 3, 7, 40, 1000}) CHECK(near(student_p(student(n), n), 0.05, 2e-5));
}

TEST_CASE("Numbers of which only the sums are kept") {
  Moments m;
  for (std::int64_t x : {3, 1, -2, 6}) m.add({1, x, x * x});
  CHECK(m.mean() == 2);
  // The variance is 34 / 3; 2 +- 3.18245 * sqrt(34 / 12)
  REQUIRE(m.interval());
  CHECK(near(m.interval()->low, 2 - 5.35683, 1e-3));
  CHECK(near(m.interval()->high, 2 + 5.35683, 1e-3));
  CHECK(near(*m.p(), 0.3206, 1e-3));  // t = 1.18818 with 3 degrees of freedom
  CHECK_FALSE(Moments{}.interval());
  CHECK_FALSE(Moments{1, 5, 25}.interval());
  CHECK_FALSE(Moments{3, 15, 75}.interval());  // all the same
  CHECK_FALSE(Moments{3, 15, 75}.p());
  CHECK(Moments{3, 15, 75}.mean() == 5);
}

TEST_CASE("A ratio of sums over games") {
  // As many in each game: the mean of the games, as Student's interval has it.
  const Histogram sums{{2, 1}, {4, 1}, {9, 1}};
  const RatioSums even{3, 15, 3, 4 + 16 + 81, 15, 3};
  CHECK(near(ratio_interval(even)->low, mean_interval(sums)->low, 1e-9));
  CHECK(near(ratio_interval(even)->high, mean_interval(sums)->high, 1e-9));
  // Games with 1 and 3 questions whose every answer is the same: there is nothing to be unsure of.
  const RatioSums same{2, 20, 4, 25 + 225, 5 + 45, 1 + 9};
  CHECK(near(ratio_interval(same)->low, 5));
  CHECK(near(ratio_interval(same)->high, 5));
  CHECK_FALSE(ratio_interval({1, 5, 1, 25, 5, 1}));
  CHECK_FALSE(ratio_interval({5, 0, 0, 0, 0, 0}));
}

TEST_CASE("What would have been won under each komi") {
  const std::vector<KomiPoint> curve = komi_curve({{-2000, 1}, {1000, 2}, {3000, 1}});
  REQUIRE(curve.size() == 7);
  CHECK(curve.front().komi == -2500);
  CHECK(curve.back().komi == 3500);
  const std::int64_t wins[] = {4, 3, 3, 3, 1, 1, 0};
  std::size_t i = 0;
  for (const KomiPoint& k : curve) {
    CHECK(k.komi == -2500 + kWholePoint * static_cast<int>(i));
    CHECK(k.wins == wins[i++]);
    CHECK(k.games == 4);
  }
  CHECK(komi_curve({}).empty());
  CHECK(komi_curve({{0, 1}}).size() == 2);
  // A lead that one game in a thousand has is not worth a hundred points more of a curve.
  CHECK(komi_curve({{-200'000, 1}, {0, 500}, {1000, 498}, {200'000, 1}}).size() == 3);
}

TEST_CASE("Numbers of answers fall into bins") {
  for (std::uint64_t n = 1; n < 32; ++n) {
    CHECK(bin_start(breadth_bin(n)) == n);
    CHECK(bin_start(breadth_bin(n) + 1) == n + 1);
  }
  int last = 0;
  for (std::uint64_t n = 1; n < 100000; ++n) {
    const int bin = breadth_bin(n);
    CHECK((bin == last || bin == last + 1));
    CHECK((bin_start(bin) <= n && n < bin_start(bin + 1)));
    last = bin;
  }
  CHECK(breadth_bin(0) == 1);
  CHECK(bin_log(1) == 0);
  CHECK(bin_log(2) == 64);
  CHECK(bin_log(8) == 192);
  const std::uint64_t huge = std::uint64_t{1} << 62;
  CHECK(bin_start(breadth_bin(huge)) == huge);
  CHECK(std::abs(bin_log(breadth_bin(551300)) - 64 * std::log2(551300.0)) < 3);
}

TEST_CASE("How many games are not the same as another") {
  Courses few;
  for (int i = 0; i < 2400; ++i) few.add(static_cast<std::uint64_t>(i % 24) << 50, 1);
  CHECK(few.all());
  CHECK(few.distinct(2400) == 24);
  // 3000 different ones, each four times: of a sample that is kept, that is how often they come.
  Courses many, parts[3];
  for (std::uint64_t i = 0; i < 12'000; ++i) {
    const std::uint64_t course = mix64(i % 3000) % Courses::kMostCourse;
    many.add(course, 1), parts[i % 3].add(course, 1);
  }
  CHECK_FALSE(many.all());
  CHECK(many.distinct(12'000) == 3000);
  Courses united;
  for (const int i : {2, 0, 1}) united.add(parts[i]);
  REQUIRE(united.sample().size() == many.sample().size());
  for (std::size_t i = 0; i < many.sample().size(); ++i) {
    CHECK(united.sample()[i].course == many.sample()[i].course);
    CHECK(united.sample()[i].games == many.sample()[i].games);
  }
  Courses once;
  for (std::uint64_t i = 0; i < 5000; ++i) once.add(mix64(i) % Courses::kMostCourse, 1);
  CHECK(once.distinct(5000) == 5000);
  CHECK(near(wilson(2000, 2000, 24).low, 0.8620));
  CHECK(near(wilson(1000, 2000, 24).low, wilson(12, 24).low, 1e-9));
}

TEST_CASE("A share that is larger than it should be") {
  CHECK(near(share_above_p(8, 10, 0.5), 56.0 / 1024, 1e-9));  // 45 + 10 + 1 of 1024
  CHECK(near(share_above_p(1, 3, 0.1), 1 - 0.9 * 0.9 * 0.9, 1e-9));
  CHECK(near(share_above_p(5, 5, 0.3), std::pow(0.3, 5), 1e-12));
  CHECK(share_above_p(0, 7, 0.2) == 1);
  CHECK(near(share_above_p(550, 1000, 0.5), 0.000865, 1e-6));  // exact, from the sum of its terms
}

TEST_CASE("A mean that is larger than it should be") {
  const Histogram h{{1, 1}, {2, 1}, {3, 1}, {6, 1}};  // mean 3, standard error 1.0801
  CHECK(near(*mean_above_p(h, 3), 0.5));
  CHECK(near(*mean_above_p(h, 1), 0.0805, 1e-3));  // t = 1.8516 with 3 degrees of freedom
  CHECK(near(*mean_above_p(h, 5), 1 - 0.0805, 1e-3));
  CHECK_FALSE(mean_above_p({{4, 100}}, 1));
  CHECK_FALSE(mean_above_p({}, 1));
}

TEST_CASE("Ratings by Bradley and Terry") {
  // With the draw that is added: 75.5 to 25.5
  const auto two = bradley_terry(2, {{1, 0, 75, 25}});
  CHECK(two[0].elo == 0);
  CHECK(near(two[1].elo, 400 * std::log10(75.5 / 25.5), 1e-3));
  const double half = kZ * 400 / std::log(10.0) / std::sqrt(101 * (75.5 / 101) * (25.5 / 101));
  CHECK(near(two[1].interval.high - two[1].elo, half, 1e-2));
  // Nobody is stronger without bound, and who never met the first is rated by way of the second.
  const auto chain = bradley_terry(3, {{1, 0, 20, 0}, {2, 1, 15, 5}});
  CHECK(chain[1].elo > 500);
  CHECK(chain[1].elo < 700);
  CHECK(near(chain[2].elo - chain[1].elo, 400 * std::log10(15.5 / 5.5), 1e-2));
  CHECK(chain[2].interval.high - chain[2].interval.low > chain[1].interval.high - chain[1].interval.low);
  CHECK(bradley_terry(1, {}).size() == 1);
}
