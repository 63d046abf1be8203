// The words about rows, ways and moving stones, and the one that forbids points, in scripts.
#include <map>
#include <string>

#include "scripting/api.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using test::at;
using test::Bench;
using test::card_text;
using test::Table;

namespace {

const test::Numbers kPassing{};

std::string printed(const std::string& what) {
  const test::Ended e = test::play(Bench(test::Sources{{"x", test::unseen("print(" + what + ")")}}), {"x"});
  return e.step == Status::fault ? e.fault.code + ": " + e.fault.message : e.output.substr(0, e.output.find('\n'));
}

std::string stones(const Table& t, Colour c) { return to_string(t.game.position().board.points_of(c)); }

Verdict refusal_of(const std::string& body, const char* point) {  // of a card that Black answers with the point
  Table t({{"x", card_text(body)}}, {"x"});
  return t.answer(at({point}));
}

}  // namespace

TEST_CASE("way words: what they give on a board of 5x5") {
  const std::map<std::string, std::string> kSaid = {
      {"board:row(2)", "A2 B2 C2 D2 E2"},
      {"board:row(board:points('A1 C1 B3'))", "A1 B1 C1 D1 E1 A3 B3 C3 D3 E3"},
      {"board:column('D')", "D1 D2 D3 D4 D5"},
      {"board:column('d')", "D1 D2 D3 D4 D5"},
      {"board:column(4)", "D1 D2 D3 D4 D5"},
      {"board:column(board:points('A1'))", "A1 A2 A3 A4 A5"},
      {"board:row(board.none)", ""},
      {"board:diagonals(board:points('B2'))", "A1 C1 B2 A3 C3 D4 E5"},
      {"board:ray(board:points('B2'), 'up-right')", "C3 D4 E5"},
      {"board:ray(board:points('A1'), 'up', board:points('A2 A4'))", "A2"},
      {"#board.edge", "16"},
      {"board:line(board:points('A1'), board:points('C3'))", "A1 B2 C3"},
      {"board:line(board:points('A1'), board:points('B3'))", ""},
      {"board:way(board:points('A1'), board:points('B2'))", "A1 B1 A2 B2"},
      {"board:distance(board:points('A1'), board:points('E5'))", "8"},
      {"board:distance(board:points('A1'), board:points('E5'), board.none)", "nil"},
      {"board:distance(board.none, board.all)", "nil"},
      {"board:within(board:points('A1'), 1)", "A1 B1 A2"},
      {"board:within(board:points('A1'), 0)", "A1"},
      {"board:connected(board:points('A1'), board:points('A1 A2 C3'))", "A1 A2"},
      {"board:surrounded_by(board:points('A1'))", ""},
      {"board:enclosed_by(board:neighbours(board:points('C3')))", "C3"},
      {"board:wall(board:neighbours(board:points('C3'))) or board:enclosed_by(board.none)", "C3"},
      {"me:place(board:points('C4')) or board:wall(board:points('B3 D3 C2')) or "
       "#board:surrounded_by(board:points('C4'))",
       "21"},
      {"board:points('A1 B1'):reflected('columns')", "D1 E1"},
      {"board:points('A1 B1'):reflected('rows')", "A5 B5"},
      {"board:points('A1 B1'):reflected('diagonal')", "A1 A2"},
      {"board:points('A1 B1'):turned()", "A4 A5"},
      {"board:points('A1 B1'):turned(2)", "D5 E5"},
      {"board.none:turned(3)", ""},
  };
  for (const auto& [call, points] : kSaid) {
    INFO(call);
    CHECK(printed(call) == points);
  }
}

