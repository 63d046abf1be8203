#include "scripting/seal.hpp"

#include "scripting/lua_sandbox.hpp"
#include "scripting/lua_state.hpp"

namespace gofuda {

namespace {

class Sealer {
 public:
  Sealer(lua_State* L, std::vector<ScriptFinding>* kept) : L_(L), kept_(kept) {
    lua_newtable(L_);
    seen_ = lua_gettop(L_);
  }

  // Replaces the value on top by what may be kept in its place.
  bool value(const char* name, int depth) {
    int type = lua_type(L_, -1);
    if (type != LUA_TTABLE && type != LUA_TFUNCTION) return true;
    if (type == LUA_TTABLE && lua_getmetatable(L_, -1))
      return lua_pop(L_, 1), true;  // the host's own, read-only already
    lua_pushvalue(L_, -1);
    lua_rawget(L_, seen_);
    if (!lua_isnil(L_, -1)) return lua_remove(L_, -2), true;
    lua_pop(L_, 1);
    if (depth > kDeepestSeal || !lua_checkstack(L_, 12)) return false;
    return type == LUA_TTABLE ? table(name, depth) : function(name, depth);
  }

 private:
  void remember(int key, int sealed) {  // absolute places
    lua_pushvalue(L_, key);
    lua_pushvalue(L_, sealed);
    lua_rawset(L_, seen_);
  }

  bool table(const char* name, int depth) {
    int original = lua_gettop(L_), copy = original + 1, view = original + 2;
    lua_newtable(L_);
    lua_pushvalue(L_, copy);
    LuaState::freeze(L_, false, name);
    remember(original, view);
    for (lua_pushnil(L_); lua_next(L_, original);) {
      if (!value(name, depth + 1)) return false;
      lua_pushvalue(L_, -2);
      lua_insert(L_, -2);  // key key value
      lua_rawset(L_, copy);
    }
    lua_replace(L_, original);
    lua_pop(L_, 1);
    return true;
  }

  bool function(const char* name, int depth) {
    int here = lua_gettop(L_);
    remember(here, here);
    if (lua_iscfunction(L_, here)) {
      if (kept_ && is_pairs_iterator(L_, here)) kept_->push_back({ScriptFinding::keeps_state, name, 1});
      return true;
    }
    if (kept_)
      for (ScriptFinding& f : scan_kept(L_)) kept_->push_back(std::move(f));
    for (int n = 1;; ++n) {
      const char* upvalue = lua_getupvalue(L_, here, n);
      if (!upvalue) return true;
      if (!value(upvalue, depth + 1)) return false;
      lua_setupvalue(L_, here, n);
    }
  }

  lua_State* L_;
  std::vector<ScriptFinding>* kept_;
  int seen_;
};

}  // namespace

bool seal_functions(lua_State* L, std::vector<ScriptFinding>* kept) {
  int top = lua_gettop(L);
  Sealer sealer(L, kept);
  bool done = true;
  for (lua_pushnil(L); done && lua_next(L, top);) {
    if (lua_isfunction(L, -1)) done = sealer.value("", 0);
    lua_settop(L, done ? top + 2 : top);
  }
  lua_settop(L, top);
  return done;
}

}  // namespace gofuda
