// What scripts from strangers can do in a Lua state, and what they cannot.
#include <lua.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "core/on_exit.hpp"
#include "scripting/diagnostic.hpp"
#include "scripting/lua_state.hpp"
#include "scripting/script.hpp"
#include "tests/unit/catch.hpp"

using namespace gofuda;

namespace {

struct Ran {
  bool ok = false;
  std::string value;  // of one result, as text
  LuaError error;
  double seconds = 0;
};

Ran run(LuaState& state, const std::string& text) {
  Ran r;
  bool stopped = false;
  const auto start = std::chrono::steady_clock::now();
  const int top = lua_gettop(state.get());
  state.prepare();
  r.ok = state.load(text, "x.lua", r.error);
  if (r.ok) {
    r.ok = state.call(0, 1, r.error, stopped);
    if (r.ok) {
      const int type = lua_type(state.get(), -1);
      r.value = type == LUA_TSTRING || type == LUA_TNUMBER ? lua_tostring(state.get(), -1)
                : type == LUA_TBOOLEAN                     ? (lua_toboolean(state.get(), -1) ? "true" : "false")
                                                           : lua_typename(state.get(), type);
      lua_pop(state.get(), 1);
    }
  } else {
    lua_pop(state.get(), 1);
  }
  CHECK(lua_gettop(state.get()) == top);
  CHECK_FALSE(stopped);
  r.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return r;
}

Ran run(const std::string& text) {
  LuaState state;
  return run(state, text);
}

std::string value(const std::string& text) {
  Ran r = run(text);
  return r.ok ? r.value : r.error.code + ": " + r.error.message;
}

// The script must end soon, with this code at line 1, and the state must go on working.
void ends(const std::string& code, const std::string& text) {
  INFO(text);
  LuaLimits limits;
  limits.steps = 500'000;
  limits.memory = 4u << 20;
  LuaState state(limits);
  for (int again = 0; again < 2; ++again) {
    Ran r = run(state, text);
    INFO(r.error.message);
    CHECK_FALSE(r.ok);
    CHECK(r.error.code == code);
    CHECK(r.error.file == "x.lua");
    CHECK(r.error.line == 1);
    CHECK_FALSE(r.error.message.empty());
    CHECK(r.error.message.size() <= 2000);
    CHECK(r.seconds < 60);
    Ran after = run(state, "local s = 0 for i = 1, 1000 do s = s + i end return s");
    CHECK(after.value == "500500");
    CHECK(state.memory_used() < (5u << 20));
  }
}

}  // namespace

TEST_CASE("sandbox: the names are exactly those of the allow-list") {
  LuaState state;
  add_constructors(state);
  std::vector<std::string> names = state.global_names();
  std::sort(names.begin(), names.end());
  CHECK(names == std::vector<std::string>{"assert", "because", "cannot", "card", "error", "ipairs", "math", "pairs",
                                          "print", "refuse", "select", "string", "table", "tonumber", "tostring",
                                          "turn", "type", "win"});
  auto fields = [&](const std::string& library) {
    Ran r = run(state, "local s = '' for k in pairs(" + library + ") do s = s .. k .. ' ' end return s");
    INFO(r.error.message);
    return r.value;
  };
  CHECK(fields("math") == "abs ceil floor fmod huge max maxinteger min mininteger sqrt tointeger type ult ");
  CHECK(fields("string") == "byte char find format len lower rep reverse sub upper ");
  CHECK(fields("table") == "concat insert remove sort unpack ");
  std::stringstream guide;
  guide << std::ifstream(GOFUDA_SOURCE_RULES_DIR "/cards/README.md").rdbuf();
  for (const char* library : {"math", "string", "table"}) {
    std::string row = "| `" + std::string(library) + "` |", name;
    for (std::istringstream all(fields(library)); all >> name;) row += " `" + name + "`";
    INFO(row);
    CHECK(guide.str().find("\n" + row + " |\n") != std::string::npos);
  }
}

