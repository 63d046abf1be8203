// The clock of a game over the Go Text Protocol: what is left to each side, and how much of it the next move may take.
#pragma once

#include <array>
#include <optional>

#include "core/point.hpp"

namespace gofuda::tools {

class GtpClock {
 public:
  // Seconds of main time, then so many for each so many stones. No stones for some seconds: no limit.
  void set(double main, double extra, int stones);
  void restart();                                           // both sides have all of their time
  void put(Seat seat, double seconds, int stones);          // what is left; no stones: of the main time
  std::optional<double> share(Seat seat, int moves) const;  // for the next of so many moves; nothing: no limit
  void take(Seat seat, double seconds);                     // a move has taken so long

 private:
  struct Side {
    double left = 0;
    int stones = 0;
  };
  double main_ = 0, extra_ = 0;
  int stones_ = 0;
  bool limited_ = false;
  std::array<Side, 2> sides_;
};

}  // namespace gofuda::tools
