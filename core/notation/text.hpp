// Text that people write and read: UTF-8, what must not reach a terminal as it is, and the word that was likely meant.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace gofuda {

// Control characters and bytes that are not UTF-8 escaped (\x1b, \u202e, \n), so that no text can steer a terminal.
std::string printable(std::string_view text);
std::string in_quotes(std::string_view text);  // 'text', shortened when long: how messages cite what a file says

struct CodePoint {
  char32_t value = 0;
  std::size_t bytes = 0;
};
// The code point that `text` begins with; nothing when it is empty or its first bytes are not UTF-8.
std::optional<CodePoint> decode_utf8(std::string_view text);
std::size_t utf8_prefix(std::string_view text);  // how many of its first bytes are UTF-8

// The nearest of `candidates` by edit distance (with transpositions), when near enough to be a likely typo. Letter case
// of ASCII and the choice among '-', '_' and ' ' cost nothing; of equals the first wins.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);
// " (did you mean 'leap'?)", or "" when nothing is near.
std::string did_you_mean(std::string_view word, std::span<const std::string> candidates);
inline std::string did_you_mean(std::string_view word, std::initializer_list<std::string> candidates) {
  return did_you_mean(word, std::span<const std::string>(candidates.begin(), candidates.size()));
}

}  // namespace gofuda
