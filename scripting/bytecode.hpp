// What a compiled script must not do, found without running it: globals that do not exist or are set, values kept
// between runs, methods that no object has; and what tokens and marks it names. Should a dump show anything unforeseen,
// nothing is found and every file may set fields of tables.
#pragma once

#include <lua.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gofuda {

struct ScriptFinding {
  enum Kind { unknown_global, sets_global, keeps_state, unknown_method, names_token, names_mark } kind;
  std::string name;
  int line;
};

// Reads the function on top of the stack, a main chunk just compiled. `globals` and `methods` must be sorted. In the
// order of the file. `writes`: a function of it may set a field of a table that was there before. A method is unknown
// when the file gives no field that name, either.
std::vector<ScriptFinding> scan_chunk(lua_State* L, std::span<const std::string> globals,
                                      std::span<const std::string> methods, bool& writes);
// Of the function on top of the stack, as it is kept from one call to the next: where it, or a function made in it,
// sets a value that it found when it was called.
std::vector<ScriptFinding> scan_kept(lua_State* L);

}  // namespace gofuda
