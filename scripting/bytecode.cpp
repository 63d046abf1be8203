#include "scripting/bytecode.hpp"

#include <algorithm>
#include <set>

#include "scripting/lua_dump.hpp"

namespace gofuda {

using namespace lua;

namespace {

// Where an upvalue lives in the end: 0 = the chunk's _ENV, 1 = a local of the chunk, 2 = a local of some function.
int home_of(const std::vector<const Proto*>& path, std::size_t index) {
  for (std::size_t d = path.size(); d-- > 0;) {
    if (index >= path[d]->upvalues.size()) return 2;
    Upvalue u = path[d]->upvalues[index];
    if (d == 0) return 0;
    if (u.in_stack) return d == 1 ? 1 : 2;
    index = u.index;
  }
  return 2;
}

bool in(std::span<const std::string> sorted, const std::string& s) {
  return std::binary_search(sorted.begin(), sorted.end(), s);
}

struct Scan {
  std::span<const std::string> globals, methods;
  std::vector<ScriptFinding> found;
  std::set<std::string> own;  // names of fields that the file sets
  bool writes = false;

  // A token or mark named by the instruction and the next one: seat:pay("coin", ...) or seat.tokens.coin.
  void name_tally(const Proto& p, std::size_t pc, int line) {
    if (pc + 1 >= p.code.size()) return;
    const Instruction now = p.code[pc], next = p.code[pc + 1];
    const std::string word = p.text(now.c());
    if (now.op() == Op::kSelf && now.k() && next.op() == Op::kLoadK && next.a() == now.a() + 2) {
      const bool token = word == "gain" || word == "pay";
      const bool mark = word == "mark" || word == "unmark" || word == "marked";
      const std::string name = p.text(next.bx());
      if ((token || mark) && !name.empty())
        found.push_back({token ? ScriptFinding::names_token : ScriptFinding::names_mark, name, line});
    }
    if (now.op() == Op::kGetField && word == "tokens" && next.op() == Op::kGetField && next.b() == now.a())
      found.push_back({ScriptFinding::names_token, p.text(next.c()), line});
  }

  // A global name of more than 40 letters, and any after the first 256 constants of a function, is loaded by an
  // instruction of its own, between this one and the look.
  void name_loaded(const Proto& p, std::size_t pc, int line) {
    if (pc + 2 >= p.code.size()) return;
    const Instruction home = p.code[pc], key = p.code[pc + 1], look = p.code[pc + 2];
    if (key.op() != Op::kLoadK || look.op() != Op::kGetTable || look.b() != home.a() || look.c() != key.a()) return;
    if (in(globals, p.text(key.bx()))) return;
    found.push_back({ScriptFinding::unknown_global, p.text(key.bx()), line});
  }

  void walk(std::vector<const Proto*>& path) {
    const Proto& p = *path.back();
    for (std::size_t pc = 0; pc < p.code.size(); ++pc) {
      const Instruction i = p.code[pc];
      const std::uint32_t op = i.op(), b = i.b(), c = i.c();
      const int line = p.line(pc);
      if (op == Op::kGetTabUp && home_of(path, b) == 0 && !in(globals, p.text(c)))
        found.push_back({ScriptFinding::unknown_global, p.text(c), line});
      if (op == Op::kGetUpval && home_of(path, b) == 0) name_loaded(p, pc, line);
      bool sets = op == Op::kSetTabUp || op == Op::kSetTable || op == Op::kSetI || op == Op::kSetField;
      bool library = (op == Op::kGetTabUp && home_of(path, b) == 0 && p.text(c) == "table") ||
                     (op == Op::kGetUpval && home_of(path, b) == 0);  // or all names at once
      writes |= library || (path.size() > 1 && sets);
      if (op == Op::kSetTabUp && home_of(path, i.a()) == 0)
        found.push_back({ScriptFinding::sets_global, p.text(b), line});
      if (op == Op::kSetUpval && path.size() > 1 && home_of(path, b) == 1)
        found.push_back({ScriptFinding::keeps_state, b < p.upvalue_names.size() ? p.upvalue_names[b] : "", line});
      if (op == Op::kSetUpval && path.size() > 1 && home_of(path, b) == 0)
        found.push_back({ScriptFinding::keeps_state, "_ENV", line});
      if (op == Op::kSelf && i.k() && !in(methods, p.text(c)))
        found.push_back({ScriptFinding::unknown_method, p.text(c), line});
      if (op == Op::kSetField) own.insert(p.text(b));
      name_tally(p, pc, line);
    }
    for (const Proto& child : p.children) {
      path.push_back(&child);
      walk(path);
      path.pop_back();
    }
  }
};

// Sets of values that were there before the function at the start of `path` was called: its own upvalues.
void walk_kept(std::vector<const Proto*>& path, std::vector<ScriptFinding>& found) {
  const Proto& p = *path.back();
  for (std::size_t pc = 0; pc < p.code.size(); ++pc) {
    const std::uint32_t b = p.code[pc].b();
    if (p.code[pc].op() != Op::kSetUpval || home_of(path, b) != 0) continue;
    found.push_back({ScriptFinding::keeps_state, b < p.upvalue_names.size() ? p.upvalue_names[b] : "", p.line(pc)});
  }
  for (const Proto& child : p.children) {
    path.push_back(&child);
    walk_kept(path, found);
    path.pop_back();
  }
}

}  // namespace

std::vector<ScriptFinding> scan_kept(lua_State* L) {
  std::vector<ScriptFinding> found;
  try {
    Proto function = dumped(L);
    std::vector<const Proto*> path{&function};
    walk_kept(path, found);
  } catch (const Doubt&) { found.clear(); }
  return found;
}

std::vector<ScriptFinding> scan_chunk(lua_State* L, std::span<const std::string> globals,
                                      std::span<const std::string> methods, bool& writes) {
  writes = true;
  Scan scan{globals, methods, {}, {}, false};
  try {
    Proto main = dumped(L);
    std::vector<const Proto*> path{&main};
    scan.walk(path);
  } catch (const Doubt&) { return {}; }
  writes = scan.writes;
  std::erase_if(scan.found, [&](const ScriptFinding& f) {
    return f.kind == ScriptFinding::unknown_method && scan.own.contains(f.name);
  });
  std::stable_sort(scan.found.begin(), scan.found.end(), [](const auto& x, const auto& y) { return x.line < y.line; });
  return scan.found;
}

}  // namespace gofuda
