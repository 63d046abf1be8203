#include "tools/lab/plans/from_position.hpp"

#include "core/notation/feed.hpp"
#include "scripting/scripts.hpp"

namespace gofuda::tools {

namespace {

void report_misfit(const Dispute& file, const TokenFeed& feed, TokenFeed::Fed outcome, const Game& game,
                   Diagnostics& out) {
  if (outcome == TokenFeed::Fed::fault) return out.add(to_diagnostic(game.fault()));
  const bool refused = outcome == TokenFeed::Fed::refused;
  error_at_word(file, feed.token(), refused ? "refused" : "changed",
                (refused ? to_string(feed.verdict()) : feed.problem()) + "; " + feed.misfit_text(), out);
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
    report_misfit(file, feed, outcome, game, out);
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
