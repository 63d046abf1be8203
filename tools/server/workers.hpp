// Threads beside the one that asks: what takes long is done there.
#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace gofuda::server {

class Workers {
 public:
  explicit Workers(int most);  // at a time; the rest waits its turn
  ~Workers();                  // waits for those at work
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  void begin_threads();  // all that there may be, now; returns when they are under way
  void begin(std::function<void()> work);
  // Nothing is begun any more. False: after that time somebody is still at work.
  bool end(std::chrono::milliseconds patience);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gofuda::server
