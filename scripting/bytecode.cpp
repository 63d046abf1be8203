#include "scripting/bytecode.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

#include "scripting/lua_sandbox.hpp"
#include "scripting/lua_state.hpp"

namespace gofuda {

namespace {

// Opcodes of Lua 5.4 (lopcodes.h) that matter here.
enum : std::uint32_t {
  kLoadK = 3,
  kGetUpval = 9,
  kSetUpval = 10,
  kGetTabUp = 11,
  kGetField = 14,
  kSetTabUp = 15,
  kSetTable = 16,
  kSetI = 17,
  kSetField = 18,
  kSelf = 20,
  kEqI = 61,
  kCall = 68,
  kTailCall = 69,
  kLastOpcode = 82
};

struct Doubt : std::runtime_error {  // this is no dump as we know it
  Doubt() : std::runtime_error("a dump of another kind") {}
};

// What comes before the first function: mark, version, format, LUAC_DATA, the sizes of an instruction and of both kinds
// of numbers, and one number of each kind.
std::string header() {
  std::string bytes("\x1bLua\x54\x00\x19\x93\r\n\x1a\n\x04\x08\x08", 15);
  const std::int64_t whole = 0x5678;
  const double broken = 370.5;
  bytes.append(reinterpret_cast<const char*>(&whole), sizeof whole);
  return bytes.append(reinterpret_cast<const char*>(&broken), sizeof broken);
}

struct Upvalue {
  bool in_stack;
  std::uint8_t index;
};

struct Proto {
  int line_defined = 0;
  std::vector<std::uint32_t> code;
  std::vector<std::string> constants;  // text of strings, "" for others
  std::vector<Upvalue> upvalues;
  std::vector<std::string> upvalue_names;
  std::vector<Proto> children;
  std::vector<int> lines;
};

class Reader {
 public:
  explicit Reader(std::string bytes) : bytes_(std::move(bytes)) {}

  Proto main() {
    const std::string start = header();
    if (!bytes_.starts_with(start)) throw Doubt();
    skip(start.size() + 1);  // and the number of upvalues
    Proto p = proto();
    if (at_ != bytes_.size()) throw Doubt();
    return p;
  }

 private:
  std::uint8_t byte() {
    if (at_ >= bytes_.size()) throw Doubt();
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }
  void skip(std::size_t n) {
    if (bytes_.size() - at_ < n) throw Doubt();
    at_ += n;
  }
  std::size_t number() {
    std::size_t x = 0;
    for (;;) {
      std::uint8_t b = byte();
      x = x << 7 | (b & 0x7f);
      if (b & 0x80) return x;
    }
  }
  std::size_t length() {  // of a list, an element of which takes at least a byte
    const std::size_t n = number();
    if (n > bytes_.size() - at_) throw Doubt();
    return n;
  }
  std::string text() {
    std::size_t n = number();
    if (n == 0) return {};
    std::size_t from = at_;
    skip(n - 1);
    return bytes_.substr(from, n - 1);
  }

  Proto proto() {
    Proto p;
    text();
    p.line_defined = static_cast<int>(number());
    number();
    skip(3);
    p.code.resize(length());
    for (auto& c : p.code) {
      std::size_t from = at_;
      skip(4);
      std::memcpy(&c, bytes_.data() + from, 4);
      if ((c & 0x7f) > kLastOpcode) throw Doubt();
    }
    read_constants(p);
    p.upvalues.resize(length());
    for (auto& u : p.upvalues) {
      u.in_stack = byte();
      u.index = byte();
      skip(1);
    }
    std::size_t children = number();
    for (std::size_t i = 0; i < children; ++i) p.children.push_back(proto());
    read_debug(p);
    return p;
  }

  void read_constants(Proto& p) {
    std::size_t n = number();
    for (std::size_t i = 0; i < n; ++i) {
      std::string s;
      switch (byte()) {
        case 0x03:
        case 0x13:
          skip(8);
          break;
        case 0x04:
        case 0x14:
          s = text();
          break;
        case 0x00:
        case 0x01:
        case 0x11:
          break;
        default:
          throw Doubt();
      }
      p.constants.push_back(std::move(s));
    }
  }

  void read_debug(Proto& p) {
    std::vector<std::int8_t> deltas(length());
    for (auto& d : deltas) d = static_cast<std::int8_t>(byte());
    std::vector<std::pair<std::size_t, int>> absolute(length());
    for (auto& a : absolute) {
      a.first = number();
      a.second = static_cast<int>(number());
    }
    int line = p.line_defined;
    for (std::size_t pc = 0; pc < deltas.size(); ++pc) {
      if (deltas[pc] != -128)
        line += deltas[pc];
      else
        for (auto& a : absolute)
          if (a.first == pc) line = a.second;
      p.lines.push_back(line);
    }
    std::size_t locals = number();
    for (std::size_t i = 0; i < locals; ++i) text(), number(), number();
    std::size_t names = number();
    for (std::size_t i = 0; i < names; ++i) p.upvalue_names.push_back(text());
  }

  std::string bytes_;
  std::size_t at_ = 0;
};

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
  bool writes = false;

