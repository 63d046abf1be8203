// What a script may set, and how the steps of what it runs are counted.
#include <lua.h>

#include <memory>
#include <string>

#include "core/game.hpp"
#include "scripting/bytecode.hpp"
#include "scripting/lua_state.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using test::Bench;
using test::card_text;

namespace {

std::shared_ptr<const Script> read(const std::string& source, Diagnostics& out) {
  return read_script(ScriptKind::card, "x", "x.lua", source, out);
}

std::shared_ptr<const Script> read(const std::string& source) {
  Diagnostics out;
  auto script = read(source, out);
  INFO(test::joined(out));
  REQUIRE(script);
  return script;
}

}  // namespace

TEST_CASE("bytecode: who may set a field of a table") {
  CHECK_FALSE(read(card_text("me:skip()"))->writes);
  CHECK_FALSE(read(card_text("local t = { me, opponent } me:place(t[1].stones)"))->writes);
  for (const char* body :
       {"this.option.x = 1", "local t = {} t[me] = 1", "local t = {} t[1] = 1", "local t = { x = 1 }",
        "table.insert({}, 1)", "local t = table t.insert({}, 1)", "local e = _ENV e.print()"}) {
    INFO(body);
    CHECK(read(card_text(body))->writes);
  }
  CHECK(read("local t = table " + card_text("t.insert({}, 1)"))->writes);
  const std::string sets =
      "return card { name = 'x', text = 't', options = { o = { 'a', 'b' } }, play = function(me, you, "
      "board, this) this.option.o = 'b' end }";
  test::Ended e = test::play(Bench(test::Sources{{"x", sets}}), {"x"});
  CHECK(e.fault.code == "read-only");
  // A card that sets nothing may read the other's options as they are; it cannot set them either.
  const std::string reads =
      "return card { name = 'y', text = 't', options = { o = { 'a', 'b' } }, play = function(me, you, "
      "board, this) print(this.option.o) local rule = ({ this })[1].option print(rule.p) end }";
  e = test::play(Bench(test::Sources{{"y", reads}}), {"y"});
  CHECK(e.output == "a\n");
  CHECK(e.fault.code == "unknown-name");
  CHECK(e.fault.message == "this.option has no 'p'");
}

TEST_CASE("bytecode: the count of an endless loop goes on while it calls other cards") {
  const std::string straight = card_text("me:skip()");
  for (const char* body : {"local c = me:draw() while true do me:can_play(c) end",
                           "local c = me:draw() for i = 1, math.huge do if not me:can_play(c) then return end end",
                           "local c = me:draw() repeat me:can_play(c) until false"}) {
    INFO(body);
    Bench bench(test::Sources{{"x", card_text(body)}, {"plain", straight}});
    for (auto drive : {test::Drive::suspended, test::Drive::straight}) {
      test::Ended e = test::play(bench, {"x", "plain"}, drive);
      CHECK(e.step == Status::fault);
      CHECK(e.fault.code == "limit");
      CHECK(e.fault.file == "x.lua");
      CHECK(e.seconds < 60);
    }
  }
}

TEST_CASE("bytecode: what a script may do does not hang on what ran before it") {
  // A loop that just stays below the limit stays below it, however many others have run.
  const std::string nearly = card_text("for i = 1, 1999000 do end");
  Bench bench(test::Sources{{"x", nearly}});
  LuaScripts scripts(bench.variant);
  for (int n = 0; n < 30; ++n) {
    Game game = bench.game({"x"});
    game.advance(scripts);
    CHECK(game.state() != Status::fault);
  }
}

namespace {

std::string said_of(const std::string& body) {
  Diagnostics out;
  read(card_text(body), out);
  return test::joined(out);
}

}  // namespace

TEST_CASE("bytecode: a card's own tables may have fields and methods of any name") {
  const std::string options =
      "return card { name = 'x', text = 't', options = { hand = { 3, 4 } }, tokens = { 'walls' }, "
      "play = function(me, opponent, board, this) print(this.option.hand == 3, me.tokens.walls == 0) end }";
  CHECK(read(options));
  for (const char* body :
       {"local seen = { stones = 0 } print(seen.stones == 0)", "local seen = {} print((seen.stones or me.stones) == 0)",
        "local seen = { stones = 1 } print((seen or me).stones == 1)", "me = { stones = 1 } print(me.stones == 1)",
        "local function set() me = { hand = 1 } end set() print(me.hand == 1)",
        "board.all:where(function(p) local me = { hand = 2 } return me.hand == 2 end)",
        "board.all:where(function(p) me = { hand = 2 } return me.hand == 2 end)",
        "local function of(me) return me.stones == 2 end print(of({ stones = 2 }))",
        "local own = { take = function(self, n) return n end } print(own:take(3))",
        "local own = { wave = function(self) return 1 end } print(own:wave())",
        "local own = {} function own:bow(n) return n end print(own:bow(1))"}) {
    INFO(body);
    CHECK(said_of(body) == "");
  }
}

TEST_CASE("bytecode: what is done with the objects of the words themselves is named") {
  for (auto [body, said] :
       {std::pair{"if me.stones == 3 then me:skip() end", "#me.stones"},
        {"if board.walls ~= 0 then me:skip() end", "#board.walls"},
        {"board.all:where(function(p) return opponent.hand == 1 end)", "'opponent.hand' is a pile of cards"},
        {"me:take(3)", "1 argument too many; it is take()"},
        {"board.all:where(function(p) me:take(3) return true end)", "1 argument too many"},
        {"if false then me:frobnicate() end", "nothing has a method 'frobnicate'"}}) {
    INFO(body);
    CHECK(said_of(body).find(said) != std::string::npos);
  }
  Diagnostics out;
  read(
      "local function f(me, opponent, board, this, side) if side.hand == 0 then me:skip() end end return card { name = "
      "'x', text = 't', when_turn_ends = f, when_turn_begins = f }",
      out);
  CHECK(out.size() == 1);  // the same function twice
}
