// Cards that misuse the words of the game: wrong arguments, plays without end, floods of questions, judges that act.
#include <string>
#include <vector>

#include "core/sanitized.hpp"
#include "scripting/api.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using test::Bench;
using test::card_text;
using test::Drive;
using test::Ended;
using test::play;

namespace {

const std::vector<std::string> kOdd{"nil",   "1",     "-1",    "3.5",         "0/0",     "1/0",     "1e18",
                                    "'3'",   "''",    "'a b'", "true",        "{}",      "{1}",     "print",
                                    "me",    "board", "this",  "board.empty", "me.deck", "me.play", "('x'):rep(300)",
                                    "'\\0'", "math",  "_ENV",  "1 << 62",     "-0.0",    "'A1'",    "function() end"};

// Runs the body in every way; it must end in time, in a fault of line 1 or as a proper play or question.
void survives(const std::string& body, const test::Sources& more = {}) {
  INFO(body);
  static int bodies = 0;
  ++bodies;
  if (kSanitized && bodies % 4 != 1) return;  // they play one in eight each way
  test::Sources cards{{"x", test::unseen(body)}, {"stone", card_text("me:place(me:pick(1, board.empty))")}};
  cards.insert(cards.end(), more.begin(), more.end());
  Bench bench(cards);
  if (bench.out.size() > 0) return;
  for (Drive drive : {Drive::suspended, Drive::straight}) {
    if (kSanitized && bodies % 8 != (drive == Drive::straight ? 1 : 5)) continue;
    Ended e = play(bench, {"x", "stone", "x"}, drive, 3);
    INFO(e.fault.message);
    CHECK(e.seconds < 60);
    CHECK(e.step != Status::mismatch);
    if (e.step != Status::fault) continue;
    CHECK(((e.fault.file == "x.lua") || (e.fault.file == "turn.lua")));
    CHECK(e.fault.line == 1);
    CHECK_FALSE(e.fault.code.empty());
    CHECK_FALSE(e.fault.message.empty());
    CHECK(e.fault.message.find("0x") == std::string::npos);
  }
}

std::string fault(const std::string& body) {
  Bench bench(test::Sources{{"x", test::unseen(body)}});
  INFO(test::joined(bench.out));
  Ended e = play(bench, {"x"});
  return e.step == Status::fault ? e.fault.code + ": " + e.fault.message : "";
}

std::string object_of(const ApiWord& w) {
  const std::string object = w.object;
  return object == "Seat"     ? "me"
         : object == "Board"  ? "board"
         : object == "Points" ? "board.empty"
         : object == "Card"   ? "this"
         : object == "Pile"   ? "me.deck"
                              : "me.last_move";
}

}  // namespace

TEST_CASE("hostile: every word takes every wrong argument") {
  for (const ApiWord& w : api_words()) {
    const std::string name = w.name(), object = object_of(w);
    if (name.starts_with("__")) continue;
    if (w.property) {
      for (const std::string& odd : {std::string("nil"), std::string("board"), std::string("3")})
        survives("local o = " + odd + " local x = o." + name);
      survives("local x = " + object + "." + name + "()");
      continue;
    }
    const std::string call = *w.object ? object + ":" + name : name;
    survives(call + "()");
    if (*w.object) survives(object + "." + name + "()");
    for (const std::string& a : kOdd) {
      survives(call + "(" + a + ")");
      if (*w.object) survives(object + "." + name + "(" + a + ")");
      if (name == "pick" || name == "play" || name == "recolour" || name == "lay_aside" || name == "choose")
        for (const std::string& b : kOdd)
          survives(call + "(" +
                   (name == "play" || name == "lay_aside" ? "this, "
                    : name == "recolour"                  ? "board.empty, "
                                                          : a + ", ") +
                   b + ")");
      if (name == "pick")
        survives(call + "(1, board.empty, " + a + ")"), survives(call + "(1, " + a + ", board.empty)");
    }
  }
}

