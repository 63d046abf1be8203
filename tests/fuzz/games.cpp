// Saved games: replayed, written down again, taken back to the start.
#include "core/notation/feed.hpp"
#include "core/notation/transcript.hpp"
#include "scripting/dispute.hpp"
#include "tests/fuzz/fuzz.hpp"

using namespace gofuda;
using namespace gofuda::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  Diagnostics out;
  const auto dispute = parse_dispute("game.yaml", text_of(bytes, size), out);
  if (!dispute) return 0;
  Library library = shipped();
  const Settings& settings = dispute->cases[0].settings;
  const auto open = open_dispute(library, *dispute, settings, out);
  require(open || out.has_errors(), "it is said why a game cannot be opened");
  require_shown(out);
  if (!open) return 0;
  Game& game = *open->game;
  TokenFeed feed(game, *open->scripts, *dispute->cases[0].tokens);
  const TokenFeed::Fed fed = feed.play();
  if (fed != TokenFeed::Fed::played) feed.misfit_text();
  transcript(game);
  require_same_when_saved(library, *open->variant, game, settings);
  constexpr int kMostBack = 4;
  for (int i = 0; i < kMostBack && game.undo(*open->scripts);) ++i;
  require_same_when_saved(library, *open->variant, game, settings);
  return 0;
}
