#include "scripting/lua_words.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

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

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
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

// --- where something was left open: what closes it stands farther to the left than its line begins

struct Opened {
  std::string_view word;
  int line, indent;
};

// Goes through the words and brackets of a script, strings and comments left out.
class Layout {
 public:
  explicit Layout(std::string_view source) : text_(source) {}
  // What the first closing word that stands too far to the left leaves open, in words; "" when none does.
  std::string first_left_open() {
    while (at_ < text_.size() && found_.empty()) step();
    return found_;
  }

 private:
  std::string_view rest() const { return text_.substr(at_); }
  void skip_to(std::string_view end) {
    const std::size_t to = text_.find(end, at_);
    const std::size_t next = to == std::string_view::npos ? text_.size() : to + end.size();
    for (; at_ < next; ++at_)
      if (text_[at_] == '\n') new_line();
  }
  void new_line() { ++line_, indent_ = 0, fresh_ = true; }
  void skip_text(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
    if (at_ < text_.size() && text_[at_] == quote) ++at_;
  }
  void step() {
    const char c = text_[at_];
    if (c == '\n') return ++at_, new_line();
    if (c == ' ' || c == '\t' || c == '\r') {
      if (fresh_) ++indent_;
      return void(++at_);
    }
    if (rest().starts_with("--[[")) return skip_to("]]");
    if (rest().starts_with("--")) return skip_to("\n");
    const bool first = std::exchange(fresh_, false);
    if (rest().starts_with("[[")) return skip_to("]]");
    if (c == '"' || c == '\'') return skip_text(c);
    std::size_t n = 1;
    if (is_letter(c))
      while (n < rest().size() && is_letter(rest()[n])) ++n;
    const std::string_view word = rest().substr(0, n);
    at_ += n;
    meet(word, first);
  }
  void meet(std::string_view word, bool first) {
    if (word == "do" && loop_) return void(loop_ = false);
    if (word == "for" || word == "while") loop_ = true;
    if (word == "if" && after_else_) else_if_ = line_;
    after_else_ = word == "else";
    for (std::string_view opens : {"function", "if", "for", "while", "do", "{"})
      if (word == opens) return open_.push_back({word, line_, indent_});
    if ((word != "end" && word != "}") || open_.empty()) return;
    const Opened last = open_.back();
    open_.pop_back();
    const bool astray = (word == "}") != (last.word == "{") || (first && last.line != line_ && indent_ < last.indent);
    if (!astray) return;
    const std::string line = " of line " + std::to_string(last.line);
    if (else_if_ > 0)
      found_ = "the 'else if' of line " + std::to_string(else_if_) +
               " begins an 'if' of its own, which needs an 'end' of its own; write it as one word, elseif";
    else
      found_ = "the '" + std::string(last.word) + "'" + line +
               " is left open: " + (last.word == "{" ? "its '}' is missing" : "its 'end' is missing") +
               " before line " + std::to_string(line_);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1, indent_ = 0, else_if_ = 0;
  bool fresh_ = true, loop_ = false, after_else_ = false;
  std::vector<Opened> open_;
  std::string found_;
};

// Words that begin something else: what stands before them was to be closed.
constexpr std::array<std::string_view, 14> kGoOn{"end",   "then",   "do",    "else",   "elseif", "if",       "for",
                                                 "while", "repeat", "until", "return", "local",  "function", "in"};

std::string left_open(std::string_view source) { return Layout(source).first_left_open(); }

std::string hint(std::string_view message, std::string_view line, std::string_view above, std::string_view source) {
  const std::string_view near = met(message);
  if (near.starts_with("<\\") && has_curly_quote(line)) return "a text stands in straight quotes: \"...\"";
  if (near == "!" && has(line, "!=")) return "'is not equal to' is written ~=";
  if (near == "!") return "'not' is written as the word";
  if (near == "&") return "'and' is written as the word";
  if (near == "|") return "'or' is written as the word";
  if ((near == "=" && has(line, "=~")) || (near == ">" && has(line, "<>"))) return "'is not equal to' is written ~=";
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
  const bool no_end = trimmed(line).starts_with("end") && (near == "," || near == "}");
  const std::string_view open = named(message, "'end' expected (to close '");
  if (no_end || !open.empty() || has(message, "'}' expected (to close"))
    if (std::string left = left_open(source); !left.empty()) return left;
  if (!open.empty()) return "what begins there with '" + std::string(open) + "' needs an 'end'";
  if (no_end) return "this 'end' closes the 'if', 'for' or 'while' above; an 'end' is missing before it";
  if (const std::string_view close = named(message, "'"); close == ")" || close == "}") {
    const bool same_line = message.starts_with("'" + std::string(close) + "' expected near ");
    const bool a_value = !near.empty() && (is_letter(near.front()) || near.front() == '"' || near.front() == '{');
    const bool keyword = std::find(kGoOn.begin(), kGoOn.end(), near) != kGoOn.end();
    if (same_line && keyword) return "a bracket that this line opens is not closed before '" + std::string(near) + "'";
    if (same_line && a_value) return "most likely a comma is missing before " + std::string(near);
  }
  if (near == "end" && trimmed(line).starts_with("end"))
    return "there is one 'end' too many, or something is unfinished above it";
  if (has(message, "unfinished string")) return "the text is not closed: its last quote is missing";
  return "";
}

}  // namespace

