// How a game has ended.
#pragma once

#include <optional>
#include <string>

#include "core/ruleset.hpp"
#include "core/score.hpp"

namespace gofuda {

// The stones that a game began with, if they are Black's alone and two or more; else 0.
int handicap_of(const Position& p);
// Without the stones given, or those that were agreed to be dead.
Score score_of(const Ruleset& rules, const Position& p, const PointSet& dead);
inline Score score_of(const Ruleset& rules, const Position& p) { return score_of(rules, p, p.dead); }
// Who is ahead: the winner by a win condition; none in a draw or without a result; otherwise, over or not, by the
// score.
std::optional<Seat> leader_of(const Ruleset& rules, const Position& p);
std::string result_of(const Ruleset& rules, const Position& p,
                      const PointSet& dead);  // "B+6.5", "W+Win", "Draw", "Void"
inline std::string result_of(const Ruleset& rules, const Position& p) { return result_of(rules, p, p.dead); }

}  // namespace gofuda
