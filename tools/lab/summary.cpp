#include "tools/lab/summary.hpp"

#include "tools/scene.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;

json interval_json(const std::optional<Interval>& i, double unit = 1) {
  if (!i) return nullptr;
  return {i->low / unit, i->high / unit};
}

json share_json(std::int64_t k, std::int64_t n) {
  json j{{"games", k}, {"of", n}, {"rate", nullptr}, {"interval", interval_json(wilson(k, n))}};
  if (n > 0) j["rate"] = static_cast<double>(k) / static_cast<double>(n);
  return j;
}

json spread_json(const Histogram& h) {
  if (h.empty()) return {{"mean", nullptr}, {"median", nullptr}, {"least", nullptr}, {"most", nullptr}};
  return {{"mean", mean(h)}, {"median", median(h)}, {"least", h.begin()->first}, {"most", h.rbegin()->first}};
}

json score_json(const Provenance& p, const Tally& t) {
  const bool any = !t.margins.empty();
  Histogram leads;  // without komi
  for (const auto& [margin2, games] : t.margins) leads[margin2 + p.komi2] = games;
  json j{{"games", total(t.margins)}, {"komi", p.komi2 / 2.0}, {"mean", nullptr}, {"fair_komi", nullptr}};
  if (any) j["mean"] = mean(t.margins) / 2, j["fair_komi"] = median(leads) / 2;
  j["interval"] = interval_json(mean_interval(t.margins), 2);
  j["fair_komi_interval"] = interval_json(median_interval(leads), 2);
  return j;
}

json began_json(const Tally& t) {
  json j = share_json(t.began_wins[0] + t.began_wins[1], t.began[0] + t.began[1]);
  for (std::size_t s = 0; s < 2; ++s) {
    json& side = j[s == 0 ? "black" : "white"] = share_json(t.began_wins[s], t.began[s]);
    side["draws"] = t.began_draws[s];
  }
  return j;
}

// --- cards

bool comparable(const Contrast& c) { return c.first_games > 0 && c.second_games > 0; }

json holder_json(const Contrast& c) {
  return share_json(c.first_wins + c.second_games - c.second_wins, c.first_games + c.second_games);
}

double test(const Contrast& c) { return fisher(c.first_wins, c.first_games, c.second_wins, c.second_games); }

json contrast_json(const Contrast& only, const Contrast& more, const std::vector<double>& adjusted, std::size_t& at) {
  json j{{"only", holder_json(only)}, {"more", holder_json(more)}};
  json& m = j["more"];
  m["effect"] = m["effect_interval"] = m["p"] = m["p_adjusted"] = nullptr;
  if (!comparable(more)) return j;
  m["effect"] = static_cast<double>(more.first_wins) / static_cast<double>(more.first_games) -
                static_cast<double>(more.second_wins) / static_cast<double>(more.second_games);
  m["effect_interval"] =
      interval_json(share_difference(more.first_wins, more.first_games, more.second_wins, more.second_games));
  m["p"] = test(more);
  m["p_adjusted"] = adjusted[at++];
  return j;
}

json both(const std::array<std::int64_t, 2>& n) { return {{"black", n[0]}, {"white", n[1]}}; }

json cards_json(const Provenance& p, const Tally& t, std::size_t& tests) {
  std::vector<double> raw;
  for (const CardTally& c : t.cards)
    for (const Contrast* x : {&c.drawn_more, &c.played_more})
      if (comparable(*x)) raw.push_back(test(*x));
  const std::vector<double> adjusted = benjamini_hochberg(raw);
  tests = raw.size();
  std::size_t at = 0;
  json out = json::array();
  for (std::size_t i = 0; i < t.cards.size(); ++i) {
    const CardTally& c = t.cards[i];
    json card{{"id", p.cards[i].first}, {"name", p.cards[i].second}};
    card["drawn"] = both(c.drawn), card["played"] = both(c.played), card["unplayable"] = both(c.unplayable);
    card["wins_when_drawn"] = contrast_json(c.drawn_only, c.drawn_more, adjusted, at);
    card["wins_when_played"] = contrast_json(c.played_only, c.played_more, adjusted, at);
    out.push_back(std::move(card));
  }
  return out;
}

