// Statistics of batches as pure functions. All intervals are at 95 %.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace gofuda::lab {

inline constexpr double kZ = 1.959963984540054;  // the normal distribution's 97.5 % quantile
inline constexpr double kTail = 0.025;           // left out on each side

struct Interval {
  double low = 0, high = 0;
};

// A share k of n independent games (Wilson 1927). Without games: anything from 0 to 1.
Interval wilson(std::int64_t k, std::int64_t n);
// The same, when they tell no more than so many games do.
Interval wilson(std::int64_t k, std::int64_t n, std::int64_t worth);

// The difference a/n - b/m of two independent shares (Newcombe 1998, method 10). Nothing when one has no games.
std::optional<Interval> share_difference(std::int64_t a, std::int64_t n, std::int64_t b, std::int64_t m);

// Fisher's exact test of a/n against b/m, both sides: how likely a table as unlikely as this one is when there is no
// difference.
double fisher(std::int64_t a, std::int64_t n, std::int64_t b, std::int64_t m);

// How likely k or more of n games are, when each is with that chance: the binomial test of a larger share, exact.
double share_above_p(std::int64_t k, std::int64_t n, double chance);

// Adjusted for as many tests as there are (Benjamini and Hochberg 1995), in the order given.
std::vector<double> benjamini_hochberg(const std::vector<double>& p);
// The same so that it is at most as likely as said that any of them is wrong (Holm 1979).
std::vector<double> holm(const std::vector<double>& p);

// Student's 97.5 % quantile, from 1 degree of freedom on.
double student(std::int64_t freedom);

// How many games have each value: exact however the games were put together.
using Histogram = std::map<int, std::int64_t>;

std::int64_t total(const Histogram& h);
int at_rank(const Histogram& h, std::int64_t rank);  // from 1, ascending
double mean(const Histogram& h);
double median(const Histogram& h);
// Student's; nothing below 2 games, nor where all are the same, which show no variance to make an interval of.
std::optional<Interval> mean_interval(const Histogram& h);
// The same so that all of so many intervals hold what they should at 95 % (Bonferroni).
std::optional<Interval> mean_interval(const Histogram& h, std::size_t of);
// Student's where games repeat one another, and tell no more than this share of them does.
std::optional<Interval> mean_interval_of(const Histogram& h, double share);
// Of every value about this share of the games, and of all of them one at least: a sample as if drawn evenly.
Histogram thinned(const Histogram& h, double share);
std::optional<double> mean_p(const Histogram& h);  // Student's test that the mean is 0; nothing where all are the same

// Student's test that the mean is no more than `least`, one side; nothing where all are the same.
std::optional<double> mean_above_p(const Histogram& h, double least);

// Differences of pairs that are at most 2 either way: how likely a sum as far from 0 is if each could as well have come
// with the other sign. For -2, 0 and 2 alone it is McNemar's exact test. Nothing where there are no pairs.
std::optional<double> sign_p(const Histogram& differences);

// The most that something which happens independently can be likely, when it has not happened in n tries (95 %, one
// side).
double most_unseen(std::int64_t n);

// The interval from the r-th smallest to the r-th largest value, the narrowest that holds the median at least 95 times
// in a hundred, whatever the distribution. Nothing below 6 games.
std::int64_t median_rank(std::int64_t n);  // r; 0: there is none
std::optional<Interval> median_interval(const Histogram& h);

// Numbers of which only this is kept.
struct Moments {
  std::int64_t n = 0, sum = 0, squares = 0;
  void add(const Moments& more) { n += more.n, sum += more.sum, squares += more.squares; }
  double mean() const;                       // 0 of nothing
  std::optional<Interval> interval() const;  // Student's; nothing below 2 numbers, nor where all are the same
  std::optional<double> p() const;           // Student's test: how likely a mean as far from 0 is, when it is 0
};

// How likely Student's t with so many degrees of freedom is as far from 0, on either side.
double student_p(double t, std::int64_t freedom);

// A ratio of sums, sum of s over sum of n, of so many independent games that gave a sum s and a number n each; from the
// sums and those of s * s, s * n and n * n. In the linear approximation; nothing below 2 games.
struct RatioSums {
  std::int64_t games, sum, number, squares, products, numbers;
};
std::optional<Interval> ratio_interval(const RatioSums& r);

// The share that Black would have won under each komi of half a point more than a whole one, which leaves no draws:
// those between which all but a hundredth of the leads lie, and one more on each side. `leads`: of Black without komi,
// in thousandths of a point.
struct KomiPoint {
  int komi;
  std::int64_t wins, games;
};
std::vector<KomiPoint> komi_curve(const Histogram& leads);

}  // namespace gofuda::lab
