// The statistics of batches, against values that other programs and printed tables give.
#include <cmath>

#include "tests/unit/catch.hpp"
#include "tools/lab/statistics/stats.hpp"

using namespace gofuda::lab;

namespace {

bool near(double a, double b, double by = 1e-4) { return std::abs(a - b) <= by; }
bool near(const Interval& i, double low, double high, double by = 1e-4) {
  return near(i.low, low, by) && near(i.high, high, by);
}

}  // namespace

TEST_CASE("Wilson's interval of a share") {
  CHECK(near(wilson(0, 10), 0, 0.27753));
  CHECK(near(wilson(5, 10), 0.23659, 0.76341));
  CHECK(near(wilson(10, 10), 0.72247, 1));
  CHECK(near(wilson(81, 263), 0.25527, 0.36621));  // Newcombe 1998, table I: 0.2553 to 0.3662
  CHECK(near(wilson(1, 29), 0.0061, 0.1718));      // the same: 0.0061 to 0.1718
  CHECK(wilson(0, 10).low == 0);
  CHECK(wilson(10, 10).high == 1);
  CHECK(wilson(0, 0).low == 0);
  CHECK(wilson(0, 0).high == 1);
  CHECK(wilson(1000000, 1000000).low > 0.99999);
}

TEST_CASE("Newcombe's interval of a difference of shares") {
  // Newcombe 1998, table II, method 10
  CHECK(near(*share_difference(56, 70, 48, 80), 0.0524, 0.3339));
  CHECK(near(*share_difference(9, 10, 3, 10), 0.1705, 0.8090));
  CHECK(near(*share_difference(10, 10, 0, 20), 0.6791, 1.0));
  CHECK(near(*share_difference(0, 10, 0, 20), -0.1611, 0.2775));
  CHECK_FALSE(share_difference(0, 0, 1, 2));
  CHECK_FALSE(share_difference(1, 2, 0, 0));
}

TEST_CASE("Fisher's exact test") {
  CHECK(near(fisher(3, 4, 1, 4), 0.485714, 1e-6));  // the lady tasting tea
  CHECK(near(fisher(1, 10, 11, 14), 0.002759, 1e-6));
  CHECK(near(fisher(10, 10, 0, 10), 2 / 184756.0, 1e-9));
  CHECK(fisher(5, 10, 5, 10) > 1 - 1e-12);
  CHECK(fisher(0, 0, 5, 10) == 1);
  CHECK(fisher(0, 10, 0, 10) > 1 - 1e-12);
  CHECK(fisher(10, 10, 10, 10) > 1 - 1e-12);
  // Of many games: the normal approximation, 505000 and 500000 of a million each
  const double p = fisher(505000, 1000000, 500000, 1000000);
  CHECK(p > 1.4e-12);
  CHECK(p < 1.7e-12);
}

TEST_CASE("Benjamini and Hochberg's adjustment") {
  const std::vector<double> q = benjamini_hochberg({0.01, 0.04, 0.03, 0.005});
  CHECK(near(q[0], 0.02));
  CHECK(near(q[1], 0.04));
  CHECK(near(q[2], 0.04));
  CHECK(near(q[3], 0.02));
  CHECK(benjamini_hochberg({}).empty());
  CHECK(benjamini_hochberg({1.0, 0.9})[1] == 1.0);
}

TEST_CASE("Student's quantile") {
  CHECK(near(student(1), 12.70620, 1e-4));
  CHECK(near(student(2), 4.30265, 1e-5));
  CHECK(near(student(3), 3.18245, 2e-4));
  CHECK(near(student(5), 2.57058, 1e-4));
  CHECK(near(student(10), 2.22814, 1e-5));
  CHECK(near(student(30), 2.04227, 1e-5));
  CHECK(near(student(1000000), 1.959966, 1e-5));
}

