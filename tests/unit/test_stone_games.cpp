// The random games of the search for plain stones, and the board they are played on.
#include <algorithm>
#include <map>

#include "core/score.hpp"
#include "tests/unit/board_diagram.hpp"
#include "tests/unit/catch.hpp"
#include "tools/players/stone_games.hpp"

using namespace gofuda;
using namespace gofuda::tools;
using test::diagram;

namespace {

Point named(const char* name) { return parse_point(name); }

// How many liberties the chain has once the stone stands, taken off what it takes.
int liberties_after(Board board, Point p, Colour c) {
  board.play(p, c);
  return board.liberties(p).count();
}
bool takes_something(const Board& board, Point p, Colour c) {
  Board after = board;
  after.play(p, c);
  return after.stone_count(opposite(c)) < board.stone_count(opposite(c));
}

void check_alike(const StoneBoard& stones, const Board& board, const Grid& grid) {
  REQUIRE(stones.ko() == board.ko());
  REQUIRE(stones.empty_count() == board.empty_count());
  REQUIRE(stones.stone_lead() == board.stone_count(Colour::black) - board.stone_count(Colour::white));
  grid.points().for_each([&](Point p) {
    REQUIRE(stones.at(p) == board.at(p));
    if (board.at(p) == Colour::off) return;
    if (board.at(p) != Colour::empty) {
      const Point only = board.only_liberty(p);
      REQUIRE(stones.in_atari(p) == (only != kNoPoint));
      if (only != kNoPoint) REQUIRE(stones.last_liberty(p) == only);
      return;
    }
    for (const Colour c : {Colour::black, Colour::white}) {
      REQUIRE(stones.is_eye(p, c) == board.is_eye(p, c));
      if (board.is_suicide(p, c)) {
        REQUIRE_FALSE(stones.keeps_two(p, c));
        REQUIRE_FALSE(stones.is_thrown_in(p, c));
        continue;
      }
      const bool taken = takes_something(board, p, c);
      REQUIRE(stones.keeps_two(p, c) == (taken || liberties_after(board, p, c) > 1));
    }
  });
}

// How often the answer is that one, of a hundred times.
std::map<Point, int> answers(const Board& board, const Grid& grid, Colour c, const char* last) {
  StoneBoard stones(grid);
  stones.look(board);
  StoneGames games;
  Draws draws(1);
  std::map<Point, int> out;
  for (int i = 0; i < 100; ++i) ++out[games.answer(stones, c, named(last), draws)];
  return out;
}

}  // namespace

TEST_CASE("stone games: their board is the engine's, with what is said of chains in atari and of stones to come") {
  for (const auto& [width, height] : {std::pair{9, 9}, {5, 7}, {2, 25}, {19, 19}}) {
    Grid grid(width, height);
    Board board(grid);
    if (width == 9) board.set_wall(named("E5"));
    StoneBoard stones(grid);
    stones.look(board);
    Draws draws(static_cast<std::uint64_t>(width));
    Colour c = Colour::black;
    for (int n = 0; n < 400; ++n, c = opposite(c)) {
      if (n % 10 == 0) check_alike(stones, board, grid);
      std::vector<Point> legal;
      for (int i = 0; i < board.empty_count(); ++i)
        if (const Point p = board.empty(i); board.legal(p, c) && !board.is_eye(p, c)) legal.push_back(p);
      if (legal.empty()) {
        board.set_ko(kNoPoint);
        stones.pass();
        continue;
      }
      const Point p = legal[draws.below(static_cast<std::uint32_t>(legal.size()))];
      board.play(p, c);
      stones.play(p, c);
    }
    const StoneBoard copy = stones;
    check_alike(copy, board, grid);
    StoneBoard looked(grid);
    looked.look(board);
    check_alike(looked, board, grid);
  }
}

