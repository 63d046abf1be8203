// Ctrl-C during a batch: the games in hand are finished and written, as far as they take no longer than a second.
#pragma once

#include <array>
#include <atomic>
#include <csignal>

namespace gofuda::lab {

// While it lives, the first SIGINT, SIGTERM or SIGHUP is noted; the next one ends the program.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  const std::atomic<int>& caught() const;  // the signal; 0: none yet

 private:
  std::array<struct sigaction, 3> before_;
};

}  // namespace gofuda::lab