TEST_CASE("Means and medians of histograms") {
  const Histogram h{{-3, 1}, {1, 2}, {2, 1}, {9, 1}};  // -3 1 1 2 9
  CHECK(total(h) == 5);
  CHECK(mean(h) == 2);
  CHECK(median(h) == 1);
  CHECK(median({{1, 1}, {4, 1}}) == 2.5);
  CHECK(at_rank(h, 1) == -3);
  CHECK(at_rank(h, 3) == 1);
  CHECK(at_rank(h, 5) == 9);
  // The standard deviation is the root of 19: 2 +- 2.77645 * sqrt(19 / 5)
  CHECK(near(*mean_interval(h), 2 - 5.41226, 2 + 5.41226, 1e-3));
  CHECK_FALSE(mean_interval({{7, 40}}));  // what does not vary says nothing of how much it might
  CHECK_FALSE(mean_interval({{7, 1}}));
  CHECK_FALSE(mean_interval({}));
}

TEST_CASE("games that repeat one another tell as much as those that do not") {
  const Histogram h{{-3, 100}, {1, 200}, {2, 100}, {9, 100}};
  // As of five games, but for the variance, which is that of 500: 2 +- 2.77645 * sqrt(7600 / 499 / 5)
  CHECK(near(*mean_interval_of(h, 0.01), 2 - 4.84567, 2 + 4.84567, 1e-3));
  CHECK(near(*mean_interval_of(h, 1), mean_interval(h)->low, mean_interval(h)->high, 1e-12));
  CHECK_FALSE(mean_interval_of(h, 0.001));
  CHECK_FALSE(mean_interval_of({}, 0.5));
  CHECK(thinned(h, 0.01) == Histogram{{-3, 1}, {1, 2}, {2, 1}, {9, 1}});
  CHECK(thinned(h, 1) == h);
  CHECK(total(thinned(h, 0.0001)) == 1);
  CHECK(thinned({}, 0.5).empty());
  CHECK(thinned({{0, 997}, {1, 3}}, 0.01) == Histogram{{0, 10}});
}

TEST_CASE("The order statistics that hold the median") {
  for (int n : {0, 1, 2, 3, 4, 5}) CHECK(median_rank(n) == 0);
  // Tables of the sign test: Conover, Practical Nonparametric Statistics
  CHECK(median_rank(6) == 1);
  CHECK(median_rank(9) == 2);
  CHECK(median_rank(10) == 2);
  CHECK(median_rank(15) == 4);
  CHECK(median_rank(20) == 6);
  CHECK(median_rank(25) == 8);
  CHECK(median_rank(50) == 18);
  CHECK(median_rank(100) == 40);
  CHECK(median_rank(1000000) == 499020);
  Histogram ten;
  for (int i = 1; i <= 10; ++i) ten[i] = 1;
  CHECK(near(*median_interval(ten), 2, 9));
  CHECK_FALSE(median_interval({{3, 5}}));
  CHECK_FALSE(median_interval({}));
  CHECK(near(*median_interval({{3, 6}}), 3, 3));
}

TEST_CASE("the normal approximation stands where sums would be long") {
  const std::int64_t half = 50'000'000, more = half + 1;
  for (const std::int64_t apart : {0, 3000, 10'000, 14'000, 30'000}) {
    CAPTURE(apart);
    const double exact = fisher(half / 2 + apart, half, half / 2, half);
    CHECK(near(fisher(half / 2 + apart, more, half / 2, more), exact, 2e-4));
  }
  CHECK(fisher(0, 1'000'000'000'000, 0, 1'000'000'000'000) == 1);
  CHECK(std::abs(static_cast<double>(median_rank(2 * half + 1) - median_rank(2 * half))) <= 1);
  CHECK(median_rank(1'000'000'000'000) > 499'000'000'000);
}

TEST_CASE("intervals of many means at once are as much wider as Bonferroni asks") {
  const Histogram h{{-2, 3}, {0, 4}, {2, 3}};  // ten numbers, nine degrees of freedom
  const double error = std::sqrt(24.0 / 9 / 10);
  for (const auto& [of, quantile] : {std::pair{1, 2.262157}, {5, 3.249836}, {50, 4.780913}}) {  // 95, 99, 99.9 %
    const auto i = mean_interval(h, static_cast<std::size_t>(of));
    REQUIRE(i);
    CHECK(near(*i, -quantile * error, quantile * error, 1e-5));
  }
  CHECK_FALSE(mean_interval(Histogram{{4, 3}}));  // three that are the same show no variance
  CHECK_FALSE(mean_interval(Histogram{{4, 3}}, 5));
}
