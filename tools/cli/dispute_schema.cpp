#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/notation/saved_game.hpp"
#include "core/question.hpp"
#include "core/verdict.hpp"
#include "scripting/dispute.hpp"
#include "scripting/expectation.hpp"
#include "tools/cli/schema_parts.hpp"
#include "tools/lab/plans/plan_args.hpp"

namespace gofuda::tools {

namespace {

Json reasons() {
  std::vector<std::string> codes;
  for (const ReasonText& r : kReasons)
    if (r.reason != Reason::legal) codes.emplace_back(r.code);
  codes.emplace_back(kNotAsked);
  return one_of(codes);
}

Json play() {
  return with_pattern(scalar(), "^[^()]*(\\([^()]*\\)[^()]*)*$",
                      "a card, then a bracket for each question: leap (D4) (E5); or a point, or pass");
}

// { black: ..., white: ... }, with all owners of cards `common`, too.
Json by_side(const Json& part, bool with_common = false) {
  Json properties{{"black", part}, {"white", part}};
  if (with_common) properties["common"] = part;
  return closed_map(properties);
}

Json pile() {
  Json part = names({});
  part["uniqueItems"] = false;
  return part;
}

Json from() {
  Json out = closed_map({{"sgf", with_pattern(scalar(), "\\.[sS][gG][fF]$", "the name of a record: opening.sgf")},
                         {"move", {{"type", "integer"}, {"minimum", 0}}},
                         {"game", {{"type", "integer"}, {"minimum", 1}}},
                         {"variation", scalar()}});
  out["required"] = {"sgf"};
  return described(out, "The position of a record beside the dispute, instead of a board");
}

Json asked() {
  std::vector<std::string> kinds;
  for (const QuestionKind k : kAskedKinds) kinds.emplace_back(question_kind_name(k));
  Json part = by_side(one_of(kinds));
  part["minProperties"] = part["maxProperties"] = 1;
  return part;
}

Json seen() {
  std::string zones;
  for (int z = 0; z < kZones; ++z) zones += std::string(zone_name(static_cast<Zone>(z))) + "|";
  const Json list{{"type", {"string", "number", "array", "null"}}, {"items", scalar()}};
  Json piles{{"type", "object"}, {"additionalProperties", false}};
  zones.pop_back();
  piles["patternProperties"]["^((black|white|common)\\.(" + zones + ")|(black|white)\\.(notes|effects))$"] = list;
  return by_side(piles);
}

// Under `legal` or `refused`: a map, or a list of maps.
Json lines(bool legal) {
  Json part = by_side(play());
  part["properties"]["chance"] = play();
  if (!legal) part["properties"]["because"] = reasons();
  part["anyOf"] = {{{"required", {"black"}}}, {{"required", {"white"}}}, {{"required", {"chance"}}}};
  Json item = part;
  item["type"] = {"object", "array"};
  item["minItems"] = 1;
  item["items"] = part;
  return {{"type", "array"}, {"maxItems", 250}, {"items", item}};
}

Json options_seen() {
  return {{"type", "object"},
          {"propertyNames", {{"pattern", "^(colours|turn|first|handicap|deal|win|deck|[a-z0-9-]+\\.[A-Za-z0-9_]+)$"}}},
          {"additionalProperties", scalar()}};
}

Json tokens() { return by_side({{"type", "object"}, {"additionalProperties", whole(0, Tally::kMostTokens)}}); }

Json marks() { return {{"type", "object"}, {"additionalProperties", points()}}; }

Json scored() {
  return by_side(
      {{"type", "number"}, {"minimum", -Tally::kMostTokens}, {"maximum", Tally::kMostTokens}, {"multipleOf", 0.5}});
}

Json expectation(std::string_view key) {
  Json count = whole(0, 1000000);
  const auto is = [&](std::initializer_list<std::string_view> keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  if (key == "illegal") return reasons();
  if (is({"at", "black", "white", "empty", "dead", "winning", "walls"})) return points();
  if (key == "tokens") return tokens();
  if (key == "marks") return marks();
  if (key == "scored") return scored();
  if (key == "board") return stones();
  if (key == "captured") return by_side(count);
  if (key == "score") return by_side({{"type", "number"}, {"minimum", -1000000}, {"maximum", 1000000}});
  if (key == "to_move") return one_of({"black", "white"});
  if (key == "asks") return asked();
  if (key == "deck") return by_side(count, true);
  if (is({"discards", "aside", "shown", "hand"})) return by_side(pile(), true);
  if (key == "effects") return by_side({{"type", {"string", "array", "null"}}, {"items", scalar()}});
  if (key == "sees") return seen();
  if (is({"cards", "orientations"})) return {{"type", "object"}, {"additionalProperties", count}};
  if (is({"moves", "neutral"})) return count;
  if (key == "parts")
    return by_side({{"type", "array"}, {"items", {{"type", "integer"}}}, {"minItems", 3}, {"maxItems", 3}});
  if (key == "result")
    return with_pattern({{"type", "string"}}, "^(Draw|Void|[BW]\\+(Win|[0-9]+(\\.[0-9]{1,3})?))$",
                        "a result, such as B+6.5 or Draw");
  if (key == "over") return one_of({"true", "false"});
  if (key == "winner") return one_of({"black", "white", "none"});
  if (key == "won_by") return names({});
  if (key == "size") return board_size();
  if (key == "option") return options_seen();
  if (is({"legal", "refused"})) return lines(key == "legal");
  return Json::object();
}

Json expectations() {
  Json properties = Json::object();
  for (const ExpectKey& k : expect_keys()) properties[std::string(k.name)] = described(expectation(k.name), k.text);
  Json part = closed_map(properties);
  part["if"] = {{"properties", {{"illegal", {{"const", kNotAsked}}}}}, {"required", {"illegal"}}};
  part["then"] = {{"properties", {{"at", false}}}};
  Json counts = Json::array();
  for (const char* key : {"score", "result", "parts", "neutral"}) counts.push_back({{"required", {key}}});
  part["dependencies"] = {{"at", {"illegal"}}, {"dead", {{"anyOf", counts}}}};
  return part;
}

Json effects() {
  const Json n = whole(1, 1000);
  Json line = closed_map({{"black", scalar()},
                          {"white", scalar()},
                          {"turns", n},
                          {"their_turns", n},
                          {"until_turn", n},
                          {"until_captured", points()}});
  line["oneOf"] = {{{"required", {"black"}}}, {{"required", {"white"}}}};
  return described({{"type", "array"}, {"items", line}}, "Cards laid aside that work there, and what ends it");
}

Json plays() {
  Json line = by_side(play());
  line["properties"]["chance"] = play();
  line["minProperties"] = line["maxProperties"] = 1;
  return {{"type", {"array", "null"}}, {"items", line}};
}

}  // namespace

std::string dispute_schema(const Known& known) {
  const Json set{{"$ref", "#/definitions/set"}}, expect{{"$ref", "#/definitions/expect"}},
      piles = by_side(pile(), true);
  Json other = closed_map({{"set", set}, {"expect", expect}, {"play", plays()}, {"because", scalar()}});
  other["required"] = {"set", "expect"};
  Json decks = piles;
  decks["type"] = {"object", "string"};
  Json s =
      document("A dispute or a saved game", {"dispute", "variant"},
               {{"dispute", described(scalar(), "The question")},
                {"rulings", {{"type", {"string", "number", "boolean", "array"}}, {"items", scalar()}}},
                {"ruling", described(scalar(), "The answer, in a sentence")},
                {"reason", scalar()},
                {"source", scalar()},
                {"variant", name(known.variants)},
                {"seed", whole(0, static_cast<std::int64_t>(kMostSeed))},
                {"game", whole(0, 1'000'000'000'000)},
                {"set", set},
                {"board", described(stones(), "The position: a picture, a picture of a corner, or lists of points")},
                {"from", from()},
                {"ko", described(points(), "The point that may not be retaken")},
                {"walls", described(points(), "Points that are walls")},
                {"tokens", described(tokens(), "Where it is not as the rules begin: { black: { coin: 2 } }")},
                {"marks", described(marks(), "{ holy: D4 E5 }")},
                {"scored", described(scored(), "Points for the count so far")},
                {"to_move", one_of({"black", "white"})},
                {"decks", described(with_pattern(decks, "^shuffled$", "shuffled, or { black: [leap] }, top card first"),
                                    "Top card first; or shuffled")},
                {"hands", piles},
                {"aside", piles},
                {"shown", piles},
                {"discards", piles},
                {"effects", effects()},
                {"play", plays()},
                {"expect", expect},
                {"otherwise", {{"type", "array"}, {"items", other}, {"maxItems", kMostReadings - 1}}}});
  s["properties"]["ko"]["type"] = "string";
  s["definitions"] = {{"set", settings(known, same)}, {"expect", expectations()}};
  return s.dump(2) + "\n";
}

}  // namespace gofuda::tools
