#include "core/score.hpp"
#include "tests/unit/board_diagram.hpp"
#include "tests/unit/catch.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

using Pair = std::array<int, 2>;

// Numbers like P15 are those of the position book; see test_board.cpp.
const char* const kP15 = R"(
  OOOOOOOO.
  ..OO..O..
  OOO...OOO
  XXOOOOOOO
  XXXXXXXXX
  .X.....X.
  XX.XX.XX.
  .X....XXX
  .X...XX..)";
const char* const kP16 = R"(
  OOOOOOOO.
  ..OO..O..
  OOO...OOO
  XXXOOOOOO
  ..XXXXXXX
  .XX..O.X.
  XX.XX.XX.
  .X..O.XXX
  .X...XX..)";
const char* const kP17 = R"(
  .O.OX.X.X
  OOOOXXXXX
  OOOOXXXXX
  OOOOXXXXX
  OOOOXXXXX
  OOXXXXXXX
  OXOOXXXXX
  OX.OXXXXX
  OX.OXXXXX)";

Score counted(const char* text, std::string_view dead = "", Scoring method = Scoring::area, Pair taken = {}) {
  const Diagram d = diagram(text);
  Rules rules;
  rules.scoring = method;
  return count(d.board, d.grid, points(dead), rules, taken);
}

}  // namespace

TEST_CASE("area of a finished game (P15)", "[score]") {
  const Score s = counted(kP15);
  CHECK(s.points(Seat::black) == 47);
  CHECK(s.points(Seat::white) == 34);
  CHECK(s.neutral == 0);
  CHECK(s.margin() == 13 * kWholePoint);
}

TEST_CASE("area with dead stones (P16)", "[score]") {
  const Score s = counted(kP16, "F4 E2");
  CHECK(s.stones == Pair{26, 23});
  CHECK(s.territory == Pair{20, 10});
  CHECK(s.under_dead == Pair{2, 0});
  CHECK(s.points(Seat::black) == 48);
  CHECK(s.points(Seat::white) == 33);
  CHECK(s.neutral == 0);

  const Score left_on = counted(kP16);
  CHECK(left_on.points(Seat::black) == 35);
  CHECK(left_on.points(Seat::white) == 35);
  CHECK(left_on.neutral == 11);
  CHECK(result_text(left_on.margin()) == "Draw");
}

TEST_CASE("the points two sides share in a seki are nobody's (P17)", "[score]") {
  const Score s = counted(kP17);
  CHECK(s.points(Seat::black) == 50);
  CHECK(s.points(Seat::white) == 29);
  CHECK(s.neutral == 2);
  CHECK(s.neutral_points == points("C1 C2"));
  CHECK((s.black_area | s.white_area | s.neutral_points).count() == 81);
  CHECK_FALSE(s.black_area.intersects(s.white_area));
}

TEST_CASE("an empty board belongs to nobody, a single stone owns it all", "[score]") {
  const Grid grid(7, 5, points("A1"));
  Board board(grid);
  Score s = count(board, grid, {}, Rules{});
  CHECK(s.neutral == 34);
  CHECK(s.margin() == 0);
  board.play(point("C3"), Colour::white);
  s = count(board, grid, {}, Rules{});
  CHECK(s.points(Seat::white) == 34);
  CHECK(s.points(Seat::black) == 0);
  CHECK(s.white_area == grid.points());
}

TEST_CASE("holes part territories", "[score]") {
  const Score s = counted(R"(
    . X # O .
    . X # O .
    . . # . . )");
  CHECK(s.points(Seat::black) == 6);
  CHECK(s.points(Seat::white) == 6);
  CHECK(s.neutral == 0);
}

TEST_CASE("territory counts prisoners and not stones", "[score]") {
  const Score s = counted(kP16, "F4 E2", Scoring::territory, {3, 5});
  CHECK(s.points(Seat::black) == 22 + 2 + 3);
  CHECK(s.points(Seat::white) == 10 + 5);
}

TEST_CASE("a dead stone in neutral ground is nobody's point", "[score]") {
  const Score s = counted("X . O O . O", "C1 D1");
  CHECK(s.stones == Pair{1, 1});
  CHECK(s.neutral == 4);
  CHECK(s.under_dead == Pair{0, 0});
}

TEST_CASE("komi and the text of a result", "[score]") {
  const Diagram d = diagram(kP15);
  Rules rules;
  rules.komi = 7500;
  CHECK(result_text(count(d.board, d.grid, {}, rules).margin()) == "B+5.5");
  rules.komi = 13500;
  CHECK(result_text(count(d.board, d.grid, {}, rules).margin()) == "W+0.5");
  rules.komi = -2000;
  CHECK(result_text(count(d.board, d.grid, {}, rules).margin()) == "B+15");
  rules.komi = 13250;
  CHECK(result_text(count(d.board, d.grid, {}, rules).margin()) == "W+0.25");
  rules.komi = 13000;
  CHECK(result_text(count(d.board, d.grid, {}, rules).margin()) == "Draw");
}

TEST_CASE("points by the million are told as far as a lead is told", "[score]") {
  Score s;
  constexpr int kMost = 1'000'000 * kWholePoint;  // that cards give a side, and a script's count, either way
  s.cards = s.scripted = {kMost, -kMost};
  CHECK(s.total(Seat::black) == 2 * std::int64_t{kMost});
  CHECK(s.margin() == Score::kMostMargin);
  CHECK(points_text(s.total(Seat::white)) == "-2000000");
  s.cards = s.scripted = {-kMost, kMost};
  CHECK(s.margin() == -Score::kMostMargin);
  s.cards = {kMost / 2, 0}, s.scripted = {};
  CHECK(s.margin() == kMost / 2);
}
