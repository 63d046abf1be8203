// The exact player: searches small games without hidden things and chance until the result is certain, as far as its
// nodes go, and plays the fastest win or the slowest loss; otherwise what looks best.
#pragma once

#include <memory>

#include "tools/players/player.hpp"

namespace gofuda::tools {

inline constexpr PlayerOption kExactOptions[] = {
    {"nodes", "positions looked at for each answer", 1, 10'000'000'000, 100'000},
    {"ms", "time for each answer in milliseconds, instead of a number of positions", 1, 3'600'000, 0},
};

// Nothing after a diagnostic: it cannot play such a game.
std::unique_ptr<Player> make_exact(const PlayerOrder& order);

}  // namespace gofuda::tools
