// Plays what each card is worth: every game as it comes, with the card dealt to Black, and with it dealt to White.
#pragma once

#include <atomic>
#include <functional>
#include <vector>

#include "tools/lab/report/worth_report.hpp"
#include "tools/lab/runner/runner.hpp"

namespace gofuda::lab {

struct WorthPlan {
  Plan plan;
  std::uint64_t games = 0;
  int threads = 1;
  ForcedDeal deal;  // how; the card and the side are put in
};

std::vector<CardId> kinds_in_decks(const Ruleset& rules);  // ascending
// Do both draw from one deck, and is none of it dealt? Then only its first cards can be given to a side.
bool only_top_can_be_dealt(const Ruleset& rules);
std::uint64_t games_for_worths(std::uint64_t games, std::size_t kinds);
// Of all kinds in the decks, in their order; fewer when it was stopped. `tick` is told how many games are played.
std::vector<CardWorth> play_worths(const WorthPlan& plan, const std::atomic<int>& stop,
                                   const std::function<void(std::uint64_t)>& tick);

}  // namespace gofuda::lab
