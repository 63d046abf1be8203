// How people say which stones are dead: in points, or by a word that stands for some.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/game.hpp"
#include "tools/players/proposal.hpp"

namespace gofuda::tools {

// none: no stone. agree, yes: what the other side said, or the proposal where it has said nothing yet. proposal: the
// proposal. Nothing for any other text.
std::optional<std::vector<Point>> dead_word(const Game& game, const std::string& word);

std::string dead_question(const Game& game);            // what may be typed
std::vector<std::string> dead_hints(const Game& game);  // what the other side said, and what the random games propose
std::string one_of_each(const Board& board, const PointSet& dead);  // "F4 E2", a stone of each chain, or "none"

}  // namespace gofuda::tools
