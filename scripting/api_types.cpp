// How Lua finds the words of the objects. A seat, the board, a pile and a card are made once, so each has a table of
// its own with its methods and what never changes, which Lua reads by itself; only a property that may change calls
// back. Points and moves come and go, and share one table for each type.
#include <lauxlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "scripting/api_word.hpp"
#include "scripting/diagnostic.hpp"
#include "scripting/guesses.hpp"
#include "scripting/lua_sandbox.hpp"

namespace gofuda {

using namespace api;

namespace {

// The words of a type, found by the address of their name: Lua keeps one copy of each short string.
struct Members {
  struct Member {
    const char* name;
    const ApiWord* word;
  };
  static constexpr std::size_t kSlots = 128;  // a power of two, and twice what any type needs
  const char* type;
  std::array<Member, kSlots> slots;

  static std::size_t slot_of(const char* name) {
    const auto address = reinterpret_cast<std::uintptr_t>(name);
    return (address >> 4 ^ address >> 11) % kSlots;
  }
  void add(const char* name, const ApiWord* word) {
    std::size_t i = slot_of(name);
    while (slots[i].name) i = (i + 1) % kSlots;
    slots[i] = {name, word};
  }
  const ApiWord* find(const char* name) const {
    for (std::size_t i = slot_of(name); slots[i].name; i = (i + 1) % kSlots)
      if (slots[i].name == name) return slots[i].word;
    return nullptr;
  }
};

const ApiWord& word_at_key(lua_State* L, const Members& members) {
  const ApiWord* w = lua_type(L, 2) == LUA_TSTRING ? members.find(lua_tostring(L, 2)) : nullptr;
  if (w) [[likely]]
    return *w;
  push_text(L, 2);
  std::string key = lua_tostring(L, -1);
  std::vector<std::string> names;
  for (const ApiWord& x : api_words())
    if (std::strcmp(x.object, members.type) == 0) names.push_back(x.name());
  LuaState::raise(L, "unknown-name", std::string("a ") + members.type + " has no '" + key + "'" + meant(key, names));
}

// object.name of points and moves; upvalue: the members.
int member(lua_State* L) {
  const ApiWord& w = word_at_key(L, *static_cast<Members*>(lua_touserdata(L, lua_upvalueindex(1))));
  if (w.property) return w.function(L);
  lua_pushcfunction(L, w.function);
  return 1;
}

// object.name where the object's own table has no such name; upvalues: the members, the object.
int changing_member(lua_State* L) {
  const ApiWord& w = word_at_key(L, *static_cast<Members*>(lua_touserdata(L, lua_upvalueindex(1))));
  lua_copy(L, lua_upvalueindex(2), 1);
  return w.function(L);
}

int sealed(lua_State* L) {
  push_text(L, 2);
  LuaState::raise(L, "read-only",
                  std::string("'") + lua_tostring(L, -1) +
                      "' cannot be set; keep the value in a local variable, or for a later play in a note: " +
                      "me:note(this, what)");
}

struct NamedWord {
  const ApiWord* word;
  std::string name;
};

// The words of a type, found out once for all states.
const std::vector<NamedWord>& words_of(std::string_view type) {
  static const auto all = [] {
    std::map<std::string_view, std::vector<NamedWord>> words;
    for (const ApiWord& w : api_words()) words[w.object].push_back({&w, w.name()});
    return words;
  }();
  return all.at(type);
}

constexpr int kSpread = 4;  // places for each word of a table, so that few are looked for behind others

template <class F>
void for_each_word(const char* type, F&& f) {
  for (const NamedWord& w : words_of(type)) f(*w.word, w.name);
}

bool is_operator(const std::string& name) { return name.rfind("__", 0) == 0; }

// Pushes the members of the type, for closures to hold: one for all, made when first asked for. Their names stay alive
// with the table beside them.
void push_members(lua_State* L, const char* type) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, type) != LUA_TNIL) return;
  lua_pop(L, 1);
  auto* members = new (lua_newuserdatauv(L, sizeof(Members), 1)) Members{type, {}};
  lua_newtable(L);
  for_each_word(type, [&](const ApiWord& w, const std::string& name) {
    if (is_operator(name)) return;
    members->add(lua_pushstring(L, name.c_str()), &w);
    lua_pushboolean(L, true);
    lua_rawset(L, -3);
  });
  lua_setiuservalue(L, -2, 1);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, type);
}

// Pushes a metatable with the operators of the type, for the object's words to be added as __index. That is looked up
// for each word: the first key of a table that need not grow is where Lua looks first.
void push_metatable(lua_State* L, const char* type) {
  lua_createtable(L, 0, 16);
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__index");
  for_each_word(type, [&](const ApiWord& w, const std::string& name) {
    if (!is_operator(name)) return;
    lua_pushcfunction(L, w.function);
    lua_setfield(L, -2, name.c_str());
  });
  lua_pushcfunction(L, sealed);
  lua_setfield(L, -2, "__newindex");
  lua_pushstring(L, "locked");
  lua_setfield(L, -2, "__metatable");
  lua_pushstring(L, type);  // as Lua's own messages call the object
  lua_setfield(L, -2, "__name");
}

