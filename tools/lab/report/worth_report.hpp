// What cards are worth by forced deals.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/lab/statistics/stats.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::lab {

// Of one card: what dealing it to either side did, game by game. Each number is of the game with the card at Black less
// that with the card at White, which is what it does for both: Black's half wins, and Black's lead in thousandths of a
// point.
struct CardWorth {
  std::string id, name;
  Histogram half_wins, leads;
  std::int64_t apart = 0;    // one of the three failed or was stopped; in none of the rest
  std::int64_t changed = 0;  // one of the two was another game than without the deal
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