TEST_CASE("sandbox: nothing leads out of it") {
  for (const char* name :
       {"load",     "loadstring",     "dofile",       "loadfile",     "require", "package",  "debug",    "io",
        "os",       "collectgarbage", "setmetatable", "getmetatable", "rawset",  "rawget",   "rawequal", "rawlen",
        "next",     "coroutine",      "pcall",        "xpcall",       "_G",      "_VERSION", "warn",     "utf8",
        "newproxy", "getfenv",        "setfenv",      "module",       "unpack",  "jit",      "arg"}) {
    INFO(name);
    const std::string none = std::string("unknown-name: there is no '") + name + "'";
    CHECK(value(std::string("return ") + name).starts_with(none));
    CHECK(value(std::string("local k = '") + name + "' return _ENV[k]").starts_with(none));
  }
  for (const char* name : {"dump", "gsub", "match", "gmatch", "pack", "unpack", "packsize"}) {
    INFO(name);
    CHECK(run(std::string("return string.") + name).error.code == "unknown-name");
    CHECK(run(std::string("return ('x'):") + name + "('.')").error.code == "unknown-name");
  }
  for (const char* name : {"random", "randomseed", "pow", "log", "sin"})
    CHECK(run(std::string("return math.") + name).error.code == "unknown-name");
  for (const char* name : {"move", "pack"})
    CHECK(run(std::string("return table.") + name).error.code == "unknown-name");
  CHECK(value("return ('x').__index") == "unknown-name: string has no '__index'");
  CHECK(value("return math.hug") == "unknown-name: math has no 'hug' (did you mean 'huge'?)");
}

TEST_CASE("sandbox: what scripts share is read-only") {
  for (const char* write :
       {"math.pi2 = 1", "math.huge = 1", "string.rep = nil", "table.insert = print", "local m = math m.abs = 1",
        "local _, real = ipairs(math) real.huge = 1", "local _, real = ipairs(string) real.x = 1",
        "local f, t = pairs(math) t.huge = 1", "table.insert(math, 1)", "table.sort(math, print) math[1] = 1",
        "table.remove(math)", "('x').rep = 1", "('x')[1] = 1", "_ENV.print = 1", "_ENV.x = 1", "x = 1", "print = 1"}) {
    INFO(write);
    CHECK_FALSE(run(write).ok);
    LuaState state;
    run(state, write);
    CHECK(
        run(state,
            "return math.huge > 1e300 and ('ab'):rep(2) == 'abab' and math.abs(-1) == 1 and type(print) == 'function'")
            .value == "true");
  }
  CHECK(value("x = 1") == "global: 'x' would be a global; write 'local x'");
  CHECK(value("math.x = 1") ==
        "read-only: 'x' cannot be set: what scripts share is read-only; keep the value in a local variable, or "
        "for a later play in a note: me:note(this, what)");
}

TEST_CASE("sandbox: one script's names are not another's") {
  LuaState state;
  CHECK(run(state, "local _ENV = { n = 1 } n = n + 1 return n").value == "2");
  CHECK(run(state, "_ENV = { type = 3 } return type").value == "3");
  CHECK(run(state, "return type(n)").error.code == "unknown-name");
  CHECK(run(state, "return type(1)").value == "number");
}

TEST_CASE("sandbox: loops end") {
  for (const char* loop :
       {"while true do end",
        "repeat until false",
        "::a:: goto a",
        "for i = 1, math.huge do end",
        "for i = 1, 2, 0.0000000001 do end",
        "local function f() return f() end f()",
        "local f, g function f() return g() end function g() return f() end f()",
        "local t = {} t.f = function() return t.f() end t.f()",
        "while true do local t = {} end",
        "while true do local f = function() end end",
        "local s = ('x'):rep(4000) while true do local t = s .. 'y' end",
        "while true do local s = ('x'):rep(4096) end",
        "local s = ('x'):rep(4096) while true do s:upper() end",
        "local s = ('x'):rep(4096) while true do local x = s:reverse() end",
        "local s = ('x'):rep(200) while true do s:byte(1, -1) end",
        "local s = ('0'):rep(4096) while true do for i = 1, s do end end",
        "local s = ('0'):rep(4096) while true do tonumber(s, 2) end",
        "local a = ('a'):rep(4096) local b = ('a'):rep(4095) .. 'a' while a == b do end",
        "local a = ('a'):rep(4096) local b = ('a'):rep(4095) .. 'a' while a <= b do end",
        "local a, b = ('a'):rep(4096), ('a'):rep(2000) .. 'b' while true do a:find(b) end",
        "local a = ('a'):rep(4096) while true do (''):find(a) end",
        "local t = {} for i = 1, 60000 do t[i] = i end while true do table.remove(t, 1) end",
        "local t = {} for i = 1, 60000 do t[i] = -i end while true do table.sort(t) t[1] = 1e9 end",
        "local t = {} for i = 1, 9999 do t[i] = i end while true do table.insert(t, 1, 1) table.remove(t) end",
        "local t = {} for i = 1, 4000 do t[i] = 'a' end while true do table.concat(t) end",
        "local t = {} for i = 1, 9000 do t['k' .. i] = i end while true do for k in pairs(t) do break end end",
        "local t = {} for i = 1, 200 do t[i] = i end while true do table.unpack(t) end",
        "while true do print('x') end",
        "while true do string.format('%99d%99d', 1, 2) end",
        "while true do tostring(1.5) end"})
    ends("limit", loop);
}