std::string syntax_words(const std::string& message, std::string_view source, int line) {
  const std::string more = hint(message, line_of(source, line), line_of(source, line - 1), source);
  return more.empty() ? message : message + "; " + more;
}

namespace {

int column_at(std::string_view line, std::size_t byte) {
  const auto begins = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };  // a code point
  return static_cast<int>(std::count_if(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(byte), begins)) + 1;
}

// Without its comment.
std::string_view code_of(std::string_view line) {
  char quote = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (quote && line[i] == '\\')
      ++i;
    else if (quote)
      quote = line[i] == quote ? 0 : quote;
    else if (line[i] == '"' || line[i] == '\'')
      quote = line[i];
    else if (line.substr(i).starts_with("--"))
      return line.substr(0, i);
  }
  return line;
}

// Where the name stands without letters around it, and where one of `after` follows, maybe behind blanks, if it does so
// anywhere; `npos` when it does not.
std::size_t by_itself(std::string_view line, std::string_view name, std::string_view after = "") {
  std::size_t first = std::string_view::npos;
  if (name.empty()) return first;
  for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool joins = (at > 0 && is_letter(line[at - 1]) && is_letter(name.front())) ||
                       (end < line.size() && is_letter(line[end]) && is_letter(name.back()));
    if (joins) continue;
    const std::size_t next = std::min(line.find_first_not_of(" \t", end), line.size());
    const bool sets = line.substr(next, 1) == "=" && line.substr(next, 2) != "==";
    if (after.empty() || (next < line.size() && !sets && has(after, line.substr(next, 1)))) return at;
    first = std::min(first, at);
  }
  return first;
}

// What stands behind the name that is the matter, rather than behind the same name elsewhere on the line.
std::string_view what_follows(std::string_view message) {
  if (has(message, "attempt to index")) return ".:[";
  if (has(message, "attempt to call")) return "(";
  if (has(message, "gone through by")) return "d";  // do
  const bool compares = has(message, "never equals") || has(message, " is never ") || has(message, "are compared so") ||
                        has(message, "neither more nor less");
  return compares ? "=~<>" : "";
}

// The texts that the message has in quotes, apart from apostrophes.
std::vector<std::string_view> quoted_in(std::string_view message) {
  std::vector<std::string_view> out;
  for (std::size_t i = 0; i < message.size(); ++i) {
    if (message[i] != '\'' || (i > 0 && is_letter(message[i - 1]))) continue;
    std::size_t end = message.find('\'', i + 1);
    while (end != std::string_view::npos && end + 1 < message.size() && is_letter(message[end + 1]))
      end = message.find('\'', end + 1);
    if (end == std::string_view::npos) break;
    out.push_back(message.substr(i + 1, end - i - 1));
    i = end;
  }
  return out;
}

// The code without what stands in quotes, in as many bytes.
std::string without_texts(std::string_view code) {
  std::string out(code);
  char quote = 0;
  for (std::size_t i = 0; i < code.size(); ++i) {
    const char c = code[i];
    if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
      continue;
    }
    if (quote == 0) continue;
    if (c == quote)
      quote = 0;
    else
      out[i] = '_';
  }
  return out;
}

