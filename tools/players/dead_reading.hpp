// Fights of few empty points, read out to the end: what random games judge by chance, such as a shared life of three
// stones, or an eye that is too small with a stone in its middle.
#pragma once

#include "core/dead_stones.hpp"
#include "core/grid.hpp"

namespace gofuda::tools {

// Chains of three stones and more whose fight fits, and who takes whom hangs neither on who moves first nor on a ko,
// are what reading finds; all others stay as they are. What borders on a fight and is called alive is taken to live;
// where it encloses, and has neither an eye nor open land elsewhere, nothing is read. Always the same for the same
// board.
void read_out(Marking& marking, const Grid& grid, const Board& board);

}  // namespace gofuda::tools
