// How often tests draw what they draw by lot.
#pragma once
#include <algorithm>
#include <cstdlib>

#include "core/sanitized.hpp"

namespace gofuda::test {

/// The number that the environment's variable says, or another one.
inline int wanted(const char* name, int otherwise) {
  const char* said = std::getenv(name);
  return said ? std::atoi(said) : otherwise;
}

/// One in so many is drawn: all, or what GOFUDA_SHARE asks for, as .ci/run does. The sanitizers, under which all takes
/// forty times as long, have a share of their own.
inline int share(int sanitized) { return kSanitized ? sanitized : std::max(1, wanted("GOFUDA_SHARE", 1)); }

}  // namespace gofuda::test
