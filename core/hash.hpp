// A running hash of numbers, in order.
#pragma once

#include <cstdint>

#include "core/point.hpp"
#include "core/random.hpp"

namespace gofuda {

class Hash {
 public:
  template <class T>
  void add(T x) {
    value_ = mix64(value_ ^ (static_cast<std::uint64_t>(x) + 0x9e3779b97f4a7c15ull));
  }
  void add(const PointSet& points) {
    for (int i = 0; i < PointSet::kWords; ++i) add(points.word(i));
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace gofuda
