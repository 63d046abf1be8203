#include "tools/lab/campaign/pairs.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <sstream>

namespace gofuda::lab {

namespace {

constexpr double kBlockSeconds = 1;  // what a killed process loses
constexpr std::uint64_t kMostInBlock = 4096;

bool inside(double x, double low, double high) { return x > low && x < high; }

bool read_number(const std::string& text, double& to) {
  std::istringstream in(text);
  char rest = 0;
  return in >> to && !(in >> rest) && std::isfinite(to);
}

class PairPlayer {
 public:
  PairPlayer(const Pairs& pairs, Store& store) : pairs_(pairs), store_(store) {}

  void play(const std::function<void(std::uint64_t)>& tick) {
    const auto threads = static_cast<std::uint64_t>(pairs_.threads);
    std::uint64_t size = threads;
    std::uint64_t first = store_.now().cells[0].games.end();
    while (first < pairs_.games && !decided(store_.now().cells[0].pairs)) {
      const auto start = std::chrono::steady_clock::now();
      const std::uint64_t end = std::min(first + size, pairs_.games);
      const auto told = [&] { tick(first); };
      const bool whole = play_block(0, first, end, told) && play_block(1, first, end, told);
      const std::uint64_t done = pairs_in_hand();
      for (std::size_t side : {1, 0}) keep(side, first, done);
      store_.commit();
      if (!whole) break;
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      const double fit = static_cast<double>(end - first) * kBlockSeconds / std::max(seconds.count(), 1e-9);
      size =
          static_cast<std::uint64_t>(std::clamp(fit, static_cast<double>(threads), static_cast<double>(kMostInBlock)));
      first = end;
    }
    store_.close();
  }

 private:
  bool decided(const PairTally& t) const {
    return pairs_.test && pairs_.test->decide(pairs_.test->log_likelihood_ratio(t)) != 0;
  }

  // False when it was stopped before the last game.
  bool play_block(std::size_t side, std::uint64_t first, std::uint64_t end, const std::function<void()>& tick) {
    Batch batch;
    batch.plan = pairs_.plans[side];
    batch.first = first, batch.end = end;
    batch.threads = pairs_.threads;
    batch.keep_games = true;
    batch.stop = pairs_.stop;
    batch.runners = &runners_[side];
    std::vector<GameRecord>& out = games_[side];
    out.clear();
    run_batch(
        batch, [&](Chunk& c) { std::move(c.games.begin(), c.games.end(), std::back_inserter(out)); }, tick);
    return out.size() == end - first;
  }

  // As many as there are of both, up to the one that decides the test.
  std::uint64_t pairs_in_hand() const {
    const std::size_t both = std::min(games_[0].size(), games_[1].size());
    if (!pairs_.test) return both;
    PairTally t = store_.now().cells[0].pairs;
    for (std::size_t i = 0; i < both; ++i) {
      t.add(pair_side(games_[0][i]), pair_side(games_[1][i]));
      if (decided(t)) return i + 1;
    }
    return both;
  }

  void keep(std::size_t side, std::uint64_t first, std::uint64_t count) {
    const Provenance& p = store_.now().head.cells[side].provenance;
    Chunk chunk;
    chunk.first = first, chunk.end = first + count;
    chunk.tally = Tally(p.conditions.size(), p.cards.size());
    games_[side].resize(count);
    chunk.games = std::move(games_[side]);
    for (const GameRecord& g : chunk.games) chunk.tally.add(g);
    if (count > 0) store_.add(side, chunk);
  }

  const Pairs& pairs_;
  Store& store_;
  std::array<Runners, 2> runners_;
  std::array<std::vector<GameRecord>, 2> games_;
};

}  // namespace

double PairTest::log_likelihood_ratio(const PairTally& t) const {
  return test.log_likelihood_ratio(on_score ? t.leads : t.results, 0.5);
}

int PairTest::decide(double ratio) const {
  return ratio >= test.upper_bound() ? 1 : ratio <= test.lower_bound() ? -1 : 0;
}

std::optional<PairTest> read_pair_test(const std::map<std::string, std::string>& words, std::string& wrong) {
  auto word = [&](const char* key) {
    auto it = words.find(key);
    return it == words.end() ? "" : it->second;
  };
  const std::string bounds = word("sprt");
  if (bounds.empty()) return std::nullopt;
  PairTest t;
  t.on_score = word("sprt-on") == "score";
  const double most = t.on_score ? 1000 : 1;
  const std::size_t comma = bounds.find(',');
  if (comma == std::string::npos || !read_number(bounds.substr(0, comma), t.test.low) ||
      !read_number(bounds.substr(comma + 1), t.test.high))
    wrong = "--sprt takes two differences a - b, such as 0,0.05 of Black's win rate, or 0,2 with --sprt-on score";
  else if (!inside(t.test.low, -most, most) || !inside(t.test.high, -most, most) || t.test.low >= t.test.high)
    wrong = t.on_score ? "the differences of --sprt are in points, the lower one first"
                       : "the differences of --sprt lie between -1 and 1, the lower one first";
  else if (!read_number(word("alpha"), t.test.alpha) || !read_number(word("beta"), t.test.beta) ||
           !inside(t.test.alpha, 0, 1) || !inside(t.test.beta, 0, 1) || t.test.alpha + t.test.beta >= 1)
    wrong = "--alpha and --beta are chances of an error: each above 0, and together below 1";
  if (!wrong.empty()) return std::nullopt;
  return t;
}

void play_pairs(const Pairs& pairs, Store& store, const std::function<void(std::uint64_t)>& tick) {
  PairPlayer(pairs, store).play(tick);
}

}  // namespace gofuda::lab
