#include "tools/lab/statistics/sequential.hpp"

#include <algorithm>
#include <cmath>

namespace gofuda::lab {

namespace {

// Between two stakes: one that is so much off its best by a factor of its root still grows at three quarters of the
// best pace.
constexpr double kStakeStep = 3, kLeastStake = 1e-6;

std::vector<double> stakes_of(double least) {
  const auto steps = static_cast<int>(std::ceil(std::log(1 / least) / std::log(kStakeStep) - 1e-9));
  std::vector<double> out{1};
  for (int i = 1; i <= steps; ++i) out.push_back(std::pow(least, static_cast<double>(i) / steps));
  return out;
}

}  // namespace

Bets::Bets(Reach reach, double mean, Side side, double effect)
    : reach_(reach),
      sign_(side == Side::above ? 1 : -1),
      mean_(sign_ * mean),
      stakes_(stakes_of(std::clamp(effect / reach.most, kLeastStake, 1.0))) {}

const std::vector<double>& Bets::factors(int value) const {
  const auto [it, fresh] = factors_.try_emplace(value);
  if (!fresh) return it->second;
  // Of a stake the number takes nothing where it is the mean, and all where it is the least there can be.
  const double x = std::clamp(sign_ * value * reach_.unit, -reach_.most, reach_.most);
  for (const double stake : stakes_)
    it->second.push_back(std::log(1 - stake + stake * (x + reach_.most) / (mean_ + reach_.most)));
  return it->second;
}

double Bets::log_wealth(const Histogram& numbers) const {
  std::vector<double> logs(stakes_.size());
  for (const auto& [value, times] : numbers) {
    const std::vector<double>& by = factors(value);
    for (std::size_t i = 0; i < logs.size(); ++i) logs[i] += static_cast<double>(times) * by[i];
  }
  const double most = *std::max_element(logs.begin(), logs.end());
  if (std::isinf(most)) return most;
  double sum = 0;
  for (const double l : logs) sum += std::exp(l - most);
  return most + std::log(sum / static_cast<double>(logs.size()));
}

SequentialTest::SequentialTest(Question question, Reach reach)
    : question_(question),
      reach_(reach),
      against_low_(reach, question.low, Side::above, question.high - question.low),
      against_high_(reach, question.high, Side::below, question.high - question.low) {}

double SequentialTest::needed_against_low() const { return -std::log(question_.alpha); }
double SequentialTest::needed_against_high() const { return -std::log(question_.beta); }

SequentialTest::Evidence SequentialTest::evidence(const Histogram& numbers) const {
  Evidence e{against_low_.log_wealth(numbers), against_high_.log_wealth(numbers), 0};
  const double low = e.against_low - needed_against_low(), high = e.against_high - needed_against_high();
  if (std::max(low, high) >= 0) e.decision = low >= high ? 1 : -1;
  return e;
}

std::optional<Interval> confidence_sequence(const Histogram& numbers, Reach reach, double effect) {
  if (total(numbers) == 0) return std::nullopt;
  constexpr int kHalvings = 50;
  const double needed = -std::log(kTail);
  // The wealth against a mean grows with its distance from what was seen.
  auto end = [&](Side side) {
    double refuted = side == Side::above ? -reach.most : reach.most, open = -refuted;
    for (int i = 0; i < kHalvings; ++i) {
      const double m = (refuted + open) / 2;
      (Bets(reach, m, side, effect).log_wealth(numbers) >= needed ? refuted : open) = m;
    }
    return refuted;
  };
  return Interval{end(Side::above), end(Side::below)};
}

}  // namespace gofuda::lab
