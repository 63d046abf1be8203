// The functions of a script as they are while it runs: their code, which others of the file they can call, and what is
// known of how they are called.
#pragma once

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "scripting/lua_dump.hpp"

namespace gofuda::lua {

// What is known of the arguments that a function of the script is called with.
struct Calls {
  bool called = false, elsewhere = false;  // elsewhere: by whom and with what is not known
  std::vector<std::string_view> types;     // "": not the same in all calls, or not known

  void add(std::vector<std::string_view> given) {
    if (called) {
      given.resize(std::min(given.size(), types.size()));
      for (std::size_t i = 0; i < given.size(); ++i)
        if (given[i] != types[i]) given[i] = "";
    }
    called = true;
    types = std::move(given);
  }
  std::vector<std::string_view> known() const { return elsewhere ? std::vector<std::string_view>{} : types; }
  friend bool operator==(const Calls&, const Calls&) = default;
};

// A function of the file, as it is while the script runs.
struct Loaded {
  Proto proto;
  std::vector<const void*> upvalues;  // those that are functions of the file, too
  bool is_hook = false;
  Calls calls;
};
using Functions = std::map<const void*, Loaded>;

// Adds the function at that place of the stack, and those of the file that it can call.
void load_functions(lua_State* L, int index, Functions& functions);

}  // namespace gofuda::lua
