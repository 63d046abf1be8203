#include "tools/lab/plans/from_position.hpp"

#include "core/notation/feed.hpp"

namespace gofuda::tools {

namespace {

void report_misfit(const TokenFeed& feed, TokenFeed::Fed outcome, const Game& game, Diagnostics& out) {
  const Token* t = feed.token();
  const std::string file = t ? t->file : "";
  const int line = t ? t->line : 0, column = t ? t->column : 0;
  if (outcome == TokenFeed::Fed::fault)
    out.error(game.fault().file, game.fault().line, 0, game.fault().code.empty() ? "lua" : game.fault().code,
              game.fault().message);
  else if (outcome == TokenFeed::Fed::refused)
    out.error(file, line, column, "refused", to_string(feed.verdict()) + "; " + feed.misfit_text());
  else
    out.error(file, line, column, "changed", feed.problem() + "; " + feed.misfit_text());
}

}  // namespace

std::optional<FromPosition> read_from(Library& library, const Dispute& file, const std::string& variant,
                                      const Settings& more, Diagnostics& out) {
  const std::string name = file.file->name;
  if (!variant.empty() && variant != file.variant) {
    out.error(name, 1, 1, "variant", "this is a game of " + file.variant + ", not of " + variant);
    return std::nullopt;
  }
  FromPosition from;
  from.settings = file.cases[0].settings;
  for (const auto& [key, value] : more) put_setting(from.settings, key, value);
  auto open = open_dispute(library, file, from.settings, out);
  if (!open) return std::nullopt;
  Game& game = *open->game;
  TokenFeed feed(game, *open->scripts, *file.cases[0].tokens);
  TokenFeed::Fed outcome = feed.play();
  if (outcome == TokenFeed::Fed::played) outcome = feed.finish();
  if (outcome != TokenFeed::Fed::played) {
    report_misfit(feed, outcome, game, out);
    return std::nullopt;
  }
  if (game.over()) {
    out.error(name, 1, 1, "over", "the game is over; there is nothing to play on from");
    return std::nullopt;
  }
  if (game.log().size() > game.turn_mark())
    out.warning(
        name, 1, 1, "within-turn",
        "it ends within turn " + std::to_string(game.turn_start().turn) + "; games begin at the start of that turn");
  from.variant = open->variant;
  from.position = std::make_shared<Position>(game.turn_start());
  return from;
}

}  // namespace gofuda::tools
