#include "tools/cli/schema_parts.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <nlohmann/json.hpp>

#include "core/rules.hpp"
#include "core/win.hpp"
#include "scripting/library.hpp"

namespace gofuda::tools {

namespace {

const std::string kPoint = "[A-HJ-Za-hj-z]([1-9]|1[0-9]|2[0-5])";
constexpr const char* kOptionPattern = "^[a-z0-9-]+\\.[A-Za-z0-9_]+$";

// The largest number of these that the rule takes, in steps of one from 0.
int furthest(const RuleField& field, const char* sign) {
  Rules rules;
  int n = 0;
  while (n < 9999 && field.set(rules, sign + std::to_string(n + 1))) ++n;
  return n;
}

Json number_rule(const RuleField& field) {
  Rules rules;
  const bool fractions = field.set(rules, "0.001");
  const int least = -furthest(field, "-"), most = furthest(field, "");
  Json part{{"type", {"number", "string"}}, {"minimum", least}, {"maximum", most}};
  if (!fractions) part["multipleOf"] = 1.0;
  const std::string digits = "(0|[1-9][0-9]{0,3})";
  return with_pattern(std::move(part), (least < 0 ? "^-?" : "^") + digits + (fractions ? "(\\.[0-9]{1,3})?$" : "$"),
                      "a number from " + std::to_string(least) + " to " + std::to_string(most) +
                          (fractions ? ", with at most three decimals" : ", whole"));
}

// The library's own options with their values; a name that no such card has is refused, for cards of other names any.
Json option_parts(const std::vector<KnownOption>& options, Json (*value)(Json part)) {
  std::map<std::string, std::string> of;  // the names of a card's options, as a pattern has them
  Json known = Json::object(), refused = Json::object();
  for (const KnownOption& o : options) {
    const std::string owner = o.key.substr(0, o.key.find('.'));
    Json part = described(owner == "turn" ? scalar() : one_of(o.values), o.text);
    if (owner == "turn")
      part["examples"] = o.values;  // a turn protocol of one's own may have others
    else
      of[owner] += (of[owner].empty() ? "" : "|") + o.key.substr(owner.size() + 1);
    known[o.key] = value(std::move(part));
  }
  for (const auto& [owner, own] : of) refused["^" + owner + "\\.(?!(" + own + ")$)"] = false;
  return {{"properties", known}, {"patternProperties", refused}};
}

std::vector<KnownOption> options_of(Library& library) {
  std::vector<KnownOption> out;
  std::map<std::string, std::size_t> at;
  Diagnostics ignored;
  for (FileKind kind : {FileKind::card, FileKind::turn, FileKind::win})
    for (const std::string& id : library.names(kind)) {
      const auto script = library.script(kind, id, {}, ignored);
      if (!script) continue;
      for (const ScriptOption& o : script->options) {
        const std::string key = (kind == FileKind::turn ? "turn" : id) + "." + o.name;
        const auto [place, fresh] = at.emplace(key, out.size());
        if (fresh) out.push_back({key, o.text, {}});
        auto& values = out[place->second].values;
        for (const std::string& v : o.values)
          if (std::find(values.begin(), values.end(), v) == values.end()) values.push_back(v);
      }
    }
  std::sort(out.begin(), out.end(), [](const KnownOption& a, const KnownOption& b) { return a.key < b.key; });
  return out;
}

}  // namespace

Json same(Json part) { return part; }

Known known_in(Library& library) {
  return {options_of(library),
          library.names(FileKind::card),
          library.names(FileKind::deck),
          library.names(FileKind::variant),
          library.names(FileKind::turn),
          library.names(FileKind::win),
          library.names(FileKind::preset)};
}

Json described(Json part, std::string_view text) {
  part["description"] = text;
  return part;
}

Json with_pattern(Json part, std::string pattern, std::string message) {
  part["pattern"] = std::move(pattern);
  part["patternErrorMessage"] = std::move(message);
  return part;
}

Json scalar() { return {{"type", {"string", "number", "boolean"}}}; }

Json name(const std::vector<std::string>& known) {
  Json part = with_pattern({{"type", {"string", "integer"}}, {"minimum", 0}}, kNamePattern,
                           "a name: " + std::string(kLibraryNameRule) + ", without folder and ending");
  if (!known.empty()) part["examples"] = known;
  return part;
}

Json names(const std::vector<std::string>& known) {
  Json part = name(known), item = name(known);
  part["type"] = {"string", "integer", "array", "null"};
  part["items"] = item;
  part["uniqueItems"] = true;
  return part;
}

Json whole(std::int64_t least, std::int64_t most) {
  return {{"type", "integer"}, {"minimum", least}, {"maximum", most}};
}

Json one_of(const std::vector<std::string>& values) {
  Json list = Json::array();
  for (const std::string& v : values) {
    list.push_back(v);
    std::int64_t n = 0;
    const auto [end, error] = std::from_chars(v.data(), v.data() + v.size(), n);
    if (v == "true" || v == "false")
      list.push_back(v == "true");
    else if (!v.empty() && error == std::errc() && end == v.data() + v.size())
      list.push_back(n);
  }
  return {{"enum", list}};
}

Json board_size() {
  return with_pattern({{"type", {"string", "integer"}}, {"minimum", 1}, {"maximum", 25}}, kSizePattern,
                      "columns x rows, from 1x1 to 25x25, such as 13x13");
}

Json board_wrap() { return one_of({"none", "columns", "rows", "both"}); }
Json board_neighbours() { return one_of({"square", "hex"}); }

Json points() {
  const std::string once = "(?!.*\\b([A-Za-z][0-9]+)\\b.*\\b\\1\\b)";
  const std::string pattern = "^" + once + "\\s*(" + kPoint + "(\\s+" + kPoint + ")*)?\\s*$",
                    message =
                        "points such as D4 E5, each once: columns are A to Z without I, rows count from the bottom";
  Json part{{"type", {"string", "array", "null"}}, {"items", with_pattern({{"type", "string"}}, pattern, message)}};
  part["uniqueItems"] = true;
  return with_pattern(std::move(part), pattern, message);
}

Json stones() {
  const std::string pattern = "^[XO.#\\s]*$",
                    message = "a picture is drawn with X (Black), O (White), '.' and '#', rows from the top";
  Json properties = Json::object();
  for (const char* corner : {"bottom-left", "bottom-right", "top-left", "top-right"})
    properties[corner] = described(with_pattern({{"type", "string"}}, pattern, message),
                                   "A picture of this corner: X is Black, O is White");
  for (const char* colour : {"black", "white"}) properties[colour] = described(points(), "Where stones stand");
  Json part = closed_map(properties);
  part["type"] = {"object", "string", "null"};
  return with_pattern(std::move(part), pattern, message);
}

Json rows(std::string_view letters, const std::string& message) {
  const std::string pattern = "^( *[" + std::string(letters) + "]){1,25} *$";
  Json row = with_pattern({{"type", {"string", "boolean"}}}, pattern, message);  // some rows of letters are words
  Json part = row;
  part["type"] = {"string", "boolean", "array"};
  part["items"] = row;
  part["minItems"] = 1;
  part["maxItems"] = 25;
  return part;
}

Json rule(std::string_view rule_name) {
  const RuleField& field = *find_rule_field(rule_name);
  if (field.values.empty()) return described(number_rule(field), field.text);
  return described(one_of(std::vector<std::string>(field.values.begin(), field.values.end())), field.text);
}

Json closed_map(Json properties) {
  return {{"type", "object"}, {"additionalProperties", false}, {"properties", std::move(properties)}};
}

Json deal_count() {
  return with_pattern({{"type", {"integer", "string"}}, {"minimum", 0}, {"maximum", 999}}, "^(all|[0-9]{1,3})$",
                      "a number of cards from 0 to 999, or all");
}

Json handicap() {
  return with_pattern({{"type", {"integer", "string"}}, {"minimum", 0}, {"maximum", 625}}, "^(0|[1-9][0-9]{0,2})$",
                      "a number of stones");
}

Json options(const Known& known) {
  Json part{{"type", "object"},
            {"description", "House rules: card.option or turn.option, and the value chosen"},
            {"maxProperties", kMostSettings},
            {"additionalProperties", false}};
  part.update(option_parts(known.options, same));
  part["patternProperties"][kOptionPattern] = scalar();
  return part;
}

Json settings(const Known& known, Json (*value)(Json part)) {
  Json part{{"type", "object"},
            {"description", "House rules: rules.NAME, card.option or turn.option, board.size and so on, and the value"},
            {"maxProperties", kMostSettings},
            {"additionalProperties", false}};
  part.update(option_parts(known.options, value));
  Json& keys = part["properties"];
  keys["rules." + std::string(kPresetKey)] = value(name(known.presets));
  std::string rule_names(kPresetKey);
  for (const RuleField& f : rule_fields()) {
    keys["rules." + std::string(f.name)] = value(rule(f.name));
    rule_names += "|" + std::string(f.name);
  }
  keys["board.size"] = value(board_size());
  keys["board.wrap"] = value(board_wrap());
  keys["board.neighbours"] = value(board_neighbours());
  for (const char* key : {"deck", "common_deck"}) keys[key] = value(name(known.decks));
  keys["turn"] = value(name(known.turns));
  keys["first"] = value(one_of({"black", "white", "chance"}));
  keys["win"] =
      value(with_pattern(scalar(), "^\\s*([a-z0-9-]+,?(\\s+[a-z0-9-]+,?)*)?\\s*$", "names of win conditions"));
  keys["deal"] = value(deal_count());
  keys["handicap"] = value(handicap());
  part["patternProperties"]["^rules\\.(?!(" + rule_names + ")$)"] = false;
  part["patternProperties"]["^deck\\.[a-z0-9-]+$"] = value(scalar());
  part["patternProperties"][kOptionPattern] = value(scalar());
  return part;
}

Json document(const char* title, std::vector<std::string> required, Json properties) {
  return {{"$schema", kDialect},
          {"title", title},
          {"type", "object"},
          {"additionalProperties", false},
          {"required", std::move(required)},
          {"properties", std::move(properties)}};
}

}  // namespace gofuda::tools
