#include "tools/lab/pairs.hpp"

#include <algorithm>
#include <iterator>

namespace gofuda::lab {

namespace {

constexpr std::uint64_t kBlock = 256;  // pairs in memory

// False when it was stopped before the last game.
bool play_block(const Pairs& pairs, std::size_t side, std::uint64_t first, std::uint64_t end,
                std::vector<GameRecord>& out, const std::function<void()>& tick) {
  Batch batch;
  batch.plan = pairs.plans[side];
  batch.first = first, batch.end = end;
  batch.threads = pairs.threads;
  batch.keep_games = true;
  batch.stop = pairs.stop;
  run_batch(
      batch, [&](Chunk& c) { std::move(c.games.begin(), c.games.end(), std::back_inserter(out)); }, tick);
  return out.size() == end - first;
}

}  // namespace

PairResult play_pairs(const Pairs& pairs, const std::function<void(std::uint64_t)>& tick) {
  PairResult r;
  std::array<std::vector<GameRecord>, 2> games;
  for (std::uint64_t first = 0; first < pairs.games; first += kBlock) {
    const std::uint64_t end = std::min(first + kBlock, pairs.games);
    games[0].clear(), games[1].clear();
    auto told = [&] { tick(first); };
    const bool whole =
        play_block(pairs, 0, first, end, games[0], told) && play_block(pairs, 1, first, end, games[1], told);
    if (!whole) games[0].resize(std::min(games[0].size(), games[1].size()));
    for (std::size_t i = 0; i < games[0].size(); ++i) {
      r.tally.add(pair_side(games[0][i]), pair_side(games[1][i]));
      if (!pairs.test) continue;
      r.log_likelihood_ratio = pairs.test->log_likelihood_ratio(r.tally.results, 0.5);
      r.decided = r.log_likelihood_ratio >= pairs.test->upper_bound()   ? 1
                  : r.log_likelihood_ratio <= pairs.test->lower_bound() ? -1
                                                                        : 0;
      if (r.decided) return r;
    }
    if (!whole) break;
  }
  return r;
}

}  // namespace gofuda::lab
