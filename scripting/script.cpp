#include "scripting/script.hpp"

#include <lauxlib.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <utility>

#include "core/rules.hpp"
#include "core/tally.hpp"
#include "scripting/api.hpp"
#include "scripting/bytecode.hpp"
#include "scripting/guesses.hpp"
#include "scripting/lua_words.hpp"
#include "scripting/misuse.hpp"
#include "scripting/script_fields.hpp"
#include "scripting/seal.hpp"

namespace gofuda {

namespace {

int construct(lua_State* L) {
  if (!lua_istable(L, 1))
    LuaState::raise(L, "field",
                    std::string(lua_tostring(L, lua_upvalueindex(1))) +
                        " takes a table: " + lua_tostring(L, lua_upvalueindex(1)) + " { name = ..., text = ... }");
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_setfield(L, 1, kScriptKindKey);
  lua_settop(L, 1);
  return 1;
}

// The text must be UTF-8 without control characters, for it ends up in listings and on pages.
bool clean_text(Script& s, Diagnostics& out) {
  if (s.source.starts_with("\xef\xbb\xbf")) s.source.erase(0, 3);
  int line = 1;
  for (std::size_t i = 0; i < s.source.size();) {
    auto c = decode_utf8(std::string_view(s.source).substr(i));
    bool control = c && ((c->value < 0x20 && c->value != '\t' && c->value != '\n' && c->value != '\r') ||
                         (c->value >= 0x7f && c->value < 0xa0));
    if (!c || control) {
      std::string what = printable(std::string_view(s.source).substr(i, c ? c->bytes : 1));
      if (control)
        out.error(s.file, line, 1, "control-character", "the control character " + what + "; remove it");
      else
        out.error(s.file, line, 1, "not-utf8", "the byte " + what + " is not UTF-8; save the file as UTF-8");
      return false;
    }
    line += c->value == '\n';
    i += c->bytes;
  }
  return true;
}

// What a function of the file is called with, by the words of its field: play(me, opponent, board, this).
std::vector<std::string_view> parameters_of(ScriptKind kind, std::string_view field_text) {
  std::vector<std::string_view> objects;
  const std::size_t close = field_text.find(')');
  for (std::size_t at = field_text.find('('); at < close; at = field_text.find(',', at)) {
    at = field_text.find_first_not_of("(, ", at);
    const std::string_view name = field_text.substr(at, field_text.find_first_of(",)", at) - at);
    const bool side = name == "me" || name == "opponent" || name == "side";
    objects.push_back(side              ? "Seat"
                      : name == "board" ? "Board"
                      : name == "move"  ? "Move"
                      : name == "this"  ? kind == ScriptKind::card ? "this" : "script"
                                        : "");
  }
  return objects;
}

// A parameter that the function does not name, a word without its object, or a misspelt name.
std::string name_hint(const std::string& name, const std::vector<std::string>& globals,
                      const std::vector<std::string>& methods) {
  for (const char* parameter : {"me", "opponent", "board", "this"})
    if (name == parameter)
      return "; it is there only where the function has it as a parameter: play = function(me, opponent, board, this)";
  if (std::find(methods.begin(), methods.end(), name) != methods.end())
    return "; write what it is a word of, and a colon, before it: object:" + name + "(...)";
  std::vector<std::string> known = globals;
  known.insert(known.end(), {"me", "opponent", "board", "this"});
  return did_you_mean(name, known);
}

// False where nothing is wrong.
bool report(const Script& s, const SourceLines& text, const ScriptFinding& f, const std::vector<std::string>& globals,
            const std::vector<std::string>& methods, Diagnostics& out) {
  const auto say = [&](const char* code, const auto& message) {
    const std::string words = out.names_more(s.file, code) ? message() : std::string();
    out.error(s.file, f.line, words.empty() ? 0 : column_in(text, f.line, words), code, words);
    return true;
  };
  switch (f.kind) {
    case ScriptFinding::unknown_global:
      return say("unknown-name", [&] { return "there is no '" + f.name + "'" + name_hint(f.name, globals, methods); });
    case ScriptFinding::sets_global:
      return say("global", [&] { return "'" + f.name + "' would be a global; write 'local " + f.name + "'"; });
    case ScriptFinding::keeps_state:
      return say("keeps-state", [&] {
        return "'" + f.name +
               "' would keep its value from one play to the next; nothing in a script outlives a play: move 'local " +
               f.name + "' into the function";
      });
    case ScriptFinding::names_token:
    case ScriptFinding::names_mark:
      return false;  // the game tells whether there is one
    case ScriptFinding::unknown_method:
      return say("unknown-method", [&] { return "nothing has a method '" + f.name + "'" + meant(f.name, methods); });
  }
  return false;
}

// What the functions of the script's table, which is on top, do with the objects that they are called with. The lines
// on which something is called that is no function.
std::set<int> check_uses(Script& s, const SourceLines& text, bool options_known, lua_State* L, Diagnostics& out,
                         Diagnostics& warnings) {
  std::vector<Hook> hooks;
  const int table = lua_gettop(L);
  for (const ScriptField& field : script_fields(s.script_kind)) {
    if (field.lua_type != LUA_TFUNCTION || !lua_checkstack(L, 2)) continue;
    lua_getfield(L, table, std::string(field.name).c_str());
    if (lua_isfunction(L, -1))
      hooks.push_back({lua_gettop(L), parameters_of(s.script_kind, field.text)});
    else
      lua_pop(L, 1);
  }
  std::set<std::pair<int, std::string>> said;
  std::set<int> called;
  for (const Misuse& m : find_misuses(L, hooks, options_known ? &s.options : nullptr, s.words)) {
    const bool by_unequal = m.with_truth && text.of(m.line).find("~=") != std::string_view::npos;
    if (by_unequal || !said.emplace(m.line, m.message).second) continue;
    if (m.is_warning)
      warnings.warning(s.file, m.line, 1, m.code, m.message);
    else
      out.error(s.file, m.line, column_in(text, m.line, m.message), m.code, m.message);
    if (m.code == "not-a-word") called.insert(m.line);
  }
  lua_settop(L, table);
  return called;
}

}  // namespace

bool is_tally_name(std::string_view name) {
  const auto fits = [](unsigned char c) { return c < 0x80 && (std::isalnum(c) || c == '_'); };
  return !name.empty() && name.size() <= 64 && name != "null" && !std::isdigit(static_cast<unsigned char>(name[0])) &&
         std::all_of(name.begin(), name.end(), fits);
}

std::string_view script_kind_name(ScriptKind k) {
  return k == ScriptKind::card ? "card" : k == ScriptKind::turn ? "turn" : "win";
}

bool Script::has(std::string_view hook) const { return std::find(hooks.begin(), hooks.end(), hook) != hooks.end(); }

const ScriptOption* Script::option(std::string_view option_name) const {
  for (const ScriptOption& o : options)
    if (o.name == option_name) return &o;
  return nullptr;
}

FieldLines::FieldLines(std::string_view source) {
  const auto word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  int line = 1;
  for (std::size_t i = 0; i < source.size(); ++i) {
    if (source[i] == '\n') ++line;
    if (source[i] != '=' || (i + 1 < source.size() && source[i + 1] == '=')) continue;
    std::size_t end = i;
    while (end > 0 && (source[end - 1] == ' ' || source[end - 1] == '\t')) --end;
    const bool bracket = end > 0 && source[end - 1] == ']';
    end -= bracket;
    const bool quoted = bracket && end > 0 && source[end - 1] == '"';
    end -= quoted;
    std::size_t first = end;
    while (first > 0 && (quoted ? source[first - 1] != '"' && source[first - 1] != '\n' : word(source[first - 1])))
      --first;
    if (first < end && (first == 0 || source[first - 1] != '.'))
      lines_.try_emplace(source.substr(first, end - first), line);
  }
}

int FieldLines::of(std::string_view key) const {
  const auto it = lines_.find(key);
  return it == lines_.end() ? 0 : it->second;
}

void add_constructors(LuaState& state) {
  for (const char* kind : {"card", "turn", "win"}) {
    lua_pushstring(state.get(), kind);
    lua_pushcclosure(state.get(), construct, 1);
    state.set_global(kind);
  }
  for (const ApiWord& w : api_words())
    if (*w.object == 0) {
      lua_pushcfunction(state.get(), w.function);
      state.set_global(w.name().c_str());
    }
}

bool run_chunk(LuaState& state, const Script& script, LuaError& error, std::vector<ScriptFinding>* kept) {
  lua_State* L = state.get();
  state.prepare();
  if (!state.load(script.source, script.file, error)) return lua_pop(L, 1), false;
  bool stopped = false;
  if (!state.call(0, 1, error, stopped)) return false;
  const char* kind = script_kind_name(script.script_kind).data();
  bool right = false;
  if (lua_istable(L, -1)) {
    lua_pushstring(L, kScriptKindKey);
    lua_rawget(L, -2);
    right = lua_type(L, -1) == LUA_TSTRING && std::string_view(lua_tostring(L, -1)) == kind;
    lua_pop(L, 1);
  }
  if (!right) {
    lua_pop(L, 1);
    error = {"not-a-" + std::string(kind), script.file, 1,
             std::string("the file must return a ") + kind + ": return " + kind + " { name = ..., text = ... }"};
    return false;
  }
  if (seal_functions(L, kept)) return true;
  lua_pop(L, 1);
  error = {"limit", script.file, 1,
           "the tables and functions of the file hold one another more than " + std::to_string(kDeepestSeal) + " deep"};
  return false;
}

std::shared_ptr<const Script> read_script(ScriptKind kind, std::string id, std::string file, std::string source,
                                          Diagnostics& out) {
  auto s = std::make_shared<Script>();
  s->script_kind = kind;
  s->id = std::move(id);
  s->file = std::move(file);
  s->source = std::move(source);
  if (!s->source.empty() && s->source[0] == '\x1b') {
    out.error(s->file, 0, 0, "binary", "a binary chunk is not a script; ship the Lua text");
    return nullptr;
  }
  if (!clean_text(*s, out)) return nullptr;
  const SourceLines text(s->source);
  LuaState state;
  add_constructors(state);
  LuaError error;
  std::size_t before = out.size();
  if (!state.load(s->source, s->file, error)) {
    out.error(s->file, error.line, error.line ? error.column : 0, error.code, error.message);
    return nullptr;
  }
  std::vector<std::string> globals = state.global_names();
  std::sort(globals.begin(), globals.end());
  const std::vector<std::string>& methods = api_method_names();
  std::set<int> lines;  // that something is said about
  std::vector<ScriptFinding> unknown_methods;
  for (const ScriptFinding& f : scan_chunk(state.get(), globals, methods, s->writes)) {
    const bool token = f.kind == ScriptFinding::names_token;
    if (token || f.kind == ScriptFinding::names_mark) {
      s->tally_uses.push_back({f.name, f.line, !token});
      continue;
    }
    if (f.kind == ScriptFinding::unknown_method) {
      unknown_methods.push_back(f), lines.insert(f.line);
      continue;
    }
    if (report(*s, text, f, globals, methods, out)) lines.insert(f.line);
  }
  lua_pop(state.get(), 1);
  std::vector<ScriptFinding> kept;
  if (!run_chunk(state, *s, error, &kept)) {
    for (const ScriptFinding& f : unknown_methods) report(*s, text, f, globals, methods, out);
    if (out.size() == before)
      out.error(error.file.empty() ? s->file : error.file, error.line,
                error.line ? column_in(text, error.line, error.message) : 0, error.code, error.message);
    return nullptr;
  }
  for (const ScriptFinding& f : kept)
    if (!lines.contains(f.line)) report(*s, text, f, globals, methods, out);
  const bool well = read_fields(*s, state, out);
  Diagnostics warnings;
  const std::set<int> called = check_uses(*s, text, well, state.get(), out, warnings);
  for (const ScriptFinding& f : unknown_methods)  // where it is known what the object is, that says more
    if (!called.contains(f.line)) report(*s, text, f, globals, methods, out);
  const bool right = out.size() == before;
  for (const Diagnostic& d : warnings.list()) out.add(d);
  return right ? s : nullptr;
}

}  // namespace gofuda
