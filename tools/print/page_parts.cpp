#include "tools/print/page_parts.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "scripting/diagnostic.hpp"

namespace gofuda::tools {

namespace {

constexpr int kWidest = 100;

// "hidden*, open": the chosen value (or the default) with a star.
std::string values_text(const Style& style, const ScriptOption& o, const std::string& chosen) {
  std::vector<std::string> words;
  for (const std::string& v : o.values) words.push_back(v == chosen ? painted(style, Paint::good, v + "*") : v);
  return joined(words, ", ");
}

}  // namespace

int page_width(const Style& style) { return std::min(style.width - 1, kWidest); }

void add(std::vector<std::string>& out, const std::vector<std::string>& more) {
  out.insert(out.end(), more.begin(), more.end());
}

void add_fact(std::vector<std::string>& out, const Style& style, const std::string& name, const std::string& value) {
  std::string head = padded(name.empty() ? "" : "  " + name + ":", 12);
  for (const std::string& line : wrapped(value, page_width(style) - 12)) {
    out.push_back(head + line);
    head.assign(12, ' ');
  }
}

void add_option(std::vector<std::string>& out, const Style& style, const std::string& name, const ScriptOption& o,
                const std::string& chosen, const std::string& origin) {
  out.push_back("  " + painted(style, Paint::strong, name) + ": " + values_text(style, o, chosen) +
                (origin.empty() ? "" : painted(style, Paint::faint, "   [" + printable(origin) + "]")));
  add(out, wrapped(o.text, page_width(style), "      "));
}

std::string listed(const std::vector<std::string>& words, const char* last) {
  std::string out;
  for (std::size_t i = 0; i < words.size(); ++i)
    out += (i == 0 ? "" : i + 1 < words.size() ? ", " : std::string(" ") + last + " ") + words[i];
  return out;
}

std::vector<std::string> turn_demands(const Script& turn) {
  std::vector<std::string> out;
  for (const auto& [field, values] : turn.cards) out.push_back(printable(field + ": " + listed(values, "or")));
  return out;
}

nlohmann::json option_json(const ScriptOption& o) {
  return {{"name", o.name}, {"values", o.values}, {"default", o.values.front()}, {"text", o.text}};
}

}  // namespace gofuda::tools
