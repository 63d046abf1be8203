// A plan whose rules are read and played by processes that can do nothing else.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tools/lab/plans/plan_args.hpp"
#include "tools/lab/runner/isolated_batch.hpp"

namespace gofuda::tools {

struct IsolatedPlan {
  lab::Plan plan;  // without its variant
  lab::Provenance provenance;
  std::unique_ptr<lab::IsolatedBatch> games;
};

// Nothing after a message was printed; `code` is then the exit code. Throws isolate::CannotIsolate.
std::optional<IsolatedPlan> isolate_plan(const Options& options, const PlanArgs& args, const isolate::Limits& limits,
                                         const std::string& keep, int& code);

// What a process says of the rules that it has read, or of what is wrong with them; and what is believed of it.
struct PlanNews {
  int code = 0;  // not 0: an exit code, for what is wrong
  Diagnostics wrong;
  std::string title;
  std::array<std::string, 2> players;
  int komi = 0;
  std::vector<std::string> files;                                      // paths
  std::vector<std::pair<std::string, std::string>> cards, conditions;  // id and name
};
std::string news_of(const lab::Plan& plan);
std::string news_of(const Diagnostics& wrong, int code);
std::optional<PlanNews> read_news(const std::string& message);

}  // namespace gofuda::tools
