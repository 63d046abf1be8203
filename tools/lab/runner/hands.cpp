#include "tools/lab/runner/hands.hpp"

#include <algorithm>

namespace gofuda::lab {

int processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

Hands::Hands(int threads) : kept_(true) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { serve(); });
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return under_way_ == threads_.size(); });
}

Hands::~Hands() {
  join();
  {
    std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  for (std::thread& t : threads_) t.join();
}

void Hands::serve() {
  std::unique_lock lock(mutex_);
  ++under_way_;
  changed_.notify_all();
  for (;;) {
    changed_.wait(lock, [&] { return over_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    const auto work = std::move(waiting_.front());
    waiting_.pop_front();
    ++busy_;
    lock.unlock();
    work();
    lock.lock();
    --busy_;
    changed_.notify_all();
  }
}

void Hands::begin(int n, const std::function<void(int)>& work) {
  for (int i = 0; i < n; ++i) {
    if (!kept_) {
      threads_.emplace_back(work, i);
      continue;
    }
    std::lock_guard lock(mutex_);
    waiting_.emplace_back([work, i] { work(i); });
  }
  changed_.notify_all();
}

void Hands::join() {
  if (!kept_) {
    for (std::thread& t : threads_) t.join();
    threads_.clear();
    return;
  }
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return waiting_.empty() && busy_ == 0; });
}

}  // namespace gofuda::lab
