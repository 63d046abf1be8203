#include "tools/lab/statistics/pair_tally.hpp"

#include <algorithm>

namespace gofuda::lab {

PairSide pair_side(const GameRecord& g) {
  PairSide s;
  s.ended = g.outcome != GameResult::fault && g.outcome != GameResult::stopped;
  s.counted = s.ended && g.counted;
  s.half_wins = g.outcome == GameResult::black ? 2 : g.outcome == GameResult::draw ? 1 : 0;
  s.margin = s.counted ? g.margin : 0;
  s.course = g.course;
  return s;
}

void PairTally::add(const PairSide& a, const PairSide& b) {
  ++pairs;
  if (!a.ended || !b.ended) return void(++apart);
  half_wins[0] += a.half_wins, half_wins[1] += b.half_wins;
  ++results[a.half_wins - b.half_wins];
  if (a.counted && b.counted)
    ++leads[static_cast<int>(std::clamp(std::int64_t{a.margin} - b.margin, -kMostLead, kMostLead))];
  const bool same_result = a.half_wins == b.half_wins && a.counted == b.counted && a.margin == b.margin;
  other_courses += a.course != b.course, differing += a.course != b.course || !same_result;
}

void PairTally::add(const PairTally& more) {
  pairs += more.pairs, apart += more.apart;
  other_courses += more.other_courses, differing += more.differing;
  for (std::size_t s = 0; s < 2; ++s) half_wins[s] += more.half_wins[s];
  for (const auto& [value, games] : more.results) results[value] += games;
  for (const auto& [value, games] : more.leads) leads[value] += games;
}

}  // namespace gofuda::lab
