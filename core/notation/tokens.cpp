#include "core/notation/tokens.hpp"

namespace gofuda {

std::string as_written(const Token& t) { return t.who + ": " + (t.bracket ? "(" + t.text + ")" : t.text); }

bool tokenize(const std::string& who, std::string_view text, const std::string& file, int line, int column,
              std::vector<Token>& out, std::string& problem) {
  std::string word;
  auto flush = [&] {
    if (!word.empty()) out.push_back({who, word, false, file, line, column});
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '(') {
      flush();
      std::size_t end = text.find_first_of("()", i + 1);
      if (end == std::string_view::npos) return problem = "a bracket is not closed", false;
      if (text[end] == '(')
        return problem = text.find(')', end) == std::string_view::npos
                             ? "a bracket is not closed"
                             : "a bracket stands inside another; one pair holds all that is answered to a question",
               false;
      out.push_back({who, std::string(text.substr(i + 1, end - i - 1)), true, file, line, column});
      i = end;
    } else if (c == ')') {
      return problem = "a bracket is closed that was not opened", false;
    } else if (c == ' ' || c == '\t' || c == '\n') {
      flush();
    } else {
      word += c;
    }
  }
  flush();
  return true;
}

}  // namespace gofuda
