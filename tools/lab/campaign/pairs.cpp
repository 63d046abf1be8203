#include "tools/lab/campaign/pairs.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <sstream>

#include "core/notation/saved_game.hpp"
#include "core/random.hpp"

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
    size_ = static_cast<std::uint64_t>(pairs_.threads);
    const Ranges left = store_.left(0);
    for (const Range& r : left.list())
      if (!play_range(r, tick)) break;
    store_.close();
  }

 private:
  // False when it was stopped.
  bool play_range(const Range& range, const std::function<void(std::uint64_t)>& tick) {
    const auto threads = static_cast<double>(pairs_.threads);
    std::uint64_t first = range.first;
    while (first < range.end && !decided(store_.now().cells[0].pairs)) {
      const auto start = std::chrono::steady_clock::now();
      const std::uint64_t end = std::min(first + size_, range.end);
      const auto told = [&] { tick(store_.now().cells[0].games.games()); };
      const bool whole = play_block(0, first, end, told) && play_block(1, first, end, told);
      const std::uint64_t done = pairs_in_hand();
      for (std::size_t side : {1, 0}) keep(side, first, done);
      store_.commit();
      if (!whole) return false;
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      const double fit = static_cast<double>(end - first) * kBlockSeconds / std::max(seconds.count(), 1e-9);
      size_ = static_cast<std::uint64_t>(std::clamp(fit, threads, static_cast<double>(kMostInBlock)));
      first = end;
    }
    return true;
  }

  bool decided(const PairTally& t) const { return pairs_.test && pairs_.test->evidence(t).decision != 0; }

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
    pairs_.play[side](
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
  std::uint64_t size_ = 1;  // of a block
  std::array<Runners, 2> runners_;
  std::array<std::vector<GameRecord>, 2> games_;
};

}  // namespace

namespace {

constexpr double kOtherEffect =
    1.0 / 256;  // of the reach: what is looked for where the test is on the other of the two
constexpr Reach kRates{0.5, 1};
constexpr double kMostSpan = 20'000'000;  // thousandths of a point, by the points of two boards and their komi
Reach leads(int span) { return {1.0 / kWholePoint, static_cast<double>(span) / kWholePoint}; }

double effect_of(const PairTest& t, bool score, double most) {
  return t.on_score == score ? t.test.question().high - t.test.question().low : kOtherEffect * most;
}

}  // namespace

std::optional<Interval> PairTest::rate_interval(const PairTally& t) const {
  return confidence_sequence(t.results, kRates, effect_of(*this, false, kRates.most));
}

std::optional<Interval> PairTest::lead_interval(const PairTally& t) const {
  return confidence_sequence(t.leads, leads(span), effect_of(*this, true, leads(span).most));
}

std::string span_of(int points, int komi_apart) { return std::to_string(kWholePoint * points + komi_apart); }

std::optional<PairTest> read_pair_test(const std::map<std::string, std::string>& words, std::string& wrong) {
  auto word = [&](const char* key) {
    auto it = words.find(key);
    return it == words.end() ? "" : it->second;
  };
  const std::string bounds = word("sprt");
  if (bounds.empty()) return std::nullopt;
  SequentialTest::Question q;
  const bool on_score = word("sprt-on") == "score";
  double span = 0;
  const std::size_t comma = bounds.find(',');
  if (!read_number(word("span"), span) || !inside(span, 1, kMostSpan))
    wrong = "it does not say how far apart leads can be";
  const double most = on_score ? span / kWholePoint : 1;
  if (comma == std::string::npos || !read_number(bounds.substr(0, comma), q.low) ||
      !read_number(bounds.substr(comma + 1), q.high))
    wrong = "--sprt takes two differences a - b, such as 0,0.05 of Black's win rate, or 0,2 with --sprt-on score";
  else if (!inside(q.low, -most, most) || !inside(q.high, -most, most) || q.low >= q.high)
    wrong = on_score ? "the differences of --sprt are in points, the lower one first, and no more than boards have"
                     : "the differences of --sprt lie between -1 and 1, the lower one first";
  else if (!read_number(word("alpha"), q.alpha) || !read_number(word("beta"), q.beta) || !inside(q.alpha, 0, 1) ||
           !inside(q.beta, 0, 1) || q.alpha + q.beta >= 1)
    wrong = "--alpha and --beta are chances of an error: each above 0, and together below 1";
  if (!wrong.empty()) return std::nullopt;
  const int most_apart = static_cast<int>(span);
  return PairTest{SequentialTest(q, on_score ? leads(most_apart) : kRates), on_score, most_apart};
}

void exchange_colours(std::array<Plan, 2>& plans) {
  for (Plan& p : plans)
    if (!p.deal_seed) p.deal_seed = p.seed;
  std::swap(plans[1].players[0], plans[1].players[1]);
  plans[1].seed = mix64(plans[0].seed + 1) % kMostSeed;  // else the players would draw the same numbers again
}

std::vector<PairSide> play_sides(const Plan& plan, Range games, int threads, const std::atomic<int>& stop,
                                 const std::function<void(std::uint64_t)>& tick,
                                 const std::function<void(const GameRecord&)>& see, const PlayBatch& play) {
  Batch batch;
  batch.plan = plan;
  batch.first = games.first, batch.end = games.end;
  batch.threads = threads;
  batch.keep_games = true;
  batch.stop = &stop;
  std::vector<PairSide> out;
  const auto fold = [&](Chunk& c) {
    for (const GameRecord& g : c.games) {
      out.push_back(pair_side(g));
      if (see) see(g);
    }
  };
  if (stop == 0 && games.first < games.end) play(batch, fold, [&] { tick(out.size()); });
  return out;
}

void play_pairs(const Pairs& pairs, Store& store, const std::function<void(std::uint64_t)>& tick) {
  PairPlayer(pairs, store).play(tick);
}

}  // namespace gofuda::lab
