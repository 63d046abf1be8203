// A batch of games on several threads, handed over in their order.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>

#include "tools/lab/runner/runner.hpp"

namespace gofuda::lab {

class Hands;

struct Chunk {
  std::uint64_t first = 0, end = 0;  // games first to end - 1
  Tally tally;
  std::vector<GameRecord> games;  // all of them, or only those that failed
};

inline constexpr std::size_t kMostPending = 16;  // chunks a thread that wait for an earlier one
// How many games to take at a time, after so many have taken so long.
std::uint64_t fitting_size(std::uint64_t games, std::chrono::nanoseconds time);

using Runners = std::vector<std::unique_ptr<Runner>>;  // one a thread

struct Batch {
  Plan plan;
  std::uint64_t first = 0, end = 0;  // games first to end - 1
  int threads = 1;
  bool keep_games = false;                 // hand over every game, not only those that failed
  Runners* runners = nullptr;              // where they are kept for the next batch of the same plan
  Hands* hands = nullptr;                  // threads that were begun beforehand, as many as are asked for or more
  const std::atomic<int>* stop = nullptr;  // when it is not 0, the games in hand are finished and no others begun
};

// Calls fold(chunk) in the order of the games, on this thread, and tick() about ten times a second. Returns after the
// last game, or when it was stopped: the games handed over then are first, first + 1, ... without a gap. What fold
// throws ends the batch and comes through.
using PlayBatch =
    std::function<void(const Batch&, const std::function<void(Chunk&)>& fold, const std::function<void()>& tick)>;
void run_batch(const Batch& batch, const std::function<void(Chunk&)>& fold, const std::function<void()>& tick);
PlayBatch played_by(Hands& hands);  // the same by those threads, which are to outlive it

}  // namespace gofuda::lab
