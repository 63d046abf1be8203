// Walls: points that are off the board for a while. What they do to chains at random is in test_board_against_naive.
#include "core/board.hpp"
#include "core/playout.hpp"
#include "core/random.hpp"
#include "core/result.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

Point point(const char* name) { return parse_point(name); }
PointSet set_of(std::initializer_list<const char*> names) {
  PointSet out;
  for (const char* n : names) out.insert(parse_point(n));
  return out;
}

const std::string kWall = card_text("board:wall(me:pick(1, board.empty))");
const std::string kPlace = card_text("me:place(me:pick(1, board.empty))");
const std::string kUnwall = card_text("board:unwall(board.walls)");

}  // namespace

TEST_CASE("walls: no liberty, no point, and back again as it was") {
  const Grid grid(5, 5);
  Board board(grid);
  board.set(point("A1"), Colour::black);
  const Board before = board;
  board.set_wall(point("A2"));
  CHECK(board.liberties(point("A1")) == set_of({"B1"}));
  CHECK(board.empty_count() == 23);
  CHECK(walls_of(grid, board) == set_of({"A2"}));
  CHECK_FALSE(board.legal(point("A2"), Colour::white));
  CHECK(board.hash() != before.hash());
  CHECK_FALSE(board == before);
  CHECK(board.is_suicide(point("A2"), Colour::white) == false);
  CHECK(differing_points(board, before) == set_of({"A2"}));
  const Board copy = board;
  CHECK(copy == board);
  CHECK(copy.hash() == board.hash());
  CHECK(copy.hash_with(point("B1"), Colour::white, CaptureOrder::colour, false) ==
        (board.hash() ^ zobrist(point("B1"), Colour::white) ^ zobrist(point("A1"), Colour::black)));
  board.lift_wall(point("A2"));
  CHECK(board == before);
  CHECK(board.hash() == before.hash());
  CHECK(board.liberties(point("A1")).count() == 2);
}

TEST_CASE("walls: a random game knows them, and its board has the right hash") {
  const Grid grid(9, 9);
  Board board(grid);
  const PointSet walls = set_of({"C3", "D3", "E5", "A1", "J9", "J8"});
  walls.for_each([&](Point p) { board.set_wall(p); });
  Playout playout(grid, Rules{});
  for (std::uint64_t n = 0; n < 50; ++n) {
    Board b = board;
    Random random(n);
    playout.run(b, Colour::black, random);
    CHECK(walls_of(grid, b) == walls);
    Board anew(grid);
    walls.for_each([&](Point p) { anew.set_wall(p); });
    for (Colour c : {Colour::black, Colour::white}) b.points_of(c).for_each([&](Point p) { anew.set(p, c); });
    CHECK(anew.hash() == b.hash());
    CHECK(anew.points_of(Colour::empty) == b.points_of(Colour::empty));
  }
}

TEST_CASE("walls: counted as neither side's, and areas end at them") {
  const Grid grid(3, 1);
  Board board(grid);
  board.set(point("A1"), Colour::black);
  CHECK(count(board, grid, {}, Rules{}).margin() == 3 * kWholePoint);
  board.set_wall(point("B1"));
  const Score s = count(board, grid, {}, Rules{});
  CHECK(s.points(Seat::black) == 1);
  CHECK(s.points(Seat::white) == 0);
  CHECK(s.neutral == 1);
  CHECK(s.neutral_points == set_of({"C1"}));
}

TEST_CASE("walls: a chain that loses its last liberty is captured") {
  Table t({{"wall", kWall}, {"place", kPlace}}, {"place", "wall", "wall"}, {"place", "place", "place"});
  CHECK(t.answer(at({"B1"})));
  CHECK(t.answer(at({"A1"})));
  CHECK(t.answer(at({"A2"})));  // Black walls White's last liberty
  CHECK(t.now().board.at(point("A1")) == Colour::empty);
  CHECK(t.now().prisoners[0] == 1);
  CHECK(walls_of(t.game.rules().grid, t.now().board) == set_of({"A2"}));
  CHECK(t.answer(at({"C1"})));
  CHECK(t.answer(at({"B2"})));
  CHECK(t.answer(at({"A2"})).reason == Reason::off_board);
}

TEST_CASE("walls: one's own chain may not lose its last liberty to one") {
  Table t({{"wall", kWall}, {"place", kPlace}}, {"place", "wall"}, {"place"});
  CHECK(t.answer(at({"A1"})));
  CHECK(t.answer(at({"B1"})));
  const Verdict v = t.answer(at({"A2"}));
  CHECK(v.reason == Reason::suicide);
  CHECK(v.points == set_of({"A1"}));
  CHECK(t.answer(at({"E5"})));
}

TEST_CASE("walls: nothing is set on one, nor walled twice, and taken away it is a point again") {
  Table t({{"wall", kWall}, {"unwall", kUnwall}, {"all", card_text("board:wall(board.all)")}, {"place", kPlace}},
          {"wall", "all", "unwall"}, {"place", "place"});
  CHECK(t.answer(at({"C3"})));
  CHECK(t.answer(at({"C3"})).reason == Reason::off_board);
  CHECK(judge_stone(t.game.rules(), t.now(), point("C3"), Seat::white).reason == Reason::off_board);
  CHECK(t.answer(at({"A1"})));
  CHECK(t.now().moves[2].has(Move::kUnplayable));  // over a stone and a wall
  CHECK(t.answer(at({"B1"})));
  CHECK(walls_of(t.game.rules().grid, t.now().board).empty());
  CHECK(t.now().moves.back().has(Move::kChanged));
}

TEST_CASE("walls: a move that set or took them is undone whole, and superko knows them") {
  const std::string undo =
      "return card { name = 'No', text = 't', answers = function(move) return move.changed end, "
      "answer = function(me, opponent, board, this, move) board:undo(move) end }";
  Table t({{"wall", kWall}, {"no", undo}, {"place", kPlace}}, {"place", "wall"}, {"no"}, Rules{},
          "return turn { name = 'Draw', text = 't', play = function(me) local card = me:draw() if not card then "
          "me:stone() elseif card.id == 'no' then me:keep(card) me:skip() else me:play(card) end end }");
  CHECK(t.answer(at({"A1"})));
  const Board before = t.now().board;
  CHECK(t.answer(at({"C3"})));  // White is offered the answer
  REQUIRE(t.game.state() == Status::asks);
  REQUIRE(t.game.question().kind == QuestionKind::offer);
  CHECK(t.game.position().board.at(point("C3")) == Colour::off);
  CHECK(t.answer({1}));
  CHECK(t.now().board == before);
  CHECK(t.now().board.hash() == before.hash());
  CHECK(t.now().points_of(t.now().moves.back(), Effect::unwalled) == set_of({"C3"}));
}

TEST_CASE("walls: what repeats a board without its walls does not repeat it") {
  Rules rules;
  rules.ko = KoRule::positional;
  rules.ko_cards = KoCards::all;
  Table t({{"wall", kWall}, {"unwall", kUnwall}}, {"wall"}, {"unwall"}, rules);
  CHECK(t.answer(at({"C3"})));
  // To take the wall away would bring the empty board back.
  CHECK(t.now().moves.back().has(Move::kUnplayable));
  CHECK(walls_of(t.game.rules().grid, t.now().board) == set_of({"C3"}));
}
