// What the commands that play batches have in common: their options, and the plan these make.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/lab/runner/runner.hpp"
#include "tools/lab/store/provenance.hpp"
#include "tools/lab/store/ranges.hpp"
#include "tools/print/options.hpp"

namespace gofuda::tools {

using lab::kMostGames;
inline constexpr int kMostTurns = 60000;  // a position counts turns to 65535

struct PlanArgs {
  std::string variant, from, black = "random", white = "random";  // from: a saved game or a dispute
  std::int64_t games = 1000, seed = 1;
  std::optional<std::int64_t> deal_seed;
  int threads = 0, max_turns = 5000;
  std::vector<std::string> set;
  std::string said_as = "--set";  // the word with which
  std::size_t said_last = 0;      // the last ones of `set` were said, if not with --set
};

// How and where the games are played, which does not decide them.
struct WorkArgs {
  std::string out, shard;
  bool no_time = false;
};

std::string wrong_threads(int threads);                                        // a message, or ""
std::string wrong_number(const PlanArgs& args, std::int64_t least_games = 0);  // a message, or ""
int threads_of(int asked);
// Nothing after a message was printed; `code` is then the exit code.
std::optional<lab::Plan> make_plan(const Options& options, const PlanArgs& args, int& code);
// In two steps: no rule file is looked into in the first, nothing is printed in the second.
std::optional<Library> open_plan(const Options& options, const PlanArgs& args, Settings& settings, int& code);
std::optional<lab::Plan> read_plan(Library& library, const PlanArgs& args, const Settings& settings, Diagnostics& out,
                                   int& code);
// The one that was asked for, or the one of the task of a job array that this is. Nothing after a message.
std::optional<lab::Shard> shard_of(const WorkArgs& args, int& code);
// What is wrong with settings, by the word with which they were said.
Diagnostics as_said(const PlanArgs& args, const Diagnostics& wrong);
std::string rules_words(const Options& options);  // " --rules DIR"

}  // namespace gofuda::tools
