#include "scripting/lua_sandbox.hpp"

#include <lauxlib.h>
#include <lualib.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "scripting/diagnostic.hpp"
#include "scripting/lua_state.hpp"
#include "scripting/lua_tables.hpp"

namespace gofuda {

namespace {

// A frozen table is an empty table whose metatable holds the real one.
const char* const kFrozen = "frozen";

std::vector<std::string> string_keys(lua_State* L, int table) {
  std::vector<std::string> keys;
  table = lua_absindex(L, table);
  for (lua_pushnil(L); lua_next(L, table);) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING) keys.push_back(lua_tostring(L, -1));
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

int strict_index(lua_State* L) {  // of a key that is not there; upvalues: the real table, what it is
  std::string key;
  push_text(L, 2);
  key = lua_tostring(L, -1);
  const std::string of = lua_tostring(L, lua_upvalueindex(2));
  if (of == "math" && key.starts_with("random"))
    LuaState::raise(L, "unknown-name",
                    "math has no '" + key + "'; chance is board:lot(n, points) or board:toss(\"heads\", \"tails\")");
  LuaState::raise(L, "unknown-name",
                  of + " has no '" + key + "'" + did_you_mean(key, string_keys(L, lua_upvalueindex(1))));
}

int read_only(lua_State* L) {
  push_text(L, 2);
  LuaState::raise(
      L, "read-only",
      std::string("'") + lua_tostring(L, -1) +
          "' cannot be set: what scripts share is read-only; keep the value in a local variable, or for a " +
          "later play in a note: me:note(this, what)");
}

int unknown_global(lua_State* L) {
  push_text(L, 2);
  std::string key = lua_tostring(L, -1);
  LuaState::raise(L, "unknown-name", "there is no '" + key + "'" + did_you_mean(key, LuaState::from(L).global_names()));
}

int set_global_refused(lua_State* L) {
  push_text(L, 2);
  LuaState::raise(
      L, "global",
      std::string("'") + lua_tostring(L, -1) + "' would be a global; write 'local " + lua_tostring(L, -1) + "'");
}

// --- pairs in sorted order

struct Key {
  bool text;
  std::string_view string;  // kept alive by the table it is a key of
  int index;                // of a number, its place in the list of numbers
};

int pairs_next(lua_State* L) {  // upvalues: the real table, sorted keys, position
  lua_Integer i = lua_tointeger(L, lua_upvalueindex(3)) + 1;
  lua_pushinteger(L, i);
  lua_replace(L, lua_upvalueindex(3));
  if (lua_rawgeti(L, lua_upvalueindex(2), i) == LUA_TNIL) return 1;
  lua_pushvalue(L, -1);
  lua_rawget(L, lua_upvalueindex(1));
  return 2;
}

int sorted_pairs(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (push_frozen_target(L, 1)) lua_replace(L, 1);
  lua_settop(L, 1);
  lua_newtable(L);  // 2: the keys as they come
  std::vector<Key> order;
  for (lua_pushnil(L); lua_next(L, 1);) {
    lua_pop(L, 1);
    int t = lua_type(L, -1);
    if (t != LUA_TNUMBER && t != LUA_TSTRING)
      LuaState::raise(L, "pairs",
                      "pairs needs keys that are numbers or strings, so that its order is the same every time");
    std::size_t length = 0;
    const char* s = t == LUA_TSTRING ? lua_tolstring(L, -1, &length) : "";
    order.push_back({t == LUA_TSTRING, {s, length}, static_cast<int>(order.size()) + 1});
    lua_pushvalue(L, -1);
    lua_rawseti(L, 2, order.back().index);
  }
  LuaState::charge(L, sorting_steps(order.size()));
  std::sort(order.begin(), order.end(), [L](const Key& a, const Key& b) {
    if (a.text != b.text) return b.text;
    if (a.text) return a.string < b.string;
    lua_rawgeti(L, 2, a.index);
    lua_rawgeti(L, 2, b.index);
    bool less = lua_compare(L, -2, -1, LUA_OPLT);
    lua_pop(L, 2);
    return less;
  });
  lua_createtable(L, static_cast<int>(order.size()), 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    lua_rawgeti(L, 2, order[i].index);
    lua_rawseti(L, 3, static_cast<lua_Integer>(i) + 1);
  }
  lua_remove(L, 2);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, pairs_next, 3);
  return 1;
}

int ipairs_next(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_Integer i = luaL_checkinteger(L, 2);
  if (push_frozen_target(L, 1)) lua_replace(L, 1);
  lua_pushinteger(L, ++i);
  return lua_rawgeti(L, 1, i) == LUA_TNIL ? 1 : 2;
}

int safe_ipairs(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_pushcfunction(L, ipairs_next);
  lua_pushvalue(L, 1);
  lua_pushinteger(L, 0);
  return 3;
}

// --- what is bounded or made safe

int safe_tostring(lua_State* L) {
  luaL_checkany(L, 1);
  push_text(L, 1);
  return 1;
}

int safe_tonumber(lua_State* L) {
  std::size_t len = 0;
  if (lua_type(L, 1) == LUA_TSTRING) lua_tolstring(L, 1, &len);
  LuaState::charge(L, len / 2);
  return call_library(L);
}

constexpr std::uint64_t kStringSteps = 16;  // a string that is made takes as long as so many steps, besides its bytes

int string_rep(lua_State* L) {
  std::size_t len, between;
  const char* s = luaL_checklstring(L, 1, &len);
  const lua_Integer n = luaL_checkinteger(L, 2);
  const char* sep = luaL_optlstring(L, 3, "", &between);
  const std::size_t cap = LuaState::from(L).limits().string_length, each = len + between;
  if (n <= 0) return lua_pushliteral(L, ""), 1;
  const auto times = static_cast<std::uint64_t>(n);
  if (each > 0 && (times - 1 > cap / each || (times - 1) * each + len > cap))
    LuaState::raise(L, "limit", "string.rep would make a string of more than " + std::to_string(cap) + " bytes");
  const std::size_t total = each == 0 ? 0 : (times - 1) * each + len;
  LuaState::charge(L, kStringSteps + total / 64);
  luaL_Buffer b;
  char* to = luaL_buffinitsize(L, &b, total);
  for (std::size_t i = 0; i < total; i += each) {
    std::memcpy(to + i, s, len);
    if (i + len < total) std::memcpy(to + i + len, sep, between);
  }
  luaL_pushresultsize(&b, total);
  return 1;
}

int string_byte(lua_State* L) {
  std::size_t len;
  luaL_checklstring(L, 1, &len);
  lua_Integer first = luaL_optinteger(L, 2, 1), last = luaL_optinteger(L, 3, first),
              size = static_cast<lua_Integer>(len);
  if (last < 0) last = std::max<lua_Integer>(last, -size) + size;
  if (first < 0) first = std::max<lua_Integer>(first, -size) + size;
  if (std::min(last, size) - first > kMostValues)
    LuaState::raise(L, "limit", "string.byte gives at most " + std::to_string(kMostValues) + " values");
  if (last > first) LuaState::charge(L, static_cast<std::uint64_t>(std::min(last, size) - std::min(first, size)));
  return call_library(L);
}

int letter_by_letter(lua_State* L) {
  std::size_t len;
  luaL_checklstring(L, 1, &len);
  LuaState::charge(L, len / 4);
  return call_library(L);
}

// Plain text only: patterns can run for ever inside C. What would be one elsewhere is refused, unless it is called
// plain.
int string_find(lua_State* L) {
  constexpr std::string_view kOfPatterns = "^$*+?.([%-";
  std::size_t n, m;
  const char* s = luaL_checklstring(L, 1, &n);
  const char* t = luaL_checklstring(L, 2, &m);
  const std::string_view text(s, n), wanted(t, m);
  const auto size = static_cast<lua_Integer>(n);
  lua_Integer first = luaL_optinteger(L, 3, 1);
  if (first < 0) first = std::max<lua_Integer>(first, -size) + size + 1;
  first = std::max<lua_Integer>(first, 1);
  const bool plain = lua_toboolean(L, 4) != 0;
  if (!plain) LuaState::charge(L, m / 4);
  if (!plain && wanted.find_first_of(kOfPatterns) != std::string_view::npos)
    LuaState::raise(L, "lua",
                    "string.find knows no patterns, and one of ^ $ * + ? . ( [ % - is part of one; to find just this "
                    "text, write text:find(what, 1, true)");
  if (first > size + 1) return lua_pushnil(L), 1;
  const auto from = static_cast<std::size_t>(first - 1), left = n - from;
  if (m > 0 && m <= left) LuaState::charge(L, m == 1 ? left / 16 : (left - m + 1) * (m / 64 + 1));
  const std::size_t at = text.find(wanted, from);
  if (at == std::string_view::npos) return lua_pushnil(L), 1;
  lua_pushinteger(L, static_cast<lua_Integer>(at + 1));
  lua_pushinteger(L, static_cast<lua_Integer>(at + m));
  return 2;
}

// A number with a point as a text may have three hundred digits before it and ninety-nine behind.
constexpr std::uint64_t kNumberSteps = 600;

int string_format(lua_State* L) {
  std::size_t len;
  const char* f = luaL_checklstring(L, 1, &len);
  if (std::strlen(f) != len) LuaState::raise(L, "format", "string.format takes no zero byte in its format");
  LuaState::charge(L, len);
  int argument = 1;
  for (const char* c = f; *c; ++c) {
    if (*c != '%') continue;
    if (*++c == '%') continue;
    int digits = 0;
    while (*c && std::strchr("-+ #0123456789.", *c)) digits += std::isdigit(static_cast<unsigned char>(*c)) != 0, ++c;
    LuaState::charge(L, *c && std::strchr("fg", *c) ? kNumberSteps : 8);
    if (!*c || !std::strchr("dsfgxXc", *c) || digits > 4)
      LuaState::raise(L, "format", "string.format takes %d %s %f %g %x %c with short widths");
    if (++argument > lua_gettop(L) || *c != 's') continue;
    if (lua_type(L, argument) == LUA_TNUMBER || lua_type(L, argument) == LUA_TSTRING) continue;
    push_text(L, argument);
    lua_replace(L, argument);
  }
  return call_library(L);
}

int safe_error(lua_State* L) {
  push_text(L, 1);
  LuaState::raise(L, "script", lua_tostring(L, -1));
}

int safe_assert(lua_State* L) {
  if (lua_toboolean(L, 1)) return lua_gettop(L);
  if (lua_gettop(L) >= 2)
    push_text(L, 2);
  else
    lua_pushstring(L, "an assertion failed");
  LuaState::raise(L, "script", lua_tostring(L, -1));
}

void copy_fields(lua_State* L, const char* library,
                 std::initializer_list<const char*> fields) {  // into the table on top
  lua_getglobal(L, library);
  for (const char* f : fields) {
    lua_getfield(L, -1, f);
    lua_setfield(L, -3, f);
  }
  lua_pop(L, 1);
}

void lock_strings(lua_State* L) {  // "x":upper() goes to our string library; there is no arithmetic on texts
  lua_pushstring(L, "");
  lua_newtable(L);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushstring(L, "locked");
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

}  // namespace

bool push_frozen_target(lua_State* L, int index) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index)) return false;
  lua_pushstring(L, kFrozen);
  lua_rawget(L, -2);
  lua_remove(L, -2);
  if (lua_istable(L, -1)) return true;
  lua_pop(L, 1);
  return false;
}

