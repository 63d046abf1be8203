#include "core/notation/saved_game.hpp"
#include "tools/terminal/table.hpp"

namespace gofuda::tools {

int play(const Options& options, const Play& args) {
  if (args.variant.empty() && args.load.empty())
    return usage_error("name a game, such as gofuda play dango-1996, or give --load FILE");
  if (args.seed && !args.load.empty()) return usage_error("the seed of a saved game stands in its file");
  if (args.seed && *args.seed > kMostSeed)
    return usage_error("a seed is a number from 0 to " + std::to_string(kMostSeed));
  return Table(options, args).run();
}

}  // namespace gofuda::tools
