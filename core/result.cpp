#include "core/result.hpp"

namespace gofuda {

namespace {

int bonus_for(HandicapBonus bonus, int stones) {
  if (bonus == HandicapBonus::none || stones == 0) return 0;
  return bonus == HandicapBonus::n ? stones : stones - 1;
}

// Stones handed over with passes, to each seat.
std::array<int, 2> pass_stones(PassStones rule, const Position& p) {
  std::array<int, 2> out{};
  if (rule == PassStones::none) return out;
  const Move* last = nullptr;
  for (const Move& m : p.moves) {
    if (!m.has(Move::kPass) || m.has(Move::kCancelled)) continue;
    ++out[static_cast<std::size_t>(index(other(m.seat)))];
    last = &m;
  }
  const bool closed = p.ending == Ending::passes || p.marking;
  if (rule == PassStones::white_last && closed && last && last->seat == Seat::black) ++out[0];
  return out;
}

}  // namespace

int handicap_of(const Position& p) {
  std::array<int, 2> at_start = p.set;
  for (const Move& m : p.moves) {
    if (m.has(Move::kCancelled)) continue;
    for (const PointEffect& e : p.effects_of(m).subspan(m.undoing))
      for (Colour c : {Colour::black, Colour::white})
        at_start[static_cast<std::size_t>(index(seat_of(c)))] -= e.effect == placed(c);
  }
  return at_start[1] == 0 && at_start[0] > 1 ? at_start[0] : 0;
}

Score score_of(const Ruleset& rules, const Position& p, const PointSet& dead) {
  const Rules& r = rules_now(rules, p);
  std::array<int, 2> prisoners = p.prisoners;
  const std::array<int, 2> handed = pass_stones(r.pass_stones, p);
  for (std::size_t s = 0; s < 2; ++s) prisoners[s] += handed[s];
  Score score = count(p.board, rules.grid, dead, r, prisoners);
  if (r.handicap_bonus != HandicapBonus::none) score.bonus = bonus_for(r.handicap_bonus, handicap_of(p));
  if (r.button == Button::half_point)
    if (const auto first = p.first_pass()) score.button = p.moves[*first].seat;
  for (std::size_t s = 0; s < 2; ++s) score.cards[s] = kHalfPoint * p.points2[s];
  if (!rules.counting) return score;
  const auto counted = rules.counting->count(p, dead);
  for (std::size_t s = 0; s < 2; ++s) score.scripted[s] = kHalfPoint * counted.points2[s];
  score.only_scripted = rules.counting->instead();
  return score;
}

std::optional<Seat> leader_of(const Ruleset& rules, const Position& p) {
  if (p.ending == Ending::draw || p.ending == Ending::no_result) return std::nullopt;
  if (p.ending == Ending::win) return static_cast<Seat>(p.winner);
  const int margin = score_of(rules, p).margin();
  if (margin == 0) return std::nullopt;
  return margin > 0 ? Seat::black : Seat::white;
}

std::string result_of(const Ruleset& rules, const Position& p, const PointSet& dead) {
  if (p.ending == Ending::draw) return "Draw";
  if (p.ending == Ending::no_result) return "Void";
  if (p.ending == Ending::win) return p.winner == index(Seat::black) ? "B+Win" : "W+Win";
  return result_text(score_of(rules, p, dead).margin());
}

}  // namespace gofuda
