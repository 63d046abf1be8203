// GNU Go as a player, over the Go Text Protocol.
//
// Each game has a process of its own, started when its seat is first asked, so that what it plays depends on its seed
// and on the game alone. The game's stones are told to it as they are set; after something was taken back, all of them
// anew.
#pragma once

#include <memory>
#include <string>

#include "tools/players/player.hpp"

namespace gofuda::tools {

inline constexpr PlayerOption kGnuGoOptions[] = {
    {"level", "how strong it plays", 0, 10, 10},
    {"wait", "seconds that it has for an answer; then the game counts as failed", 1, 86'400, 120},
};
// Why the Go Text Protocol cannot speak of such a game; "" when it can.
std::string why_no_go(const Ruleset& rules);
// Nothing after a diagnostic: the variant is none that GNU Go knows, or it is not installed.
std::unique_ptr<Player> make_gnugo(const PlayerOrder& order);

}  // namespace gofuda::tools
