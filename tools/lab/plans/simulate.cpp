#include <cstdio>

#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/plans/commands.hpp"
#include "tools/lab/plans/plan_args.hpp"
#include "tools/lab/report/report.hpp"

namespace gofuda::tools {

int simulate(const Options& options, const Simulate& args) {
  if (std::string why = wrong_number(args); !why.empty()) return usage_error(why);
  int code = 0;
  const auto shard = shard_of(args, code);
  if (!shard) return code;
  const auto plan = make_plan(options, args, code);
  if (!plan) return code;
  lab::Campaign campaign;
  const std::string keep = args.out.empty() ? "summary" : args.keep;
  campaign.head = lab::head_of(*plan, keep, static_cast<std::uint64_t>(args.games), rules_words(options));
  campaign.plan = [&](std::size_t) { return *plan; };
  campaign.threads = threads_of(args.threads);
  campaign.shard = *shard;
  campaign.out = args.out;
  return lab::run_campaign(campaign, [&](const lab::Stored& s) {
    print_report(options, s, {"", false, args.no_time});
  });
}

}  // namespace gofuda::tools
