// How the games that a search has played out have ended, where they are counted.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "core/point.hpp"
#include "tools/players/thinker.hpp"

namespace gofuda::tools {

class Leads {
 public:
  void note(double black) { games_ += 1, sum_ += black, squares_ += black * black; }  // its lead in points
  double games() const { return games_; }
  std::optional<Thinker::Lead> of(Seat seat) const {
    if (games_ == 0) return std::nullopt;
    const double mean = sum_ / games_;
    return Thinker::Lead{seat == Seat::black ? mean : -mean, std::sqrt(std::max(0.0, squares_ / games_ - mean * mean))};
  }

 private:
  double games_ = 0, sum_ = 0, squares_ = 0;
};

class Owners {
 public:
  void clear() { *this = {}; }
  void begin_game() { ++games_; }
  void note(Point p, bool black, bool white) { sum_[p] += int{black} - int{white}; }
  // By point, from -1 to 1; nothing before the first game.
  std::optional<std::array<float, kCells>> of(Seat seat) const {
    if (games_ == 0) return std::nullopt;
    std::array<float, kCells> out{};
    const float whole = seat == Seat::black ? static_cast<float>(games_) : -static_cast<float>(games_);
    std::transform(sum_.begin(), sum_.end(), out.begin(),
                   [&](std::int32_t n) { return static_cast<float>(n) / whole; });
    return out;
  }

 private:
  std::array<std::int32_t, kCells> sum_{};  // games that ended with it Black's, less those with it White's
  std::int64_t games_ = 0;
};

}  // namespace gofuda::tools
