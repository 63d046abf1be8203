// The words of the commands that look for what nobody asked.
#include "tools/cli/commands.hpp"
#include "tools/lab/audit/audit.hpp"
#include "tools/lab/finding/differ.hpp"

namespace gofuda::tools {

void add_differ(CLI::App& app, Program& program) {
  auto args = std::make_shared<Differ>();
  CLI::App* c = app.add_subcommand("differ", "Find where two readings of the rules part, in the smallest position");
  add_plan_options(*c, *args);
  c->add_option("other", args->other, "Another game, with the same board and decks")->type_name("VARIANT");
  c->add_option("--before", args->before, "Compare the rules of --rules with this older copy of the folder")
      ->type_name("FOLDER");
  c->add_flag("--every-option", args->every_option, "Compare with each other value of each option, in a table");
  named(c->add_option("-o,--out", args->out,
                      "Write the disputes into this folder; with a name that ends in .yaml, the smallest of them"))
      ->type_name("FOLDER");
  named(c->add_option("--svg", args->svg, "Write a plot of what each reading changes into this folder"))
      ->type_name("FOLDER");
  add_isolate_options(*c, args->isolate);
  c->footer(
      "Plays games under the first rules and carries each turn out under the others as well, by the same answers; at "
      "each\nturn another answer is tried, too. Where a question, a refusal, the board, a hand, a pile or the result "
      "is not the\nsame, stones, cards and turns are taken away as long as the two still part in the same way.\n"
      "--set alone is what is compared; with a second VARIANT, --before or --every-option it is set on both sides.\n\n"
      "Examples:\n"
      "  gofuda differ dango-1996 dango-2019 -o disputes\n"
      "  gofuda differ dango-1996 --set rules.placement=one-by-one\n"
      "  gofuda differ dango-1996 --every-option --games 500 --json\n"
      "  gofuda --rules my differ my-game --before my-as-it-was\n"
      "  gofuda --rules strange differ their-game --every-option --isolate\n\n"
      "Exit code: 0 when no difference was met, and with --every-option; 1 when there are differences, every game "
      "fails,\nor the rules are broken; 2 for wrong usage, such as two boards that are not the same, or when --isolate "
      "cannot be had here; "
      "130\n"
      "after Ctrl-C.");
  run(c, program, args, differ);
}

void add_audit(CLI::App& app, Program& program) {
  auto args = std::make_shared<Audit>();
  args->max_turns = kAsFits;
  CLI::App* c = app.add_subcommand("audit", "Check a game up on one page: what is wrong with it, and what it is like");
  c->add_option("variant", args->variant, "The game; gofuda show variant lists them")->required()->type_name("VARIANT");
  c->add_option("--weak", args->weak, "A player that plays at once")->capture_default_str()->type_name("PLAYER");
  c->add_option("--strong", args->strong, "A player that looks ahead")->capture_default_str()->type_name("PLAYER");
  c->add_option("--ladder", args->ladder, "Another player, stronger than those before it; may be repeated")
      ->type_name("PLAYER")
      ->allow_extra_args(false);
  c->add_option("--seconds", args->seconds, "About how long it may take; it decides how many games are played")
      ->capture_default_str()
      ->type_name("S");
  c->add_option(
       "--sizes", args->sizes,
       "How many games of each part are played, instead: weak=N,strong=N,match=N,cards=N,options=N,secrets=N,\n"
       "ladder=N. 0 leaves a part out; with all of them the report is the same on every machine")
      ->type_name("PART=N,...");
  c->add_option("--seed", args->seed, "Game k is decided by the seed and k alone")
      ->capture_default_str()
      ->type_name("S");
  add_threads_option(*c, args->threads);
  c->add_option("--set", args->set, "Another rule; may be repeated")->type_name("KEY=VALUE")->allow_extra_args(false);
  c->add_option("--max-turns", args->max_turns,
                "Longer games count as without end; unless said, twelve times the median")
      ->default_str("")
      ->type_name("M");
  named(c->add_option("--html", args->html, "Write it as a page, too"));
  named(
      c->add_option("--out", args->folder,
                    "Keep the games in this folder, a file for each part (but cards and options); gofuda report reads "
                    "them"))
      ->type_name("FOLDER");
  c->add_option(
       "--fail-on", args->fail_on,
       "End with 1 where there is such a finding: names from below, or error, warning or note (and worse); none")
      ->delimiter(',')
      ->default_str("error")
      ->type_name("WHAT,...")
      ->allow_extra_args(false);
  add_isolate_options(*c, args->isolate);
  c->footer("Findings:\n" + finding_help() +
            "\nCtrl-C ends the games and reports what there is.\n\nExamples:\n"
            "  gofuda audit dango-1996\n"
            "  gofuda audit my-game --out games && gofuda report games/strong.sqlite\n"
            "  gofuda audit my-game --html audit.html --fail-on warning\n"
            "  gofuda audit qango-6 --seconds 600 --ladder mcts:playouts=50 --ladder mcts:playouts=100\n"
            "  gofuda --rules strange audit their-game --isolate\n"
            "  gofuda audit my-game --sizes weak=500,strong=50,match=20,cards=0,options=0,secrets=0,ladder=0 --json\n\n"
            "Exit code: 0; 1 when there is a finding of --fail-on, or the rules are broken; 2 for wrong usage, or "
            "when --isolate\ncannot be had here; 130 after Ctrl-C.");
  run(c, program, args, audit);
}

}  // namespace gofuda::tools
