// The exact player and its solvers: held to plain minimax over the game itself, to known results, and to their word.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/drive.hpp"
#include "core/notation/board_text.hpp"
#include "core/random.hpp"
#include "core/result.hpp"
#include "scripting/scripts.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/graphs.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/pattern_games.hpp"
#include "tests/unit/reply.hpp"
#include "tests/unit/shipped.hpp"
#include "tools/players/exact.hpp"
#include "tools/solver/exact_patterns.hpp"
#include "tools/solver/exact_turns.hpp"

using namespace gofuda;
using namespace gofuda::tools;
using test::areas, test::condition, test::NoScripts, test::pattern_rules, test::rows, test::scattered;

namespace {

using Result = Solution::Result;

Ruleset stones(int width, int height, KoRule ko) {
  Ruleset r;
  r.grid = Grid(width, height);
  r.plain = true;
  r.rules.ko = ko;
  r.rules.komi = 0;
  return r;
}

using Known = std::map<std::vector<std::uint64_t>, int>;

// All that the rest of a game of plain stones depends on, superko's past in full.
std::vector<std::uint64_t> situation_of(const Position& p) {
  const auto seen = p.seen.in_order();
  std::vector<std::uint64_t> out(seen.begin(), seen.end());
  std::sort(out.begin(), out.end());
  for (int set : p.set) out.push_back(static_cast<std::uint64_t>(set));
  for (std::uint64_t x : {p.board.hash(), std::uint64_t{p.board.ko()}, static_cast<std::uint64_t>(index(p.to_move)),
                          static_cast<std::uint64_t>(index(p.ko_by)), std::uint64_t{p.passes}})
    out.push_back(x);
  return out;
}

// Value of a game for the side to move: as kWin - plies, by going through all of it. Fills in the value of each move.
// A lead in quarters of a point, which leaves room for wins that are counted in plies.
int in_points(int lead) { return lead * 4 / kWholePoint; }

int minimax(const Game& game, Known& known, std::map<Point, int>* values = nullptr) {
  NoScripts scripts;
  const auto situation = situation_of(game.turn_start());
  if (auto it = known.find(situation); it != known.end() && !values) return it->second;
  int best = -kInfinite;
  const Seat side = game.turn_start().to_move;
  std::vector<test::Numbers> answers;
  game.question().from.for_each([&](Point p) { answers.push_back({p}); });
  if (game.question().may_pass) answers.push_back({});
  for (const auto& a : answers) {
    Game next = game;
    if (!test::reply(next, scripts, a)) continue;
    int v;
    if (next.over()) {
      const auto leader = leader_of(next.rules(), next.turn_start());
      const bool counted = next.turn_start().ending != Ending::win;
      v = !leader ? 0 : *leader == side ? kWin - 1 : -(kWin - 1);
      if (counted && leader) v = score_of(next.rules(), next.turn_start()).margin() * (side == Seat::black ? 1 : -1);
      if (counted && leader) v = in_points(v);
    } else {
      v = minimax(next, known);
      v = one_ply_on(next.turn_start().to_move == side ? v : -v);
    }
    if (values) (*values)[a.empty() ? kNoPoint : a[0]] = v;
    best = std::max(best, v);
  }
  return known[situation] = best;
}

Game game_from(const std::shared_ptr<const Ruleset>& rules, const Position& p) {
  NoScripts scripts;
  Setup setup;
  setup.position = p;
  Game game(rules, setup);
  game.advance(scripts);
  return game;
}

int value_of(const Solution& s) {
  REQUIRE(s.solved());
  if (s.plies > 0) return s.result == Result::win ? kWin - s.plies : s.plies - kWin;
  return in_points(s.margin.value_or(0));
}

// `all`: every best move is named, not only those that are proved first.
void check_against_minimax(Solver& solver, const std::shared_ptr<const Ruleset>& rules, const Position& p, bool all) {
  NoScripts scripts;
  std::map<Point, int> values;
  Known known;
  const int value = minimax(game_from(rules, p), known, &values);
  const Solution s = solver.solve(p, scripts, {});
  INFO(board_text(rules->grid, p.board));
  CHECK(value_of(s) == value);
  CHECK((s.exact_plies || s.plies == 0));
  REQUIRE_FALSE(s.best.empty());
  for (Point b : s.best) CHECK(values.at(b) == value);
  const bool forced = value == kWin - 1 || value == -(kWin - 2);  // of these, not all need to be named
  const auto as_good = std::count_if(values.begin(), values.end(), [&](const auto& m) { return m.second == value; });
  if (all && !forced) CHECK(static_cast<std::ptrdiff_t>(s.best.size()) == as_good);
}

}  // namespace