  // A token or mark named by the instruction and the next one: seat:pay("coin", ...) or seat.tokens.coin.
  void name_tally(const Proto& p, std::size_t pc, int line) {
    if (pc + 1 >= p.code.size()) return;
    const auto op = [](std::uint32_t i) { return i & 0x7f; };
    const auto a = [](std::uint32_t i) { return i >> 7 & 0xff; };
    const auto constant = [&](std::uint32_t n) { return n < p.constants.size() ? p.constants[n] : std::string(); };
    const std::uint32_t now = p.code[pc], next = p.code[pc + 1];
    const std::string word = constant(now >> 24);
    if (op(now) == kSelf && (now >> 15 & 1) && op(next) == kLoadK && a(next) == a(now) + 2) {
      const bool token = word == "gain" || word == "pay";
      const bool mark = word == "mark" || word == "unmark" || word == "marked";
      const std::string name = constant(next >> 15);
      if ((token || mark) && !name.empty())
        found.push_back({token ? ScriptFinding::names_token : ScriptFinding::names_mark, name, line});
    }
    if (op(now) == kGetField && word == "tokens" && op(next) == kGetField && (next >> 16 & 0xff) == a(now))
      found.push_back({ScriptFinding::names_token, constant(next >> 24), line});
  }

  // The call that the method at `pc` is fetched for is the first one of its register: those of its arguments lie
  // higher.
  void count_arguments(const Proto& p, std::size_t pc, const std::string& method, int line) {
    const std::uint32_t self = p.code[pc] >> 7 & 0xff;
    for (std::size_t at = pc + 1; at < p.code.size(); ++at) {
      const std::uint32_t i = p.code[at], op = i & 0x7f, given = i >> 16 & 0xff;
      if ((op != kCall && op != kTailCall) || (i >> 7 & 0xff) != self) continue;
      if (given > 2)  // itself and the object; 0 where another call tells how many
        found.push_back({ScriptFinding::calls_method, method, line, static_cast<int>(given) - 2});
      return;
    }
  }

  void walk(std::vector<const Proto*>& path) {
    const Proto& p = *path.back();
    for (std::size_t pc = 0; pc < p.code.size(); ++pc) {
      std::uint32_t i = p.code[pc], op = i & 0x7f, a = i >> 7 & 0xff, b = i >> 16 & 0xff, c = i >> 24 & 0xff;
      bool k = i >> 15 & 1;
      int line = pc < p.lines.size() ? p.lines[pc] : p.line_defined;
      auto constant = [&](std::uint32_t n) { return n < p.constants.size() ? p.constants[n] : std::string(); };
      if (op == kGetTabUp && home_of(path, b) == 0 && !in(globals, constant(c)))
        found.push_back({ScriptFinding::unknown_global, constant(c), line});
      bool sets = op == kSetTabUp || op == kSetTable || op == kSetI || op == kSetField;
      bool library = (op == kGetTabUp && home_of(path, b) == 0 && constant(c) == "table") ||
                     (op == kGetUpval && home_of(path, b) == 0);  // or all names at once
      writes |= library || (path.size() > 1 && sets);
      if (op == kSetTabUp && home_of(path, a) == 0) found.push_back({ScriptFinding::sets_global, constant(b), line});
      if (op == kSetUpval && path.size() > 1 && home_of(path, b) == 1)
        found.push_back({ScriptFinding::keeps_state, b < p.upvalue_names.size() ? p.upvalue_names[b] : "", line});
      if (op == kSetUpval && path.size() > 1 && home_of(path, b) == 0)
        found.push_back({ScriptFinding::keeps_state, "_ENV", line});
      if (op == kSelf && k && !in(methods, constant(c)))
        found.push_back({ScriptFinding::unknown_method, constant(c), line});
      else if (op == kSelf && k)
        count_arguments(p, pc, constant(c), line);
      name_tally(p, pc, line);
      const std::uint32_t next = pc + 1 < p.code.size() ? p.code[pc + 1] : 0;
      if (op == kGetField && (next & 0x7f) == kEqI && (next >> 7 & 0xff) == a)
        found.push_back({ScriptFinding::compares_set, constant(c), line});
    }
    for (const Proto& child : p.children) {
      path.push_back(&child);
      walk(path);
      path.pop_back();
    }
  }
};

Proto dumped(lua_State* L) {
  std::string bytes;
  lua_dump(
      L,
      [](lua_State*, const void* p, std::size_t n, void* out) {
        static_cast<std::string*>(out)->append(static_cast<const char*>(p), n);
        return 0;
      },
      &bytes, 0);
  return Reader(std::move(bytes)).main();
}

// Sets of values that were there before the function at the start of `path` was called: its own upvalues.
void walk_kept(std::vector<const Proto*>& path, std::vector<ScriptFinding>& found) {
  const Proto& p = *path.back();
  for (std::size_t pc = 0; pc < p.code.size(); ++pc) {
    std::uint32_t i = p.code[pc], b = i >> 16 & 0xff;
    if ((i & 0x7f) != kSetUpval || home_of(path, b) != 0) continue;
    found.push_back({ScriptFinding::keeps_state, b < p.upvalue_names.size() ? p.upvalue_names[b] : "",
                     pc < p.lines.size() ? p.lines[pc] : p.line_defined});
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
  Scan scan{globals, methods, {}, false};
  try {
    Proto main = dumped(L);
    std::vector<const Proto*> path{&main};
    scan.walk(path);
  } catch (const Doubt&) { return {}; }
  writes = scan.writes;
  std::stable_sort(scan.found.begin(), scan.found.end(), [](const auto& x, const auto& y) { return x.line < y.line; });
  return scan.found;
}

}  // namespace gofuda
