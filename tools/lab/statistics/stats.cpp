#include "tools/lab/statistics/stats.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "core/rules.hpp"

namespace gofuda::lab {

namespace {

// From here on the normal approximation stands for sums over as many terms as the root of the number of games.
constexpr std::int64_t kManyGames = 100'000'000;

double share(std::int64_t k, std::int64_t n) { return static_cast<double>(k) / static_cast<double>(n); }

double log_choose(std::int64_t n, std::int64_t k) {
  auto log_factorial = [](std::int64_t x) { return std::lgamma(static_cast<double>(x) + 1); };
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

std::vector<std::size_t> ascending(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return p[x] < p[y]; });
  return order;
}

}  // namespace

Interval wilson(std::int64_t k, std::int64_t n) { return wilson(k, n, n); }

Interval wilson(std::int64_t k, std::int64_t n, std::int64_t worth) {
  if (n <= 0) return {0, 1};
  const double size = static_cast<double>(worth), p = share(k, n), z2 = kZ * kZ;
  const double centre = (p + z2 / (2 * size)) / (1 + z2 / size);
  const double half = kZ / (1 + z2 / size) * std::sqrt(p * (1 - p) / size + z2 / (4 * size * size));
  return {k == 0 ? 0 : std::max(0.0, centre - half), k == n ? 1 : std::min(1.0, centre + half)};
}

std::optional<Interval> share_difference(std::int64_t a, std::int64_t n, std::int64_t b, std::int64_t m) {
  if (n <= 0 || m <= 0) return std::nullopt;
  const double p = share(a, n), q = share(b, m);
  const Interval i = wilson(a, n), j = wilson(b, m);
  return Interval{p - q - std::hypot(p - i.low, j.high - q), p - q + std::hypot(i.high - p, q - j.low)};
}

double fisher(std::int64_t a, std::int64_t n, std::int64_t b, std::int64_t m) {
  if (n <= 0 || m <= 0) return 1;
  if (n + m > kManyGames) {
    const double p = share(a + b, n + m), size = 1 / static_cast<double>(n) + 1 / static_cast<double>(m);
    const double spread = std::sqrt(p * (1 - p) * size);
    return spread == 0 ? 1 : std::erfc(std::abs(share(a, n) - share(b, m)) / spread / std::sqrt(2.0));
  }
  const std::int64_t wins = a + b, least = std::max<std::int64_t>(0, wins - m), most = std::min(wins, n);
  const double all = log_choose(n + m, wins);
  auto log_p = [&](std::int64_t x) { return log_choose(n, x) + log_choose(m, wins - x) - all; };
  // Tables as likely as this one but for rounding count.
  const double limit = log_p(a) + 1e-7;
  const auto mode = std::clamp(static_cast<std::int64_t>(static_cast<double>(n) * share(wins, n + m)), least, most);
  double sum = 0;
  for (int way : {-1, 1})
    for (std::int64_t x = way < 0 ? mode : mode + 1; x >= least && x <= most; x += way) {
      const double l = log_p(x);
      if (l <= limit) sum += std::exp(l);
      if (l < limit - 46) break;  // the rest is below 1e-20 of what counts
    }
  return std::min(1.0, sum);
}

std::vector<double> benjamini_hochberg(const std::vector<double>& p) {
  const std::vector<std::size_t> order = ascending(p);
  std::vector<double> out(p.size());
  double least = 1;
  for (std::size_t i = order.size(); i-- > 0;) {
    least = std::min(least, p[order[i]] * static_cast<double>(p.size()) / static_cast<double>(i + 1));
    out[order[i]] = least;
  }
  return out;
}

std::vector<double> holm(const std::vector<double>& p) {
  const std::vector<std::size_t> order = ascending(p);
  std::vector<double> out(p.size());
  double most = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    most = std::max(most, std::min(1.0, p[order[i]] * static_cast<double>(p.size() - i)));
    out[order[i]] = most;
  }
  return out;
}

