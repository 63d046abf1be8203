#include "scripting/lua_state.hpp"

#include <lauxlib.h>
#include <lualib.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/halt.hpp"
#include "core/on_exit.hpp"
#include "scripting/diagnostic.hpp"
#include "scripting/lua_sandbox.hpp"

namespace gofuda {

namespace {

constexpr int kHookEvery = 1000;
constexpr std::size_t kLargeBlock = 4096;  // from this size on, a block counts for the copying it takes
constexpr std::size_t kOwnText = 2048;     // how much longer than a script's own strings a message about them may be
constexpr int kDeepCalls = 10000;          // a script that runs out of memory so deep has no other fault
constexpr int kMostArguments = 1000;
const char kStopKey = 0;

}  // namespace

bool LuaState::where(lua_State* L, std::string& file, int& line) {
  lua_Debug ar;
  for (int level = 0; lua_getstack(L, level, &ar); ++level) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline <= 0) continue;
    file = ar.source[0] == '@' ? ar.source + 1 : ar.short_src;
    line = ar.currentline;
    return true;
  }
  return false;
}

void* LuaState::allocate(void* self, void* block, std::size_t old_size, std::size_t new_size) {
  auto& s = *static_cast<LuaState*>(self);
  std::size_t had = block ? old_size : 0;
  if (new_size == 0) {
    if (block) s.pool_.give(block, had);
    s.used_ -= had;
    return nullptr;
  }
  if (s.depth_ > 0 && new_size > had) {
    bool string = !block && old_size == LUA_TSTRING;  // Lua says so of a new object
    if (string && new_size > s.limits_.string_length + kOwnText) return s.refuse(Refused::string), nullptr;
    if (s.used_ - had + new_size > s.limits_.memory) return s.refuse(Refused::memory), nullptr;
    if (new_size >= kLargeBlock && !s.spend(new_size / 64)) lua_sethook(s.running(), hook, LUA_MASKCOUNT, 1);
  }
  void* p = block ? s.pool_.resize(block, had, new_size) : s.pool_.take(new_size);
  if (p) s.used_ += new_size - had;
  return p;
}

void LuaState::refuse(Refused what) {
  lua_Debug ar;
  refused_ = what == Refused::memory && lua_getstack(running(), kDeepCalls, &ar) ? Refused::depth : what;
  refused_file_.clear();
  refused_line_ = 0;
  where(running(), refused_file_, refused_line_);
}

LuaState::LuaState(LuaLimits limits) : limits_(limits) {
  L_ = lua_newstate(allocate, this);
  if (!L_) throw std::bad_alloc();
  *static_cast<LuaState**>(lua_getextraspace(L_)) = this;
  free_ = lua_newthread(L_);
  luaL_ref(L_, LUA_REGISTRYINDEX);
  open_sandbox();
}

LuaState::~LuaState() { lua_close(L_); }

void LuaState::open_sandbox() {
  open_sandbox_libraries(L_, names_);  // leaves the table of allowed names
  lua_pushvalue(L_, -1);
  sandbox_ref_ = luaL_ref(L_, LUA_REGISTRYINDEX);
  lua_pop(L_, 1);
  lua_pushcfunction(L_, print);
  set_global("print");
}

void LuaState::set_global(const char* name) {
  lua_rawgeti(L_, LUA_REGISTRYINDEX, sandbox_ref_);  // value sandbox
  lua_insert(L_, -2);
  lua_setfield(L_, -2, name);
  lua_pop(L_, 1);
  names_.push_back(name);
}

bool LuaState::load(std::string_view text, const std::string& name, LuaError& error) {
  if (depth_ == 0) begin();  // a card may be loaded while another script runs, on that one's budget
  ++depth_;
  int status = luaL_loadbufferx(L_, text.data(), text.size(), ("@" + name).c_str(), "t");
  --depth_;
  if (status != LUA_OK) {
    take_error(L_, status, error);
    if (status == LUA_ERRSYNTAX) error.code = "syntax";
    error.file = name;  // the parser shortens long names
    return false;
  }
  lua_rawgeti(L_, LUA_REGISTRYINDEX, sandbox_ref_);
  push_environment(L_);  // a read-only view of the names
  lua_remove(L_, -2);
  if (!lua_setupvalue(L_, -2, 1)) lua_pop(L_, 1);  // a chunk that names no global has no _ENV
  return true;
}

bool LuaState::spend(std::uint64_t instructions) {
  tripped_ = tripped_ || budget_ <= instructions;
  if (!tripped_) budget_ -= instructions;
  return !tripped_;
}

void LuaState::too_long(lua_State* L) {
  lua_sethook(L, hook, LUA_MASKCOUNT, 1);
  raise(L, "limit",
        "the script ran for more than " + std::to_string(from(L).limits_.instructions) +
            " instructions; look for a loop that does not end");
}

void LuaState::charge(lua_State* L, std::uint64_t instructions) {
  if (!from(L).spend(instructions)) too_long(L);
}

void LuaState::hook(lua_State* L, lua_Debug* ar) {
  charge(L, kHookEvery);
  if (halted()) raise(L, "interrupted", "the program is to stop");
  if (lua_getlocal(L, ar, -kMostArguments))
    raise(L, "limit", "a function is called with more than " + std::to_string(kMostArguments) + " arguments");
}

