// Counts of all legal sequences to a depth: anchors for anyone who changes or rewrites the rules.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/enumerator.hpp"
#include "core/game.hpp"
#include "core/sanitized.hpp"
#include "scripting/library.hpp"
#include "scripting/scripts.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/naive_board.hpp"

using namespace gofuda;

namespace {

// Finished sequences of answers that make `turns` turns, games that end before left out. Sets of points count once.
std::uint64_t perft(const Game& game, Scripts& scripts, int turns) {
  if (game.state() == Status::done) {
    if (turns == 0) return 1;
    if (game.over()) return 0;
    Game next = game;
    if (next.advance(scripts, {}, 1) == Status::done) return perft(next, scripts, turns - 1);
    REQUIRE(next.state() == Status::asks);
    return perft(next, scripts, turns);
  }
  const Question& q = game.question();
  const std::size_t before = game.turn_marks().size();
  std::uint64_t count = 0;
  Answer a;
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

  std::uint64_t count(int depth) const {
    return count(std::string(static_cast<std::size_t>(w_ * h_), '.'), 'X', -1, 0, depth);
  }

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
        if (b[n] == '.')
          free = true;
        else if (b[n] == b[p] && seen.insert(n).second)
          todo.push_back(n);
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
      {1, 1, {1, 1, 0, 0, 0}},       {1, 2, {3, 7, 8, 6, 2}},         {1, 3, {4, 11, 22, 41, 66}},
      {2, 2, {5, 21, 68, 156, 316}}, {2, 3, {7, 43, 222, 934, 3242}}, {3, 3, {10, 91, 738, 5281, 33384}},
  };
  for (const Row& row : rows) {
    const std::string size = std::to_string(row.width) + "x" + std::to_string(row.height);
    Opened o = open("go", {{"board.size", size}});
    const Plain plain(row.width, row.height);
    std::vector<std::uint64_t> counts, naive;
    const int deepest = kSanitized && row.counts.back() > 10'000 ? 4 : 5;
    for (int depth = 1; depth <= deepest; ++depth) {
      Game game(o.variant->ruleset, {});
      counts.push_back(perft(game, *o.scripts, depth));
      naive.push_back(plain.count(depth));
    }
    INFO(size);
    CHECK(counts == naive);
    CHECK(counts == std::vector(row.counts.begin(), row.counts.begin() + deepest));
  }
}

namespace {

// Turns made by `cards`, Black's first, from a middle game on 5x5.
std::uint64_t with_cards(const Opened& o, const std::vector<std::string>& cards, const Position& start) {
  Setup setup;
  Position p = start;
  for (Owner owner : {Owner::black, Owner::white}) {
    std::vector<CardId> deck;
    for (std::size_t i = cards.size(); i-- > 0;)
      if (i % 2 == static_cast<std::size_t>(owner)) deck.push_back(o.variant->ruleset->find_card(cards[i]));
    p.cards.assign(owner, Zone::deck, deck);
  }
  setup.position = std::move(p);
  return perft(Game(o.variant->ruleset, std::move(setup)), *o.scripts, static_cast<int>(cards.size()));
}

Position middle_game(const Ruleset& rules) {
  Position p(rules.grid);
  for (const char* name : {"B4", "C4", "D3", "B2", "E5"}) p.board.set(parse_point(name), Colour::black);
  for (const char* name : {"A4", "B3", "C3", "C2", "D5"}) p.board.set(parse_point(name), Colour::white);
  return p;
}

}  // namespace

TEST_CASE("perft: every shape on an empty board, against its orientations") {
  Opened o = open("dango-1996", {{"board.size", "5x5"}});
  for (const CardInfo& card : o.variant->ruleset->cards) {
    if (card.shape.empty()) continue;
    std::uint64_t places = 0;
    for (const Orientation& way : card.shape)
      if (way.width <= 5 && way.height <= 5) places += static_cast<std::uint64_t>((6 - way.width) * (6 - way.height));
    INFO(card.id);
    CHECK(with_cards(o, {card.id}, Position(o.variant->ruleset->grid)) == places);
  }
}

