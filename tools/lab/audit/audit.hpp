// gofuda audit: a check-up of a game on one page, worst first.
#pragma once

#include <string>
#include <vector>

#include "tools/isolate/lock.hpp"
#include "tools/lab/plans/plan_args.hpp"

namespace gofuda::tools {

inline constexpr int kAsFits = kMostTurns;  // --max-turns that was not said: many times as long as most games

struct Audit : PlanArgs {  // `games`, `black` and `white` are not asked for
  std::string weak = "random", strong = "greedy", sizes, html, folder;
  std::vector<std::string> ladder, fail_on;
  int seconds = 50;
  isolate::Asked isolate;
};
std::string finding_help();  // a line for each finding that there may be

int audit(const Options& options, const Audit& args);  // the exit code

}  // namespace gofuda::tools
