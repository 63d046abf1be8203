// What is wrong with a file, and where: `file:line:column: error[code]: what, and the likely fix`.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

// Control characters and bytes that are not UTF-8 are escaped, so that a hostile file cannot steer a terminal.
std::string to_text(const Diagnostic& d);
std::string to_json(std::span<const Diagnostic> list);  // an array of objects {file,line,column,severity,code,message}
std::string printable(std::string_view text);           // the escaping used above: \x1b, \u202e, \n
std::string in_quotes(std::string_view text);  // 'text', shortened when long: how messages cite what a file says

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;
};
// The code point that `text` begins with; nothing when it is empty or its first bytes are not UTF-8.
std::optional<CodePoint> decode_utf8(std::string_view text);

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

// The nearest of `candidates` by edit distance (with transpositions), when near enough to be a likely typo. Letter case
// of ASCII and the choice among '-', '_' and ' ' cost nothing; of equals the first wins.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);
// " (did you mean 'leap'?)", or "" when nothing is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);
inline std::string did_you_mean(std::string_view word, std::initializer_list<std::string> candidates) {
  return did_you_mean(word, std::span<const std::string>(candidates.begin(), candidates.size()));
}

}  // namespace gofuda
