#include "scripting/lua_dump.hpp"

#include <algorithm>
#include <cstring>
#include <sstream>

namespace gofuda::lua {

namespace {

// What comes before the first function: mark, version, format, LUAC_DATA, the sizes of an instruction and of both kinds
// of numbers, and one number of each kind.
std::string header() {
  std::string bytes("\x1bLua\x54\x00\x19\x93\r\n\x1a\n\x04\x08\x08", 15);
  const std::int64_t whole = 0x5678;
  const double broken = 370.5;
  bytes.append(reinterpret_cast<const char*>(&whole), sizeof whole);
  return bytes.append(reinterpret_cast<const char*>(&broken), sizeof broken);
}

class DumpReader {
 public:
  explicit DumpReader(std::string bytes) : bytes_(std::move(bytes)) {}

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
  template <class T>
  T eight() {
    T x;
    const std::size_t from = at_;
    skip(sizeof x);
    std::memcpy(&x, bytes_.data() + from, sizeof x);
    return x;
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
    for (Instruction& i : p.code) {
      std::size_t from = at_;
      skip(4);
      std::memcpy(&i.code, bytes_.data() + from, 4);
      if (i.op() > Op::kLastOpcode) throw Doubt();
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
      Constant k;
      switch (byte()) {
        case 0x03:
          k = {Constant::number, std::to_string(eight<std::int64_t>())};
          break;
        case 0x13: {
          std::ostringstream out;
          out << eight<double>();
          k = {Constant::number, out.str()};
          break;
        }
        case 0x04:
        case 0x14:
          k = {Constant::text, text()};
          break;
        case 0x00:
          break;
        case 0x01:
        case 0x11:
          k.kind = Constant::boolean;
          break;
        default:
          throw Doubt();
      }
      p.constants.push_back(std::move(k));
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
    p.locals.resize(length());
    for (LocalName& l : p.locals) {
      l.name = text();
      l.from = number();
      l.to = number();
    }
    std::size_t names = number();
    for (std::size_t i = 0; i < names; ++i) p.upvalue_names.push_back(text());
  }

  std::string bytes_;
  std::size_t at_ = 0;
};

}  // namespace

Proto dumped(lua_State* L) {
  std::string bytes;
  lua_dump(
      L,
      [](lua_State*, const void* p, std::size_t n, void* out) {
        static_cast<std::string*>(out)->append(static_cast<const char*>(p), n);
        return 0;
      },
      &bytes, 0);
  return DumpReader(std::move(bytes)).main();
}

Registers set_by(Instruction i) {
  const std::uint32_t op = i.op(), a = i.a();
  const auto within = [op](std::uint32_t first, std::uint32_t last) { return first <= op && op <= last; };
  if (op == Op::kLoadNil) return {a, i.b() + 1};
  if (op == Op::kSelf) return {a, 2};
  if (op == Op::kCall) return {a, std::max<std::uint32_t>(i.c(), 2) - 1};
  if (op == Op::kVararg) return {a, std::max<std::uint32_t>(i.c(), 2) - 1};
  if (op == Op::kForLoop || op == Op::kForPrep) return {a, 4};
  if (op == Op::kTForPrep) return {a + 3, 1};
  if (op == Op::kTForCall) return {a + 4, i.c()};
  if (op == Op::kTForLoop) return {a + 2, 1};
  const bool only_reads = op == Op::kSetUpval || within(Op::kSetTabUp, Op::kSetField) ||
                          within(Op::kMmBin, Op::kMmBinK) || within(Op::kClose, Op::kTest) ||
                          within(Op::kTailCall, Op::kReturn1) || op == Op::kSetList || op == Op::kVarargPrep ||
                          op == Op::kLastOpcode;
  return {a, only_reads ? 0u : 1u};
}

}  // namespace gofuda::lua
