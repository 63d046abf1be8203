// What can be asked of a player that searches, beside its answers: to be done by a time, and what it thinks meanwhile.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
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

  struct Effort {
    std::int64_t games = 0, milliseconds = 0;  // above 0: so long, instead of so many games
  };
  virtual Effort effort() const = 0;  // that its options give an answer

  struct Lead {  // of the side that answers, in points, over the games played out
    double mean = 0, spread = 0;
  };
  struct Idea {
    Answer answer;
    double visits = 0, mean = 0;  // games played out, and what share of them the side that answers has won
    double prior = 0;             // what was known of it before any game, as a part of all that was; 0 where nothing is
    std::optional<Lead> lead;     // after it, where games are counted
    std::vector<Point> line;      // where stones are set one by one: how it goes on, kNoPoint a pass
  };
  // Thinks about a question until then; the best ideas come first. Not `fresh`: on top of the last time.
  virtual std::vector<Idea> think(const Question& q, const Observation& seen, bool fresh, Clock::time_point until) = 0;
  // By point, from -1 to 1: how far the games since the last fresh thought ended with it in the hands of the side that
  // answers. Nothing where games are not counted.
  virtual std::optional<std::array<float, kCells>> ownership() const { return std::nullopt; }

 protected:
  Deadline by_;
};

}  // namespace gofuda::tools
