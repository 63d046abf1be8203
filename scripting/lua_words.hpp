// Lua's own messages for people who do not program: each is kept, and what it most likely means is added.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gofuda {

// `source`: the whole script; `line`: the one that the message names, from 1.
std::string syntax_words(const std::string& message, std::string_view source, int line);
// Where on that line what the message ends with (near '...') stands, from 1 and in code points; 1 when it is not found.
int syntax_column(const std::string& message, std::string_view source, int line);
// The lines of a script, found once.
class SourceLines {
 public:
  explicit SourceLines(std::string_view source);  // which must live as long
  std::string_view of(int line) const;            // from 1; "" beyond the last

 private:
  std::string_view source_;
  std::vector<std::size_t> starts_{0};
};
// Where on the line the first of the names that the message has in quotes stands by itself, counted so, too; 1 when
// none does, or not in the first few thousand bytes.
int column_in(const SourceLines& lines, int line, std::string_view message);
inline int column_in(std::string_view source, int line, std::string_view message) {
  return column_in(SourceLines(source), line, message);
}
// What of the card is compared with a text.
std::string what_names_a_card(const std::string& card, std::string_view text);
std::string runtime_words(const std::string& message);

}  // namespace gofuda
