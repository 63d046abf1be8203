// Boards as files draw them.
#pragma once

#include <optional>

#include "core/board.hpp"
#include "scripting/yaml.hpp"

namespace gofuda {

// Either lists of points ({ black: A1 B2, white: C3 }), pictures by corner ({ bottom-left: |, top-right: |, ... }), or
// one picture of the whole board. A picture has a row a line, top row first: X black, O white, '.' empty, '#' no point;
// blanks are ignored. Nothing after a diagnostic.
std::optional<std::vector<Stone>> read_stones(const YamlFile& file, const YamlNode& node, const Grid& grid,
                                              Diagnostics& out);
std::optional<PointSet> read_points(const YamlFile& file, const YamlNode& node, const Grid& grid, Diagnostics& out);

// No stones may begin without a liberty where such are captured. The mistake is told at `node`.
void check_liberties(const YamlFile& file, const YamlNode& node, const Rules& rules, const Board& board,
                     Diagnostics& out);

}  // namespace gofuda
