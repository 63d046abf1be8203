#include "tools/lab/runner/batch.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>

#include "tools/lab/runner/hands.hpp"

namespace gofuda::lab {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kChunkSeconds = 0.03;
constexpr std::uint64_t kMostInChunk = 2048;

class Crew {
 public:
  explicit Crew(const Batch& batch)
      : batch_(batch), runners_(batch.runners ? *batch.runners : own_), next_(batch.first), folded_(batch.first) {}

  void run(const std::function<void(Chunk&)>& fold, const std::function<void()>& tick) {
    const auto threads = static_cast<std::size_t>(batch_.threads);
    while (runners_.size() < threads) runners_.push_back(std::make_unique<Runner>(batch_.plan));
    working_ = threads;
    Hands own, &crew = batch_.hands ? *batch_.hands : own;
    crew.begin(batch_.threads, [this](int i) { work(*runners_[static_cast<std::size_t>(i)]); });
    try {
      hand_over(fold, tick);
    } catch (...) { fail(std::current_exception()); }
    crew.join();
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  void fail(std::exception_ptr e) {
    std::lock_guard lock(mutex_);
    if (!failure_) failure_ = std::move(e);
    changed_.notify_all();
  }

  bool stopped() const { return failure_ || (batch_.stop && batch_.stop->load(std::memory_order_relaxed)); }

  // Small enough that little is in hand when the batch is stopped, and that the threads end at about the same time.
  bool take(std::uint64_t size, Chunk& chunk) {
    std::unique_lock lock(mutex_);
    const std::size_t room = kMostPending * runners_.size();
    changed_.wait(lock, [&] { return stopped() || done_.size() < room; });
    if (stopped() || next_ >= batch_.end) return false;
    const std::uint64_t left = batch_.end - next_;
    chunk.first = next_;
    chunk.end = next_ += std::clamp<std::uint64_t>(left / (4 * runners_.size()), 1, size);
    return true;
  }

  void work(Runner& runner) {
    const Ruleset& rules = *batch_.plan.variant->ruleset;
    std::uint64_t size = 1;
    Chunk chunk;
    try {
      while (take(size, chunk)) {
        const auto start = Clock::now();
        chunk.tally = Tally(rules.wins.conditions().size(), rules.cards.size());
        chunk.games.clear();
        for (std::uint64_t k = chunk.first; k < chunk.end; ++k) {
          const GameRecord* g = runner.play(k);
          if (!g) {  // what comes after it is dropped, too
            chunk.end = k;
            break;
          }
          chunk.tally.add(*g);
          if (batch_.keep_games || g->outcome == GameResult::fault) chunk.games.push_back(*g);
        }
        if (chunk.end == chunk.first) break;
        size = fitting_size(chunk.end - chunk.first, Clock::now() - start);
        std::lock_guard lock(mutex_);
        done_.emplace(chunk.first, std::move(chunk));
        changed_.notify_all();
      }
    } catch (...) { fail(std::current_exception()); }
    std::lock_guard lock(mutex_);
    --working_;
    changed_.notify_all();
  }

  void hand_over(const std::function<void(Chunk&)>& fold, const std::function<void()>& tick) {
    std::unique_lock lock(mutex_);
    auto ready = [&] { return !done_.empty() && done_.begin()->first == folded_; };
    auto ticked = Clock::now();
    for (;;) {
      changed_.wait_for(lock, std::chrono::milliseconds(100), [&] { return ready() || working_ == 0; });
      if (ready()) {
        auto node = done_.extract(done_.begin());
        folded_ = node.mapped().end;
        changed_.notify_all();
        lock.unlock();
        fold(node.mapped());
        lock.lock();
      }
      const bool over = working_ == 0 && !ready();
      if (over || Clock::now() - ticked > std::chrono::milliseconds(100)) {
        lock.unlock();
        tick();
        lock.lock();
        ticked = Clock::now();
      }
      if (over) return;
    }
  }

  const Batch& batch_;
  Runners own_;
  Runners& runners_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::uint64_t, Chunk> done_;  // by first game: waiting to be handed over
  std::uint64_t next_, folded_;
  std::size_t working_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

std::uint64_t fitting_size(std::uint64_t games, std::chrono::nanoseconds time) {
  const double seconds = std::chrono::duration<double>(time).count();
  const double fit = static_cast<double>(games) * kChunkSeconds / std::max(seconds, 1e-9);
  return static_cast<std::uint64_t>(std::clamp(fit, 1.0, static_cast<double>(kMostInChunk)));
}

void run_batch(const Batch& batch, const std::function<void(Chunk&)>& fold, const std::function<void()>& tick) {
  Crew(batch).run(fold, tick);
}

PlayBatch played_by(Hands& hands) {
  return [&hands](const Batch& batch, const auto& fold, const auto& tick) {
    Batch own = batch;
    own.hands = &hands;
    run_batch(own, fold, tick);
  };
}

}  // namespace gofuda::lab
