#include "core/result.hpp"

namespace gofuda {

Score score_of(const Ruleset& rules, const Position& p, const PointSet& dead) {
  Score score = count(p.board, rules.grid, dead, rules_now(rules, p), p.prisoners);
  score.cards2 = p.points2;
  if (!rules.counting) return score;
  score.scripted2 = rules.counting->count(p, dead).points2;
  score.only_scripted = rules.counting->instead();
  return score;
}

std::optional<Seat> leader_of(const Ruleset& rules, const Position& p) {
  if (p.ending == Ending::draw) return std::nullopt;
  if (p.ending == Ending::win) return static_cast<Seat>(p.winner);
  const int margin2 = score_of(rules, p).margin2();
  if (margin2 == 0) return std::nullopt;
  return margin2 > 0 ? Seat::black : Seat::white;
}

std::string result_of(const Ruleset& rules, const Position& p, const PointSet& dead) {
  if (p.ending == Ending::draw) return "Draw";
  if (p.ending == Ending::win) return p.winner == index(Seat::black) ? "B+Win" : "W+Win";
  return result_text(score_of(rules, p, dead).margin2());
}

}  // namespace gofuda
