// Benchmarks that other files register.
#pragma once

#include <benchmark/benchmark.h>

#include "core/grid.hpp"
#include "core/rules.hpp"
#include "core/ruleset.hpp"

namespace gofuda {

void register_board_benchmarks();
// Random games of plain stones from the empty board, by the rules given; see core/playout.hpp.
// Random games to a win, of rules that WinPlayout fits.
void win_playouts(benchmark::State& state, const Ruleset& rules);
// Random games of the search for plain stones, its tree included.
void stone_search_games(benchmark::State& state, const Ruleset& rules);
void go_playouts(benchmark::State& state, const Grid& grid, const Rules& rules);

}  // namespace gofuda
