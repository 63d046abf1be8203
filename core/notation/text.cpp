#include "core/notation/text.hpp"

#include <algorithm>
#include <array>

namespace gofuda {
namespace {

constexpr std::size_t kLongestQuote = 40;  // code points
constexpr std::size_t kLongestWord = 64;   // longer words are no typos

// Characters that move the cursor, reverse the text or cannot be seen at all.
bool must_escape(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x061c || (c >= 0x200b && c <= 0x200f) ||
         (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || c == 0xfffe || c == 0xffff;
}

std::string escaped(char32_t c) {
  if (c == '\n') return "\\n";
  if (c == '\r') return "\\r";
  if (c == '\t') return "\\t";
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text = c < 0x80 ? "\\x" : "\\u";
  for (int shift = c < 0x80 ? 4 : 12; shift >= 0; shift -= 4) text += kDigits[(c >> shift) & 15];
  return text;
}

std::string escaped_byte(char byte) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const auto value = static_cast<unsigned char>(byte);
  return {'\\', 'x', kDigits[value >> 4], kDigits[value & 15]};
}

// Lower case, one kind of hyphen; a byte that is not UTF-8 counts as a character of its own.
std::u32string folded(std::string_view text) {
  std::u32string out;
  for (std::size_t i = 0; i < text.size() && out.size() <= kLongestWord;) {
    const CodePoint c =
        decode_utf8(text.substr(i)).value_or(CodePoint{0x110000u + static_cast<unsigned char>(text[i]), 1});
    i += c.bytes;
    if (c.value >= 'A' && c.value <= 'Z') {
      out += static_cast<char32_t>(c.value - 'A' + 'a');
    } else {
      out += c.value == '_' || c.value == ' ' ? U'-' : c.value;
    }
  }
  return out;
}

// Optimal string alignment, or `limit + 1` when it is more than `limit`.
std::size_t distance(const std::u32string& a, const std::u32string& b, std::size_t limit) {
  if (std::max(a.size(), b.size()) - std::min(a.size(), b.size()) > limit) return limit + 1;
  std::array<std::array<std::size_t, kLongestWord + 2>, 3> rows{};
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i + 2) % 3];
    const auto& before = rows[(i + 1) % 3];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t swap = a[i - 1] == b[j - 1] ? 0 : 1;
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + swap});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
  }
  return std::min(rows[a.size() % 3][b.size()], limit + 1);
}

}  // namespace

std::optional<CodePoint> decode_utf8(std::string_view text) {
  if (text.empty()) return std::nullopt;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return CodePoint{first, 1};
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || text.size() < bytes) return std::nullopt;
  char32_t value = first & (0xffu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return std::nullopt;
    value = value << 6 | (byte(i) & 0x3f);
  }
  const bool overlong = (bytes == 3 && value < 0x800) || (bytes == 4 && value < 0x10000);
  if (overlong || value > 0x10ffff || (value >= 0xd800 && value <= 0xdfff)) return std::nullopt;
  return CodePoint{value, bytes};
}

std::size_t utf8_prefix(std::string_view text) {
  std::size_t at = 0;
  while (const std::optional<CodePoint> c = decode_utf8(text.substr(at))) at += c->bytes;
  return at;
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::optional<CodePoint> c = decode_utf8(text);
    const std::size_t bytes = c ? c->bytes : 1;
    if (!c) {
      out += escaped_byte(text[0]);
    } else if (must_escape(c->value)) {
      out += escaped(c->value);
    } else {
      out += text.substr(0, bytes);
    }
    text.remove_prefix(bytes);
  }
  return out;
}

std::string in_quotes(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t n = 0; n < kLongestQuote && end < text.size(); ++n) {
    const std::optional<CodePoint> c = decode_utf8(text.substr(end));
    end += c ? c->bytes : 1;
  }
  std::string out(1, '\'');
  out += text.substr(0, end);
  out += end < text.size() ? "...'" : "'";
  return out;
}

std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates) {
  const std::u32string wanted = folded(word);
  if (wanted.empty() || wanted.size() > kLongestWord) return std::nullopt;
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    const std::u32string name = folded(candidate);
    const std::size_t longer = std::max(wanted.size(), name.size());
    if (name.empty() || longer > kLongestWord) continue;
    const std::size_t limit = std::min<std::size_t>(longer / 3, 3);
    const std::size_t d = distance(wanted, name, limit);
    if (d > limit || (best && d >= best_distance)) continue;
    best = &candidate;
    best_distance = d;
  }
  return best ? std::optional(*best) : std::nullopt;
}

std::string did_you_mean(std::string_view word, std::span<const std::string> candidates) {
  const std::optional<std::string> name = nearest(word, candidates);
  return name ? " (did you mean " + in_quotes(*name) + "?)" : "";
}

}  // namespace gofuda
