// What cards are worth by forced deals.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/lab/statistics/deal_tally.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::lab {

// Of one card.
struct CardWorth : DealTally {
  std::string id, name;
};

// Strongest first, with intervals of the ranks.
nlohmann::json worths_json(std::vector<CardWorth> cards);
std::vector<std::string> worth_lines(const tools::Style& style, const nlohmann::json& report);

// Of cards and of pairs of them.
inline constexpr double kOfTwoSides = 2;  // in one number of both
// Games, mean, interval and p; so many of the histogram's are one of `unit`.
nlohmann::json worth_json(const Histogram& of_both, const std::optional<Interval>& interval, double unit);
void adjust_for_all(nlohmann::json& rows, const char* what);  // adds p_adjusted, by Holm

}  // namespace gofuda::lab
