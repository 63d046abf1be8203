// What a program would answer to the pending question.
#pragma once

#include <memory>
#include <string>

#include "core/game.hpp"
#include "scripting/variant.hpp"

namespace gofuda::tools {

inline constexpr const char* kHintPlayer = "mcts:ms=1000";

struct Hint {
  std::string text;  // in the notation; empty: it found no legal answer, or was stopped
  PointSet points;   // of the answer, if it names some
};

// Of the player `spec`, which sees what the seat that is asked may know. The game must ask something.
Hint hint_of(const std::shared_ptr<const Variant>& variant, const Game& game, const std::string& spec);

}  // namespace gofuda::tools