void push_shared_type(lua_State* L, const char* type) {
  push_metatable(L, type);
  push_members(L, type);
  lua_pushcclosure(L, member, 1);
  lua_setfield(L, -2, "__index");
}

template <class Object>
void push_object(lua_State* L, const Object& object, int user_values = 0) {
  new (lua_newuserdatauv(L, sizeof(Object), user_values)) Object(object);
}

}  // namespace

namespace api {

LuaPoints& push_points(lua_State* L, std::size_t ordered) {
  const std::size_t size = sizeof(LuaPoints) + ordered * sizeof(Point);
  auto* p = new (lua_newhostobject(L, size, LuaScripts::from(L).points_type())) LuaPoints;
  p->type = kPoints;
  p->ordered = static_cast<std::uint16_t>(ordered);
  return *p;
}

void push_set(lua_State* L, const PointSet& set) {
  if (set.count() <= 1) return push_point(L, set.first());
  push_points(L).set = set;
}

void new_move(lua_State* L, int index) {
  new (lua_newhostobject(L, sizeof(LuaMove), LuaScripts::from(L).moves_type())) LuaMove{{kMove}, index};
}

int last_move(lua_State* L, const Record& record, Seat seat, int before) {
  const int last = record.last_move(seat, before);
  LuaState::charge(L, static_cast<std::size_t>(before - last) / 8);
  return last;
}

void push_looked(lua_State* L, Owner owner, Zone zone, std::span<const Card> cards) {
  const std::size_t size = sizeof(LuaPile) + cards.size() * sizeof(CopyId);
  auto* pile = new (lua_newhostobject(L, size, LuaScripts::from(L).piles_type()))
      LuaPile{{kPile}, owner, zone, true, static_cast<std::uint16_t>(cards.size())};
  std::transform(cards.begin(), cards.end(), pile->copies().begin(), [](Card c) { return c.copy; });
}

}  // namespace api

void new_seat(lua_State* L, Seat s, bool secret) { push_object(L, LuaSeat{{kSeat}, s, secret}); }
void new_board(lua_State* L) { push_object(L, LuaBoard{{kBoard}}); }
void new_pile(lua_State* L, Owner owner, Zone zone) { push_object(L, LuaPile{{kPile}, owner, zone}); }

// A table of the methods and constants and, behind it, the properties.
void give_words(lua_State* L, int index) {
  const int object = lua_absindex(L, index);
  const char* type = static_cast<LuaObject*>(lua_touserdata(L, object))->type;
  push_metatable(L, type);
  lua_createtable(L, 0, kSpread * static_cast<int>(words_of(type).size()));
  for_each_word(type, [&](const ApiWord& w, const std::string& name) {
    if (is_operator(name) || (w.property && !w.constant)) return;
    lua_pushcfunction(L, w.function);
    if (w.property) {
      lua_pushvalue(L, object);
      lua_call(L, 1, 1);
    }
    lua_setfield(L, -2, name.c_str());
  });
  lua_newtable(L);
  push_members(L, type);
  lua_pushvalue(L, object);
  lua_pushcclosure(L, changing_member, 2);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, object);
}

void new_points_type(lua_State* L) { push_shared_type(L, kPoints); }
void new_moves_type(lua_State* L) { push_shared_type(L, kMove); }
void new_piles_type(lua_State* L) { push_shared_type(L, kPile); }

// All about a card stays as it is: its traits, and above them its words, are one table.
void new_card(lua_State* L, CardId id) {  // traits options
  push_object(L, LuaCard{{kCard}, id, kNoCopy}, 1);
  lua_insert(L, -2);
  lua_setiuservalue(L, -2, 1);  // traits card
  const int traits = lua_gettop(L) - 1, card = traits + 1;
  push_metatable(L, kCard);
  lua_newtable(L);
  if (lua_istable(L, traits))
    for (lua_pushnil(L); lua_next(L, traits);) {
      lua_pushvalue(L, -2);
      lua_insert(L, -2);
      lua_rawset(L, -4);
    }
  for_each_word(kCard, [&](const ApiWord& w, const std::string& name) {
    if (!w.property) return;
    lua_pushcfunction(L, w.function);
    lua_pushvalue(L, card);
    lua_call(L, 1, 1);
    lua_setfield(L, -2, name.c_str());
  });
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, card);
  lua_remove(L, traits);
}

void new_card_of(lua_State* L, int index, CopyId copy) {
  index = lua_absindex(L, index);
  push_object(L, LuaCard{{kCard}, card_at(L, index).id, copy});
  lua_getmetatable(L, index);
  lua_setmetatable(L, -2);
}

}  // namespace gofuda