int LuaState::handle_error(lua_State* L) {
  if (lua_type(L, 1) == LUA_TLIGHTUSERDATA) return 1;
  std::string file;
  int line = 0;
  // A position in front of the message is the raiser's; otherwise the innermost script line is the best there is.
  if (!from(L).code_.empty()) return 1;
  if (!where(L, file, line)) return 1;
  std::string text;
  if (lua_type(L, 1) == LUA_TSTRING)
    text = lua_tostring(L, 1);
  else
    text = std::string("an error value that is ") +
           (lua_isnil(L, 1) ? "nil" : std::string("a ") + luaL_typename(L, 1)) + ", not a message";
  std::string prefix = file + ":" + std::to_string(line) + ": ";
  if (text.rfind(prefix, 0) == 0) text.erase(0, prefix.size());
  lua_pushfstring(L, "%s\x01%d\x01%s", file.c_str(), line, text.c_str());
  return 1;
}

void LuaState::prepare(bool guarded) { lua_pushcfunction(thread(guarded), handle_error); }

// Each call from outside counts from its own start, so that what a script may do does not hang on what ran before it.
void LuaState::begin() {
  if (tripped_) lua_sethook(free_, nullptr, 0, 0);
  budget_ = limits_.instructions;
  tripped_ = counting_ = false;
  refused_ = Refused::nothing;
  code_.clear();
}

bool LuaState::call(int arguments, int results, LuaError& error, bool& stopped, bool guarded) {
  stopped = false;
  if (depth_ == 0) begin();
  if (guarded && !counting_) lua_sethook(L_, hook, LUA_MASKCOUNT, tripped_ ? 1 : kHookEvery), counting_ = true;
  lua_State* const L = thread(guarded);
  lua_State* const outer = std::exchange(running_, L);
  ++depth_;
  const int handler = lua_gettop(L) - arguments - 1;
  const int status = lua_pcall(L, arguments, results, handler);
  lua_remove(L, handler);
  --depth_;
  running_ = outer;
  if (status == LUA_OK) return true;
  if (lua_type(L, -1) == LUA_TLIGHTUSERDATA && lua_touserdata(L, -1) == &kStopKey) {
    lua_pop(L, 1);
    stopped = true;
    return false;
  }
  take_error(L, status, error);
  return false;
}

void LuaState::take_error(lua_State* L, int status, LuaError& error) {
  error = {};
  error.code = code_.empty() ? "lua" : code_;
  code_.clear();
  std::string text;
  if (lua_type(L, -1) == LUA_TSTRING) {
    std::size_t n = 0;
    const char* s = lua_tolstring(L, -1, &n);
    text.assign(s, std::min<std::size_t>(n, 2000));
  } else {
    text = "an error without a message";
  }
  lua_pop(L, 1);
  std::size_t a = status == LUA_ERRSYNTAX ? std::string::npos : text.find('\x01');
  if (a != std::string::npos) {
    std::size_t b = text.find('\x01', a + 1);
    error.file = text.substr(0, a);
    error.line = std::atoi(text.c_str() + a + 1);
    error.message = b == std::string::npos ? "" : text.substr(b + 1);
  } else {
    // "file:line: message", as the parser writes it
    std::size_t colon = text.find(".lua:");
    if (colon != std::string::npos && std::isdigit(static_cast<unsigned char>(text[colon + 5]))) {
      error.file = text.substr(0, colon + 4);
      error.line = std::atoi(text.c_str() + colon + 5);
      std::size_t m = text.find(": ", colon + 5);
      error.message = m == std::string::npos ? "" : text.substr(m + 2);
    } else {
      error.message = text;
    }
  }
  if (status == LUA_ERRMEM) {
    bool string = refused_ == Refused::string;
    error = {string ? "limit" : "memory", refused_file_, refused_line_, "the script "};
    error.message += string ? "makes a string of more than " + std::to_string(limits_.string_length) + " bytes"
                            : "needs more than " + std::to_string(limits_.memory >> 20) + " MiB";
  }
  bool deep = status == LUA_ERRMEM && refused_ == Refused::depth;
  if (deep || status == LUA_ERRERR ||
      (error.code == "lua" && error.message.find("stack overflow") != std::string::npos)) {
    error.code = "limit";
    error.message = "the script calls itself too deep";
  }
}

void LuaState::stop(lua_State* L) {
  lua_pushlightuserdata(L, const_cast<char*>(&kStopKey));
  lua_error(L);
  std::abort();  // not reached
}

void LuaState::raise(lua_State* L, const char* code, const std::string& message) {
  from(L).code_ = code;
  std::string file;
  int line = 0;
  where(L, file, line);
  lua_pushfstring(L, "%s\x01%d\x01%s", file.c_str(), line, message.c_str());
  lua_error(L);
  std::abort();  // not reached
}

int LuaState::print(lua_State* L) {
  LuaState& s = from(L);
  if (s.muted_) return 0;
  int n = lua_gettop(L);
  for (int i = 1; i <= n; ++i) {
    push_text(L, i);
    std::size_t len = 0;
    const char* text = lua_tolstring(L, -1, &len);
    if (s.output_.size() + len + 1 > s.limits_.output) return 0;  // what is over the cap is dropped
    if (i > 1) s.output_ += '\t';
    s.output_.append(text, len);
    lua_pop(L, 1);
  }
  s.output_ += '\n';
  return 0;
}

std::string check_lua_build() {
  static bool destroyed;
  destroyed = false;
  lua_State* L = luaL_newstate();
  if (!L) return "no memory for a Lua state";
  lua_pushcfunction(L, [](lua_State* l) -> int {
    const OnExit witness([] { destroyed = true; });
    return luaL_error(l, "x");
  });
  lua_pcall(L, 0, 0, 0);
  lua_close(L);
  return destroyed ? "" : "this Lua was built as C: its errors skip C++ destructors; build with lua5.4-c++";
}

}  // namespace gofuda
