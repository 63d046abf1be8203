#include "tools/lab/statistics/bradley_terry.hpp"

#include <cmath>

namespace gofuda::lab {

namespace {

constexpr int kMostRounds = 20000;
constexpr double kEnough = 1e-10;
const double kElo = 400 / std::log(10.0);

struct Sums {
  std::vector<std::vector<double>> games;
  std::vector<double> wins;
};

Sums sums_of(std::size_t players, const std::vector<Results>& all) {
  Sums s{std::vector(players, std::vector<double>(players)), std::vector<double>(players)};
  for (const Results& r : all) {
    s.wins[r.a] += r.wins_a + 0.5, s.wins[r.b] += r.wins_b + 0.5;
    s.games[r.a][r.b] += r.wins_a + r.wins_b + 1;
    s.games[r.b][r.a] += r.wins_a + r.wins_b + 1;
  }
  return s;
}

// The strengths of greatest likelihood (Zermelo's iteration).
std::vector<double> strengths(const Sums& s) {
  const std::size_t n = s.wins.size();
  std::vector<double> out(n, 1);
  for (int round = 0; round < kMostRounds; ++round) {
    double change = 0;
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < n; ++j)
        if (j != i) sum += s.games[i][j] / (out[i] + out[j]);
      if (sum <= 0) continue;
      const double now = s.wins[i] / sum;
      change = std::max(change, std::abs(std::log(now / out[i])));
      out[i] = now;
    }
    if (change < kEnough) break;
  }
  return out;
}

// The inverse's diagonal, by Gauss and Jordan; of a matrix that has one.
std::vector<double> inverse_diagonal(std::vector<std::vector<double>> m) {
  const std::size_t n = m.size();
  std::vector<std::vector<double>> inverse(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i) inverse[i][i] = 1;
  for (std::size_t c = 0; c < n; ++c) {
    const double pivot = m[c][c];
    for (std::size_t k = 0; k < n; ++k) m[c][k] /= pivot, inverse[c][k] /= pivot;
    for (std::size_t r = 0; r < n; ++r) {
      const double factor = m[r][c];
      for (std::size_t k = 0; r != c && k < n; ++k)
        m[r][k] -= factor * m[c][k], inverse[r][k] -= factor * inverse[c][k];
    }
  }
  std::vector<double> out(n);
  for (std::size_t i = 0; i < n; ++i) out[i] = inverse[i][i];
  return out;
}

}  // namespace

std::vector<Rating> bradley_terry(std::size_t players, const std::vector<Results>& results) {
  std::vector<Rating> out(players);
  if (players < 2) return out;
  const Sums s = sums_of(players, results);
  const std::vector<double> strong = strengths(s);
  std::vector<std::vector<double>> information(players - 1, std::vector<double>(players - 1));
  for (std::size_t i = 1; i < players; ++i)
    for (std::size_t j = 0; j < players; ++j) {
      const double sum = strong[i] + strong[j], weight = s.games[i][j] * strong[i] * strong[j] / (sum * sum);
      information[i - 1][i - 1] += i == j ? 0 : weight;
      if (j > 0 && j != i) information[i - 1][j - 1] -= weight;
    }
  const std::vector<double> variance = inverse_diagonal(information);
  for (std::size_t i = 1; i < players; ++i) {
    const double elo = kElo * std::log(strong[i] / strong[0]), half = kZ * kElo * std::sqrt(variance[i - 1]);
    out[i] = {elo, {elo - half, elo + half}};
  }
  return out;
}

}  // namespace gofuda::lab
