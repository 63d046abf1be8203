// A game as the text of a file: a dispute that expects nothing.
#pragma once

#include <span>
#include <string>
#include <utility>

#include "core/game.hpp"

namespace gofuda {

// `variant`: the name of its rules; `settings`: where they were changed for this game.
std::string saved_game(const std::string& variant, const Game& game,
                       std::span<const std::pair<std::string, std::string>> settings, const std::string& title);

}  // namespace gofuda
