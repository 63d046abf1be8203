#include "tools/lab/audit/value_watch.hpp"

#include "core/simulator.hpp"
#include "tools/players/evaluation.hpp"

namespace gofuda::lab {

namespace {

constexpr std::size_t kShortest = 4;  // turns, below which quarters mean nothing

int sign_of(double x) { return (x > 0) - (x < 0); }

unsigned secrets_of(const Position& p) {
  unsigned out = 0;
  const auto hide = [&](Secret s, bool there) { out |= there ? static_cast<unsigned>(s) : 0; };
  for (int o = 0; o < kOwners; ++o) {
    const auto owner = static_cast<Owner>(o);
    hide(Secret::decks, p.cards.size(owner, Zone::deck) > 1);
    hide(Secret::hand, p.cards.size(owner, Zone::hand) > 0);
    hide(Secret::aside, p.cards.size(owner, Zone::aside) > 0);
  }
  for (const Note& n : p.notes) hide(Secret::notes, !n.open);
  return out;
}

}  // namespace

void ValueWatch::turn(const Position& p) {
  if (p.over()) return;
  secrets_ |= secrets_of(p);
  const double komi = rules_.wins.empty() ? rules_.rules.komi / double{kWholePoint} : 0;
  leads_.push_back(tools::evaluate(rules_, p, Seat::black) - komi);
}

std::optional<Drama> ValueWatch::drama(const GameRecord& g) const {
  if (leads_.size() < kShortest || (g.outcome != GameResult::black && g.outcome != GameResult::white))
    return std::nullopt;
  const int winner = g.outcome == GameResult::black ? 1 : -1;
  const auto lead = [&](std::size_t turn) { return winner * sign_of(leads_[turn]); };
  Drama out;
  std::size_t behind = 0, settled = 0;
  int last = 0;
  for (std::size_t t = 0; t < leads_.size(); ++t) {
    const int now = lead(t);
    behind += now < 0;
    if (now <= 0) settled = t + 1;
    if (now != 0 && last != 0 && now != last) ++out.lead_changes;
    if (now != 0) last = now;
  }
  const auto thousandths = [&](std::size_t n) { return static_cast<int>(1000 * n / leads_.size()); };
  out.behind = thousandths(behind), out.settled = thousandths(settled);
  for (std::size_t i = 0; i < kQuarters.size(); ++i)
    out.at[i] = lead(leads_.size() * static_cast<std::size_t>(kQuarters[i]) / 100);
  return out;
}

void DramaTally::add(const Drama& d) {
  ++lead_changes[d.lead_changes], ++behind[d.behind], ++settled[d.settled];
  for (std::size_t i = 0; i < d.at.size(); ++i) ++(d.at[i] > 0 ? ahead : d.at[i] < 0 ? of_behind : level)[i];
}

}  // namespace gofuda::lab
