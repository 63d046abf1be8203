// The rules that Go is counted and ended by, against the same written as plainly as possible; and presets of them.
#include <algorithm>
#include <set>
#include <vector>

#include "core/game.hpp"
#include "core/life.hpp"
#include "core/playout.hpp"
#include "core/random_player.hpp"
#include "core/result.hpp"
#include "core/sanitized.hpp"
#include "scripting/scripts.hpp"
#include "tests/unit/board_diagram.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/naive_board.hpp"
#include "tests/unit/shipped.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

// --- counting, point by point

// What hangs together with `start` by way of points for which `same` is true.
template <class F>
PointSet flood(Point start, F same) {
  PointSet out;
  std::vector<Point> todo{start};
  out.insert(start);
  while (!todo.empty()) {
    const Point p = todo.back();
    todo.pop_back();
    for (int d : kNeighbours) {
      const auto n = static_cast<Point>(p + d);
      if (out.contains(n) || !same(n)) continue;
      out.insert(n);
      todo.push_back(n);
    }
  }
  return out;
}

std::array<int, 2> count_naively(const Board& board, const Grid& grid, const PointSet& dead, const Rules& rules) {
  auto stone = [&](Point p) { return dead.contains(p) ? Colour::empty : board.at(p); };
  auto is_open = [&](Point p) { return grid.exists(p) && stone(p) == Colour::empty; };
  auto owner = [&](Point p) {  // of an open point; empty: nobody's
    std::set<Colour> met;
    flood(p, is_open).for_each([&](Point q) {
      for (int d : kNeighbours)
        if (const auto n = static_cast<Point>(q + d); grid.exists(n) && !is_open(n)) met.insert(stone(n));
    });
    return met.size() == 1 ? *met.begin() : Colour::empty;
  };
  std::array<int, 2> out{};
  for (Seat seat : {Seat::black, Seat::white}) {
    const Colour c = colour_of(seat);
    int& points = out[static_cast<std::size_t>(index(seat))];
    auto own = [&](Point p) { return grid.exists(p) && (is_open(p) ? owner(p) == c : stone(p) == c); };
    PointSet left;
    grid.points().for_each([&](Point p) {
      if (own(p)) left.insert(p);
    });
    while (!left.empty()) {
      const PointSet group = flood(left.first(), own);
      left -= group;
      bool seki = false;
      int land = 0, stones = 0, prisoners = 0;
      group.for_each([&](Point p) {
        stones += !is_open(p);
        land += is_open(p);
        prisoners += is_open(p) && board.at(p) == opposite(c);
        for (int d : kNeighbours) {
          const auto n = static_cast<Point>(p + d);
          seki |= is_open(n) && owner(n) == Colour::empty;
        }
      });
      if (rules.tax != Tax::none && seki) land = prisoners = 0;
      if (rules.tax == Tax::all && !seki) land -= std::min(2, land);
      points += land + (rules.scoring == Scoring::area ? stones : prisoners);
    }
    if (rules.scoring == Scoring::territory && rules.tax == Tax::none)
      (dead & board.points_of(opposite(c))).for_each([&](Point p) { points += owner(p) != c; });
  }
  return out;
}

Board scattered(const Grid& grid, Random& random, int moves) {
  Board board(grid);
  Rules rules;
  Playout(grid, rules).run(board, Colour::black, random, moves);
  board.set_ko(kNoPoint);
  return board;
}

// The same with stones of the other side put among those of each, next to a point that is cleared for them.
Board disturbed(Board board, Random& random) {
  for (int n = 0; n < 6; ++n) {
    const PointSet stones = board.stones();
    const Point p = stones.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(stones.count()))));
    const Colour c = board.at(p);
    const auto q = static_cast<Point>(p + kNeighbours[random.below(4)]);
    if (board.at(q) != c) continue;
    const Board before = board;
    board.set(p, Colour::empty);
    board.set(q, opposite(c));
    if (!board.without_liberties(Colour::black).empty() || !board.without_liberties(Colour::white).empty())
      board = before;
  }
  return board;
}

