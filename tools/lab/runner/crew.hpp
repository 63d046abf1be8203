// Numbered pieces of work on several threads, handed over in their order.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>

#include "tools/lab/runner/hands.hpp"

namespace gofuda::lab {

// make() gives a worker, one for a thread at most, which does piece number k; nothing: it was stopped in its middle.
// fold() and tick() are called on this thread. Ends after the last piece, or with those in hand when `stop` is not 0;
// what is folded are then the first ones, without a gap. `kept`: threads that were begun beforehand, `threads` of them
// or more.
template <class T>
void in_order(std::uint64_t pieces, int threads, const std::atomic<int>& stop,
              const std::function<std::function<std::optional<T>(std::uint64_t)>()>& make,
              const std::function<void(T&)>& fold, const std::function<void(std::uint64_t)>& tick,
              Hands* kept = nullptr) {
  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::uint64_t, T> done;
  std::uint64_t next = 0, folded = 0;
  int working = threads;
  std::exception_ptr failure;
  const auto work = [&](int) {
    try {
      std::function<std::optional<T>(std::uint64_t)> worker;
      for (;;) {
        std::unique_lock lock(mutex);
        if (failure || stop.load(std::memory_order_relaxed) || next >= pieces) break;
        const std::uint64_t k = next++;
        lock.unlock();
        if (!worker) worker = make();  // which costs something: not for threads that find nothing left
        std::optional<T> out = worker(k);
        lock.lock();
        if (!out) break;
        done.emplace(k, std::move(*out));
        changed.notify_all();
      }
    } catch (...) {
      std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
    std::lock_guard lock(mutex);
    --working;
    changed.notify_all();
  };
  Hands own, &crew = kept ? *kept : own;
  crew.begin(threads, work);
  std::unique_lock lock(mutex);
  const auto ready = [&] { return !done.empty() && done.begin()->first == folded; };
  while (working > 0 || ready()) {
    changed.wait_for(lock, std::chrono::milliseconds(100), [&] { return ready() || working == 0; });
    while (ready()) {
      auto node = done.extract(done.begin());
      ++folded;
      if (!failure) try {
          fold(node.mapped());
        } catch (...) { failure = std::current_exception(); }
    }
    lock.unlock();
    tick(folded);
    lock.lock();
  }
  lock.unlock();
  crew.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace gofuda::lab