TEST_CASE("exact: on joined edges and in hexagons values are those that plain minimax finds", "[lattice][minutes]") {
  Random random(9);
  for (const Topology& topology : test::kTopologies)
    for (const Grid& grid : {Grid(3, 3, {}, {}, topology), Grid(4, 3, {}, {}, topology)}) {
      INFO("columns " << topology.wraps_columns << " rows " << topology.wraps_rows << " hex " << topology.hex);
      auto rules = std::make_shared<const Ruleset>(pattern_rules(
          grid, {condition(line_patterns(grid, 3)), condition(shape_patterns(grid, *Shape::parse("XX\nX.\nX.")))}));
      PatternSolver patterns(*rules, 12);
      TurnSolver turns(*rules, 12);
      for (int n = 0; n < 4; ++n) {
        const Position p = scattered(rules, grid.area() - 6, random);
        check_against_minimax(patterns, rules, p, true);
        check_against_minimax(turns, rules, p, false);
      }
    }
  const auto symmetries = [](const Grid& grid) {
    return Symmetries(pattern_rules(grid, {condition(line_patterns(grid, 3))})).size();
  };
  CHECK(symmetries(Grid(3, 3)) == 8);
  CHECK(symmetries(Grid(3, 3, {}, {}, {true, true, false})) == 72);
  CHECK(symmetries(Grid(5, 4, {}, {}, {true, false, false})) == 20);
  CHECK(symmetries(Grid(3, 3, {}, {}, {false, false, true})) == 4);
  CHECK(symmetries(Grid(4, 3, {}, {}, {false, false, true})) == 2);
  CHECK(symmetries(Grid(7, 7, {}, {}, {true, true, false})) == 8);  // too large to be moved along itself
}

TEST_CASE("exact: games of patterns have the values that plain minimax finds", "[minutes]") {
  Random random(1);
  struct Row {
    const char* name;
    Ruleset rules;
    int most_left;
  };
  Ruleset few = rows(3, 4, 3);
  few.rules.stones = 4;  // some points stay empty
  Ruleset opened = rows(3, 3, 3);
  PointSet edge = opened.grid.points();
  edge.erase(parse_point("B2"));
  opened.openings = {{4, edge}};  // later than any real one, so that turns are missed, too
  int won = 0, lost = 0, drawn = 0;
  for (const Row& row : {Row{"three in a row", rows(3, 3, 3), 7},
                         {"4x4", rows(4, 4, 3), 6},
                         {"four", rows(4, 4, 4), 6},
                         {"areas", areas(), 6},
                         {"few stones", few, 8},
                         {"openings", opened, 6},
                         {"1x7", rows(7, 1, 3), 7}}) {
    INFO(row.name);
    auto rules = std::make_shared<const Ruleset>(row.rules);
    REQUIRE(PatternSolver::fits(*rules));
    PatternSolver patterns(*rules, 12);
    TurnSolver turns(*rules, 12);
    for (int n = 0; n < 8; ++n) {
      const int left = row.most_left - n % 3;
      const Position p = scattered(rules, rules->grid.area() - left, random);
      if (rules->rules.stones > 0 && p.set[0] >= rules->rules.stones) continue;
      check_against_minimax(patterns, rules, p, true);
      NoScripts scripts;
      const Solution a = patterns.solve(p, scripts, {}), b = turns.solve(p, scripts, {});
      CHECK(value_of(a) == value_of(b));
      (a.result == Result::win ? won : a.result == Result::loss ? lost : drawn) += 1;
    }
  }
  CHECK(won > 5);
  CHECK(lost > 1);
  CHECK(drawn > 5);
}

// With nothing of what one knows of patterns, the other with nothing else.
TEST_CASE("exact: two searches that share no shortcut agree", "[minutes]") {
  auto rules = std::make_shared<const Ruleset>(areas());
  PatternSolver patterns(*rules, 14);
  TurnSolver turns(*rules, 14);
  NoScripts scripts;
  Random random(9);
  Position p = first_position(*rules, {});
  for (const char* at : {"B1", "C1", "A2", "D3"}) p.board.set(parse_point(at), Colour::black);
  for (const char* at : {"D2", "A3", "B3"}) p.board.set(parse_point(at), Colour::white);
  p.count_set();
  p.to_move = Seat::white;
  for (int n = 0; n < 12; ++n) {
    INFO(board_text(rules->grid, p.board));
    const Solution a = patterns.solve(p, scripts, {});
    SearchLimits limits;
    limits.nodes = 1'000'000;
    const Solution b = turns.solve(p, scripts, limits);
    CHECK(value_of(a) == value_of(b));
    if (n == 0) CHECK(a.plies == 6);
    p = scattered(rules, 7 + n % 2, random);
  }
}

