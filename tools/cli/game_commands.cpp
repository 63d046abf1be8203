// The commands about single games and the speed of them.
#include <utility>

#include "tools/bench/bench_command.hpp"
#include "tools/cli/actions.hpp"
#include "tools/cli/commands.hpp"
#include "tools/players/player.hpp"
#include "tools/protocols/gtp_command.hpp"
#include "tools/terminal/replay.hpp"
#include "tools/terminal/table.hpp"

namespace gofuda::tools {

void add_play(CLI::App& app, Program& program) {
  auto args = std::make_shared<Play>();
  CLI::App* c = app.add_subcommand("play", "Play a game in the terminal, or through a pipe");
  c->add_option("variant", args->variant, "The game; gofuda show variant lists them")->type_name("VARIANT");
  c->add_option("--seed", args->seed, "For the shuffles and the programs; without it, another game each time")
      ->type_name("N");
  add_table_options(*c, *args);
  c->add_option("--max-turns", args->max_turns, "Stop the game after this turn, at the next question")
      ->check(CLI::Range(1, 1 << 29))
      ->type_name("M");
  c->add_flag("--watch", args->watch,
              "Go on with the rule files as soon as they are saved; show games of random players turn by turn");
  named(c->add_option("--load", args->load,
                      "Go on with a saved game, in a file or a link of the page, or from a dispute"));
  named(c->add_option("--save", args->save, "Save the game here on leaving"));
  c->footer(
      player_help() +
      "Without --black and --white you play Black against a random White (where the rules draw the colours, the seed "
      "does).\n\nExamples:\n"
      "  gofuda play dango-1996\n  gofuda play go --set board.size=9x9 --white human\n"
      "  gofuda --rules my-rules play my-game --watch     edit a card, save it, and go on\n"
      "  gofuda play dango-1996 --seed 7 --black random --white random\n"
      "  gofuda play --load game.yaml --save game.yaml\n  gofuda play --load \"http://127.0.0.1:8080/#game=...\"\n  "
      "printf 'D4 F5\\nwhy\\n' | gofuda play dango-1996 "
      "--seed 1\n\n"
      "Exit code: 0; 1 when an answer in a pipe or a rule file was wrong; 2 for wrong usage.");
  run(c, program, args, play);
}

void add_replay(CLI::App& app, Program& program) {
  auto args = std::make_shared<Replay>();
  CLI::App* c = app.add_subcommand("replay", "Go through a saved game or a dispute turn by turn");
  c->add_option("file", args->file, "A saved game, in a file or a link of the page, or a dispute")
      ->required()
      ->type_name("FILE");
  c->add_option("--at", args->at, "Only the position after this turn; 0 is the start")->type_name("N");
  c->add_option("--set", args->set, "Replay under another rule; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  c->footer(
      "When the rules have changed since the game was saved, the first play that no longer fits is named with its "
      "line.\n\nExamples:\n"
      "  gofuda replay game.yaml\n  gofuda replay game.yaml --at 12\n  gofuda replay game.yaml --set "
      "rules.suicide=allowed\n"
      "  gofuda replay --json game.yaml > states.jsonl\n\n"
      "Exit code: 0; 1 when a play does not fit the rules or a file is wrong; 2 for wrong usage.");
  run(c, program, args, replay);
}

void add_gtp(CLI::App& app, Program& program) {
  auto args = std::make_shared<Gtp>();
  CLI::App* c = app.add_subcommand("gtp", "Play as an engine in programs that speak the Go Text Protocol");
  c->add_option("variant", args->variant, "The game")->capture_default_str()->type_name("VARIANT");
  c->add_option("--player", args->player, "Who answers genmove, with options")
      ->capture_default_str()
      ->type_name("PLAYER");
  whole_number(c->add_option("--seed", args->seed, "Of what the player draws, and of how the cards lie"))
      ->capture_default_str()
      ->type_name("N");
  c->add_flag("--points", args->points,
              "Answers come point by point, for programs in which a click on a point is a move, such as GoGui");
  c->add_option("--view", args->view, "Whose hidden cards are shown: black, white or, for what all may see, open")
      ->capture_default_str()
      ->type_name("WHO");
  named(c->add_option("--save", args->save, "Where printsgf FILE may write records: this folder and those in it")
            ->type_name("DIR"));
  c->add_option("--set", args->set, "Another rule; may be repeated")->type_name("KEY=VALUE")->allow_extra_args(false);
  add_isolate_options(*c, args->isolate);
  c->footer(player_help() +
            "\nExamples:\n  gofuda gtp dango-1996 --points --player mcts:playouts=2000\n  gofuda gtp dgo --player "
            "mcts:playouts=50000\n  gofuda gtp go --player mcts:ms=2000\n"
            "  printf 'boardsize 9\\ngenmove b\\nshowboard\\nquit\\n' | gofuda gtp\n"
            "  gofuda --rules strange gtp their-game --isolate\n\n"
            "Exit code: 0 after quit or at the end of the input; 1 when nobody reads the answers or the process of\n"
            "--isolate is lost; 2 for wrong usage, or when --isolate cannot be had here.");
  run(c, program, args, gtp);
}

void add_solve(CLI::App& app, Program& program) {
  auto args = std::make_shared<Solve>();
  CLI::App* c = app.add_subcommand("solve", "Who wins a small game of plain stones with best play, and how");
  c->add_option("variant", args->variant, "The game")->type_name("VARIANT");
  c->add_option("--load", args->load,
                "A saved game, in a file or a link of the page, or a dispute instead, from where it stands")
      ->type_name("FILE");
  c->add_option("--set", args->set, "Another rule; may be repeated")->type_name("KEY=VALUE")->allow_extra_args(false);
  c->add_option("--moves", args->moves, "Moves that are made first, such as \"D3 E4 pass\"")->type_name("MOVES");
  CLI::Option* proof =
      named(c->add_option("--proof", args->proof, "Write down there how it is done, for anybody to check"));
  named(c->add_option("--check", args->check, "Check such a file, by the rules alone"))
      ->excludes(proof)
      ->excludes("--load")
      ->excludes("--moves");
  c->add_option("--nodes", args->nodes, "Positions looked at, at most; more for each move of the line")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 50))
      ->capture_default_str()
      ->type_name("N");
  c->add_option("--move-nodes", args->move_nodes,
                "The same for each single move; 0: single moves are not looked at; otherwise a tenth of --nodes")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1} << 50))
      ->type_name("N");
  c->add_option("--memory", args->memory, "Room for positions that were seen, in MiB")
      ->check(CLI::Range(1, 65536))
      ->capture_default_str()
      ->type_name("MIB");
  c->footer(
      "A win is one whatever the other side does; its length counts the stones of both sides, the winner hurrying and "
      "the\n"
      "loser holding out. Where stones come off, what is not taken by the end counts as alive. Ctrl-C says what is "
      "known so far.\n\nExamples:\n"
      "  gofuda solve qango-6\n  gofuda solve qango-6-tournament --nodes 2000000000 --memory 1024\n"
      "  gofuda solve qango-6 --moves \"A1 C3\"\n"
      "  gofuda solve go --set board.size=3x3 --set rules.ko=positional --set rules.komi=0\n"
      "  gofuda solve qango-6-castle --nodes 100000000 --proof castle.txt\n  gofuda solve --check castle.txt\n\n"
      "A proof is a text that says for each turn of one side what it does, and for each answer how it goes on; what "
      "its\n"
      "lines mean stands in tools/solver/README.md.\n\n"
      "Exit code: 0; 1 when it is not solved, a proof does not hold or a file is wrong; 2 for wrong usage or a game "
      "that cannot be solved;\n"
      "130 after Ctrl-C.");
  run(c, program, args, solve);
}

