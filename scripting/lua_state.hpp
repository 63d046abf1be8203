// A Lua 5.4 state for files that come from strangers.
//
// Scripts see an allow-list: assert error ipairs pairs select tonumber tostring type print, part of math, string and
// table, and what the host adds. Names and libraries are read-only. `pairs` goes in sorted order, `tostring` shows no
// addresses, there is no clock, no randomness, no file and no way to catch an error. Every entry from the host has a
// budget of steps, out of which new memory is paid, too; C recursion, string sizes and output are capped for the state.
#pragma once

#include <lua.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/budget.hpp"
#include "scripting/block_pool.hpp"

namespace gofuda {

struct LuaLimits {
  // For one entry from the host. A step is an instruction, as far as it can be run again: at a jump back, those between
  // count, at a call, those of the function. So do 8 new bytes, and library functions and words by the work they do.
  std::uint64_t steps = 2'000'000;
  std::size_t memory = 32u << 20;    // bytes held by the state; the steps end sooner
  std::size_t string_length = 4096;  // bytes of one string
  std::size_t output = 16u << 10;    // bytes printed
};

struct LuaError {
  std::string code;  // "lua", "limit", "memory", "syntax", or what the host raised
  std::string file;
  int line = 0;
  std::string message;  // without the position
  int column = 1;       // of what the parser met; else 1
};

class LuaState {
 public:
  explicit LuaState(LuaLimits limits = {});
  ~LuaState();
  LuaState(const LuaState&) = delete;
  LuaState& operator=(const LuaState&) = delete;

  lua_State* get() const { return L_; }
  // Compiles text (never bytecode) as chunk `name` with the sandbox's globals; leaves the function, or fills `error`.
  bool load(std::string_view text, const std::string& name, LuaError& error);
  // Calls the function below its `arguments` under the caps; prepare() must have come before the function was pushed.
  // On failure nothing is left and `error` is filled, unless the host stopped the script with stop(): then `stopped` is
  // true and there is no error. The steps of calls within calls are the outermost's.
  void prepare();
  bool call(int arguments, int results, LuaError& error, bool& stopped);
  // The steps that are left to the outermost call, below 0 when there are none. What was only tried is given back, as
  // far as it is no work of seconds: by a host that tries for the script, or that puts all back and runs it again,
  // which are counted apart, so that a script that is run again may try as much as if it had been run once. What the
  // host has looked for of its own accord is as if it had not been.
  std::int64_t left() const { return lua_work(L_); }
  Budget budget() const { return {left(), tried_}; }
  void give_back(std::int64_t left);
  void run_again(const Budget& before);
  void forget_since(const Budget& before);
  std::uint64_t steps() const { return steps_; }  // of all calls that are over, what was given back included
  std::uint64_t steps_now() const {               // and of the one that is going on
    return steps_ + (depth_ > 0 ? static_cast<std::uint64_t>(full() - left() + given_back_) : 0);
  }
  // Runs what takes no steps of the call: what is made once for all games is paid by none, for which of them comes
  // first is chance.
  template <class F>
  void uncounted(F&& make) {
    const auto left = std::exchange(lua_work(L_), full());
    make();
    lua_work(L_) = left;
  }
  // Makes a global name of the sandbox out of the value on top of the stack, and pops it.
  void set_global(const char* name);
  const std::vector<std::string>& global_names() const { return names_; }

  // Counts work done outside Lua as so many steps; ends the script, naming the word that runs, when there are too many.
  static void charge(lua_State* L, std::uint64_t steps);
  // Unwinds to call(). `plain`: the function that stops the script leaves nothing to be destroyed behind, and what
  // would be destroyed on the way need not be looked for, unless other functions of the host lie in between.
  [[noreturn]] static void stop(lua_State* L, bool plain = false);
  [[noreturn]] static void raise(lua_State* L, const char* code, const std::string& message);  // at the script's line
  // Replaces the table on top of the stack by a read-only view of it; `strict`: reading an unknown key is an error that
  // names `what`.
  static void freeze(lua_State* L, bool strict, const char* what);
  // Only the latter, of the table on top itself: for scripts that cannot set a field of it anyway.
  static void read_strictly(lua_State* L, const char* what);
  const std::string& output() const { return output_; }
  void mute(bool on) { muted_ = on; }  // print says nothing: a card is only being tried out
  void clear_output() { output_.clear(); }
  std::size_t memory_used() const { return used_; }
  const LuaLimits& limits() const { return limits_; }
  void* user = nullptr;  // the host's

  // The innermost script line that is running; `shortened`: its file as Lua's own messages call it.
  static bool where(lua_State* L, std::string& file, int& line, std::string* shortened = nullptr);

  static LuaState& from(lua_State* L) { return **static_cast<LuaState**>(lua_getextraspace(L)); }

 private:
  enum class Refused { nothing, memory, string };  // by the allocator
  static void* allocate(void* self, void* block, std::size_t old_size, std::size_t new_size);
  static int print(lua_State* L);
  static int handle_error(lua_State* L);
  void open_sandbox();
  void begin();  // of a call from outside
  void take_error(lua_State* L, int status, LuaError& error);
  void refuse(Refused what, bool is_new);
  std::string spent() const;  // what is said when no steps are left
  std::int64_t full() const { return static_cast<std::int64_t>(limits_.steps); }

  LuaLimits limits_;
  BlockPool pool_;
  lua_State* L_ = nullptr;
  std::size_t used_ = 0;
  // Of the outermost call, in steps.
  std::int64_t given_back_ = 0;
  std::int64_t tried_ = 0;          // of these for what was tried in what stands so far,
  std::int64_t refused_tries_ = 0;  // and for what was put back
  std::uint64_t steps_ = 0;
  int depth_ = 0;
  bool muted_ = false;
  Refused refused_ = Refused::nothing;
  std::string refused_file_;
  int refused_line_ = 0;
  std::string code_, output_;
  std::vector<std::string> names_;
  int sandbox_ref_ = 0;
};

}  // namespace gofuda
