#include "scripting/api.hpp"

#include <lauxlib.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <new>

#include "scripting/api_objects.hpp"
#include "scripting/lua_sandbox.hpp"

namespace gofuda {

using namespace api;

namespace api {

std::string type_name(lua_State* L, int index) {
  return lua_type(L, index) == LUA_TUSERDATA ? static_cast<LuaObject*>(lua_touserdata(L, index))->type
                                             : luaL_typename(L, index);
}

void wrong_object(lua_State* L, int index, const char* type) {
  std::string got = lua_isnoneornil(L, index) ? "nothing" : "a " + type_name(L, index);
  std::string hint = index == 1 ? "; call it with a colon: object:word(...)" : "";
  LuaState::raise(L, "argument",
                  std::string(index == 1 ? "the object" : ("argument " + std::to_string(index - 1)).c_str()) +
                      " must be a " + type + ", not " + got + hint);
}

long count_at(lua_State* L, int i, long least, long most) {
  std::string which = "argument " + std::to_string(i - 1);
  if (lua_type(L, i) != LUA_TNUMBER)
    LuaState::raise(L, "argument", which + " must be a whole number, not a " + luaL_typename(L, i));
  int whole = 0;
  lua_Integer n = lua_tointegerx(L, i, &whole);
  if (!whole) LuaState::raise(L, "argument", which + " must be a whole number");
  if (n < least || n > most)
    LuaState::raise(L, "argument",
                    which + " must be from " + std::to_string(least) + " to " + std::to_string(most) + ", not " +
                        std::to_string(n));
  return static_cast<long>(n);
}

const char* text_at(lua_State* L, int i) {
  if (lua_type(L, i) != LUA_TSTRING)
    LuaState::raise(L, "argument",
                    "argument " + std::to_string(i - 1) + " must be a text, not a " + luaL_typename(L, i));
  std::size_t n = 0;
  const char* s = lua_tolstring(L, i, &n);
  if (n > 200)
    LuaState::raise(L, "argument", "argument " + std::to_string(i - 1) + " is a text of more than 200 bytes");
  return s;
}

std::vector<std::string> labels_at(lua_State* L, int first) {
  int n = lua_gettop(L);
  if (n < first || n - first + 1 > 39) LuaState::raise(L, "argument", "there are from 1 to 39 labels to choose from");
  std::vector<std::string> labels;
  for (int i = first; i <= n; ++i) {
    std::string label = text_at(L, i);
    if (label.empty() || label.find_first_of(" ,()\t\n\"") != std::string::npos)
      LuaState::raise(L, "argument", "the label '" + label + "' must be one word, so that it can be typed");
    if (std::find(labels.begin(), labels.end(), label) != labels.end())
      LuaState::raise(L, "argument", "the label '" + label + "' is there twice");
    labels.push_back(std::move(label));
  }
  return labels;
}

Run& run_of(lua_State* L) {
  auto* scripts = static_cast<LuaScripts*>(LuaState::from(L).user);
  Run* run = scripts ? scripts->run() : nullptr;
  if (!run) LuaState::raise(L, "argument", "there is no game here yet; use this inside a function of the card");
  return *run;
}

void go_on(lua_State* L, Run& run) {
  if (LuaScripts::from(L).judging())
    LuaState::raise(L, "argument",
                    "this function only looks, at whether a card may be used or a side has won; it cannot act");
  if (!run.stopped() && run.position().over()) LuaState::stop(L);  // nothing more can be done
  if (!run.stopped()) return;
  std::string file;
  int line = 0;
  if (run.status() == Status::fault && run.fault().file.empty() && LuaState::where(L, file, line))
    run.locate_fault(file, line);
  LuaState::stop(L);
}

// No play has a use for more points than the board has, and a list without end would eat the memory.
void name_points(lua_State* L, Run& run, int count) {
  const Unit& u = run.unit();
  std::size_t named = u.place.size() + u.remove.size() + u.recolour.size() + static_cast<std::size_t>(count);
  if (named > 2 * static_cast<std::size_t>(run.rules().grid.area()))
    LuaState::raise(L, "argument", "a play names more points than the board has");
  LuaState::charge(L, static_cast<std::uint64_t>(count) / 8);
}

Run& play_of(lua_State* L, const char* word) {
  Run& run = run_of(L);
  if (LuaScripts::from(L).judging()) go_on(L, run);
  if (!run.in_play())
    LuaState::raise(
        L, "argument",
        std::string(word) + " belongs in a card; a turn changes the board through me:play(card) and me:stone()");
  return run;
}

LuaPoints& push_points(lua_State* L) {
  void* block = lua_newuserdatauv(L, sizeof(LuaPoints), 0);
  auto* p = new (block) LuaPoints;
  p->type = kPoints;
  lua_rawgetp(L, LUA_REGISTRYINDEX, kPoints);
  lua_setmetatable(L, -2);
  return *p;
}

void push_card_of(lua_State* L, CardId c, Zone from) {
  LuaScripts::from(L).push_card(c);
  if (c == kNoCard) return;
  *static_cast<LuaCard*>(lua_newuserdatauv(L, sizeof(LuaCard), 2)) = {{kCard}, c, from};
  lua_rawgetp(L, LUA_REGISTRYINDEX, kCard);
  lua_setmetatable(L, -2);
  for (int value : {1, 2}) {
    lua_getiuservalue(L, -2, value);
    lua_setiuservalue(L, -2, value);
  }
  lua_remove(L, -2);
}

PointSet vacant(const Run& run) {
  PointSet s = run.position().board.points_of(Colour::empty);
  if (!run.in_play()) return s;
  const Unit& u = const_cast<Run&>(run).unit();
  for (const Stone& x : u.place) s.erase(x.point);
  return s;
}

PointSet stones(const Run& run, Colour c) {
  PointSet s = run.position().board.points_of(c);
  if (!run.in_play()) return s;
  const Unit& u = const_cast<Run&>(run).unit();
  for (Point p : u.remove) s.erase(p);
  for (const Stone& x : u.recolour) x.colour == c ? s.insert(x.point) : s.erase(x.point);
  for (const Stone& x : u.place)
    if (x.colour == c) s.insert(x.point);
  return s;
}

}  // namespace api

namespace {

// object.name: a method is returned, a property's getter is run.
int member(lua_State* L) {  // upvalues: members, type name
  lua_pushvalue(L, 2);
  lua_rawget(L, lua_upvalueindex(1));
  int found = lua_type(L, -1);
  if (found == LUA_TFUNCTION) return 1;
  if (found == LUA_TLIGHTUSERDATA) {
    auto getter = reinterpret_cast<lua_CFunction>(lua_touserdata(L, -1));
    lua_settop(L, 2);
    return getter(L);
  }
  const char* type = lua_tostring(L, lua_upvalueindex(2));
  if (std::strcmp(type, kCard) == 0) {  // a card's traits are read like properties
    lua_getiuservalue(L, 1, 2);
    if (lua_istable(L, -1)) {
      lua_pushvalue(L, 2);
      lua_rawget(L, -2);
      return 1;
    }
    return lua_pushnil(L), 1;
  }
  push_text(L, 2);
  std::string key = lua_tostring(L, -1);
  std::vector<std::string> names;
  for (const ApiWord& w : api_words())
    if (std::strcmp(w.object, type) == 0) names.push_back(w.name());
  LuaState::raise(L, "unknown-name", std::string("a ") + type + " has no '" + key + "'" + did_you_mean(key, names));
}

int sealed(lua_State* L) {
  push_text(L, 2);
  LuaState::raise(L, "read-only",
                  std::string("'") + lua_tostring(L, -1) + "' cannot be set; keep the value in a local variable");
}

void make_type(lua_State* L, const char* type) {
  luaL_newmetatable(L, type);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, type);
  lua_newtable(L);
  for (const ApiWord& w : api_words()) {
    if (std::strcmp(w.object, type) != 0) continue;
    std::string name = w.name();
    if (name.rfind("__", 0) == 0) {  // an operator
      lua_pushcfunction(L, w.function);
      lua_setfield(L, -3, name.c_str());
      continue;
    }
    if (w.property)
      lua_pushlightuserdata(L, reinterpret_cast<void*>(w.function));
    else
      lua_pushcfunction(L, w.function);
    lua_setfield(L, -2, name.c_str());
  }
  lua_pushstring(L, type);
  lua_pushcclosure(L, member, 2);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, sealed);
  lua_setfield(L, -2, "__newindex");
  lua_pushstring(L, "locked");
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

}  // namespace

