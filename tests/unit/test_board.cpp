// The position book at board level (P1 to P14, P18), and what the header promises of several stones at once.
#include <algorithm>

#include "tests/unit/board_diagram.hpp"
#include "tests/unit/catch.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

constexpr Colour kBlack = Colour::black, kWhite = Colour::white;

struct Played {
  Verdict verdict;
  PointSet black_captured, white_captured, skipped;
  Board board;
};

std::vector<Stone> stones(std::string_view black, std::string_view white = "") {
  std::vector<Stone> list;
  points(black).for_each([&](Point p) { list.push_back({p, kBlack}); });
  points(white).for_each([&](Point p) { list.push_back({p, kWhite}); });
  return list;
}

std::vector<Point> listed(std::string_view text) {
  std::vector<Point> list;
  points(text).for_each([&](Point p) { list.push_back(p); });
  return list;
}

Played apply(const Board& start, const Unit& unit, Colour mover = kBlack, UnitRules rules = {}) {
  Board board = start;
  UnitResult result;
  const Verdict verdict = board.apply(unit, mover, rules, result);
  if (!verdict) CHECK(board == start);
  return {verdict, result.captured[index(kBlack)], result.captured[index(kWhite)], result.skipped, board};
}

Played place(const Board& start, std::string_view black, std::string_view white = "", Colour mover = kBlack,
             UnitRules rules = {}) {
  return apply(start, {{}, {}, stones(black, white)}, mover, rules);
}

Played recolour(const Board& start, std::string_view black, std::string_view white = "", Colour mover = kBlack,
                UnitRules rules = {}) {
  return apply(start, {{}, stones(black, white), {}}, mover, rules);
}

bool suicide_at(const Played& played, std::string_view where) {
  return played.verdict.reason == Reason::suicide && played.verdict.points == points(where);
}

const Grid& grid13() {
  static const Grid grid(13, 13);
  return grid;
}

Board book(std::string_view black, std::string_view white) { return board_with(grid13(), black, white); }

Board p1() { return book("A3 B3 C3 D3 E3 F3 G3 H1 H2 H3", "A1 A2 B2 C1 C2 D2 E1 E2 F2 G1 G2"); }
Board p2() { return book("A3 B3 C3 D3 E3 F1 F2 F3", "A1 A2 B2 C1 C2 D2 E1 E2"); }
Board p7() { return book("A2 B1", "A3 B2 C1"); }
Board p9() { return book("", "B1 B2 C1 C2 D1 D2 E2"); }

}  // namespace

TEST_CASE("P1: three one-point eyes fall only together", "[board][book]") {
  const Board board = p1();
  CHECK(board.liberties(point("A1")) == points("B1 D1 F1"));
  for (const char* one : {"B1", "D1", "F1"}) {
    CHECK(board.is_eye(point(one), kWhite));
    CHECK(board.is_suicide(point(one), kBlack));
    CHECK(suicide_at(place(board, one), one));
  }
  for (const char* two : {"B1 D1", "B1 F1", "D1 F1"}) CHECK(suicide_at(place(board, two), two));
  const Played all = place(board, "B1 D1 F1");
  CHECK(all.verdict);
  CHECK(all.white_captured.count() == 11);
  CHECK(all.board.stone_count(kWhite) == 0);
  CHECK(all.board.ko() == kNoPoint);
}

TEST_CASE("P2: two eyes, and the other side's stones set by the player", "[board][book]") {
  const Board board = p2();
  CHECK(suicide_at(place(board, "B1"), "B1"));
  const Played both = place(board, "B1 D1");
  CHECK(both.white_captured.count() == 8);
  CHECK(place(both.board, "A1 C1").verdict);
  CHECK(place(board, "A1 B1 C1 D1").verdict.reason == Reason::occupied);
  CHECK(place(board, "A1 B1 C1 D1").verdict.points == points("A1 C1"));
  CHECK(suicide_at(place(board, "", "B1 D1 N13"), "B1 D1"));
  CHECK(place(board, "", "B1 K10 N13").verdict);
  const Played taken =
      place(board, "", "B1 D1 N13", kBlack, {SuicideRule::forbidden, CaptureOrder::player, OnSuicide::refuse});
  CHECK(taken.verdict);
  CHECK(taken.white_captured.count() == 10);
}

