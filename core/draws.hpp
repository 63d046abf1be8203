// The random numbers of one playout.
#pragma once

#include <cstdint>

#include "core/random.hpp"

namespace gofuda {

// A stream seeded by a single draw of Random: a seventh of a playout's time would go into Random itself. It is Wang
// Yi's wyrand; the bias of the multiply-shift is below 625 / 2^32.
class Draws {
 public:
  explicit Draws(std::uint64_t seed) : state_(seed) {}
  std::uint32_t below(std::uint32_t n) {
    state_ += 0xa0761d6478bd642full;
    const auto product = static_cast<Wide>(state_) * (state_ ^ 0xe7037ed1a0b428dbull);
    const auto bits = static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
    return static_cast<std::uint32_t>((bits >> 32) * n >> 32);
  }

 private:
  std::uint64_t state_;
};

}  // namespace gofuda
