#include "tools/table/record.hpp"

#include <nlohmann/json.hpp>

#include "core/notation/answers.hpp"
#include "core/notation/board_text.hpp"
#include "core/notation/tally_text.hpp"
#include "core/notation/transcript.hpp"
#include "core/view.hpp"
#include "scripting/diagnostic.hpp"
#include "tools/print/result.hpp"
#include "tools/table/history.hpp"

namespace gofuda::tools {

namespace {

enum class Seen : std::uint8_t { whole, mark, drop };  // of an item of the log: as it is, "?", or not there at all

bool names(const Log& log, const LogItem& item, Seat seat, CardId card) {
  if (item.who != index(seat)) return false;
  auto numbers = log.numbers(item);
  if (item.kind == LogItem::shown) return numbers[0] == card;
  return item.answers(QuestionKind::offer) && unpack_card(numbers).id == card;
}

// A card that was laid aside hidden, and all that was answered for it.
void hide_play(const Game& game, const Move& m, std::size_t from, std::size_t to, std::vector<Seen>& seen) {
  const Log& log = game.log();
  std::size_t at = to;
  for (std::size_t i = from; i < to; ++i)
    if (seen[i] == Seen::whole && names(log, log[i], m.seat, m.card)) at = i;
  if (at == to) return;
  seen[at] = Seen::mark;
  for (std::size_t i = at + 1; i < to && log[i].kind != LogItem::shown; ++i)
    if (log[i].who == index(m.seat)) seen[i] = Seen::drop;
}

std::vector<Seen> seen_items(const Scene& scene) {
  const Game& game = scene.game;
  const Log& log = game.log();
  std::vector<Seen> out(log.size(), Seen::whole);
  if (scene.knows_all()) return out;
  for (std::size_t i = 0; i < log.size(); ++i) {
    bool theirs = log[i].by_player() && !scene.knows(static_cast<Seat>(log[i].who));
    if (theirs && log[i].secret) out[i] = Seen::mark;
    if (theirs && log[i].answers(QuestionKind::offer) && log.numbers(log[i])[0] == 0) out[i] = Seen::drop;
    if (log[i].answers(QuestionKind::chance)) out[i] = Seen::mark;
    if (log.is_found(i, Unplayable::kEffect)) out[i] = Seen::drop;  // it may be a hidden card's
  }
  const Position& p = game.position();
  const Position view = scene.seen();
  const std::vector<std::size_t> begins = turn_begins(game);
  const std::size_t first = first_position(game.rules(), game.setup()).turn;
  for (std::size_t k = p.moves.size(); k-- > 0;) {
    if (view.moves[k].card == p.moves[k].card) continue;
    std::size_t turn = p.moves[k].turn - first;
    if (turn >= begins.size()) continue;
    hide_play(game, p.moves[k], begins[turn], turn + 1 < begins.size() ? begins[turn + 1] : log.size(), out);
  }
  return out;
}

std::string text_of(const Game& game, const LogItem& item, Seen seen) {
  if (seen == Seen::drop) return "";
  if (seen == Seen::mark)
    return item.kind == LogItem::shown || item.answers(QuestionKind::offer) || item.answers(QuestionKind::stone)
               ? "?"
               : "(?)";
  return item_text(game.rules(), item, game.log().numbers(item));
}

// The cards that the seat sees at the start, other than piles.
void write_cards(const Scene& scene, const Position& start, std::string& out) {
  for (auto [zone, key] :
       {std::pair{Zone::hand, "hands"}, {Zone::aside, "aside"}, {Zone::shown, "shown"}, {Zone::discard, "discards"}}) {
    std::string inside;
    for (Owner o : {Owner::black, Owner::white, Owner::common}) {
      auto cards = start.cards.in(o, zone);
      if (cards.empty()) continue;
      std::vector<std::string> names;
      for (std::size_t i = cards.size(); i-- > 0;)
        names.push_back(scene.sees(o, zone) ? scene.game.rules().cards[cards[i]].id : "?");
      inside += "  " + std::string(owner_name(o)) + ": [" + joined(names, ", ") + "]\n";
    }
    if (!inside.empty()) out += std::string(key) + ":\n" + inside;
  }
}

}  // namespace

std::vector<TranscriptLine> seen_transcript(const Scene& scene) {
  const std::vector<Seen> seen = seen_items(scene);
  return transcript(scene.game, [&](std::size_t i) { return text_of(scene.game, scene.game.log()[i], seen[i]); });
}

std::string record_text(const Scene& scene, const Settings& settings) {
  const Game& game = scene.game;
  const Position start = first_position(game.rules(), game.setup());
  std::string out = "record: " + json_text_of(scene.variant.title + ", turn " + std::to_string(game.position().turn)) +
                    "\nvariant: " + scene.variant.id + "\n";
  if (scene.viewer) out += "seat: " + std::string(seat_name(*scene.viewer)) + "   # ? is what this side has not seen\n";
  if (scene.outside) out += "seat: onlooker   # ? is what an onlooker has not seen\n";
  if (!settings.empty()) out += "set:\n";
  for (const auto& [key, value] : settings) out += "  " + key + ": " + json_text_of(value) + "\n";
  out += "to_move: " + std::string(seat_name(start.to_move)) + "\n";
  out += stones_text(start.board);
  out += start_text(game.rules(), start.board, start);
  write_cards(scene, start, out);
  std::string plays;
  for (const TranscriptLine& line : seen_transcript(scene))
    plays += "  - " + line.who + ": " + json_text_of(line.text) + "\n";
  out += plays.empty() ? "play: []\n" : "play:\n" + plays;
  if (!game.over()) return out;
  out += "result:\n";
  for (const std::string& line : result_lines(game.rules(), game.position())) out += "  - " + json_text_of(line) + "\n";
  return out;
}

}  // namespace gofuda::tools
