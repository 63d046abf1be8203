// Which functions may run without a count of their instructions, and what happens when that cannot be told.
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

bool ends(const std::string& text) {
  LuaState state;
  LuaError error;
  bool stopped = false;
  state.prepare();
  INFO(text);
  REQUIRE(state.load(text, "x.lua", error));
  REQUIRE(state.call(0, 1, error, stopped));
  const int top = lua_gettop(state.get());
  const bool yes = ends_by_itself(state.get());
  CHECK(lua_gettop(state.get()) == top);
  return yes;
}

bool function_ends(const std::string& body) { return ends("return { f = function(me, board) " + body + " end }"); }

struct Pretence {
  explicit Pretence(bool so) { pretend_bytecode_is_understood(so); }
  ~Pretence() { pretend_bytecode_is_understood({}); }
  Pretence(const Pretence&) = delete;
  Pretence& operator=(const Pretence&) = delete;
};

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

TEST_CASE("bytecode: this Lua is understood") { CHECK(bytecode_is_understood()); }

TEST_CASE("bytecode: functions without a loop end by themselves") {
  CHECK(function_ends(""));
  CHECK(function_ends("me:place(me:pick(3, board.empty)) if #me.stones > 2 then return end me:skip()"));
  CHECK(function_ends("local a = me.a or board.b a = a and 3 goto done ::done:: return tostring(a)"));
  CHECK(ends("local function twice(x) return 2 * x end return { f = function(x) return twice(twice(x)) end }"));
  CHECK(ends("local n = 3 return { f = function(x) return x + n end, name = 'x', list = { 1, 2 } }"));
}

TEST_CASE("bytecode: whatever can run on is told") {
  for (const char* body :
       {"for i = 1, 9 do end", "for i = 1, 2, 0.5 do end", "for k in pairs(me) do end", "for x in me do end",
        "while me do end", "while true do end", "repeat until me", "::a:: me() goto a", "local function f() end f()",
        "local f f = function() return f() end f()", "me:each(function() end)",
        "if me then while board do board = board.next end end"}) {
    INFO(body);
    CHECK_FALSE(function_ends(body));
  }
  for (const char* text :
       {"local function f(n) return f(n) end return { f = f }", "local f function f(n) f(n) f(n) end return { f = f }",
        "local a, b function a() return b() end function b() return a() end return { f = a }",
        "local t = {} function t:m() self:m() end return { f = function() t:m() end }",
        "local t = { { g = function() end } } return { f = function() t[1].g() end }",
        "local function g() while true do end end return { f = function(x) x:where(g) end }",
        "local p = pairs return { f = function(x) p(x) end }",
        "return { f = function() end, g = function() for i = 1, 2 do end end }"}) {
    INFO(text);
    CHECK_FALSE(ends(text));
  }
}

TEST_CASE("bytecode: functions that call one another make more steps than they have lines") {
  std::string text = "local function f0() print() end ";
  for (int i = 1; i < 40; ++i) {
    const std::string below = "f" + std::to_string(i - 1) + "() ";
    text += "local function f" + std::to_string(i) + "() " + below + below + "end ";
  }
  CHECK_FALSE(ends(text + "return { f = f39 }"));
  CHECK(ends(text + "return { f = f1 }"));
}

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
      "board, this) print(this.option.o) print(this.option.p) end }";
  e = test::play(Bench(test::Sources{{"y", reads}}), {"y"});
  CHECK(e.output == "a\n");
  CHECK(e.fault.code == "unknown-name");
  CHECK(e.fault.message == "this.option has no 'p'");
}

TEST_CASE("bytecode: where it is not understood, all functions are counted") {
  const std::string straight = card_text("me:place(me:pick(1, board.empty))");
  REQUIRE(read(straight)->straight);
  const Pretence pretence(false);
  CHECK_FALSE(bytecode_is_understood());
  auto script = read(straight);
  CHECK_FALSE(script->straight);
  CHECK(script->writes);
  CHECK_FALSE(ends("return {}"));
  Bench bench(test::Sources{{"x", straight}});
  for (auto drive : {test::Drive::suspended, test::Drive::straight}) {
    test::Ended e = test::play(bench, {"x"}, drive);
    CHECK((e.step == Status::done || e.step == Status::asks));
  }
}

TEST_CASE("bytecode: the count of an endless loop goes on while it calls what needs no count") {
  const std::string straight = card_text("me:skip()");
  REQUIRE(read(straight)->straight);
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
  const std::string nearly = card_text("for i = 1, 1999300 do end");
  Bench bench(test::Sources{{"x", nearly}});
  LuaScripts scripts(bench.variant);
  for (int n = 0; n < 30; ++n) {
    Game game = bench.game({"x"});
    game.advance(scripts);
    CHECK(game.state() != Status::fault);
  }
}
