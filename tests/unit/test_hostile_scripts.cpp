// Cards and turns from strangers, in real games: whatever they do, the host gets a fault with a place, or a move.
#include <string>
#include <vector>

#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using test::Bench;
using test::card_text;
using test::Drive;
using test::Ended;
using test::play;

namespace {

std::string refused(const std::string& source, ScriptKind kind = ScriptKind::card) {
  Diagnostics out;
  auto s = read_script(kind, "x", "x.lua", source, out);
  CHECK((s == nullptr) == (out.size() > 0));
  return test::joined(out);
}

void faults(const std::string& code, const std::string& body, const std::string& message = "") {
  for (Drive drive : {Drive::suspended, Drive::straight}) {
    INFO(body);
    Bench bench(test::Sources{{"x", test::unseen(body)}, {"good", card_text("me:place(board:points('A1'))")}});
    Ended e = play(bench, {"x", "good"}, drive);
    INFO(e.fault.message);
    CHECK(e.step == Status::fault);
    CHECK(e.fault.code == code);
    CHECK(e.fault.file == "x.lua");
    CHECK(e.fault.line == 1);
    CHECK(e.seconds < 60);
    if (!message.empty()) CHECK(e.fault.message == message);
  }
}

}  // namespace

TEST_CASE("hostile: a card that never ends is stopped, and the next game is not harmed") {
  for (const char* body :
       {"while true do end", "::a:: goto a", "repeat until false", "local function f() return f() end f()",
        "local f, g function f() return g() end function g() return f() end f()",
        "local t = {} while true do t = {} end", "while true do local s = #board.empty end",
        "while true do me:place(board.empty - board.empty) end",
        "for i = 1, math.huge do local c = me.deck.empty end"}) {
    INFO(body);
    Bench bench(test::Sources{{"x", test::unseen(body)}, {"good", card_text("me:place(board:points('A1'))")}});
    LuaScripts scripts(bench.variant);
    for (int again = 0; again < 2; ++again) {
      Game bad = bench.game({"x"});
      bad.advance(scripts, {}, 1);
      CHECK(bad.state() == Status::fault);
      CHECK(bad.fault().code == "limit");
      CHECK(bad.fault().file == "x.lua");
      CHECK(bad.fault().line == 1);
      CHECK(bad.turn_start() == bench.game({"x"}).turn_start());
      Game good = bench.game({"good"});
      good.advance(scripts, {}, 1);
      CHECK(good.state() == Status::done);
      CHECK(good.turn_start().board.at(point_at(0, 0)) == Colour::black);
    }
  }
}

TEST_CASE("hostile: a script that never ends is told so wherever its file is") {
  const std::string long_name(90, 'l');  // longer than Lua says names of files
  Bench bench(test::Sources{{long_name, card_text("while true do end")}});
  REQUIRE(bench.out.size() == 0);
  Ended e = play(bench, {long_name});
  REQUIRE(e.step == Status::fault);
  CHECK(e.fault.code == "limit");
  CHECK(e.fault.file == long_name + ".lua");
  CHECK(e.fault.message.find("look for a loop that does not end") != std::string::npos);
}

TEST_CASE("hostile: a long name that is none is found before the game") {
  for (const std::size_t letters : {40, 41, 300}) {
    const std::string name(letters, 'x');
    const std::string text = refused(card_text(name + "()"));
    CHECK(text.find("error[unknown-name]: there is no '" + name + "'") != std::string::npos);
  }
}

TEST_CASE("hostile: a function that is too long to be looked through is named") {
  std::string body;
  for (int i = 0; i < 3000; ++i) body += "if me.hand == 3 then me:skip() end ";
  Diagnostics out;
  const auto script = read_script(ScriptKind::card, "x", "x.lua", card_text(body), out);
  INFO(test::joined(out));
  CHECK(script);
  REQUIRE(out.size() == 1);
  CHECK_FALSE(out.has_errors());
  CHECK(out.list()[0].code == "long-function");
  CHECK(out.list()[0].line == 1);
}

