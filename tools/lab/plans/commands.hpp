// The commands that play batches, share them out and put them together. Each gives the exit code.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/isolate/lock.hpp"
#include "tools/lab/plans/plan_args.hpp"

namespace gofuda::tools {

struct Simulate : PlanArgs, WorkArgs {
  std::string keep = "all";
  isolate::Asked isolate;
};

struct Sweep : WorkArgs {
  std::string plan;
  std::int64_t games = 0;
  int threads = 0;
  isolate::Asked isolate;
};

struct Tuned {
  std::string plan;
  std::int64_t games = 0;
  int threads = 0;
  isolate::Asked isolate;
};

struct Tune : Tuned {
  std::string out, shard, after;  // after: what is known, of a race that is shared out
};

struct Comparison : PlanArgs {
  std::vector<std::string> a, b;
  std::string sprt, sprt_on = "win", alpha = "0.05", beta = "0.05", keep = "all";
  bool deals_twice = false;
  isolate::Asked isolate;
};

struct Compare : Comparison, WorkArgs {};

struct Dealing : PlanArgs {
  std::string how = "swapped", at;  // at: anywhere unless said, where that can be
  bool pairs = false;               // two cards together, too
  std::vector<std::string> card;    // only these
  isolate::Asked isolate;
};

struct CardWorths : Dealing, WorkArgs {};

inline constexpr const char* kOneLine = "each name in a list of commands is one line; rename the file or folder";
struct Share {
  std::uint64_t shards = 0;
  std::string out, how = "commands";
};

struct PlanSimulate : PlanArgs, Share {
  std::string keep = "all";
  isolate::Asked isolate;
};

struct PlanSweep : Share {
  std::string plan;
  std::int64_t games = 0;
  isolate::Asked isolate;
};

struct PlanCompare : Comparison, Share {};

struct PlanTune : Tuned, Share {};

struct PlanCards : Dealing, Share {};

struct Merge {
  std::string out;
  std::vector<std::string> parts;
  bool partial = false, sums = false;
};

int simulate(const Options& options, const Simulate& args);
int sweep(const Options& options, const Sweep& args);
int compare(const Options& options, const Compare& args);
int card_worths(const Options& options, const CardWorths& args);
int plan_simulate(const Options& options, const PlanSimulate& args);
int plan_sweep(const Options& options, const PlanSweep& args);
int plan_compare(const Options& options, const PlanCompare& args);
int plan_cards(const Options& options, const PlanCards& args);
int plan_tune(const Options& options, const PlanTune& args);
int merge(const Options& options, const Merge& args);
int tune(const Options& options, const Tune& args);

}  // namespace gofuda::tools
