// Which two cards are worth more together than each for itself, by forced deals.
#pragma once

#include <array>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/lab/statistics/deal_tally.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::lab {

// Of two cards.
struct PairWorth : DealTally {
  std::array<std::string, 2> cards, names;
};

// Said before they are played: what so many deals tell of each of so many pairs.
std::string pair_worth_precision_text(std::int64_t games, std::size_t pairs);
// Those that are most together first. Intervals and p are adjusted for the number of pairs.
nlohmann::json pair_worths_json(std::vector<PairWorth> pairs);
std::vector<std::string> pair_worth_lines(const tools::Style& style, const nlohmann::json& report);

}  // namespace gofuda::lab
