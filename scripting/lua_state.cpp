#include "scripting/lua_state.hpp"

#include <lauxlib.h>
#include <lhost.h>
#include <lualib.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/sanitized.hpp"
#include "scripting/diagnostic.hpp"
#include "scripting/lua_sandbox.hpp"
#include "scripting/lua_words.hpp"

namespace gofuda {

namespace {

constexpr std::size_t kOwnText = 2048;  // how much longer than a script's own strings a message about them may be
const char kStopKey = 0;
struct Stop {};

// Those who keep count of calls that begin and end lose it where one ends by a jump.
constexpr bool kJumps = !kSanitized && !kThreadsWatched;

// Hands a text over line by line: what the parser has read is then known where it says nothing of it.
struct ByLines {
  std::string_view left;
  int read = 0;

  static const char* next(lua_State*, void* lines, std::size_t* size) {
    auto& [left, read] = *static_cast<ByLines*>(lines);
    const char* line = left.data();
    const std::size_t end = left.find('\n');
    *size = end == std::string_view::npos ? left.size() : end + 1;
    left.remove_prefix(*size);
    ++read;
    return line;
  }
};

}  // namespace

bool LuaState::where(lua_State* L, std::string& file, int& line, std::string* shortened) {
  lua_Debug ar;
  for (int level = 0; lua_getstack(L, level, &ar); ++level) {
    lua_getinfo(L, "Sl", &ar);
    if (ar.currentline <= 0) continue;
    file = ar.source[0] == '@' ? ar.source + 1 : ar.short_src;
    line = ar.currentline;
    if (shortened) *shortened = ar.short_src;
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
    if (string && new_size > s.limits_.string_length + kOwnText) return s.refuse(Refused::string, true), nullptr;
    if (s.used_ - had + new_size > s.limits_.memory) return s.refuse(Refused::memory, !block), nullptr;
  }
  void* p = block ? s.pool_.resize(block, had, new_size) : s.pool_.take(new_size);
  if (p) s.used_ += new_size - had;
  return p;
}

// While something grows, Lua's stack perhaps, nobody may look at where the script is.
void LuaState::refuse(Refused what, bool is_new) {
  refused_ = what;
  refused_file_.clear();
  refused_line_ = 0;
  if (is_new) where(L_, refused_file_, refused_line_);
}

LuaState::LuaState(LuaLimits limits) : limits_(limits) {
  L_ = lua_newstate(allocate, this);
  if (!L_) throw std::bad_alloc();
  lua_atpanic(L_, [](lua_State* L) -> int {
    const char* said = lua_tostring(L, -1);  // Lua's own word, made when the state was
    if (said && std::string_view(said) == "not enough memory") throw std::bad_alloc();
    return 0;
  });
  *static_cast<LuaState**>(lua_getextraspace(L_)) = this;
  try {
    open_sandbox();
  } catch (...) {
    lua_close(L_);
    throw;
  }
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
  ByLines lines{text};
  int status = lua_load(L_, ByLines::next, &lines, ("@" + name).c_str(), "t");
  --depth_;
  if (status != LUA_OK) {
    take_error(L_, status, error);
    error.file = name;  // the parser shortens long names
    const bool deep = status != LUA_ERRMEM && error.code == "limit" && error.line == 0;
    if (error.line == 0) error.line = lines.read;
    if (deep)
      error.message =
          "brackets, blocks, functions or operators such as .. stand nearly 200 deep in one another; give parts of it "
          "names of their own";
    if (status == LUA_ERRSYNTAX && error.message.find("too many names to compare") != std::string::npos) {
      error.code = "limit";
      error.message =
          "it would take too long to find what each name stands for, among so many locals, labels and functions in one "
          "another; make it of smaller functions";
    } else if (status == LUA_ERRSYNTAX) {
      error.code = "syntax";
      error.column = syntax_column(error.message, text, error.line);
      error.message = syntax_words(error.message, text, error.line);
    }
    return false;
  }
  lua_rawgeti(L_, LUA_REGISTRYINDEX, sandbox_ref_);
  push_environment(L_);  // a read-only view of the names
  lua_remove(L_, -2);
  if (!lua_setupvalue(L_, -2, 1)) lua_pop(L_, 1);  // a chunk that names no global has no _ENV
  return true;
}

std::string LuaState::spent() const { return "the script takes more than " + std::to_string(limits_.steps) + " steps"; }

// The word that is being carried out: its name, or the field's that is read.
static std::string word_in_progress(lua_State* L) {
  lua_Debug ar;
  if (!lua_getstack(L, 0, &ar) || !lua_getinfo(L, "n", &ar) || !ar.name) return "";
  if (std::string_view(ar.namewhat) != "metamethod") return ar.name;
  return lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "";
}

void LuaState::charge(lua_State* L, std::uint64_t steps) {
  if (steps == 0) return;
  LuaState& s = from(L);
  long long& left = lua_work(L);
  left -= static_cast<long long>(std::min<std::uint64_t>(steps, s.limits_.steps + 1));
  if (left >= 0) return;
  const std::string word = word_in_progress(L);
  raise(L, "limit", s.spent() + (word.empty() ? "" : "; most likely too much " + word));
}

int LuaState::handle_error(lua_State* L) {
  if (lua_type(L, 1) == LUA_TLIGHTUSERDATA) return 1;
  std::string file, shortened;
  int line = 0;
  // A position in front of the message is the raiser's; otherwise the innermost script line is the best there is.
  if (!from(L).code_.empty()) return 1;
  if (!where(L, file, line, &shortened)) return 1;
  std::string text;
  if (lua_type(L, 1) == LUA_TSTRING)
    text = lua_tostring(L, 1);
  else
    text = std::string("an error value that is ") +
           (lua_isnil(L, 1) ? "nil" : std::string("a ") + luaL_typename(L, 1)) + ", not a message";
  const std::string prefix = shortened + ":" + std::to_string(line) + ": ";  // as Lua says it
  if (text.rfind(prefix, 0) == 0) text.erase(0, prefix.size());
  LuaState& s = from(L);
  if (s.left() < 0 && text == LUAI_WORKMSG) {
    s.code_ = "limit";
    text = s.spent() + "; look for a loop that does not end";
  }
  lua_pushfstring(L, "%s\x01%d\x01%s", file.c_str(), line, runtime_words(text).c_str());
  return 1;
}

void LuaState::prepare() { lua_pushcfunction(L_, handle_error); }

// Each call from outside counts from its own start, so that what a script may do does not hang on what ran before it.
void LuaState::begin() {
  lua_work(L_) = full();
  given_back_ = tried_ = refused_tries_ = 0;
  refused_ = Refused::nothing;
  code_.clear();
}

namespace {
constexpr std::int64_t kMostBudgets = 100;  // given back to one call
}

void LuaState::give_back(std::int64_t left) {
  const std::int64_t tried = left - this->left();
  if (tried_ + tried > kMostBudgets * full()) return;
  tried_ += tried;
  given_back_ += tried;
  lua_work(L_) = left;
}

// Where that has been done for too long, the script ends where it stands.
void LuaState::run_again(const Budget& before) {
  refused_tries_ += before.left - left() + tried_ - before.tried;
  forget_since(before);
  if (refused_tries_ <= kMostBudgets * full()) return;
  given_back_ -= before.left;
  lua_work(L_) = 0;
}

void LuaState::forget_since(const Budget& before) {
  given_back_ += before.left - left();
  tried_ = before.tried;
  lua_work(L_) = before.left;
}

bool LuaState::call(int arguments, int results, LuaError& error, bool& stopped) {
  stopped = false;
  if (depth_ == 0) begin();
  ++depth_;
  const int handler = lua_gettop(L_) - arguments - 1;
  const int status = lua_pcall(L_, arguments, results, handler);
  lua_remove(L_, handler);
  if (--depth_ == 0) steps_ += static_cast<std::uint64_t>(full() - left() + given_back_);
  if (status == LUA_OK) return true;
  if (lua_type(L_, -1) == LUA_TLIGHTUSERDATA && lua_touserdata(L_, -1) == &kStopKey) {
    lua_pop(L_, 1);
    stopped = true;
    return false;
  }
  take_error(L_, status, error);
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
  if (status == LUA_ERRERR || (error.code == "lua" && error.message.find("stack overflow") != std::string::npos)) {
    error.code = "limit";
    error.message = "the script calls itself too deep";
  }
}

void LuaState::stop(lua_State* L, bool plain) {
  lua_pushlightuserdata(L, const_cast<char*>(&kStopKey));
  if (plain && kJumps) lua_jumpout(L);
  throw Stop{};  // what lua_error() throws, but nearer: each frame in between takes its time
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

}  // namespace gofuda
