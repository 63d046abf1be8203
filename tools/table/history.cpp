#include "tools/table/history.hpp"

#include <algorithm>

namespace gofuda::tools {

std::vector<std::size_t> turn_begins(const Game& game) {
  std::vector<std::size_t> out;
  const auto& marks = game.turn_marks();
  for (std::size_t i = 0; i < marks.size(); ++i) {
    std::size_t end = i + 1 < marks.size() ? marks[i + 1] : game.log().size();
    bool marking = marks[i] < end && game.log()[marks[i]].answers(QuestionKind::dead);
    if (!marking) out.push_back(marks[i]);
  }
  return out;
}

namespace {

// What chance and the engine add is there as soon as a player is asked.
std::size_t up_to_player(const Log& log, std::size_t items) {
  while (items < log.size() && !log[items].by_player()) ++items;
  return items;
}

std::size_t turn_number(const Game& game, std::size_t move) {  // from 0, as turn_begins counts
  const std::size_t first = first_position(game.rules(), game.setup()).turn;
  return game.position().moves[move].turn - first;
}

// Within the turn that begins at `from`: the fewest items with which so many moves are made.
std::size_t items_in_turn(const Game& game, Scripts& scripts, std::size_t from, std::size_t end, std::size_t moves) {
  const Position start = cut_game(game, scripts, from).turn_start();
  for (std::size_t items = from + 1; items < end; ++items) {
    if (game.log()[items - 1].by_player() == false) continue;
    Log log = game.log();
    log.resize(up_to_player(log, items));
    Position work = start;
    Run run(game.rules(), scripts, game.setup().key);
    const Status s = run.turn(work, log, from, {});
    if ((s == Status::asks || s == Status::done) && work.moves.size() >= moves) return log.size();
  }
  return end;
}

}  // namespace

std::size_t items_after(const Game& game, Scripts& scripts, std::size_t moves) {
  const Position& p = game.position();
  const Log& log = game.log();
  if (moves >= p.moves.size()) return log.size();
  if (moves == 0) return up_to_player(log, 0);
  const std::vector<std::size_t> begins = turn_begins(game);
  const std::size_t turn = turn_number(game, moves - 1);
  if (turn >= begins.size()) return log.size();
  const std::size_t end = turn + 1 < begins.size() ? begins[turn + 1] : log.size();
  if (turn_number(game, moves) != turn) return up_to_player(log, end);
  return items_in_turn(game, scripts, begins[turn], end, moves);
}

TurnPlace turn_place(const Game& game, std::size_t moves) {
  const Position& p = game.position();
  const std::vector<std::size_t> begins = turn_begins(game);
  TurnPlace out;
  for (std::size_t m = 0; m < p.moves.size() && m < moves; ++m) {
    const bool last_of_turn = m + 1 == p.moves.size() || turn_number(game, m + 1) != turn_number(game, m);
    const std::size_t next = turn_number(game, m) + 1;
    if (last_of_turn && next < begins.size()) out = {begins[next], m + 1};
  }
  return out;
}

Position position_after(const Game& game, Scripts& scripts, std::size_t items) {
  Position p = first_position(game.rules(), game.setup());
  Log log = game.log();
  log.resize(items);
  for (std::size_t cursor = 0; !p.over();) {
    Run run(game.rules(), scripts, game.setup().key);
    if (run.turn(p, log, cursor, {}) != Status::done) break;
    cursor = run.cursor();
  }
  return p;
}

Game cut_game(const Game& game, Scripts& scripts, std::size_t items) {
  Game out = game;
  out.rebuild(scripts, items);
  return out;
}

bool hides_something(const Game& game) {
  if (game.over()) return false;
  const Log& log = game.log();
  for (std::size_t i = 0; i < log.size(); ++i)
    if (log[i].secret || log[i].kind == LogItem::shown) return true;
  return !game.rules().cards.empty();
}

std::optional<std::size_t> last_answer(const Game& game, Seat seat) {
  const Log& log = game.log();
  for (std::size_t i = log.size(); i-- > 0;) {
    const bool declined = log[i].answers(QuestionKind::offer) && log.numbers(log[i])[0] == 0;
    if (log[i].by_player() && log[i].who == index(seat) && !declined) return i;
  }
  return std::nullopt;
}

namespace {

std::size_t open_things(const Position& p) {
  auto n =
      static_cast<std::size_t>(std::count_if(p.notes.begin(), p.notes.end(), [](const Note& x) { return x.open; }));
  for (int o = 0; o < kOwners; ++o)
    for (Zone z : {Zone::shown, Zone::play, Zone::discard}) n += p.cards.size(static_cast<Owner>(o), z);
  return n;
}

std::size_t cards_drawn(const Position& p) {
  return static_cast<std::size_t>(std::count_if(p.card_events.begin(), p.card_events.end(), [](const CardEvent& e) {
    return e.kind == CardEvent::drawn || e.kind == CardEvent::returned;
  }));
}

// What nobody, or one side alone, could know, and an item of the log has shown; "" when none is of that kind.
const char* shown_by(const LogItem& item) {
  if (item.kind == LogItem::answer && !item.by_player()) return "chance has drawn since";
  return item.kind == LogItem::shown ? "a card was turned up since" : "";
}

// And what a position tells of it.
const char* come_out(const Position& now, const Position& then) {
  if (now.chance != then.chance) return "chance has drawn since";
  if (!std::includes(then.known.begin(), then.known.end(), now.known.begin(), now.known.end()))
    return "a card was looked at since";
  return cards_drawn(now) > cards_drawn(then) ? "a card was drawn since" : "";
}

// Has the other side cards or notes whose faces the seat does not see?
bool hides_from(const Position& p, Seat seat) {
  const View view = view_of(p, seat);
  const Owner them = owner_of(other(seat));
  const auto is_hidden = [](CardId c) { return c == kNoCard; };
  for (const Zone z : {Zone::hand, Zone::aside}) {
    const auto cards = view.at(them, z);
    if (std::any_of(cards.begin(), cards.end(), is_hidden)) return true;
  }
  return std::any_of(view.notes.begin(), view.notes.end(),
                     [&](const Note& n) { return n.seat != seat && is_hidden(n.card.id); });
}

}  // namespace

bool has_come_out(const Game& game, const Game& before) {
  if (game.over() && hides_something(before)) return true;
  const Log& log = game.log();
  for (std::size_t i = before.log().size() + 1; i < log.size(); ++i)
    if (*shown_by(log[i])) return true;
  return *come_out(game.position(), before.position());
}

std::string why_no_undo(const Game& game, const Game& before, Seat seat) {
  // At the end everybody may have the whole game, with hands, decks and seed.
  if (game.over() && hides_something(before)) return "the game is over, and all of it was laid open";
  const Log& log = game.log();
  const std::size_t at = before.log().size();
  const bool failed = game.state() == Status::fault;  // there is no other way on, whatever was seen
  for (std::size_t i = 0; i < at; ++i)
    if (before.log()[i].secret && !log[i].secret && log[i].who != index(seat))
      return "a secret answer was laid open since";
  // One that stays secret may have decided what came then.
  for (std::size_t i = before.turn_mark(); i < at; ++i)
    if (before.log()[i].secret && before.log()[i].by_player() && before.log()[i].who != index(seat))
      return "what has come since may tell of a secret answer";
  for (std::size_t i = at + 1; i < log.size(); ++i) {
    if (log[i].by_player() && log[i].who != index(seat)) return "the other side has answered since";
    if (failed) continue;
    if (const char* why = shown_by(log[i]); *why) return why;
  }
  if (failed) return "";
  const Position &now = game.position(), &then = before.position();
  if (const char* why = come_out(now, then); *why) return why;
  return open_things(now) > open_things(then) ? "a card or a note was laid open since" : "";
}

bool tells_of_hidden(const Game& game, const Game& before, Seat seat) {
  const std::vector<CardInfo>& cards = game.rules().cards;
  const auto may_come_in = [](const CardInfo& c) { return c.answers || c.before || c.when != 0; };
  if (std::none_of(cards.begin(), cards.end(), may_come_in)) return false;
  const Position &now = game.position(), &then = before.position();
  const bool went_on = now.moves.size() > then.moves.size() || now.turn != then.turn ||
                       (game.state() == Status::asks && game.question().seat != seat);
  return went_on && hides_from(then, seat);
}

}  // namespace gofuda::tools
