// Shuts a process in: limits of the system, and a filter of its system calls.
#pragma once

#include <cstdint>
#include <string>

namespace gofuda::isolate {

struct Limits {
  std::uint64_t memory = std::uint64_t{2} << 30;  // bytes of a process's address space
  int seconds = 300;                              // of the processor's time for one answer
};

struct Asked {  // by a command
  bool on = false;
  Limits limits;
};

// Of the command that asks so: " --isolate --isolate-seconds 5"; "" if it is off.
std::string words(const Asked& asked);

inline constexpr int kChannel = 3;  // the one descriptor that is open in there

// From here on the process can compute, read from and write to kChannel, and end; for the rest of its life anything
// else kills it. What went wrong, or "": then it is locked, with all the threads that it has, which must be under way
// by then. To be called once. `threads`: there are others, and what they need to get on with each other is allowed.
std::string lock_in(const Limits& limits, bool threads);

}  // namespace gofuda::isolate