TEST_CASE("way words: a wrong argument is told what it should be") {
  const std::map<std::string, std::string> kSaid = {
      {"board:row(6)", "argument: argument 1 of row must be from 1 to 5, not 6"},
      {"board:row('a')",
       "argument: argument 1 of row must be a set of points, not a text; points are named as in board:points(\"D4 "
       "E5\")"},
      {"board:column('K')", "argument: 'K' is no column of this board, which has A to E"},
      {"board:column('AB')", "argument: 'AB' is no column of this board, which has A to E"},
      {"board:column(0)", "argument: argument 1 of column must be from 1 to 5, not 0"},
      {"board:ray(board.all, 'north')",
       "argument: 'north' is no direction; there are up, up-right, right, down-right, down, down-left, left, up-left"},
      {"board:line(board.all, board.none)", "argument: argument 1 must be a set of one point, not of 25"},
      {"board:line(board:points('A1'), board.none)", "argument: argument 2 must be a set of one point, not of 0"},
      {"board:within(board.all, -1)", "argument: argument 2 of within must be from 0 to 625, not -1"},
      {"board.all:reflected('left')",
       "argument: points are reflected in their \"columns\", their \"rows\" or the \"diagonal\", not in \"left\""},
      {"board.all:turned(4)", "argument: argument 1 of turned must be from 0 to 3, not 4"},
      {"board:move(board.all, board.none)",
       "argument: stones on 25 points cannot move to 0; move takes as many points as stones"},
      {"board:slide(board.all, 'left-up')",
       "argument: 'left-up' is no direction; there are up, up-right, right, down-right, down, down-left, left, "
       "up-left"},
      {"me:forbid(board.all, 0)", "argument: argument 2 of forbid must be from 1 to 99, not 0"},
      {"me:forbid('A1')",
       "argument: argument 1 of forbid must be a set of points, not a text; write board:points(\"A1\")"},
  };
  for (const auto& [call, message] : kSaid) {
    INFO(call);
    CHECK(printed(call) == message);
  }
}

TEST_CASE("words: an object that is compared with a text or a number is told what is meant") {
  const std::string asked = "lua: attempt to ask whether a ", never = "it never is; ";
  const std::string points = "points are compared with points: board:points(\"D4\")",
                    counted = "# gives the number of a set's points or a pile's cards: #board.empty == 3",
                    file = "the name of a card's file is card.id, and its kind card.kind",
                    name = "a card's name is card.name, and that of its file card.id",
                    holds = "whether a card is in it is asked by me.hand:holds(card)",
                    side = "a side is compared with me or opponent, and side.name with ";
  const std::map<std::string, std::string> kSaid = {
      {"board:points('D4') == 'D4'", asked + "Points is the text 'D4'; " + never + points},
      {"'D4' ~= board:points('D4')", asked + "Points is the text 'D4'; " + never + points},
      {"this == 'keima'", asked + "Card is the text 'keima'; " + never + file},
      {"this == 'Place 3'", asked + "Card is the text 'Place 3'; " + never + name},
      {"me == 'black'", asked + "Seat is the text 'black'; " + never + side + "\"black\""},
      {"(me.stones + me.stones) == 0", asked + "Points is a number; " + never + counted},
      {"me.stones == board.turn", asked + "Points is a number; " + never + counted},
      {"this == board.turn", asked + "Card is a number; it never is"},
      {"me.hand == 'a Points b'", asked + "Pile is the text 'a Points b'; " + never + holds},
      {"(function(a, b) return a == b end)(me, 'x')", asked + "Seat is the text 'x'; " + never + side + "\"x\""},
      {"board.none == board",
       "argument: a set of points never is the board; == and ~= ask of two of a kind whether they are "
       "the same"},
      {"this ~= me",
       "argument: a card never is a side (me or opponent); == and ~= ask of two of a kind whether they are "
       "the same"},
      {"board.none + me",
       "argument: + takes two sets of points, not a side (me or opponent); a side's stones are me.stones"},
      {"2 * board.all", "argument: * takes two sets of points, not a number"},
      {"board.all > board.none",
       "lua: attempt to compare two Points values; only numbers are compared so; # gives the "
       "number of a set's points or a pile's cards, as in #points > 3"},
      {"this.id == 'x'", "true"},
      {"this == nil", "false"},
      {"board.none == me.stones", "true"},
  };
  for (const auto& [call, message] : kSaid) {
    INFO(call);
    CHECK(printed(call) == message);
  }
}

