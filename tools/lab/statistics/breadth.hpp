// Numbers of answers, from 1 to more than can be counted, in bins of a sixteenth of an octave; below 32, each is a bin
// of its own.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace gofuda::lab {

constexpr int breadth_bin(std::uint64_t n) {
  if (n < 16) return n == 0 ? 1 : static_cast<int>(n);
  const int octave = static_cast<int>(std::bit_width(n)) - 1;
  return 16 * (octave - 3) + static_cast<int>(n >> (octave - 4) & 15);
}
constexpr std::uint64_t bin_start(int bin) {
  if (bin < 16) return static_cast<std::uint64_t>(bin);
  return static_cast<std::uint64_t>(16 + bin % 16) << (bin / 16 - 1);
}
// The middle of a bin as a binary logarithm, in 64ths.
inline int bin_log(int bin) {
  const auto low = static_cast<double>(bin_start(bin)), high = static_cast<double>(bin_start(bin + 1));
  return static_cast<int>(std::lround(64 * std::log2(high - low > 1 ? (low + high) / 2 : low)));
}

}  // namespace gofuda::lab
