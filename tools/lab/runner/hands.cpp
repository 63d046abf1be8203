#include "tools/lab/runner/hands.hpp"

#include <algorithm>
#include <exception>

namespace gofuda::lab {

int processors() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

Hands::Hands(int threads) : kept_(true) {
  make(threads);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return under_way_ == threads_.size(); });
}

Hands::~Hands() {
  join();
  end();
}

// As many as the machine has, one at least.
void Hands::make(int threads) {
  for (int i = 0; i < threads; ++i) try {
      threads_.emplace_back([this] { serve(); });
    } catch (const std::exception&) {  // std::system_error, or std::bad_alloc
      if (threads_.empty()) throw;
      return;
    }
}

void Hands::end() {
  {
    std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  for (std::thread& t : threads_) t.join();
  threads_.clear();
  over_ = false;
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
  std::deque<std::function<void()>> works;  // made before any is begun: there may be no memory for the last one
  for (int i = 0; i < n; ++i) works.emplace_back([work, i] { work(i); });
  if (!kept_) make(n);
  {
    std::lock_guard lock(mutex_);
    std::swap(waiting_, works);
  }
  changed_.notify_all();
}

void Hands::join() {
  {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return waiting_.empty() && busy_ == 0; });
  }
  if (!kept_) end();
}

}  // namespace gofuda::lab
