#include "scripting/lua_tables.hpp"

#include <lauxlib.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "scripting/lua_sandbox.hpp"
#include "scripting/lua_state.hpp"

namespace gofuda {

namespace {

// The length of the list at place 1, which may have holes as large as it likes.
lua_Integer length_of(lua_State* L) {
  constexpr lua_Unsigned kMost = 1 << 28;
  const lua_Unsigned n = lua_rawlen(L, 1);
  if (n > kMost) LuaState::raise(L, "limit", "a list of more than " + std::to_string(kMost) + " values");
  return static_cast<lua_Integer>(n);
}

// The list at place 1, itself instead of a view of it; how long it is.
lua_Integer list_to_read(lua_State* L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (push_frozen_target(L, 1)) lua_replace(L, 1);
  return length_of(L);
}

// The same of a list that is the script's own: tables with a metatable are the host's, or sealed.
lua_Integer list_to_change(lua_State* L, const char* word) {
  luaL_checktype(L, 1, LUA_TTABLE);
  if (lua_getmetatable(L, 1))
    LuaState::raise(L, "read-only", std::string("table.") + word + " on a table that is read-only");
  return length_of(L);
}

int table_concat(lua_State* L) {
  const lua_Integer n = list_to_read(L);
  std::size_t sep_size;
  const char* const sep_text = luaL_optlstring(L, 2, "", &sep_size);
  const std::string_view sep(sep_text, sep_size);
  const lua_Integer first = luaL_optinteger(L, 3, 1), last = luaL_optinteger(L, 4, n);
  const std::size_t cap = LuaState::from(L).limits().string_length;
  std::size_t total = 0;
  luaL_Buffer b;
  luaL_buffinit(L, &b);
  for (lua_Integer i = first; i <= last; ++i) {
    LuaState::charge(L, 2 + sep.size() / 64);
    if (i != first) luaL_addlstring(&b, sep.data(), sep.size());
    lua_rawgeti(L, 1, i);
    if (!lua_isstring(L, -1)) LuaState::raise(L, "lua", "table.concat needs strings or numbers");
    std::size_t size;
    lua_tolstring(L, -1, &size);
    total += size + (i == first ? 0 : sep.size());
    if (total > cap)
      LuaState::raise(L, "limit", "table.concat would make a string of more than " + std::to_string(cap) + " bytes");
    luaL_addvalue(&b);
    if (i == last) break;
  }
  luaL_pushresult(&b);
  return 1;
}

int table_unpack(lua_State* L) {
  const lua_Integer n = list_to_read(L), first = luaL_optinteger(L, 2, 1), last = luaL_optinteger(L, 3, n);
  if (first > last) return 0;
  const std::uint64_t values = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first);  // but one
  if (values >= static_cast<std::uint64_t>(kMostValues))
    LuaState::raise(L, "limit", "table.unpack takes at most " + std::to_string(kMostValues) + " values");
  LuaState::charge(L, 2 * (values + 1));
  luaL_checkstack(L, static_cast<int>(values) + 1, nullptr);
  for (std::uint64_t i = 0; i <= values; ++i)
    lua_rawgeti(L, 1, static_cast<lua_Integer>(static_cast<std::uint64_t>(first) + i));
  return static_cast<int>(values) + 1;
}

int table_insert(lua_State* L) {
  const lua_Integer n = list_to_change(L, "insert");
  if (lua_gettop(L) != 2 && lua_gettop(L) != 3)
    LuaState::raise(L, "lua", "table.insert takes a table, perhaps a place, and a value");
  if (lua_gettop(L) == 2) {
    lua_rawseti(L, 1, n + 1);
    return 0;
  }
  const lua_Integer at = luaL_checkinteger(L, 2);
  if (at < 1 || at > n + 1) LuaState::raise(L, "lua", "table.insert: there is no place " + std::to_string(at));
  LuaState::charge(L, static_cast<std::uint64_t>(n - at + 1));
  for (lua_Integer i = n; i >= at; --i) lua_rawgeti(L, 1, i), lua_rawseti(L, 1, i + 1);
  lua_rawseti(L, 1, at);
  return 0;
}

int table_remove(lua_State* L) {
  const lua_Integer n = list_to_change(L, "remove"), at = luaL_optinteger(L, 2, n);
  if (at >= 1 && at < n) LuaState::charge(L, static_cast<std::uint64_t>(n - at));
  return call_library(L);
}

// --- sorting: Lua's own takes its pivots from the clock and an address, and minds an order that is none

constexpr int kOrder = 2;  // the place of the function, or of nil

// Whether the value at `a` comes before the one at `b`, places on the stack.
bool comes_before(lua_State* L, int a, int b) {
  if (lua_isnil(L, kOrder)) {
    if (lua_type(L, a) == LUA_TSTRING) LuaState::charge(L, lua_rawlen(L, a) / 64);
    return lua_compare(L, a, b, LUA_OPLT) != 0;
  }
  lua_pushvalue(L, kOrder);
  lua_pushvalue(L, a);
  lua_pushvalue(L, b);
  lua_call(L, 2, 1);
  const bool before = lua_toboolean(L, -1) != 0;
  lua_pop(L, 1);
  return before;
}

// Merges the runs that begin at `left` and `right` and end before `right` and `end`, from one list into the other.
void merge(lua_State* L, int from, int to, lua_Integer left, lua_Integer right, lua_Integer end) {
  lua_Integer a = left, b = right;
  for (lua_Integer i = left; i < end; ++i) {
    bool second = a == right;
    if (!second && b < end) {
      lua_rawgeti(L, from, a);
      lua_rawgeti(L, from, b);
      second = comes_before(L, lua_gettop(L), lua_gettop(L) - 1);
      lua_pop(L, 2);
    }
    lua_rawgeti(L, from, second ? b++ : a++);
    lua_rawseti(L, to, i);
  }
}

int table_sort(lua_State* L) {
  const lua_Integer n = list_to_change(L, "sort");
  if (!lua_isnoneornil(L, kOrder)) luaL_checktype(L, kOrder, LUA_TFUNCTION);
  lua_settop(L, kOrder);
  LuaState::charge(L, sorting_steps(static_cast<std::uint64_t>(n)));
  int from = kOrder + 1, to = from + 1;  // the script's function may change the list meanwhile: two copies
  lua_createtable(L, static_cast<int>(n), 0);
  lua_createtable(L, static_cast<int>(n), 0);
  for (lua_Integer i = 1; i <= n; ++i) lua_rawgeti(L, 1, i), lua_rawseti(L, from, i);
  for (lua_Integer width = 1; width < n; width *= 2, std::swap(from, to))
    for (lua_Integer left = 1; left <= n; left += 2 * width)
      merge(L, from, to, left, std::min(left + width, n + 1), std::min(left + 2 * width, n + 1));
  for (lua_Integer i = 1; i <= n; ++i) lua_rawgeti(L, from, i), lua_rawseti(L, 1, i);
  return 0;
}

}  // namespace

void add_table_words(lua_State* L) {
  wrap_function(L, "table", "remove", table_remove);
  set_function(L, "sort", table_sort);
  set_function(L, "insert", table_insert);
  set_function(L, "concat", table_concat);
  set_function(L, "unpack", table_unpack);
}

}  // namespace gofuda
