// Win conditions: what they compile to, what they find, and random games of them.
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <filesystem>
#include <map>

#include "core/game.hpp"
#include "core/random_player.hpp"
#include "core/sanitized.hpp"
#include "core/win_playout.hpp"
#include "scripting/file.hpp"
#include "scripting/library.hpp"
#include "scripting/scripts.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/pattern_games.hpp"

using namespace gofuda;

namespace {

std::shared_ptr<const Variant> load(const std::string& name, const Settings& settings = {},
                                    const std::string& folder = "") {
  Diagnostics out;
  std::vector<std::string> folders{GOFUDA_SOURCE_RULES_DIR};
  if (!folder.empty()) folders.insert(folders.begin(), folder);
  Library library(folders, out);
  auto variant = library.variant(name, settings, {}, out);
  INFO(test::joined(out));
  REQUIRE(variant);
  return variant;
}

std::vector<PointSet> patterns(const Ruleset& rules) {
  std::vector<PointSet> out;
  for (const WinCondition& w : rules.wins.conditions()) out.insert(out.end(), w.patterns.begin(), w.patterns.end());
  return out;
}

// Patterns that hold no other one: only these decide.
std::size_t irredundant(const std::vector<PointSet>& all) {
  return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const PointSet& p) {
    return std::none_of(all.begin(), all.end(), [&](const PointSet& q) { return !(q == p) && p.contains_all(q); });
  }));
}

PointSet points(const std::string& text) {
  PointSet out;
  for (std::size_t i = 0; i + 1 < text.size(); i += 3) out.insert(parse_point(text.substr(i, 2)));
  return out;
}

}  // namespace

TEST_CASE("win: the patterns of the boards with regions") {
  struct Row {
    const char* variant;
    std::size_t areas, squares, lines, decisive;
  };
  for (const Row& row :
       {Row{"qango-6", 12, 25, 32, 61}, {"qango-7", 16, 36, 60, 100}, {"qango-7-plus", 12, 24, 28, 56}}) {
    INFO(row.variant);
    auto variant = load(row.variant);
    const auto& conditions = variant->ruleset->wins.conditions();
    REQUIRE(conditions.size() == 3);
    std::map<std::string, std::size_t> count;
    for (const WinCondition& w : conditions) count[w.id] = w.patterns.size();
    CHECK(count["area"] == row.areas);
    CHECK(count["square"] == row.squares);
    CHECK(count["five"] == row.lines);
    const std::vector<PointSet> all = patterns(*variant->ruleset);
    CHECK(all.size() == row.areas + row.squares + row.lines);
    CHECK(irredundant(all) == row.decisive);
  }
}

TEST_CASE("win: rows of every length on every board") {
  for (int side = 1; side <= 7; ++side)
    for (int n = 1; n <= 8; ++n) {
      const std::size_t straight = n > side ? 0 : static_cast<std::size_t>(side * (side - n + 1));
      const std::size_t slanted = n > side ? 0 : static_cast<std::size_t>((side - n + 1) * (side - n + 1));
      const std::size_t want = n == 1 ? static_cast<std::size_t>(side * side) : 2 * straight + 2 * slanted;
      INFO(side << " " << n);
      CHECK(line_patterns(Grid(side, side), n).size() == want);
    }
  PointSet hole;
  hole.insert(parse_point("C3"));
  CHECK(line_patterns(Grid(5, 5, hole), 5).size() == 8);  // the middle row, column and both diagonals are broken
}

TEST_CASE("win: a pattern is found through its stone and shown") {
  auto variant = load("qango-6");
  const Ruleset& rules = *variant->ruleset;
  Board board(rules.grid);
  auto set = [&](const std::string& names, Colour c) { points(names).for_each([&](Point p) { board.set(p, c); }); };
  set("C3 C4 D3", Colour::black);
  CHECK(rules.wins.met(board, Colour::black) == 0);
  set("D4", Colour::black);
  const std::uint32_t met = rules.wins.met_through(board, parse_point("D4"), Colour::black);
  CHECK(met == rules.wins.met(board, Colour::black));
  CHECK(rules.wins.met(board, Colour::white) == 0);
  CHECK(rules.wins.conditions()[static_cast<std::size_t>(std::countr_zero(met))].id == "square");
  CHECK(rules.wins.stones(board, Colour::black, met) == points("C3 C4 D3 D4"));
  CHECK(rules.wins.met_through(board, parse_point("A1"), Colour::black) == 0);
}

