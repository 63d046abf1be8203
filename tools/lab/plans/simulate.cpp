#include <cstdio>

#include "tools/cli/commands.hpp"
#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/plans/plan_args.hpp"
#include "tools/lab/report/report.hpp"

namespace gofuda::tools {

namespace {

struct Simulate : PlanArgs, WorkArgs {
  std::string keep = "all";
};

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

}  // namespace

void add_simulate(CLI::App& app, Options& options) {
  auto args = std::make_shared<Simulate>();
  CLI::App* c = app.add_subcommand("simulate", "Play many games between programs, and say what they tell of the rules");
  add_plan_options(*c, *args);
  add_keep_option(*c, args->keep);
  add_work_options(*c, *args);
  c->footer(
      "A game that fails is noted, with what it takes to play it again, and the others go on. Ctrl-C finishes the "
      "games\n"
      "in hand; with --out the same command then goes on with the rest.\n\nExamples:\n"
      "  gofuda simulate dango-1996 --games 10000 --out dango.sqlite\n"
      "  gofuda simulate go --set board.size=9x9 --set rules.komi=5.5 --games 2000 --seed 7 --json\n"
      "  gofuda simulate qango-6 --games 100000 --threads 2\n"
      "  gofuda simulate dango-1996 --games 1000000 --shard 3/8 --out part3.sqlite\n\n"
      "Exit code: 0; 1 when games failed, the rules are broken or the file cannot be written; 2 for wrong usage or a\n"
      "file of another command; 130 after Ctrl-C.");
  c->callback([&options, args] { options.run = [&options, args] { return simulate(options, *args); }; });
}

}  // namespace gofuda::tools
