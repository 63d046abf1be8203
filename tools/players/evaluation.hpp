// What a position looks like at a glance, without playing on: captures, liberties and area where stones can be taken,
// open patterns where they win.
#pragma once

#include "core/ruleset.hpp"

namespace gofuda::tools {

// For that seat. Area counts in points; a chain that the side to move could take at once is not its owner's, and one
// with few liberties weighs less. A won position is worth kWon, a lost one -kWon.
inline constexpr double kWon = 1e6;
double evaluate(const Ruleset& rules, const Position& p, Seat seat);

}  // namespace gofuda::tools