TEST_CASE("win: the conditions that a board meets are those that have a pattern full of one side's stones") {
  int met = 0, unmet = 0;
  for (const char* name : {"qango-6", "qango-7-plus", "gomoku-skills"}) {
    const auto variant = load(name);
    const Ruleset& rules = *variant->ruleset;
    Random random(5);
    for (int n = 0; n < 200; ++n) {
      Board board(rules.grid);
      const auto stones = static_cast<int>(random.below(static_cast<std::uint32_t>(board.empty_count())));
      for (int i = 0; i < stones; ++i)
        board.set(board.empty(static_cast<int>(random.below(static_cast<std::uint32_t>(board.empty_count())))),
                  random.below(4) ? Colour::black : Colour::white);
      for (const Colour c : {Colour::black, Colour::white}) {
        std::uint32_t wanted = 0;
        for (std::size_t i = 0; i < rules.wins.conditions().size(); ++i)
          for (const PointSet& pattern : rules.wins.conditions()[i].patterns)
            if (board.points_of(c).contains_all(pattern)) wanted |= std::uint32_t{1} << i;
        REQUIRE(rules.wins.met(board, c) == wanted);
        ++(wanted ? met : unmet);
      }
    }
  }
  CHECK(met > 100);
  CHECK(unmet > 100);
}

TEST_CASE("win: playouts on words, on rows and by the rules themselves are the same games") {
  struct Row {
    const char* variant;
    Settings settings;
  };
  // The last ones are too large for a word: rows alone, and rows beside a picture.
  for (const Row& row : {Row{"qango-6", {}},
                         {"qango-6-castle", {}},
                         {"qango-7", {}},
                         {"qango-7-plus-tournament", {}},
                         {"qango-6", {{"board.size", "9x9"}, {"win", "five"}, {"rules.stones", "30"}}},
                         {"qango-6", {{"board.size", "9x9"}, {"win", "square five"}, {"rules.stones", "0"}}}}) {
    INFO(row.variant << " " << row.settings.size());
    auto variant = load(row.variant, row.settings);
    const Ruleset& rules = *variant->ruleset;
    REQUIRE(WinPlayout::fits(rules));
    WinPlayout playout(rules);
    auto scripts = make_scripts(variant);
    Random random(7);
    double length = 0, wins = 0, draws = 0, slow_length = 0, slow_wins = 0, slow_draws = 0;
    std::map<std::uint32_t, double> by, slow_by;
    const int games = kSanitized ? 300 : 3000;
    const double error = std::sqrt(games / 2.0);
    for (int g = 0; g < games; ++g) {
      const WinPlayoutResult r = playout.run(Seat::black, random);
      length += r.moves;
      wins += r.winner == Colour::black;
      draws += r.winner == Colour::empty;
      by[r.won_by] += 1;
      RandomPlayer black(1, static_cast<std::uint64_t>(g)), white(2, static_cast<std::uint64_t>(g));
      Position p = first_position(rules, {{3, static_cast<std::uint64_t>(g)}, {}, {}});
      p.to_move = Seat::black;
      Run run(rules, *scripts, {3, static_cast<std::uint64_t>(g)});
      Log log;
      while (!p.over()) REQUIRE(run.turn(p, log, log.size(), {&black, &white, nullptr}) == Status::done);
      slow_length += static_cast<double>(p.moves.size());
      slow_wins += p.ending == Ending::win && p.winner == 0;
      slow_draws += p.ending == Ending::draw;
      slow_by[p.won_by] += 1;
    }
    // Five standard errors, and a little more.
    CHECK(std::abs(wins - slow_wins) < 5 * error);
    CHECK(std::abs(draws - slow_draws) < 5 * error);
    CHECK(std::abs(length - slow_length) / games < 1.2 * std::sqrt(3000.0 / games));
    for (const auto& [conditions, n] : slow_by) CHECK(std::abs(by[conditions] - n) < 5 * std::sqrt(2 * n) + 5);
  }
}