TEST_CASE("hostile: wrong arguments are named") {
  CHECK(fault("me.pick(3, board.empty)") ==
        "argument: the object must be a side (me or opponent), not a number; call it with a colon: object:word(...)");
  CHECK(
      fault("me:pick('3', board.empty)") ==
      "argument: argument 1 of pick must be a number, not a text; write it without quotes: 3, or tonumber(...) of it");
  CHECK(fault("me:pick(3.5, board.empty)") == "argument: argument 1 of pick must be a whole number");
  CHECK(fault("me:pick(0/0, board.empty)") == "argument: argument 1 of pick must be a whole number");
  CHECK(fault("me:pick(1/0, board.empty)") == "argument: argument 1 of pick must be a whole number");
  CHECK(fault("me:pick(-1, board.empty)") == "argument: argument 1 of pick must be from 0 to 625, not -1");
  CHECK(fault("me:pick(1e18, board.empty)") ==
        "argument: argument 1 of pick must be from 0 to 625, not 1000000000000000000");
  CHECK(fault("me:pick(3, 2, board.empty)") == "argument: argument 2 of pick must be from 3 to 625, not 2");
  CHECK(fault("me:pick(3, board)") ==
        "argument: argument 2 of pick must be a set of points, not the board; its points are board.all, "
        "the empty ones board.empty");
  CHECK(fault("me:pick(3)") == "argument: argument 2 of pick is missing: a set of points, such as board.empty");
  CHECK(fault("me:place({ 'A1' })") == "argument: argument 1 of place must be a set of points, not a table");
  CHECK(fault("me:play(me)") == "argument: argument 1 of play must be a card, not a side (me or opponent)");
  CHECK(fault("me:play(this, 17)") == "argument: argument 2 of play must be from 1 to 16, not 17");
  CHECK(fault("me:choose('a b')") ==
        "argument: the label 'a b' must be one word, so that it can be typed, such as 'a-b'");
  CHECK(fault("me:choose('a', 'a')") == "argument: the label 'a' is there twice");
  CHECK(fault("me:choose()") == "argument: there are from 1 to 39 labels to choose from");
  CHECK(fault("board:points('Z9')") == "argument: 'Z9' is no point of this board");
  CHECK(fault("board:region('x')") == "argument: the board has no region 'x'");
  CHECK(fault("board:recolour(board.empty)") ==
        "argument: argument 2 of recolour is missing: a side (me or opponent), such as opponent");
  CHECK(fault("me:lay_aside(this, 'face-up')") ==
        "argument: a card is laid aside \"open\" or \"hidden\", not \"face-up\"");
  CHECK(fault("local x = me.deck.top") == "hidden: a deck lies face down; draw from it");
  CHECK(fault("local x = me.deck:holds(this)") == "hidden: a deck lies face down; draw from it");
  CHECK(fault("me:pick_card(me.deck)") == "hidden: a deck lies face down; draw from it");
  CHECK(fault("me:as_one_move(3)") == "argument: as_one_move takes a function");
  CHECK(fault("error('my own words')") == "script: my own words");
}

TEST_CASE("hostile: a card that plays itself for ever is stopped") {
  for (const char* body :
       {"me:play(this)", "opponent:play(this)", "for i = 1, 10 do me:play(this) end", "me:play(this, 16)",
        "me:as_one_move(function() me:play(this) end)", "me:place(me:pick(1, board.empty)) me:play(this)"}) {
    INFO(body);
    Bench bench(test::Sources{{"x", card_text(body)}});
    for (Drive drive : {Drive::suspended, Drive::straight}) {
      Ended e = play(bench, {"x"}, drive);
      INFO(e.fault.message);
      if (e.step == Status::asks) continue;  // it asks first
      CHECK(e.step == Status::fault);
      CHECK(((e.fault.code == "recursion") || (e.fault.code == "limit")));
      CHECK(e.seconds < 60);
    }
  }
  Bench two(
      test::Sources{{"x", card_text("me:play(me:draw() or this)")}, {"y", card_text("me:play(me:draw() or this)")}});
  CHECK(play(two, {"x", "y", "x", "y"}).step == Status::fault);
  const std::string round =
      "return turn { name = 'n', text = 't', play = function(me) me:move() end, move = function(me) me:move() end }";
  for (Drive drive : {Drive::suspended, Drive::straight}) {
    Ended e = play(Bench(test::Sources{{"x", card_text("")}}, round), {"x"}, drive);
    CHECK(e.step == Status::fault);
    CHECK(e.fault.code == "limit");
    CHECK(e.seconds < 60);
  }
}

TEST_CASE("hostile: plays without end and without questions are stopped") {
  for (const char* body :
       {"while true do me:play(me:draw() or this) end", "while true do me:skip() end",
        "while true do me:miss_turn() end", "while true do me:reshuffle() end",
        "while true do me:discard(this) me:put_back(this) me:draw() end",
        "while true do me:keep(this) me:lay_aside(this) end", "while true do me:place(board:points('A1')) end",
        "while true do me:place(board.empty) board:settle() end", "while true do board:remove(board.stones) end",
        "while true do local x = board:chain(board.all) + board:neighbours(board.all) end",
        "while true do me:as_one_move(function() end) end", "while true do board:recolour(board.all, me) end",
        "while true do me:choose('a') end", "while true do me:pick(1, board.all) end", "while true do me:stone() end",
        "while true do opponent:stone() end", "while true do me:announce() end", "while true do me:move() end"}) {
    INFO(body);
    survives(body, {{"other", card_text("")}});
  }
}

