// What a function of a script does with the objects that it is called with, followed through its code without running
// it: words that they do not have, arguments that these do not take, comparisons that never hold.
#pragma once

#include <lua.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gofuda {

struct ScriptOption;

struct Misuse {
  int line;
  std::string code, message;
};

// Of the function on top of the stack, which is called with values of these types ("" for what is not known). Where it
// is not sure what a value is, nothing is found; nor in functions of more than 10,000 instructions. `options`: all that
// the script has, or nullptr where they could not be read.
std::vector<Misuse> find_misuses(lua_State* L, std::span<const std::string_view> parameters,
                                 const std::vector<ScriptOption>* options);

}  // namespace gofuda