// Hill 1970 (CACM algorithm 396), which is exact for 1 and 2 degrees of freedom and right to six digits from there.
double student(std::int64_t freedom) {
  const double p = 2 * kTail, n = static_cast<double>(freedom), pi = std::acos(-1.0);
  if (freedom <= 1) return 1 / std::tan(p * pi / 2);
  if (freedom == 2) return std::sqrt(2 / (p * (2 - p)) - 2);
  const double a = 1 / (n - 0.5), b = 48 / (a * a);
  double c = ((20700 * a / b - 98) * a - 16) * a + 96.36;
  const double d = ((94.5 / (b + c) - 3) / b + 1) * std::sqrt(a * pi / 2) * n;
  double y = std::pow(d * p, 2 / n);
  if (y > 0.05 + a) {
    const double x = -kZ;
    y = x * x;
    if (freedom < 5) c += 0.3 * (n - 4.5) * (x + 0.6);
    c += (((0.05 * d * x - 5) * x - 7) * x - 2) * x + b;
    y = (((((0.4 * y + 6.3) * y + 36) * y + 94.5) / c - y - 3) / b + 1) * x;
    y = std::expm1(a * y * y);
  } else {
    y = ((1 / (((n + 6) / (n * y) - 0.089 * d - 0.822) * (n + 2) * 3) + 0.5 / (n + 4)) * y - 1) * (n + 1) / (n + 2) +
        1 / y;
  }
  return std::sqrt(n * y);
}

std::int64_t total(const Histogram& h) {
  std::int64_t n = 0;
  for (const auto& [value, games] : h) n += games;
  return n;
}

int at_rank(const Histogram& h, std::int64_t rank) {
  for (const auto& [value, games] : h)
    if ((rank -= games) <= 0) return value;
  return h.empty() ? 0 : h.rbegin()->first;
}

double mean(const Histogram& h) {
  std::int64_t sum = 0;
  for (const auto& [value, games] : h) sum += value * games;
  const std::int64_t n = total(h);
  return n == 0 ? 0 : share(sum, n);
}

double median(const Histogram& h) {
  const std::int64_t n = total(h);
  return (at_rank(h, (n + 1) / 2) + at_rank(h, n / 2 + 1)) / 2.0;
}

namespace {

// `worth`: so many of the games are not the same as another.
std::optional<Interval> interval_around_mean(const Histogram& h, std::int64_t worth,
                                             const std::function<double(std::int64_t)>& quantile) {
  const std::int64_t n = total(h);
  if (h.size() < 2 || worth < 2) return std::nullopt;
  const double m = mean(h);
  double squares = 0;
  for (const auto& [value, games] : h) squares += static_cast<double>(games) * (value - m) * (value - m);
  const double half =
      quantile(worth - 1) * std::sqrt(squares / static_cast<double>(n - 1) / static_cast<double>(worth));
  return Interval{m - half, m + half};
}

std::int64_t part_of(std::int64_t n, double share) {
  return share >= 1 ? n : std::max<std::int64_t>(1, std::llround(share * static_cast<double>(n)));
}

// What Student's t is farther from 0 than with this chance.
double student_beyond(double p, std::int64_t freedom) {
  double low = 0, high = 1;
  while (student_p(high, freedom) > p) high *= 2;
  for (int i = 0; i < 80; ++i) {
    const double middle = (low + high) / 2;
    (student_p(middle, freedom) > p ? low : high) = middle;
  }
  return high;
}

}  // namespace

std::optional<Interval> mean_interval(const Histogram& h) { return interval_around_mean(h, total(h), student); }
std::optional<Interval> mean_interval_of(const Histogram& h, double share) {
  return interval_around_mean(h, part_of(total(h), share), student);
}

Histogram thinned(const Histogram& h, double share) {
  const std::int64_t n = total(h), wanted = n == 0 ? 0 : part_of(n, share);
  Histogram out;
  std::int64_t before = 0, taken = 0;
  for (const auto& [value, games] : h) {
    before += games;
    const std::int64_t so_far =
        std::llround(static_cast<double>(before) * (static_cast<double>(wanted) / static_cast<double>(n)));
    if (so_far > taken) out[value] = so_far - taken;
    taken = so_far;
  }
  return out;
}

