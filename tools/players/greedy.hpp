// The cheap look: tries answers to the pending question, each to the end of the turn, and takes the one after which the
// position looks best (evaluation.hpp).
#pragma once

#include <memory>

#include "tools/players/player.hpp"

namespace gofuda::tools {

std::unique_ptr<Player> make_greedy(std::string name, int tries);

}  // namespace gofuda::tools
