// What a search has found out about a position, in words and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "scripting/variant.hpp"
#include "tools/solver/exact_solver.hpp"

namespace gofuda::tools {

// A move and what it leads to, for the side that makes it.
struct MoveValue {
  Point point;  // kNoPoint: a pass
  Solution solution;
};

Solution for_the_other(const Solution& s);  // what it means for the side that has moved there
std::string value_text(const Solution& s);  // "win in 11", "loss in 24 or fewer", "win by 9", "draw", "not solved"
// "Black wins in 11 plies", of the side to move.
std::string verdict_text(const Solution& s, Seat side);
std::string move_text(Point p);
std::string moves_text(const std::vector<Point>& points);
// The moves in groups of one value, the best first: "win in 11       C3 D3 C4 D4".
std::vector<std::string> move_lines(const std::vector<MoveValue>& moves);

// "Noughts  noughts", and in a line below the rules that were changed: a finding is of these and of no others.
std::vector<std::string> heading_lines(const Variant& variant, const Settings& settings);

nlohmann::json settings_json(const Settings& settings);  // ["board.size=4x4", ...]
nlohmann::json solution_json(const Solution& s);
nlohmann::json moves_json(const std::vector<Point>& points);

}  // namespace gofuda::tools
