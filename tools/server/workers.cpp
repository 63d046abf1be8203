#include "tools/server/workers.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace gofuda::server {

struct Workers::State {
  const int most;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::function<void()>> waiting;
  int busy = 0;
  bool ending = false;
  std::vector<std::thread> threads;
  std::size_t under_way = 0;  // of them

  void work() {
    std::unique_lock lock(mutex);
    ++under_way;
    changed.notify_all();
    for (;;) {
      changed.wait(lock, [this] { return ending || !waiting.empty(); });
      if (ending) return;
      const std::function<void()> next = std::move(waiting.front());
      waiting.pop_front();
      ++busy;
      lock.unlock();
      next();
      lock.lock();
      --busy;
      changed.notify_all();
    }
  }
};

Workers::Workers(int most) : state_(new State{most, {}, {}, {}, 0, false, {}, 0}) {}

Workers::~Workers() {
  {
    const std::lock_guard lock(state_->mutex);
    state_->ending = true;
  }
  state_->changed.notify_all();
  for (std::thread& t : state_->threads) t.join();
}

void Workers::begin_threads() {
  std::unique_lock lock(state_->mutex);
  while (static_cast<int>(state_->threads.size()) < state_->most)
    state_->threads.emplace_back([s = state_.get()] { s->work(); });
  state_->changed.wait(lock, [this] { return state_->under_way == state_->threads.size(); });
}

void Workers::begin(std::function<void()> work) {
  const std::lock_guard lock(state_->mutex);
  if (state_->ending) return;
  state_->waiting.push_back(std::move(work));
  const int threads = static_cast<int>(state_->threads.size());
  if (state_->busy + static_cast<int>(state_->waiting.size()) > threads && threads < state_->most)
    state_->threads.emplace_back([s = state_.get()] { s->work(); });
  state_->changed.notify_all();
}

bool Workers::end(std::chrono::milliseconds patience) {
  std::unique_lock lock(state_->mutex);
  state_->ending = true;
  state_->waiting.clear();
  state_->changed.notify_all();
  return state_->changed.wait_for(lock, patience, [this] { return state_->busy == 0; });
}

}  // namespace gofuda::server