TEST_CASE("perft: every shape in a middle game, against the plain board") {
  Opened o = open("dango-1996", {{"board.size", "5x5"}});
  const Position start = middle_game(*o.variant->ruleset);
  test::NaiveBoard plain(o.variant->ruleset->grid);
  for (Colour c : {Colour::black, Colour::white}) start.board.points_of(c).for_each([&](Point p) { plain.set(p, c); });
  for (const CardInfo& card : o.variant->ruleset->cards) {
    if (card.shape.empty()) continue;
    std::uint64_t legal = 0;
    for (const Orientation& way : card.shape)
      for (int column = 0; column < 5; ++column)
        for (int row = 0; row < 5; ++row) {
          Unit unit;
          for (const ShapeStone& stone : way.stones)
            if (column + stone.x < 5 && row + stone.y < 5)
              unit.place.push_back({point_at(column + stone.x, row + stone.y), Colour::black});
          test::NaiveBoard trial = plain;
          UnitResult result;
          if (unit.place.size() == way.stones.size() && trial.apply(unit, Colour::black, {}, result)) ++legal;
        }
    INFO(card.id);
    CHECK(with_cards(o, {card.id}, start) == std::max<std::uint64_t>(1, legal));  // one way not to be able to
  }
}

namespace {

struct CardRow {
  std::vector<std::string> cards;
  std::uint64_t count;
};
const std::vector<CardRow> kCardRows{
    {{"nobi"}, 14},
    {{"kosumi"}, 7},
    {{"ikken-tobi"}, 9},
    {{"niken-tobi"}, 6},
    {{"keima"}, 10},
    {{"ogeima"}, 12},
    {{"hazama-tobi"}, 4},
    {{"straight-three"}, 7},
    {{"empty-triangle"}, 8},
    {{"tigers-mouth"}, 3},
    {{"diagonal-three"}, 2},
    {{"dogs-head"}, 1},
    {{"horses-head"}, 4},
    {{"half-table"}, 10},
    {{"big-bulge"}, 4},
    {{"bamboo-joint"}, 1},
    {{"ponnuki"}, 1},
    {{"dango"}, 1},
    {{"table"}, 1},
    {{"tippy-table"}, 3},
    {{"trapezium"}, 5},
    {{"parallelogram"}, 1},
    {{"big-box"}, 1},
    {{"mouth"}, 1},
    {{"place-1"}, 15},
    {{"place-2"}, 105},
    {{"place-3"}, 455},
    {{"place-opponents-3"}, 455},
    {{"delete-3"}, 10},
    {{"delete-opponents-3"}, 10},
    {{"miss-a-turn"}, 1},
    {{"free-card"}, 1},
    {{"free-block"}, 1},
    {{"twice"}, 1},
    {{"change"}, 1},
    {{"replace"}, 10},
    {{"keima", "nobi"}, 101},
    {{"place-1", "change"}, 15},
    {{"place-2", "place-1"}, 1358},
    {{"twice", "place-1"}, 15},
    {{"delete-3", "ponnuki"}, 10},
    {{"replace", "replace"}, 210},
    {{"nobi", "change"}, 14},
    {{"kosumi", "keima"}, 49},
    {{"free-block", "place-1"}, 30},
    {{"place-1", "place-1"}, 210},
    {{"empty-triangle", "delete-opponents-3"}, 448},
};

}  // namespace

TEST_CASE("perft: every card in a middle game, and some in pairs") {
  Opened o = open("dango-1996", {{"board.size", "5x5"}});
  std::size_t singles = 0;
  for (const CardRow& row : kCardRows) {
    INFO(row.cards[0] << (row.cards.size() > 1 ? " " + row.cards[1] : ""));
    CHECK(with_cards(o, row.cards, middle_game(*o.variant->ruleset)) == row.count);
    singles += row.cards.size() == 1;
  }
  CHECK(singles == o.variant->ruleset->cards.size());
}