std::optional<Interval> mean_interval(const Histogram& h, std::size_t of) {
  const double p = 0.05 / static_cast<double>(std::max<std::size_t>(1, of));
  return interval_around_mean(h, total(h), [p](std::int64_t freedom) { return student_beyond(p, freedom); });
}

namespace {

// How likely at least `heads` of n throws of a coin are, for n at most kMostThrows: by number of heads.
std::vector<double> at_least_heads(std::int64_t n) {
  std::vector<double> out(static_cast<std::size_t>(n) + 2);
  for (std::int64_t k = n; k >= 0; --k)
    out[static_cast<std::size_t>(k)] =
        out[static_cast<std::size_t>(k) + 1] + std::exp(log_choose(n, k) - static_cast<double>(n) * std::log(2.0));
  return out;
}

constexpr std::int64_t kMostThrows = 100'000;

}  // namespace

std::optional<double> sign_p(const Histogram& differences) {
  std::int64_t ones = 0, twos = 0, sum = 0;
  for (const auto& [value, pairs] : differences) {
    if (value != 0) (std::abs(value) == 1 ? ones : twos) += pairs;
    sum += value * pairs;
  }
  if (total(differences) == 0) return std::nullopt;
  if (sum == 0) return 1;
  sum = std::abs(sum);
  if (ones + twos > kMostThrows)
    return std::erfc(static_cast<double>(sum) / std::sqrt(2 * static_cast<double>(ones + 4 * twos)));
  // With k of the twos on this side, the ones must bring sum - 2 (2 k - twos) or more.
  const std::vector<double> of_ones = at_least_heads(ones), of_twos = at_least_heads(twos);
  double p = 0;
  for (std::int64_t k = 0; k <= twos; ++k) {
    const std::int64_t wanted = sum - 2 * (2 * k - twos) + ones, heads = std::max<std::int64_t>(0, (wanted + 1) / 2);
    const auto at = static_cast<std::size_t>(k);
    if (heads <= ones) p += (of_twos[at] - of_twos[at + 1]) * of_ones[static_cast<std::size_t>(heads)];
  }
  return std::min(1.0, 2 * p);
}

double most_unseen(std::int64_t n) { return n <= 0 ? 1 : -std::expm1(std::log(2 * kTail) / static_cast<double>(n)); }

double Moments::mean() const { return n == 0 ? 0 : share(sum, n); }

namespace {

// Of the mean; nothing where there is none to speak of.
std::optional<double> standard_error(std::int64_t n, double sum, double squares) {
  if (n < 2) return std::nullopt;
  const double size = static_cast<double>(n);
  const double spread = squares - sum * sum / size;
  if (spread <= 1e-12 * squares) return std::nullopt;
  return std::sqrt(spread / (size - 1) / size);
}
std::optional<double> standard_error(const Moments& m) {
  return standard_error(m.n, static_cast<double>(m.sum), static_cast<double>(m.squares));
}

// The regularised incomplete beta function by its continued fraction, which converges fast below the mean
// (Abramowitz and Stegun 26.5.8, evaluated by Lentz's method).
double beta_fraction(double x, double a, double b) {
  constexpr double kTiny = 1e-300;
  auto away = [](double y) { return std::abs(y) < kTiny ? kTiny : y; };
  double c = 1, d = 1 / away(1 - (a + b) * x / (a + 1)), f = d;
  for (int i = 1; i < 500; ++i) {
    for (const double term : {i * (b - i) * x / ((a + 2 * i - 1) * (a + 2 * i)),
                              -(a + i) * (a + b + i) * x / ((a + 2 * i) * (a + 2 * i + 1))}) {
      d = 1 / away(1 + term * d);
      c = away(1 + term / c);
      f *= c * d;
    }
    if (std::abs(c * d - 1) < 1e-15) break;
  }
  return std::exp(a * std::log(x) + b * std::log1p(-x) + std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b)) * f / a;
}

double regularised_beta(double x, double a, double b) {
  if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
  return x < (a + 1) / (a + b + 2) ? beta_fraction(x, a, b) : 1 - beta_fraction(1 - x, b, a);
}

}  // namespace

std::optional<Interval> Moments::interval() const {
  const auto error = standard_error(*this);
  if (!error) return std::nullopt;
  const double half = student(n - 1) * *error;
  return Interval{mean() - half, mean() + half};
}

