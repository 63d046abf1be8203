#include "tools/cli/commands.hpp"
#include "tools/table/table.hpp"

namespace gofuda::tools {

namespace {

constexpr std::uint64_t kMostSeed = 1'000'000'000'000'000;  // what a saved game can say

int play(const Options& options, const Play& args) {
  if (args.variant.empty() && args.load.empty())
    return usage_error("name a game, such as gofuda play dango-1996, or give --load FILE");
  if (args.seed && !args.load.empty()) return usage_error("the seed of a saved game stands in its file");
  if (args.seed && *args.seed > kMostSeed)
    return usage_error("a seed is a number from 0 to " + std::to_string(kMostSeed));
  return Table(options, args).run();
}

}  // namespace

void add_play(CLI::App& app, Options& options) {
  auto args = std::make_shared<Play>();
  CLI::App* c = app.add_subcommand("play", "Play a game in the terminal, or through a pipe");
  c->add_option("variant", args->variant, "The game; gofuda show variant lists them")->type_name("VARIANT");
  c->add_option("--seed", args->seed, "For the shuffles and the programs; without it, another game each time")
      ->type_name("N");
  for (auto [name, to] : {std::pair{"--black", &args->black}, {"--white", &args->white}})
    c->add_option(name, *to, "Who plays this colour: human, or a program such as random or mcts:playouts=2000")
        ->type_name("WHO");
  c->add_option("--set", args->set, "Play with another rule; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  c->add_flag("--watch", args->watch,
              "Go on with the rule files as soon as they are saved; show games of random players turn by turn");
  c->add_option("--load", args->load, "Go on with a saved game, or from a dispute")->type_name("FILE");
  c->add_option("--save", args->save, "Save the game here on leaving")->type_name("FILE");
  c->footer(
      player_help() +
      "Without --black and --white you play Black against a random White (where the rules draw the colours, the seed "
      "does).\n\nExamples:\n"
      "  gofuda play dango-1996\n  gofuda play go --set board.size=9x9 --white human\n"
      "  gofuda --rules my-rules play my-game --watch     edit a card, save it, and go on\n"
      "  gofuda play dango-1996 --seed 7 --black random --white random\n"
      "  gofuda play dango-1996 --load game.yaml --save game.yaml\n  printf 'D4 F5\\nwhy\\n' | gofuda play dango-1996 "
      "--seed 1\n\n"
      "Exit code: 0; 1 when an answer in a pipe or a rule file was wrong; 2 for wrong usage.");
  c->callback([&options, args] { options.run = [&options, args] { return play(options, *args); }; });
}

}  // namespace gofuda::tools
