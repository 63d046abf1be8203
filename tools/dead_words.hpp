// How people say which stones are dead: in points, or by a word that stands for some.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/dead_stones.hpp"
#include "core/game.hpp"

namespace gofuda::tools {

// While the stones are asked for:
bool answers_claim(const Game& game);                        // the other side has said already which are dead
Marking proposal(const Ruleset& rules, const Board& board);  // what random games to the end make of the board

// none: no stone. agree, yes: what the other side said, or the proposal where it has said nothing yet. proposal: the
// proposal. Nothing for any other text.
std::optional<std::vector<std::uint16_t>> dead_word(const Game& game, const std::string& word);

std::string dead_question(const Game& game);            // what may be typed
std::vector<std::string> dead_hints(const Game& game);  // what the other side said, and what the random games propose
std::string one_of_each(const Board& board, const PointSet& dead);  // "F4 E2", a stone of each chain, or "none"

}  // namespace gofuda::tools
