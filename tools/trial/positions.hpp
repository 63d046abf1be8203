// Positions of random games, on which cards are tried.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/player.hpp"
#include "core/position.hpp"
#include "scripting/scripts.hpp"
#include "scripting/variant.hpp"

namespace gofuda::tools {

// The turns that a random game is played for at most where positions are wanted.
int most_turns(const Variant& variant);

// After so many turns of a random game, or as many as it takes. Once its scripts have cost `most_steps`, the position
// that is reached by then.
Position random_position(const Variant& variant, Scripts& scripts, ChanceKey key, int turns, std::uint64_t most_steps);

// So many positions of one random game at most, each as likely as any other, in their order; fewer where it has fewer
// turns. What ends it early by a script's fault stands beside them.
struct RandomGame {
  std::vector<Position> positions;
  std::optional<Fault> fault;
};
RandomGame random_game(const Variant& variant, Scripts& scripts, ChanceKey key, std::size_t most,
                       std::uint64_t most_steps);

}  // namespace gofuda::tools
