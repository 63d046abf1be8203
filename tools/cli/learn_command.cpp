// The command that learns a policy.
#include "tools/cli/commands.hpp"
#include "tools/learn/learn.hpp"

namespace gofuda::tools {

void add_learn(CLI::App& app, Program& program) {
  auto args = std::make_shared<Learn>();
  CLI::App* c = app.add_subcommand("learn", "Play a game of a program with itself, and learn how to answer in it");
  c->add_option("variant", args->variant, "The game; gofuda show variant lists them")->required()->type_name("VARIANT");
  c->add_option("--minutes", args->minutes, "How long")->check(CLI::Range(0.01, 100'000.0))->type_name("N");
  c->add_option("--games", args->games, "Instead: so many games; with the seed they decide what is learned")
      ->check(CLI::Range(1, 10'000'000))
      ->type_name("N");
  named(
      c->add_option("--out", args->out, "Where the weights are written, from time to time and at the end")->required());
  c->add_option("--playouts", args->playouts,
                "Of the search, for each answer; where there is time for 12000 answers, more")
      ->check(CLI::Range(32, 1'000'000))
      ->capture_default_str()
      ->type_name("N");
  c->add_option("--threads", args->threads, "Games at a time; what is learned from a number of games is the same")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str()
      ->type_name("T");
  whole_number(c->add_option("--seed", args->seed, "Game k is decided by the seed, k and what was learned before it"))
      ->capture_default_str()
      ->type_name("S");
  c->add_option("--set", args->set, "Another rule; may be repeated")->type_name("KEY=VALUE")->allow_extra_args(false);
  c->footer(
      "The players greedy and mcts take what was learned: greedy:weights=FILE, mcts:playouts=2000,weights=FILE. It is\n"
      "for the rules that it was learned by, and for no others. Ctrl-C ends the learning and keeps what is learned.\n\n"
      "Examples:\n"
      "  gofuda learn dango-1996 --minutes 60 --threads 2 --out dango.weights\n"
      "  gofuda learn card-go --minutes 60 --threads 2 --playouts 4000 --out card-go.weights\n"
      "  gofuda learn go --set board.size=7x7 --games 300 --playouts 100 --out go-7x7.weights\n"
      "  gofuda simulate dango-1996 --black mcts:weights=dango.weights --white mcts --games 100\n"
      "  gofuda play dango-1996 --white mcts:playouts=5000,weights=dango.weights\n\n"
      "Exit code: 0; 1 when nothing was learned, the rules are broken or the file cannot be written; 2 for wrong\n"
      "usage; 130 after Ctrl-C.");
  run(c, program, args, learn);
}

}  // namespace gofuda::tools
