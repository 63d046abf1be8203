#include "tools/protocols/move_word.hpp"

#include <algorithm>
#include <utility>

namespace gofuda::tools {

namespace {

constexpr std::string_view kHex = "0123456789ABCDEF";
constexpr std::pair<char, char> kSigns[] = {{' ', ','}, {'#', '~'}};  // in the notation, in a word
constexpr std::string_view kTaken = "%+,~()";                         // what a word has other uses for

std::string encoded(std::string_view text) {
  std::string out;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    bool sign = false;
    for (const auto& [plain, in_word] : kSigns)
      if (c == plain) out += in_word, sign = true;
    if (sign) continue;
    if (byte > 32 && byte != 127 && kTaken.find(c) == std::string_view::npos)
      out += c;
    else
      out += {'%', kHex[byte / 16], kHex[byte % 16]};
  }
  return out;
}

std::optional<std::string> decoded(std::string_view word) {
  std::string out;
  for (std::size_t i = 0; i < word.size(); ++i) {
    char c = word[i];
    for (const auto& [plain, in_word] : kSigns)
      if (word[i] == in_word) c = plain;
    if (c == '%') {
      const std::size_t high = i + 1 < word.size() ? kHex.find(word[i + 1]) : std::string_view::npos;
      const std::size_t low = i + 2 < word.size() ? kHex.find(word[i + 2]) : std::string_view::npos;
      if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
      c = static_cast<char>(16 * high + low);
      i += 2;
    }
    out += c;
  }
  return out;
}

}  // namespace

std::string move_word(std::string_view play) {
  std::vector<Token> tokens;
  std::string problem, out;
  if (!tokenize("", play, "", 0, 0, tokens, problem)) return encoded(play);
  for (const Token& t : tokens) {
    if (t.bracket)
      out += "(" + encoded(t.text) + ")";
    else
      out += (out.empty() ? "" : "+") + encoded(t.text);
  }
  return out;
}

std::optional<std::vector<Token>> move_tokens(const std::string& who, std::string_view word) {
  std::vector<Token> out;
  while (!word.empty()) {
    const bool bracket = word.front() == '(';
    if (bracket || (word.front() == '+' && !out.empty())) word.remove_prefix(1);
    const std::size_t end = std::min(word.find_first_of(bracket ? ")" : "(+"), word.size());
    const auto text = decoded(word.substr(0, end));
    if (!text || (bracket ? end == word.size() : text->empty())) return std::nullopt;
    word.remove_prefix(end + bracket);
    out.push_back({who, *text, bracket, "", 0, 0});
  }
  return out;
}

}  // namespace gofuda::tools
