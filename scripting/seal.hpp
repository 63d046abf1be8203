// Nothing in a script outlives a play: what its functions hold from one call to the next is made read-only.
#pragma once

#include <lua.h>

#include <vector>

#include "scripting/bytecode.hpp"

namespace gofuda {

// Replaces every table that the functions of the script's table (on top of the stack) can reach by a read-only view.
// Where a function could still keep something, because it sets a variable of its maker or holds an iterator of pairs,
// that goes to `kept`, unless it is null. False when tables or functions hold one another more than kDeepestSeal deep.
inline constexpr int kDeepestSeal = 60;
bool seal_functions(lua_State* L, std::vector<ScriptFinding>* kept);

}  // namespace gofuda
