#include "tools/lab/tally.hpp"

namespace gofuda::lab {

namespace {

void add_contrast(const std::array<std::uint16_t, 2>& count, Seat first, bool first_won, Contrast& only,
                  Contrast& more) {
  const auto mine = count[static_cast<std::size_t>(index(first))];
  const auto theirs = count[static_cast<std::size_t>(index(other(first)))];
  if (mine == theirs) return;
  auto note = [&](Contrast& c) {
    (mine > theirs ? c.first_games : c.second_games) += 1;
    (mine > theirs ? c.first_wins : c.second_wins) += first_won;
  };
  note(more);
  if (mine == 0 || theirs == 0) note(only);
}

void add_cards(const GameRecord& g, std::vector<CardTally>& cards) {
  const bool decided = g.outcome == Outcome::black || g.outcome == Outcome::white;
  const bool first_won = (g.outcome == Outcome::black) == (g.first == Seat::black);
  for (std::size_t i = 0; i < g.cards.size(); ++i) {
    const CardUse& u = g.cards[i];
    CardTally& c = cards[i];
    for (std::size_t s = 0; s < 2; ++s)
      c.drawn[s] += u.drawn[s], c.played[s] += u.played[s], c.unplayable[s] += u.unplayable[s];
    if (!decided) continue;
    add_contrast(u.drawn, g.first, first_won, c.drawn_only, c.drawn_more);
    add_contrast(u.played, g.first, first_won, c.played_only, c.played_more);
  }
}

void add_fault(std::map<std::string, FaultTally>& kinds, const std::string& what, const FaultTally& more) {
  FaultTally& kind = kinds[what];
  if (kind.games == 0 || more.first < kind.first) kind.first = more.first;
  kind.games += more.games;
}

}  // namespace

std::string_view outcome_name(Outcome o) {
  static constexpr std::string_view kNames[] = {"black", "white", "draw", "fault", "stopped"};
  return kNames[static_cast<std::size_t>(o)];
}

void Tally::add(const GameRecord& g) {
  ++games;
  nanoseconds += g.nanoseconds;
  if (g.outcome == Outcome::fault) ++faults, add_fault(fault_kinds, g.fault, {1, g.number});
  if (g.outcome == Outcome::stopped) ++stopped;
  if (g.outcome == Outcome::fault || g.outcome == Outcome::stopped) return;
  ++(g.outcome == Outcome::black ? black_wins : g.outcome == Outcome::white ? white_wins : draws);
  const auto first = static_cast<std::size_t>(index(g.first));
  ++began[first];
  began_wins[first] += g.outcome == (g.first == Seat::black ? Outcome::black : Outcome::white);
  began_draws[first] += g.outcome == Outcome::draw;
  ++endings[static_cast<std::size_t>(g.ending)];
  for (std::size_t s = 0; s < 2; ++s) taken[s] += g.taken[s];
  if (g.counted) ++margins[g.margin2];
  ++turns[g.turns];
  ++moves[g.moves];
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    if (!(g.won_by >> i & 1)) continue;
    if (g.outcome == Outcome::draw) ++conditions_in_draws;
    if (g.outcome == Outcome::black) ++conditions[i][0];
    if (g.outcome == Outcome::white) ++conditions[i][1];
  }
  add_cards(g, cards);
}

void Tally::add(const Tally& later) {
  std::vector<std::int64_t> sums;
  for_each_sum(later, [&](const char*, const std::int64_t& n) { sums.push_back(n); });
  std::size_t i = 0;
  for_each_sum(*this, [&](const char*, std::int64_t& n) { n += sums[i++]; });
  for (auto h : {&Tally::margins, &Tally::turns, &Tally::moves})
    for (const auto& [value, count] : later.*h) (this->*h)[value] += count;
  for (std::size_t c = 0; c < conditions.size(); ++c)
    for (std::size_t s = 0; s < 2; ++s) conditions[c][s] += later.conditions[c][s];
  for (std::size_t c = 0; c < cards.size(); ++c) {
    sums.clear();
    for_each_card_sum(later.cards[c], [&](const std::string&, const std::int64_t& n) { sums.push_back(n); });
    i = 0;
    for_each_card_sum(cards[c], [&](const std::string&, std::int64_t& n) { n += sums[i++]; });
  }
  // By number, so that which kinds have a line of their own does not depend on how the games were handed over.
  std::map<std::uint64_t, const std::string*> by_number;
  for (const auto& [what, kind] : later.fault_kinds) by_number[kind.first] = &what;
  for (const auto& [number, what] : by_number) {
    const bool own_line = fault_kinds.contains(*what) || fault_kinds.size() < kMostFaultKinds;
    add_fault(fault_kinds, own_line ? *what : kOtherFaults, later.fault_kinds.at(*what));
  }
}

}  // namespace gofuda::lab
