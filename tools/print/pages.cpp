#include "tools/print/pages.hpp"

#include <nlohmann/json.hpp>

#include "tools/print/page_parts.hpp"

namespace gofuda::tools {

namespace {

std::string hooks_text(const Script& s) {
  std::vector<std::string> words;
  if (s.has("announce")) words.emplace_back("may be announced by its owner once laid aside");
  if (s.has("answer")) words.emplace_back("may answer a move of the other side");
  return joined(words, "; ");
}

// What a win condition looks at.
std::string win_text(const Script& s) {
  if (s.script_kind != ScriptKind::win) return "";
  if (s.line > 0) return std::to_string(s.line) + " stones in a row, a column or a diagonal";
  if (s.region) return "all points of one region of the board";
  if (s.shape) return "a picture, turned and mirrored";
  return "a script, asked after each move";
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
  for (const std::string& demand : turn_demands(s)) add_fact(out, style, "cards", "must say " + demand);
  add_fact(out, style, "test", win_text(s));
  if (s.shape) {
    const bool hex = in && in->ruleset->grid.topology().hex;
    std::vector<Orientation> ways = s.shape->orientations(
        in && s.script_kind == ScriptKind::card ? in->ruleset->rules.symmetry : Symmetry::all, hex);
    out.push_back("\n" + std::to_string(s.shape->size()) + " stones, " + std::to_string(ways.size()) +
                  (ways.size() == 1 ? " way" : " ways") +
                  (s.script_kind == ScriptKind::win ? " they may stand:\n" : " to lay them:\n"));
    for (const std::string& line : diagram_lines(style, ways, page_width(style) - 2, hex)) out.push_back("  " + line);
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

std::vector<std::string> preset_page(const Style& style, const Preset& preset) {
  std::vector<std::string> out{painted(style, Paint::heading, printable(preset.title)) +
                               painted(style, Paint::faint, "  preset " + preset.id)};
  add(out, wrapped(preset.text, page_width(style)));
  out.emplace_back();
  add_fact(out, style, "file", preset.file);
  add_fact(out, style, "source", preset.source);
  out.emplace_back("\nRules that it means:");
  for (const auto& [name, value] : preset.rules) {
    out.push_back("  " + painted(style, Paint::strong, "rules." + name) + ": " +
                  painted(style, Paint::good, printable(value.text)));
    add(out, wrapped(find_rule_field(name)->text, page_width(style), "      "));
  }
  out.push_back("\nIn a game: rules: { preset: " + preset.id + " }, or --set rules.preset=" + preset.id);
  return out;
}

// --- JSON

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
  if (s.script_kind == ScriptKind::turn) j["cards"] = s.cards;
  if (s.script_kind == ScriptKind::win) j["line"] = s.line, j["region"] = s.region, j["test"] = win_text(s);
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

nlohmann::json preset_json(const Preset& p) {
  nlohmann::json j{{"kind", "preset"}, {"id", p.id},         {"title", p.title},
                   {"text", p.text},   {"source", p.source}, {"file", p.file}};
  j["rules"] = nlohmann::json::object();
  for (const auto& [name, value] : p.rules) j["rules"][name] = value.text;
  return j;
}

}  // namespace gofuda::tools
