// A race that is shared out: round by round, each round's games in parts, and what is decided when all are there.
#pragma once

#include <string>
#include <vector>

#include "tools/lab/campaign/interrupt.hpp"
#include "tools/lab/plans/tune_contest.hpp"
#include "tools/lab/plans/tune_race.hpp"

namespace gofuda::tools {

lab::RaceWork race_work(const Tuned& args, const Contest& contest, const lab::Interrupt& interrupt);
// These give the exit code.
int tune_part(const Options& options, const Tune& args);
int merge_race(const Options& options, const Merge& args, const std::vector<std::string>& parts);

}  // namespace gofuda::tools