int call_library(lua_State* L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

void set_function(lua_State* L, const char* name, lua_CFunction f) {
  lua_pushcfunction(L, f);
  lua_setfield(L, -2, name);
}

void wrap_function(lua_State* L, const char* library, const char* name, lua_CFunction f) {
  lua_getglobal(L, library);
  lua_getfield(L, -1, name);
  lua_remove(L, -2);
  lua_pushcclosure(L, f, 1);
  lua_setfield(L, -2, name);
}

std::uint64_t sorting_steps(std::uint64_t n) { return 2 * n * static_cast<std::uint64_t>(std::bit_width(n)); }

bool is_pairs_iterator(lua_State* L, int index) { return lua_tocfunction(L, index) == pairs_next; }

void push_text(lua_State* L, int index) {
  index = lua_absindex(L, index);
  switch (lua_type(L, index)) {
    case LUA_TSTRING:
      lua_pushvalue(L, index);
      return;
    case LUA_TNUMBER:
      lua_pushvalue(L, index);
      lua_tostring(L, -1);
      return;
    case LUA_TBOOLEAN:
      lua_pushstring(L, lua_toboolean(L, index) ? "true" : "false");
      return;
    case LUA_TNIL:
      lua_pushstring(L, "nil");
      return;
    case LUA_TUSERDATA:
      if (luaL_getmetafield(L, index, "__tostring") == LUA_TFUNCTION) {
        lua_pushvalue(L, index);
        lua_call(L, 1, 1);
        return;
      }
      break;
    default:
      break;
  }
  lua_pushstring(L, lua_type(L, index) == LUA_TNONE ? "nothing" : luaL_typename(L, index));
}

void LuaState::read_strictly(lua_State* L, const char* what) {
  lua_newtable(L);
  lua_pushvalue(L, -2);
  lua_pushstring(L, what);
  lua_pushcclosure(L, strict_index, 2);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
}

void LuaState::freeze(lua_State* L, bool strict, const char* what) {
  if (strict) read_strictly(L, what);  // what is missing in the view falls through to this
  lua_newtable(L);                     // table view
  lua_newtable(L);                     // table view meta
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");  // a table: looked up without a call
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, kFrozen);
  set_function(L, "__newindex", read_only);
  lua_pushvalue(L, -3);
  lua_pushcclosure(
      L,
      [](lua_State* l) -> int {
        lua_pushinteger(l, static_cast<lua_Integer>(lua_rawlen(l, lua_upvalueindex(1))));
        return 1;
      },
      1);
  lua_setfield(L, -2, "__len");
  lua_setmetatable(L, -2);
  lua_remove(L, -2);
}