TEST_CASE("exact: small games that are known", "[minutes]") {
  NoScripts scripts;
  auto solve = [&](const Ruleset& rules, std::uint64_t nodes = 2'000'000) {
    SearchLimits limits;
    limits.nodes = nodes;
    return make_solver(rules, 16)->solve(first_position(rules, {}), scripts, limits);
  };
  CHECK(solve(rows(3, 3, 3)).result == Result::draw);  // noughts and crosses: a draw wherever it begins
  CHECK(solve(rows(3, 3, 3)).best.size() == 9);
  const Solution three = solve(rows(4, 4, 3));
  CHECK(three.result == Result::win);
  CHECK(three.plies == 5);
  CHECK(three.exact_plies);
  CHECK(solve(rows(4, 4, 4)).result == Result::draw);
  CHECK(solve(rows(5, 5, 4)).result == Result::draw);
  const Solution nine = solve(stones(3, 3, KoRule::simple));
  CHECK(nine.margin == 9 * kWholePoint);
  CHECK(nine.best == std::vector<Point>{parse_point("B2")});
  const Solution six = solve(stones(2, 3, KoRule::positional));
  CHECK(six.margin == 0);
  CHECK(six.best == std::vector<Point>{kNoPoint});
  // With nothing but the ko rule, play on 2x2 goes on for ever: that is not called a draw.
  CHECK(solve(stones(2, 2, KoRule::simple), 200'000).result == Result::open);
}

TEST_CASE("exact: the first moves on small Go boards are worth what is known of them", "[minutes]") {
  NoScripts scripts;
  struct Row {
    int width, height;
    KoRule ko;
    std::vector<int> pass, moves;  // the margin after a pass, and after stones, each once
  };
  // By the table of T. Drange and others (mathpuzzle.com/go), area scoring, which has the three best; the corner of 1x5
  // is not in it. After the edge of 3x3 the ko rule alone lets play go on for ever; with superko it is worth 3.
  for (const Row& row : {Row{2, 1, KoRule::positional, {0}, {-2}},
                         {3, 1, KoRule::positional, {}, {-3, 3}},
                         {4, 1, KoRule::positional, {}, {-4, 4}},
                         {5, 1, KoRule::positional, {0}, {-5, 0}},
                         {2, 2, KoRule::positional, {}, {1}},
                         {3, 3, KoRule::simple, {}, {-9, 9}}}) {
    INFO(row.width << "x" << row.height);
    const Ruleset rules = stones(row.width, row.height, row.ko);
    const Position start = first_position(rules, {});
    TurnSolver solver(rules, 16);
    SearchLimits limits;
    limits.nodes = 100'000;
    std::set<int> moves;
    auto after = [&](Point p) -> std::optional<int> {
      Game game = game_from(std::make_shared<const Ruleset>(rules), start);
      Answer a;
      a.make_stone(p);
      REQUIRE(game.answer(scripts, a));
      const Solution s = solver.solve(game.turn_start(), scripts, limits);
      if (!s.margin) return std::nullopt;
      return -*s.margin / kWholePoint;
    };
    rules.grid.points().for_each([&](Point p) {
      if (const auto margin = after(p)) moves.insert(*margin);
    });
    CHECK(std::vector<int>(moves.begin(), moves.end()) == row.moves);
    for (int margin : row.pass) CHECK(after(kNoPoint) == margin);
  }
}

// With few stones for each side, so that all of a game can be gone through.
TEST_CASE("exact: games with captures have the values that plain minimax finds", "[minutes]") {
  Random random(5);
  int captured = 0;
  for (KoRule ko : {KoRule::simple, KoRule::positional, KoRule::situational, KoRule::natural})
    for (SuicideRule suicide : {SuicideRule::forbidden, SuicideRule::allowed})
      for (bool row_wins : {false, true})
        for (const auto& [width, height, supply, count] :
             {std::tuple{3, 1, 3, 0}, {2, 2, 4, 3}, {3, 2, 3, 3}, {3, 2, 4, 5}, {3, 3, 6, 9}}) {
          Ruleset made = stones(width, height, ko);
          made.rules.stones = supply;
          made.rules.suicide = suicide;
          made.rules.komi = row_wins ? 0 : count % 2 ? 500 : 3750;
          if (row_wins) made.wins = WinTable({condition(line_patterns(made.grid, 3))});
          auto rules = std::make_shared<const Ruleset>(made);
          TurnSolver solver(*rules, 14);
          for (int n = 0; n < 2; ++n) {
            INFO(width << "x" << height << " " << count << " of " << supply << " ko " << static_cast<int>(ko) << " row "
                       << row_wins);
            const Position p = scattered(rules, count, random);
            captured += p.prisoners[0] + p.prisoners[1];
            check_against_minimax(solver, rules, p, false);
          }
        }
  CHECK(captured > 3);
}

TEST_CASE("exact: no stone is said to be dead at the end", "[minutes]") {
  auto variant = test::shipped("dgo", {{"board.size", "3x3"}});
  auto scripts = make_scripts(variant);
  Game game(variant->ruleset, {});
  game.advance(*scripts);
  for (const test::Numbers& a : {test::Numbers{parse_point("B2")}, {}, {}}) REQUIRE(test::reply(game, *scripts, a));
  REQUIRE(game.question().kind == QuestionKind::dead);
  Diagnostics out;
  auto agent = make_player("exact:nodes=100", *variant, out);
  agent->begin({1, 1}, game.question().seat);
  Answer a(AnswerForm::points, test::Numbers{1});
  consult(*agent, game, *scripts, 0, a);
  CHECK(a.points().empty());
}

TEST_CASE("exact: a win at hand is taken, and the other side's stopped, at the first look", "[minutes]") {
  auto variant = test::shipped("qango-6");
  const Ruleset& rules = *variant->ruleset;
  for (bool own : {true, false}) {
    INFO(own);
    Position p = first_position(rules, {});
    p.to_move = Seat::black;
    for (const char* at : {"C3", "C4", "D3"}) p.board.set(parse_point(at), own ? Colour::black : Colour::white);
    for (const char* at : {"A1", "F1"}) p.board.set(parse_point(at), own ? Colour::white : Colour::black);
    p.count_set();
    Game game = game_from(variant->ruleset, p);
    Diagnostics out;
    auto agent = make_player("exact:nodes=1", *variant, out);
    REQUIRE(agent);
    agent->begin({1, 1}, Seat::black);
    auto scripts = make_scripts(variant);
    Answer a;
    consult(*agent, game, *scripts, 0, a);
    REQUIRE(a.stone() != kNoPoint);
    CHECK(point_name(a.stone()) == "D4");
  }
}

TEST_CASE("exact: a position that is turned or mirrored has the same value and the same best moves", "[minutes]") {
  for (const char* name : {"qango-6", "qango-7-plus"}) {
    auto variant = test::shipped(name);
    const Ruleset& rules = *variant->ruleset;
    NoScripts scripts;
    const Symmetries symmetries(rules);
    CHECK(symmetries.size() == (std::string(name) == "qango-6" ? 8 : 4));
    Random random(3);
    int solved = 0;
    for (int n = 0; n < 6; ++n) {
      const Position p = scattered(variant->ruleset, 8 + n, random);
      SearchLimits limits;
      limits.nodes = 30'000;
      const Solution a = PatternSolver(rules, 14).solve(p, scripts, limits);
      for (int s = 1; s < symmetries.size(); s += 2) {
        Position q = first_position(rules, {});
        q.to_move = p.to_move;
        std::vector<Point> best;
        const auto image = [&](Point x) {
          return symmetries.cell_of[static_cast<std::size_t>(symmetries.to(s, symmetries.number[x]))];
        };
        for (Colour c : {Colour::black, Colour::white})
          p.board.points_of(c).for_each([&](Point x) { q.board.set(image(x), c); });
        q.count_set();
        const Solution b = PatternSolver(rules, 14).solve(q, scripts, limits);
        if (!a.solved() || !b.solved()) continue;
        ++solved;
        CHECK(a.result == b.result);
        if (!a.exact_plies || !b.exact_plies) continue;
        CHECK(a.plies == b.plies);
        for (Point x : a.best) best.push_back(image(x));
        std::sort(best.begin(), best.end());
        CHECK(best == b.best);
      }
    }
    CHECK(solved > 5);
  }
}

TEST_CASE("exact: a win that was proved is never lost again", "[minutes]") {
  auto variant = test::shipped("qango-6");
  NoScripts scripts;
  int proved = 0;
  for (std::uint64_t g = 0; g < 200; ++g) {
    Random random(g);
    PatternSolver solver(*variant->ruleset, 12);
    Setup setup;
    setup.key.game = g;
    Game game(variant->ruleset, setup);
    game.advance(scripts);
    const Seat exact = g % 2 ? Seat::black : Seat::white;
    int within = 0;  // plies that the last proof leaves
    while (!game.over()) {
      const PointSet& from = game.question().from;
      std::uint16_t p = from.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(from.count()))));
      if (game.question().seat == exact) {
        SearchLimits limits;
        limits.nodes = 3'000;
        const Solution s = solver.solve(game.turn_start(), scripts, limits);
        REQUIRE((within == 0 || s.result == Result::win));
        if (s.exact_plies && s.result == Result::win) {
          CHECK((within == 0 || s.plies <= within - 2));
          within = s.plies;
        }
        p = s.best[random.below(static_cast<std::uint32_t>(s.best.size()))];
      }
      REQUIRE(test::reply(game, scripts, {p}));
    }
    if (within == 0) continue;
    ++proved;
    CHECK(game.turn_start().ending == Ending::win);
    CHECK(game.turn_start().winner == index(exact));
  }
  CHECK(proved > 190);
}

