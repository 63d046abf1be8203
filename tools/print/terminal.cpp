#include "tools/print/terminal.hpp"

#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "scripting/diagnostic.hpp"

namespace gofuda::tools {

namespace {

bool is_wide(char32_t c) {
  return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3) ||
         (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f) || (c >= 0xff00 && c <= 0xff60) ||
         (c >= 0x1f300 && c <= 0x1faff) || (c >= 0x20000 && c <= 0x3fffd);
}

// Does the terminal read and write UTF-8, as the environment says?
bool says_utf8() {
  const locale_t here = newlocale(LC_CTYPE_MASK, "", nullptr);
  if (!here) return false;
  const bool utf8 = std::strcmp(nl_langinfo_l(CODESET, here), "UTF-8") == 0;
  freelocale(here);
  return utf8;
}

}  // namespace

Style style_for(bool colour, int fd) {
  Style s;
  s.colour = colour;
  s.utf8 = says_utf8();
  // For whoever types. Never the environment's own: its country decides what a capital letter is, in scripts, too.
  if (s.utf8) std::setlocale(LC_CTYPE, "C.UTF-8");
  const char* term = std::getenv("TERM");
  s.many = std::getenv("COLORTERM") || (term && std::strstr(term, "256color"));
  winsize size{};
  if (isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) s.width = size.ws_col;
  return s;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

std::string painted(const Style& style, Paint paint, const std::string& text) {
  static constexpr const char* kCodes[] = {"\x1b[1m", "\x1b[2m", "\x1b[1;31m", "\x1b[32m", "\x1b[1;36m"};
  return style.colour && !text.empty() ? kCodes[static_cast<int>(paint)] + text + kReset : text;
}

int display_width(std::string_view text) {
  int n = 0;
  while (!text.empty()) {
    if (text[0] == '\x1b') {
      std::size_t end = text.find('m');
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      continue;
    }
    auto c = decode_utf8(text);
    n += c && is_wide(c->value) ? 2 : 1;
    text.remove_prefix(c ? c->bytes : 1);
  }
  return n;
}

std::string padded(const std::string& text, int width) {
  int n = display_width(text);
  return n < width ? text + std::string(static_cast<std::size_t>(width - n), ' ') : text;
}

std::vector<std::string> wrapped(std::string_view text, int width, const std::string& indent) {
  std::vector<std::string> out;
  for (const std::string& paragraph : lines_of(std::string(text))) {
    std::string line = indent;
    std::istringstream words(paragraph);
    for (std::string word; words >> word;) {
      word = printable(word);
      if (line.size() > indent.size() && display_width(line) + 1 + display_width(word) > width)
        out.push_back(line), line = indent;
      line += (line.size() > indent.size() ? " " : "") + word;
    }
    if (line.size() > indent.size()) out.push_back(line);
  }
  return out;
}

std::vector<std::string> diagram_lines(const Style& style, std::span<const Orientation> shape, int width, bool hex) {
  std::vector<std::string> out, row;
  int used = 0;
  auto flush = [&] {
    if (!out.empty() && !row.empty()) out.emplace_back();
    out.insert(out.end(), row.begin(), row.end());
    row.clear();
    used = 0;
  };
  for (const Orientation& o : shape) {
    int needs = 2 * o.width - 1 + (hex ? o.height - 1 : 0) + (row.empty() ? 0 : 4);
    if (!row.empty() && used + needs > width) flush(), needs -= 4;
    std::vector<std::string> one = lines_of(picture_of(o.stones, hex));
    for (std::string& line : one) {
      std::string drawn;
      for (char c : line)
        drawn += c == '.'   ? painted(style, Paint::faint, ".")
                 : c == ' ' ? " "
                            : painted(style, Paint::strong, std::string(1, c));
      line = drawn;
    }
    row = row.empty() ? one : beside(row, one, 4);
    used += needs;
  }
  flush();
  return out;
}

std::vector<std::string> beside(const std::vector<std::string>& left, const std::vector<std::string>& right, int gap) {
  int width = 0;
  for (const std::string& line : left) width = std::max(width, display_width(line));
  std::vector<std::string> out;
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    std::string line = i < left.size() ? left[i] : "";
    if (i < right.size() && !right[i].empty()) line = padded(line, width + gap) + right[i];
    out.push_back(std::move(line));
  }
  return out;
}

std::string fixed(double x, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  const bool zero = std::string_view(text).find_first_not_of("-0.") == std::string_view::npos;
  return zero && text[0] == '-' ? text + 1 : text;
}

std::string clause(std::string sentence) {
  if (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

std::string counted(std::int64_t n, const std::string& what) {
  return std::to_string(n) + " " + what + (n == 1 ? "" : "s");
}

std::string joined(const std::vector<std::string>& words, const char* between) {
  std::string s;
  for (const std::string& w : words) s += (s.empty() ? "" : between) + w;
  return s;
}

void print_lines(const std::vector<std::string>& lines) {
  for (const std::string& line : lines) std::printf("%s\n", line.c_str());
}

void say_error(const std::string& what) { std::fprintf(stderr, "error: %s\n", printable(what).c_str()); }

}  // namespace gofuda::tools