// Where the operator stands that the message speaks of, if the line has but one; `npos` otherwise.
std::size_t the_one_sign(std::string_view code, std::string_view message) {
  constexpr std::array<std::string_view, 2> kEqual{"==", "~="};
  constexpr std::array<std::string_view, 4> kOrder{"<=", ">=", "<", ">"};
  constexpr std::array<std::string_view, 1> kJoin{".."}, kPlus{"+"}, kMinus{"-"}, kTimes{"*"};
  constexpr std::array<std::string_view, 6> kCount{"+", "-", "*", "//", "/", "%"};
  std::span<const std::string_view> signs;
  if (has(message, "attempt to ask whether") || has(message, " never is ")) signs = kEqual;
  if (has(message, "attempt to compare")) signs = kOrder;
  if (has(message, "attempt to concatenate")) signs = kJoin;
  if (has(message, "attempt to perform arithmetic")) signs = kCount;
  if (message.starts_with("+ takes")) signs = kPlus;
  if (message.starts_with("- takes")) signs = kMinus;
  if (message.starts_with("* takes")) signs = kTimes;
  const std::string bare = without_texts(code);
  std::size_t found = std::string::npos;
  for (std::size_t i = 0; i < bare.size(); ++i)
    for (const std::string_view sign : signs) {
      if (!std::string_view(bare).substr(i).starts_with(sign)) continue;
      if (found != std::string::npos) return std::string::npos;
      found = i;
      i += sign.size() - 1;
      break;
    }
  return found;
}

// "a word is said with a colon: move:placed(...)", "'board:liberties(...)' is": as the line writes it; or the last text
// in double quotes that stands there, too. `npos` where there is none.
std::size_t the_word_meant(std::string_view code, std::string_view message) {
  constexpr std::string_view kColon = "said with a colon: ";
  if (const std::size_t from = message.find(kColon); from != std::string_view::npos) {
    std::string word(message.substr(from + kColon.size()));
    word.erase(std::min(word.find('('), word.size()));
    if (const std::size_t colon = word.rfind(':'); colon != std::string::npos) word[colon] = '.';
    return by_itself(code, word);
  }
  for (const std::string_view name : quoted_in(message))
    if (const std::size_t open = name.find('('); open != std::string_view::npos && open > 0)
      if (const std::size_t at = by_itself(code, name.substr(0, open)); at != std::string_view::npos) return at;
  for (std::size_t end = message.rfind('"'); end != std::string_view::npos && end > 0;) {
    const std::size_t open = message.rfind('"', end - 1);
    if (open == std::string_view::npos) break;
    const std::size_t at = end - open < 2 ? std::string_view::npos : code.find(message.substr(open, end - open + 1));
    if (at != std::string_view::npos) return at;
    end = open == 0 ? std::string_view::npos : message.rfind('"', open - 1);
  }
  return std::string_view::npos;
}

}  // namespace

int syntax_column(const std::string& message, std::string_view source, int line) {
  const std::string_view near = met(message), text = line_of(source, line);
  std::size_t at = near.empty() || near == "<eof>" ? std::string_view::npos : text.find(near);
  if (near.starts_with("<\\"))  // a byte that is no ASCII
    at = static_cast<std::size_t>(
        std::find_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }) -
        text.begin());
  return at == std::string_view::npos || at >= text.size() ? 1 : column_at(text, at);
}

SourceLines::SourceLines(std::string_view source) : source_(source) {
  for (std::size_t at = source.find('\n'); at != std::string_view::npos; at = source.find('\n', at + 1))
    starts_.push_back(at + 1);
}

std::string_view SourceLines::of(int line) const {
  const auto n = static_cast<std::size_t>(line);
  if (line < 1 || n > starts_.size()) return {};
  const std::size_t end = n < starts_.size() ? starts_[n] - 1 : source_.size();
  return source_.substr(starts_[n - 1], end - starts_[n - 1]);
}

int column_in(const SourceLines& lines, int line, std::string_view message) {
  constexpr std::size_t kLongest = 2000;
  const std::string_view text = code_of(lines.of(line).substr(0, kLongest));
  const std::string_view after = what_follows(message);
  for (const std::string_view name : quoted_in(message))
    if (const std::size_t at = by_itself(text, name, after); at != std::string_view::npos) return column_at(text, at);
  std::string_view word;  // "argument 1 of pick must be ...", "1 argument too few; it is pick(...)"
  constexpr std::string_view kOf = " of ", kItIs = " it is ";
  if (message.starts_with("argument ") && has(message, kOf))
    word = message.substr(message.find(kOf) + kOf.size());
  else if (has(message, kItIs))
    word = message.substr(message.rfind(kItIs) + kItIs.size());
  word = word.substr(0, word.find_first_of(" ("));
  std::size_t at = by_itself(text, word);
  if (at == std::string_view::npos) at = the_word_meant(text, message);
  if (at == std::string_view::npos) at = the_one_sign(text, message);
  return at == std::string_view::npos ? 1 : column_at(text, at);
}