TEST_CASE("hostile: functions that reach one another through tables count as loops") {
  const std::string kRest = " return card { name = 'n', text = 't', play = function() t.f() end }";
  for (const char* head :
       {"local t = {} t.f = function() return t.f() end",
        "local t = {} function t.f() return t.g() end function t.g() return t.f() end",
        "local t = { u = {} } t.f = function() return t.u.f() end t.u.f = function() return t.f() end",
        "local f f = function() return f() end local t = { f = f }",
        "local function loop() while true do end end local t = { f = loop }",
        "local t = { f = function() for i = 1, 1e18 do end end }"}) {
    INFO(head);
    Bench bench(test::Sources{{"x", head + kRest}});
    Ended e = play(bench, {"x"});
    CHECK(e.step == Status::fault);
    CHECK(e.fault.code == "limit");
    CHECK(e.seconds < 60);
  }
  Bench names(test::Sources{{"x",
                             "local p = print local _ENV = { card = card } function f() return f() end "
                             "return card { name = 'n', text = 't', play = function() f() end }"}});
  if (names.out.size() == 0) CHECK(play(names, {"x"}).fault.code == "limit");
}

TEST_CASE("hostile: the file itself does the damage") {
  CHECK(refused("while true do end") ==
        "x.lua:1:1: error[limit]: the script takes more than 2000000 steps; look for a loop that does not end");
  CHECK(refused("local s = 'x' while true do s = s .. s end") ==
        "x.lua:1:1: error[limit]: the script makes a string of more than 4096 bytes");
  CHECK(refused("local t = {} while true do t[#t + 1] = {} end") ==
        "x.lua:1:1: error[limit]: the script takes more than 2000000 steps; look for a loop that does not end");
  CHECK(refused("local function f() return 1 + f() end f()") ==
        "x.lua:1:1: error[limit]: the script calls itself too deep");
  CHECK(refused("local t =\n" + std::string(300, '{') + "\n" + std::string(300, '}') + "\nreturn t") ==
        "x.lua:2:1: error[limit]: brackets, blocks, functions or operators such as .. stand nearly 200 deep in one "
        "another; "
        "give parts of it names of their own");
  std::string names = "local n0";
  for (int k = 1; k < 190; ++k) names += ", n" + std::to_string(k);
  std::string deep;
  for (int k = 0; k < 30; ++k) deep += "return function() " + names + "\n";
  for (int k = 0; k < 10'000; ++k) deep += "x()";
  CHECK(
      refused(deep).starts_with("x.lua:31:1: error[limit]: it would take too long to find what each name stands for"));
  std::string many = "local t = { 'n0'";
  for (int k = 1; k < 300; ++k) many += ", 'n" + std::to_string(k) + "'";
  CHECK(refused(many +
                " }\nreturn card { name = 'n', text = 't', play = function(me) for _, n in ipairs(t) do end end }") ==
        "");
  for (const char* text :
       {"return math", "return string", "return _ENV", "return 1", "return", "return nil", "return print", "return {}",
        "return 'card'", "return 0/0", "return {name='n', text='t'}", "return card"})
    CHECK(refused(text) ==
          "x.lua:1:1: error[not-a-card]: the file must return a card: return card { name = ..., text = ... }");
  CHECK(refused("return card(math)").find("error[read-only]") != std::string::npos);
  CHECK(refused("return card(_ENV)").size() > 0);
  for (const char* text : {"return card()", "return card(nil)", "return card 'x'", "return card(1, {})"})
    CHECK(refused(text) == "x.lua:1:1: error[field]: card takes a table: card { name = ..., text = ... }");
  CHECK(refused(std::string("\x1bLua", 4)) ==
        "x.lua: error[binary]: a binary chunk is not a script; ship the Lua text");
  for (const char* use : {"me", "board", "this", "opponent", "refuse('x')", "cannot()"})
    CHECK(refused(std::string("local x = ") + use + " return card { name = 'n', text = 't', play = function() end }")
              .size() > 0);
  std::string nested =
      "local t = {} for i = 1, 1000 do t = { t } end return card { name = 'n', text = 't', play = function() return t "
      "end }";
  CHECK(refused(nested) ==
        "x.lua:1:1: error[limit]: the tables and functions of the file hold one another more than 60 deep");
}

TEST_CASE("hostile: nothing is kept from one play to the next") {
  const std::string kCard = " return card { name = 'n', text = 't', play = function(me, opponent, board) ";
  const std::string kKeeps = "error[keeps-state]";
  for (const std::string& text : std::vector<std::string>{
           "local n = 0" + kCard + "n = n + 1 end }",
           "local function counter() local n = 0 return function() n = n + 1 return n end end local c = counter()" +
               kCard + "c() end }",
           "local function counter() local n = 0 return { f = function() n = n + 1 return n end } end local c = "
           "counter()" +
               kCard + "c.f() end }",
           "local function a() local n = 0 return function() return function() n = n + 1 end end end local c = a()()" +
               kCard + "c() end }",
           "local nxt = pairs({ 1, 2, 3 })" + kCard + "nxt() end }",
           "local t = { (pairs({ 1, 2, 3 })) }" + kCard + "t[1]() end }", kCard + "_ENV = { n = 1 } end }",
           "local _ENV = { card = card, n = 0 }" + kCard + "_ENV = { n = n + 1 } end }"}) {
    INFO(text);
    CHECK(refused(text).find(kKeeps) != std::string::npos);
  }
  for (const std::string& text : std::vector<std::string>{
           "local t = {}" + kCard + "t.n = 1 end }",
           "local t = { u = { v = {} } }" + kCard + "t.u.v.n = 1 end }",
           "local t = { {} }" + kCard + "for _, u in ipairs(t) do u.n = 1 end end }",
           "local t = { {} }" + kCard + "for _, u in pairs(t) do u.n = 1 end end }",
           "local t = { {} }" + kCard + "local f, s = ipairs(t) s.n = 1 end }",
           kCard + "table.insert(_ENV, 1) end }",
           kCard + "table.remove(_ENV) end }",
           kCard + "table.sort(_ENV) end }",
           kCard + "table.insert(table, 1) end }",
           "local e = _ENV local i = table.insert" + kCard + "i(e, 1) end }",
           "table.insert(_ENV, {})" + kCard + "_ENV[1].n = 1 end }",
           "local function f(t) table.insert(t, 1) end" + kCard + "f(_ENV) end }",
           "local t = {}" + kCard + "table.insert(t, 1) end }",
           "local t = { 1 }" + kCard + "table.remove(t) end }",
           "local t = { 2, 1 }" + kCard + "table.sort(t) end }",
           "local function f(x) return function() x.n = 1 end end local g = f({})" + kCard + "g() end }",
           "local t = {} local u = { f = function() t.n = 1 end }" + kCard + "u.f() end }",
           "local t = {} t.t = t" + kCard + "t.t.t.n = 1 end }",
           "local _ENV = { card = card, n = 0 }" + kCard + "n = n + 1 end }",
           "local e = _ENV" + kCard + "e.n = 1 end }",
           ("local self self = card { name = 'n', text = 't', traits = { a = 1 }, play = function(me) self.n = 1 end } "
            "return self"),
           ("local self self = card { name = 'n', text = 't', traits = { a = 1 }, play = function(me) self.traits.a = "
            "2 "
            "end } return self")}) {
    INFO(text);
    if (text.starts_with("table.insert")) {
      CHECK(refused(text).find("error[read-only]") != std::string::npos);
      continue;
    }
    Bench bench(test::Sources{{"x", text}});
    Ended e = play(bench, {"x"});
    INFO(e.fault.message);
    CHECK(e.step == Status::fault);
    CHECK(((e.fault.code == "read-only") || (e.fault.code == "global") || (e.fault.code == "unknown-name")));
  }
  // What is only read may stand outside; what is changed may stand inside.
  Bench fine(test::Sources{
      {"x",
       "local t = { 1, { 2 }, f = function(x) return x + 1 end }" + kCard +
           "local n = 0 local function add(x) n = n + x end for i = 1, 3 do add(t.f(t[2][1])) end print(n, #t, #t[2]) "
           "for k, v in pairs(t) do print(k) end for i, v in ipairs(t) do print(i) end end }"}});
  CHECK(play(fine, {"x"}, Drive::straight).output == "9\t2\t1\n1\n2\nf\n1\n2\n");
  Bench whole(test::Sources{
      {"x", "local t = { 'c', 'a', 'b', { 1, 2 } }" + kCard +
                "print(#t, #t[4], table.concat(t[4], '-'), table.unpack(t[4])) print(select('#', table.unpack(t))) "
                "local own = { table.unpack(t, 1) } own[4] = nil table.sort(own) print(table.concat(own)) end }"}});
  CHECK(play(whole, {"x"}, Drive::straight).output == "4\t2\t1-2\t1\t2\n4\nabc\n");
}

TEST_CASE("hostile: what the game hands out is read-only") {
  for (const char* body :
       {"this.name = 'x'", "this.x = 1", "me.x = 1", "me.stones = nil", "board.empty = nil", "opponent.deck = nil",
        "board.empty.x = 1", "me.deck.top = 1", "me[1] = 2", "this.option.x = 1", "local p = board.empty p.set = 1"})
    faults("read-only", body);
  for (const char* body :
       {"local x = me.nothing", "local x = board.nothing", "local x = board.empty.nothing", "local x = me.deck.nothing",
        "local x = this.option.nothing", "local x = me[1]", "local x = me[me]", "local x = me.__index",
        "local x = me.__newindex", "local x = me.__gc", "local x = me.__metatable"})
    faults("unknown-name", body);
  Bench traits(test::Sources{{"x",
                              "return card { name = 'n', text = 't', traits = { a = 1, b = true, c = 'x' }, play = "
                              "function(me, o, b, this) print(this.a, this.b, this.c, this.d, this.__index) end }"}});
  CHECK(play(traits, {"x"}, Drive::straight).output == "1\ttrue\tx\tnil\tnil\n");
  Bench text(
      test::Sources{{"x", card_text("print(me, opponent, board, this, board.empty - board.empty, me.deck, me.play)")}});
  CHECK(play(text, {"x"}, Drive::straight).output == "black\twhite\tboard\tx\t\tpile\tfunction\n");
  for (const char* body :
       {"local x = me + 1", "local x = board .. ''", "local x = #me", "me()", "local x = me < opponent",
        "local x = board.empty + 1", "local x = 1 - board.empty", "local x = board.empty * me",
        "local x = -board.empty", "for p in board.empty do end", "for k in pairs(me) do end", "local x = this + this"})
    faults(std::string(body).find("board.empty") != std::string::npos &&
                   std::string(body).find("for") == std::string::npos && body[10] != '-'
               ? "argument"
               : "lua",
           body);
}

TEST_CASE("hostile: texts that are no UTF-8 are refused where the script gives them") {
  for (const char* body : {"me:choose('a\\xff', 'b')", "board:toss('\\xfe', 'b')", "me:choose('a\\027[2J', 'b')",
                           "refuse('\\xff')", "cannot('\\xff')", "me:note(this, '\\xff')", "me:choose('a\\0b', 'c')",
                           "me:choose('a\\u{202e}', 'b')", "me:pick(1, 1, board.all, 'x\\xff')"})
    faults("argument", body);
  for (const char* field :
       {"name = '\\xff', text = 't'", "name = 'n', text = 'a\\xfeb'", "name = 'n', text = 't', source = '\\x80'",
        "name = 'n', text = 't', kind = '\\xff'", "name = 'n', text = 't', traits = { a = '\\xff' }",
        "name = 'n', text = 't', options = { o = { '\\xff', 'b' } }"}) {
    INFO(field);
    CHECK(refused("return card { " + std::string(field) + ", play = function() end }").find("error[field]") !=
          std::string::npos);
  }
}