void add_perft(CLI::App& app, Program& program) {
  auto args = std::make_shared<Perft>();
  CLI::App* c = app.add_subcommand("perft", "Count all plays to a depth, to compare two versions of the rules");
  c->add_option("variant", args->variant, "The game")->required()->type_name("VARIANT");
  c->add_option("--depth", args->depth, "How many questions are answered by the players")->required()->type_name("N");
  whole_number(c->add_option("--deck-seed", args->seed, "For the shuffles, which are the same in every play"))
      ->capture_default_str()
      ->type_name("S");
  whole_number(c->add_option("--limit", args->limit, "Refuse a depth with more answers to try than this"))
      ->capture_default_str()
      ->type_name("N");
  c->add_option("--set", args->set, "Another rule; may be repeated")->type_name("KEY=VALUE")->allow_extra_args(false);
  c->footer(
      "A play is a sequence of accepted answers. A set of points counts once, in whatever order it could be named; so "
      "does a\n"
      "pass. A sequence that ends the game early counts at the depth where it ends and at no deeper one.\n\nExamples:\n"
      "  gofuda perft go --set board.size=3x3 --depth 4\n  gofuda perft dango-1996 --depth 2 --deck-seed 3\n\n"
      "Exit code: 0; 1 when a depth is over the limit or a script fails; 2 for wrong usage.");
  run(c, program, args, perft);
}

void add_bench(CLI::App& app, Program& program) {
  auto args = std::make_shared<Bench>();
  CLI::App* c =
      app.add_subcommand("bench", "Measure speed: boards, playouts, cards, whole games, the library, disputes");
  c->add_option("filter", args->filter, "Only benchmarks whose name matches this regular expression");
  c->add_option("--seconds", args->seconds, "At least this long for each")
      ->check(CLI::Range(0.01, 600.0))
      ->check(no_nan());
  c->footer(
      "Examples:\n  gofuda bench\n  gofuda bench go_playouts\n  gofuda bench games/dango-1996 --seconds 5 --json > "
      "before.json");
  run(c, program, args, bench);
}

}  // namespace gofuda::tools