namespace {

constexpr std::string_view kObjects[] = {"Points", "Pile", "Card", "Move", "Seat", "Board"};

// Which object a message of Lua's speaks of, as in "attempt to call a Points value"; "" when of none.
std::string_view object_in(std::string_view message) {
  message = message.substr(0, message.find(" is the text '"));
  for (const std::string_view o : kObjects)
    if (const std::size_t at = message.find(o); at != std::string_view::npos && at > 0 && message[at - 1] == ' ' &&
                                                (at + o.size() == message.size() || message[at + o.size()] == ' '))
      return o;
  return "";
}

// What an object is most likely meant to be asked where it is compared with this text.
std::string compared(std::string_view object, std::string_view text) {
  const std::string quoted = std::string("\"").append(text) + "\"";
  std::string never = "it never is";
  if (object == "Points" && parse_point(text) != kNoPoint)
    return never + "; points are compared with points: board:points(" + quoted + ")";
  if (object == "Seat") return never + "; a side is compared with me or opponent, and side.name with " + quoted;
  if (object == "Card") return never + "; " + what_names_a_card("card", text);
  if (object == "Points") return never + "; points are compared with points, as with board.edge";
  if (object == "Pile") return never + "; whether a card is in it is asked by me.hand:holds(card)";
  if (object == "Move") return never + "; what a move was is asked of it: move.passed, move.card, move.seat";
  return never;
}

// What is nil where a word of it was asked for.
std::string nothing_there(std::string_view name, bool field) {
  struct Often {
    std::string_view name, words;
  };
  static constexpr Often kOften[] = {
      {"last_move", "there was no last move: write 'if opponent.last_move then ... end', or the same of me"},
      {"previous", "there was no move before that one: write 'if move.previous then ... end'"},
      {"card", "that was no card, but an ordinary stone or a pass: write 'if move.card then ... end'"},
      {"under", "no announced card gave that move: write 'if move.under then ... end'"},
  };
  const auto* known =
      std::find_if(std::begin(kOften), std::end(kOften), [&](const Often& o) { return o.name == name; });
  if (field && known != std::end(kOften)) return std::string(known->words);
  const std::string it(name);
  if (name.empty()) return "there is nothing (nil) here; ask first whether it is there, by if ... then ... end";
  if (field) return "there is no " + it + " here; ask first, by 'if', whether it is there";
  return "there is no " + it + " here; ask first: if " + it + " then ... end";
}

}  // namespace

std::string what_names_a_card(const std::string& card, std::string_view text) {
  const bool name = std::any_of(text.begin(), text.end(), [](char c) { return c == ' ' || (c >= 'A' && c <= 'Z'); });
  return name ? "a card's name is " + card + ".name, and that of its file " + card + ".id"
              : "the name of a card's file is " + card + ".id, and its kind " + card + ".kind";
}

std::string runtime_words(const std::string& message) {
  const auto with = [&](const std::string& more) { return message + "; " + more; };
  std::string_view name = named(message, "(field '");
  if (name.empty()) name = named(message, "(local '");
  if (name.empty()) name = named(message, "(upvalue '");
  const std::string it = name.empty() ? "it" : std::string(name);
  if (has(message, "attempt to index a nil value")) return with(nothing_there(name, has(message, "(field '")));
  if (has(message, "attempt to call a nil value")) return with("there is no function of that name");
  const std::string_view object = object_in(message);
  if (constexpr std::string_view kText = " is the text '"; has(message, "attempt to ask whether a "))
    return with(has(message, kText) ? compared(object, named(message, kText))
                : object != "Points" && object != "Pile"
                    ? "it never is"
                    : "it never is; # gives the number of a set's points or a pile's cards: #board.empty == 3");
  if (has(message, "attempt to compare") && !object.empty())
    return with(
        "only numbers are compared so; # gives the number of a set's points or a pile's cards, as in #points > 3");
  if (has(message, "attempt to compare") && has(message, "nil"))
    return with("one of the two is nothing; ask first whether it is there");
  if (has(message, "to 'ipairs'") || has(message, "to 'pairs'") ||
      (!object.empty() && has(message, " value (for iterator")))
    return with("points and cards are gone through by for p in points:each() do ... end");
  if (has(message, "attempt to perform arithmetic on a function value") ||
      (has(message, "attempt to compare") && has(message, "function")))
    return with(it + " is a word that does something, and no number; what it did is asked otherwise, as by me.scored");
  if (has(message, "attempt to concatenate")) return with("tostring(...) makes a text of it");
  if (has(message, "attempt to perform arithmetic on a nil value") && name.empty())
    return with(
        "one of the two is nothing (nil), as tonumber(...) gives of what is no number; ask first whether it is there");
  if (has(message, "attempt to perform arithmetic on a nil value")) return with("there is no " + it + " here");
  return message;
}

}  // namespace gofuda