void push_environment(lua_State* L) {
  lua_newtable(L);
  lua_createtable(L, 0, 8);
  lua_pushvalue(L, -3);
  lua_newtable(L);  // the names' own metatable: what is not there
  set_function(L, "__index", unknown_global);
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "__index");
  set_function(L, "__newindex", set_global_refused);
  lua_setmetatable(L, -2);
}

void open_sandbox_libraries(lua_State* L, std::vector<std::string>& names) {
  luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 1);
  lua_settop(L, 0);

  lua_newtable(L);  // the names
  copy_fields(L, "_G", {"select", "type"});
  wrap_function(L, "_G", "tonumber", safe_tonumber);
  set_function(L, "pairs", sorted_pairs);
  set_function(L, "ipairs", safe_ipairs);
  set_function(L, "tostring", safe_tostring);
  set_function(L, "error", safe_error);
  set_function(L, "assert", safe_assert);

  lua_newtable(L);
  copy_fields(L, "math",
              {"abs", "ceil", "floor", "fmod", "huge", "max", "maxinteger", "min", "mininteger", "sqrt", "tointeger",
               "type", "ult"});
  LuaState::freeze(L, true, "math");
  lua_setfield(L, -2, "math");

  lua_newtable(L);
  copy_fields(L, "string", {"char", "len", "sub"});
  for (const char* name : {"lower", "reverse", "upper"}) wrap_function(L, "string", name, letter_by_letter);
  set_function(L, "rep", string_rep);
  set_function(L, "find", string_find);
  wrap_function(L, "string", "byte", string_byte);
  wrap_function(L, "string", "format", string_format);
  LuaState::freeze(L, true, "string");
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "string");
  lock_strings(L);
  lua_pop(L, 1);

  lua_newtable(L);
  add_table_words(L);
  LuaState::freeze(L, true, "table");
  lua_setfield(L, -2, "table");
  names = string_keys(L, -1);
}

}  // namespace gofuda
