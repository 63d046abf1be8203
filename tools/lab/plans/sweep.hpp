// A sweep ready to be played or shared out.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tools/cli/commands.hpp"
#include "tools/lab/plans/sweep_plan.hpp"

namespace gofuda::tools {

struct LoadedSweep {
  Library library;
  lab::SweepPlan plan;
  lab::StoreHead head;
};

// `games` of each cell; 0: as many as the plan says. Nothing after a message was printed; `code` is then the exit code.
std::optional<LoadedSweep> load_sweep(const Options& options, const std::string& path, std::uint64_t games, bool kept,
                                      int& code);

void add_cell_games_option(CLI::App& command, std::int64_t& games);

}  // namespace gofuda::tools
