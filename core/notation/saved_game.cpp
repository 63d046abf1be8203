#include "core/notation/saved_game.hpp"

#include "core/notation/board_text.hpp"
#include "core/notation/tally_text.hpp"
#include "core/notation/transcript.hpp"

namespace gofuda {

namespace {

std::string quoted(const std::string& s) {
  std::string out = "\"";
  for (char c : s) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + "\"";
}

// Top card first, as files write piles.
std::string pile_text(const Ruleset& rules, std::span<const CardId> cards) {
  std::string out;
  for (std::size_t i = cards.size(); i-- > 0;) out += (out.empty() ? "" : ", ") + rules.cards[cards[i]].id;
  return "[" + out + "]";
}

void write_zone(const Ruleset& rules, const Position& p, const char* key, Zone zone, std::string& out) {
  std::string inside;
  for (Owner o : {Owner::black, Owner::white, Owner::common})
    if (p.cards.size(o, zone) > 0)
      inside += "  " + std::string(owner_name(o)) + ": " + pile_text(rules, p.cards.in(o, zone)) + "\n";
  if (!inside.empty()) out += std::string(key) + ":\n" + inside;
}

}  // namespace

std::string saved_game_head(const std::string& variant, const ChanceKey& key,
                            std::span<const std::pair<std::string, std::string>> settings, const std::string& title) {
  std::string out = "dispute: " + quoted(title) + "\nvariant: " + variant + "\n";
  out += "seed: " + std::to_string(key.seed) + "\n";
  if (key.game) out += "game: " + std::to_string(key.game) + "\n";
  if (!settings.empty()) out += "set:\n";
  for (const auto& [k, v] : settings) out += "  " + k + ": " + quoted(v) + "\n";
  return out;
}

std::string effects_text(const Ruleset& rules, const Position& p) {
  std::string out;
  for (const LastingEffect& e : p.lasting) {
    out += "  - { " + std::string(seat_name(e.seat)) + ": " + rules.cards[e.card.id].id;
    const Until until = until_of(e, p.turn);
    if (until.own_turns > 0) out += ", turns: " + std::to_string(until.own_turns);
    if (until.their_turns > 0) out += ", their_turns: " + std::to_string(until.their_turns);
    if (until.turn > 0) out += ", until_turn: " + std::to_string(until.turn);
    if (!until.stones.empty()) out += ", until_captured: " + to_string(until.stones);
    out += " }\n";
  }
  return out.empty() ? "" : "effects:\n" + out;
}

std::string saved_game(const std::string& variant, const Game& game,
                       std::span<const std::pair<std::string, std::string>> settings, const std::string& title) {
  const Ruleset& rules = game.rules();
  Position start = first_position(rules, game.setup());
  std::string out = saved_game_head(variant, game.setup().key, settings, title);
  if (start.to_move != rules.first || rules.first_by_chance)
    out += "to_move: " + std::string(seat_name(start.to_move)) + "\n";
  out += stones_text(start.board);
  out += start_text(rules, start.board, start);
  if (start.board.ko() != kNoPoint) out += "ko: " + point_name(start.board.ko()) + "\n";
  write_zone(rules, start, "decks", Zone::deck, out);
  write_zone(rules, start, "hands", Zone::hand, out);
  write_zone(rules, start, "aside", Zone::aside, out);
  write_zone(rules, start, "shown", Zone::shown, out);
  write_zone(rules, start, "discards", Zone::discard, out);
  out += effects_text(rules, start);
  out += "play:\n";
  for (const TranscriptLine& line : transcript(game)) out += "  - " + line.who + ": " + line.text + "\n";
  return out;
}

}  // namespace gofuda