TEST_CASE("way words: a moved stone is one unit with its captures, and no stone from the supply") {
  Rules rules;
  rules.stones = 2;
  const test::Sources cards{{"set", card_text("me:place(board:points('B1 C3'))")},
                            {"take", card_text("board:move(board:points('C3'), board:points('A2'))")},
                            {"a1", card_text("me:place(board:points('A1'))")}};
  Table t(cards, {"set", "take"}, {"a1"}, rules);
  CHECK(stones(t, Colour::black) == "B1 A2");
  CHECK(stones(t, Colour::white).empty());
  const Position& p = t.game.position();
  CHECK(p.prisoners[0] == 1);
  CHECK(p.set[0] == 2);
  const Move& m = p.moves[2];
  CHECK(to_string(p.points_of(m, Effect::removed_black)) == "C3");
  CHECK(to_string(p.points_of(m, Effect::placed_black)) == "A2");
  CHECK(to_string(p.points_of(m, Effect::captured_white)) == "A1");
}

TEST_CASE("way words: a chain moves onto points that its own stones leave, colours and all") {
  const test::Sources cards{
      {"set", card_text("me:place(board:points('B2 C2')) opponent:place(board:points('B3'))")},
      {"shift", card_text("local all = board.stones board:move(all, all:shifted(1, 0))")},
      {"swap",
       card_text(
           "local ours, theirs = board:points('C2'), board:points('C3') board:move(ours + theirs, ours + theirs)")},
      {"back", card_text("me:place(board:points('E5')) board:move(board:points('E5'), board:points('D5')) "
                         "board:move(board:points('D5'), board:points('E4'))")}};
  Table t(cards, {"set", "shift", "swap", "back"});
  REQUIRE(t.answer(kPassing));
  CHECK(stones(t, Colour::black) == "C2 D2");
  CHECK(stones(t, Colour::white) == "C3");
  CHECK(t.game.position().moves[2].count == 4);  // C2 keeps a stone of its colour
  REQUIRE(t.answer(kPassing));
  CHECK_FALSE(t.game.position().moves[4].has(Move::kChanged));
  REQUIRE(t.answer(kPassing));
  CHECK(stones(t, Colour::black) == "C2 D2 E4");
}

TEST_CASE("way words: where a stone cannot move to") {
  struct Row {
    const char* body;
    Reason reason;
    const char* points;
  };
  const std::string set = "me:place(board:points('A1 A2')) opponent:place(board:points('B1')) board:settle() ";
  for (const Row& row : {Row{"board:move(me:pick(1, board.all), board:points('D4'))", Reason::not_a_stone, "C3"},
                         {"board:move(board:points('A1'), me:pick(1, board.all))", Reason::occupied, "B1"},
                         {"board:move(board:points('A1'), me:pick(1, board.all))", Reason::occupied, "A2"}}) {
    INFO(row.body);
    const Verdict refused = refusal_of(set + row.body, row.points);
    CHECK(refused.reason == row.reason);
    CHECK(to_string(refused.points) == row.points);
  }
  // A moved stone does not vanish where stones without a liberty are skipped.
  const Verdict v = refusal_of(
      "me:place(board:points('E5')) opponent:place(board:points('A2 B1')) board:settle() board:suicidal('skip') "
      "board:move(board:points('E5'), me:pick(1, board.all))",
      "A1");
  CHECK(v.reason == Reason::suicide);
}

