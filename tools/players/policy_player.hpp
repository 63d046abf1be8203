// Answers by a learned policy alone: the likeliest answer, without looking ahead.
#pragma once

#include <memory>

#include "tools/players/policy.hpp"

namespace gofuda::tools {

std::unique_ptr<Player> make_policy_player(std::string name, std::shared_ptr<const Weights> weights,
                                           const Ruleset& rules);

}  // namespace gofuda::tools