// --- games

Position play(const Variant& variant, std::uint64_t seed) {
  const auto scripts = make_scripts(std::shared_ptr<const Variant>(&variant, [](const Variant*) {}));
  RandomPlayer black(seed, 1), white(seed, 2);
  Setup setup;
  setup.key = {seed, 1};
  Game game(variant.ruleset, setup);
  game.advance(*scripts, {&black, &white, nullptr}, 3000);
  return game.turn_start();
}

PointSet dead_in(const char* text, SuicideRule suicide = SuicideRule::forbidden) {
  const Diagram d = diagram(text);
  Rules rules;
  rules.suicide = suicide;
  return unconditionally_dead(d.board, d.grid, rules);
}

}  // namespace

TEST_CASE("taxes are counted as one counts them point by point", "[rules][differential]") {
  Random random(11);
  long seki = 0, paid = 0;
  for (int n = 0; n < (kSanitized ? 150 : 600); ++n) {
    const int side = 4 + n % 5;
    const Grid grid(side, side, n % 3 == 0 ? points("B2 C2") : PointSet{});
    const Board board = scattered(grid, random, side * side / 2 + n % (2 * side * side));
    PointSet dead;
    board.for_each_chain([&](const PointSet& chain) {
      if (random.below(6) == 0) dead |= chain;
    });
    for (Scoring scoring : {Scoring::area, Scoring::territory})
      for (Tax tax : {Tax::none, Tax::seki, Tax::all}) {
        Rules rules;
        rules.scoring = scoring, rules.tax = tax;
        const Score score = count(board, grid, dead, rules);
        const auto expected = count_naively(board, grid, dead, rules);
        INFO(picture(board, grid) << " dead " << to_string(dead) << " tax " << static_cast<int>(tax) << " scoring "
                                  << static_cast<int>(scoring));
        REQUIRE(score.points(Seat::black) == expected[0]);
        REQUIRE(score.points(Seat::white) == expected[1]);
        paid += score.taxed[0] + score.taxed[1];
        seki += tax == Tax::seki && score.neutral > count(board, grid, dead, Rules{}).neutral;
      }
  }
  CHECK(seki > (kSanitized ? 20 : 100));
  CHECK(paid > (kSanitized ? 20 : 100));
}

TEST_CASE("with pass stones, and White passing last, area and territory come to the same", "[rules]") {
  int last_by_black = 0, apart_without = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Settings board{{"board.size", "5x5"}, {"rules.pass_stones", "white-last"}, {"rules.komi", "3.75"}};
    const auto variant = shipped("go", board);
    const Position p = play(*variant, seed);
    REQUIRE(p.ending == Ending::passes);
    Ruleset territory = *variant->ruleset, none = territory;
    territory.rules.scoring = Scoring::territory;
    none.rules.scoring = Scoring::territory, none.rules.pass_stones = PassStones::none;
    CHECK(score_of(territory, p).margin() == score_of(*variant->ruleset, p).margin());
    apart_without += score_of(none, p).margin() != score_of(territory, p).margin();
    last_by_black += p.moves.back().seat == Seat::black;
  }
  CHECK(last_by_black > 5);
  CHECK(last_by_black < 55);
  CHECK(apart_without > 5);
}

