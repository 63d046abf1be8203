// The board of a variant: its points and regions, the stones it begins with, the points closed to the first stones.
#pragma once

#include <optional>

#include "core/ruleset.hpp"
#include "scripting/variant_layers.hpp"

namespace gofuda {

struct BuiltBoard {
  std::optional<Library::Mention> at;  // where its size was written; nothing when there is no board
  int handicap = 0;
};

struct BoardSize {
  int columns, rows;
};
// "13x9", or "13" for as many of both; nothing where it is neither, or too large.
std::optional<BoardSize> read_board_size(const std::string& text);

// Fills the grid, the set-up stones, the openings and who begins. `file`: the variant's, for what is missing.
BuiltBoard build_board(const Layer& layer, const std::string& file, Ruleset& rules, Diagnostics& out);

}  // namespace gofuda
