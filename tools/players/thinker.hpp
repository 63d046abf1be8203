// What can be asked of a player that searches, beside its answers: to be done by a time, and what it thinks meanwhile.
#pragma once

#include <chrono>
#include <optional>
#include <vector>

#include "core/player.hpp"

namespace gofuda::tools {

class Thinker {
 public:
  using Clock = std::chrono::steady_clock;
  using Deadline = std::optional<Clock::time_point>;
  virtual ~Thinker() = default;

  // Each answer from here on is found by then, whatever the options allow but for the least that makes one. Nothing: as
  // the options say.
  void answer_by(Deadline by) { by_ = by; }

  struct Idea {
    Answer answer;
    double visits = 0, mean = 0;  // games played out, and what share of them the side that answers has won
    std::vector<Point> line;      // where stones are set one by one: how it goes on, kNoPoint a pass
  };
  // Thinks about a question until then; the best ideas come first. Not `fresh`: on top of the last time.
  virtual std::vector<Idea> think(const Question& q, const Observation& seen, bool fresh, Clock::time_point until) = 0;

 protected:
  Deadline by_;
};

}  // namespace gofuda::tools
