// Plays what each card is worth, and each two of them.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/lab/report/pair_worth_report.hpp"
#include "tools/lab/report/worth_report.hpp"
#include "tools/lab/runner/batch.hpp"
#include "tools/lab/statistics/pair_tally.hpp"
#include "tools/lab/store/ranges.hpp"

namespace gofuda::lab {

using Decks = std::array<std::vector<CardId>, kOwners>;

std::vector<CardId> kinds_in_decks(const Decks& decks);  // ascending
inline std::vector<CardId> kinds_in_decks(const Ruleset& rules) { return kinds_in_decks(rules.decks); }
// Do both draw from one deck, and is none of it dealt? Then only its first cards can be given to a side.
bool only_top_can_be_dealt(const Ruleset& rules);

// A card that can be dealt on purpose.
struct Dealable {
  CardId card = kNoCard;
  std::string id, name;
};
std::vector<Dealable> dealable_cards(const Ruleset& rules);

struct WorthPlan {
  Plan plan;
  std::vector<Dealable> cards;
  Range games;  // by number
  int threads = 1;
  ForcedDeal deal;  // how; the card and the side are put in
  PlayBatch play = run_batch;
};

// How many it takes.
std::uint64_t games_for_worths(std::uint64_t games, std::size_t kinds);
// Of all cards, in their order; fewer when it was stopped. `tick` is told how many games are played.
std::vector<CardWorth> play_worths(const WorthPlan& plan, const std::atomic<int>& stop,
                                   const std::function<void(std::uint64_t)>& tick);
// Of each two different cards: both dealt to a side, and each alone to the same place, on the same seeds.
std::uint64_t games_for_pairs(std::uint64_t games, std::size_t kinds);

// Deals the cards of a plan, as they are asked for.
class CardDealer {
 public:
  CardDealer(const WorthPlan& what, const std::atomic<int>& stop, const std::function<void(std::uint64_t)>& tick)
      : what_(what), stop_(stop), tick_(tick), alone_{Alone(what.cards.size()), Alone(what.cards.size())} {}

  using Sides = std::vector<PairSide>;  // by number of the game
  Sides as_they_come();
  // Of one of the cards; `base`: the games as they come. Says little where it was stopped.
  DealTally one(std::size_t card, const Sides& base);
  // Of two of them, the lesser first. What each of them does alone is played once.
  DealTally two(std::size_t card, std::size_t other);
  std::uint64_t played() const { return played_; }

 private:
  struct AtBoth {
    Sides black, white;
    bool ended(std::size_t k) const { return black[k].ended && white[k].ended; }
    bool counted(std::size_t k) const { return black[k].counted && white[k].counted; }
    int half_wins(std::size_t k) const { return black[k].half_wins - white[k].half_wins; }
    std::int64_t lead(std::size_t k) const { return std::int64_t{black[k].margin} - white[k].margin; }
  };
  using Alone = std::vector<std::optional<AtBoth>>;
  ForcedDeal deal_of(std::size_t card, bool second) const;
  Sides play(std::vector<ForcedDeal> deals);
  AtBoth at_both(std::vector<ForcedDeal> deals);
  const AtBoth& alone(std::size_t card, bool second);

  const WorthPlan& what_;
  const std::atomic<int>& stop_;
  const std::function<void(std::uint64_t)>& tick_;
  std::array<Alone, 2> alone_;  // in the first place, and in the second
  std::uint64_t played_ = 0;
};

}  // namespace gofuda::lab