TEST_CASE("way words: stones slide as far as they can, those in front first") {
  struct Row {
    const char* call;
    const char* black;
    const char* white;
    const char* ends;
    const char* wall = "";
  };
  for (const Row& row : {Row{"board:slide(board.stones, 'right')", "D1 E1 E3", "C1", "C1 D1 E1 E3"},
                         {"board:slide(board.stones, 'left')", "B1 C1 A3", "A1", "A1 B1 C1 A3"},
                         {"board:slide(board.stones, 'right', 1)", "C1 E1 C3", "B1", "B1 C1 E1 C3"},
                         {"board:slide(board:points('B1 B2'), 'right')", "C1 D1 B3", "A1", "C1"},
                         {"board:slide(board:points('A1'), 'right')", "B1 D1 B3", "A1", "A1"},
                         {"board:slide(board:points('B3'), 'up-right')", "B1 D1 D5", "A1", "D5"},
                         {"board:slide(board.none, 'up')", "B1 D1 B3", "A1", ""},
                         {"board:slide(board:points('B3'), 'right')", "B1 D1 D3", "A1", "D3", "E3"},  // to a wall
                         {"board:slide(board:points('B3'), 'right')", "B1 D1 B3", "A1", "B3", "C3"},
                         {"board:slide(board.stones, 'up', 0)", "B1 D1 B3", "A1", "A1 B1 D1 B3"}}) {
    INFO(row.call);
    const test::Sources cards{{"x", card_text("me:place(board:points('B1 D1 B3')) opponent:place(board:points('A1')) "
                                              "board:wall(board:points('" +
                                              std::string(row.wall) + "')) board:settle() print(" + row.call + ")")}};
    Table t(cards, {"x"});
    CHECK(stones(t, Colour::black) == row.black);
    CHECK(stones(t, Colour::white) == row.white);
    CHECK(t.scripts.output().starts_with(std::string(row.ends) + "\n"));
  }
}

TEST_CASE("way words: forbidden points bind stones and cards, for as many turns as they say") {
  const test::Sources cards{{"bar", card_text("opponent:forbid(board:points('C3 D4'))")},
                            {"bar-2", card_text("opponent:forbid(board:points('C3'), 2)")},
                            {"free", card_text("opponent:place(me:pick(1, board.empty))")},
                            {"at-c3", card_text("me:place(board:points('C3'))")}};
  {
    Table t(cards, {"bar"});
    CHECK(t.game.question().seat == Seat::white);
    CHECK(t.answer(at({"C3"})).reason == Reason::restricted);
    const Verdict v = t.answer(at({"D4"}));
    CHECK(to_string(v) == "restricted at D4: The side may set no stone on the point for now.");
    REQUIRE(t.answer(at({"A1"})));
    REQUIRE(t.answer(kPassing));
    CHECK(t.answer(at({"C3"})));  // it was for one turn
  }
  {
    Table t(cards, {"bar-2"}, {"free"});  // a card's stones are bound, too, of either colour
    CHECK(t.answer(at({"C3"})).reason == Reason::restricted);
    REQUIRE(t.answer(at({"D4"})));
    REQUIRE(t.answer(kPassing));
    CHECK(t.answer(at({"C3"})).reason == Reason::restricted);
    REQUIRE(t.answer(at({"A1"})));
    CHECK(t.game.position().bans.empty());
    CHECK(t.answer(at({"C3"})));
  }
  {
    Table t(cards, {"bar"}, {"at-c3"});  // which then cannot take effect
    CHECK(t.game.position().moves[1].has(Move::kUnplayable));
    CHECK(t.game.position().board.stone_count(Colour::white) == 0);
  }
  {
    Table t({{"self", card_text("me:forbid(board.all) me:place(me:pick(1, board.empty))")}}, {"self"});
    CHECK(t.game.position().moves[0].has(Move::kUnplayable));  // from now on
  }
}

TEST_CASE("way words: who forbids itself points is bound until the end of its next turn") {
  Table t({{"self", card_text("me:forbid(board:points('C3'))")}}, {"self"});
  REQUIRE(t.game.question().seat == Seat::white);
  REQUIRE(t.answer(kPassing));
  CHECK(t.answer(at({"C3"})).reason == Reason::restricted);
  REQUIRE(t.answer(at({"A1"})));
  REQUIRE(t.answer(kPassing));
  CHECK(t.answer(at({"C3"})));
}

