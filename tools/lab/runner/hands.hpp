// Threads that do one work together: made for it, or begun beforehand where none can be made later.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace gofuda::lab {

int processors();  // of the machine; 1 where that is not known

class Hands {
 public:
  Hands() = default;            // made for each work
  explicit Hands(int threads);  // begun, and under way, when this returns; no others are made
  ~Hands();
  Hands(const Hands&) = delete;
  Hands& operator=(const Hands&) = delete;

  // work(0) to work(n - 1), on up to n threads; one that is free takes what is left. Once between two calls of join().
  // Throws std::system_error or std::bad_alloc where there can be no thread.
  // What a work throws is its own to catch.
  void begin(int n, const std::function<void(int)>& work);
  void join();  // until all of them have returned

 private:
  void make(int threads);
  void end();
  void serve();

  bool kept_ = false;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> waiting_;
  std::size_t under_way_ = 0, busy_ = 0;
  bool over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace gofuda::lab