TEST_CASE("sandbox: calls too deep and too wide end") {
  for (const char* text :
       {"local function f() return 1 + f() end f()",
        "local f, g function f() return 1 + g() end function g() return 1 + f() end f()",
        "local function f() table.sort({ 3, 1, 2 }, f) end f()", "local function f(...) return f(1, ...) end f()",
        "local function f(...) local t = { ... } return f(1, 1, 1, ...) end f()"})
    ends("limit", text);
}

TEST_CASE("sandbox: memory is paid in steps, and capped") {
  LuaLimits rich;
  rich.steps = 1'000'000'000;
  rich.memory = 4u << 20;
  for (const char* text :
       {"local t = {} while true do t[#t + 1] = {} end", "local t = {} for i = 1, 1e9 do t[i] = i end",
        "local t = {} for i = 1, 1e6 do t[i] = function() return i end end",
        "local t = {} while true do t = { t, {}, {}, {}, {} } end",
        "local t = {} for i = 1, 1e6 do t[i] = ('x'):rep(900) .. i end",
        "local t = {} for i = 1, 1e9 do t['k' .. i] = i end"}) {
    ends("limit", text);
    LuaState state(rich);
    INFO(text);
    const Ran r = run(state, text);
    CHECK(r.error.code == "memory");
    CHECK(r.error.message == "the script needs more than 4 MiB");
    CHECK(run(state, "return 1").value == "1");
  }
  for (const char* text :
       {"local s = 'x' while true do s = s .. s end", "local s = ('x'):rep(4096) .. 'y' .. ('x'):rep(4096)",
        "local t = {} for i = 1, 3000 do t[i] = 'ab' end return table.concat(t)",
        "local t = {} for i = 1, 3000 do t[i] = 1 end return table.concat(t, ', ')", "return string.rep('x', 1 << 33)",
        "return string.rep('xyz', 1 << 62)", "return string.rep('x', math.maxinteger)", "return ('x'):rep(1e18)",
        "local t = {} for i = 1, 150 do t[i] = 1 end return ('%99d'):rep(150):format(table.unpack(t))",
        "return ('x'):rep(3000):byte(1, -1)", "local t = {} for i = 1, 201 do t[i] = i end return table.unpack(t)"})
    ends("limit", text);
}

// Each as the reference manual of Lua 5.4 has it.
TEST_CASE("sandbox: no argument of the library is passed over") {
  for (const auto& [text, wanted] : std::initializer_list<std::pair<const char*, const char*>>{
           {"return ('abcabc'):find('a', 2)", "4"},
           {"return ('abcabc'):find('a', -3)", "4"},
           {"return ('abcabc'):find('a', -99)", "1"},
           {"return ('abcabc'):find('c', 0)", "3"},
           {"return ('abcabc'):find('a', 5)", "nil"},
           {"return ('abc'):find('', 4)", "4"},
           {"return ('abc'):find('', 5)", "nil"},
           {"return ('abc'):find('a', math.maxinteger)", "nil"},
           {"return ('abc'):find('a', math.mininteger)", "1"},
           {"local s, n, at = '1,2,3', 0, 1 while true do local i = s:find(',', at, true) if not i then return n end "
            "n, at = n + 1, i + 1 end",
            "2"},
           {"return ('ab'):rep(3, ', ')", "ab, ab, ab"},
           {"return ('ab'):rep(1, ', ')", "ab"},
           {"return (''):rep(3, '-')", "--"},
           {"return table.concat({ 1, 2, 3 }, ',', 2)", "2,3"},
           {"return table.concat({ 1, 2, 3 }, ',', 2, 2)", "2"},
           {"return #table.concat({ 'x', 'y' }, '-\\0-')", "5"},
           {"return table.concat({ 1, 2, 3 }, ',', 3, 2)", ""},
           {"return table.concat({ [0] = 0, 1 }, ',', 0)", "0,1"},
           {"return table.concat({ [math.maxinteger] = 'x' }, ',', math.maxinteger, math.maxinteger)", "x"},
           {"return (table.unpack({ 1, 2, 3 }, 2))", "2"},
           {"return select('#', table.unpack({ 1, nil, 3 }, 1, 3))", "3"},
           {"return select('#', table.unpack({ 1, 2, 3 }, 3, 2))", "0"},
           {"return (table.unpack({ [math.maxinteger] = 7 }, math.maxinteger, math.maxinteger))", "7"},
           {"return select('#', table.unpack({}, 1, 200))", "200"}}) {
    INFO(text);
    CHECK(value(text) == wanted);
  }
  ends("limit", "return table.unpack({}, 0, 200)");
  ends("limit", "return table.unpack({}, math.mininteger, math.maxinteger)");
  ends("limit", "return (''):rep(math.maxinteger, '-')");
  CHECK_FALSE(run("return table.concat({ 1, 2 }, ',', 1, 3)").ok);
  CHECK_FALSE(run("return table.concat({}, ',', math.mininteger, math.maxinteger)").ok);
}

