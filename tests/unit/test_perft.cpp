// Counts of all legal sequences to a depth: anchors for anyone who changes or rewrites the rules.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/enumerator.hpp"
#include "core/game.hpp"
#include "scripting/dispute.hpp"
#include "scripting/library.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"

using namespace gofuda;

namespace {

// Finished sequences of answers that make `turns` turns, games that end before left out. Sets of points count once.
std::uint64_t perft(const Game& game, Scripts& scripts, int turns) {
  if (game.state() == Step::done) {
    if (turns == 0) return 1;
    if (game.over()) return 0;
    Game next = game;
    if (next.advance(scripts, {}, 1) == Step::done) return perft(next, scripts, turns - 1);
    REQUIRE(next.state() == Step::asks);
    return perft(next, scripts, turns);
  }
  const Question q = game.question();
  const std::size_t before = game.turn_marks().size();
  std::uint64_t count = 0;
  std::vector<std::uint16_t> a;
  for (std::uint64_t k = 0; k < answer_count(q); ++k) {
    nth_answer(q, k, a);
    Game next = game;
    if (!next.answer(scripts, a, {}, false)) continue;
    count += perft(next, scripts, turns - static_cast<int>(next.turn_marks().size() - before));
  }
  return count;
}

struct Opened {
  std::shared_ptr<const Variant> variant;
  std::unique_ptr<Scripts> scripts;
};

Opened open(const std::string& name, const Settings& settings) {
  Diagnostics out;
  Library library({GOFUDA_SOURCE_RULES_DIR}, out);
  Opened o{library.variant(name, settings, {}, out), nullptr};
  INFO(test::joined(out));
  REQUIRE(o.variant);
  o.scripts = make_scripts(o.variant);
  return o;
}

// The same count by the plainest of means: a board as a string, flood fill, ko by looking for what the last stone took.
class Plain {
 public:
  Plain(int width, int height) : w_(width), h_(height) {}

  std::uint64_t count(int depth) const { return count(std::string(static_cast<std::size_t>(w_ * h_), '.'), 'X', -1, 0, depth); }

 private:
  std::vector<int> around(int p) const {
    std::vector<int> out;
    if (p % w_ > 0) out.push_back(p - 1);
    if (p % w_ < w_ - 1) out.push_back(p + 1);
    if (p >= w_) out.push_back(p - w_);
    if (p < w_ * (h_ - 1)) out.push_back(p + w_);
    return out;
  }

  std::set<int> chain(const std::string& b, int p, bool& free) const {
    std::set<int> seen{p};
    std::vector<int> todo{p};
    free = false;
    while (!todo.empty()) {
      const int q = todo.back();
      todo.pop_back();
      for (int n : around(q)) {
        if (b[n] == '.') free = true;
        else if (b[n] == b[p] && seen.insert(n).second) todo.push_back(n);
      }
    }
    return seen;
  }

  std::uint64_t count(const std::string& b, char side, int ko, int passes, int depth) const {
    if (depth == 0) return 1;
    if (passes == 2) return 0;
    const char them = side == 'X' ? 'O' : 'X';
    std::uint64_t n = count(b, them, -1, passes + 1, depth - 1);
    for (int p = 0; p < w_ * h_; ++p) {
      if (b[p] != '.' || p == ko) continue;
      std::string next = b;
      next[p] = side;
      std::set<int> taken;
      bool free = false;
      for (int q : around(p))
        if (next[q] == them)
          if (auto c = chain(next, q, free); !free) taken.insert(c.begin(), c.end());
      for (int q : taken) next[q] = '.';
      const std::size_t own = chain(next, p, free).size();
      if (!free) continue;
      int liberties = 0;
      for (int q : around(p)) liberties += next[q] == '.';
      const bool takes_ko = taken.size() == 1 && own == 1 && liberties == 1;
      n += count(next, them, takes_ko ? *taken.begin() : -1, 0, depth - 1);
    }
    return n;
  }

  int w_, h_;
};

}  // namespace

TEST_CASE("perft: stones and passes on the smallest boards") {
  struct Row {
    int width, height;
    std::vector<std::uint64_t> counts;  // from depth 1
  };
  const std::vector<Row> rows{
      {1, 1, {1, 1, 0, 0, 0}}, {1, 2, {3, 0, 0, 0, 0}}, {1, 3, {0}}, {2, 2, {0}}, {2, 3, {0}}, {3, 3, {0}},
  };
  for (const Row& row : rows) {
    const std::string size = std::to_string(row.width) + "x" + std::to_string(row.height);
    Opened o = open("go", {{"board.size", size}});
    const Plain plain(row.width, row.height);
    std::vector<std::uint64_t> counts, naive;
    for (int depth = 1; depth <= 5; ++depth) {
      Game game(o.variant->ruleset, {});
      counts.push_back(perft(game, *o.scripts, depth));
      naive.push_back(plain.count(depth));
    }
    INFO(size);
    CHECK(counts == naive);
    CHECK(counts == row.counts);
  }
}
