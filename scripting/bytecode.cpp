#include "scripting/bytecode.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <set>
#include <stdexcept>

#include "scripting/lua_sandbox.hpp"
#include "scripting/lua_state.hpp"

namespace gofuda {

namespace {

// Opcodes of Lua 5.4 (lopcodes.h) that matter here.
enum : std::uint32_t {
  kLoadK = 3,
  kLoadNil = 8,
  kGetUpval = 9,
  kSetUpval = 10,
  kGetTabUp = 11,
  kGetField = 14,
  kSetTabUp = 15,
  kSetTable = 16,
  kSetI = 17,
  kSetField = 18,
  kSelf = 20,
  kMmBin = 46,
  kMmBinK = 48,
  kClose = 54,
  kJmp = 56,
  kEqI = 61,
  kTest = 66,
  kCall = 68,
  kTailCall = 69,
  kReturn = 70,
  kReturn1 = 72,
  kTForPrep = 75,
  kTForCall = 76,
  kSetList = 78,
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
  std::size_t parameters = 0;
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
    p.parameters = byte();
    skip(2);
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
  std::set<std::string> own;  // names of fields that the file sets
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
      if (op == kSetField) own.insert(constant(b));
      name_tally(p, pc, line);
    }
    for (const Proto& child : p.children) {
      path.push_back(&child);
      walk(path);
      path.pop_back();
    }
  }
};

bool sets_register(std::uint32_t i, std::uint32_t wanted) {
  const std::uint32_t op = i & 0x7f, a = i >> 7 & 0xff, b = i >> 16 & 0xff;
  if (op == kLoadNil) return a <= wanted && wanted <= a + b;
  const auto within = [op](std::uint32_t first, std::uint32_t last) { return first <= op && op <= last; };
  const bool only_reads = op == kSetUpval || within(kSetTabUp, kSetField) || within(kMmBin, kMmBinK) ||
                          within(kClose, kTest) || within(kReturn, kReturn1) || op == kTForPrep || op == kTForCall ||
                          op == kSetList || op == kLastOpcode;
  return !only_reads && a == wanted;
}

// What a function does with the objects that it is called with.
class HookScan {
 public:
  HookScan(const Proto& hook, std::span<const std::string_view> objects)
      : objects_(objects.begin(),
                 objects.begin() + static_cast<std::ptrdiff_t>(std::min(objects.size(), hook.parameters))) {
    path_ = {&hook};
    for (std::size_t r = 0; r < objects_.size(); ++r)
      if (std::any_of(hook.code.begin(), hook.code.end(),
                      [r](std::uint32_t i) { return sets_register(i, static_cast<std::uint32_t>(r)); }))
        objects_[r] = "";
    forget_set(hook);
    walk(hook);
  }
  std::vector<ScriptFinding> found;

 private:
  // The parameter that an upvalue of the innermost function is; none where it is another variable.
  std::optional<std::size_t> parameter(std::size_t index) const {
    for (std::size_t d = path_.size() - 1; d > 0; --d) {
      if (index >= path_[d]->upvalues.size()) return std::nullopt;
      const Upvalue u = path_[d]->upvalues[index];
      index = u.index;
      if (u.in_stack) return d == 1 && index < objects_.size() ? std::optional(index) : std::nullopt;
    }
    return std::nullopt;
  }

  // Parameters that functions made in it set.
  void forget_set(const Proto& p) {
    for (const std::uint32_t i : p.code)
      if ((i & 0x7f) == kSetUpval)
        if (const auto r = parameter(i >> 16 & 0xff)) objects_[*r] = "";
    for (const Proto& child : p.children) {
      path_.push_back(&child);
      forget_set(child);
      path_.pop_back();
    }
  }

  // That the instruction at `pc` takes a field or a method of.
  std::string_view object_at(const Proto& p, std::size_t pc) const {
    const std::uint32_t i = p.code[pc], b = i >> 16 & 0xff;
    std::optional<std::size_t> r;
    if ((i & 0x7f) == kGetTabUp)
      r = parameter(b);
    else if (path_.size() == 1)
      r = b;
    else if (pc > 0 && !targets_.contains(pc) && (p.code[pc - 1] & 0x7f) == kGetUpval &&
             (p.code[pc - 1] >> 7 & 0xff) == b)
      r = parameter(p.code[pc - 1] >> 16 & 0xff);
    return r && *r < objects_.size() ? objects_[*r] : "";
  }

  // The call that the method at `pc` is fetched for is the first one of its register: those of its arguments lie
  // higher. 0 where their number is not written down.
  static int arguments(const Proto& p, std::size_t pc) {
    const std::uint32_t self = p.code[pc] >> 7 & 0xff;
    for (std::size_t at = pc + 1; at < p.code.size(); ++at) {
      const std::uint32_t i = p.code[at], op = i & 0x7f, given = i >> 16 & 0xff;
      if ((op == kCall || op == kTailCall) && (i >> 7 & 0xff) == self)
        return given > 2 ? static_cast<int>(given) - 2 : 0;  // besides itself and the object
    }
    return 0;
  }

  void walk(const Proto& p) {
    targets_.clear();
    constexpr std::int64_t kJumpBias = (1 << 24) - 1;
    for (std::size_t pc = 0; pc < p.code.size(); ++pc)
      if ((p.code[pc] & 0x7f) == kJmp)
        targets_.insert(static_cast<std::size_t>(static_cast<std::int64_t>(pc + 1) + (p.code[pc] >> 7) - kJumpBias));
    for (std::size_t pc = 0; pc < p.code.size(); ++pc) {
      const std::uint32_t i = p.code[pc], op = i & 0x7f, a = i >> 7 & 0xff, c = i >> 24 & 0xff;
      const bool method = op == kSelf && (i >> 15 & 1), field = op == kGetField || op == kGetTabUp;
      if ((!method && !field) || c >= p.constants.size()) continue;
      const std::string_view object = object_at(p, pc);
      if (object.empty()) continue;
      const int line = pc < p.lines.size() ? p.lines[pc] : p.line_defined;
      const std::uint32_t next = pc + 1 < p.code.size() && !targets_.contains(pc + 1) ? p.code[pc + 1] : 0;
      if (method)
        found.push_back({ScriptFinding::calls_method, p.constants[c], line, arguments(p, pc), object});
      else if ((next & 0x7f) == kEqI && (next >> 7 & 0xff) == a)
        found.push_back({ScriptFinding::compares_set, p.constants[c], line, 0, object});
    }
    for (const Proto& child : p.children) {
      path_.push_back(&child);
      walk(child);
      path_.pop_back();
    }
  }

  std::vector<std::string_view> objects_;  // of the parameters; "" where it may hold something else
  std::vector<const Proto*> path_;
  std::set<std::size_t> targets_;  // of jumps in the innermost function
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

std::vector<ScriptFinding> scan_hook(lua_State* L, std::span<const std::string_view> objects) {
  try {
    const Proto hook = dumped(L);
    return HookScan(hook, objects).found;
  } catch (const Doubt&) { return {}; }
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
