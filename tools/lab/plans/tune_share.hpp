// A race that is shared out: round by round, each round's games in parts, and what is decided when all are there.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tools/lab/campaign/interrupt.hpp"
#include "tools/lab/plans/tune_contest.hpp"
#include "tools/lab/plans/tune_file.hpp"
#include "tools/lab/plans/tune_race.hpp"

namespace gofuda::tools {

lab::RaceWork race_work(const Tuned& args, const Contest& contest, const lab::Interrupt& interrupt);
// Plays so, says of how many games in all what is done, and keeps it in the file, which holds `before` games.
lab::TuneResult play_and_keep(lab::RaceWork work, lab::TuneFile& file, std::uint64_t before, std::uint64_t all,
                              const std::function<lab::TuneResult(const lab::RaceWork&)>& play);
// These give the exit code.
int tune_part(const Options& options, const Tune& args);
int merge_race(const Options& options, const Merge& args, const std::vector<std::string>& parts);

}  // namespace gofuda::tools
