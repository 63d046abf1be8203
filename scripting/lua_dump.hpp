// A compiled function of a script, read from what Lua dumps of it (lundump.c, lopcodes.h) by the Lua that is built in.
#pragma once

#include <lua.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace gofuda::lua {

// Opcodes of Lua 5.4 (lopcodes.h) that matter here.
struct Op {
  enum : std::uint32_t {
    kMove = 0,
    kLoadI = 1,
    kLoadK = 3,
    kLoadFalseSkip = 6,
    kLoadNil = 8,
    kGetUpval = 9,
    kSetUpval = 10,
    kGetTabUp = 11,
    kGetTable = 12,
    kGetField = 14,
    kSetTabUp = 15,
    kSetTable = 16,
    kSetI = 17,
    kSetField = 18,
    kNewTable = 19,
    kSelf = 20,
    kAdd = 34,
    kMul = 36,
    kMmBin = 46,
    kMmBinK = 48,
    kNot = 51,
    kLen = 52,
    kClose = 54,
    kJmp = 56,
    kEq = 57,
    kLe = 59,
    kEqK = 60,
    kEqI = 61,
    kLtI = 62,
    kGeI = 65,
    kTest = 66,
    kTestSet = 67,
    kCall = 68,
    kTailCall = 69,
    kReturn = 70,
    kReturn1 = 72,
    kForLoop = 73,
    kForPrep = 74,
    kTForPrep = 75,
    kTForCall = 76,
    kTForLoop = 77,
    kSetList = 78,
    kClosure = 79,
    kVararg = 80,
    kVarargPrep = 81,
    kLastOpcode = 82
  };
};

struct Instruction {
  std::uint32_t code = 0;
  std::uint32_t op() const { return code & 0x7f; }
  std::uint32_t a() const { return code >> 7 & 0xff; }
  std::uint32_t b() const { return code >> 16 & 0xff; }
  std::uint32_t c() const { return code >> 24; }
  std::uint32_t bx() const { return code >> 15; }
  bool k() const { return code >> 15 & 1; }
  int signed_b() const { return static_cast<int>(b()) - 127; }
  int signed_bx() const { return static_cast<int>(bx()) - 65535; }
  int jump() const { return static_cast<int>(code >> 7) - ((1 << 24) - 1); }
};

struct Registers {
  std::uint32_t first = 0, count = 0;
};

// That an instruction sets. What a call leaves above its results is not read again.
Registers set_by(Instruction i);

struct Constant {
  enum Kind { nil, boolean, number, text } kind = nil;
  std::string as_text;  // of texts and numbers
};

struct Upvalue {
  bool in_stack;
  std::uint8_t index;
};

struct LocalName {
  std::string name;
  std::size_t from, to;  // in force before the instructions from `from` to `to`, that excluded
};

struct Proto {
  int line_defined = 0;
  std::size_t parameters = 0;
  std::vector<Instruction> code;
  std::vector<Constant> constants;
  std::vector<Upvalue> upvalues;
  std::vector<std::string> upvalue_names;
  std::vector<LocalName> locals;
  std::vector<Proto> children;
  std::vector<int> lines;

  int line(std::size_t pc) const { return pc < lines.size() ? lines[pc] : line_defined; }
  std::string text(std::uint32_t constant) const {  // "" for what is no text
    return constant < constants.size() && constants[constant].kind == Constant::text ? constants[constant].as_text : "";
  }
};

struct Doubt : std::runtime_error {  // this is no dump as we know it
  Doubt() : std::runtime_error("a dump of another kind") {}
};

// Of the function on top of the stack, which stays there. Throws Doubt.
Proto dumped(lua_State* L);

}  // namespace gofuda::lua
