// A batch's games, played by processes that can do nothing else. One thread drives them all.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tools/isolate/process.hpp"
#include "tools/lab/runner/batch.hpp"

namespace gofuda::lab {

// In the child: plays what is ordered, by the plan's rules; seeds, players and what is dealt come with the order.
void answer_orders(isolate::Inside& inside, const Plan& plan);

class IsolatedBatch {
 public:
  // What each child does: it says in one message, always the same, what it has read, and answers orders then.
  IsolatedBatch(const isolate::Limits& limits, isolate::Work work, int processes);
  ~IsolatedBatch();
  IsolatedBatch(const IsolatedBatch&) = delete;
  IsolatedBatch& operator=(const IsolatedBatch&) = delete;

  // The message; nothing when the process was lost with it, and why then. Throws CannotIsolate.
  std::optional<std::string> begin(std::string& why);

  // What is known of the game when that message was read.
  struct Game {
    std::string variant;
    std::size_t cards = 0, conditions = 0;
  };
  void know(Game game) { game_ = std::move(game); }

  // As run_batch does, with the batch's plan but for its variant and settings, which stay in the children. A child that
  // is lost is the fault of the one game it was lost with.
  void run(const Batch& batch, const std::function<void(Chunk&)>& fold, const std::function<void()>& tick);

 private:
  class Drive;
  struct Slot;
  std::unique_ptr<isolate::Process> process() const;

  isolate::Limits limits_;
  isolate::Work work_;
  Game game_;
  std::string head_;
  std::vector<std::unique_ptr<Slot>> slots_;
};

}  // namespace gofuda::lab
