// The fields of a script's table: which there are, and what they may hold.
#pragma once

#include "scripting/diagnostic.hpp"
#include "scripting/lua_state.hpp"
#include "scripting/script.hpp"

namespace gofuda {

// Under which the table that card{}, turn{} or win{} gives back says which of them has made it.
inline constexpr const char* kScriptKindKey = "\x01kind";

// Reads the table on top of the stack, which stays there. False after a diagnostic.
bool read_fields(Script& script, LuaState& state, Diagnostics& out);

}  // namespace gofuda