TEST_CASE("hostile: work that the words of the game do counts") {
  const std::string kFull = "me:place(board.all - board:points('A1')) board:settle() while true do ";
  for (const std::string& body :
       {kFull + "local x = board:chain(board.all) end", kFull + "local x = board:liberties(board.all) end",
        kFull + "local x = board:neighbours(board.all) end", std::string("while true do me:place(board.all) end"),
        std::string("while true do board:remove(board.all) end"),
        std::string("while true do board:recolour(board.all, me) end")}) {
    INFO(body);
    Bench bench(test::Sources{{"x", card_text(body)}}, test::kDrawTurn, 25);
    Ended e = play(bench, {"x"}, Drive::straight);
    CHECK(e.step == Status::fault);
    CHECK(e.fault.line == 1);
    CHECK(e.seconds < 60);
  }
}

TEST_CASE("hostile: what takes the time of many steps counts as many") {
  struct Case {
    const char *before, *said;
    std::uint64_t least;  // a step is about 5 to 10 nanoseconds
  };
  constexpr int kTimes = 20, kSide = 25;
  constexpr std::uint64_t kArea = kSide * kSide;
  for (const Case& c : {
           Case{"local a, b = 1.7e308, 1.5e-323", "x = a % b", 256},
           Case{"local a, b = 1.7e308, 1.5e-323", "x = math.fmod(a, b)", 256},
           Case{"local a = 1.7e308", "x = a .. ''", 64},
           Case{"local a = 1.7e308", "x = tostring(a)", 64},
           Case{"", "x = string.format('%99.99f', 1e300)", 600},
           Case{"local t = {} for i = 1, 200 do t[i] = i end", "x = table.unpack(t)", 400},
           Case{"local s = string.rep('a', 200)", "x = s:byte(1, 200)", 199},
           Case{"local s = string.rep('a', 4000)", "x = s:upper()", 1000},
           Case{"local s, n = string.rep('a', 4000), string.rep('a', 63) .. 'b'", "x = s:find(n)", 3937},
           Case{"local t = {} for i = 1, 1000 do t[i] = i end", "x = pairs(t)", 20000},
           Case{"", "x = tostring(board.all)", 8 * kArea},
           Case{"", "x = board:diagonals(board.all)", 24 * kArea},
           Case{"", "x = board:lot(625, board.all)", 12 * kArea},
           Case{"", "x = me:pick(625, board.all)", 16 * kArea},
           Case{"", "x = me:pick(1, 625, board.all)", 32 * kArea},
           Case{"local a = board.all - board:points('A1')",
                "board:wall(a) board:settle() board:unwall(a) board:settle()", 4 * (kArea - 1)},
       }) {
    INFO(c.said);
    const auto steps = [&](int times) {
      const std::string body =
          std::string(c.before) + " local x for i = 1, " + std::to_string(times) + " do " + c.said + " end";
      const Bench bench(test::Sources{{"x", card_text(body)}}, test::kDrawTurn, kSide);
      INFO(test::joined(bench.out));
      REQUIRE(bench.out.size() == 0);
      LuaScripts scripts(bench.variant);
      Game game = bench.game({"x"}, {"x"});
      RandomPlayer black(1), white(2);
      game.advance(scripts, {&black, &white, nullptr}, 1);
      INFO(game.fault().message);
      REQUIRE(game.state() != Status::fault);
      return scripts.steps();
    };
    CHECK(steps(kTimes + 1) - steps(1) >= kTimes * c.least);
  }
}

TEST_CASE("hostile: a hundred thousand questions", "[minutes]") {
  for (const char* body : {"for i = 1, 100000 do me:choose('a', 'b') end",
                           "for i = 1, 100000 do me:pick(1, board.all) end", "for i = 1, 100000 do me:stone() end"}) {
    INFO(body);
    Bench bench(test::Sources{{"x", card_text(body)}});
    Ended straight = play(bench, {"x"}, Drive::straight);
    CHECK(straight.seconds < 60);
    LuaScripts scripts(bench.variant);
    Game game = bench.game({"x"});
    game.advance(scripts);
    for (int i = 0; i < 30; ++i) {
      REQUIRE(game.state() == Status::asks);
      test::Numbers a;
      if (game.question().kind == QuestionKind::points) a.push_back(game.question().from.first());
      if (game.question().kind == QuestionKind::choice) a.push_back(1);
      REQUIRE(test::reply(game, scripts, a));
      if (game.over()) break;
    }
  }
}

