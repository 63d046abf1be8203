// What processes say to each other: numbers and texts one after the other. Who reads trusts nothing: a number outside
// of what it may be, a text that is too long or an end too soon makes the whole message wrong, and the rest of it reads
// as nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/point.hpp"
#include "scripting/diagnostic.hpp"

namespace gofuda::isolate {

class MessageWriter {
 public:
  void number(std::uint64_t n);
  void signed_number(std::int64_t n);
  void text(std::string_view t);
  void points(const PointSet& set);
  void diagnostics(const std::vector<Diagnostic>& list);
  void texts(const std::vector<std::string>& list);
  std::size_t size() const { return out_.size(); }
  std::string take() { return std::exchange(out_, {}); }

 private:
  std::string out_;
};

class MessageReader {
 public:
  explicit MessageReader(std::string_view message) : left_(message) {}

  std::uint64_t number(std::uint64_t most);
  std::int64_t signed_number(std::int64_t least, std::int64_t most);
  bool flag() { return number(1) != 0; }
  template <class Enum>
  Enum one_of(std::size_t values) {
    return static_cast<Enum>(number(values - 1));
  }
  std::size_t count(std::size_t most);             // of things that take at least a byte each
  std::string text(std::size_t most = kMostText);  // any bytes
  std::string line(
      std::size_t most = kMostText);  // that may be shown as it is: one line, nothing that steers a terminal
  std::string lines(std::size_t most = kMostText);
  PointSet points();  // of a board
  std::vector<Diagnostic> diagnostics();
  std::vector<std::string> texts(std::size_t most);
  void refuse() { bad_ = true; }

  bool bad() const { return bad_; }
  bool whole() const { return !bad_ && left_.empty(); }  // all was right, and nothing is left

  static constexpr std::size_t kMostText = 1u << 20, kMostDiagnostics = 10000;
  static constexpr std::size_t kMostThings = 1u << 20;  // in a message, for a thing takes more room here than in it

 private:
  std::string_view left_;
  std::size_t things_ = 0;
  bool bad_ = false;
};

}  // namespace gofuda::isolate
