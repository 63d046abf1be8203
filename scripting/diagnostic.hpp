// What is wrong with a file, and where: `file:line:column: error[code]: what, and the likely fix`.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/notation/text.hpp"

namespace gofuda {

enum class Severity { error, warning };

struct Diagnostic {
  std::string file;
  int line = 0;      // from 1; 0: the file as a whole
  int column = 0;    // from 1, in code points; 0: the line as a whole
  std::string code;  // lower case with hyphens: "unknown-key"
  std::string message;
  Severity severity = Severity::error;
  std::size_t more = 0;  // this closes the list of a file's mistakes of one code: so many are not named
};

std::string to_text(const Diagnostic& d);               // printable
std::string to_json(std::span<const Diagnostic> list);  // an array of objects {file,line,column,severity,code,message}
const Diagnostic* first_error(std::span<const Diagnostic> list);  // nullptr: warnings alone, or nothing

// Of one code, a file's first kMostNamed are named; one line after them says how many more there are.
class Diagnostics {
 public:
  static constexpr std::size_t kMostNamed = 20;

  void error(std::string file, int line, int column, std::string code, std::string message);
  void warning(std::string file, int line, int column, std::string code, std::string message);
  void add(const Diagnostic& d) { push(d); }
  bool names_more(const std::string& file, const std::string& code) const;  // or would one more only be counted?
  bool has_errors() const { return errors_ > 0; }
  std::size_t errors() const { return errors_; }  // without warnings; those not named included
  const Diagnostic* first_error() const { return gofuda::first_error(list_); }
  std::size_t size() const { return size_; }  // those not named included
  const std::vector<Diagnostic>& list() const { return list_; }
  void sort();  // by file, line, column; removes exact repeats

 private:
  struct Kind {
    std::size_t named = 0;
    std::optional<std::size_t> closing;  // in list_
  };
  using Kinds = std::map<std::pair<std::string, std::string>, Kind>;  // by file and code
  void push(Diagnostic d);
  void close(const Diagnostic& d, Kind& kind);

  std::vector<Diagnostic> list_;
  Kinds kinds_;
  std::size_t size_ = 0, errors_ = 0;
};

}  // namespace gofuda
