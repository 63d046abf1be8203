// What may be spent on looking for ways to play cards where that is asked many times over: for one answer of a player
// that looks ahead, or for a file.
#pragma once

#include <algorithm>
#include <cstdint>

namespace gofuda {

// In steps of scripts. What takes no more than `easy` is free.
class Allowance {
 public:
  Allowance(std::uint64_t all, std::uint64_t easy) : left_(all), easy_(easy) {}
  bool spent() const { return left_ == 0; }
  std::uint64_t most() const { return easy_ + left_; }  // of what begins now
  void take(std::uint64_t steps) {
    if (steps > easy_) left_ -= std::min(left_, steps - easy_);
  }
  void leave_open() { left_open_ = true; }
  bool left_open() const { return left_open_; }  // has one come to no end, for all that is written?

 private:
  std::uint64_t left_, easy_;
  bool left_open_ = false;
};

}  // namespace gofuda