TEST_CASE("P3: four eyes", "[board][book]") {
  const Board board = book("A3 B3 C3 D3 E3 F3 G3 H3 J3 K1 K2 K3", "A1 A2 B2 C1 C2 D2 E1 E2 F2 G1 G2 H2 J1 J2");
  const std::vector<Point> eyes = listed("B1 D1 F1 H1");
  for (unsigned mask = 1; mask < 15; ++mask) {
    Unit unit;
    PointSet chosen;
    for (int i = 0; i < 4; ++i)
      if (mask >> i & 1) unit.place.push_back({eyes[i], kBlack}), chosen.insert(eyes[i]);
    const Played played = apply(board, unit);
    CHECK(played.verdict.reason == Reason::suicide);
    CHECK(played.verdict.points == chosen);
  }
  CHECK(place(board, "B1 D1 F1 H1 M12 N12").white_captured.count() == 14);
}

TEST_CASE("P4: a point is not vacated in time for the same play", "[board][book]") {
  const Board board = book("A2 C1", "A1");
  CHECK(place(board, "A1 B1").verdict.reason == Reason::occupied);
  const Played first = place(board, "B1");
  CHECK(first.white_captured == points("A1"));
  CHECK(place(first.board, "A1").verdict);
}

TEST_CASE("P5: a shape with one stone that would die", "[board][book]") {
  const Board board = book("", "A1 A2 B2 C1 C2");
  CHECK(suicide_at(place(board, "B1 D2"), "B1"));
  CHECK(place(board, "D2").verdict);

  const Played whole = place(board, "B1 D2", "", kBlack, {SuicideRule::whole, CaptureOrder::colour, OnSuicide::refuse});
  CHECK(whole.verdict);
  CHECK(whole.black_captured == points("B1"));
  CHECK(whole.board.at(point("D2")) == kBlack);
  CHECK(
      suicide_at(place(board, "B1", "", kBlack, {SuicideRule::whole, CaptureOrder::colour, OnSuicide::refuse}), "B1"));
  CHECK(place(board, "B1", "", kBlack, {SuicideRule::allowed, CaptureOrder::colour, OnSuicide::refuse}).board == board);

  const Played skipped =
      place(board, "B1 D2", "", kBlack, {SuicideRule::forbidden, CaptureOrder::colour, OnSuicide::skip});
  CHECK(skipped.verdict);
  CHECK(skipped.skipped == points("B1"));
  CHECK(skipped.board == place(board, "D2").board);
  for (SuicideRule suicide : {SuicideRule::whole, SuicideRule::allowed})
    CHECK(place(board, "B1 D2", "", kBlack, {suicide, CaptureOrder::colour, OnSuicide::skip}).board == skipped.board);
  const Played died = place(board, "B1 D2", "", kBlack, {SuicideRule::forbidden, CaptureOrder::colour, OnSuicide::die});
  CHECK(died.black_captured == points("B1"));
  CHECK(died.board == skipped.board);
}

TEST_CASE("P6: replacing two stones captures, replacing one is suicide", "[board][book]") {
  const Board board = book("D2 E2 F2 G2 H2", "D1 E1 F1 G1 H1 C1 J1 C2 J2 C3 D3 E3 F3 G3 J3 H4 K1 K2 B1 B2");
  CHECK(board.liberties(point("D2")) == points("H3"));
  const Played both = recolour(board, "C1 J1");
  CHECK(both.verdict);
  CHECK(both.white_captured == points("D1 E1 F1 G1 H1"));
  CHECK(suicide_at(recolour(board, "C1"), "C1"));
  CHECK(suicide_at(recolour(board, "J1"), "J1"));
  const Played back = recolour(both.board, "", "C1 J1", kWhite);
  CHECK(back.verdict);
  CHECK((back.black_captured | back.white_captured).empty());
  CHECK(back.board.at(point("E1")) == Colour::empty);
}

TEST_CASE("P7: whose stones come off first", "[board][book]") {
  const Played as_colour = place(p7(), "", "A1", kBlack);
  CHECK(as_colour.verdict);
  CHECK(as_colour.black_captured == points("A2 B1"));
  CHECK(as_colour.board.at(point("A1")) == kWhite);
  const Played as_player =
      place(p7(), "", "A1", kBlack, {SuicideRule::forbidden, CaptureOrder::player, OnSuicide::refuse});
  CHECK(as_player.verdict);
  CHECK(as_player.white_captured == points("A1"));
  CHECK(as_player.board == p7());
}

TEST_CASE("the player's own chain without liberties is suicide, whoever's stones were set", "[board]") {
  const Board board = book("A1", "A2 C1");
  const UnitRules player{SuicideRule::forbidden, CaptureOrder::player, OnSuicide::refuse};
  CHECK(suicide_at(place(board, "", "B1", kBlack, player), "A1"));
  CHECK(suicide_at(place(board, "", "B1", kBlack, {SuicideRule::forbidden, CaptureOrder::player, OnSuicide::skip}),
                   "A1"));
  CHECK(place(board, "", "B1", kBlack).black_captured == points("A1"));
  CHECK(place(board, "", "B1", kWhite, player).black_captured == points("A1"));
}

