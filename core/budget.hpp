// What the scripts of a turn may still do.
#pragma once

#include <cstdint>

namespace gofuda {

struct Budget {
  std::int64_t left = 0;   // steps; below 0 when there are none
  std::int64_t tried = 0;  // that were given back so far, for what scripts had tried
};

}  // namespace gofuda