TEST_CASE("win: games of plain stones and patterns never enter Lua") {
  for (const char* name : {"qango-6", "qango-7-plus", "dgo", "go"}) {
    INFO(name);
    auto variant = load(name, std::string(name) == "go" ? Settings{{"board.size", "7x7"}} : Settings{});
    LuaScripts scripts(variant);  // these games are given none at all; here they are there, and must not be called
    for (std::uint64_t g = 0; g < 5; ++g) {
      RandomPlayer black(1, g), white(2, g);
      Position p = first_position(*variant->ruleset, {{1, g}, {}, {}});
      Run run(*variant->ruleset, scripts, {1, g});
      Log log;
      while (!p.over()) REQUIRE(run.turn(p, log, log.size(), {&black, &white, nullptr}) == Status::done);
      CHECK(p.moves.size() > 5);
    }
    CHECK(scripts.calls() == 0);
  }
}

namespace {

struct WinFolder {  // of rule files, for one test
  std::filesystem::path path = std::filesystem::temp_directory_path() / ("gofuda-win-" + std::to_string(::getpid()));
  WinFolder() { std::filesystem::create_directories(path / "variants/win"); }
  WinFolder(const WinFolder&) = delete;
  WinFolder& operator=(const WinFolder&) = delete;
  ~WinFolder() { std::filesystem::remove_all(path); }
  void write(const std::string& name, const std::string& text) const {
    REQUIRE(write_file((path / name).string(), text).empty());
  }
};

constexpr const char* kAreaCheck = R"(return win { name = "Area", text = "All points of one region.",
  check = function(me, opponent, board)
    local letters, shown = "ABCDEFGHIJKL", board.none
    for i = 1, #letters do
      local area = board:region(letters:sub(i, i))
      if me.stones:contains(area) then shown = shown + area end
    end
    return shown
  end }
)";
constexpr const char* kSquareCheck = R"(return win { name = "Square", text = "Four stones in a 2x2 square.",
  check = function(me, opponent, board)
    local s = me.stones
    local corner = s * s:shifted(-1, 0) * s:shifted(0, -1) * s:shifted(-1, -1)
    return corner + corner:shifted(1, 0) + corner:shifted(0, 1) + corner:shifted(1, 1)
  end }
)";
constexpr const char* kFiveCheck = R"(return win { name = "Five", text = "Five stones in a row.",
  check = function(me, opponent, board)
    local shown = board.none
    for _, way in ipairs { { 1, 0 }, { 0, 1 }, { 1, 1 }, { 1, -1 } } do
      local starts = me.stones
      for k = 1, 4 do starts = starts * me.stones:shifted(-k * way[1], -k * way[2]) end
      for k = 0, 4 do shown = shown + starts:shifted(k * way[1], k * way[2]) end
    end
    return shown
  end }
)";

}  // namespace

TEST_CASE("win: a check function and a pattern decide the same games") {
  WinFolder folder;
  folder.write("variants/win/area-check.lua", kAreaCheck);
  folder.write("variants/win/square-check.lua", kSquareCheck);
  folder.write("variants/win/five-check.lua", kFiveCheck);
  auto drawn = load("qango-6"),
       checked = load("qango-6", {{"win", "area-check square-check five-check"}}, folder.path.string());
  REQUIRE(drawn->ruleset->wins.conditions().size() == 3);
  CHECK(checked->ruleset->wins.scripted_conditions() == 7);
  CHECK_FALSE(WinPlayout::fits(*checked->ruleset));
  auto a = make_scripts(drawn), b = make_scripts(checked);
  std::map<std::uint32_t, int> seen;
  for (std::uint64_t g = 0; g < 400; ++g) {
    auto play = [&](const Variant& variant, Scripts& scripts) {
      RandomPlayer black(1, g), white(2, g);
      Position p = first_position(*variant.ruleset, {{5, g}, {}, {}});
      Run run(*variant.ruleset, scripts, {5, g});
      Log log;
      while (!p.over()) REQUIRE(run.turn(p, log, log.size(), {&black, &white, nullptr}) == Status::done);
      return p;
    };
    const Position p = play(*drawn, *a), q = play(*checked, *b);
    INFO("game " << g);
    REQUIRE(p == q);
    ++seen[p.won_by];
  }
  for (std::uint32_t one : {1u, 2u, 4u}) CHECK(seen[one] > 0);
  CHECK(static_cast<LuaScripts&>(*b).calls() > 1000);
}

