#include "tools/lab/plans/sweep.hpp"

#include <cstdio>

#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/plans/commands.hpp"
#include "tools/lab/plans/plan_args.hpp"
#include "tools/lab/report/report.hpp"

namespace gofuda::tools {

int sweep(const Options& options, const Sweep& args) {
  if (std::string why = wrong_threads(args.threads); !why.empty()) return usage_error(why);
  int code = 0;
  const auto shard = shard_of(args, code);
  if (!shard) return code;
  auto loaded = load_sweep(options, args.plan, static_cast<std::uint64_t>(args.games), !args.out.empty(), code);
  if (!loaded) return code;
  lab::Campaign campaign;
  campaign.head = loaded->head;
  campaign.plan = [&](std::size_t i) {
    Diagnostics none;
    lab::Plan made = lab::make_cell(loaded->plan, loaded->plan.cells[i], loaded->library, none).value();
    made.seed = loaded->head.cells[i].provenance.seed;
    return made;
  };
  campaign.threads = threads_of(args.threads);
  campaign.shard = *shard;
  campaign.out = args.out;
  return lab::run_campaign(campaign, [&](const lab::Stored& s) {
    print_report(options, s, {"", false, args.no_time});
  });
}

std::optional<LoadedSweep> load_sweep(const Options& options, const std::string& path, std::uint64_t games, bool kept,
                                      int& code) {
  Diagnostics out;
  auto library = open_library(options, out);
  auto plan = library ? lab::read_sweep_plan(path, out) : std::nullopt;
  if (plan && games > 0) plan->games = games;
  if (plan && !kept) plan->keep = "summary";
  auto head = plan ? lab::sweep_head(*plan, *library, out) : std::nullopt;
  if (!head) return report(options, out), code = 1, std::nullopt;
  head->command = lab::sweep_command(path, *plan, rules_words(options));
  return LoadedSweep{std::move(*library), std::move(*plan), std::move(*head)};
}

}  // namespace gofuda::tools
