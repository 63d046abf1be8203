// gofuda gtp: the engine on standard input and output.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/isolate/lock.hpp"
#include "tools/print/options.hpp"

namespace gofuda::tools {

struct Gtp {
  std::string variant = "go", player = "mcts:playouts=10000", view = "open", save;
  std::vector<std::string> set;
  std::uint64_t seed = 1;
  bool points = false;
  isolate::Asked isolate;
};

int gtp(const Options& options, const Gtp& args);

}  // namespace gofuda::tools
