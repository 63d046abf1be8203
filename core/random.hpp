// Counter-based random numbers: draw number n of stream (seed, game) is a pure function of the three, so that a game is
// the same on any number of threads or machines, and a position remembers chance by a single counter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gofuda {

__extension__ using Wide = unsigned __int128;  // what a product of two 64-bit numbers needs

// SplitMix64's finaliser (Steele, Lea, Flood 2014), a bijection of 64 bits.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ull;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

class Random {
 public:
  constexpr Random(std::uint64_t seed, std::uint64_t game = 0, std::uint64_t counter = 0)
      : key_(mix64(seed + 0x9e3779b97f4a7c15ull) ^ mix64(game * 0xd1342543de82ef95ull + 0x2545f4914f6cdd1dull)),
        counter_(counter) {}
  constexpr std::uint64_t next() { return mix64(key_ + ++counter_ * 0x9e3779b97f4a7c15ull); }
  // Uniform in [0, n), n > 0: 64-bit multiply-shift; the bias is below n / 2^64.
  constexpr std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>((static_cast<Wide>(next()) * n) >> 64);
  }
  constexpr std::uint64_t counter() const { return counter_; }

 private:
  std::uint64_t key_, counter_;
};

// Every order is as likely as every other; cards.size() - 1 draws.
template <class T>
void shuffle(std::vector<T>& cards, Random& random) {
  for (std::size_t i = cards.size(); i > 1; --i)
    std::swap(cards[i - 1], cards[random.below(static_cast<std::uint32_t>(i))]);
}

}  // namespace gofuda
