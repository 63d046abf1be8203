#include "scripting/lua_functions.hpp"

namespace gofuda::lua {

namespace {

// The one on top of the stack, which is so many calls away from the first.
void load(lua_State* L, Functions& functions, int depth) {
  constexpr int kDeepest = 100;
  const void* self = lua_topointer(L, -1);
  if (functions.contains(self) || lua_iscfunction(L, -1) || depth > kDeepest || !lua_checkstack(L, 8)) return;
  Loaded& f = functions[self];
  try {
    f.proto = dumped(L);
  } catch (const Doubt&) { return; }
  for (int n = 1; lua_getupvalue(L, -1, n); ++n) {
    const bool is_function = lua_isfunction(L, -1) && !lua_iscfunction(L, -1);
    f.upvalues.push_back(is_function ? lua_topointer(L, -1) : nullptr);
    if (is_function) load(L, functions, depth + 1);
    lua_pop(L, 1);
  }
}

}  // namespace

void load_functions(lua_State* L, int index, Functions& functions) {
  lua_pushvalue(L, index);
  load(L, functions, 0);
  lua_pop(L, 1);
}

}  // namespace gofuda::lua
