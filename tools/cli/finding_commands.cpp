// The words of the commands that look for what nobody asked.
#include "tools/cli/commands.hpp"
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
  c->add_option("-o,--out", args->out,
                "Write the disputes into this folder; with a name that ends in .yaml, the smallest of them")
      ->type_name("FOLDER");
  c->add_option("--svg", args->svg, "Write a plot of what each reading changes into this folder")->type_name("FOLDER");
  c->footer(
      "Plays games under the first rules and carries each turn out under the others as well, by the same answers; at "
      "each\nturn another answer is tried, too. Where a question, a refusal, the board, a hand, a pile or the result "
      "is not the\nsame, stones, cards and turns are taken away as long as the two still part in the same way.\n"
      "--set alone is what is compared; with a second VARIANT, --before or --every-option it is set on both sides.\n\n"
      "Examples:\n"
      "  gofuda differ dango-1996 dango-2019 -o disputes\n"
      "  gofuda differ dango-1996 --set rules.placement=one-by-one\n"
      "  gofuda differ dango-1996 --every-option --games 500 --json\n"
      "  gofuda --rules my differ my-game --before my-as-it-was\n\n"
      "Exit code: 0 when no difference was met, and with --every-option; 1 when there are differences, or the rules "
      "are\nbroken; 2 for wrong usage, such as two boards that are not the same; 130 after Ctrl-C.");
  run(c, program, args, differ);
}

}  // namespace gofuda::tools