TEST_CASE("P8, P9: recolouring a keima", "[board][book]") {
  CHECK(recolour(book("E5 F4 F6", "F5 G5 H7"), "G5 H7").white_captured == points("F5"));
  CHECK(suicide_at(recolour(p9(), "C1 E2"), "C1"));
  const Played skip =
      recolour(p9(), "C1 E2", "", kBlack, {SuicideRule::forbidden, CaptureOrder::colour, OnSuicide::skip});
  CHECK(skip.verdict);
  CHECK(skip.skipped == points("C1"));
  CHECK(skip.board.at(point("C1")) == kWhite);
  CHECK(skip.board.at(point("E2")) == kBlack);
  CHECK(skip.board.chain(point("C1")) == points("B1 B2 C1 C2 D1 D2"));
}

TEST_CASE("P10: a stone recoloured after its capture does not bring the captured back", "[board][book]") {
  const Played capture = place(book("A1", "A2"), "", "B1", kWhite);
  CHECK(capture.black_captured == points("A1"));
  const Played changed = recolour(capture.board, "B1");
  CHECK(changed.verdict);
  CHECK(changed.board.at(point("A1")) == Colour::empty);
  CHECK(changed.board.liberties(point("B1")) == points("A1 C1 B2"));
}

TEST_CASE("P11, P12: replacing back, and replacing with one half suicidal", "[board][book]") {
  const Board board = book("A1", "E5 G7");
  const Played there = recolour(board, "E5 G7");
  CHECK(there.board.hash() != board.hash());
  CHECK(recolour(there.board, "", "E5 G7", kWhite).board == board);
  CHECK(suicide_at(recolour(book("", "B1 B2 C1 C2 D1 D2 N13"), "C1 N13"), "C1"));
}

TEST_CASE("P13: simple ko", "[board][book]") {
  Board board = book("C5 D4 D6", "D5 E4 E6 F5");
  const std::uint64_t before = board.hash();
  CHECK(place(board, "E5").board.ko() == point("D5"));
  board.play(point("E5"), kBlack);
  CHECK(board.at(point("D5")) == Colour::empty);
  CHECK(board.ko() == point("D5"));
  CHECK_FALSE(board.legal(point("D5"), kWhite));
  CHECK_FALSE(board.is_suicide(point("D5"), kWhite));
  Board retaken = board;
  retaken.set_ko(kNoPoint);
  REQUIRE(retaken.legal(point("D5"), kWhite));
  retaken.play(point("D5"), kWhite);
  CHECK(retaken.hash() == before);
  CHECK(retaken.ko() == point("E5"));
  board.play(point("A13"), kWhite);
  CHECK(board.ko() == kNoPoint);
  CHECK(place(book("C5 D4 D6", "D5 E4 E6 F5"), "E5 N13").board.ko() == kNoPoint);
}

TEST_CASE("P14: taking two and being retaken is no ko", "[board][book]") {
  const Board start = book("A1 B1 C2 D1", "A2 B2");
  Board board = start;
  board.play(point("C1"), kWhite);
  CHECK(board.stone_count(kBlack) == 2);
  CHECK(board.ko() == kNoPoint);
  REQUIRE(board.legal(point("B1"), kBlack));
  board.play(point("B1"), kBlack);
  CHECK(board.at(point("C1")) == Colour::empty);
  CHECK(board.hash() != start.hash());
}

TEST_CASE("P18: a card's removal comes before judging", "[board][book]") {
  const Board board = book("", "B1 B2 C2 D1 D2");
  CHECK(board.is_suicide(point("C1"), kBlack));
  CHECK(apply(board, {listed("C2"), {}, stones("C1")}).verdict);
  Board removed = board;
  removed.set(point("C2"), Colour::empty);
  CHECK(removed.legal(point("C1"), kBlack));
}

TEST_CASE("the whole board as the last liberty", "[board]") {
  const Diagram d = diagram(R"(
    O . O
    O O O
    O O O)");
  const Board& full = d.board;
  CHECK(full.is_suicide(point("B3"), kWhite));
  CHECK_FALSE(full.is_suicide(point("B3"), kBlack));
  const Played taken = place(full, "B3");
  CHECK(taken.white_captured.count() == 8);
  CHECK(taken.board.ko() == kNoPoint);
  const Played dies = place(full, "", "B3", kWhite, {SuicideRule::allowed, CaptureOrder::colour, OnSuicide::refuse});
  CHECK(dies.white_captured.count() == 9);
  CHECK(dies.board == Board(d.grid));
}