TEST_CASE("sandbox: odd arguments to the library") {
  CHECK(value("return string.rep('', 1 << 40)") == "");
  CHECK(value("return #('ab'):rep(-5)") == "0");
  CHECK(value("return ('ab'):rep(3)") == "ababab");
  CHECK(value("return ('abcab'):find('ab')") == "1");
  CHECK(value("local a, b = ('xxab'):find('ab') return a + 10 * b") == "43");
  CHECK(value("return ('a.b'):find('.', 1, true)") == "2");  // plain text, no pattern
  CHECK(run("return ('a.b'):find('.')").error.message.find("find(what, 1, true)") != std::string::npos);
  CHECK(value("return ('ab'):find('')") == "1");
  CHECK(value("return table.concat({ 1, 'x', 2.5 }, '-')") == "1-x-2.5");
  CHECK(value("return select('#', ('abc'):byte(1, -1))") == "3");
  CHECK(value("return select('#', ('abc'):byte(2, 1))") == "0");
  CHECK(value("return ('abc'):byte(-1)") == "99");
  CHECK(value("local t = { 3, 1, 2 } table.sort(t) return table.concat(t)") == "123");
  CHECK(value("local t = { 3, 1, 2 } table.sort(t, function(a, b) return a > b end) return table.concat(t)") == "321");
  CHECK(value("local t = {} table.sort(t) return #t") == "0");
  CHECK(value("local t = { 1, 2, 3 } table.insert(t, 2, 9) table.remove(t, 1) return table.concat(t)") == "923");
  CHECK(run("return string.format('\\0%p', 'x')").error.code == "format");
  for (const char* f : {"%p", "%q", "%a", "%i", "%s%p", "%99999d", "%", "%-+ #0", "%5", "%n", "%ls"}) {
    INFO(f);
    CHECK(run(std::string("return string.format('") + f + "', 1)").error.code == "format");
  }
  CHECK(value("return string.format('%d%% %s %5.1f %x', 5, true, 1.25, 255)") == "5% true   1.2 ff");
  CHECK(run("return string.format('%s %d', nil, nil)").error.message ==
        "bad argument #3 to 'string.format' (number expected, got nil)");
  for (const char* bad : {"string.rep('x', 1.5)",
                          "string.rep('x', 0/0)",
                          "('x'):rep({})",
                          "table.concat({ {} })",
                          "table.concat(1)",
                          "table.insert({}, 5, 1)",
                          "table.insert({}, 1, 2, 3)",
                          "table.insert({})",
                          "table.unpack(1)",
                          "select(0)",
                          "select(-5, 1)",
                          "ipairs()",
                          "ipairs(nil)",
                          "pairs(1)",
                          "tostring()",
                          "return '3' + 1",
                          "return -'3'",
                          "return '3' | 1",
                          "return '3' < 4",
                          "math.floor('x')",
                          "string.char(256)",
                          "string.char(-1)",
                          "tonumber('1', 99)",
                          "math.fmod(1, 0)",
                          "return 1 // 0",
                          "return {} .. ''",
                          "return #5",
                          "return -{}",
                          "local t = {} t[nil] = 1",
                          "local t = {} t[0/0] = 1",
                          "return 1 < 'x'",
                          "local n = nil n.x = 1",
                          "table.sort({ 1, 'a' })",
                          "table.sort({ 2, 1 }, 1)"}) {
    INFO(bad);
    Ran r = run(bad);
    CHECK_FALSE(r.ok);
    CHECK(r.error.line == 1);
  }
}

