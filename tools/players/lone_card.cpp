#include "tools/players/lone_card.hpp"

#include <algorithm>

#include "core/notation/text.hpp"
#include "core/random_player.hpp"

namespace gofuda::tools {

Status LoneCard::turn(Run& run) {
  const Seat seat = run.position().to_move;
  for (const Zone zone : {Zone::hand, Zone::shown}) {
    const auto cards = run.position().choices(seat, owner_of(seat), zone);
    const auto held = std::find_if(cards.begin(), cards.end(), [&](Card c) { return c.id == card_; });
    if (held == cards.end()) continue;
    const Status s = run.play(seat, *held);
    return s == Status::unplayable ? Status::done : s;
  }
  return Status::done;
}

const Remark* obstacle(const std::vector<Remark>& remarks, CardId card, std::size_t first) {
  for (const Remark& r : remarks)
    if (r.card == card && r.move >= first && r.reason != Reason::legal) return &r;
  return nullptr;
}

std::map<std::size_t, Remark> obstacles(const Position& after, std::size_t first, const std::vector<Remark>& remarks) {
  std::map<std::size_t, Remark> out;
  for (const Remark& r : remarks) {  // a turn that was carried out again has said it again
    if (r.reason == Reason::legal || r.move < first || r.move >= after.moves.size()) continue;
    const Move& m = after.moves[r.move];
    if (m.has(Move::kUnplayable) && m.card == r.card) out[r.move] = r;
  }
  return out;
}

std::string obstacle_kind(const Remark& r) {
  constexpr std::size_t kLongest = 120;
  if (r.reason != Reason::unplayable && r.reason != Reason::refused) return std::string(reason_code(r.reason));
  std::string out;
  for (const char c : without_points(r)) {
    const bool digit = c >= '0' && c <= '9';
    if (!digit || out.empty() || out.back() != 'N') out += digit ? 'N' : c;
  }
  out = printable(out.substr(0, utf8_prefix(std::string_view(out).substr(0, kLongest))));
  if (out.ends_with('.')) out.pop_back();
  return out;
}

std::string without_points(const Remark& r) {
  const std::string code(reason_code(r.reason));
  if (r.reason == Reason::unplayable) return why_in_words(r.text);
  return r.text.starts_with(code + " at ") ? code + r.text.substr(r.text.find(": ")) : r.text;
}

std::string why_in_words(const std::string& remark) {
  const std::string said = std::string(reason_code(Reason::unplayable)) + ": ";
  return remark.starts_with(said) ? remark.substr(said.size()) : remark;
}

std::string why_not(const Variant& variant, LuaScripts& scripts, const Position& position, ChanceKey key, Seat seat,
                    CardId card) {
  Ruleset rules = *variant.ruleset;
  rules.plain = false;
  LoneCard alone(scripts, card);
  Position after = position;
  after.to_move = seat;
  after.lost_turns = {};
  const std::size_t first = after.moves.size();
  RandomPlayer black(key.seed, key.game), white(~key.seed, key.game);
  Run run(rules, alone, key);
  Log log;
  std::vector<Remark> remarks;
  scripts.collect_remarks(&remarks);
  const Status s = run.turn(after, log, 0, {&black, &white, nullptr});
  scripts.collect_remarks(nullptr);
  if (s == Status::illegal) return to_string(run.verdict());
  const Remark* why = s == Status::done ? obstacle(remarks, card, first) : nullptr;
  return why ? why_in_words(why->text) : "";
}

}  // namespace gofuda::tools