TEST_CASE("one point is a board", "[board]") {
  const Grid grid(1, 1);
  Board board(grid);
  CHECK_FALSE(board.legal(point("A1"), kBlack));
  CHECK(board.is_eye(point("A1"), kWhite));
  CHECK(suicide_at(place(board, "A1"), "A1"));
}

TEST_CASE("an eye needs its corners", "[board]") {
  const auto eye = [](const char* text, const char* where) { return diagram(text).board.is_eye(point(where), kBlack); };
  CHECK(eye(". X .\nX . X\n. X .", "B2"));
  CHECK(eye("O X .\nX . X\n. X .", "B2"));
  CHECK_FALSE(eye("O X O\nX . X\n. X .", "B2"));
  CHECK_FALSE(eye("O X .\nX . X\n. . .", "B2"));
  CHECK(eye("X .\n. X", "A1"));
  CHECK_FALSE(eye("X O\n. X", "A1"));
  CHECK_FALSE(eye("# X .\nX . X\nO X .", "B2"));
  CHECK(eye("# X .\nX . X\n. X .", "B2"));
}

TEST_CASE("a unit must fit the board", "[board]") {
  const Board board = book("A1", "B2");
  const auto why = [&](const Unit& unit) { return apply(board, unit).verdict; };
  CHECK(why({{}, {}, {{point("O1"), kBlack}}}).reason == Reason::off_board);
  CHECK(why({{}, {}, {{kCells + 99, kBlack}}}).reason == Reason::off_board);
  CHECK(why({{kNoPoint}, {}, {}}).reason == Reason::off_board);
  CHECK(why({listed("A1"), stones("A1"), {}}).reason == Reason::repeated_point);
  CHECK(why({{}, {}, {{point("C3"), kBlack}, {point("C3"), kWhite}}}).points == points("C3"));
  CHECK(why({listed("A1"), {}, stones("A1")}).reason == Reason::repeated_point);
  CHECK(why({listed("C3"), {}, {}}).reason == Reason::not_a_stone);
  CHECK(why({{}, stones("C3 D3 A1"), {}}).points == points("C3 D3"));
  CHECK(why({{}, {}, stones("B2 C3")}).points == points("B2"));
  CHECK(why({}).reason == Reason::legal);
  CHECK(recolour(board, "A1").board == board);
}

TEST_CASE("a unit that does nothing clears the ko", "[board]") {
  Board board = book("C5 D4 D6", "D5 E4 E6 F5");
  board.play(point("E5"), kBlack);
  CHECK(apply(board, {}).board.ko() == kNoPoint);
}

TEST_CASE("skipping is judged again until it is settled", "[board]") {
  // White's E1 is captured at first; with Black's A1 out of the play it is White's own stone that would die.
  const Diagram d = diagram(R"(
    O . . . X
    . O . X .)");
  const UnitRules skip{SuicideRule::forbidden, CaptureOrder::colour, OnSuicide::skip};
  const Played played = place(d.board, "A1", "E1", kBlack, skip);
  CHECK(played.verdict);
  CHECK(played.skipped == points("A1 E1"));
  CHECK((played.black_captured | played.white_captured).empty());
  CHECK(played.board == d.board);
  const Played pair = place(d.board, "A1 C1", "E1", kBlack, skip);
  CHECK(pair.skipped == points("A1"));
  CHECK(pair.white_captured == points("E1"));
}

TEST_CASE("removing a stone parts its chain", "[board]") {
  const Diagram d = diagram(R"(
    . . . . .
    X X X X X
    . . . . .)");
  const Played played = apply(d.board, {listed("C2"), {}, {}});
  CHECK(played.board.chain(point("A2")) == points("A2 B2"));
  CHECK(played.board.chain(point("E2")) == points("D2 E2"));
  CHECK(played.board.liberties(point("A2")) == points("A1 B1 A3 B3 C2"));
  CHECK((played.black_captured | played.white_captured).empty());
}

TEST_CASE("a picture is read and drawn", "[board]") {
  const char* text = ". X O #\nO . X .\n";
  const Diagram d = diagram(text);
  CHECK(picture(d.board, d.grid) == text);
  CHECK(d.grid.area() == 7);
  CHECK(d.board.points_of(kBlack) == points("B2 C1"));
  CHECK(d.board.points_of(Colour::empty) == points("A2 B1 D1"));
}