json rules_json(const Provenance& p) {
  json files = json::array();
  for (const auto& [path, hash] : p.files) files.push_back({{"path", path}, {"sha256", hash}});
  return {{"program", p.program},      {"variant", p.variant}, {"title", p.title},
          {"settings", p.settings},    {"seed", p.seed},       {"players", {{"black", p.black}, {"white", p.white}}},
          {"max_turns", p.most_turns}, {"games", p.games},     {"files", files}};
}

}  // namespace

json summary_json(const Provenance& p, const Tally& t, bool times) {
  const std::int64_t n = t.ended();
  json j{{"batch", rules_json(p)}, {"games", t.games}, {"ended", n}, {"faults", t.faults}, {"stopped", t.stopped}};
  j["black_wins"] = share_json(t.black_wins, n), j["white_wins"] = share_json(t.white_wins, n);
  j["draws"] = share_json(t.draws, n);
  j["beginner_wins"] = began_json(t);
  j["endings"] = {{"passes", t.endings[static_cast<std::size_t>(Ending::passes)]},
                  {"win", t.endings[static_cast<std::size_t>(Ending::win)]},
                  {"draw", t.endings[static_cast<std::size_t>(Ending::draw)]},
                  {"exhausted", t.endings[static_cast<std::size_t>(Ending::exhausted)]}};
  j["score"] = score_json(p, t);
  j["turns"] = spread_json(t.turns), j["moves"] = spread_json(t.moves);
  j["captures"] = {{"black", nullptr}, {"white", nullptr}};
  for (std::size_t s = 0; s < 2 && n > 0; ++s)
    j["captures"][s == 0 ? "black" : "white"] = static_cast<double>(t.taken[s]) / static_cast<double>(n);
  j["conditions"] = json::array();
  for (std::size_t i = 0; i < t.conditions.size(); ++i)
    j["conditions"].push_back({{"id", p.conditions[i].first},
                               {"name", p.conditions[i].second},
                               {"black", t.conditions[i][0]},
                               {"white", t.conditions[i][1]}});
  std::size_t tests = 0;
  j["cards"] = cards_json(p, t, tests);
  j["tests"] = {{"number", tests}, {"method", "Fisher's exact test"}, {"adjusted", "Benjamini-Hochberg"}};
  j["fault_kinds"] = json::array();
  for (const auto& [what, kind] : t.fault_kinds)
    j["fault_kinds"].push_back({{"what", what}, {"games", kind.games}, {"first_game", kind.first}});
  if (!times) return j;
  const double seconds = static_cast<double>(t.nanoseconds) * 1e-9;
  j["time"] = {{"seconds", seconds}, {"seconds_per_game", nullptr}};
  if (t.games > 0) j["time"]["seconds_per_game"] = seconds / static_cast<double>(t.games);
  return j;
}

namespace {

void flatten(const json& j, const std::string& key, std::string& out) {
  if (!j.is_structured()) {
    std::string value = j.is_string() ? j.get<std::string>() : j.is_null() ? "" : j.dump();
    const bool quote = value.find_first_of(",\"\n\r") != std::string::npos;
    for (std::size_t i = 0; quote && (i = value.find('"', i)) != std::string::npos; i += 2) value.insert(i, "\"");
    out += key + "," + (quote ? "\"" + value + "\"" : value) + "\n";
    return;
  }
  std::size_t i = 0;
  for (const auto& [name, value] : j.items()) {
    const bool low_high = j.is_array() && j.size() == 2 && value.is_number();
    std::string part = low_high ? (i == 0 ? "low" : "high") : name;
    if (value.is_object() && value.contains("id")) part = value["id"];
    flatten(value, key.empty() ? part : key + "." + part, out);
    ++i;
  }
}

}  // namespace

std::string summary_csv(const json& summary) {
  std::string out = "key,value\n";
  flatten(summary, "", out);
  return out;
}

}  // namespace gofuda::lab
