// The commands of the program. Each adds its subcommand to the application; `run` is filled when the command was chosen
// and returns the exit code: 0 well, 1 problems found, 2 wrong usage.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>

#include "tools/print/options.hpp"

namespace gofuda::tools {

void add_judge(CLI::App& app, Options& options);
void add_check(CLI::App& app, Options& options);
void add_play(CLI::App& app, Options& options);
void add_show(CLI::App& app, Options& options);
void add_replay(CLI::App& app, Options& options);
void add_perft(CLI::App& app, Options& options);
void add_bench(CLI::App& app, Options& options);
void add_simulate(CLI::App& app, Options& options);
void add_sweep(CLI::App& app, Options& options);
void add_plan(CLI::App& app, Options& options);
void add_merge(CLI::App& app, Options& options);
void add_report(CLI::App& app, Options& options);
void add_compare(CLI::App& app, Options& options);
void add_gtp(CLI::App& app, Options& options);
void add_new(CLI::App& app, Options& options);
void add_solve(CLI::App& app, Options& options);
void add_docs(CLI::App& app, Options& options);

}  // namespace gofuda::tools
