// Which two cards are worth more together than each for itself, by forced deals.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/lab/statistics/stats.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::lab {

// Of two cards, game by game, as of a CardWorth: what dealing the one, the other and both to either side did, and by
// how much both did more than the one and the other put together.
struct PairWorth {
  std::array<std::string, 2> cards, names;
  Histogram one, other, both;  // half wins
  Histogram half_wins, leads;  // the more of both
  std::int64_t apart = 0;      // one of the six games failed or was stopped; in none of the rest
};

// Said before they are played: what so many deals tell of each of so many pairs.
std::string pair_worth_precision_text(std::int64_t games, std::size_t pairs);
// Those that are most together first. Intervals and p are adjusted for the number of pairs.
nlohmann::json pair_worths_json(std::vector<PairWorth> pairs);
std::vector<std::string> pair_worth_lines(const tools::Style& style, const nlohmann::json& report);

}  // namespace gofuda::lab
