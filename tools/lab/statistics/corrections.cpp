#include "tools/lab/statistics/corrections.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gofuda::lab {

double sign_test(std::int64_t better, std::int64_t worse) {
  const std::int64_t n = better + worse, most = std::max(better, worse);
  double tail = 0;
  for (std::int64_t k = most; k <= n; ++k) {
    const auto x = static_cast<double>(k), m = static_cast<double>(n);
    tail += std::exp(std::lgamma(m + 1) - std::lgamma(x + 1) - std::lgamma(m - x + 1) - m * std::log(2.0));
  }
  return std::min(1.0, 2 * tail);
}

std::vector<double> holm(const std::vector<double>& p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t x, std::size_t y) { return p[x] < p[y]; });
  std::vector<double> out(p.size());
  double least = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    least = std::max(least, std::min(1.0, p[order[i]] * static_cast<double>(p.size() - i)));
    out[order[i]] = least;
  }
  return out;
}

}  // namespace gofuda::lab