TEST_CASE("stone games: a stone in atari is taken, or saved where it can be") {
  // White's D5 puts D4 in atari.
  auto d = diagram(
      ". . . . . . .\n. . . . . . .\n. . . O . . .\n. . O X O . .\n. . . . . . .\n. . . . . . .\n. . . . . . .");
  CHECK(answers(d.board, d.grid, Colour::black, "D5")[named("D3")] > 80);  // runs
  CHECK(answers(d.board, d.grid, Colour::white, "D4")[named("D3")] > 80);  // takes
  for (const char* no_stone_of_theirs : {"G7", "D5", "C1"})
    CHECK(answers(d.board, d.grid, Colour::white, no_stone_of_theirs)[kNoPoint] == 100);
  // Caught at the edge, it runs no more, but takes the stone that holds it.
  d = diagram(
      ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. O O O . . .\n. O X . O . .");
  CHECK(answers(d.board, d.grid, Colour::black, "C2")[named("D1")] == 0);
  d = diagram(
      ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. X O O . . .\n. O X . O . .");
  CHECK(answers(d.board, d.grid, Colour::black, "C2")[named("A1")] > 80);
}

TEST_CASE("stone games: shapes are made beside the last stone, but not where they would be taken at once") {
  auto d = diagram(
      ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . X O . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .");
  auto found = answers(d.board, d.grid, Colour::black, "D4");
  CHECK(found[kNoPoint] < 30);
  found.erase(kNoPoint);
  CHECK(found.size() > 1);
  for (const auto& [p, times] : found) {
    CHECK(std::abs(column_of(p) - column_of(named("D4"))) <= 1);
    CHECK(std::abs(row_of(p) - row_of(named("D4"))) <= 1);
  }
  CHECK(answers(d.board, d.grid, Colour::black, "D4")[named("D5")] > 10);  // hane
  d.board.set(named("D6"), Colour::white), d.board.set(named("E5"), Colour::white),
      d.board.set(named("C5"), Colour::white);
  CHECK(answers(d.board, d.grid, Colour::black, "D4")[named("D5")] == 0);
}

TEST_CASE("stone games: nobody fills an eye or gives a chain away, and single stones may be thrown in") {
  const auto d = diagram("X X X X X\nX X X X X\nX . X . X\nX X X X X\nX X X X .");
  StoneBoard stones(d.grid);
  stones.look(d.board);
  StoneGames games;
  Draws draws(1);
  // Black's E1 is no eye for him to fill, as White stands nowhere; White has nothing but suicide.
  CHECK(games.any(stones, Colour::white, draws) == kNoPoint);
  CHECK(games.any(stones, Colour::black, draws) == kNoPoint);
  // Two points are left in the corner. Who has the chain keeps them; the other side may throw a stone in.
  const auto shared = diagram("O . O X .\nO O O X X\nX X X X X\nX X X X X\n. . X X X");
  stones.look(shared.board);
  for (int i = 0; i < 50; ++i) {
    const Point white = games.any(stones, Colour::white, draws), black = games.any(stones, Colour::black, draws);
    CHECK((white == named("A1") || white == named("B1")));
    CHECK((black == named("A1") || black == named("B1") || black == named("B5")));
  }
  const auto given = diagram("X X X X X\nX . X . X\nX X X X X\nX X X X X\nO O . . X");
  stones.look(given.board);
  for (int i = 0; i < 50; ++i) CHECK(games.any(stones, Colour::white, draws) == named("D1"));
}

TEST_CASE("stone games: they end when all is settled, or when a side is far ahead") {
  const Grid grid(9, 9);
  StoneGames games;
  std::vector<Point> played;
  std::size_t whole = 0, cut = 0;
  for (std::uint64_t game = 0; game < 40; ++game) {
    for (const bool end : {true, false}) {
      StoneBoard stones(grid);
      Board board(grid);
      Draws draws(game);
      played.clear();
      games.run(stones, Colour::black, kNoPoint, draws, played, end);
      Colour c = Colour::black;
      for (const Point p : played) {
        if (p == kNoPoint) {
          board.set_ko(kNoPoint);
        } else {
          REQUIRE(board.legal(p, c));
          REQUIRE_FALSE(board.is_eye(p, c));
          board.play(p, c);
        }
        c = opposite(c);
      }
      check_alike(stones, board, grid);
      (end ? whole : cut) += played.size();
      if (!end) continue;
      REQUIRE(played.size() < 3 * 81);
      CHECK(played.back() == kNoPoint);
      CHECK(played[played.size() - 2] == kNoPoint);
      CHECK(std::abs(stones.lead()) <= 81);
    }
  }
  const auto begun = diagram("X X X X X X\nX X X X X X\n. X X X . X\n. . . . O .\n. . . . . .\n. O . . . .");
  StoneBoard stones(begun.grid);  // who is far ahead from the beginning may have nothing alive
  stones.look(begun.board);
  Draws draws(1);
  played.clear();
  games.run(stones, Colour::white, kNoPoint, draws, played, false);
  CHECK(played.size() > 10);
  CHECK(cut < whole);
  CHECK(cut > whole / 2);
}
