// The command that learns a policy.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/print/options.hpp"

namespace gofuda::tools {

struct Learn {
  std::string variant, out;
  std::vector<std::string> set;
  double minutes = 0;
  std::int64_t games = 0, seed = 1, playouts = 800;
  int threads = 1;
};

// Exit code: 0; 1 when nothing was learned, a file is wrong or cannot be written; 2 for wrong usage; 130 after Ctrl-C.
int learn(const Options& options, const Learn& args);

}  // namespace gofuda::tools
