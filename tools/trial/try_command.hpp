// gofuda try: what one card does, by itself.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/print/options.hpp"

namespace gofuda::tools {

struct Try {
  std::string card, variant;
  std::vector<std::string> set;
  std::int64_t positions = 200, seed = 1;
  int show = 2;
};

int try_alone(const Options& options, const Try& args);

}  // namespace gofuda::tools
