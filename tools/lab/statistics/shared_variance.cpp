#include "tools/lab/statistics/shared_variance.hpp"

#include <algorithm>
#include <cmath>

namespace gofuda::lab {

namespace {

constexpr double kAlike = 1 - 1e-12;

double variance(const Histogram& h) {
  const double middle = mean(h);
  double sum = 0;
  for (const auto& [value, games] : h) sum += static_cast<double>(games) * (value - middle) * (value - middle);
  return sum / static_cast<double>(total(h));
}

// Moments of pairs of half wins, and what a pair adds to an estimate.
struct Joint {
  explicit Joint(const Histogram& both) : pairs(both), n(static_cast<double>(total(both))) {
    each([&](double x, double y, double games) { mean_a += x * games / n, mean_b += y * games / n; });
    each([&](double x, double y, double games) {
      const double dx = x - mean_a, dy = y - mean_b;
      own += (dx * dx + dy * dy) / 2 * games / n, common += dx * dy * games / n;
    });
  }
  template <class F>
  void each(F&& f) const {
    for (const auto& [value, games] : pairs) {
      const auto first = value / kHalfWins, second = value % kHalfWins;
      f(first, second, static_cast<double>(games));
    }
  }
  // `influence(dx, dy)`: of a pair, on the estimate.
  template <class F>
  std::optional<Interval> interval(double share, F&& influence) const {
    if (std::abs(share) > kAlike) return std::nullopt;
    double squares = 0;
    each([&](double x, double y, double games) {
      const double i = influence(x - mean_a, y - mean_b);
      squares += i * i * games;
    });
    const double error = std::sqrt(squares / (n * (n - 1))) / (1 - share * share);
    if (error == 0) return std::nullopt;
    const double half = student(static_cast<std::int64_t>(n) - 1) * error, middle = std::atanh(share);
    return Interval{std::tanh(middle - half), std::tanh(middle + half)};
  }

  const Histogram& pairs;
  double n, mean_a = 0, mean_b = 0;
  double own = 0, common = 0;  // the mean of both variances; the covariance
};

}  // namespace

std::optional<ShareOfVariance> saved_by_pairing(const Histogram& both) {
  if (total(both) < 2) return std::nullopt;
  const Joint j(both);
  if (j.own <= 0) return std::nullopt;
  const double share = j.common / j.own;
  return ShareOfVariance{share, j.interval(share, [&](double dx, double dy) {
                           return (dx * dy - share * (dx * dx + dy * dy) / 2) / j.own;
                         })};
}

std::optional<double> saved_by_pairing(const Histogram& differences, const std::array<Histogram, 2>& own) {
  if (total(differences) < 2) return std::nullopt;
  const double apart = variance(own[0]) + variance(own[1]);
  if (apart <= 0) return std::nullopt;
  return 1 - variance(differences) / apart;
}

std::optional<Luck> luck_and_skill(const Histogram& both) {
  if (total(both) < 2) return std::nullopt;
  const Joint j(both);
  const double better = (j.mean_a - j.mean_b) / 2, all = j.own + better * better;
  if (all <= 0) return std::nullopt;
  const double deal = j.common / all, skill = better * better / all;
  const auto influence = [&](double dx, double dy) {
    const double on_all = (dx * dx + dy * dy) / 2 - j.own + better * (dx - dy);
    return (dx * dy - j.common - deal * on_all) / all;
  };
  return Luck{{deal, j.interval(deal, influence)}, skill, 1 - deal - skill};
}

}  // namespace gofuda::lab