TEST_CASE("win: both sides at once, by each reading") {
  WinFolder folder;
  std::filesystem::create_directories(folder.path / "cards/decks");
  std::filesystem::create_directories(folder.path / "variants/turns");
  folder.write("cards/both-rows.lua",
               "return card { name = 'Both', text = 't', play = function(me, opponent, board)\n"
               "  me:place(board:points('A1 B1 C1')) opponent:place(board:points('A3 B3 C3')) end }\n");
  folder.write("cards/decks/both.yaml", "deck: both\ncards: { both-rows: 1 }\n");
  folder.write("variants/win/three.lua", "return win { name = 'Three', text = 't', line = 3 }\n");
  folder.write("variants/both.yaml",
               "variant: both\nboard: { size: 3x3 }\nturn: draw-and-play\ndeck: both\nwin: three\n"
               "rules: { captures: none, ko: none }\n");
  for (auto [how, ending, winner] :
       {std::tuple{"mover", Ending::win, 0}, {"opponent", Ending::win, 1}, {"draw", Ending::draw, 0}}) {
    INFO(how);
    auto variant = load("both", {{"rules.both_win", how}}, folder.path.string());
    auto scripts = make_scripts(variant);
    Game game(variant->ruleset, {});
    game.advance(*scripts);
    CHECK(game.over());
    CHECK(game.position().ending == ending);
    CHECK(game.position().winner == winner);
    CHECK(game.position().won_by == 1);
    CHECK(game.position().winning.count() == (ending == Ending::draw ? 6 : 3));
  }
}

TEST_CASE("win: lines lead across joined edges, in three directions in hexagons, and never twice over a point",
          "[win][lattice]") {
  const Topology cylinder{true, false, false}, torus{true, true, false}, hex{false, false, true};
  CHECK(line_patterns(Grid(5, 5, {}, {}, torus), 3).size() == 4 * 25);
  CHECK(line_patterns(Grid(5, 4, {}, {}, cylinder), 3).size() == 5 * 4 + 5 * 2 + 2 * 5 * 2);
  CHECK(line_patterns(Grid(5, 5, {}, {}, torus), 5).size() ==
        4 * 5);  // each closes, and is the same from all its points
  CHECK(line_patterns(Grid(5, 5, {}, {}, torus), 6).empty());
  CHECK(line_patterns(Grid(4, 3, {}, {}, torus), 4).size() == 3 + 0 + 2 * 12);  // a column is too short, a diagonal not
  CHECK(line_patterns(Grid(4, 3, {}, {}, torus), 12).size() == 2);              // all points, along either diagonal
  CHECK(line_patterns(Grid(5, 5, {}, {}, hex), 5).size() == 5 + 5 + 1);
  CHECK(line_patterns(Grid(5, 5, {}, {}, hex), 3).size() == 3 * 5 + 3 * 5 + 9);
  const auto across = line_patterns(Grid(5, 5, {}, {}, torus), 3);
  for (const char* line : {"D1 E1 A1", "B4 B5 B1", "E5 A1 B2", "A5 E1 D2"})
    CHECK(std::count(across.begin(), across.end(), points(line)) == 1);
  for (const PointSet& row : line_patterns(Grid(5, 5, points("C3"), {}, torus), 4)) CHECK(row.count() == 4);
  const auto pairs = shape_patterns(Grid(3, 3, {}, {}, torus), *Shape::parse("XXX"));
  CHECK(pairs.size() == 6);
}

TEST_CASE("win: quick games are for sides that set their last stones in turn") {
  Ruleset rules = test::rows(5, 5, 3);
  rules.rules.stones = 4;
  CHECK(WinPlayout::fits(rules));
  rules.setup = {{parse_point("A1"), Colour::black}};
  CHECK(WinPlayout::fits(rules));
  rules.setup.push_back({parse_point("C3"), Colour::black});
  CHECK_FALSE(WinPlayout::fits(rules));
  rules.rules.stones = 0;
  CHECK(WinPlayout::fits(rules));
}
