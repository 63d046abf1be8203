#include "tools/lab/statistics/tally.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "tools/lab/statistics/breadth.hpp"

namespace gofuda::lab {

namespace {

void add_holders(const std::array<std::uint16_t, 2>& count, Seat first, bool first_won, HolderTally& to) {
  const auto mine = count[static_cast<std::size_t>(index(first))];
  const auto theirs = count[static_cast<std::size_t>(index(other(first)))];
  if ((mine > 0) == (theirs > 0)) {
    Alike& alike = mine > 0 ? to.both : to.neither;
    ++alike.games, alike.first_wins += first_won;
  }
  if (mine == theirs) return;
  auto note = [&](Contrast& c) {
    (mine > theirs ? c.first_games : c.second_games) += 1;
    (mine > theirs ? c.first_wins : c.second_wins) += first_won;
  };
  note(to.more);
  if (mine == 0 || theirs == 0) note(to.only);
}

void add_cards(const GameRecord& g, std::vector<CardTally>& cards) {
  const bool decided = g.outcome == GameResult::black || g.outcome == GameResult::white;
  const bool first_won = (g.outcome == GameResult::black) == (g.first == Seat::black);
  for (std::size_t i = 0; i < g.cards.size(); ++i) {
    const CardUse& u = g.cards[i];
    CardTally& c = cards[i];
    for (std::size_t s = 0; s < 2; ++s)
      c.drawn[s] += u.drawn[s], c.played[s] += u.played[s], c.unplayable[s] += u.unplayable[s];
    c.swing.add({u.swings, u.swing, u.swing_squares});
    if (!decided) continue;
    add_holders(u.drawn, g.first, first_won, c.when_drawn);
    add_holders(u.played, g.first, first_won, c.when_played);
  }
}

void add_breadths(const GameRecord& g, std::array<BreadthTally, kChoices>& to) {
  std::array<std::int64_t, kChoices> sum{}, number{};
  for (const Breadth& b : g.breadths) {
    const auto c = static_cast<std::size_t>(b.choice);
    ++to[c].bins[b.bin];
    sum[c] += bin_log(b.bin), ++number[c];
  }
  for (std::size_t c = 0; c < kChoices; ++c) {
    to[c].squares += sum[c] * sum[c];
    to[c].products += sum[c] * number[c];
    to[c].numbers += number[c] * number[c];
  }
}

void add_fault(FaultTally& kind, const FaultTally& more) {
  if (kind.games == 0 || more.first < kind.first) kind.first = more.first;
  kind.games += more.games;
}

// By the alphabet, so that which kinds have a line of their own does not depend on the order in which games were added.
template <class Kind, class Add>
void limit_kinds(std::map<std::string, Kind>& kinds, std::size_t most, const std::string& others, Add&& add) {
  while (kinds.size() - kinds.count(others) > most) {
    auto last = std::prev(kinds.end());
    if (last->first == others) --last;
    const Kind kind = last->second;
    kinds.erase(last);
    add(kinds[others], kind);
  }
}

}  // namespace

std::string_view game_result_name(GameResult o) {
  static constexpr std::string_view kNames[] = {"black", "white", "draw", "fault", "stopped"};
  return kNames[static_cast<std::size_t>(o)];
}

std::string_view choice_name(Choice c) {
  static constexpr std::string_view kNames[kChoices] = {"stone", "card", "word"};
  return kNames[static_cast<std::size_t>(c)];
}

void Courses::add(std::uint64_t course, std::int64_t games) {
  const auto at = std::lower_bound(sample_.begin(), sample_.end(), course,
                                   [](const Sampled& s, std::uint64_t c) { return s.course < c; });
  if (at != sample_.end() && at->course == course) return void(at->games += games);
  if (at == sample_.end() && !all()) return;
  sample_.insert(at, {course, games});
  if (sample_.size() > kMostSampled) sample_.pop_back();
}

void Courses::add(const Courses& more) {
  for (const Sampled& s : more.sample_) add(s.course, s.games);
}

std::int64_t Courses::distinct(std::int64_t games) const {
  if (all()) return static_cast<std::int64_t>(sample_.size());
  double times = 0;
  for (const Sampled& s : sample_) times += static_cast<double>(s.games);
  return std::llround(static_cast<double>(games) * (static_cast<double>(kMostSampled) / times));
}

double Courses::telling(std::int64_t games) const {
  if (sample_.empty()) return 1;  // nobody has looked
  const std::int64_t different = distinct(games);
  return different >= games ? 1 : static_cast<double>(different) / static_cast<double>(games);
}

std::int64_t Tally::worth(std::int64_t n) const {
  return std::max<std::int64_t>(std::min<std::int64_t>(n, 1), std::llround(static_cast<double>(n) * telling()));
}

void Tally::add(const GameRecord& g) {
  ++games;
  nanoseconds += g.nanoseconds;
  if (g.outcome == GameResult::fault) ++faults, add_fault(fault_kinds[g.fault], {1, g.number});
  if (g.outcome == GameResult::stopped) ++stopped;
  if (g.outcome == GameResult::fault || g.outcome == GameResult::stopped) return;
  ++(g.outcome == GameResult::black ? black_wins : g.outcome == GameResult::white ? white_wins : draws);
  const auto first = static_cast<std::size_t>(index(g.first));
  ++began[first];
  began_wins[first] += g.outcome == (g.first == Seat::black ? GameResult::black : GameResult::white);
  began_draws[first] += g.outcome == GameResult::draw;
  ++endings[static_cast<std::size_t>(g.ending)];
  for (std::size_t s = 0; s < 2; ++s) prisoners[s] += g.prisoners[s], ++captures[s][g.prisoners[s]];
  if (g.counted) ++margins[g.margin];
  ++turns[g.turns];
  ++moves[g.moves];
  for (std::size_t i = 0; i < conditions.size(); ++i) {
    if (!(g.won_by >> i & 1)) continue;
    if (g.outcome == GameResult::draw) ++conditions_in_draws;
    if (g.outcome == GameResult::black) ++conditions[i][0];
    if (g.outcome == GameResult::white) ++conditions[i][1];
  }
  courses.add(g.course, 1);
  add_cards(g, cards);
  for (const CardObstacle& o : g.obstacles) cards[o.card].obstacles[o.what] += o.times;
  add_breadths(g, breadths);
}

void Tally::add(const Tally& more) {
  std::vector<std::int64_t> sums;
  for_each_sum(more, [&](const char*, const std::int64_t& n) { sums.push_back(n); });
  std::size_t i = 0;
  for_each_sum(*this, [&](const char*, std::int64_t& n) { n += sums[i++]; });
  std::vector<Histogram*> mine;
  for_each_histogram(*this, [&](const char*, Histogram& h) { mine.push_back(&h); });
  i = 0;
  for_each_histogram(more, [&](const char*, const Histogram& h) {
    for (const auto& [value, count] : h) (*mine[i])[value] += count;
    ++i;
  });
  for (std::size_t c = 0; c < conditions.size(); ++c)
    for (std::size_t s = 0; s < 2; ++s) conditions[c][s] += more.conditions[c][s];
  for (std::size_t c = 0; c < cards.size(); ++c) {
    sums.clear();
    for_each_card_sum(more.cards[c], [&](const std::string&, const std::int64_t& n) { sums.push_back(n); });
    i = 0;
    for_each_card_sum(cards[c], [&](const std::string&, std::int64_t& n) { n += sums[i++]; });
    for (const auto& [what, times] : more.cards[c].obstacles) cards[c].obstacles[what] += times;
    limit_kinds(cards[c].obstacles, CardTally::kMostObstacles, CardTally::kOtherObstacles,
                [](std::int64_t& to, std::int64_t times) { to += times; });
  }
  courses.add(more.courses);
  for (const auto& [what, kind] : more.fault_kinds) add_fault(fault_kinds[what], kind);
  limit_kinds(fault_kinds, kMostFaultKinds, kOtherFaults, add_fault);
}

}  // namespace gofuda::lab
