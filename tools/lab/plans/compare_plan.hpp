// A comparison ready to be played or shared out.
#pragma once

#include <optional>

#include "tools/lab/campaign/pairs.hpp"
#include "tools/lab/plans/commands.hpp"

namespace gofuda::tools {

struct ComparisonPlan {
  lab::Pairs pairs;
  lab::StoreHead head;
};

// `keep`: what is kept of the games. Nothing after a message was printed; `code` is then the exit code.
std::optional<ComparisonPlan> make_comparison(const Options& options, const Comparison& args, const std::string& keep,
                                              int& code);

}  // namespace gofuda::tools