TEST_CASE("hostile: functions that judge must not act") {
  for (const char* act :
       {"me:stone()", "me:skip()", "me:draw()", "me:take()", "me:play(this)", "me:miss_turn()", "me:reshuffle()",
        "me:discard(this)", "me:keep(this)", "me:put_back(this)", "me:choose('a', 'b')", "me:pick(1, me.stones)",
        "me:pick_card(me.discarded)", "me:announce()", "me:move()", "me:lay_aside(this)",
        "me:as_one_move(function() me:stone() end)", "me.opponent:stone()"}) {
    INFO(act);
    const std::string held =
        "return card { name = 'n', text = 't', play = function(me, o, b, this) me:lay_aside(this) end, ";
    const std::string answers =
        held + "answers = function(move, this, me) " + act + " return true end, answer = function() end }";
    const std::string announces =
        held + "may_announce = function(me, this) " + act + " return true end, announce = function() end }";
    const std::string turn =
        "return turn { name = 'Draw', text = 't', play = function(me) if me:announce() then return end local card = "
        "me:draw() "
        "if card then me:play(card) else me:stone() end end, move = function(me) me:stone() end }";
    for (const std::string& source : {answers, announces})
      for (Drive drive : {Drive::suspended, Drive::straight}) {
        Bench bench(test::Sources{{"x", source}, {"go", card_text("me:place(board:points('B2'))")}}, turn);
        INFO(test::joined(bench.out));
        LuaScripts scripts(bench.variant);
        Game game = bench.game({"x", "go", "go"}, {"go", "x", "go"});
        RandomPlayer black(1), white(2);
        game.advance(scripts, drive == Drive::straight ? Players{&black, &white, nullptr} : Players{}, 4);
        CHECK(game.state() == Status::fault);
        CHECK(game.fault().file == "x.lua");
        CHECK(game.fault().line == 1);
        CHECK(game.fault().message.find("only looks") != std::string::npos);
      }
  }
}

TEST_CASE("hostile: stones set in impossible ways are refused, not crashed on") {
  for (const char* body : {"me:place(board.all)",
                           "me:place(board.all) me:place(board.all)",
                           "local p = board:points('A1') me:place(p) opponent:place(p)",
                           "board:remove(board.all)",
                           "board:recolour(board.all, me)",
                           "local p = board:points('A1') me:place(p) board:remove(p)",
                           "local p = board:points('A1') me:place(p) board:recolour(p, opponent)",
                           "me:place(board.empty) opponent:place(board.empty)",
                           "board:is_suicide('die') me:place(board.all)",
                           "board:is_suicide('skip') me:place(board.all)",
                           "board:undo(me.last_move)",
                           "board:undo(opponent.last_move)",
                           ("for i = 1, 200 do me:place(board:points('A1')) board:settle() "
                            "board:remove(board:points('A1')) board:settle() end"),
                           "refuse('never')",
                           "cannot('never')",
                           "cannot()",
                           "me:pick(0, board.empty)",
                           "me:place(me:pick(0, 25, board.empty))",
                           "me:pick(625, board.all)",
                           "board:undo(me.last_move) board:undo(me.last_move)",
                           "me:stone() board:undo(me.last_move)",
                           "me:play(this.x)",
                           "opponent:place(opponent:pick(2, board.empty))"})
    survives(body);
}

TEST_CASE("hostile: a card that can never be played is a move that does nothing, in both ways of playing") {
  for (const char* body : {"refuse('never')", "cannot('never')", "board:remove(board:points('A1'))",
                           "me:place(board.all)", "me:pick(3, me.stones)", "me:pick(1, board.empty) refuse('never')",
                           "me:place(board:points('A1')) me:place(board:points('A1'))"}) {
    INFO(body);
    Bench bench(test::Sources{{"x", card_text(body)}});
    Ended suspended = play(bench, {"x"}, Drive::suspended), straight = play(bench, {"x"}, Drive::straight);
    CHECK(suspended.step == Status::done);
    CHECK(suspended.moves == 1);
    CHECK(straight.step == Status::done);
    CHECK(straight.moves == 1);
  }
}
