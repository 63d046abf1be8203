#pragma once

#include <cstdint>

namespace gofuda::test {

// What a process does that is to be ended from outside.
[[noreturn]] inline void spin() {
  volatile std::uint64_t n = 0;
  for (;;) n = n + 1;
}

}  // namespace gofuda::test
