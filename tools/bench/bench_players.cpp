// Benchmarks of programs that play.
#include "tools/bench/bench.hpp"
#include "tools/players/stone_tree.hpp"

namespace gofuda {

// As for the first move of a game: the tree grows through many random games, and then begins anew.
void stone_search_games(benchmark::State& state, const Ruleset& rules) {
  constexpr std::int64_t kGames = 20000;
  tools::StoneTree tree(rules);
  const tools::StoneState start{Board(rules.grid)};
  Random random(1);
  std::int64_t games = 0;
  for (auto _ : state) {
    if (games++ % kGames == 0) tree.clear();
    tree.iterate(start, random);
  }
  state.SetItemsProcessed(state.iterations());
}

}  // namespace gofuda
