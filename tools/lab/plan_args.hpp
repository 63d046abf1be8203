// What the commands that play batches take: the game, how many, by whom.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tools/commands.hpp"
#include "tools/lab/runner.hpp"

namespace gofuda::tools {

struct PlanArgs {
  std::string variant, black = "random", white = "random";
  std::int64_t games = 1000, seed = 1;
  int threads = 0, max_turns = 5000;
  std::vector<std::string> set;
};

void add_plan_options(CLI::App& command, PlanArgs& args);
std::string wrong_number(const PlanArgs& args);  // a message, or ""
int threads_of(const PlanArgs& args);
// Nothing after a message was printed; `code` is then the exit code.
std::optional<lab::Plan> make_plan(const Options& options, const PlanArgs& args, int& code);

}  // namespace gofuda::tools
