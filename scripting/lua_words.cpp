#include "scripting/lua_words.hpp"

#include <algorithm>
#include <array>

#include "core/notation/text.hpp"
#include "core/point.hpp"

namespace gofuda {

namespace {

std::string_view line_of(std::string_view source, int line) {
  std::size_t from = 0;
  for (int n = 1; n < line; ++n) {
    const std::size_t end = source.find('\n', from);
    if (end == std::string_view::npos) return {};
    from = end + 1;
  }
  return source.substr(from, std::min(source.find('\n', from), source.size()) - from);
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// What the message says it met: near 'x'.
std::string_view met(std::string_view message) {
  constexpr std::string_view kNear = " near ";
  const std::size_t at = message.rfind(kNear);
  if (at == std::string_view::npos) return {};
  std::string_view word = message.substr(at + kNear.size());
  if (word.size() > 1 && word.front() == '\'' && word.back() == '\'') word = word.substr(1, word.size() - 2);
  return word;
}

// The text in the first '...' after `before`.
std::string_view named(std::string_view message, std::string_view before) {
  const std::size_t at = message.find(before);
  if (at == std::string_view::npos) return {};
  const std::size_t from = at + before.size(), end = message.find('\'', from);
  return end == std::string_view::npos ? std::string_view{} : message.substr(from, end - from);
}

bool has_curly_quote(std::string_view line) {
  constexpr std::array<std::string_view, 6> kQuotes{"\u201c", "\u201d", "\u201e", "\u2018", "\u2019", "\u00ab"};
  return std::any_of(kQuotes.begin(), kQuotes.end(), [&](std::string_view q) { return has(line, q); });
}

std::string_view trimmed(std::string_view line) {
  const std::size_t from = line.find_first_not_of(" \t");
  return from == std::string_view::npos ? std::string_view{} : line.substr(from);
}

// What is called where a field's value begins, "play = fnction(me)"; nothing in other lines.
std::string_view called_value(std::string_view line) {
  const std::size_t sign = line.find('=');
  const std::string_view value = sign == std::string_view::npos ? std::string_view{} : trimmed(line.substr(sign + 1));
  const std::size_t bracket = value.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_");
  return bracket == std::string_view::npos || value[bracket] != '(' ? std::string_view{} : value.substr(0, bracket);
}

std::string hint(std::string_view message, std::string_view line, std::string_view above) {
  const std::string_view near = met(message);
  if (near.starts_with("<\\") && has_curly_quote(line)) return "a text stands in straight quotes: \"...\"";
  if (near == "!" && has(line, "!=")) return "'is not equal to' is written ~=";
  if (near == "!") return "'not' is written as the word";
  if (near == "&") return "'and' is written as the word";
  if (near == "|") return "'or' is written as the word";
  if (near == "=" && has(message, "'then' expected")) return "to compare, write ==";
  if (has(line, "++") && near == "+") return "to count up, write n = n + 1";
  if (has(line, "+=") && near == "+") return "to add, write n = n + 1";
  if (has(message, "'then' expected")) return "after the condition of an 'if' stands 'then'";
  if (has(message, "'do' expected")) return "a 'for' or 'while' line ends with 'do'";
  if (const std::string called(called_value(above));
      has(message, "'}' expected (to close") && !did_you_mean(called, {"function"}).empty())
    return "'" + called + "' in the line above may stand for 'function'";
  if (has(message, "'}' expected (to close") && near != "<eof>")
    return "most likely a comma is missing before '" + std::string(near) + "', at the end of the line above";
  if (const std::string_view open = named(message, "'end' expected (to close '"); !open.empty())
    return "what begins there with '" + std::string(open) + "' needs an 'end'";
  if (trimmed(line).starts_with("end") && (near == "," || near == "}"))
    return "this 'end' closes the 'if', 'for' or 'while' above; an 'end' is missing before it";
  if (near == "end" && trimmed(line).starts_with("end"))
    return "there is one 'end' too many, or something is unfinished above it";
  if (has(message, "unfinished string")) return "the text is not closed: its last quote is missing";
  return "";
}

}  // namespace

std::string syntax_words(const std::string& message, std::string_view source, int line) {
  const std::string more = hint(message, line_of(source, line), line_of(source, line - 1));
  return more.empty() ? message : message + "; " + more;
}

int syntax_column(const std::string& message, std::string_view source, int line) {
  const std::string_view near = met(message), text = line_of(source, line);
  std::size_t at = near.empty() || near == "<eof>" ? std::string_view::npos : text.find(near);
  if (near.starts_with("<\\"))  // a byte that is no ASCII
    at = static_cast<std::size_t>(
        std::find_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }) -
        text.begin());
  if (at == std::string_view::npos || at >= text.size()) return 1;
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };  // a code point
  return static_cast<int>(std::count_if(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), begins)) + 1;
}

namespace {

// What an object is most likely meant to be asked where it is compared with this text.
std::string compared(std::string_view text) {
  const std::string quoted = std::string("\"").append(text) + "\"";
  const std::string never = "it never is; ";
  if (parse_point(text) != kNoPoint) return never + "points are compared with points: board:points(" + quoted + ")";
  if (text == "black" || text == "white")
    return never + "a side is compared with me or opponent, and side.name with " + quoted;
  return never + "a card's name is its id: card.id == " + quoted;
}

}  // namespace

std::string runtime_words(const std::string& message) {
  const auto with = [&](const std::string& more) { return message + "; " + more; };
  std::string_view name = named(message, "(field '");
  if (name.empty()) name = named(message, "(local '");
  if (name.empty()) name = named(message, "(upvalue '");
  const std::string it = name.empty() ? "it" : std::string(name);
  if (has(message, "attempt to index a nil value"))
    return with("there is no " + it + " here; ask first: if " + (has(message, "(field '") ? "...." + it : it) +
                " then ... end");
  if (has(message, "attempt to call a nil value")) return with("there is no function of that name");
  if (const std::string_view kText = "whether an object is the text '"; has(message, kText))
    return with(compared(named(message, kText)));
  if (has(message, "whether an object is a number"))
    return with("it never is; # gives the number of a set's points or a pile's cards: #board.empty == 3");
  if (has(message, "attempt to compare") && has(message, "userdata"))
    return with(
        "only numbers are compared so; # gives the number of a set's points or a pile's cards: #board.empty > 3");
  if (has(message, "attempt to compare") && has(message, "nil"))
    return with("one of the two is nothing; ask first whether it is there");
  if (has(message, "to 'ipairs'") || has(message, "to 'pairs'") || has(message, "call a userdata value (for iterator"))
    return with("points and cards are gone through by for p in points:each() do ... end");
  if (has(message, "attempt to perform arithmetic on a function value") ||
      (has(message, "attempt to compare") && has(message, "function")))
    return with(it + " is a word that does something, and no number; what it did is asked otherwise, as by me.scored");
  if (has(message, "attempt to concatenate")) return with("tostring(...) makes a text of it");
  if (has(message, "attempt to perform arithmetic on a nil value")) return with("there is no " + it + " here");
  return message;
}

}  // namespace gofuda
