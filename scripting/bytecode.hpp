// What a compiled script must not do, found without running it: globals that do not exist or are set, values kept
// between runs, methods that no object has; and whether it can run for ever.
//
// This reads Lua 5.4's own dump format (lundump.c, lopcodes.h). Whether that is read right is tried out once a process,
// on functions whose nature is known; if not, or if a dump shows anything unforeseen, nothing is found, every function
// may run for ever and every file may set fields of tables.
#pragma once

#include <lua.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gofuda {

struct ScriptFinding {
  enum Kind { unknown_global, sets_global, keeps_state, unknown_method } kind;
  std::string name;
  int line;
};

// Reads the function on top of the stack, a main chunk just compiled. `globals` and `methods` must be sorted. In the
// order of the file. `writes`: a function of it may set a field of a table that was there before.
std::vector<ScriptFinding> scan_chunk(lua_State* L, std::span<const std::string> globals,
                                      std::span<const std::string> methods, bool& writes);
// Of the function on top of the stack, as it is kept from one call to the next: where it, or a function made in it,
// sets a value that it found when it was called.
std::vector<ScriptFinding> scan_kept(lua_State* L);
// Do all functions of the table on top of the stack, as they are now, end by themselves, and soon, whatever they are
// called with? They do when they have no loop, make no functions, and find none when they are called but such, which do
// not call one another in a circle.
bool ends_by_itself(lua_State* L);

bool bytecode_is_understood();
// For tests: as if the trial had ended so; without a value, as it did.
void pretend_bytecode_is_understood(std::optional<bool> so);

}  // namespace gofuda
