// What a function of a script does with the objects that it is called with, followed through its code without running
// it: words that they do not have, arguments that these do not take, comparisons that never hold.
#pragma once

#include <lua.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gofuda {

struct ApiWord;
struct ScriptOption;

struct Misuse {
  int line;
  std::string code, message;
  bool with_truth = false;  // a comparison with true or false; where it is by ~=, it always holds, and nothing is lost
  bool is_warning = false;  // nothing is wrong, as far as that is known
};

struct Hook {                                // a function that the game calls
  int at;                                    // on the stack
  std::vector<std::string_view> parameters;  // the types of what it is called with; "" for what is not known
};

// Of these functions and of those of the file that they call. Where it is not sure what a value is, nothing is found;
// nor in functions of more than 10,000 instructions, of which that is said. `options`: all that the script has, or
// nullptr where they could not be read. By line. `words`: those that they surely say.
std::vector<Misuse> find_misuses(lua_State* L, std::span<const Hook> hooks, const std::vector<ScriptOption>* options,
                                 std::vector<const ApiWord*>& words);

}  // namespace gofuda
