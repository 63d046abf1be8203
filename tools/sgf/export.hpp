// A game in the Smart Game Format, as every program shows it, with the answers in properties of its own.
#pragma once

#include <string>

#include "core/game.hpp"
#include "scripting/variant.hpp"

namespace gofuda::tools {

// `title`: what the game is called, as in the saved game.
std::string sgf_of(const Variant& variant, const Game& game, const Settings& settings, const std::string& title);

}  // namespace gofuda::tools
