// The statistics of what is measured of cards, questions and komi.
#include <cmath>

#include "core/random.hpp"
#include "tests/unit/catch.hpp"
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