std::optional<double> Moments::p() const {
  const auto error = standard_error(*this);
  if (!error) return std::nullopt;
  return student_p(mean() / *error, n - 1);
}

// Leads may be such that their squares are no whole numbers of this machine.
std::optional<double> mean_p(const Histogram& h) {
  double squares = 0;
  for (const auto& [value, games] : h) squares += static_cast<double>(value) * value * static_cast<double>(games);
  const std::int64_t n = total(h);
  const auto error = standard_error(n, mean(h) * static_cast<double>(n), squares);
  return error ? std::optional(student_p(mean(h) / *error, n - 1)) : std::nullopt;
}

double student_p(double t, std::int64_t freedom) {
  const double n = static_cast<double>(freedom);
  return regularised_beta(n / (n + t * t), n / 2, 0.5);
}

double share_above_p(std::int64_t k, std::int64_t n, double chance) {
  if (k <= 0) return 1;
  if (k > n) return 0;
  return regularised_beta(chance, static_cast<double>(k), static_cast<double>(n - k + 1));
}

std::optional<double> mean_above_p(const Histogram& h, double least) {
  const auto interval = mean_interval(h);
  if (!interval) return std::nullopt;
  const std::int64_t freedom = total(h) - 1;
  const double t = (mean(h) - least) / ((interval->high - interval->low) / 2 / student(freedom));
  const double both = student_p(t, freedom);
  return t > 0 ? both / 2 : 1 - both / 2;
}

std::optional<Interval> ratio_interval(const RatioSums& r) {
  if (r.games < 2 || r.number <= 0) return std::nullopt;
  const double ratio = share(r.sum, r.number), size = static_cast<double>(r.games);
  const double squares = static_cast<double>(r.squares) - 2 * ratio * static_cast<double>(r.products) +
                         ratio * ratio * static_cast<double>(r.numbers);
  const double half =
      student(r.games - 1) * std::sqrt(std::max(0.0, squares) * size / (size - 1)) / static_cast<double>(r.number);
  return Interval{ratio - half, ratio + half};
}

std::vector<KomiPoint> komi_curve(const Histogram& leads) {
  std::vector<KomiPoint> out;
  const std::int64_t n = total(leads);
  if (n == 0) return out;
  const std::int64_t left_out = n / 200;
  constexpr int kStep = kWholePoint, kFarthest = 5 * kMostKomi;  // leads by cards may be larger
  auto half_point = [](int lead) {
    return kStep * static_cast<int>(std::floor(static_cast<double>(lead) / kStep)) + kStep / 2;
  };
  const int first = half_point(at_rank(leads, 1 + left_out)) - kStep, last = half_point(at_rank(leads, n - left_out));
  auto lead = leads.begin();
  std::int64_t below = 0;
  for (int komi = std::max(first, kStep / 2 - kFarthest); komi <= std::min(last, kFarthest); komi += kStep) {
    for (; lead != leads.end() && lead->first < komi; ++lead) below += lead->second;
    out.push_back({komi, n - below, n});
  }
  return out;
}

std::int64_t median_rank(std::int64_t n) {
  if (n > kManyGames)
    return static_cast<std::int64_t>((static_cast<double>(n) - kZ * std::sqrt(static_cast<double>(n))) / 2);
  // Terms below e^-700 do not count beside kTail.
  auto log_p = [n](std::int64_t k) { return log_choose(n, k) - static_cast<double>(n) * std::log(2.0); };
  std::int64_t k = std::max<std::int64_t>(0, n / 2 - static_cast<std::int64_t>(19 * std::sqrt(static_cast<double>(n))));
  double sum = 0;
  for (;; ++k)
    if ((sum += std::exp(log_p(k))) > kTail || k > n / 2) return k;
}

std::optional<Interval> median_interval(const Histogram& h) {
  const std::int64_t n = total(h), r = median_rank(n);
  if (n == 0 || r == 0) return std::nullopt;
  return Interval{static_cast<double>(at_rank(h, r)), static_cast<double>(at_rank(h, n + 1 - r))};
}

}  // namespace gofuda::lab
