// The commands about batches of games.
#include <utility>

#include "tools/cli/commands.hpp"
#include "tools/lab/plans/commands.hpp"
#include "tools/lab/plans/tune_file.hpp"
#include "tools/lab/report/report.hpp"
#include "tools/lab/store/provenance.hpp"

namespace gofuda::tools {

void add_plan_options(CLI::App& c, PlanArgs& args) {
  c.add_option("variant", args.variant, "The game; gofuda show variant lists them")->type_name("VARIANT");
  c.add_option("--games", args.games, "How many")->capture_default_str()->type_name("N");
  for (auto [name, to] : {std::pair{"--black", &args.black}, {"--white", &args.white}})
    c.add_option(name, *to, "Who plays this colour, with options: random, name:option=value")
        ->capture_default_str()
        ->type_name("PLAYER");
  c.add_option("--seed", args.seed, "Game k is decided by the seed and k alone")->capture_default_str()->type_name("S");
  add_threads_option(c, args.threads);
  c.add_option("--set", args.set, "Another rule; may be repeated")->type_name("KEY=VALUE")->allow_extra_args(false);
  c.add_option("--max-turns", args.max_turns, "Games that are longer are stopped, and counted apart")
      ->capture_default_str()
      ->type_name("M");
}

namespace {

void add_deal_option(CLI::App& c, PlanArgs& args) {
  c.add_option("--deal-seed", args.deal_seed,
               "Who begins and how the decks lie is decided by this seed, each copy of a card by itself, and the rest\n"
               "by --seed")
      ->type_name("S");
}

void add_from_option(CLI::App& c, PlanArgs& args) {
  named(c.add_option("--from", args.from,
                     "Begin each game at the end of this saved game or dispute, with decks shuffled anew"));
}

void add_keep_option(CLI::App& c, std::string& keep) {
  c.add_option("--keep", keep, "What the file keeps: all (a row for each game and card), or the summary")
      ->check(CLI::IsMember({"all", "summary"}))
      ->capture_default_str()
      ->type_name("WHAT");
}

void add_out_options(CLI::App& c, WorkArgs& args) {
  named(
      c.add_option("--out", args.out, "Keep the games in this SQLite file; one that is there already is gone on with"));
  one_of_parts(
      c.add_option("--shard", args.shard,
                   "Play part I of N alone; FILE is there when it is whole. gofuda merge puts the parts together.\n"
                   "In a task of a Slurm job array that is the default: the task's number, of as many as there are"));
}

void add_work_options(CLI::App& c, WorkArgs& args) {
  add_out_options(c, args);
  c.add_flag("--no-time", args.no_time, "Leave times out, so that equal batches print equal reports");
}

void add_cell_games_option(CLI::App& c, std::int64_t& games) {
  c.add_option("--games", games, "How many in each cell, instead of what the plan says")
      ->check(CLI::Range(std::int64_t{1}, kMostGames))
      ->type_name("N");
}

void add_comparison_options(CLI::App& c, Comparison& args) {
  for (auto [name, to] : {std::pair{"--a", &args.a}, {"--b", &args.b}})
    c.add_option(name, *to, "A rule of this side of the comparison; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
  auto* sprt = c.add_option(
      "--sprt", args.sprt,
      "Stop as soon as the difference a - b is rather the one than the other (a sequential test by betting, whose\n"
      "errors hold however rarely pairs differ)");
  sprt->type_name("LOW,HIGH");
  c.add_option("--sprt-on", args.sprt_on, "The difference of what: win (Black's win rate) or score (Black's lead)")
      ->check(CLI::IsMember({"win", "score"}))
      ->capture_default_str()
      ->needs(sprt)
      ->type_name("WHAT");
  c.add_option("--alpha", args.alpha, "How often the test may say HIGH when it is LOW")
      ->capture_default_str()
      ->needs(sprt)
      ->type_name("P");
  c.add_option("--beta", args.beta, "How often the test may say LOW when it is HIGH")
      ->capture_default_str()
      ->needs(sprt)
      ->type_name("P");
  c.add_flag("--deals-twice", args.deals_twice,
             "Play each deal twice, the players' colours exchanged, and tell luck from skill");
  add_deal_option(c, args);
  add_keep_option(c, args.keep);
}

void add_dealing_options(CLI::App& c, Dealing& args) {
  add_plan_options(c, args);
  c.get_option("variant")->required();
  c.add_option("--how", args.how,
               "swapped: it comes in the place of another card; added: as one more; left-out: it is missing")
      ->check(CLI::IsMember({"swapped", "added", "left-out"}))
      ->capture_default_str()
      ->type_name("HOW");
  c.add_option("--at", args.at,
               "Where in the deck it is put: anywhere, or on top. Anywhere, unless both draw from one deck, of which "
               "only\nthe first cards can be dealt to a side")
      ->check(CLI::IsMember({"anywhere", "top"}))
      ->type_name("WHERE");
  c.add_flag("--pairs", args.pairs, "Ask which two cards are worth more together than each for itself");
  c.add_option("--card", args.card, "Only this card; may be repeated")->type_name("CARD")->allow_extra_args(false);
}

void add_share_options(CLI::App& c, Share& share, std::uint64_t most) {
  c.add_option("--shards", share.shards, "In how many parts")
      ->required()
      ->check(CLI::Range(std::uint64_t{1}, most))
      ->type_name("N");
  named(c.add_option("--out", share.out, "The file that the parts are merged to; theirs are named after it"))
      ->required()
      ->check(CLI::Validator(
          [](const std::string& s) {
            const bool plain = s.find_first_of("-@") != 0 && lab::is_one_line(s);
            return std::string(plain ? "" : "a name in a list of commands begins with no - or @, and is one line");
          },
          ""));
  c.add_option("--for", share.how, "commands: a line each; parallel: GNU parallel; slurm: a job array for sbatch")
      ->check(CLI::IsMember({"commands", "parallel", "slurm"}))
      ->capture_default_str()
      ->type_name("WHAT");
}

}  // namespace

void add_simulate(CLI::App& app, Program& program) {
  auto args = std::make_shared<Simulate>();
  CLI::App* c = app.add_subcommand("simulate", "Play many games between programs, and say what they tell of the rules");
  add_plan_options(*c, *args);
  add_from_option(*c, *args);
  add_deal_option(*c, *args);
  add_keep_option(*c, args->keep);
  add_work_options(*c, *args);
  add_isolate_options(*c, args->isolate);
  c->footer(
      "A game that fails is noted, with what it takes to play it again, and the others go on. Ctrl-C finishes the "
      "games\n"
      "in hand; with --out the same command then goes on with the rest.\n\nExamples:\n"
      "  gofuda simulate dango-1996 --games 10000 --out dango.sqlite\n"
      "  gofuda simulate go --set board.size=9x9 --set rules.komi=5.5 --games 2000 --seed 7 --json\n"
      "  gofuda simulate qango-6 --games 100000 --threads 2\n"
      "  gofuda simulate --from game.yaml --black greedy --white greedy     who stands better in this position?\n"
      "  gofuda simulate dango-1996 --games 1000000 --shard 3/8 --out part3.sqlite\n"
      "  gofuda --rules strange simulate their-game --isolate --isolate-seconds 20\n\n"
      "Exit code: 0; 1 when games failed, the rules are broken or the file cannot be written; 2 for wrong usage, a "
      "file\n"
      "of another command, or when --isolate cannot be had here; 130 after Ctrl-C.");
  run(c, program, args, simulate);
}

void add_sweep(CLI::App& app, Program& program) {
  auto args = std::make_shared<Sweep>();
  CLI::App* c = app.add_subcommand("sweep", "Play a plan of many rules and players, and say how they differ");
  c->add_option("plan", args->plan, "A YAML file; tools/lab/README.md says what is in it")
      ->required()
      ->type_name("PLAN");
  add_cell_games_option(*c, args->games);
  add_threads_option(*c, args->threads);
  add_work_options(*c, *args);
  add_isolate_options(*c, args->isolate);
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
      "  gofuda report komi.sqlite --cell 3f2a\n"
      "  gofuda --rules strange sweep mine.yaml --isolate\n\n"
      "Exit code: 0; 1 when games failed, the plan is wrong or the file cannot be written; 2 for wrong usage, a file "
      "of\n"
      "another plan, or when --isolate cannot be had here; 130 after Ctrl-C.");
  run(c, program, args, sweep);
}

void add_plan(CLI::App& app, Program& program) {
  CLI::App* c = app.add_subcommand(
      "plan", "Write down how a batch, a sweep, a comparison or a race is shared among processes or machines");
  c->require_subcommand(1);
  const auto share_out = [&program](CLI::App& command, const auto& args, auto plan,
                                    std::uint64_t most = lab::kMostShards) {
    add_share_options(command, *args, most);
    add_isolate_options(command, args->isolate);
    run(&command, program, args, plan);
  };
  auto one = std::make_shared<PlanSimulate>();
  CLI::App* simulate = c->add_subcommand("simulate", "A batch, as gofuda simulate plays it");
  add_plan_options(*simulate, *one);
  add_from_option(*simulate, *one);
  add_deal_option(*simulate, *one);
  add_keep_option(*simulate, one->keep);
  share_out(*simulate, one, plan_simulate);
  auto many = std::make_shared<PlanSweep>();
  CLI::App* sweep = c->add_subcommand("sweep", "A sweep, as gofuda sweep plays it");
  sweep->add_option("plan", many->plan, "A YAML file")->required()->type_name("PLAN");
  add_cell_games_option(*sweep, many->games);
  share_out(*sweep, many, plan_sweep);
  auto two = std::make_shared<PlanCompare>();
  CLI::App* compare = c->add_subcommand("compare", "A comparison, as gofuda compare plays it");
  add_plan_options(*compare, *two);
  add_comparison_options(*compare, *two);
  share_out(*compare, two, plan_compare);
  auto race = std::make_shared<PlanTune>();
  CLI::App* tune = c->add_subcommand("tune", "What comes next in a race of gofuda tune: a round of games");
  tune->add_option("plan", race->plan, "A YAML file")->required()->type_name("PLAN");
  add_cell_games_option(*tune, race->games);
  share_out(*tune, race, plan_tune, lab::kMostTuneParts);
  auto dealt = std::make_shared<PlanCards>();
  CLI::App* cards = c->add_subcommand("cards", "Cards dealt on purpose, as gofuda cards plays them");
  add_dealing_options(*cards, *dealt);
  share_out(*cards, dealt, plan_cards);
  const char* examples =
      "Nothing is played: it prints what to run. Every shard is as good on one machine as on another, and may be\n"
      "stopped and run again.\n\nExamples:\n"
      "  gofuda plan simulate dango-1996 --games 1000000 --shards 8 --out dango.sqlite\n"
      "  gofuda plan simulate go --games 1000 --shards 4 --out go.sqlite --for parallel | bash\n"
      "  gofuda plan compare dango-1996 --a rules.ko=none --games 100000 --shards 8 --out ko.sqlite\n"
      "  gofuda plan tune aims.yaml --shards 8 --out race.json --for parallel | bash     all rounds, one after the "
      "other\n"
      "  gofuda plan sweep komi.yaml --shards 100 --out komi.sqlite --for slurm > komi.sh && sbatch komi.sh\n"
      "  gofuda --rules strange plan simulate their-game --games 10000 --shards 4 --out their.sqlite --isolate\n\n"
      "Exit code: 0; 1 when the rules or the plan are wrong; 2 for wrong usage, or when --isolate cannot be had here.";
  for (CLI::App* app_or_part : {c, simulate, sweep, compare, cards, tune}) app_or_part->footer(examples);
}

void add_merge(CLI::App& app, Program& program) {
  auto args = std::make_shared<Merge>();
  CLI::App* c =
      app.add_subcommand("merge", "Put the shards of a batch, a sweep, a comparison or a round of a race together");
  c->add_option("out", args->out, "The file to write; it is there only when it is whole")->required()->type_name("OUT");
  c->add_option("parts", args->parts,
                "Files of simulate, sweep, compare, cards or tune with --shard, or of merge; @LIST: a file with the "
                "name of one on each\n"
                "line")
      ->required()
      ->type_name("IN...");
  c->add_flag("--partial", args->partial, "Write it even when shards are missing; they can be put to it later");
  c->add_flag("--sums", args->sums,
              "Leave the rows of --keep all (of each game and card) in the parts; all that a report says is in OUT");
  c->footer(
      "In whatever order and in however many steps the parts are put together, the report is that of one run. Parts "
      "of\n"
      "different rules, players or seeds are refused, as are games that are there twice.\n\nExamples:\n"
      "  gofuda merge all.sqlite part-*-of-8.sqlite\n"
      "  find parts -name '*.sqlite' > parts.txt && gofuda merge all.sqlite @parts.txt --sums\n"
      "  gofuda merge --partial some.sqlite part-1-of-8.sqlite part-5-of-8.sqlite\n"
      "  gofuda merge some.sqlite some.sqlite part-2-of-8.sqlite --partial\n\n"
      "Exit code: 0; 1 when parts are missing or a file cannot be read or written; 2 for wrong usage or parts that do\n"
      "not belong together.");
  run(c, program, args, merge);
}

void add_report(CLI::App& app, Program& program) {
  auto args = std::make_shared<Report>();
  CLI::App* c =
      app.add_subcommand("report", "Say what a file of simulated games tells, also while it is being written");
  c->add_option("file", args->file, "What simulate, sweep, compare, cards or merge has written")
      ->required()
      ->type_name("FILE");
  c->add_flag("--csv", args->csv, "As a table of keys and values; of a sweep, a line for each cell");
  c->add_option("--cell", args->cell, "Of a sweep: this cell in full, by its id or how that begins")->type_name("ID");
  named(c->add_option("--html", args->html, "Write a page with plots, which needs no other file, instead of printing"))
      ->type_name("OUT.html");
  named(c->add_option("--svg", args->svg, "Write each plot into this folder"))->type_name("FOLDER");
  c->add_flag("--no-time", args->no_time, "Leave times out, so that equal batches print equal reports");
  c->footer(
      "Examples:\n  gofuda report dango.sqlite\n  gofuda report dango.sqlite --csv > dango.csv\n"
      "  gofuda report dango.sqlite --html dango.html --svg plots\n"
      "  gofuda report sweep.sqlite --cell 3f2a\n"
      "  sqlite3 dango.sqlite 'SELECT outcome, count(*) FROM games GROUP BY outcome'\n\n"
      "Exit code: 0; 1 when the file cannot be read; 2 for wrong usage or a file of another kind.");
  run(c, program, args, report_batch);
}

void add_compare(CLI::App& app, Program& program) {
  auto args = std::make_shared<Compare>();
  CLI::App* c = app.add_subcommand("compare", "Play two sets of rules on the same seeds, and say how they differ");
  add_plan_options(*c, *args);
  add_comparison_options(*c, *args);
  add_out_options(*c, *args);
  add_isolate_options(*c, args->isolate);
  c->footer(
      "Game k of a and game k of b have the same seed: the same shuffles, and players that draw the same numbers.\n\n"
      "Examples:\n  gofuda compare dango-1996 --a rules.ko=simple --b rules.ko=none --games 2000\n"
      "  gofuda compare go --set board.size=9x9 --a rules.komi=5.5 --b rules.komi=7.5 --sprt 0,0.05 --games 20000\n"
      "  gofuda compare dango-1996 --a turn.unplayable=pass --sprt 0,3 --sprt-on score --games 9000 --out "
      "rule.sqlite\n"
      "  gofuda compare dango-1996 --deals-twice --black greedy --games 500       what is luck, what is skill?\n"
      "  gofuda --rules strange compare their-game --a rules.ko=none --isolate\n\n"
      "Exit code: 0; 1 when games failed or were stopped (a part's own, with --shard), or the rules are broken; 2 for\n"
      "wrong usage, or when --isolate cannot be had here; 130 after Ctrl-C.");
  run(c, program, args, compare);
}

void add_cards(CLI::App& app, Program& program) {
  auto args = std::make_shared<CardWorths>();
  CLI::App* c = app.add_subcommand("cards", "What each card of a game is worth: deal it to one side on purpose");
  add_dealing_options(*c, *args);
  add_out_options(*c, *args);
  add_isolate_options(*c, args->isolate);
  c->footer(
      "Each game is played as it comes, and on the same seed with the card dealt to Black, and to White: so many "
      "games, "
      "and\ntwice as many for each card. With --pairs both of two cards are dealt to a side, and each alone to the "
      "same\n"
      "place: twice as many games for each pair, and four times, less four in all, for each card.\n\n"
      "Examples:\n  gofuda cards dango-1996 --games 2000\n"
      "  gofuda cards dango-1996 --games 2000 --out cards.sqlite      and gofuda report cards.sqlite\n"
      "  gofuda cards joker-go-1984 --how added --black greedy --white greedy --games 200 --json\n"
      "  gofuda cards dango-1996 --pairs --card keima --card kosumi --card nobi --games 5000\n\n"
      "Exit code: 0; 1 when games failed or were stopped, or the rules are broken; 2 for wrong usage; 130 after "
      "Ctrl-C.");
  run(c, program, args, card_worths);
}

void add_tune(CLI::App& app, Program& program) {
  auto args = std::make_shared<Tune>();
  CLI::App* c = app.add_subcommand("tune", "Look for the rules that make a game what it is to be");
  c->add_option("plan", args->plan, "A YAML file; tools/lab/README.md says what is in it")
      ->required()
      ->type_name("PLAN");
  add_cell_games_option(*c, args->games);
  add_threads_option(*c, args->threads);
  named(c->add_option(
      "--out", args->out,
      "Keep what is known in this file, now and then and after Ctrl-C; the same command goes on with it"));
  one_of_parts(c->add_option(
      "--shard", args->shard,
      "Play part I of N of the round alone that the race in --after has come to; gofuda merge puts the parts\n"
      "together and decides. gofuda plan tune writes the commands"));
  named(c->add_option("--after", args->after, "With --shard: what is known of the race; no file yet: nothing"));
  add_isolate_options(*c, args->isolate);
  c->footer(
      "A plan is that of gofuda sweep, with aims:\n"
      "  tune: A fair and short game\n"
      "  variant: dango-1996\n"
      "  set:                                  # a list: what there is to choose from\n"
      "    rules.komi: [0.5, 2.5, 4.5, 6.5]\n"
      "    deck.keima: [1, 2, 3]\n"
      "  games: 4000                           # of each set of rules, at most\n"
      "  confirm: 8000                         # fresh ones, of what is recommended\n"
      "  aims:\n"
      "    begins: [48, 52]                    # % of games; also black, white, draws, endless\n"
      "    length: [100, 160]                  # turns; also lead, in points\n"
      "    card: [-20, 20]                     # % that being dealt a card is worth, of every card\n"
      "  deals: 500                            # for that\n\n"
      "All sets of rules are played on the same seeds; one that misses an aim falls out. What is left and nearest to "
      "the\n"
      "middle of the aims is played again on fresh seeds, and is recommended where these show that it meets them.\n\n"
      "Examples:\n  gofuda tune plan.yaml\n  gofuda tune plan.yaml --games 500 --json\n"
      "  gofuda tune plan.yaml --out race.json\n\n"
      "Exit code: 0; 1 when nothing fits, or the plan or the rules are wrong; 2 for wrong usage; 130 after Ctrl-C.");
  run(c, program, args, tune);
}

}  // namespace gofuda::tools
