// A comparison ready to be played or shared out.
#pragma once

#include <array>
#include <optional>

#include "tools/lab/campaign/pairs.hpp"
#include "tools/lab/plans/commands.hpp"
#include "tools/lab/plans/isolated_plan.hpp"

namespace gofuda::tools {

struct ComparisonPlan {
  std::array<std::optional<IsolatedPlan>, 2> isolated;  // where they play in processes of their own
  lab::Pairs pairs;
  lab::StoreHead head;
};

// `keep`: what is kept of the games. Nothing after a message was printed; `code` is then the exit code. Throws
// isolate::CannotIsolate.
std::optional<ComparisonPlan> make_comparison(const Options& options, const Comparison& args, const std::string& keep,
                                              int& code);

}  // namespace gofuda::tools
