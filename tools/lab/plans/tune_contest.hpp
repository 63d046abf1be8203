// The sets of rules that a plan to tune chooses from, read here or by processes of their own.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/lab/plans/commands.hpp"
#include "tools/lab/plans/tune_plan.hpp"
#include "tools/lab/runner/batch.hpp"
#include "tools/print/options.hpp"

namespace gofuda::tools {

// The sets of rules, and what plays them.
struct Contest {
  std::vector<lab::Candidate> candidates;
  std::string rules;                                       // a digest
  std::function<lab::PlayBatch(std::size_t cell)> player;  // none: they are played here
};
using UseContest = std::function<int(const lab::TunePlan&, const Contest&)>;

// Reads the plan and its rules, and hands them over. The exit code, also after a message; StoreErrors are of `file`.
int with_contest(const Options& options, const Tuned& args, const std::string& file, const UseContest& use);

}  // namespace gofuda::tools