TEST_CASE("way words: a side with nothing left but forbidden points may pass") {
  Table t({{"bar", card_text("opponent:forbid(board.all)")}}, {"bar"});
  CHECK(t.game.question().seat == Seat::white);
  CHECK(legal_stones(t.game.rules(), t.game.position(), Seat::white).empty());
  CHECK_FALSE(legal_stones(t.game.rules(), t.game.position(), Seat::black).empty());
  CHECK(judge_stone(t.game.rules(), t.game.position(), parse_point("A1"), Seat::white).reason == Reason::restricted);
  CHECK(t.answer(kPassing));
}

TEST_CASE("way words: ten thousand calls end in time and leave nothing behind") {
  for (const char* call :
       {"board:way(board.edge, board.all)", "board:distance(board:points('A1'), board:points('E5'))",
        "board:surrounded_by(board.all)", "board:enclosed_by(board.none)", "board:connected(board.all, board.all)",
        "board:diagonals(board.all)", "board:ray(board.all, 'up')", "board:row(board.all)", "board:column(board.all)",
        "board:within(board.all, 625)", "board.all:turned()", "me:forbid(board.all, i % 99 + 1)",
        "board:slide(board.all, 'up')", "board:move(board.none, board.none)", "me:look(me.deck)", "me:show(me.deck)"}) {
    INFO(call);
    const test::Ended e = test::play(
        Bench(test::Sources{{"x", card_text("for i = 1, 10000 do " + std::string(call) + " end")}}), {"x", "x"});
    INFO(e.fault.message);
    CHECK((e.step != Status::fault || e.fault.code == "limit"));
    CHECK(e.seconds < 10);
  }
}

TEST_CASE("way words: a line around the whole board costs what it goes over") {
  for (const auto& [call, times] : {std::pair{"board:ray(a, 'up-right')", 4000}, std::pair{"board:diagonals(a)", 1000},
                                    std::pair{"board:line(a, board:points('C2'))", 500}}) {
    const std::string text =
        "local a = board:points('A1') for i = 1, " + std::to_string(times) + " do " + call + " end";
    for (const bool wraps : {false, true}) {
      const Bench bench(test::Sources{{"x", card_text(text)}});
      auto rules = std::make_shared<Ruleset>(*bench.variant->ruleset);
      rules->grid = Grid(25, 24, {}, {}, {wraps, wraps, false});
      bench.variant->ruleset = rules;
      const test::Ended e = test::play(bench, {"x", "x"});
      INFO(call << ", " << wraps << ": " << e.fault.message);
      CHECK((e.fault.code == "limit") == wraps);
    }
  }
}

TEST_CASE("way words: a set, a way and a slide cost what they go over") {
  // So often that what they go over is more than a turn may take, and the calls alone are not.
  for (const auto& [call, times] :
       {std::pair{"board:row(all)", 5000}, std::pair{"board:column(all)", 5000}, std::pair{"board:within(a, 50)", 7000},
        std::pair{"board:within(all, 1)", 2000}, std::pair{"board:distance(a, b)", 8000},
        std::pair{"board:distance(all, board.none)", 700}, std::pair{"board:slide(all, 'down')", 500},
        std::pair{"board:slide(a, 'up') board:slide(z, 'down')", 18000}}) {
    const std::string text =
        "local a, b, z, all = board:points('A1'), board:points('Y25'), board:points('A25'), board.all "
        "me:place(a) for i = 1, " +
        std::to_string(times) + " do " + call + " end";
    const test::Ended e = test::play(Bench(test::Sources{{"x", card_text(text)}}, test::kDrawTurn, 25), {"x", "x"});
    INFO(call << ": " << e.fault.message);
    CHECK(e.fault.code == "limit");
  }
}
