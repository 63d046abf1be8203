#include "tools/sgf/import.hpp"

#include <algorithm>

#include "core/notation/feed.hpp"
#include "core/notation/saved_game.hpp"
#include "scripting/scripts.hpp"
#include "scripting/sgf_game.hpp"

namespace gofuda::tools {

namespace {

constexpr std::size_t kMostPut = 1000;         // moves that the rules refuse, of one record
constexpr std::size_t kMostReread = 4u << 20;  // bytes, for their sake

// How far the record could be played.
struct Played {
  PlayedRecord record;
  std::optional<std::size_t> refused;  // this word of it was
};

// Does one of these rules make that of two passes which Go's own do not?
bool ends_otherwise(const Settings& settings) {
  return std::any_of(settings.begin(), settings.end(), [](const auto& s) {
    const auto& [key, value] = s;
    return (key == "rules.passes_to_end" && value != "2") || (key == "rules.button" && value != "none") ||
           (key == "rules.dead_stones" && value != "agreed") || key == "rules.preset";
  });
}

void report_end(const Dispute& dispute, const TokenFeed& feed, TokenFeed::Fed outcome, const Game& game,
                Diagnostics& out) {
  const Token* t = feed.token();
  const auto at_token = [&](const char* code, const std::string& message) {
    error_at_word(dispute, t, code, message, out);
  };
  const std::string play = t ? t->who + "'s " + (t->bracket ? "(" + t->text + ")" : t->text) : "";
  if (outcome == TokenFeed::Fed::refused) at_token("refused", play + " is refused: " + to_string(feed.verdict()));
  if (outcome == TokenFeed::Fed::wrong) at_token("changed", feed.problem() + "; " + feed.misfit_text());
  if (outcome == TokenFeed::Fed::fault) out.add(to_diagnostic(game.fault()));
}

// The points of a record are read by its size, and its answers by the board of its game.
bool fits_board(const SgfGame& game, const Grid& board, const std::string& name, Diagnostics& out) {
  if (!game.size || (game.size->size.columns == board.width() && game.size->size.rows == board.height())) return true;
  out.error(name, game.size->line, game.size->column, "sgf",
            "the board is " + to_string(game.size->size) + " here, and " +
                to_string(SgfSize{board.width(), board.height()}) + " by the rules; make them alike");
  return false;
}

std::optional<Played> play_once(Library& library, const Dispute& dispute, const Settings& more, Diagnostics& out) {
  Played played;
  played.record.title = printable(dispute.title);
  played.record.settings = dispute.cases[0].settings;
  for (const auto& [key, value] : more) put_setting(played.record.settings, key, value);
  auto open = open_dispute(library, dispute, played.record.settings, out);
  if (!open) return std::nullopt;
  TokenFeed feed(*open->game, *open->scripts, *dispute.cases[0].tokens);
  const TokenFeed::Fed outcome = feed.play();
  if (outcome == TokenFeed::Fed::played && open->game->state() == Status::done) open->game->advance(*open->scripts);
  report_end(dispute, feed, outcome, *open->game, out);
  if (outcome == TokenFeed::Fed::refused || outcome == TokenFeed::Fed::wrong) played.refused = feed.used();
  if (outcome == TokenFeed::Fed::fault) return std::nullopt;
  played.record.open = std::move(*open);
  return played;
}

}  // namespace

std::optional<PlayedRecord> play_record(Library& library, const Dispute& dispute, const Settings& more,
                                        Diagnostics& out) {
  auto played = play_once(library, dispute, more, out);
  if (!played || played->refused) return std::nullopt;
  return std::move(played->record);
}

std::optional<PlayedRecord> play_sgf(Library& library, const std::string& name, std::string_view bytes,
                                     SgfChoice choice, const Settings& more, Diagnostics& out, Diagnostics& notes) {
  if (choice.variant.empty()) choice.never_asked = ends_otherwise(more);
  for (std::size_t put = 0;; ++put) {
    Diagnostics said, wrong;
    const auto game = read_sgf_game(name, bytes, choice, out, said);
    auto played = game ? play_once(library, game->dispute, more, wrong) : std::nullopt;
    if (played && !fits_board(*game, played->record.open.variant->ruleset->grid, name, out)) return std::nullopt;
    const bool moves = played && played->refused && !game->answers && *played->refused < game->nodes.size();
    const bool again = moves && choice.lenient && put < kMostPut && put * bytes.size() < kMostReread;
    if (again) {
      choice.put.insert(game->nodes[*played->refused]);
      continue;
    }
    for (const Diagnostic& d : said.list()) notes.add(d);
    for (Diagnostic d : wrong.list()) {
      if (moves)
        d.message +=
            choice.lenient ? "; too many moves before it were, too" : "; --lenient puts the stone there all the same";
      out.add(d);
    }
    if (!played || played->refused) return std::nullopt;
    return std::move(played->record);
  }
}

std::string game_text(const PlayedRecord& r) {
  return saved_game(r.open.variant->id, *r.open.game, r.settings, r.title);
}

std::string dispute_text(const PlayedRecord& r) {
  const Game& game = *r.open.game;
  Setup setup;
  setup.key = game.setup().key;
  setup.position = game.turn_start();
  const Game from_here(r.open.variant->ruleset, setup);
  std::string text = saved_game(r.open.variant->id, from_here, r.settings, r.title);
  const std::string mover(seat_name(setup.position->to_move));
  if (text.find("\nto_move: ") == std::string::npos) text.insert(text.find("\nseed: ") + 1, "to_move: " + mover + "\n");
  return text + "expect: { to_move: " + mover + " }\n";
}

}  // namespace gofuda::tools