std::string ApiWord::name() const {
  std::string s = signature;
  return s.substr(0, s.find('('));
}

std::span<const ApiWord> api_words() {
  static const std::vector<ApiWord> all = [] {
    std::vector<ApiWord> v;
    for (auto part : {seat_words(), seat_card_words(), board_words(), object_words()})
      v.insert(v.end(), part.begin(), part.end());
    return v;
  }();
  return all;
}

const std::vector<std::string>& api_method_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> v{"byte", "find", "format", "len", "lower", "rep", "reverse", "sub", "upper"};
    for (const ApiWord& w : api_words())
      if (!w.property && *w.object) v.push_back(w.name());
    std::sort(v.begin(), v.end());
    v.erase(std::unique(v.begin(), v.end()), v.end());
    return v;
  }();
  return names;
}

void open_api(lua_State* L) {
  for (const char* type : {kSeat, kBoard, kPoints, kCard, kMove, kPile}) make_type(L, type);
}

void new_seat(lua_State* L, Seat s, bool secret) {
  *static_cast<LuaSeat*>(lua_newuserdatauv(L, sizeof(LuaSeat), 0)) = {{kSeat}, s, secret};
  luaL_setmetatable(L, kSeat);
}

void new_board(lua_State* L) {
  *static_cast<LuaBoard*>(lua_newuserdatauv(L, sizeof(LuaBoard), 0)) = {{kBoard}};
  luaL_setmetatable(L, kBoard);
}

void new_card(lua_State* L, CardId id) {
  *static_cast<LuaCard*>(lua_newuserdatauv(L, sizeof(LuaCard), 2)) = {{kCard}, id, std::nullopt};
  luaL_setmetatable(L, kCard);
  lua_insert(L, -3);            // card traits options
  lua_setiuservalue(L, -3, 1);  // options
  lua_setiuservalue(L, -2, 2);  // traits
}

void new_move(lua_State* L, int index) {
  *static_cast<LuaMove*>(lua_newuserdatauv(L, sizeof(LuaMove), 0)) = {{kMove}, index};
  lua_rawgetp(L, LUA_REGISTRYINDEX, kMove);
  lua_setmetatable(L, -2);
}

void new_pile(lua_State* L, Owner owner, Zone zone) {
  *static_cast<LuaPile*>(lua_newuserdatauv(L, sizeof(LuaPile), 0)) = {{kPile}, owner, zone};
  luaL_setmetatable(L, kPile);
}

void new_points(lua_State* L, const PointSet& set) { push_points(L).set = set; }

}  // namespace gofuda
