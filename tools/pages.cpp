#include "tools/pages.hpp"

#include <algorithm>
#include <filesystem>
#include <map>

#include "scripting/yaml.hpp"

namespace gofuda::tools {

namespace {

constexpr int kWidest = 100;

int page_width(const Style& style) { return std::min(style.width - 1, kWidest); }

void add(std::vector<std::string>& out, const std::vector<std::string>& more) {
  out.insert(out.end(), more.begin(), more.end());
}

void add_fact(std::vector<std::string>& out, const Style& style, const std::string& name, const std::string& value) {
  std::string head = padded("  " + name + ":", 12);
  for (const std::string& line : wrapped(value, page_width(style) - 12)) {
    out.push_back(head + line);
    head.assign(12, ' ');
  }
}

std::string size_text(const Grid& grid) { return std::to_string(grid.width()) + "x" + std::to_string(grid.height()); }

// "hidden*, open": the chosen value (or the default) with a star.
std::string values_text(const Style& style, const ScriptOption& o, const std::string& chosen) {
  std::vector<std::string> words;
  for (const std::string& v : o.values) words.push_back(v == chosen ? painted(style, Paint::good, v + "*") : v);
  return joined(words, ", ");
}

void add_option(std::vector<std::string>& out, const Style& style, const std::string& name, const ScriptOption& o,
                const std::string& chosen, const std::string& origin) {
  out.push_back("  " + painted(style, Paint::strong, name) + ": " + values_text(style, o, chosen) +
                (origin.empty() ? "" : painted(style, Paint::faint, "   [" + printable(origin) + "]")));
  add(out, wrapped(o.text, page_width(style), "      "));
}

// Where each rule was set last: the variant's files from the farthest ancestor on, then --set.
std::map<std::string, std::string> rule_origins(const Variant& variant, const Settings& settings) {
  std::map<std::string, std::string> out;
  Diagnostics ignored;
  for (const std::string& path : variant.files) {
    if (std::filesystem::path(path).extension() != ".yaml") continue;
    auto text = read_text_file(path, ignored);
    auto yaml = text ? parse_yaml(Library::display(path), *text, ignored) : std::nullopt;
    const YamlNode* rules = yaml && yaml->root.find("variant") ? yaml->root.find("rules") : nullptr;
    if (!rules) continue;
    for (const auto& [key, value] : rules->fields) out[key.text] = yaml->name + ":" + std::to_string(key.line);
  }
  for (const auto& [key, value] : settings)
    if (key.starts_with("rules.")) out[key.substr(6)] = "--set";
  return out;
}

std::string origin_of(const std::map<std::string, std::string>& origins, std::string_view rule) {
  auto it = origins.find(std::string(rule));
  return it == origins.end() ? "default" : it->second;
}

std::string rule_values(const Style& style, const RuleField& f, const std::string& chosen) {
  if (f.values.empty()) return painted(style, Paint::good, chosen);
  std::vector<std::string> words;
  for (std::string_view v : f.values)
    words.push_back(v == chosen ? painted(style, Paint::good, std::string(v) + "*") : std::string(v));
  return joined(words, ", ");
}

std::string hooks_text(const Script& s) {
  std::vector<std::string> words;
  if (s.has("announce")) words.emplace_back("may be announced by its owner once laid aside");
  if (s.has("answer")) words.emplace_back("may answer a move of the other side");
  return joined(words, "; ");
}

}  // namespace

std::vector<std::string> script_page(const Style& style, const Script& s, const Variant* in) {
  std::vector<std::string> out{
      painted(style, Paint::heading, printable(s.name)) +
      painted(style, Paint::faint, "  " + std::string(script_kind_name(s.script_kind)) + " " + s.id)};
  add(out, wrapped(s.text, page_width(style)));
  out.emplace_back();
  add_fact(out, style, "file", s.file);
  add_fact(out, style, "kind", s.kind);
  add_fact(out, style, "source", s.credit);
  add_fact(out, style, "use", hooks_text(s));
  for (const auto& [name, value] : s.traits) add_fact(out, style, "trait", name + " = " + value);
  if (s.shape) {
    std::vector<Orientation> ways = s.shape->orientations(in ? in->ruleset->rules.symmetry : Symmetry::all);
    out.push_back("\n" + std::to_string(s.shape->size()) + " stones, " + std::to_string(ways.size()) +
                  (ways.size() == 1 ? " way" : " ways") + " to lay them:\n");
    for (const std::string& line : diagram_lines(style, ways, page_width(style) - 2)) out.push_back("  " + line);
  }
  if (s.options.empty()) return out;
  out.push_back(in ? "\nOptions (*: in this game):" : "\nOptions (*: the default):");
  for (const ScriptOption& o : s.options) {
    std::string chosen = o.values.front(), origin;
    if (in) {
      auto script = in->options.find(s.script_kind == ScriptKind::turn ? "turn" : s.id);
      if (script != in->options.end() && script->second.contains(o.name))
        chosen = script->second.at(o.name).value, origin = script->second.at(o.name).origin;
    }
    add_option(out, style, o.name, o, chosen, origin);
  }
  return out;
}

std::vector<std::string> deck_page(const Style& style, const Deck& deck, Library& library) {
  std::vector<std::string> out{painted(style, Paint::heading, printable(deck.title)) +
                               painted(style, Paint::faint, "  deck " + deck.id)};
  add(out, wrapped(deck.text, page_width(style)));
  out.emplace_back();
  add_fact(out, style, "file", deck.file);
  add_fact(out, style, "source", deck.source);
  add_fact(out, style, "cards", std::to_string(deck.total()));
  out.emplace_back();
  Diagnostics ignored;
  for (const auto& [card, copies] : deck.cards) {
    auto s = library.script(FileKind::card, card, {}, ignored);
    out.push_back("  " + padded(std::to_string(copies), 4) + padded(card, 22) +
                  (s ? padded(printable(s->name), 28) + painted(style, Paint::faint, s->kind) : ""));
  }
  if (!deck.options.empty()) out.emplace_back("\nOptions chosen by the deck:");
  for (const auto& [key, value] : deck.options) out.push_back("  " + printable(key) + ": " + printable(value));
  return out;
}

std::vector<std::string> variant_page(const Style& style, const Variant& v, const Settings& settings) {
  const Ruleset& rules = *v.ruleset;
  std::vector<std::string> out{painted(style, Paint::heading, printable(v.title)) +
                               painted(style, Paint::faint, "  variant " + v.id)};
  add(out, wrapped(v.text, page_width(style)));
  out.emplace_back();
  add_fact(out, style, "file", v.file);
  add_fact(out, style, "source", v.source);
  add_fact(out, style, "board",
           size_text(rules.grid) + (rules.grid.area() == rules.grid.width() * rules.grid.height()
                                        ? ""
                                        : ", " + std::to_string(rules.grid.area()) + " points"));
  add_fact(out, style, "turn", v.turn_id + (v.turn ? ": " + v.turn->text : ""));
  if (!v.deck_id.empty())
    add_fact(out, style, "deck", v.deck_id + (v.common_deck ? ", common to both" : ", one for each side"));
  add_fact(out, style, "colours", v.nigiri ? "drawn" : "chosen");
  out.emplace_back("\nRules (*: in this game):");
  auto origins = rule_origins(v, settings);
  for (const RuleField& f : rule_fields()) {
    out.push_back("  " + painted(style, Paint::strong, "rules." + std::string(f.name)) + ": " +
                  rule_values(style, f, f.get(rules.rules)) +
                  painted(style, Paint::faint, "   [" + origin_of(origins, f.name) + "]"));
    add(out, wrapped(f.text, page_width(style), "      "));
  }
  if (!v.options.empty()) out.emplace_back("\nOptions (*: in this game):");
  for (const auto& [id, options] : v.options)
    for (const auto& [name, chosen] : options)
      add_option(out, style, id + "." + name, *chosen.option, chosen.value, chosen.origin);
  out.push_back("\nOther choices: --set KEY=VALUE, such as --set rules.komi=5.5");
  return out;
}

// --- JSON

namespace {

nlohmann::json option_json(const ScriptOption& o) {
  return {{"name", o.name}, {"values", o.values}, {"default", o.values.front()}, {"text", o.text}};
}

}  // namespace

nlohmann::json script_json(const Script& s) {
  nlohmann::json j{{"kind", script_kind_name(s.script_kind)},
                   {"id", s.id},
                   {"name", s.name},
                   {"text", s.text},
                   {"file", s.file},
                   {"source", s.credit},
                   {"traits", s.traits},
                   {"functions", s.hooks}};
  if (s.script_kind == ScriptKind::card) j["card_kind"] = s.kind;
  j["options"] = nlohmann::json::array();
  for (const ScriptOption& o : s.options) j["options"].push_back(option_json(o));
  if (!s.shape) return j;
  j["shape"] = s.shape->picture();
  for (const Orientation& o : s.shape->orientations(Symmetry::all)) j["orientations"].push_back(picture_of(o.stones));
  return j;
}

nlohmann::json deck_json(const Deck& d, Library& library) {
  nlohmann::json j{{"kind", "deck"},     {"id", d.id},     {"title", d.title},   {"text", d.text},
                   {"source", d.source}, {"file", d.file}, {"total", d.total()}, {"options", d.options}};
  Diagnostics ignored;
  for (const auto& [card, copies] : d.cards) {
    auto s = library.script(FileKind::card, card, {}, ignored);
    j["cards"].push_back({{"id", card}, {"copies", copies}, {"name", s ? s->name : ""}, {"kind", s ? s->kind : ""}});
  }
  return j;
}

nlohmann::json variant_json(const Variant& v, const Settings& settings) {
  const Ruleset& rules = *v.ruleset;
  nlohmann::json j{
      {"kind", "variant"},
      {"id", v.id},
      {"title", v.title},
      {"text", v.text},
      {"source", v.source},
      {"file", v.file},
      {"turn", v.turn_id},
      {"deck", v.deck_id},
      {"common_deck", v.common_deck},
      {"nigiri", v.nigiri},
      {"board", {{"columns", rules.grid.width()}, {"rows", rules.grid.height()}, {"points", rules.grid.area()}}}};
  auto origins = rule_origins(v, settings);
  for (const RuleField& f : rule_fields()) {
    nlohmann::json& r = j["rules"][std::string(f.name)];
    r = {{"value", f.get(rules.rules)}, {"text", f.text}, {"from", origin_of(origins, f.name)}};
    if (!f.values.empty()) r["values"] = f.values;
  }
  j["options"] = nlohmann::json::object();
  for (const auto& [id, options] : v.options)
    for (const auto& [name, chosen] : options) {
      nlohmann::json o = option_json(*chosen.option);
      o["value"] = chosen.value;
      o["from"] = chosen.origin;
      j["options"][id + "." + name] = o;
    }
  return j;
}

}  // namespace gofuda::tools
