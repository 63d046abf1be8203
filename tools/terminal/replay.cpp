#include "tools/terminal/replay.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/notation/feed.hpp"
#include "core/notation/tokens.hpp"
#include "scripting/dispute.hpp"
#include "scripting/scripts.hpp"
#include "tools/table/game_link.hpp"
#include "tools/table/reasons.hpp"
#include "tools/table/scene_json.hpp"

namespace gofuda::tools {

namespace {

class Show {
 public:
  Show(const Options& options, const std::shared_ptr<const Variant>& variant, const Game& game)
      : options_(options), style_(style_for(use_colour(options, 1), 1)), reasons_(variant), scene_{*variant,     game,
                                                                                                   std::nullopt, {},
                                                                                                   nullptr,      false,
                                                                                                   &reasons_} {}

  // The position after a turn, or the last one of the game, with the moves that led to it.
  void print(const Position* position, const std::string& head) {
    scene_.at = position;
    if (options_.json) {
      std::printf("%s\n", json_text(state_json(scene_, moves_)).c_str());
    } else {
      std::printf("%s%s\n", first_ ? "" : "\n", painted(style_, Paint::strong, head).c_str());
      for (const std::string& line : course_lines(scene_, moves_)) std::printf("  %s\n", line.c_str());
      print_lines(style_.colour ? board_lines(style_, scene_.game.rules().grid, scene_.position().board,
                                              marked_points(scene_), closed_points(scene_))
                                : plain_lines(scene_));
      if (style_.colour && scene_.asks()) std::printf("asked: %s\n", asked_text(scene_).c_str());
      if (style_.colour) print_lines(asked_hints(scene_));
      if (scene_.position().over()) print_lines(result_lines(scene_.game.rules(), scene_.position()));
    }
    first_ = false;
    pass(scene_.position());
    scene_.at = nullptr;
  }
  void pass(const Position& p) { moves_ = p.moves.size(); }  // its moves are not to be printed

 private:
  const Options& options_;
  Style style_;
  Reasons reasons_;
  Scene scene_;
  std::size_t moves_ = 0;
  bool first_ = true;
};

// Goes through the finished turns of the log once more; `each` gets the number of the turn and the position after it.
template <class F>
void walk(const Game& game, Scripts& scripts, F&& each) {
  Position position = first_position(game.rules(), game.setup());
  Log log = game.log();
  each(0, position);
  std::size_t cursor = 0;
  int turns = static_cast<int>(game.turn_marks().size()) - 1;
  for (int turn = 1; turn <= turns; ++turn) {
    Run run(game.rules(), scripts, game.setup().key);
    if (run.turn(position, log, cursor, {}) != Status::done) return;
    cursor = run.cursor();
    each(turn, position);
  }
}

void print_game(const Options& options, const Replay& args, const OpenGame& open) {
  const Game& game = *open.game;
  Show show(options, open.variant, game);
  int turns = static_cast<int>(game.turn_marks().size()) - 1;
  walk(game, *open.scripts, [&](int turn, const Position& p) {
    bool wanted = args.at ? turn == *args.at : turn > 0 || turns == 0;
    if (wanted)
      show.print(&p, turn == 0 ? "the start" : "after turn " + std::to_string(turn));
    else
      show.pass(p);
  });
  if (!args.at && game.state() == Status::asks && !game.over())
    show.print(nullptr, "in turn " + std::to_string(turns + 1));
}

// Where and why the plays of the file end before its end. The exit code.
int judge_end(const Options& options, const Dispute& dispute, const Game& game, const TokenFeed& feed,
              TokenFeed::Fed outcome) {
  const bool fails_next =
      outcome == TokenFeed::Fed::played && game.state() == Status::fault && !dispute.cases[0].expect;
  if (outcome == TokenFeed::Fed::played && !fails_next) return 0;
  Diagnostics out;
  const Token* t = feed.token();
  const std::string play = t ? as_written(*t) : "";
  auto at_token = [&](const std::string& code, const std::string& message) {
    error_at_word(dispute, t, code, message, out);
  };
  bool expected = dispute.cases[0].expect && dispute.cases[0].expect->find("illegal");
  if (outcome == TokenFeed::Fed::refused && expected) {
    if (!options.json)
      std::printf("%s is refused, as the file expects: %s\n", play.c_str(), to_string(feed.verdict()).c_str());
    return 0;
  }
  if (outcome == TokenFeed::Fed::refused)
    at_token("refused", "'" + play + "' is refused: " + clause(to_string(feed.verdict())) + "; " + feed.misfit_text());
  if (outcome == TokenFeed::Fed::wrong) at_token("changed", feed.problem() + "; " + feed.misfit_text());
  if (outcome == TokenFeed::Fed::fault) {
    out.add(to_diagnostic(game.fault()));
    if (t) at_token("fault", "that script failed in the play '" + play + "'");
  }
  if (fails_next) {
    out.add(to_diagnostic(game.fault()));
    out.error(dispute.file->name, 0, 0, "fault",
              "that script failed in turn " + std::to_string(game.position().turn) + ", before anything is asked");
  }
  for (const Diagnostic& d : out.list()) {
    std::fprintf(stderr, "%s\n", to_text(d).c_str());
    if (options.json)
      std::printf("%s\n",
                  json_text({{"error", d.message}, {"file", d.file}, {"line", d.line}, {"code", d.code}}).c_str());
  }
  return 1;
}

}  // namespace

int replay(const Options& options, const Replay& args) {
  Diagnostics out;
  Settings more = parse_settings(args.set, out);
  auto library = out.has_errors() ? std::nullopt : open_and_tell(options, out);
  if (!library) return report(options, out), 2;
  const auto game = read_game_text(args.file, out);
  if (!game) return report(options, out), 1;
  auto dispute = parse_dispute(game->name, game->text, out, game->files);
  if (!dispute) return report(options, out), 1;
  Settings settings = dispute->cases[0].settings;
  settings.insert(settings.end(), more.begin(), more.end());
  auto open = open_dispute(*library, *dispute, settings, out);
  if (!open) return report(options, out), exit_code(out);
  TokenFeed feed(*open->game, *open->scripts, *dispute->cases[0].tokens);
  TokenFeed::Fed outcome = feed.play();
  if (outcome == TokenFeed::Fed::played && open->game->state() == Status::done) open->game->advance(*open->scripts);
  int turns = static_cast<int>(open->game->turn_marks().size()) - 1;
  if (args.at && (*args.at < 0 || *args.at > turns)) {
    usage_error("--at is a number from 0 to " + std::to_string(turns) + ": so many turns are finished in " +
                game->name);
    judge_end(options, *dispute, *open->game, feed, outcome);
    return 2;
  }
  if (!options.json) std::printf("%s (%s)\n", printable(dispute->title).c_str(), open->variant->id.c_str());
  print_game(options, args, *open);
  std::fflush(stdout);
  return judge_end(options, *dispute, *open->game, feed, outcome);
}

}  // namespace gofuda::tools
