// The functions of `table`: what is shared is read through its seal and never written to, and the order of a sort
// depends on nothing but the list and the function.
#pragma once

#include <lua.h>

namespace gofuda {

void add_table_words(lua_State* L);  // to the table on top

}  // namespace gofuda
