// The libraries that scripts see, and how tables are shown to them read-only.
#pragma once

#include <lua.h>

#include <cstdint>
#include <string>
#include <vector>

namespace gofuda {

// Leaves a table of the allowed names and libraries; fills `names`.
void open_sandbox_libraries(lua_State* L, std::vector<std::string>& names);
// Pushes a read-only view of the table on top, for use as _ENV: unknown names and assignments are errors that help.
void push_environment(lua_State* L);
// Pushes the value at `index` as text: no addresses, and strings of the host's objects where they have one.
void push_text(lua_State* L, int index);
// The function that pairs gave: it remembers how far it has come.
bool is_pairs_iterator(lua_State* L, int index);

// --- for the functions of the libraries

inline constexpr lua_Integer kMostValues = 200;  // given back at once
// Pushes the real table, when the value is a read-only view of one.
bool push_frozen_target(lua_State* L, int index);
int call_library(lua_State* L);  // upvalue: the function of Lua's own library that does it
void set_function(lua_State* L, const char* name, lua_CFunction f);  // in the table on top
// The same, where f calls the original by call_library.
void wrap_function(lua_State* L, const char* library, const char* name, lua_CFunction f);
std::uint64_t sorting_steps(std::uint64_t n);  // what n values to be sorted are charged

}  // namespace gofuda