TEST_CASE("a game without a result ends at the first board that comes back, and at no other", "[rules][differential]") {
  int ended = 0, went_on = 0;
  for (const char* ko : {"none", "simple"})
    for (std::uint64_t seed = 1; seed <= (kSanitized ? 80 : 400); ++seed) {
      const auto variant = shipped("go", {{"board.size", "3x3"}, {"rules.ko", ko}, {"rules.repetition", "no-result"}});
      const Position p = play(*variant, seed);
      Board board(variant->ruleset->grid);
      std::set<std::pair<std::string, Seat>> seen{{picture(board, variant->ruleset->grid), Seat::black}};
      for (std::size_t i = 0; i < p.moves.size(); ++i) {
        const Move& m = p.moves[i];
        for (const PointEffect& e : p.effects_of(m))
          board.set(e.point, sets(e.effect) ? index_colour(e.effect) : Colour::empty);
        const bool back = !seen.insert({picture(board, variant->ruleset->grid), other(m.seat)}).second && m.count > 0;
        INFO(ko << " seed " << seed << " move " << i);
        CHECK(back == (p.ending == Ending::no_result && i + 1 == p.moves.size()));
      }
      ended += p.ending == Ending::no_result, went_on += p.ending == Ending::passes;
      if (p.ending != Ending::no_result) continue;
      CHECK(result_of(*variant->ruleset, p) == "Void");
      CHECK_FALSE(leader_of(*variant->ruleset, p));
    }
  CHECK(ended > (kSanitized ? 3 : 20));
  CHECK(went_on > (kSanitized ? 3 : 20));
}

TEST_CASE("the handicap is what stood there at the start, if it was Black's alone", "[rules]") {
  const auto variant =
      shipped("dgo", {{"handicap", "3"}, {"rules.handicap_bonus", "n"}, {"rules.dead_stones", "stand"}});
  Ruleset less = *variant->ruleset;
  less.rules.handicap_bonus = HandicapBonus::n_less_one;
  for (std::uint64_t seed = 1; seed < 5; ++seed) {
    const Position p = play(*variant, seed);
    CHECK(handicap_of(p) == 3);
    CHECK(score_of(*variant->ruleset, p).bonus == 3);
    CHECK(score_of(less, p).bonus == 2);
  }
  CHECK(handicap_of(play(*shipped("go", {{"board.size", "5x5"}}), 1)) == 0);
}

TEST_CASE("stones that nothing could save come off, and no others", "[rules]") {
  // Two eyes, and a stone in one of them.
  CHECK(dead_in(R"(
    . X O . X
    X X X X X
    . . . . .
    . . . . .)") == points("C4"));
  // The same without a second eye: nothing is certain.
  CHECK(dead_in(R"(
    X X O . X
    X X X X X
    . . . . .
    . . . . .)")
            .empty());
  // Room for two eyes within: who lives there is open.
  CHECK(dead_in(R"(
    X X X X X X X X X
    X . X . . . . . X
    X X X . . . . . X
    X . X . . O . . X
    X X X . . . . . X
    X X X X X X X X X
    . . . . . . . . .)")
            .empty());
  // Where a whole chain may die by its own move, a point that a stone stands on may become an eye.
  const char* const filled = R"(
    . X . X O O O
    X X X X O O O
    X X X X O O .
    X X X X X X X
    . . . . . . .)";
  CHECK(dead_in(filled).contains_all(points("E5 F5 G5 E4 F4 G4 E3 F3")));
  CHECK_FALSE(dead_in(filled, SuicideRule::multi_stone).intersects(points("E5")));
  CHECK(unconditionally_dead(diagram("X O X").board, Grid(3, 1),
                             [] {
                               Rules r;
                               r.captures = CaptureOrder::none;
                               return r;
                             }())
            .empty());
}

// The other side sets stone upon stone, and nobody answers.
TEST_CASE("what lives unconditionally is never taken, and what is dead in it never lives", "[rules][differential]") {
  Random random(3);
  int lived = 0, dead_ones = 0;
  for (int n = 0; n < (kSanitized ? 100 : 400); ++n) {
    const Grid grid(5 + n % 3, 5 + n % 3);
    Rules rules;
    rules.suicide = n % 2 ? SuicideRule::forbidden : SuicideRule::multi_stone;
    const Board start = disturbed(scattered(grid, random, grid.area() * 3), random);
    const PointSet dead = unconditionally_dead(start, grid, rules);
    for (Colour c : {Colour::black, Colour::white}) {
      const PointSet alive = unconditional_life(start, grid, c, rules.suicide).stones;
      if (alive.empty()) continue;
      ++lived;
      const PointSet doomed = dead & start.points_of(opposite(c));
      dead_ones += !doomed.empty();
      for (int game = 0; game < 4; ++game) {
        Board board = start;
        for (int move = 0; move < 3 * grid.area() && board.empty_count() > 0; ++move) {
          const Point p = board.empty(static_cast<int>(random.below(static_cast<std::uint32_t>(board.empty_count()))));
          UnitResult result;
          board.set_ko(kNoPoint);
          (void)bool(board.apply({{}, {}, {{p, opposite(c)}}}, opposite(c),
                                 {rules.suicide, rules.captures, OnSuicide::refuse}, result));
          INFO(picture(start, grid) << "\nnow\n" << picture(board, grid));
          REQUIRE(board.points_of(c).contains_all(alive));
          if (move % 5 == 0)
            REQUIRE_FALSE(unconditional_life(board, grid, opposite(c), rules.suicide).stones.intersects(doomed));
        }
      }
    }
  }
  CHECK(lived > (kSanitized ? 10 : 60));
  CHECK(dead_ones > (kSanitized ? 1 : 10));
}

