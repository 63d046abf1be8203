#include "tools/lab/plans/sweep.hpp"

#include <cstdio>

#include "tools/cli/commands.hpp"
#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/plans/plan_args.hpp"
#include "tools/lab/report/report.hpp"

namespace gofuda::tools {

namespace {

struct Sweep : WorkArgs {
  std::string plan;
  std::int64_t games = 0;
  int threads = 0;
};

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

}  // namespace

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

void add_cell_games_option(CLI::App& c, std::int64_t& games) {
  c.add_option("--games", games, "How many in each cell, instead of what the plan says")
      ->check(CLI::Range(std::int64_t{1}, kMostGames))
      ->type_name("N");
}

void add_sweep(CLI::App& app, Options& options) {
  auto args = std::make_shared<Sweep>();
  CLI::App* c = app.add_subcommand("sweep", "Play a plan of many rules and players, and say how they differ");
  c->add_option("plan", args->plan, "A YAML file; tools/lab/README.md says what is in it")
      ->required()
      ->type_name("PLAN");
  add_cell_games_option(*c, args->games);
  add_threads_option(*c, args->threads);
  add_work_options(*c, *args);
  c->footer(
      "A plan:\n"
      "  sweep: Komi on small boards\n"
      "  variant: go                           # or a list\n"
      "  set:                                  # each value with each of the others\n"
      "    board.size: [5x5, 7x7]\n"
      "    rules.komi: [0.5, 5.5]\n"
      "  black: random                         # or players: [random, mcts], who meet one another\n"
      "  white: [random, mcts:playouts=50]\n"
      "  games: 1000                           # of each cell\n"
      "  seed: 1\n"
      "  paired: true                          # all cells on the same seeds, so that they can be compared\n\n"
      "Ctrl-C finishes the games in hand; with --out the same command then goes on with the rest.\n\nExamples:\n"
      "  gofuda sweep komi.yaml --out komi.sqlite\n"
      "  gofuda sweep komi.yaml --games 10 --json\n"
      "  gofuda report komi.sqlite --cell 3f2a\n\n"
      "Exit code: 0; 1 when games failed, the plan is wrong or the file cannot be written; 2 for wrong usage or a "
      "file\n"
      "of another plan; 130 after Ctrl-C.");
  c->callback([&options, args] { options.run = [&options, args] { return sweep(options, *args); }; });
}

}  // namespace gofuda::tools
