#include "tools/lab/plans/worths.hpp"

#include <algorithm>

#include "tools/lab/campaign/pairs.hpp"

namespace gofuda::lab {

namespace {

using Sides = std::vector<PairSide>;  // by number of the game

void add(const PairSide& base, const PairSide& black, const PairSide& white, CardWorth& to) {
  if (!base.ended || !black.ended || !white.ended) return void(++to.apart);
  to.changed += black.course != base.course || white.course != base.course;
  ++to.half_wins[black.half_wins - white.half_wins];
  if (base.counted && black.counted && white.counted) ++to.leads[black.margin - white.margin];
}

}  // namespace

std::vector<CardId> kinds_in_decks(const Decks& decks) {
  std::vector<CardId> out;
  for (const auto& deck : decks) out.insert(out.end(), deck.begin(), deck.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

bool only_top_can_be_dealt(const Ruleset& rules) {
  return !rules.decks[static_cast<std::size_t>(Owner::common)].empty() && rules.deal == 0;
}

std::vector<Dealable> dealable_cards(const Ruleset& rules) {
  std::vector<Dealable> out;
  for (const CardId c : kinds_in_decks(rules)) out.push_back({c, rules.cards[c].id, rules.cards[c].name});
  return out;
}

std::uint64_t games_for_worths(std::uint64_t games, std::size_t kinds) { return games * (1 + 2 * kinds); }

std::vector<CardWorth> play_worths(const WorthPlan& what, const std::atomic<int>& stop,
                                   const std::function<void(std::uint64_t)>& tick) {
  std::uint64_t played = 0;
  const auto play = [&](const std::optional<ForcedDeal>& deal) {
    Plan plan = what.plan;
    plan.deal = deal;
    Sides out = play_sides(
        plan, what.games, what.threads, stop, [&](std::uint64_t done) { tick(played + done); }, {}, what.play);
    played += out.size();
    return out;
  };
  const Sides base = play(std::nullopt);
  std::vector<CardWorth> out;
  for (const Dealable& card : what.cards) {
    ForcedDeal deal = what.deal;
    deal.card = card.card;
    deal.seat = Seat::black;
    const Sides black = play(deal);
    deal.seat = Seat::white;
    const Sides white = play(deal);
    if (stop != 0) break;
    CardWorth& worth = out.emplace_back(CardWorth{card.id, card.name, {}, {}, 0, 0});
    for (std::uint64_t k = 0; k < what.games; ++k) add(base[k], black[k], white[k], worth);
  }
  return out;
}

}  // namespace gofuda::lab
