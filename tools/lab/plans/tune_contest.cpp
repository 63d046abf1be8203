#include "tools/lab/plans/tune_contest.hpp"

#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/plans/isolated_plan.hpp"
#include "tools/lab/plans/sweep.hpp"
#include "tools/lab/plans/tune_file.hpp"
#include "tools/print/result.hpp"

namespace gofuda::tools {

namespace {

// Of the processes of one set of rules after the other, none of which is read in this one.
class IsolatedContest {
 public:
  IsolatedContest(const Options& options, const Tuned& args, const lab::TunePlan& plan)
      : options_(options), args_(args), plan_(plan) {}

  int run(const UseContest& use) {
    Diagnostics out;
    int code = 1;
    Contest contest;
    std::vector<lab::Provenance> of;
    const auto read = [&](const lab::PlanCell& cell) -> std::optional<lab::Candidate> {
      auto made = open(cell, code);
      if (!made) return std::nullopt;
      of.push_back(std::move(made->provenance));
      return lab::Candidate{std::move(made->plan), std::move(made->facts)};
    };
    contest.candidates = lab::tune_candidates(plan_, read, out);
    if (out.has_errors()) return report(options_, out), 1;
    if (contest.candidates.size() < plan_.cells.cells.size()) return code;
    contest.rules = lab::digest_of(of);
    contest.player = [&](std::size_t cell) {
      if (!now_ || cell_ != cell) now_ = open(plan_.cells.cells[cell], code), cell_ = cell;
      if (!now_) throw isolate::CannotIsolate("the rules of a candidate cannot be read again");
      return now_->play();
    };
    return use(plan_, contest);
  }

 private:
  std::optional<IsolatedPlan> open(const lab::PlanCell& cell, int& code) const {
    return isolate_plan(options_, args_of(plan_.cells, cell, plan_.cells.seed, args_.threads), args_.isolate.limits,
                        "summary", code);
  }

  const Options& options_;
  const Tuned& args_;
  const lab::TunePlan& plan_;
  std::optional<IsolatedPlan> now_;
  std::size_t cell_ = 0;
};

int tune_isolated(const Options& options, const Tuned& args, const lab::TunePlan& plan, const UseContest& use) {
  int code = 0;
  const auto read_once = with_texts(options, code);
  if (!read_once) return code;
  try {
    return IsolatedContest(*read_once, args, plan).run(use);
  } catch (const isolate::CannotIsolate& e) { return cannot_isolate(e); }
}

int tune_here(const Options& options, const lab::TunePlan& plan, const UseContest& use) {
  Diagnostics out;
  auto library = open_and_tell(options, out);
  Contest contest;
  if (library) contest.candidates = lab::tune_candidates(plan, *library, out);
  if (out.has_errors()) return report(options, out), 1;
  std::vector<lab::Provenance> of;
  lab::FileHashes files;
  for (const lab::Candidate& c : contest.candidates) of.push_back(lab::provenance_of(c.plan, "summary", 0, files));
  contest.rules = lab::digest_of(of);
  return use(plan, contest);
}

}  // namespace

int with_contest(const Options& options, const Tuned& args, const std::string& file, const UseContest& use) {
  Diagnostics out;
  auto plan = lab::read_tune_plan(args.plan, out);
  if (!plan) return report(options, out), 1;
  if (args.games > 0) plan->cells.games = plan->confirm = static_cast<std::uint64_t>(args.games);
  try {
    return args.isolate.on ? tune_isolated(options, args, *plan, use) : tune_here(options, *plan, use);
  } catch (const lab::StoreError& e) { return lab::store_error(file, e); }
}

}  // namespace gofuda::tools
