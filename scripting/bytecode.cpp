#include "scripting/bytecode.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <stdexcept>

namespace gofuda {

namespace {

// Opcodes of Lua 5.4 (lopcodes.h) that matter here.
enum : std::uint32_t {
  kGetUpval = 9,
  kSetUpval = 10,
  kGetTabUp = 11,
  kSetTabUp = 15,
  kSelf = 20,
  kJmp = 56,
  kForLoop = 73,
  kTForCall = 76,
  kTForLoop = 77,
  kClosure = 79
};

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
    skip(4 + 1 + 1 + 6 + 3 + 8 + 8);
    skip(1);  // the number of upvalues
    return proto();
  }

 private:
  std::uint8_t byte() {
    if (at_ >= bytes_.size()) throw std::runtime_error("short dump");
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }
  void skip(std::size_t n) {
    if (bytes_.size() - at_ < n) throw std::runtime_error("short dump");
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
    p.code.resize(number());
    for (auto& c : p.code) {
      std::size_t from = at_;
      skip(4);
      std::memcpy(&c, bytes_.data() + from, 4);
    }
    read_constants(p);
    p.upvalues.resize(number());
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
        default:
          break;
      }
      p.constants.push_back(std::move(s));
    }
  }

  void read_debug(Proto& p) {
    std::vector<std::int8_t> deltas(number());
    for (auto& d : deltas) d = static_cast<std::int8_t>(byte());
    std::vector<std::pair<std::size_t, int>> absolute(number());
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
  bool straight = true;

  void walk(std::vector<const Proto*>& path) {
    const Proto& p = *path.back();
    for (std::size_t pc = 0; pc < p.code.size(); ++pc) {
      std::uint32_t i = p.code[pc], op = i & 0x7f, a = i >> 7 & 0xff, b = i >> 16 & 0xff, c = i >> 24 & 0xff;
      bool k = i >> 15 & 1;
      int line = pc < p.lines.size() ? p.lines[pc] : p.line_defined;
      auto constant = [&](std::uint32_t n) { return n < p.constants.size() ? p.constants[n] : std::string(); };
      if (op == kGetTabUp && home_of(path, b) == 0 && !in(globals, constant(c)))
        found.push_back({ScriptFinding::unknown_global, constant(c), line});
      bool back = op == kJmp && static_cast<int>(i >> 7) - 0xffffff < 0;
      bool own = (op == kGetUpval || op == kGetTabUp) && home_of(path, b) != 0;
      if (path.size() > 1 && (back || own || op == kForLoop || op == kTForLoop || op == kTForCall || op == kClosure))
        straight = false;
      if (op == kSetTabUp && home_of(path, a) == 0) found.push_back({ScriptFinding::sets_global, constant(b), line});
      if (op == kSetUpval && path.size() > 1 && home_of(path, b) == 1)
        found.push_back({ScriptFinding::keeps_state, b < p.upvalue_names.size() ? p.upvalue_names[b] : "", line});
      if (op == kSetUpval && path.size() > 1 && home_of(path, b) == 0)
        found.push_back({ScriptFinding::keeps_state, "_ENV", line});
      if (op == kSelf && k && !in(methods, constant(c)))
        found.push_back({ScriptFinding::unknown_method, constant(c), line});
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
  Proto function = dumped(L);
  std::vector<const Proto*> path{&function};
  std::vector<ScriptFinding> found;
  walk_kept(path, found);
  return found;
}

std::vector<ScriptFinding> scan_chunk(lua_State* L, std::span<const std::string> globals,
                                      std::span<const std::string> methods, bool& straight) {
  Proto main = dumped(L);
  Scan scan{globals, methods, {}, true};
  std::vector<const Proto*> path{&main};
  scan.walk(path);
  straight = scan.straight;
  std::stable_sort(scan.found.begin(), scan.found.end(), [](const auto& x, const auto& y) { return x.line < y.line; });
  return scan.found;
}

}  // namespace gofuda
