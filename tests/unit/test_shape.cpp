// Shapes: their pictures, the ways to lay them, and where each way fits.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/enumerator.hpp"
#include "core/random_player.hpp"
#include "core/shape.hpp"
#include "scripting/library.hpp"
#include "tests/unit/board_diagram.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/graphs.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

Shape shape(const std::string& picture) {
  std::string problem;
  auto s = Shape::parse(picture, &problem);
  INFO(problem);
  REQUIRE(s);
  return *s;
}

std::string problem(const std::string& picture) {
  std::string text;
  CHECK_FALSE(Shape::parse(picture, &text));
  return text;
}

std::vector<int> counts(const Shape& s) {  // as printed, mirrors, rotations, both
  std::vector<int> out;
  for (Symmetry symmetry : {Symmetry::none, Symmetry::mirrors, Symmetry::rotations, Symmetry::all})
    out.push_back(static_cast<int>(s.orientations(symmetry).size()));
  return out;
}

}  // namespace

TEST_CASE("shape: pictures") {
  CHECK(shape("X").size() == 1);
  const Shape leap = shape("  X .\n  . .\n  . X\n");
  CHECK(leap.size() == 2);
  CHECK(leap.width() == 2);
  CHECK(leap.height() == 3);
  CHECK(leap.picture() == "X .\n. .\n. X\n");
  CHECK(shape("...\n.X.\n...").picture() == "X\n");  // what is empty around it does not count
  CHECK(shape("XO\r\n\tOX").picture() == "X O\nO X\n");
  CHECK(shape("X\n..X").picture() == "X . .\n. . X\n");
  CHECK(problem("") == "the picture has no stone");
  CHECK(problem(". .") == "the picture has no stone");
  CHECK(problem("X x") == "a picture is drawn with X, O and '.', not 'x'");
  CHECK(problem(std::string(26, 'X')) == "the picture has more than 25 columns");
  std::string tall;
  for (int i = 0; i < 26; ++i) tall += "X\n";
  CHECK(problem(tall) == "the picture has more than 25 rows");
  CHECK(shape(std::string(25, 'X')).width() == 25);
}

TEST_CASE("shape: orientations") {
  CHECK(counts(shape("X")) == std::vector<int>{1, 1, 1, 1});
  CHECK(counts(shape("X X")) == std::vector<int>{1, 1, 2, 2});
  CHECK(counts(shape("X .\n. X")) == std::vector<int>{1, 2, 2, 2});
  CHECK(counts(shape("X . .\n. . X")) == std::vector<int>{1, 2, 2, 4});
  CHECK(counts(shape("X .\nX X")) == std::vector<int>{1, 4, 4, 4});
  CHECK(counts(shape("X O")) == std::vector<int>{1, 2, 4, 4});
  CHECK(counts(shape("X . .\nX X .\n. X X")) == std::vector<int>{1, 4, 4, 4});
  CHECK(counts(shape("X X .\n. X .\n. X O")) == std::vector<int>{1, 4, 4, 8});
}

// The table of the deck's shapes: as printed, mirrored, turned, both.
TEST_CASE("shape: the ways to lay each shipped shape are those of the table") {
  const std::map<std::string, std::vector<int>> table{
      {"nobi", {1, 1, 2, 2}},          {"kosumi", {1, 2, 2, 2}},         {"ikken-tobi", {1, 1, 2, 2}},
      {"niken-tobi", {1, 1, 2, 2}},    {"keima", {1, 2, 2, 4}},          {"ogeima", {1, 2, 2, 4}},
      {"hazama-tobi", {1, 2, 2, 2}},   {"straight-three", {1, 1, 2, 2}}, {"empty-triangle", {1, 4, 4, 4}},
      {"tigers-mouth", {1, 2, 4, 4}},  {"diagonal-three", {1, 2, 2, 2}}, {"dogs-head", {1, 2, 4, 4}},
      {"horses-head", {1, 2, 4, 4}},   {"half-table", {1, 4, 4, 8}},     {"big-bulge", {1, 4, 4, 8}},
      {"bamboo-joint", {1, 1, 2, 2}},  {"ponnuki", {1, 1, 1, 1}},        {"dango", {1, 1, 1, 1}},
      {"table", {1, 4, 4, 8}},         {"tippy-table", {1, 4, 4, 8}},    {"trapezium", {1, 4, 4, 8}},
      {"parallelogram", {1, 2, 2, 4}}, {"big-box", {1, 1, 1, 1}},        {"mouth", {1, 4, 4, 4}}};
  Diagnostics out;
  Library library({GOFUDA_SOURCE_RULES_DIR}, out);
  std::set<std::string> seen;
  for (const auto& [id, expected] : table) {
    INFO(id);
    auto script = library.script(FileKind::card, id, {}, out);
    REQUIRE(script);
    REQUIRE(script->shape);
    CHECK(counts(*script->shape) == expected);
    for (const Orientation& o : script->shape->orientations(Symmetry::all))
      CHECK(seen.insert(picture_of(o.stones)).second);  // no two shapes alike
  }
}

