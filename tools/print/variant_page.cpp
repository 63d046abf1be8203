// The page of a game: its board, how it goes, what wins it, and its rules with where each comes from.
#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/notation/board_text.hpp"
#include "scripting/yaml.hpp"
#include "tools/print/page_parts.hpp"
#include "tools/print/pages.hpp"
#include "tools/print/result.hpp"

namespace gofuda::tools {

namespace {

std::shared_ptr<const YamlFile> read_layer(const std::string& path, Library* library) {
  Diagnostics ignored;
  if (library) return library->variant_file(path, ignored);
  auto text = read_text_file(path, ignored);
  auto yaml = text ? parse_yaml(Library::display(path), *text, ignored) : std::nullopt;
  return yaml ? std::make_shared<const YamlFile>(std::move(*yaml)) : nullptr;
}

// What the variant's own file and those it extends say under a key, the farthest ancestor first.
template <class F>
void each_layer(const Variant& variant, Library* library, const char* key, F&& f) {
  for (const std::string& path : variant.files) {
    if (std::filesystem::path(path).extension() != ".yaml") continue;
    const auto yaml = read_layer(path, library);
    const YamlNode* node = yaml && yaml->root.find("variant") ? yaml->root.find(key) : nullptr;
    if (node) f(*yaml, *node);
  }
}

std::string origin_of(const Variant& variant, std::string_view rule) {
  auto it = variant.rule_origins.find(std::string(rule));
  return it == variant.rule_origins.end() ? "default" : it->second;
}

std::string rule_values(const Style& style, const RuleField& f, const std::string& chosen) {
  if (f.values.empty()) return painted(style, Paint::good, chosen);
  std::vector<std::string> words;
  for (std::string_view v : f.values)
    words.push_back(v == chosen ? painted(style, Paint::good, std::string(v) + "*") : std::string(v));
  return joined(words, ", ");
}

// The handicaps that this board knows.
std::vector<std::string> handicaps(const Variant& v, Library* library = nullptr) {
  std::vector<std::string> out;
  each_layer(v, library, "handicap_points", [&](const YamlFile&, const YamlNode& sizes) {
    out.clear();
    if (const YamlNode* board = sizes.find(size_text(v.ruleset->grid)))
      for (const auto& [n, points] : board->fields) out.push_back(n.text);
  });
  return out;
}

std::string board_fact(const Grid& grid) {
  std::string out = size_text(grid);
  if (grid.area() != grid.width() * grid.height()) out += ", " + std::to_string(grid.area()) + " points";
  if (!grid.regions().empty()) out += ", " + counted(static_cast<std::int64_t>(grid.regions().size()), "region");
  if (!grid.topology().plain()) out += ", " + topology_text(grid);
  return out;
}

// What the turn says of itself, without the pass where there is none.
std::string turn_text(const Variant& v) {
  std::string text = v.turn->text;
  if (std::size_t pass = text.find(", or pass");
      v.turn->plain && v.ruleset->rules.passes_to_end == 0 && pass != std::string::npos)
    text.erase(pass, 9);
  return text;
}

std::string turn_fact(const Variant& v) { return v.turn_id + (v.turn ? ": " + turn_text(v) : ""); }

std::string deal_text(const Ruleset& rules) {
  if (rules.deal == 0) return "";
  std::string n = rules.deal == Ruleset::kDealAll ? "all cards" : counted(rules.deal, "card");
  return n + " to each side" + (rules.deal_open ? ", open" : "");
}

std::string passes_text(const Rules& rules) {
  if (rules.passes_to_end == 0) return "not possible";
  std::string end = rules.passes_to_end == 1 ? "a pass ends the game"
                                             : std::to_string(rules.passes_to_end) + " in a row end the game";
  return end + (rules.dead_stones == DeadStones::agreed ? "; both sides then say which stones are dead" : "");
}

// What has been set of the deck.
std::string copies_text(const Variant& v) {
  std::string out;
  for (const auto& [card, copies] : v.copies) out += "; " + std::to_string(copies) + " " + card;
  return out;
}

nlohmann::json copies_json(const Variant& v) {
  nlohmann::json out = nlohmann::json::object();
  for (const auto& [card, copies] : v.copies) out[card] = copies;
  return out;
}

void add_facts(std::vector<std::string>& out, const Style& style, const Variant& v) {
  const Ruleset& rules = *v.ruleset;
  add_fact(out, style, "file", v.file);
  add_fact(out, style, "source", v.source);
  add_fact(out, style, "board", board_fact(rules.grid));
  add_fact(out, style, "turn", turn_fact(v));
  if (v.turn)
    for (const std::string& demand : turn_demands(*v.turn)) add_fact(out, style, "", "every card says " + demand);
  if (!v.deck_id.empty())
    add_fact(out, style, "deck",
             v.deck_id + (v.common_deck ? ", common to both" : ", one for each side") + copies_text(v));
  add_fact(out, style, "deal", deal_text(rules));
  add_fact(out, style, "begins",
           rules.first_by_chance        ? "drawn by lot"
           : rules.first == Seat::black ? "Black"
                                        : "White");
  add_fact(out, style, "colours", v.nigiri ? "drawn" : "chosen");
  if (auto known = handicaps(v); !known.empty() || v.handicap > 0)
    add_fact(out, style, "handicap",
             std::to_string(v.handicap) +
                 (known.empty() ? "" : "; on this board also --set handicap=" + listed(known, "or")));
  if (rules.rules.stones > 0) add_fact(out, style, "stones", std::to_string(rules.rules.stones) + " for each side");
  add_fact(out, style, "passes", passes_text(rules.rules));
  add_fact(out, style, "preset", v.preset);
}

// The board at the start; once for each stone that the opening rule keeps off some points, if there is such a rule.
void add_drawings(std::vector<std::string>& out, const Style& style, const Ruleset& rules) {
  Board board(rules.grid);
  for (const Stone& s : rules.setup) board.set(s.point, s.colour);
  const char* letters = rules.grid.regions().empty() ? "" : " (small letters: the regions)";
  auto draw = [&](const std::string& head, const PointSet& closed) {
    out.push_back("\n" + head + letters + ":");
    for (const std::string& line : board_lines(style, rules.grid, board, {}, closed)) out.push_back("  " + line);
  };
  for (const Opening& o : rules.openings)
    draw(
        "Where stone " + std::to_string(o.stones + 1) + " of the game may not stand, marked " + closed_sign(rules.grid),
        o.closed);
  bool plain = rules.grid.regions().empty() && rules.setup.empty() && rules.grid.topology().plain() &&
               rules.grid.area() == rules.grid.width() * rules.grid.height();
  if (rules.openings.empty() && !plain) draw("The board", {});
}

void add_wins(std::vector<std::string>& out, const Style& style, const Variant& v) {
  if (v.wins.empty()) return;
  out.emplace_back("\nWhoever has one of these has won:");
  for (const auto& w : v.wins) {
    out.push_back("  " + painted(style, Paint::strong, w->id) + ": " + printable(w->name));
    add(out, wrapped(w->text, page_width(style), "      "));
  }
}

void add_rule(std::vector<std::string>& out, const Style& style, const Variant& v, const RuleField& f) {
  out.push_back("  " + painted(style, Paint::strong, "rules." + std::string(f.name)) + ": " +
                rule_values(style, f, f.get(v.ruleset->rules)) +
                painted(style, Paint::faint, "   [" + origin_of(v, f.name) + "]"));
  add(out, wrapped(f.text, page_width(style), "      "));
}

}  // namespace

std::vector<std::string> goal_page(const Style& style, const Variant& v) {
  const Rules& rules = v.ruleset->rules;
  std::vector<std::string> out;
  for (const auto& win : v.wins) add(out, script_page(style, *win, &v));
  const bool counted = rules.exhausted == Exhausted::score || rules.passes_to_end > 0;
  std::vector<std::string_view> deciding{"passes_to_end", "exhausted"};
  if (counted) deciding.insert(deciding.end(), {"scoring", "tax", "komi", "dead_stones"});
  if (v.wins.size() > 1) deciding.push_back("both_win");
  if (!out.empty()) out.emplace_back();
  out.push_back(std::string(v.wins.empty() ? "At the end" : "Where nobody does that,") +
                (counted ? " the board is counted, and who has more wins." : " the game is a draw."));
  add_fact(out, style, "passes", passes_text(rules));
  for (const RuleField& f : rule_fields())
    if (std::find(deciding.begin(), deciding.end(), f.name) != deciding.end()) add_rule(out, style, v, f);
  return out;
}

std::vector<std::string> turn_page(const Style& style, const Variant& v) {
  std::vector<std::string> out;
  if (v.turn) {
    Script turn = *v.turn;
    turn.text = turn_text(v);
    out = script_page(style, turn, &v);
    out.emplace_back();
  }
  add_fact(out, style, "passes", passes_text(v.ruleset->rules));
  for (const Opening& o : v.ruleset->openings)
    add_fact(out, style, "opening",
             "stone " + std::to_string(o.stones + 1) + " of the game not on " + to_string(o.closed));
  if (!v.ruleset->openings.empty()) out.push_back("A cross on the board is a point that this closes to the stone.");
  return out;
}

std::vector<std::string> variant_page(const Style& style, const Variant& v) {
  const Ruleset& rules = *v.ruleset;
  std::vector<std::string> out{painted(style, Paint::heading, printable(v.title)) +
                               painted(style, Paint::faint, "  variant " + v.id)};
  add(out, wrapped(v.text, page_width(style)));
  out.emplace_back();
  add_facts(out, style, v);
  add_wins(out, style, v);
  add_drawings(out, style, rules);
  out.emplace_back("\nRules (*: in this game):");
  for (const RuleField& f : rule_fields()) add_rule(out, style, v, f);
  if (!v.options.empty()) out.emplace_back("\nOptions (*: in this game):");
  for (const auto& [id, options] : v.options)
    for (const auto& [name, chosen] : options)
      add_option(out, style, id + "." + name, *chosen.option, chosen.value, chosen.origin);
  out.push_back("\nOther choices: --set KEY=VALUE, such as --set rules.komi=5.5");
  return out;
}

// --- JSON

nlohmann::json variant_json(const Variant& v, Library* library) {
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
      {"copies", copies_json(v)},
      {"common_deck", v.common_deck},
      {"nigiri", v.nigiri},
      {"first", rules.first_by_chance ? "chance" : seat_name(rules.first)},
      {"preset", v.preset},
      {"handicap", v.handicap},
      {"handicaps", handicaps(v, library)},
      {"deal", rules.deal},
      {"deal_open", rules.deal_open},
      {"wins", nlohmann::json::array()},
      {"opening", nlohmann::json::array()},
      {"board", {{"columns", rules.grid.width()}, {"rows", rules.grid.height()}, {"points", rules.grid.area()}}}};
  if (rules.deal == Ruleset::kDealAll) j["deal"] = "all";
  for (const auto& w : v.wins) j["wins"].push_back({{"id", w->id}, {"name", w->name}, {"text", w->text}});
  for (const Opening& o : rules.openings)
    j["opening"].push_back({{"stone", o.stones + 1}, {"closed", points_json(o.closed)}});
  for (const Region& r : rules.grid.regions()) j["board"]["regions"][r.name] = points_json(r.points);
  put_topology(j["board"], rules.grid.topology());
  if (v.turn) j["turn_cards"] = v.turn->cards;
  for (const RuleField& f : rule_fields()) {
    nlohmann::json& r = j["rules"][std::string(f.name)];
    r = {{"value", f.get(rules.rules)}, {"text", f.text}, {"from", origin_of(v, f.name)}};
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
