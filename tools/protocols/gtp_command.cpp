#include <cstdio>
#include <iostream>

#include "tools/cli/commands.hpp"
#include "tools/protocols/gtp.hpp"

namespace gofuda::tools {

namespace {

struct Gtp {
  std::string variant = "go", player = "mcts:playouts=10000";
  std::vector<std::string> set;
  std::uint64_t seed = 1;
};

int gtp(const Options& options, const Gtp& args) {
  Diagnostics out;
  const Settings settings = parse_settings(args.set, out);
  auto library = out.has_errors() ? std::nullopt : open_library(options, out);
  if (!library) return report(options, out), 2;
  if (!library->path(FileKind::variant, args.variant))
    return usage_error("there is no variant '" + args.variant + "'" +
                       did_you_mean(args.variant, library->names(FileKind::variant)));
  GtpServer server(*library, args.variant, settings, args.player, args.seed);
  if (!server.start(out)) return report(options, out), 2;
  for (std::string line; !server.over() && std::getline(std::cin, line);) {
    const std::string answer = server.answer(line);
    if (std::fwrite(answer.data(), 1, answer.size(), stdout) != answer.size() || std::fflush(stdout) != 0) return 1;
  }
  return 0;
}

}  // namespace

void add_gtp(CLI::App& app, Options& options) {
  auto args = std::make_shared<Gtp>();
  CLI::App* c = app.add_subcommand("gtp", "Play as an engine in programs that speak the Go Text Protocol");
  c->add_option("variant", args->variant, "A game of plain stones on a square board")
      ->capture_default_str()
      ->type_name("VARIANT");
  c->add_option("--player", args->player, "Who answers genmove, with options")
      ->capture_default_str()
      ->type_name("PLAYER");
  c->add_option("--seed", args->seed, "Of what the player draws")->capture_default_str()->type_name("N");
  c->add_option("--set", args->set, "Another rule; may be repeated")->type_name("KEY=VALUE")->allow_extra_args(false);
  c->footer(player_help() +
            "\nExamples:\n  gofuda gtp dgo --player mcts:playouts=50000\n  gofuda gtp go --player mcts:ms=2000\n"
            "  printf 'boardsize 9\\ngenmove b\\nshowboard\\nquit\\n' | gofuda gtp\n\n"
            "Exit code: 0 after quit or at the end of the input; 1 when nobody reads the answers; 2 for wrong usage.");
  c->callback([&options, args] { options.run = [&options, args] { return gtp(options, *args); }; });
}

}  // namespace gofuda::tools
