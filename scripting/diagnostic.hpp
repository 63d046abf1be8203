// What is wrong with a file, and where: `file:line:column: error[code]: what, and the likely fix`.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
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
};

std::string to_text(const Diagnostic& d);               // printable
std::string to_json(std::span<const Diagnostic> list);  // an array of objects {file,line,column,severity,code,message}

class Diagnostics {
 public:
  void error(std::string file, int line, int column, std::string code, std::string message);
  void warning(std::string file, int line, int column, std::string code, std::string message);
  void add(const Diagnostic& d) { list_.push_back(d); }
  bool has_errors() const;
  std::size_t size() const { return list_.size(); }
  const std::vector<Diagnostic>& list() const { return list_; }
  void sort();  // by file, line, column; removes exact repeats

 private:
  std::vector<Diagnostic> list_;
};

}  // namespace gofuda
