// gofuda table: a game on a page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/isolate/lock.hpp"
#include "tools/print/options.hpp"

namespace gofuda::tools {

struct Serve {
  std::string variant, load, save, black, white, assets;
  std::vector<std::string> set;
  std::optional<std::uint64_t> seed;
  std::optional<std::uint16_t> port;
  std::size_t connections = 64;
  bool links = false, open = false;
  isolate::Asked isolate;  // on: the table has a process of its own
};

int serve(const Options& options, const Serve& args);  // the exit code

}  // namespace gofuda::tools
