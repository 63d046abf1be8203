// What best play leads to: searches for small games without hidden things and chance.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"

namespace gofuda::tools {

// What is known of a position, for the side to move.
struct Solution {
  enum class Result : std::uint8_t { open, loss, draw, win };  // open: not solved
  Result result = Result::open;
  int plies = 0;  // of a win or a loss: turns to the end, if it has been counted; 0 where a count of points decides
  bool exact_plies =
      false;  // neither can the winner be faster nor the loser slower; without it, the win takes no longer
  std::optional<int> margin;  // of a result that is counted: thousandths of a point, for the side to move
  std::vector<Point> best;    // moves, each as good as the others, as far as was seen; kNoPoint: a pass
  std::uint64_t nodes = 0;
  int depth = 0;  // plies that were looked ahead completely
  bool solved() const { return result != Result::open; }
};

struct SearchLimits {
  std::uint64_t nodes = 100'000;
  std::int64_t milliseconds = 0;                  // > 0: as long as this instead
  const std::atomic<int>* stop = nullptr;         // not 0: stop
  std::function<void(const Solution&)> progress;  // whenever more is known: what is known so far
  std::function<void(std::uint64_t nodes)> tick;  // again and again
};

// Counts nodes, and says when it is enough.
class SearchBudget {
 public:
  void begin(const SearchLimits& limits);
  bool spend() {  // one more node; false once it is enough
    ++nodes_;
    return nodes_ < next_look_ || look();
  }
  bool spent() const { return spent_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  using Clock = std::chrono::steady_clock;
  bool look();
  SearchLimits limits_;
  Clock::time_point until_;
  std::uint64_t nodes_ = 0, next_look_ = 0;
  bool spent_ = false;
};

class Solver {
 public:
  virtual ~Solver() = default;
  // The position is at the start of a turn of a game that is not over. With `nodes`, the same on every machine.
  virtual Solution solve(const Position& position, Scripts& scripts, const SearchLimits& limits) = 0;
  virtual void forget() = 0;  // what it has learned from the positions so far
};

// Sizes of results while they are searched: of a position, for the side to move.
inline constexpr int kWin = 30000;             // a win in n plies is kWin - n
inline constexpr int kSure = kWin - 4096;      // whatever is more is a win, whatever is less than -kSure a loss
inline constexpr int kInfinite = kWin + 2000;  // beyond all results, and it stays that whatever the number of plies
constexpr bool counts_plies(int v) { return (v > kSure && v < kInfinite) || (v < -kSure && v > -kInfinite); }
constexpr int one_ply_on(int v) { return !counts_plies(v) ? v : v > 0 ? v - 1 : v + 1; }    // a move before v
constexpr int one_ply_back(int v) { return !counts_plies(v) ? v : v > 0 ? v + 1 : v - 1; }  // the reverse; grows with v

// Why no solver can play such a game; empty when one can.
std::string unsolvable(const Ruleset& rules);
// Of a game that one can; the rules must outlive it. The table for what it has learned has room for 2^bits positions.
std::unique_ptr<Solver> make_solver(const Ruleset& rules, int table_bits);

}  // namespace gofuda::tools
