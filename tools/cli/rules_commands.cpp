// The commands about rule files.
#include "tools/cli/actions.hpp"
#include "tools/cli/commands.hpp"
#include "tools/printer/printer.hpp"
#include "tools/trial/try_command.hpp"

namespace gofuda::tools {

void add_judge(CLI::App& app, Program& program) {
  auto args = std::make_shared<Judge>();
  CLI::App* c = app.add_subcommand("judge", "Judge disputes: positions with the ruling they should get");
  c->add_option("paths", args->paths, "Dispute files, or folders of them; without them, disputes/ of the project here")
      ->type_name("FILE|DIR");
  c->add_flag("--explain", args->explain, "Print every step with its reason and the source");
  add_threads_option(*c, args->threads);
  add_isolate_options(*c, args->isolate);
  c->footer(
      "With --isolate, a dispute whose process is lost (a limit, a crash) has failed, and the others are judged.\n\n"
      "Examples:\n  gofuda judge tests/disputes\n  gofuda judge --explain my-dispute.yaml\n  gofuda judge --json "
      "tests/disputes/go > result.json\n  gofuda --rules strange judge --isolate strange/disputes\n\n"
      "Exit code: 0 when every ruling holds, 1 when one does not, 2 when a file is wrong,\nor when --isolate cannot be "
      "had here; 130 after Ctrl-C.");
  run(c, program, args, judge);
}

void add_check(CLI::App& app, Program& program) {
  auto args = std::make_shared<Check>();
  CLI::App* c = app.add_subcommand("check", "Read rule files and report every mistake");
  c->add_option("paths", args->paths,
                "Files or folders; without them, the whole library, and the disputes and plans of the project here")
      ->type_name("PATH");
  c->add_flag("--watch", args->watch, "Check again whenever a file is saved, until Ctrl-C");
  c->footer(
      "Examples:\n  gofuda check\n  gofuda check cards/keima.lua\n  gofuda --rules my-rules check --watch\n  gofuda "
      "check --json\n\nExit code: 0 without mistakes, 1 with.");
  run(c, program, args, check);
}

void add_show(CLI::App& app, Program& program) {
  auto args = std::make_shared<Show>();
  CLI::App* c =
      app.add_subcommand("show", "Show a card, deck, variant, turn protocol, win condition or preset, or list them");
  c->add_option("kind", args->kind, "card, deck, variant, turn, win or preset; without it, everything is listed")
      ->type_name("KIND");
  c->add_option("name", args->name, "Its name; without it, all of the kind are listed")->type_name("NAME");
  c->add_option("--set", args->set, "A variant with another rule; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  c->footer(
      "Examples:\n  gofuda show card                      all cards\n  gofuda show card keima                a card's "
      "text, options and orientations\n"
      "  gofuda show variant dango-1996        its rules, and where each value comes from\n  gofuda show deck dango-36 "
      "--json\n\n"
      "Exit code: 0; 1 when a file is wrong; 2 for wrong usage or an unknown name.");
  run(c, program, args, show);
}

void add_try(CLI::App& app, Program& program) {
  auto args = std::make_shared<Try>();
  CLI::App* c =
      app.add_subcommand("try", "Play one card alone on many positions: what it does, what it costs, why not");
  c->add_option("card", args->card, "Its name, or its file in the library")->required()->type_name("CARD");
  c->add_option("--variant", args->variant,
                "The game whose board and rules it is tried on; else the first with the card")
      ->type_name("VARIANT");
  c->add_option("--set", args->set, "Try it with another rule; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  c->add_option("--positions", args->positions, "On so many positions of random games")
      ->capture_default_str()
      ->type_name("N");
  whole_number(c->add_option("--seed", args->seed, "Of the positions and of what is answered"))
      ->capture_default_str()
      ->type_name("S");
  c->add_option("--show", args->show, "So many plays are shown, before and after")
      ->check(CLI::Range(0, 100))
      ->capture_default_str()
      ->type_name("N");
  c->footer(
      "Answers are drawn evenly from the legal ones. Where the card cannot be played, the reason is the one that most\n"
      "answers meet with.\n\nExamples:\n"
      "  gofuda try keima\n  gofuda --rules my-rules try my-card --show 5\n"
      "  gofuda try change --variant dango-2019 --set change.unplayable=move --positions 1000\n\n"
      "Exit code: 0; 1 when its script fails or it could never be played, or a file is wrong; 2 for wrong usage.");
  run(c, program, args, try_alone);
}

void add_print(CLI::App& app, Program& program) {
  auto args = std::make_shared<Print>();
  CLI::App* c =
      app.add_subcommand("print", "Print the cards of a deck: pages of PDF, SVG or PNG, or a virtual table's sheet");
  c->add_option("names", args->names, "Games, decks or cards; where a name is several, deck:NAME or card:NAME")
      ->required()
      ->type_name("NAME");
  named(c->add_option("-o,--out", args->out, "What is written: FILE.pdf, FILE.svg or FILE.png"))->required();
  c->add_option("--format", args->format, "pdf, svg or png, where the file's name does not say")
      ->check(CLI::IsMember({"pdf", "svg", "png"}));
  c->add_option("--paper", args->paper, "a4 or letter")->check(CLI::IsMember({"a4", "letter"}))->capture_default_str();
  c->add_flag("--bleed", args->bleed, "3 mm of ground beyond the cuts, and fewer cards on a page");
  c->add_flag("--backs", args->backs, "Backs, too, on pages after those of the faces");
  c->add_option("--duplex", args->duplex,
                "Backs behind the faces, on every second page, for a printer that turns the sheet over this edge")
      ->check(CLI::IsMember({"long-edge", "short-edge"}));
  c->add_flag("--sheet", args->sheet, "One PNG of 10x7 faces for a virtual table; with --backs the back as another");
  c->add_option("--copies", args->copies, "deck: each card as often as its deck has it; one: each card once")
      ->check(CLI::IsMember({"deck", "one"}))
      ->capture_default_str();
  c->add_option("--set", args->set, "A game with another rule; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  c->add_option("--dpi", args->dpi, "Dots an inch of a PNG; 300, of a --sheet 165")
      ->check(CLI::Range(36, 600))
      ->type_name("N");
  c->add_option("--font", args->font, "The family of letters; Noto Sans where it is installed")->type_name("NAME");
  c->add_flag("--force", args->force, "Write over a file of another kind");
  c->footer(
      "The cards are 63x88 mm. Print at 100 %, not fitted to the page, and cut along the marks.\n\nExamples:\n"
      "  gofuda print dango-1996 -o dango.pdf\n  gofuda print tesuji -o tesuji.pdf --bleed --duplex long-edge\n"
      "  gofuda --rules my print my-deck -o my-deck.pdf --paper letter\n"
      "  gofuda print keima kosumi -o two.png --dpi 150\n"
      "  gofuda print card-go --sheet --backs -o card-go.png\n\n"
      "Exit code: 0; 1 when a card's text does not fit or a file is wrong or cannot be written; 2 for wrong usage.");
  run(c, program, args, print_cards);
}

void add_new(CLI::App& app, Program& program) {
  auto args = std::make_shared<New>();
  CLI::App* c = app.add_subcommand(
      "new", "Write a commented starting file for a card, deck, variant, turn, win condition or dispute");
  c->add_option("kind", args->kind, "card, deck, variant, turn, win or dispute")->required()->type_name("KIND");
  c->add_option("name", args->name, "Small letters, digits and hyphens; the file is named so")
      ->required()
      ->type_name("NAME");
  c->footer(
      "The file goes to its place below --rules DIR, or below the current folder: cards/, cards/decks/, variants/,\n"
      "variants/turns/, variants/win/ or disputes/. A file that is there is never overwritten.\n\nExamples:\n"
      "  gofuda new card big-keima\n  gofuda --rules my-rules new variant my-game\n  gofuda new dispute three-eyes\n\n"
      "Exit code: 0; 1 when the file is there already or cannot be written; 2 for wrong usage.");
  run(c, program, args, make_new);
}

void add_init(CLI::App& app, Program& program) {
  auto args = std::make_shared<Init>();
  CLI::App* c = app.add_subcommand("init", "Make a project: a folder of rules with examples, set up for editors");
  c->add_option("folder", args->folder, "The folder; it may be there already, with rules in it or not")
      ->required()
      ->type_name("DIR");
  c->footer(
      "Writes a deck, a game, two cards and a dispute to start from, and settings for editors; into a folder that has\n"
      "rules, the settings alone. A file that is there is never overwritten. From within such a folder every command\n"
      "finds its rules, as if --rules DIR had been said.\n\nExamples:\n  gofuda init my-game\n  gofuda init .\n\n"
      "Exit code: 0; 1 when a file cannot be written; 2 for wrong usage.");
  run(c, program, args, init);
}

void add_docs(CLI::App& app, Program& program) {
  auto args = std::make_shared<Docs>();
  CLI::App* c = app.add_subcommand("docs", "Renew the documentation and schemas that are generated from the program");
  c->add_option("folder", args->folder, "The source tree");
  c->add_flag("--check", args->check, "Change nothing; exit 1 when something is stale");
  c->footer("Examples:\n  gofuda docs\n  gofuda docs --check");
  run(c, program, args, docs);
}

}  // namespace gofuda::tools