TEST_CASE("presets: each is read, names its source and leaves no rule of Go to chance", "[presets]") {
  Diagnostics out;
  Library library({GOFUDA_SOURCE_RULES_DIR}, out);
  const auto names = library.names(FileKind::preset);
  for (const char* name : {"tromp-taylor", "chinese", "chinese-ogs", "aga", "bga", "new-zealand", "japanese", "korean",
                           "stone-scoring", "ancient-territory"})
    CHECK(std::find(names.begin(), names.end(), name) != names.end());
  for (const std::string& name : names) {
    INFO(name);
    const auto preset = library.preset(name, {}, out);
    REQUIRE(preset);
    CHECK(preset->source.starts_with("https://"));
    CHECK_FALSE(preset->text.empty());
    std::set<std::string> said;
    for (const auto& [rule, value] : preset->rules) said.insert(rule);
    for (const char* rule : {"ko", "repetition", "suicide", "scoring", "tax", "handicap_bonus", "button", "pass_stones",
                             "dead_stones", "passes_to_end"})
      CHECK(said.contains(rule));
    const auto variant = shipped("go", {{"rules.preset", name}});
    CHECK(variant->preset == name);
    for (const auto& [rule, value] : preset->rules) {
      CHECK(find_rule_field(rule)->get(variant->ruleset->rules) == value.text);
      CHECK(variant->rule_origins.at(rule).find("presets/" + name + ".yaml:") != std::string::npos);
    }
  }
}

TEST_CASE("presets: what is beside one, or nearer, is otherwise", "[presets]") {
  Diagnostics out;
  Library library({GOFUDA_SOURCE_RULES_DIR}, out);
  const std::string folder = std::string(GOFUDA_SOURCE_RULES_DIR) + "/variants/";
  library.put_text(folder + "parent.yaml",
                   "variant: parent\nextends: go\nrules: { suicide: whole, preset: aga, komi: 3.75 }\n");
  library.put_text(folder + "child.yaml", "variant: child\nextends: parent\nrules: { preset: japanese, tax: none }\n");
  auto rules = [&](const std::string& name, const Settings& settings) {
    const auto v = library.variant(name, settings, {}, out);
    INFO(joined(out));
    REQUIRE(v);
    return v->ruleset->rules;
  };
  const Rules parent = rules("parent", {});
  CHECK(parent.ko == KoRule::situational);
  CHECK(parent.suicide == SuicideRule::whole);
  CHECK(parent.komi == 3750);
  CHECK(parent.handicap_bonus == HandicapBonus::n_less_one);
  const Rules child = rules("child", {});
  CHECK(child.scoring == Scoring::territory);
  CHECK(child.suicide == SuicideRule::forbidden);
  CHECK(child.tax == Tax::none);
  CHECK(child.komi == 6500);
  const Rules set = rules("child", {{"rules.ko", "none"}, {"rules.preset", "stone-scoring"}});
  CHECK(set.ko == KoRule::none);
  CHECK(set.tax == Tax::all);
  CHECK(rules("child", {{"rules.tax", "seki"}}).tax == Tax::seki);
}
