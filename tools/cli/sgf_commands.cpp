// The commands about game records in the Smart Game Format.
#include "tools/sgf/sgf_commands.hpp"

#include "tools/cli/commands.hpp"

namespace gofuda::tools {

namespace {

CLI::Option* output_option(CLI::App* c, std::string& to) {
  return named(c->add_option("-o,--out", to, "Write it here instead of to standard output"));
}
void set_option(CLI::App* c, std::vector<std::string>& set) {
  c->add_option("--set", set, "By another rule; may be repeated")->type_name("KEY=VALUE")->allow_extra_args(false);
}

void add_import(CLI::App* sgf, Program& program) {
  auto args = std::make_shared<SgfImport>();
  CLI::App* c = sgf->add_subcommand("import", "A record as a saved game, or its position as a dispute");
  named(c->add_option("file", args->file, "The record"))->required();
  c->add_option("--game", args->game, "Which game of a collection, from 1")
      ->check(CLI::Range(1, 1'000'000))
      ->capture_default_str()
      ->type_name("K");
  c->add_option("--move", args->move, "So many moves of it; in a record that holds answers, turns")
      ->check(CLI::Range(0, 1'000'000))
      ->type_name("N");
  c->add_option("--variation", args->path, "Which way to go at each fork, from 1; the first where it says nothing")
      ->type_name("N.N...");
  c->add_option("--as", args->as, "game: what was played; dispute: the position that it led to")
      ->check(CLI::IsMember({"game", "dispute"}))
      ->capture_default_str();
  c->add_option("--variant", args->variant, "Play its moves by these rules")->type_name("VARIANT");
  c->add_flag("--lenient", args->lenient,
              "A move that the rules refuse puts its stone as an editor does, and the game begins after it");
  set_option(c, args->set);
  output_option(c, args->to);
  c->footer(
      "Examples:\n  gofuda sgf import game.sgf -o game.yaml\n  gofuda sgf import game.sgf --move 40 --as dispute\n"
      "  gofuda sgf import collection.sgf --game 3 --variation 2.1\n\n"
      "Exit code: 0; 1 when the record is broken or a move is refused; 2 for wrong usage.");
  run(c, program, args, import_sgf);
}

void add_export(CLI::App* sgf, Program& program) {
  auto args = std::make_shared<SgfExport>();
  CLI::App* c = sgf->add_subcommand("export", "A saved game as a record that other programs show");
  named(c->add_option("game", args->file, "A saved game, a dispute or a record"))->required();
  set_option(c, args->set);
  output_option(c, args->to);
  c->footer(
      "It holds what the saved game holds, the cards of both sides included.\n\n"
      "Examples:\n  gofuda sgf export game.yaml -o game.sgf\n\n"
      "Exit code: 0; 1 when the game does not fit the rules; 2 for wrong usage.");
  run(c, program, args, export_sgf);
}

}  // namespace

void add_sgf(CLI::App& app, Program& program) {
  CLI::App* c = app.add_subcommand("sgf", "Read and write game records in the Smart Game Format");
  c->require_subcommand(1);
  add_import(c, program);
  add_export(c, program);
}

}  // namespace gofuda::tools
