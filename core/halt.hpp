// The program is to stop: what may take long looks here between two steps, and comes to an end early. What it has found
// until then is of no use; whoever drives it looks here, too, and throws it away.
#pragma once

#include <atomic>

namespace gofuda {

inline std::atomic<bool> halt_wanted{false};
// The same wish for the work of one thread alone: who gives it such work sets this while it runs.
inline constinit thread_local const std::atomic<bool>* halt_wanted_here = nullptr;
inline bool halted() {
  return halt_wanted.load(std::memory_order_relaxed) ||
         (halt_wanted_here && halt_wanted_here->load(std::memory_order_relaxed));
}

}  // namespace gofuda
