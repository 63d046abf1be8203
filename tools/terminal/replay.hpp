// gofuda replay: a saved game, turn by turn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/print/options.hpp"

namespace gofuda::tools {

struct Replay {
  std::string file;
  std::optional<int> at;
  std::vector<std::string> set;
};

int replay(const Options& options, const Replay& args);

}  // namespace gofuda::tools
