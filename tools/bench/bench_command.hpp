// gofuda bench: measures speed.
#pragma once

#include <string>

#include "tools/print/options.hpp"

namespace gofuda::tools {

struct Bench {
  std::string filter;
  double seconds = 0.5;  // at least, for each
};

int bench(const Options& options, const Bench& args);

}  // namespace gofuda::tools