TEST_CASE("sandbox: text shows no addresses") {
  CHECK(value("return tostring({}) .. tostring(print) .. tostring(function() end) .. tostring(nil)") ==
        "tablefunctionfunctionnil");
  CHECK(value("return string.format('%s %s', {}, print)") == "table function");
  LuaState state;
  run(state, "print({}, print, 1, nil, true, 'x')");
  CHECK(state.output() == "table\tfunction\t1\tnil\ttrue\tx\n");
  for (const char* fault :
       {"return {} .. 'x'", "return {} + 1", "local t = {} t()", "error({})", "error(print)", "assert(false, {})",
        "return {} < {}", "for i = {}, 1 do end", "table.concat({ {} })", "string.rep({}, 1)"})
    CHECK(run(fault).error.message.find("0x") == std::string::npos);
}

TEST_CASE("sandbox: pairs goes in one order everywhere") {
  const std::string text =
      "local t = {} for i = 1, 60 do t['k' .. (i * 37 % 61)] = i end t[3] = 1 t[-1] = 2 t[2.5] = 3 t[1 << 60] = 4 t[(1 "
      "<< 60) + 1] = 5 "
      "t[''] = 6 t['\\0a'] = 7 t['\\0'] = 8 local s = '' for k in pairs(t) do s = s .. k .. ',' end return s";
  const std::string order = value(text);
  CHECK(order.starts_with(std::string("-1,2.5,3,1152921504606846976,1152921504606846977,,")));
  for (int i = 0; i < 5; ++i) CHECK(value(text) == order);
  CHECK(value("local n = 0 for k, v in pairs(math) do n = n + 1 end return n") == "13");
  CHECK(value("for k in pairs({ [true] = 1 }) do end") ==
        "pairs: pairs needs keys that are numbers or strings, so that its order is the same every time");
  CHECK(value("local t = { 1, 2, 3 } local s = '' for k, v in pairs(t) do t[k] = nil s = s .. k end return s") ==
        "123");
  CHECK(value("local s = '' for i, v in ipairs({ 5, 6, nil, 7 }) do s = s .. i .. v end return s") == "1526");
}

TEST_CASE("sandbox: error values of any kind are told in words") {
  struct Case {
    const char* text;
    std::string message;
  };
  for (const Case& c : {Case{"error('plain')", "plain"},
                        {"error(nil)", "nil"},
                        {"error()", "nothing"},
                        {"error({})", "table"},
                        {"error(42)", "42"},
                        {"error(print)", "function"},
                        {"error('')", ""},
                        {"assert(false)", "an assertion failed"},
                        {"assert(nil, 'why')", "why"},
                        {"assert(false, nil)", "nil"},
                        {"error('a\\1b\\1c')",
                         "a\x01"
                         "b\x01"
                         "c"},
                        {"error('x.lua:9: no')", "x.lua:9: no"}}) {
    INFO(c.text);
    Ran r = run(c.text);
    CHECK_FALSE(r.ok);
    CHECK(r.error.file == "x.lua");
    CHECK(r.error.line == 1);
    CHECK(r.error.message == c.message);
    CHECK(r.error.code == "script");
  }
  Ran field = run("\nlocal t = {}\nt['\\1\\27[2J']()");
  CHECK(field.error.file == "x.lua");
  CHECK(field.error.line == 3);
  CHECK(field.error.code == "lua");
  Ran syntax = run("local s = \"\x01 unfinished");
  CHECK(syntax.error.file == "x.lua");
  CHECK(syntax.error.line == 1);
  CHECK(syntax.error.code == "syntax");
  CHECK(run("error(('x'):rep(4000))").error.message.size() < 2001);
}

TEST_CASE("sandbox: output is capped and its end is dropped") {
  LuaState state;
  Ran r = run(state, "for i = 1, 10000 do print(('y'):rep(100)) end");
  CHECK(r.ok);
  CHECK(state.output().size() <= state.limits().output);
  CHECK(state.output().size() > state.limits().output - 200);
  state.clear_output();
  run(state, "print('again')");
  CHECK(state.output() == "again\n");
}

