#include "tools/lab/plans/sweep.hpp"

#include <cstdio>

#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/plans/commands.hpp"
#include "tools/lab/plans/isolated_plan.hpp"
#include "tools/lab/plans/plan_args.hpp"
#include "tools/lab/report/report.hpp"

namespace gofuda::tools {

namespace {

// `games` of each cell; 0: as many as the plan says.
std::optional<lab::SweepPlan> read_plan_file(const std::string& path, std::uint64_t games, bool kept,
                                             Diagnostics& out) {
  auto plan = lab::read_sweep_plan(path, out);
  if (plan && games > 0) plan->games = games;
  if (plan && !kept) plan->keep = "summary";
  return plan;
}

int play(const Options& options, const Sweep& args, lab::Campaign& campaign) {
  campaign.threads = threads_of(args.threads);
  campaign.out = args.out;
  return lab::run_campaign(campaign, [&](const lab::Stored& s) {
    print_report(options, s, {"", false, args.no_time});
  });
}

// The plan is of who has typed the command. What it names is read and played by processes of each cell's own.
class IsolatedSweep {
 public:
  IsolatedSweep(const Options& options, const Sweep& args, lab::SweepPlan plan)
      : options_(options), args_(args), plan_(std::move(plan)) {}

  // Nothing after a message was printed.
  std::optional<lab::StoreHead> head(int& code) const {
    Diagnostics out;
    code = 1;
    auto head = lab::sweep_head(
        plan_,
        [&](const lab::PlanCell& cell) {
          auto made = open(cell, plan_.seed, code);
          return made ? std::optional(std::move(made->provenance)) : std::nullopt;
        },
        out);
    if (!head) return report(options_, out), std::nullopt;
    head->rules = rules_words(options_);
    head->command = lab::sweep_command(args_.plan, plan_, head->rules);
    return head;
  }

  int run(lab::Campaign& campaign) {
    int code = 0;
    auto known = head(code);
    if (!known) return code;
    campaign.head = std::move(*known);
    campaign.plan = [&](std::size_t i) {
      now_ = open(plan_.cells[i], campaign.head.cells[i].provenance.seed, code);
      if (!now_) throw isolate::CannotIsolate("the rules of " + plan_.cells[i].variant + " cannot be read again");
      return now_->plan;
    };
    campaign.play = [&](const lab::Batch& batch, const auto& fold, const auto& tick) {
      now_->games->run(batch, fold, tick);
    };
    return play(options_, args_, campaign);
  }

 private:
  std::optional<IsolatedPlan> open(const lab::PlanCell& cell, std::uint64_t seed, int& code) const {
    return isolate_plan(options_, args_of(plan_, cell, seed, args_.threads), args_.isolate.limits, plan_.keep, code);
  }

  const Options& options_;
  const Sweep& args_;
  lab::SweepPlan plan_;
  std::optional<IsolatedPlan> now_;
};

// Hands the sweep to `use`; the exit code.
int with_isolated(const Options& options, const Sweep& args, bool kept, const std::function<int(IsolatedSweep&)>& use) {
  Diagnostics out;
  auto plan = read_plan_file(args.plan, static_cast<std::uint64_t>(args.games), kept, out);
  if (!plan) return report(options, out), 1;
  int code = 0;
  const auto read_once = with_texts(options, code);
  if (!read_once) return code;
  IsolatedSweep sweep(*read_once, args, std::move(*plan));
  return use(sweep);
}

}  // namespace

int sweep(const Options& options, const Sweep& args) {
  if (std::string why = wrong_threads(args.threads); !why.empty()) return usage_error(why);
  int code = 0;
  const auto shard = shard_of(args, code);
  if (!shard) return code;
  lab::Campaign campaign;
  campaign.shard = *shard;
  campaign.also = isolate::words(args.isolate);
  try {
    if (args.isolate.on)
      return with_isolated(options, args, !args.out.empty(), [&](IsolatedSweep& s) { return s.run(campaign); });
  } catch (const isolate::CannotIsolate& e) { return cannot_isolate(e); }
  auto loaded = load_sweep(options, args.plan, static_cast<std::uint64_t>(args.games), !args.out.empty(), code);
  if (!loaded) return code;
  campaign.head = loaded->head;
  campaign.plan = [&](std::size_t i) {
    Diagnostics none;
    lab::Plan made = lab::make_cell(loaded->plan, loaded->plan.cells[i], loaded->library, none).value();
    made.seed = loaded->head.cells[i].provenance.seed;
    return made;
  };
  return play(options, args, campaign);
}

PlanArgs args_of(const lab::SweepPlan& plan, const lab::PlanCell& cell, std::uint64_t seed, int threads) {
  PlanArgs words;
  words.variant = cell.variant, words.black = cell.players[0], words.white = cell.players[1];
  words.games = static_cast<std::int64_t>(plan.games), words.seed = static_cast<std::int64_t>(seed);
  words.threads = threads, words.max_turns = plan.most_turns;
  for (const auto& [key, value] : cell.settings) words.set.push_back(key + "=" + value);
  return words;
}

std::optional<LoadedSweep> load_sweep(const Options& options, const std::string& path, std::uint64_t games, bool kept,
                                      int& code) {
  Diagnostics out;
  auto library = open_and_tell(options, out);
  auto plan = library ? read_plan_file(path, games, kept, out) : std::nullopt;
  auto head = plan ? lab::sweep_head(*plan, *library, out) : std::nullopt;
  if (!head) return report(options, out), code = 1, std::nullopt;
  head->rules = rules_words(options);
  head->command = lab::sweep_command(path, *plan, head->rules);
  return LoadedSweep{std::move(*library), std::move(*plan), std::move(*head)};
}

std::optional<lab::StoreHead> sweep_head(const Options& options, const std::string& path, std::uint64_t games,
                                         const isolate::Asked& isolate, int& code) {
  if (!isolate.on) {
    auto here = load_sweep(options, path, games, true, code);
    return here ? std::optional(std::move(here->head)) : std::nullopt;
  }
  Sweep args;
  args.plan = path, args.games = static_cast<std::int64_t>(games), args.isolate = isolate;
  std::optional<lab::StoreHead> out;
  code = with_isolated(options, args, true, [&](const IsolatedSweep& s) {
    int wrong = 0;
    out = s.head(wrong);
    return wrong;
  });
  return out;
}

}  // namespace gofuda::tools
