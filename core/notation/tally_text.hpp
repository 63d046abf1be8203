// Tokens, points that cards give for the count, and marks, in words.
#pragma once

#include <string>
#include <vector>

#include "core/ruleset.hpp"

namespace gofuda {

std::string change_text(const TallyNames& names, const TallyChange& change);  // "black gains 2 coin"
// What a seat holds: each token of the game, and points if it was given any: "2 coin", "+3 points".
std::vector<std::string> tally_facts(const TallyNames& names, const Tally& tally, Seat seat);
std::vector<std::string> marks_lines(const TallyNames& names, const Tally& tally);  // "holy D4 E5"

// The walls of a position and, where they are not those that the rules begin with, its tokens, points and marks, as
// keys of a dispute.
std::string start_text(const Ruleset& rules, const Board& board, const Tally& tally);

}  // namespace gofuda