TEST_CASE("sandbox: no bytecode, and text that the parser must survive") {
  CHECK(run(std::string("\x1bLua\x54\x00\x19\x93", 8)).error.code == "syntax");
  CHECK(run("").ok);
  CHECK_FALSE(run(std::string("return 1\0return 2", 17)).ok);
  CHECK_FALSE(run(std::string(100000, '(')).ok);
  CHECK_FALSE(run(std::string(100000, '{')).ok);
  std::string blocks;
  for (int i = 0; i < 100000; ++i) blocks += "do ";
  CHECK_FALSE(run(blocks).ok);
  std::string locals;
  for (int i = 0; i < 300; ++i) locals += "local a" + std::to_string(i) + " = 1 ";
  CHECK_FALSE(run(locals).ok);
  std::string constants = "return #{";
  for (int i = 0; i < 70000; ++i) constants += "'c" + std::to_string(i) + "',";
  Ran many = run(constants + "}");
  INFO(many.error.message);
  CHECK(many.value == "70000");
  CHECK(run("return '" + std::string(5 << 20, 'x') + "'").error.code == "limit");
  CHECK(run(std::string("return \"\xff\xfe\"")).ok);
  Ran deep = run("local x = " + [] {
    std::string s;
    for (int i = 0; i < 150; ++i) s += "(";
    s += "1";
    for (int i = 0; i < 150; ++i) s += ")";
    return s;
  }() + " return x");
  CHECK(deep.value == "1");
}

TEST_CASE("sandbox: limits are the host's to set, and hold for each call") {
  LuaLimits limits;
  limits.steps = 50000;
  limits.memory = 1 << 20;
  limits.output = 10;
  LuaState state(limits);
  CHECK(run(state, "for i = 1, 100000 do end").error.code == "limit");
  CHECK(run(state, "for i = 1, 100 do end").ok);
  limits.steps = 50'000'000;
  LuaState small(limits);
  CHECK(run(small, "local t = {} for i = 1, 4000 do t[i] = { {}, {}, {}, {} } end").error.code == "memory");
  for (int i = 0; i < 50; ++i) CHECK(run(state, "for i = 1, 10000 do end").ok);
}

TEST_CASE("sandbox: what is sorted stays in the order in which it came, wherever the function sees no difference") {
  const std::string kList =
      "local t = {} for i = 1, 1000 do t[i] = { key = i * 7919 % 13, from = i } end "
      "table.sort(t, function(a, b) return a.key < b.key end) ";
  CHECK(value(kList +
              "for i = 2, 1000 do local a, b = t[i - 1], t[i] "
              "if a.key > b.key or a.key == b.key and a.from > b.from then return i end end return 'in order'") ==
        "in order");
  // Functions that are no order give some order, the same every time, and every value once.
  for (const char* order : {"true", "a % 3 ~= b % 2", "(a * b) % 7 < 3", "nil", "a >= b"}) {
    const std::string text = std::string("local t = {} for i = 1, 1000 do t[i] = i * 7919 % 1009 end table.sort(t, ") +
                             "function(a, b) return " + order +
                             " end) local h, sum = 0, 0 for i, x in ipairs(t) do h = (h * 31 + x) % 1000003 "
                             "sum = sum + x end return h .. ' ' .. #t .. ' ' .. sum";
    INFO(text);
    const std::string first = value(text);
    CHECK(first.find(" 1000 ") != std::string::npos);
    for (int again = 0; again < 5; ++again) CHECK(value(text) == first);
  }
  CHECK(value("local t = { 3, 1, 2 } table.sort(t, function(a, b) t[1], t[2], t[3], t[4] = nil return a < b end) "
              "return table.concat(t)") == "123");
}

TEST_CASE("sandbox: the length of a list with holes hangs on its keys alone") {
  const std::string kLength =
      "local function length(order) local t = {} for _, i in ipairs(order) do t[i] = true end "
      "for i = 3, 90, 7 do t[i] = nil end return #t end "
      "local up, down, mixed = {}, {}, {} for i = 1, 90 do up[i], down[i], mixed[i] = i, 91 - i, i * 37 % 91 end "
      "return length(up) .. ' ' .. length(down) .. ' ' .. length(mixed)";
  CHECK(value(kLength) == "79 79 79");
  // So, too, where the keys of the hash part lie by their address.
  const std::string kAmongTables =
      "local t, junk = {}, {} for i = 1, 40 do junk[i] = {} t[junk[i]] = i end "
      "for i = 40, 1, -1 do if i ~= 20 then t[i] = i end end return #t";
  const std::string first = value(kAmongTables);
  for (int i = 0; i < 20; ++i) {
    std::vector<std::unique_ptr<char[]>> elsewhere;
    for (int n = 0; n < i; ++n) elsewhere.push_back(std::make_unique<char[]>(48));
    CHECK(value(kAmongTables) == first);
  }
  CHECK(value("local t = { 1, 2, 3 } t[5] = 5 return #t") == "3");
  CHECK(value("local t = {} return #t") == "0");
  CHECK(value("local t = {} for i = 1, 1000 do t[i] = i end return #t") == "1000");
  CHECK(value("local t = {} t[math.maxinteger] = 1 t[1] = 1 return #t") == "1");
}

