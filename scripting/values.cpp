#include "scripting/values.hpp"

#include <algorithm>
#include <utility>

#include "core/notation/text.hpp"
#include "core/point.hpp"
#include "scripting/diagnostic.hpp"
#include "scripting/guesses.hpp"
#include "scripting/lua_words.hpp"
#include "scripting/script.hpp"

namespace gofuda {

namespace {

constexpr std::pair<std::string_view, std::string_view> kSaid[] = {
    {"Points", "a set of points"},
    {"Pile", "a pile of cards"},
    {"Card", "a card"},
    {"Move", "a move"},
    {"Seat", "a side"},
    {"Board", "the board"},
    {"number", "a number"},
    {"string", "a text"},
    {"boolean", "true or false"},
    {"table", "a table"},
    {"function", "a word that does something"},
};

std::string_view type_in_words(const Value& v) {
  const auto* at = std::find_if(std::begin(kSaid), std::end(kSaid), [&](const auto& x) { return x.first == v.type; });
  return at == std::end(kSaid) ? std::string_view{} : at->second;
}

bool is_counted(const Value& v) { return v.type == "Points" || v.type == "Pile"; }

std::string quoted_value(const Value& v, const std::string& s) {
  return v.type == "string" ? '"' + printable(s) + '"' : s;
}

// "three", "four" or "five"
std::string one_of_range(const Value& v) {
  std::string out;
  for (std::size_t i = 0; i < v.range.size(); ++i)
    out += (i == 0 ? "" : i + 1 < v.range.size() ? ", " : " or ") + quoted_value(v, v.range[i]);
  return out;
}

std::string subject(const Value& v) { return v.text.empty() ? "the value" : "'" + v.text + "'"; }

std::string with_brackets(const Value& word) {
  const std::size_t dot = word.text.find_last_of(".:");
  const std::string object = dot == std::string::npos ? "" : word.text.substr(0, dot) + ":";
  return "; it is said with its brackets: " + object + word.word->signature;
}

// What is most likely meant where the first is compared with the second, of another type.
std::string meant_by_comparing(const Value& a, const Value& b) {
  const std::string& it = a.text;
  if (it.empty()) return "";
  if (a.is == Value::negated)
    return "; 'not' comes first: write " + it.substr(4) + " ~= ..., or not (" + it.substr(4) + " == ...)";
  if (is_counted(a) && b.type == "number") return "; # gives how many are in it: #" + it;
  if (a.type == "Points" && b.written && parse_point(*b.written) != kNoPoint)
    return "; points are compared with points: board:points(\"" + *b.written + "\")";
  if (a.type == "Card" && b.type == "string") return "; " + what_names_a_card(it, b.written.value_or(""));
  if (a.type == "Seat" && b.type == "string") return "; a side's name is " + it + ".name";
  if (a.is == Value::tokens) return "; it has a number for each name: " + it + ".coin";
  if (a.type == "function" && a.word) return with_brackets(a);
  if (!a.range.empty()) return "; it is " + one_of_range(a);
  return "";
}

}  // namespace

std::optional<Value> value_of_type(std::string_view type, std::string text) {
  if (type.ends_with('?')) type.remove_suffix(1);
  Value v;
  v.text = std::move(text);
  constexpr std::string_view kEach = "fun(): ";
  if (type.starts_with(kEach)) {
    v.type = "each";
    v.of = type.substr(kEach.size());
    return v;
  }
  v.type = type == "integer" ? "number" : type;
  if (type_in_words(v).empty()) return std::nullopt;
  return v;
}

Value value_of_option(const ScriptOption& option, std::string text) {
  using Type = ScriptOption::Type;
  Value v;
  v.type = option.type == Type::number ? "number" : option.type == Type::boolean ? "boolean" : "string";
  v.text = std::move(text);
  if (option.type != Type::boolean) v.range = option.values;
  return v;
}

std::string never_equal(const Value& a, const Value& b) {
  if (a.written) return b.written ? "" : never_equal(b, a);
  if (type_in_words(a).empty() || type_in_words(b).empty()) return "";
  const std::string other = b.written ? quoted_value(b, *b.written) : std::string(type_in_words(b));
  if (a.type == b.type) {
    const auto& range = a.range;
    if (range.empty() || !b.written || std::find(range.begin(), range.end(), *b.written) != range.end()) return "";
    const std::string near = did_you_mean(*b.written, range);
    return subject(a) + " is never " + other + (near.empty() ? "; it is " + one_of_range(a) : near);
  }
  if (b.type == "function" || (a.type != "function" && is_counted(b) && !is_counted(a))) return never_equal(b, a);
  return subject(a) + " is " + std::string(type_in_words(a)) + ", which never equals " + std::string(type_in_words(b)) +
         meant_by_comparing(a, b);
}

std::string not_ordered(const Value& a, const Value& b, std::string_view sign) {
  const auto is_ordered = [](const Value& v) {
    return type_in_words(v).empty() || v.type == "number" || v.type == "string";
  };
  if (is_ordered(a) && is_ordered(b)) {
    const bool mixed = !type_in_words(a).empty() && !type_in_words(b).empty() && a.type != b.type;
    if (!mixed) return "";
    const Value& text = a.type == "string" ? a : b;
    return subject(text) +
           " is a text, which is neither more nor less than a number; tonumber(...) makes a number of it";
  }
  const bool first = !is_ordered(a);
  const Value& odd = first ? a : b;
  std::string out = subject(odd) + " is " + std::string(type_in_words(odd)) + ", and only numbers are compared so";
  if (is_counted(odd) && !odd.text.empty()) {
    out += "; # gives how many are in it: #" + odd.text;
    if (first && b.written) out += " " + std::string(sign) + " " + *b.written;
  } else if (odd.type == "function" && odd.word) {
    out += with_brackets(odd);
  } else if (odd.is == Value::tokens && !odd.text.empty()) {
    out += "; it has a number for each name: " + odd.text + ".coin";
  }
  return out;
}

std::string not_called(const Value& v) {
  if (v.type == "function" || type_in_words(v).empty()) return "";
  return subject(v) + " is " + std::string(type_in_words(v)) + " and no word that does something" +
         (v.is == Value::property || v.is == Value::tokens ? "; write it without brackets" : "");
}

namespace {

// The type that an argument is to have; "" where that is not known.
std::string_view type_to_take(Takes what) {
  constexpr std::pair<Takes, std::string_view> kTypes[] = {
      {Takes::seat, "Seat"},   {Takes::board, "Board"},   {Takes::points, "Points"},     {Takes::card, "Card"},
      {Takes::pile, "Pile"},   {Takes::move, "Move"},     {Takes::number, "number"},     {Takes::range, "number"},
      {Takes::text, "string"}, {Takes::labels, "string"}, {Takes::function, "function"},
  };
  const auto* at = std::find_if(std::begin(kTypes), std::end(kTypes), [&](const auto& t) { return t.first == what; });
  return at == std::end(kTypes) ? std::string_view{} : at->second;
}

}  // namespace

std::string lacking(Takes what, const std::string& place, std::string_view signature) {
  const std::string_view wanted = type_to_take(what);
  return wanted.empty() ? "" : wrong_argument(place, wanted, "", "") + "; it is " + std::string(signature);
}

std::string not_taken(const Value& v, Taken as, const std::string& place) {
  const std::string_view wanted = type_to_take(as.what);
  const bool is_function = v.type == "function" || v.type == "body" || v.type == "helper";
  const std::string_view type = is_function ? "function" : v.type == "nil" ? "nothing" : std::string_view(v.type);
  const bool known = is_function || v.type == "nil" || !type_in_words(v).empty();
  if (!known || wanted.empty() || type == wanted || (as.optional && v.type == "nil")) return "";
  const std::string said = wrong_argument(place, wanted, type, v.type == "string" ? v.written.value_or("") : "");
  if (as.what == Takes::labels && v.type == "table") return said + "; " + std::string(kOneByOne);
  return v.type == "function" && v.word ? said + with_brackets(v) : said;
}

std::string not_gone_through(const Value& v) {
  if (!is_counted(v) || v.text.empty()) return "";
  return subject(v) + " is " + std::string(type_in_words(v)) + "; it is gone through by for p in " + v.text +
         ":each() do";
}

}  // namespace gofuda
