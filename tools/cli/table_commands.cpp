// The command of the game on a page.
#include <utility>

#include "core/notation/saved_game.hpp"
#include "tools/cli/commands.hpp"
#include "tools/lab/plans/plan_args.hpp"
#include "tools/players/player.hpp"
#include "tools/server/http/serve.hpp"

namespace gofuda::tools {

void add_table(CLI::App& app, Program& program) {
  auto args = std::make_shared<Serve>();
  CLI::App* c = app.add_subcommand("table", "Play a game on a page of this machine's browser, alone or with others");
  c->add_option("variant", args->variant, "The game; without it, it is chosen on the page")->type_name("VARIANT");
  c->add_option("--seed", args->seed, "For the shuffles and the programs; without it, another game each time")
      ->check(CLI::Range(std::uint64_t{0}, kMostSeed))
      ->type_name("N");
  add_table_options(*c, *args);
  named(c->add_option("--load", args->load,
                      "Go on with a saved game, in a file or a link of the page, or from a dispute"));
  named(c->add_option("--save", args->save, "Save the game here on leaving"));
  c->add_option("--port", args->port, "Where it is served; 0: any. Without it 8080, or the next that is free")
      ->type_name("N");
  c->add_flag("--links", args->links, "Print the links for Black, White, onlookers and the arbiter, too");
  c->add_flag("--open", args->open, "Open the page in the browser");
  c->add_option("--connections", args->connections, "Most connections at a time")
      ->check(CLI::Range(4, 10000))
      ->capture_default_str()
      ->type_name("N");
  c->add_option("--assets", args->assets, "Serve the page from this folder, for who works on it")->type_name("DIR");
  add_isolate_options(*c, args->isolate);
  c->footer(
      player_help() +
      "It is served to this machine alone, at 127.0.0.1. Whoever has a link may do what the link says.\n\nExamples:\n"
      "  gofuda table dango-1996 --open\n  gofuda table card-go --white human --links\n"
      "  gofuda --rules my-rules table my-game           edit a card, save it, and see it\n"
      "  gofuda --rules strange table their-game --isolate\n"
      "  gofuda table --load game.yaml --save game.yaml\n\n"
      "Ctrl-C ends it. Exit code: 0; 1 when a file is wrong or cannot be written, or the port is taken; 2 for wrong "
      "usage.");
  run(c, program, args, serve);
}

}  // namespace gofuda::tools
