// A game as the text of a file: a dispute that expects nothing.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "core/game.hpp"

namespace gofuda {

inline constexpr std::uint64_t kMostSeed = 1'000'000'000'000'000;  // that a file can say

// How it begins, up to what lies on the board and in the piles.
std::string saved_game_head(const std::string& variant, const ChanceKey& key,
                            std::span<const std::pair<std::string, std::string>> settings, const std::string& title);
// The effects that lie on the table, as a game that begins with this position names them; "" where there are none.
std::string effects_text(const Ruleset& rules, const Position& p);
// `variant`: the name of its rules; `settings`: where they were changed for this game.
std::string saved_game(const std::string& variant, const Game& game,
                       std::span<const std::pair<std::string, std::string>> settings, const std::string& title);

}  // namespace gofuda
