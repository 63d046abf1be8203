#include "tools/table/readings.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/halt.hpp"
#include "core/notation/answers.hpp"
#include "core/result.hpp"
#include "scripting/scripts.hpp"
#include "tools/table/request.hpp"
#include "tools/table/scene.hpp"
#include "tools/table/scene_json.hpp"
#include "tools/table/trial.hpp"

namespace gofuda::tools {

Played play_text(Library& library, const Dispute& dispute, const Settings& settings, Diagnostics& out) {
  Played p;
  p.open = open_dispute(library, dispute, settings, out);
  if (!p.open) return p;
  TokenFeed feed(*p.open->game, *p.open->scripts, *dispute.cases[0].tokens);
  p.how = feed.play();
  p.verdict = feed.verdict();
  p.problem = feed.problem();
  return p;
}

namespace {

constexpr std::size_t kMostTried = 64;  // readings of one request

using Values = std::vector<std::pair<std::string, std::string>>;

nlohmann::json state_after(const Played& p, const Settings& settings) {
  return page_json(Scene{*p.open->variant, *p.open->game, std::nullopt, {}, nullptr, false}, settings);
}

nlohmann::json reading_json(const Played& p, const Settings& settings) {
  nlohmann::json j{{"refused", nullptr}, {"state", state_after(p, settings)}};
  if (p.how == TokenFeed::Fed::refused)
    j["refused"] = {{"code", reason_code(p.verdict.reason)},
                    {"text", to_string(p.verdict)},
                    {"points", points_json(p.verdict.points)}};
  if (p.how == TokenFeed::Fed::wrong) j["problem"] = p.problem;
  if (p.how == TokenFeed::Fed::fault) j["problem"] = p.open->game->fault().message;
  return j;
}

nlohmann::json differences(const Played& one, const Played& other_one) {
  const Position &a = one.open->game->position(), &b = other_one.open->game->position();
  nlohmann::json piles = nlohmann::json::array();
  for (Owner o : {Owner::black, Owner::white, Owner::common})
    for (int z = 0; z < kZones; ++z) {
      auto x = a.cards.in(o, static_cast<Zone>(z)), y = b.cards.in(o, static_cast<Zone>(z));
      if (!std::equal(x.begin(), x.end(), y.begin(), y.end()))
        piles.push_back(std::string(owner_name(o)) + "." + std::string(zone_name(static_cast<Zone>(z))));
    }
  const Ruleset &ra = one.open->game->rules(), &rb = other_one.open->game->rules();
  return {{"points", points_json(differing_points(a.board, b.board))},
          {"piles", piles},
          {"result", result_of(ra, a) != result_of(rb, b) || a.over() != b.over()},
          {"refused", one.verdict.reason != other_one.verdict.reason || one.how != other_one.how}};
}

// The values of "card.option" or "rules.name".
std::vector<std::string> values_of(const Variant& variant, const std::string& key) {
  const std::size_t dot = key.rfind('.');
  if (dot == std::string::npos) return {};
  const std::string group = key.substr(0, dot), name = key.substr(dot + 1);
  if (auto it = variant.options.find(group); it != variant.options.end())
    if (auto chosen = it->second.find(name); chosen != it->second.end()) return chosen->second.option->values;
  const RuleField* field = group == "rules" ? find_rule_field(name) : nullptr;
  return field ? std::vector<std::string>(field->values.begin(), field->values.end()) : std::vector<std::string>{};
}

// "leap.captures": each of its values; "rules.komi=5.5": that one.
Values listed(const Variant& variant, const std::vector<std::string>& wanted) {
  Values out;
  for (const std::string& w : wanted) {
    const std::size_t equals = w.find('=');
    const std::string key = w.substr(0, equals);
    std::vector<std::string> values = values_of(variant, key);
    if (equals != std::string::npos) values = {w.substr(equals + 1)};
    if (values.empty()) throw bad_request("give a value for " + in_quotes(key) + ", as in rules.komi=5.5");
    for (const std::string& v : values) out.emplace_back(key, v);
  }
  if (out.size() > kMostTried) throw bad_request("that is more than " + std::to_string(kMostTried) + " readings");
  return out;
}

}  // namespace

nlohmann::json readings_of_dispute(const Options& options, const std::string& text,
                                   const std::vector<std::string>& wanted) {
  Diagnostics out;
  auto library = open_library(options, out);
  auto dispute = library ? parse_dispute("the dispute", text, out) : std::nullopt;
  if (!dispute) throw rules_refusal(out);
  const Settings own = dispute->cases[0].settings;
  const Played main = play_text(*library, *dispute, own, out);
  if (!main.open) throw rules_refusal(out);
  nlohmann::json j{{"ruling", reading_json(main, own)}, {"readings", nlohmann::json::array()}};
  for (const auto& [key, value] : listed(*main.open->variant, wanted)) {
    if (halted()) break;
    Settings settings = own;
    put_setting(settings, key, value);
    const Played p = play_text(*library, *dispute, settings, out);
    if (!p.open) throw rules_refusal(out);
    nlohmann::json one = reading_json(p, settings);
    one["set"] = {{key, value}};
    one["differs"] = differences(main, p);
    j["readings"].push_back(std::move(one));
  }
  return j;
}

nlohmann::json OtherReadings::found() const {
  nlohmann::json out = nlohmann::json::array();
  Diagnostics ignored;
  auto library = open_library(options, ignored);
  if (!library) return out;
  const Question& q = game.question();
  std::vector<std::string> keys{"rules.ko", "rules.ko_cards", "rules.suicide", "rules.placement", "rules.captures"};
  const std::string card = q.card == kNoCard ? "turn" : game.rules().cards[q.card].id;
  if (auto it = variant->options.find(card); it != variant->options.end())
    for (const auto& [name, chosen] : it->second) keys.push_back(card + "." + name);
  for (const std::string& key : keys)
    for (const std::string& value : values_of(*variant, key)) {
      if (halted()) return out;
      Settings set = settings;
      put_setting(set, key, value);
      auto other = library->variant(variant->id, set, {}, ignored);
      if (!other || other->ruleset->cards.size() != game.rules().cards.size()) continue;
      Trial other_rules(other);
      Game replayed = game.replayed(other->ruleset, other_rules.scripts());
      if (replayed.state() != Status::asks || replayed.question().key != q.key) continue;
      std::optional<Game> after;
      const Verdict v = other_rules.answer(replayed, answer, after);
      if (v.reason == now.reason && v.points == now.points) continue;
      out.push_back({{"option", key},
                     {"value", value},
                     {"legal", static_cast<bool>(v)},
                     {"code", reason_code(v.reason)},
                     {"points", points_json(v.points)}});
    }
  return out;
}

}  // namespace gofuda::tools
