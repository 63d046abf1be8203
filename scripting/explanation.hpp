// Why a dispute is ruled as it is: its game step by step, and the rules that decide it.
#pragma once

#include <string>
#include <vector>

#include "core/notation/feed.hpp"
#include "scripting/dispute.hpp"

namespace gofuda {

// A line for each move, in an order in which a card stands before the moves it has caused; what a card said of itself;
// and the last refusal.
std::vector<std::string> explain_steps(const OpenGame& open, const TokenFeed& feed);

// Each option of the game's cards and turn, and each of the rules of stones that has names for its values, with which
// the same plays would come out otherwise, and how. Plays the case once for each of their values.
std::vector<std::string> explain_options(Library& library, const Dispute& dispute, const DisputeCase& reading);

}  // namespace gofuda