TEST_CASE("sandbox: what is known to be wrong in other builds of Lua is right") {
  std::string many = "local t = {";  // more constants than an instruction has bits for
  for (int i = 0; i < 300; ++i) many += std::to_string(i) + ".5, ";
  CHECK(value(many + "} return 1 ~ (2 or 3)") == "3");
  CHECK(value("local a, b = 3, 3 return tostring((a == b) == true)") == "true");
  CHECK(value("return 'B' < 'a' and 'Z' < 'a' and 'a' < '\xc3\xa4'") == "true");  // whatever the language
  CHECK(value("return string.format('%.2f', 1234.5)") == "1234.50");
}

TEST_CASE("sandbox: hashed keys lie in the same order in every state") {
  const auto order = [] {
    LuaState state;
    lua_State* L = state.get();
    std::string keys;
    lua_newtable(L);
    for (int i = 0; i < 100; ++i) lua_pushboolean(L, 1), lua_setfield(L, -2, ("key" + std::to_string(i)).c_str());
    for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1)) keys += lua_tostring(L, -2);
    lua_pop(L, 1);
    return keys;
  };
  std::vector<std::unique_ptr<LuaState>> others;  // so that each state has a place of its own
  for (int i = 0; i < 5; ++i, others.push_back(std::make_unique<LuaState>())) CHECK(order() == order());
  CHECK(order().substr(0, 15) == "key99key18key35");  // in every process
}

TEST_CASE("sandbox: keys that are made to collide cost what they take") {
  // Whole numbers a fixed distance apart fall on the same place of the table, if it is the right distance.
  for (int size = 6; size <= 16; ++size)
    CHECK(run("local t, n, s = {}, " + std::to_string((1 << size) - 1) +
              ", 0 for i = 1, 20000 do t[i * n] = i end for k = 1, 100 do for i = 1, 20000 do s = s + t[i * n] end end")
              .seconds < 5);
}

TEST_CASE("sandbox: a script takes the same steps whatever ran before it in its state") {
  const std::string kWork =
      "local t = {} for i = 1, 500 do t['k' .. i] = { i, name = 'n' .. i } t[i] = function() return t end end "
      "local s = '' for i = 1, 50 do s = s .. i end "
      "for k, v in pairs(t) do if type(v) == 'table' then s = #s .. v.name end end return s";
  const auto steps_of = [&](LuaState& state) {
    REQUIRE(run(state, kWork).ok);
    return state.left();
  };
  LuaState fresh;
  const long long left = steps_of(fresh);
  CHECK(left < 1'950'000);
  for (int i = 0; i < 20; ++i) {
    CHECK(steps_of(fresh) == left);
    run(fresh, "local t = {} for i = 1, " + std::to_string(1000 * i) + " do t[i] = { 'x' .. i } end");
    run(fresh,
        "local function f(n) if n > 0 then return 1 + f(n - 1) end return 1 end f(" + std::to_string(i * 50) + ")");
  }
}

TEST_CASE("sandbox: errors run destructors") {
  LuaState state;
  LuaError error;
  bool stopped = false, destroyed = false;
  lua_pushlightuserdata(state.get(), &destroyed);
  lua_pushcclosure(
      state.get(),
      [](lua_State* L) -> int {
        const OnExit witness([L] { *static_cast<bool*>(lua_touserdata(L, lua_upvalueindex(1))) = true; });
        LuaState::raise(L, "x", "y");
      },
      1);
  state.set_global("boom");
  state.prepare();
  REQUIRE(state.load("boom()", "x.lua", error));
  CHECK_FALSE(state.call(0, 0, error, stopped));
  CHECK(destroyed);
}