TEST_CASE("shape: anchors and matches are each other's inverse") {
  const Grid grid(7, 5);
  PointSet free = grid.points();
  for (const char* name : {"A1", "C3", "G5", "D2"}) free.erase(parse_point(name));
  for (const char* picture : {"X", "X X", "X . .\n. . X", "X X .\n. X .\n. X X", "X O\nO .", "X . . . . . X"}) {
    const auto ways = shape(picture).orientations(Symmetry::all);
    std::set<std::vector<Point>> found, expected;
    for (std::size_t k = 0; k < ways.size(); ++k) {
      CHECK(ways[k].offsets.front() == 0);
      CHECK(std::is_sorted(ways[k].offsets.begin(), ways[k].offsets.end()));
      anchors(ways[k], free).for_each([&](Point a) {
        std::vector<Point> points;
        for (int d : ways[k].offsets) points.push_back(static_cast<Point>(a + d));
        found.insert(points);
        CHECK(match(ways, points) >= 0);
      });
      for (int x = 0; x < 7; ++x)
        for (int y = 0; y < 5; ++y) {
          std::vector<Point> points;
          bool fits = true;
          for (const ShapeStone& s : ways[k].stones) {
            fits = fits && x + s.x < 7 && y + s.y < 5 && free.contains(point_at(x + s.x, y + s.y));
            if (fits) points.push_back(point_at(x + s.x, y + s.y));
          }
          std::sort(points.begin(), points.end());
          if (fits) expected.insert(points);
        }
    }
    INFO(picture);
    CHECK(found == expected);
    CHECK_FALSE(found.empty());
  }
  const auto ways = shape("X . .\n. . X").orientations(Symmetry::all);
  CHECK(match(ways, std::vector<Point>{parse_point("A1"), parse_point("B2")}) == -1);
  CHECK(match(ways, std::vector<Point>{parse_point("A1")}) == -1);
  CHECK(match(ways, std::vector<Point>{}) == -1);
  // a pair across the edge of the grid is no placement, though its distance in cells is right
  CHECK(match(shape("X X").orientations(Symmetry::all),
              std::vector<Point>{point_at(24, 0), static_cast<Point>(point_at(24, 0) + 1)}) >= 0);
  CHECK_FALSE(Grid(25, 25).exists(static_cast<Point>(point_at(24, 0) + 1)));
}

TEST_CASE("shape: a legal placement is found exactly when there is one") {
  const auto d = test::diagram(R"(
    . O X .
    O O X X
    X X O O
    . X O .
  )");
  const UnitRules rules;
  const auto pair = shape("X X").orientations(Symmetry::all), one = shape("X").orientations(Symmetry::all);
  CHECK_FALSE(find_placement(d.board, pair, Colour::black, rules));
  const Board before = d.board;
  CHECK(find_placement(d.board, one, Colour::black, rules) == [&] {
    bool any = false;
    before.points_of(Colour::empty).for_each([&](Point p) { any |= !before.is_suicide(p, Colour::black); });
    return any;
  }());
  CHECK(d.board == before);
}

namespace {

// All placements by the book: the shape's stones turned and mirrored as steps from a first point, walked on the grid.
std::set<std::pair<std::string, std::string>> placements_by_walking(const Grid& grid, const std::string& picture) {
  const Shape s = shape(picture);
  std::set<std::pair<std::string, std::string>> out;
  grid.points().for_each([&](Point from) {
    for (int mirrored = 0; mirrored < 2; ++mirrored)
      for (int turn = 0; turn < (grid.topology().hex ? 6 : 4); ++turn) {
        PointSet own, theirs;
        bool fits = true;
        for (const ShapeStone& q : s.stones()) {
          int x = q.x - s.stones().front().x, y = q.y - s.stones().front().y;
          if (mirrored) std::swap(x, y);
          for (int i = 0; i < turn; ++i) {
            const int old = x;
            x = grid.topology().hex ? x - y : -y;
            y = old;
          }
          const Point p = grid.step(from, x, y);
          fits = fits && p != kNoPoint && !own.contains(p) && !theirs.contains(p);
          if (fits) (q.theirs ? theirs : own).insert(p);
        }
        if (fits) out.emplace(to_string(own), to_string(theirs));
      }
  });
  return out;
}

}  // namespace

