#include "tools/lab/plans/worths.hpp"

#include <algorithm>

#include "tools/lab/campaign/pairs.hpp"

namespace gofuda::lab {

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

std::uint64_t games_for_pairs(std::uint64_t games, std::size_t kinds) {
  return kinds < 2 ? 0 : games * (4 * (kinds - 1) + kinds * (kinds - 1));
}

std::uint64_t games_for_worths(std::uint64_t games, std::size_t kinds) { return games * (1 + 2 * kinds); }

std::vector<CardWorth> play_worths(const WorthPlan& what, const std::atomic<int>& stop,
                                   const std::function<void(std::uint64_t)>& tick) {
  CardDealer dealer(what, stop, tick);
  const CardDealer::Sides base = dealer.as_they_come();
  std::vector<CardWorth> out;
  for (std::size_t card = 0; card < what.cards.size(); ++card) {
    DealTally tally = dealer.one(card, base);
    if (stop != 0) break;
    out.push_back({std::move(tally), what.cards[card].id, what.cards[card].name});
  }
  return out;
}

CardDealer::Sides CardDealer::as_they_come() { return play({}); }

DealTally CardDealer::one(std::size_t card, const Sides& base) {
  const AtBoth both = at_both({deal_of(card, false)});
  DealTally out;
  if (stop_ != 0) return out;
  for (std::size_t k = 0; k < base.size(); ++k) {
    if (!base[k].ended || !both.ended(k)) {
      ++out.apart;
      continue;
    }
    out.changed += both.black[k].course != base[k].course || both.white[k].course != base[k].course;
    ++out.half_wins[both.half_wins(k)];
    if (base[k].counted && both.counted(k)) ++out.leads[static_cast<int>(both.lead(k))];
  }
  return out;
}

DealTally CardDealer::two(std::size_t card, std::size_t other) {
  const AtBoth &one = alone(card, false), &next = alone(other, true);
  const AtBoth both = at_both({deal_of(card, false), deal_of(other, true)});
  DealTally out;
  if (stop_ != 0) return out;
  for (std::size_t k = 0; k < both.black.size(); ++k) {
    if (!one.ended(k) || !next.ended(k) || !both.ended(k)) {
      ++out.apart;
      continue;
    }
    ++out.one[one.half_wins(k)], ++out.other[next.half_wins(k)], ++out.both[both.half_wins(k)];
    ++out.half_wins[both.half_wins(k) - one.half_wins(k) - next.half_wins(k)];
    if (!one.counted(k) || !next.counted(k) || !both.counted(k)) continue;
    const std::int64_t more = both.lead(k) - one.lead(k) - next.lead(k);
    ++out.leads[static_cast<int>(std::clamp(more, -2 * kMostMargin, 2 * kMostMargin))];
  }
  return out;
}

ForcedDeal CardDealer::deal_of(std::size_t card, bool second) const {
  ForcedDeal deal = what_.deal;
  deal.card = what_.cards[card].card, deal.second = second;
  return deal;
}

CardDealer::Sides CardDealer::play(std::vector<ForcedDeal> deals) {
  Plan plan = what_.plan;
  plan.deals = std::move(deals);
  Sides out = play_sides(
      plan, what_.games, what_.threads, stop_, [&](std::uint64_t done) { tick_(played_ + done); }, {}, what_.play);
  played_ += out.size();
  return out;
}

CardDealer::AtBoth CardDealer::at_both(std::vector<ForcedDeal> deals) {
  AtBoth out;
  for (auto [seat, to] : {std::pair{Seat::black, &out.black}, {Seat::white, &out.white}}) {
    for (ForcedDeal& d : deals) d.seat = seat;
    *to = play(deals);
  }
  return out;
}

const CardDealer::AtBoth& CardDealer::alone(std::size_t card, bool second) {
  std::optional<AtBoth>& known = alone_[second ? 1 : 0][card];
  if (!known) known = at_both({deal_of(card, second)});
  return *known;
}

}  // namespace gofuda::lab
