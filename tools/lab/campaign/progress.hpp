// How far a batch is, on standard error: a bar on a terminal, a line every ten seconds elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace gofuda::lab {

class Progress {
 public:
  Progress(std::uint64_t start, std::uint64_t end, int fd = 2);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { clear(); }
  void say(std::string where) { where_ = std::move(where); }  // which part of the work it is
  void show(std::uint64_t done);
  void clear();  // the bar is taken away

 private:
  using Clock = std::chrono::steady_clock;
  std::string text(std::uint64_t done) const;
  std::uint64_t start_, end_;
  std::string where_;
  Clock::time_point begin_ = Clock::now(), last_ = begin_;
  int fd_;
  bool terminal_, drawn_ = false;
};

// Said beforehand: what so many games tell of a share, and what they may miss.
std::string precision_text(std::int64_t games);
// What so many pairs tell of the difference of two win rates, when their games have nothing in common; or of `part` of
// it.
std::string pair_precision_text(std::int64_t pairs, const std::string& what = "a difference of win rates",
                                double part = 1);

std::string duration_text(double seconds);  // "40 s", "3 min 20 s", "2 h 5 min"

}  // namespace gofuda::lab