TEST_CASE("sandbox: a script that the host stops runs the destructors of the host that lie in between") {
  LuaState state;
  int destroyed = 0, stopped_within = 0;
  const auto add = [&](const char* name, int& count, lua_CFunction function) {
    lua_pushlightuserdata(state.get(), &count);
    lua_pushcclosure(state.get(), function, 1);
    state.set_global(name);
  };
  add("stop", destroyed, [](lua_State* L) -> int { LuaState::stop(L, true); });
  add("within", destroyed, [](lua_State* L) -> int {
    const OnExit witness([L] { ++*static_cast<int*>(lua_touserdata(L, lua_upvalueindex(1))); });
    lua_call(L, 0, 0);
    return 0;
  });
  add("guarded", stopped_within, [](lua_State* L) -> int {
    LuaState& here = LuaState::from(L);
    LuaError error;
    bool stopped = false;
    here.prepare();
    lua_insert(L, 1);
    if (here.call(0, 0, error, stopped)) return 0;
    *static_cast<int*>(lua_touserdata(L, lua_upvalueindex(1))) += stopped;
    return 0;
  });
  struct Case {
    const char* text;
    bool stops;
    int destroyed, within;
  };
  for (const Case& c : {Case{"stop()", true, 0, 0}, Case{"local function f() stop() end f() f()", true, 0, 0},
                        Case{"within(stop)", true, 1, 0}, Case{"within(function() stop() end)", true, 1, 0},
                        Case{"within(function() within(function() stop() end) end)", true, 2, 0},
                        Case{"table.sort({ 1, 2, 3 }, function() stop() end)", true, 0, 0},
                        Case{"for _ = 1, 3 do guarded(function() stop() end) end", false, 0, 3},
                        Case{"guarded(function() within(function() stop() end) end) stop()", true, 1, 1},
                        Case{"within(function() guarded(function() stop() end) end)", false, 1, 1}}) {
    INFO(c.text);
    destroyed = stopped_within = 0;
    LuaError error;
    bool stopped = false;
    const int top = lua_gettop(state.get());
    state.prepare();
    REQUIRE(state.load(c.text, "x.lua", error));
    CHECK(state.call(0, 0, error, stopped) == !c.stops);
    CHECK(stopped == c.stops);
    CHECK(destroyed == c.destroyed);
    CHECK(stopped_within == c.within);
    CHECK(lua_gettop(state.get()) == top);
    CHECK(run(state, "return 1 + 1").value == "2");
  }
}

namespace {

// Work of the host's, and what it says of it then.
template <class F>
int works(lua_State* L, F afterwards) {
  LuaState& s = LuaState::from(L);
  const Budget before = s.budget();
  LuaState::charge(L, 5000);
  afterwards(s, before);
  return 0;
}

}  // namespace

TEST_CASE("sandbox: what is tried for a script, what it is run again for, and what the host looks for count apart") {
  // Of 10,000 steps, each call of the host takes 5,000: what it tries is given back 100 times over, and so is what is
  // put back; what it has looked for of its own accord is as if it had not been.
  LuaLimits limits;
  limits.steps = 10'000;
  LuaState state(limits);
  const auto add = [&](lua_CFunction f, const char* name) {
    lua_pushcfunction(state.get(), f);
    state.set_global(name);
  };
  add([](lua_State* L) { return works(L, [](LuaState& s, const Budget& b) { s.give_back(b.left); }); }, "try");
  add([](lua_State* L) { return works(L, [](LuaState& s, const Budget& b) { s.run_again(b); }); }, "again");
  add([](lua_State* L) { return works(L, [](LuaState& s, const Budget& b) { s.forget_since(b); }); }, "look");
  const auto ends = [&](const std::string& text) {
    const Ran r = run(state, text);
    return r.ok ? "well" : r.error.code;
  };
  CHECK(ends("for _ = 1, 190 do try() end") == "well");
  CHECK(ends("for _ = 1, 220 do try() end") == "limit");
  CHECK(ends("for _ = 1, 190 do again() end") == "well");
  CHECK(ends("for _ = 1, 220 do again() end") == "limit");
  CHECK(ends("for _ = 1, 220 do look() end") == "well");
  CHECK(ends("for _ = 1, 120 do try() again() end") == "well");
  CHECK(ends("for _ = 1, 190 do try() look() end") == "well");
  const std::uint64_t before = state.steps();
  CHECK(ends("for _ = 1, 220 do look() end") == "well");
  CHECK(state.steps() - before >= 220 * 5000);
}
