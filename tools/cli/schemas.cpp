#include "tools/cli/schemas.hpp"

#include <nlohmann/json.hpp>

#include "core/cards.hpp"
#include "core/notation/saved_game.hpp"
#include "core/rules.hpp"
#include "core/win.hpp"
#include "scripting/variant.hpp"
#include "tools/cli/schema_parts.hpp"
#include "tools/lab/plans/plan_args.hpp"
#include "tools/lab/plans/tune_plan.hpp"
#include "tools/lab/store/store.hpp"
#include "tools/players/player.hpp"

namespace gofuda::tools {

namespace {

Json texts(std::initializer_list<const char*> keys) {
  Json out = Json::object();
  for (const char* key : keys) out[key] = scalar();
  return out;
}

Json board() {
  Json drawing = described(rows(".#A-Za-z", "1 to 25 points: '.' a point, '#' none, a letter a point of that region"),
                           "Rows, top first: '.' a point, '#' no point, a letter a point of that region");
  drawing["contains"] = {{"not", {{"type", "string"}, {"pattern", "^[# ]*$"}}}};
  Json part =
      closed_map({{"size", described(board_size(), "Columns x rows, from 1x1 to 25x25")},
                  {"points", drawing},
                  {"regions", described(one_of({"any", "connected"}), "connected: each region hangs together")},
                  {"region_size",
                   described(with_pattern({{"type", {"integer", "string"}}, {"minimum", 0}}, "^[0-9]+$", "a number"),
                             "How many points each region has")},
                  {"wrap", described(board_wrap(),
                                     "columns: the last column is beside the first one, as on a cylinder; rows: the "
                                     "last row is; both: a torus")},
                  {"neighbours", described(board_neighbours(),
                                           "hex: a point has six neighbours; each row lies half a point to the right "
                                           "of the one above it")}});
  part["dependencies"]["size"] = {{"properties", {{"points", false}, {"regions", false}, {"region_size", false}}}};
  return part;
}

Json rules() {
  Json properties = Json::object();
  for (const RuleField& f : rule_fields()) properties[std::string(f.name)] = rule(f.name);
  return closed_map(properties);
}

Json opening() {
  Json drawing = rows("X.#", "X for closed points, '.' and '#'");
  drawing["contains"] = {{"type", "string"}, {"pattern", "[.]"}};  // a point that is open
  return {{"type", {"object", "null"}},
          {"propertyNames", {{"pattern", "^[1-9][0-9]{0,2}$"}}},
          {"additionalProperties", drawing},
          {"description",
           "By the number of a stone: where it may not stand, drawn like the board with X for closed points"}};
}

Json handicap_points() {
  const Json lists{
      {"type", "object"}, {"propertyNames", {{"pattern", "^[1-9][0-9]{0,2}$"}}}, {"additionalProperties", points()}};
  std::string size = kSizePattern;
  size.erase(size.size() - 2, 1);  // both sides must be written
  return {{"type", {"object", "null"}},
          {"propertyNames", {{"pattern", size}}},
          {"additionalProperties", lists},
          {"description", "By board size and number of stones: { 9x9: { 2: C7 G3 } }"}};
}

Json deal() {
  Json part = closed_map({{"cards", described(deal_count(), "Cards each side holds at the start, or all")},
                          {"open", described(one_of({"yes", "no", "true", "false"}), "Whether they lie open")}});
  part["required"] = {"cards"};
  return part;
}

// A player, as `--black` takes it.
Json player() {
  std::string pattern;
  Json examples = Json::array();
  for (const PlayerKind& kind : player_kinds()) {
    std::string options;
    for (const PlayerOption& o : kind.options)
      options += (options.empty() ? "" : "|") + std::string(o.name) + (o.file ? "=[^,]+" : "=[0-9]+");
    pattern += (pattern.empty() ? "^(" : "|") + std::string(kind.name);
    if (!options.empty()) pattern += "(:((" + options + "),?)*)?";
    examples.push_back(kind.name);
  }
  Json part = with_pattern({{"type", "string"}}, pattern + "):?$", "a player, such as random or mcts:playouts=2000");
  part["examples"] = examples;
  return part;
}

Json one_or_more(Json part) {
  Json list{{"type", "array"}, {"items", part}, {"minItems", 1}, {"uniqueItems", true}};
  return {{"anyOf", {std::move(part), std::move(list)}}};
}

}  // namespace

std::string variant_schema(const Known& known) {
  Json properties{{"variant", described(name({}), "The game's name, the same as the file's")}};
  properties.update(texts({"title", "source", "text"}));
  properties["extends"] = described(name(known.variants), "Another game; only the differences stand here");
  properties["board"] = board();
  properties["turn"] = described(name(known.turns), "A turn protocol");
  properties["deck"] = described(name(known.decks), "One for each player");
  properties["common_deck"] = described(name(known.decks), "One for both players");
  properties["first"] = described(one_of({"black", "white", "chance"}), "Who begins");
  properties["win"] = described(names(known.wins), "Conditions that end the game");
  properties["win"]["maxItems"] = WinTable::kMost;
  Json changeable{{"type", {"string", "array", "null"}}, {"uniqueItems", true}};
  for (std::string_view rule : changeable_rules()) changeable["enum_"].push_back(rule);
  changeable["items"] = {{"enum", changeable["enum_"]}};
  changeable.erase("enum_");
  properties["changeable"] = described(changeable, "Rules that cards on the table may change");
  properties["opening"] = opening();
  properties["setup"] = described(stones(), "Stones on the board at the start");
  properties["handicap"] = described(handicap(), "How many of the handicap_points Black begins with");
  properties["handicap_points"] = handicap_points();
  properties["deal"] = deal();
  properties["colours"] = described(one_of({"chosen", "nigiri"}), "nigiri: the colours are drawn by lot");
  properties["rules"] = rules();
  properties["rules"]["properties"][std::string(kPresetKey)] =
      described(name(known.presets), "Rules of Go by name; the keys beside it say what is otherwise");
  properties["options"] = options(known);
  Json s = document("A game", {"variant"}, properties);
  s["dependencies"]["deck"] = {{"properties", {{"common_deck", false}}}};
  const Json drawn{{"anyOf", {{{"required", {"size"}}}, {{"required", {"points"}}}}}};
  s["if"] = {{"not", {{"required", {"extends"}}}}};
  s["then"] = {{"required", {"board", "turn"}}, {"properties", {{"board", drawn}}}};
  return s.dump(2) + "\n";
}

std::string deck_schema(const Known& known) {
  Json properties{{"deck", described(name({}), "The deck's name, the same as the file's")}};
  properties.update(texts({"title", "source", "text"}));
  Json cards = Json::object();
  for (const std::string& card : known.cards) cards[card] = {{"$ref", "#/definitions/copies"}};
  properties["cards"] = {{"type", "object"},
                         {"description", "Card names and how many copies"},
                         {"propertyNames", {{"pattern", kNamePattern}}},
                         {"maxProperties", kMostCards / 2},
                         {"properties", cards},
                         {"additionalProperties", {{"$ref", "#/definitions/copies"}}},
                         {"not", {{"additionalProperties", {{"const", 0}}}}}};  // a card at all
  properties["counts"] = {{"type", "object"},
                          {"description", "What the deck promises: total, and by kind; checked"},
                          {"maxProperties", kMostCards / 2},
                          {"additionalProperties", whole(0, 100000)}};
  const Json tally_name{{"pattern", "^(?!null$)[A-Za-z_][A-Za-z0-9_]{0,63}$"}};
  properties["tokens"] = {
      {"type", "object"},
      {"description", "Tokens that the cards deal in, and how many each side begins with: { coin: 5 }"},
      {"propertyNames", tally_name},
      {"maxProperties", TallyNames::kMost},
      {"additionalProperties", whole(0, Tally::kMostTokens)}};
  Json mark = scalar();
  mark["pattern"] = tally_name["pattern"];
  properties["marks"] = {{"type", {"array", "string"}},
                         {"description", "Marks that the cards put on points"},
                         {"items", mark},
                         {"pattern", tally_name["pattern"]}};
  properties["options"] = options(known);
  Json s = document("A deck", {"deck", "cards"}, properties);
  s["definitions"]["copies"] = whole(0, 1000);
  return s.dump(2) + "\n";
}

std::string preset_schema() {
  Json properties{{"preset", described(name({}), "The preset's name, the same as the file's")}};
  properties.update(texts({"title", "source", "text"}));
  properties["rules"] = rules();
  return document("Rules of stones by name", {"preset", "source", "rules"}, properties).dump(2) + "\n";
}

namespace {

Json without(std::initializer_list<const char*> keys) {
  Json refused = Json::object();
  for (const char* key : keys) refused[key] = false;
  return {{"properties", refused}};
}

// What plans of sweeps and of what is tuned have in common.
Json plan_properties(const Known& known) {
  const auto varied = [](Json part, const char* text) { return described(one_or_more(std::move(part)), text); };
  const Json pair{{"type", "array"}, {"items", player()}, {"minItems", 2}, {"maxItems", 2}};
  Json properties;
  properties["variant"] = varied(name(known.variants), "The game, or several");
  properties["set"] = settings(known, one_or_more);
  properties["black"] = varied(player(), "Who plays Black");
  properties["white"] = varied(player(), "Who plays White");
  properties["players"] = {{"type", "array"},     {"items", player()},
                           {"minItems", 2},       {"maxItems", 100},
                           {"uniqueItems", true}, {"description", "Each against each, instead of black and white"}};
  properties["colours"] =
      described(one_of({"both", "fixed"}), "With players: each pair with either colour, or who comes first is Black");
  properties["pairs"] = {{"type", "array"},
                         {"items", pair},
                         {"minItems", 1},
                         {"uniqueItems", true},
                         {"maxItems", lab::kMostCells},
                         {"description", "Who is Black and who is White: [[random, greedy]]"}};
  properties["games"] = described(whole(1, kMostGames), "Of each cell");
  properties["seed"] = whole(0, static_cast<std::int64_t>(kMostSeed));
  properties["max_turns"] = described(whole(1, kMostTurns), "A game that goes on longer is given up");
  return properties;
}

Json aims() {
  Json properties = Json::object();
  for (const lab::AimKind& k : lab::aim_kinds())
    properties[k.name] =
        described({{"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", 2}, {"maxItems", 2}}, k.text);
  Json part = closed_map(properties);
  part["type"] = "object", part["minProperties"] = 1;
  return part;
}

Json sweep_part(Json properties) {
  properties["sweep"] = described(scalar(), "What is asked, as a title");
  properties["paired"] = {{"type", "boolean"}, {"description", "Whether the cells of a row play on the same seeds"}};
  properties["compare"] = described(scalar(), "With paired: what the cells of a row differ in");
  properties["keep"] = described(one_of({"all", "summary"}), "A row for each game and card, or sums alone");
  Json s{{"additionalProperties", false}, {"required", {"sweep", "variant", "games", "paired"}}};
  s["properties"] = std::move(properties);
  s["dependencies"]["compare"] = {{"properties", {{"paired", {{"const", true}}}}}};
  return s;
}

Json tune_part(Json properties) {
  properties["tune"] = described(scalar(), "What is looked for, as a title");
  properties["aims"] = described(aims(), "What the game is to be like: { begins: [48, 52] }");
  properties["confirm"] = described(whole(2, kMostGames), "Fresh games of what is recommended");
  properties["deals"] = described(whole(2, kMostGames), "Deals for the worth of each card, with the aim card");
  properties["games"] = described(whole(1, kMostGames), "Of each set of rules, at most");
  return {{"additionalProperties", false},
          {"required", {"tune", "variant", "games", "aims"}},
          {"properties", std::move(properties)}};
}

}  // namespace

std::string plan_schema(const Known& known) {
  Json s{{"$schema", kDialect}, {"title", "A plan of a sweep, or of what is tuned"}, {"type", "object"}};
  s["definitions"] = plan_properties(known);
  Json both = Json::object();
  for (const auto& part : s["definitions"].items()) both[part.key()] = {{"$ref", "#/definitions/" + part.key()}};
  s["if"] = {{"required", {"tune"}}};
  s["then"] = tune_part(both), s["else"] = sweep_part(both);
  s["dependencies"] = {{"players", without({"pairs", "black", "white"})},
                       {"pairs", without({"black", "white"})},
                       {"colours", {"players"}}};
  return s.dump(2) + "\n";
}

}  // namespace gofuda::tools
