#include "tools/lab/store/contradiction.hpp"

#include <algorithm>
#include <initializer_list>

namespace gofuda::lab {

namespace {

__extension__ using Wide = __int128;  // sums of numbers that a file may choose

Wide sum(std::initializer_list<std::int64_t> numbers) {
  Wide n = 0;
  for (const std::int64_t x : numbers) n += x;
  return n;
}

Wide games_of(const Histogram& h) {
  Wide n = 0;
  for (const auto& [value, games] : h) n += games;
  return n;
}

Wide total_of(const Histogram& h) {
  Wide n = 0;
  for (const auto& [value, games] : h) n += Wide{value} * games;
  return n;
}

std::string in_games(const Tally& t, std::int64_t games) {
  if (sum({t.black_wins, t.white_wins, t.draws, t.faults, t.stopped}) != t.games || t.games != games)
    return "its results are not those of as many games as it holds";
  const std::int64_t ended = t.ended();
  if (sum({t.began[0], t.began[1]}) != ended) return "the sides have not begun as many games as ended";
  for (std::size_t s = 0; s < 2; ++s)
    if (sum({t.began_wins[s], t.began_draws[s]}) > t.began[s]) return "a side has won more games than it began";
  if (sum({t.endings[0], t.endings[1], t.endings[2], t.endings[3], t.endings[4], t.endings[5]}) != ended)
    return "not as many games as ended have an ending";
  for (const Histogram* h : {&t.turns, &t.moves, &t.captures[0], &t.captures[1]})
    if (games_of(*h) != ended) return "its distributions are not of as many games as ended";
  if (games_of(t.margins) > ended) return "more games were counted than ended";
  for (std::size_t s = 0; s < 2; ++s)
    if (total_of(t.captures[s]) != t.prisoners[s]) return "its captures do not add up";
  Wide played = 0;
  for (const auto& [course, times] : t.courses.sample()) played += times;
  if (t.courses.all() ? played != ended : played > ended) return "its different games are not those that ended";
  Wide faults = 0;
  for (const auto& [what, kind] : t.fault_kinds) faults += kind.games;
  if (faults != t.faults || t.fault_kinds.size() > Tally::kMostFaultKinds + 1)
    return "its kinds of faults are not those of the games that failed";
  return "";
}

bool fits(const Contrast& c, std::int64_t decided) {
  return c.first_wins <= c.first_games && c.second_wins <= c.second_games &&
         sum({c.first_games, c.second_games}) <= decided;
}

bool fits(const HolderTally& h, std::int64_t decided) {
  return fits(h.only, decided) && fits(h.more, decided) && h.both.first_wins <= h.both.games &&
         h.neither.first_wins <= h.neither.games &&
         sum({h.only.first_games, h.only.second_games, h.both.games, h.neither.games}) == decided;
}

std::string in_cards(const Tally& t) {
  const std::int64_t decided = t.black_wins + t.white_wins;
  for (const auto& [black, white] : t.conditions)
    if (sum({black, white}) > t.games) return "a win condition was met in more games than there are";
  for (const CardTally& c : t.cards) {
    if (!fits(c.when_drawn, decided) || !fits(c.when_played, decided))
      return "the games of a card are not those that were won";
    Wide obstacles = 0;
    for (const auto& [what, times] : c.obstacles) obstacles += times;
    if (obstacles > sum({c.unplayable[0], c.unplayable[1]}) || c.obstacles.size() > CardTally::kMostObstacles + 1)
      return "more stood in the way of a card than it could not be played";
    // No numbers have a sum whose square is larger than their squares allow.
    if (Wide{c.swing.sum} * c.swing.sum > Wide{c.swing.n} * c.swing.squares)
      return "the swings of a card do not add up";
  }
  for (const BreadthTally& b : t.breadths)
    if (games_of(b.bins) > INT64_MAX / 4096) return "it has more questions than there can be";
  return "";
}

std::string in_pairs(const PairTally& p, std::int64_t games) {
  if (p.pairs != games) return "it has not as many pairs as games";
  if (games_of(p.results) != p.pairs - p.apart || games_of(p.leads) > p.pairs - p.apart ||
      total_of(p.results) != p.half_wins[0] - p.half_wins[1] ||
      std::max(p.half_wins[0], p.half_wins[1]) > 2 * (p.pairs - p.apart) || p.differing > p.pairs - p.apart)
    return "its pairs do not add up";
  Histogram results;
  std::array<Wide, 2> half_wins{};
  for (const auto& [value, pairs] : p.both) {
    const int a = value / kHalfWins, b = value % kHalfWins;
    results[a - b] += pairs, half_wins[0] += Wide{a} * pairs, half_wins[1] += Wide{b} * pairs;
  }
  for (std::size_t s = 0; s < 2; ++s)
    if (half_wins[s] != p.half_wins[s] || games_of(p.own_leads[s]) != games_of(p.leads))
      return "its pairs do not add up";
  if (results != p.results || total_of(p.own_leads[0]) - total_of(p.own_leads[1]) != total_of(p.leads))
    return "its pairs do not add up";
  return "";
}

std::string in_deals(const CellState& cell) {
  for (const auto& [key, deal] : cell.deals) {
    const auto games = static_cast<std::int64_t>(deal.games.games());
    const DealTally& t = deal.tally;
    if (!deal.games.without(cell.games).empty()) return "a card was dealt in games that it does not hold";
    const Wide told = Wide{games} - t.apart;
    bool fits = told >= 0 && t.changed <= told && games_of(t.half_wins) == told && games_of(t.leads) <= told;
    for (const Histogram* h : {&t.one, &t.other, &t.both}) fits &= games_of(*h) == (key.two() ? told : 0);
    if (key.two())
      fits &= t.changed == 0 && total_of(t.half_wins) == total_of(t.both) - total_of(t.one) - total_of(t.other);
    if (!fits) return "the games of a deal do not add up";
  }
  return "";
}

}  // namespace

std::string contradiction(const CellState& cell, bool paired) {
  const auto games = static_cast<std::int64_t>(cell.games.games());
  if (std::string why = in_games(cell.tally, games); !why.empty()) return why;
  if (std::string why = in_cards(cell.tally); !why.empty()) return why;
  if (std::string why = in_deals(cell); !why.empty()) return why;
  return in_pairs(cell.pairs, paired ? games : 0);
}

}  // namespace gofuda::lab
