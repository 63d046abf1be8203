#include <cstdio>

#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/plans/commands.hpp"
#include "tools/lab/plans/isolated_plan.hpp"
#include "tools/lab/plans/plan_args.hpp"
#include "tools/lab/report/report.hpp"

namespace gofuda::tools {

namespace {

int run(const Options& options, const Simulate& args, lab::Campaign& campaign, lab::Provenance provenance) {
  campaign.head = lab::head_of(std::move(provenance), rules_words(options));
  campaign.threads = threads_of(args.threads);
  campaign.out = args.out;
  return lab::run_campaign(campaign, [&](const lab::Stored& s) {
    print_report(options, s, {"", false, args.no_time});
  });
}

int simulate_isolated(const Options& options, const Simulate& args, const std::string& keep, lab::Campaign& campaign) {
  int code = 0;
  try {
    const auto made = isolate_plan(options, args, args.isolate.limits, keep, code);
    if (!made) return code;
    campaign.plan = [&](std::size_t) { return made->plan; };
    campaign.play = made->play();
    return run(options, args, campaign, made->provenance);
  } catch (const isolate::CannotIsolate& e) { return cannot_isolate(e); }
}

}  // namespace

int simulate(const Options& options, const Simulate& args) {
  if (std::string why = wrong_number(args); !why.empty()) return usage_error(why);
  int code = 0;
  const auto shard = shard_of(args, code);
  if (!shard) return code;
  const std::string keep = args.out.empty() ? "summary" : args.keep;
  lab::Campaign campaign;
  campaign.shard = *shard;
  campaign.also = isolate::words(args.isolate);
  if (args.isolate.on) return simulate_isolated(options, args, keep, campaign);
  const auto plan = make_plan(options, args, code);
  if (!plan) return code;
  campaign.plan = [&](std::size_t) { return *plan; };
  return run(options, args, campaign, lab::provenance_of(*plan, keep, static_cast<std::uint64_t>(args.games)));
}

}  // namespace gofuda::tools