TEST_CASE("shapes lie across joined edges and in hexagons, each placement once and none of fewer points",
          "[shape][lattice]") {
  for (const Topology& topology : kTopologies)
    for (const Grid& grid : {Grid(3, 3, {}, {}, topology), Grid(5, 4, points("B2"), {}, topology),
                             Grid(25, 7, {}, {}, topology), Grid(19, 19, {}, {}, topology)})
      for (const char* picture : {"X", "X X", "X X X", "X .\n. X", "X . .\n. . X", "X X\nX .", "X O", "X O X",
                                  "X X X X X", "X . . . . . . . X\n. X . . . . . . .", "X X O\n. X ."}) {
        INFO(picture << " on " << grid.width() << "x" << grid.height() << " columns " << topology.wraps_columns
                     << " rows " << topology.wraps_rows << " hex " << topology.hex);
        const auto ways = shape(picture).orientations(Symmetry::all, grid);
        std::set<std::pair<std::string, std::string>> found;
        std::size_t placements = 0;
        for (const Orientation& o : ways)
          anchors(o, grid.points()).for_each([&](Point anchor) {
            PointSet own, theirs;
            std::vector<Point> laid;
            lay(o, anchor, false, laid);
            for (std::size_t i = 0; i < laid.size(); ++i) (o.theirs[i] ? theirs : own).insert(laid[i]);
            found.emplace(to_string(own), to_string(theirs));
            ++placements;
            REQUIRE(match(ways, laid) >= 0);
          });
        CHECK(found.size() == placements);
        CHECK(found == placements_by_walking(grid, picture));
      }
}

TEST_CASE("a random player lays a shape in all of the many ways that joined edges give it", "[shape][lattice]") {
  Ruleset rules;
  Topology torus;
  torus.wraps_columns = torus.wraps_rows = true;
  rules.grid = Grid(7, 7, {}, {}, torus);
  const Position position(rules.grid);
  const auto ways = shape("X X X\nX . .\nX . .").orientations(Symmetry::all, rules.grid);
  REQUIRE(ways.size() > 16);
  Question q;
  q.kind = QuestionKind::placement;
  q.shape = ways;
  q.from = rules.grid.points();
  q.least = q.most = 5;
  RandomPlayer player(1);
  Answer answer;
  std::set<std::vector<Point>> laid;
  for (int n = 0; n < 3000; ++n) {
    REQUIRE(player.answer(q, Observation(rules, position, Seat::black), answer));
    REQUIRE(judge(q, answer, rules.grid));
    std::vector<Point> points(answer.points().begin(), answer.points().end());
    std::sort(points.begin(), points.end());
    laid.insert(points);
  }
  CHECK(laid.size() == answer_count(q));
}

TEST_CASE("stones of a shape do not fall off a wide board into the next row", "[shape]") {
  const auto ways = shape("X . .\n. . X").orientations(Symmetry::all);
  CHECK(match(ways, std::vector<Point>{parse_point("A1"), parse_point("Z1")}) == -1);
  for (const Orientation& o : ways)
    anchors(o, Grid(25, 3).points()).for_each([&](Point anchor) {
      CHECK(row_of(anchor) != row_of(static_cast<Point>(anchor + o.offsets.back())));
    });
}

TEST_CASE("in hexagons a shape is turned by sixths", "[shape][lattice]") {
  const auto ways = [](const char* picture, Symmetry symmetry) {
    return shape(picture).orientations(symmetry, true).size();
  };
  CHECK(ways("X X", Symmetry::all) == 3);
  CHECK(ways("X X X", Symmetry::rotations) == 3);
  CHECK(ways("X .\n. X", Symmetry::rotations) == 3);  // two that a point lies between
  CHECK(ways(". X\nX X", Symmetry::rotations) == 2);  // three around a corner
  CHECK(ways("X X .\n. X X\n. . X", Symmetry::none) == 1);
  CHECK(ways("X X X\nX . .", Symmetry::rotations) == 6);
  CHECK(ways("X X X .\n. . . X", Symmetry::all) == 12);
  CHECK(ways("X X X .\n. . . X", Symmetry::mirrors) == 4);
  CHECK(picture_of(shape("X X\nX .\nO X").stones(), true) == "X X\n X .\n  O X\n");
}