TEST_CASE("exact: plays every game of stones by the rules, the same again, and not always the same", "[minutes]") {
  for (const char* name :
       {"qango-6", "qango-6-castle", "qango-6-tournament", "qango-7", "qango-7-castle", "qango-7-professionals-1",
        "qango-7-professionals-2", "qango-7-plus", "qango-7-plus-edges", "qango-7-plus-tournament"}) {
    INFO(name);
    auto variant = test::shipped(name);
    std::vector<std::uint64_t> ends;
    for (std::uint64_t g : {1, 1, 2, 3}) {
      Diagnostics out;
      auto black = make_player("exact:nodes=300", *variant, out), white = make_player("exact:nodes=100", *variant, out);
      REQUIRE(black);
      auto scripts = make_scripts(variant);
      Setup setup;
      setup.key = {7, g};
      black->begin(setup.key, Seat::black);
      white->begin(setup.key, Seat::white);
      Game game(variant->ruleset, setup);
      CHECK(drive(game, *scripts, {black.get(), white.get()}).why == Stopped::over);
      CHECK(game.over());
      ends.push_back(game.turn_start().hash());
    }
    CHECK(ends[0] == ends[1]);
    CHECK((ends[0] != ends[2] || ends[2] != ends[3]));
  }
  for (const Settings& settings :
       {Settings{{"board.size", "3x3"}}, Settings{{"board.size", "4x4"}, {"rules.ko", "positional"}}}) {
    auto variant = test::shipped("dgo", settings);
    Diagnostics out;
    auto black = make_player("exact:nodes=2000", *variant, out), white = make_player("random", *variant, out);
    auto scripts = make_scripts(variant);
    black->begin({1, 1}, Seat::black);
    white->begin({1, 1}, Seat::white);
    Game game(variant->ruleset, {});
    CHECK(drive(game, *scripts, {black.get(), white.get()}).why == Stopped::over);
    CHECK(leader_of(*variant->ruleset, game.turn_start()) == Seat::black);
  }
}

TEST_CASE("exact: games that it cannot play are named with the reason", "[minutes]") {
  auto complaint = [](const std::string& name, const Settings& settings = {}) {
    Diagnostics out;
    CHECK_FALSE(make_player("exact", *test::shipped(name, settings), out));
    return out.size() == 1 ? out.list()[0].message : test::joined(out);
  };
  CHECK(
      complaint("dango-1996") ==
      "the player 'exact' cannot play 'dango-1996': it plays ordinary stones alone, and in this game cards are played");
  CHECK(complaint("gomoku-skills").find("cards are played") != std::string::npos);
  CHECK(complaint("dgo").find("boards of up to 64 points, and this one has 81") != std::string::npos);
  Diagnostics out;
  CHECK(make_player("exact",
                    *test::shipped("qango-6", {{"board.size", "15x15"}, {"win", "five"}, {"rules.stones", "0"}}), out));
}
