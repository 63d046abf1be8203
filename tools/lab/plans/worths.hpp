// Plays what each card is worth: every game as it comes, with the card dealt to Black, and with it dealt to White.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "tools/lab/report/pair_worth_report.hpp"
#include "tools/lab/report/worth_report.hpp"
#include "tools/lab/runner/batch.hpp"

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
  std::uint64_t games = 0;
  int threads = 1;
  ForcedDeal deal;  // how; the card and the side are put in
  PlayBatch play = run_batch;
};

std::uint64_t games_for_worths(std::uint64_t games, std::size_t kinds);
// Of all cards, in their order; fewer when it was stopped. `tick` is told how many games are played.
std::vector<CardWorth> play_worths(const WorthPlan& plan, const std::atomic<int>& stop,
                                   const std::function<void(std::uint64_t)>& tick);
// Of each two different cards: both dealt to a side, and each alone to the same place, on the same seeds. Fewer pairs
// when it was stopped.
std::uint64_t games_for_pairs(std::uint64_t games, std::size_t kinds);
std::vector<PairWorth> play_pair_worths(const WorthPlan& plan, const std::atomic<int>& stop,
                                        const std::function<void(std::uint64_t)>& tick);

}  // namespace gofuda::lab
