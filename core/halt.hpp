// The program is to stop: what may take long looks here between two steps, and comes to an end early. What it has found
// until then is of no use; whoever drives it looks here, too, and throws it away.
#pragma once

#include <atomic>

namespace gofuda {

inline std::atomic<bool> halt_wanted{false};
inline bool halted() { return halt_wanted.load(std::memory_order_relaxed); }

}  // namespace gofuda
