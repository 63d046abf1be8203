// A sweep ready to be played or shared out.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tools/isolate/lock.hpp"
#include "tools/lab/plans/plan_args.hpp"
#include "tools/lab/plans/sweep_plan.hpp"
#include "tools/print/options.hpp"

namespace gofuda::tools {

struct LoadedSweep {
  Library library;
  lab::SweepPlan plan;
  lab::StoreHead head;
};

// What is typed to play a cell's games.
PlanArgs args_of(const lab::SweepPlan& plan, const lab::PlanCell& cell, std::uint64_t seed, int threads);
// `games` of each cell; 0: as many as the plan says. Nothing after a message was printed; `code` is then the exit code.
std::optional<LoadedSweep> load_sweep(const Options& options, const std::string& path, std::uint64_t games, bool kept,
                                      int& code);
// Of a plan that is shared out, whose rules are read here or in processes of their own. Throws isolate::CannotIsolate.
std::optional<lab::StoreHead> sweep_head(const Options& options, const std::string& path, std::uint64_t games,
                                         const isolate::Asked& isolate, int& code);

}  // namespace gofuda::tools
