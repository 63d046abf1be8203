// gofuda differ: where two readings of the rules first part, and in the smallest position that shows it.
#pragma once

#include <string>

#include "tools/isolate/lock.hpp"
#include "tools/lab/plans/plan_args.hpp"

namespace gofuda::tools {

struct Differ : PlanArgs {
  std::string other;          // another variant
  std::string before;         // a folder: the older copy of --rules
  bool every_option = false;  // against every other value of every option
  std::string out;            // a folder for the disputes, or one .yaml for the smallest of them
  std::string svg;            // a folder for a plot
  isolate::Asked isolate;
};

int differ(const Options& options, const Differ& args);  // the exit code

}  // namespace gofuda::tools
