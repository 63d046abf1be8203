// The commands of the program. Each adds its subcommand to the application; `run` is filled when the command was chosen
// and returns the exit code: 0 well, 1 problems found, 2 wrong usage.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scripting/dispute.hpp"
#include "scripting/library.hpp"

namespace gofuda::tools {

struct Options {
  std::vector<std::string> rules;  // --rules DIR, in the order given
  bool json = false;
  std::string colour = "auto";  // auto, always, never
  std::function<int()> run;
};

// The library of --rules and the installed one; what is wrong with the folders is printed.
std::optional<Library> open_library(const Options& options, Diagnostics& out);
// Diagnostics to standard error as text, or to standard output as JSON. Whether there was an error.
bool report(const Options& options, Diagnostics& diagnostics);
Settings parse_settings(const std::vector<std::string>& texts, Diagnostics& out);  // key=value
bool use_colour(const Options& options, int fd);
int usage_error(const std::string& message);  // prints "error: ..." and gives 2

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
