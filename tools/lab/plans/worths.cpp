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

std::uint64_t games_for_pairs(std::uint64_t games, std::size_t kinds) {
  return kinds < 2 ? 0 : games * (4 * (kinds - 1) + kinds * (kinds - 1));
}

std::uint64_t games_for_worths(std::uint64_t games, std::size_t kinds) { return games * (1 + 2 * kinds); }

std::vector<CardWorth> play_worths(const WorthPlan& what, const std::atomic<int>& stop,
                                   const std::function<void(std::uint64_t)>& tick) {
  std::uint64_t played = 0;
  const auto play = [&](std::vector<ForcedDeal> deals) {
    Plan plan = what.plan;
    plan.deals = std::move(deals);
    Sides out = play_sides(
        plan, what.games, what.threads, stop, [&](std::uint64_t done) { tick(played + done); }, {}, what.play);
    played += out.size();
    return out;
  };
  const Sides base = play({});
  std::vector<CardWorth> out;
  for (const Dealable& card : what.cards) {
    ForcedDeal deal = what.deal;
    deal.card = card.card;
    deal.seat = Seat::black;
    const Sides black = play({deal});
    deal.seat = Seat::white;
    const Sides white = play({deal});
    if (stop != 0) break;
    CardWorth& worth = out.emplace_back(CardWorth{card.id, card.name, {}, {}, 0, 0});
    for (std::uint64_t k = 0; k < what.games; ++k) add(base[k], black[k], white[k], worth);
  }
  return out;
}

namespace {

// Games by number, with a card at Black, and with it at White.
struct AtBoth {
  Sides black, white;
  bool ended(std::size_t k) const { return black[k].ended && white[k].ended; }
  bool counted(std::size_t k) const { return black[k].counted && white[k].counted; }
  int half_wins(std::size_t k) const { return black[k].half_wins - white[k].half_wins; }
  int lead(std::size_t k) const { return black[k].margin - white[k].margin; }
};

class PairDealer {
 public:
  PairDealer(const WorthPlan& what, const std::atomic<int>& stop, const std::function<void(std::uint64_t)>& tick)
      : what_(what), stop_(stop), tick_(tick) {}

  std::vector<PairWorth> play() {
    const std::size_t kinds = what_.cards.size();
    std::vector<AtBoth> first(kinds), second(kinds);
    for (std::size_t i = 0; i + 1 < kinds; ++i) first[i] = at_both({deal_of(i, false)});
    for (std::size_t i = 1; i < kinds; ++i) second[i] = at_both({deal_of(i, true)});
    std::vector<PairWorth> out;
    for (std::size_t i = 0; i < kinds; ++i)
      for (std::size_t j = i + 1; j < kinds; ++j) {
        const AtBoth both = at_both({deal_of(i, false), deal_of(j, true)});
        if (stop_ != 0) return out;
        PairWorth& pair = out.emplace_back();
        pair.cards = {what_.cards[i].id, what_.cards[j].id}, pair.names = {what_.cards[i].name, what_.cards[j].name};
        for (std::size_t k = 0; k < what_.games; ++k) add(first[i], second[j], both, k, pair);
      }
    return out;
  }

 private:
  ForcedDeal deal_of(std::size_t card, bool second) const {
    ForcedDeal deal = what_.deal;
    deal.card = what_.cards[card].card, deal.second = second;
    return deal;
  }

  AtBoth at_both(std::vector<ForcedDeal> deals) {
    AtBoth out;
    for (auto [seat, to] : {std::pair{Seat::black, &out.black}, {Seat::white, &out.white}}) {
      for (ForcedDeal& d : deals) d.seat = seat;
      Plan plan = what_.plan;
      plan.deals = deals;
      *to = play_sides(
          plan, what_.games, what_.threads, stop_, [&](std::uint64_t done) { tick_(played_ + done); }, {}, what_.play);
      played_ += to->size();
    }
    return out;
  }

  static void add(const AtBoth& one, const AtBoth& other, const AtBoth& both, std::size_t k, PairWorth& to) {
    if (!one.ended(k) || !other.ended(k) || !both.ended(k)) return void(++to.apart);
    ++to.one[one.half_wins(k)], ++to.other[other.half_wins(k)], ++to.both[both.half_wins(k)];
    ++to.half_wins[both.half_wins(k) - one.half_wins(k) - other.half_wins(k)];
    if (one.counted(k) && other.counted(k) && both.counted(k)) ++to.leads[both.lead(k) - one.lead(k) - other.lead(k)];
  }

  const WorthPlan& what_;
  const std::atomic<int>& stop_;
  const std::function<void(std::uint64_t)>& tick_;
  std::uint64_t played_ = 0;
};

}  // namespace

std::vector<PairWorth> play_pair_worths(const WorthPlan& plan, const std::atomic<int>& stop,
                                        const std::function<void(std::uint64_t)>& tick) {
  return PairDealer(plan, stop, tick).play();
}

}  // namespace gofuda::lab
