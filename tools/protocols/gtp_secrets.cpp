// The Go Text Protocol: what a line must not tell, for it is only asked, or refused, and changes nothing.
#include <utility>

#include "core/notation/feed.hpp"
#include "tools/protocols/gtp.hpp"
#include "tools/protocols/move_word.hpp"
#include "tools/table/history.hpp"

namespace gofuda::tools {

// Where the cards that were turned up for the pending question begin in the log.
std::optional<std::size_t> GtpServer::shown_for(const Game& game) {
  const Log& log = game.log();
  std::optional<std::size_t> out;
  for (std::size_t i = log.size(); i-- > game.turn_mark() && !log[i].by_player();)
    if (log[i].kind == LogItem::shown) out = i;
  return out;
}

// What it plays may tell of its cards, and it has not played.
bool GtpServer::holds_unseen(Seat seat) const {
  const Cards& cards = position().cards;
  const Owner own = owner_of(seat);
  return !free_moves() && !scene().knows(seat) && cards.size(own, Zone::hand) + cards.size(own, Zone::aside) > 0;
}

// Does what a seat has done since then hold what the client may not see?
bool GtpServer::hides(Seat seat, std::size_t items, std::size_t moves) const {
  const Scene shown = scene();
  if (shown.knows(seat)) return false;
  const Log& log = game().log();
  for (std::size_t i = items; i < log.size(); ++i)
    if (log[i].secret && log[i].by_player() && log[i].who == index(seat)) return true;
  const Position seen = shown.seen();
  for (std::size_t i = moves; i < position().moves.size(); ++i)
    if (seen.moves[i].card != position().moves[i].card) return true;
  return false;
}

// Where what a word says may begin in the log: at the cards that were turned up, or after them.
std::vector<std::size_t> GtpServer::starts() const {
  std::vector<std::size_t> out;
  if (const auto shown = shown_for(game())) out.push_back(*shown);
  out.push_back(game().log().size());
  return out;
}

// Does a word go on after something that its first answers show, a card drawn or turned up, or what chance draws?
// Whether what follows is legal would tell of that.
bool GtpServer::goes_past_what_shows(Seat seat, const std::string& word) const {
  if (free_moves()) return false;
  const auto tokens = move_tokens(std::string(seat_name(seat)), word);
  if (!tokens) return false;
  for (std::size_t k = 1; k < tokens->size(); ++k) {
    bool played = false;
    for (std::size_t start : starts()) {
      Game copy = game();
      TokenFeed feed(copy, *scripts_, {tokens->begin(), tokens->begin() + static_cast<std::ptrdiff_t>(k)});
      feed.skip_to(start);
      if (feed.play() != TokenFeed::Fed::played) continue;
      played = true;
      if (has_come_out(copy, game())) return true;
    }
    if (!played) return false;
  }
  return false;
}

// Of the log, what a seat has answered since then without having seen more than then.
std::size_t GtpServer::answered_unseeing(const Game& before) const {
  const Log& log = game().log();
  std::size_t end = before.log().size();
  for (std::size_t i = end; i < log.size(); ++i) {
    if (!log[i].by_player()) continue;
    if (i > before.log().size() && has_come_out(cut_game(game(), *scripts_, i), before)) return end;
    end = i + 1;
  }
  return end;
}

}  // namespace gofuda::tools
