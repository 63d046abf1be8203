#include "core/notation/outline.hpp"

#include <algorithm>

namespace gofuda {

Outline::Outline(const Position& p) : depths_(p.moves.size()) {
  for (auto e = p.card_events.rbegin(); e != p.card_events.rend(); ++e) {  // the outermost was finished last
    if (e->kind == CardEvent::over) over_.push_back(*e);
    if ((e->kind != CardEvent::played && e->kind != CardEvent::set_off) || e->end <= e->first) continue;
    begun_.push_back(*e);
    for (std::size_t i = e->first; i < std::min<std::size_t>(e->end, depths_.size()); ++i) ++depths_[i];
  }
  std::reverse(over_.begin(), over_.end());
  const auto earlier = [](const CardEvent& a, const CardEvent& b) { return a.first < b.first; };
  std::stable_sort(begun_.begin(), begun_.end(), earlier);
  std::stable_sort(over_.begin(), over_.end(), earlier);
}

namespace {

std::vector<CardEvent> at(const std::vector<CardEvent>& sorted, std::size_t first) {
  const auto [from, to] =
      std::equal_range(sorted.begin(), sorted.end(),
                       CardEvent{CardEvent::over, Seat::black, kNoCard, static_cast<std::uint32_t>(first), 0},
                       [](const CardEvent& a, const CardEvent& b) { return a.first < b.first; });
  return {from, to};
}

// After that item: then it is over, though no move may tell of it, where the card that it is played by fails for it.
bool is_found_unplayable(const Log& log, std::size_t i, CardId card) {
  while (++i < log.size())
    if (log[i].kind == LogItem::unplayable && log.numbers(log[i])[0] == card) return true;
  return false;
}

}  // namespace

std::vector<CardEvent> Outline::begun(std::size_t move) const { return at(begun_, move); }
std::vector<CardEvent> Outline::over(std::size_t moves) const { return at(over_, moves); }

bool has_own_move(const Position& p, const CardEvent& e) {
  if (e.kind != CardEvent::set_off || e.end >= p.moves.size()) return false;
  const Move &own = p.moves[e.end], &first = p.moves[e.first];
  return own.card == e.card && own.seat == e.seat && own.has(Move::kTriggered) == first.has(Move::kTriggered);
}

std::string event_text(const Ruleset& rules, const Position& position, const CardEvent& e) {
  const std::string name = rules.cards[e.card].name, seat(seat_name(e.seat));
  if (e.kind == CardEvent::over) return seat + "'s " + name + " is over";
  const Move& first = position.moves[e.first];
  if (first.has(Move::kTriggered)) return seat + "'s " + name + " is set off";
  return seat + (first.under == e.card ? " announces " : " plays ") + name;
}

std::vector<Unfinished> unfinished_cards(const Game& game) {
  std::vector<Unfinished> out;
  const Log& log = game.log();
  const Position& p = game.position();
  for (std::size_t i = game.turn_mark(); i < log.size(); ++i) {
    const auto numbers = log.numbers(log[i]);
    const bool shown = log[i].kind == LogItem::shown;
    const bool taken = log[i].answers(QuestionKind::offer) && unpack_card(numbers).id != kNoCard;
    if (!shown && !taken) continue;
    const CardId card = numbers[shown ? 0 : 1];
    const auto seat = static_cast<Seat>(log[i].who);
    const bool told = std::any_of(p.moves.begin(), p.moves.end(),
                                  [&](const Move& m) { return m.turn == p.turn && m.card == card && m.seat == seat; });
    if (!told && !is_found_unplayable(log, i, card)) out.push_back({seat, card, shown});
  }
  return out;
}

}  // namespace gofuda
