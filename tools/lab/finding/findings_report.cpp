#include "tools/lab/finding/findings_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/lab/statistics/stats.hpp"

namespace gofuda::tools {

std::string chosen_value(const lab::Reading& a, const std::string& key) {
  const std::size_t dot = key.find('.');
  const std::string id = key.substr(0, dot), name = key.substr(dot + 1);
  if (id == "rules") return find_rule_field(name)->get(a.variant->ruleset->rules);
  return a.variant->options.at(id).at(name).value;
}

namespace {

using nlohmann::json;

json interval_json(const std::optional<lab::Interval>& i) { return i ? json{i->low, i->high} : json(nullptr); }

json share_json(std::int64_t k, std::int64_t n) {
  json out{{"games", k}, {"of", n}, {"share", nullptr}, {"interval", interval_json(lab::wilson(k, n))}};
  if (n > 0) out["share"] = static_cast<double>(k) / static_cast<double>(n);
  return out;
}

json settings_json(const lab::Reading& a, const Settings& own) {
  json out = json::array();
  for (const auto& [key, value] : own)
    out.push_back({{"key", key}, {"value", value}, {"instead_of", chosen_value(a, key)}});
  return out;
}

json readings_json(const Asked& asked, const lab::SearchResult& found) {
  const auto games = static_cast<std::int64_t>(found.games);
  std::vector<double> p;
  for (const lab::OtherTally& t : found.others)
    p.push_back(lab::sign_p({{2, t.for_black}, {-2, t.for_white}}).value_or(1));
  const std::vector<double> adjusted = lab::holm(p);
  json out = json::array();
  for (std::size_t i = 0; i < found.others.size(); ++i) {
    const lab::OtherTally& t = found.others[i];
    const auto shift = t.shift.interval();
    json row{{"set", settings_json(asked.search.match.a, asked.search.match.others[i].own)},
             {"met", share_json(t.met, games)},
             {"met_as_played", t.played},
             {"unseen", t.unseen},
             {"winner", share_json(t.winner, t.pairs)},
             {"length", share_json(t.length, t.pairs)},
             {"better_for_black", t.for_black},
             {"better_for_white", t.for_white},
             {"black_wins_more", t.pairs > 0 ? json(t.shift.mean() / 2) : json(nullptr)},
             {"black_wins_more_interval", nullptr},
             {"p", p[i]},
             {"p_adjusted", adjusted[i]},
             {"failed", t.failed},
             {"endless", t.endless},
             {"fault", t.fault}};
    if (shift) row["black_wins_more_interval"] = {shift->low / 2, shift->high / 2};
    row["favours"] = adjusted[i] >= 0.05 ? json(nullptr) : json(t.for_black > t.for_white ? "black" : "white");
    out.push_back(row);
  }
  return out;
}

json difference_json(const Asked& asked, const lab::SearchResult& found, const lab::Finding& f,
                     const std::optional<Written>& written) {
  json out{{"reading", f.other},
           {"set", settings_json(asked.search.match.a, asked.search.match.others[f.other].own)},
           {"how", lab::parting_name(f.parting)},
           {"card", f.card.empty() ? json(nullptr) : json(f.card)},
           {"met", share_json(f.games, static_cast<std::int64_t>(found.games))},
           {"game", f.game},
           {"turn", f.turn + 1},
           {"position", nullptr},
           {"dispute", nullptr}};
  if (!f.shrunk || !written) return out;
  const lab::SceneSize size = lab::size_of(f.shrunk->scene);
  std::string plays;
  for (const auto& turn : f.shrunk->scene.turns)
    for (const lab::Word& w : turn) plays += (plays.empty() ? "" : " ") + w.text;
  out["position"] = {{"stones", size.stones},
                     {"cards", size.cards},
                     {"words", size.words},
                     {"turns", f.shrunk->scene.turns.size()},
                     {"plays", plays},
                     {"shows", lab::parting_name(f.shrunk->difference.parting)},
                     {"where", f.shrunk->difference.where},
                     {"minimal", f.shrunk->minimal}};
  out["dispute"] = {{"name", written->name}, {"text", written->text}};
  if (!written->other.empty()) out["dispute"]["other"] = written->other;
  return out;
}

// The options of which no value was met, and how often at most one of them is: each had all games, of which those count
// that went on to their end or to the last turn.
json never_met(const Asked& asked, const lab::SearchResult& found) {
  const auto failed = found.outcomes[static_cast<std::size_t>(lab::GameResult::fault)];
  std::map<std::string, std::int64_t> met;
  json values = json::array();
  for (std::size_t i = 0; i < found.others.size(); ++i)
    for (const auto& [key, value] : asked.search.match.others[i].own) met[key] += found.others[i].met;
  for (std::size_t i = 0; i < found.others.size(); ++i)
    for (const auto& [key, value] : asked.search.match.others[i].own)
      if (found.others[i].met == 0 && met[key] > 0) values.push_back(key + "=" + value);
  json out{{"options", json::array()},
           {"interval", interval_json(lab::wilson(0, static_cast<std::int64_t>(found.games) - failed))}};
  for (const auto& [key, n] : met)
    if (n == 0) out["options"].push_back(key);
  out["values"] = values;  // of the other options
  out["of"] = met.size();
  return out;
}

// Of the smallest position of each reading that has one.
json median_sizes(const Asked& asked, const json& differences) {
  std::vector<std::vector<std::int64_t>> sizes(2);
  for (std::size_t i = 0; i < asked.search.match.others.size(); ++i) {
    const json* best = nullptr;
    for (const json& d : differences)
      if (d["reading"] == i && !d["position"].is_null() &&
          (!best || d["position"]["stones"].get<int>() + d["position"]["cards"].get<int>() <
                        (*best)["stones"].get<int>() + (*best)["cards"].get<int>()))
        best = &d["position"];
    if (!best) continue;
    sizes[0].push_back((*best)["stones"]);
    sizes[1].push_back((*best)["cards"]);
  }
  if (sizes[0].empty()) return nullptr;
  for (auto& s : sizes) std::sort(s.begin(), s.end());
  const std::size_t middle = sizes[0].size() / 2;
  return {{"positions", sizes[0].size()}, {"stones", sizes[0][middle]}, {"cards", sizes[1][middle]}};
}

}  // namespace

json decks_json(const Asked& asked) {
  json out = json::array();
  for (const DeckChange& c : asked.decks) out.push_back({{"card", c.card}, {"a", c.a}, {"b", c.b}});
  return out;
}

json findings_json(const Asked& asked, const lab::SearchResult& found,
                   const std::vector<std::optional<Written>>& written) {
  const lab::Match& match = asked.search.match;
  json out{{"a", asked.a},
           {"b", asked.b},
           {"decks", decks_json(asked)},
           {"black", match.players[0]},
           {"white", match.players[1]},
           {"seed", match.seed},
           {"games", found.games},
           {"asked_for", asked.search.games},
           {"turns", found.turns},
           {"turns_left_out", found.left_out},
           {"first_is_whole", asked.search.first_is_whole},
           {"each_card", match.go_on},
           {"readings", readings_json(asked, found)},
           {"differences", json::array()},
           {"not_set", json::array()}};
  for (std::size_t i = 0; i < found.outcomes.size(); ++i)
    out["results"][std::string(lab::game_result_name(static_cast<lab::GameResult>(i)))] = found.outcomes[i];
  for (std::size_t i = 0; i < found.findings.size(); ++i)
    out["differences"].push_back(difference_json(asked, found, found.findings[i], written[i]));
  for (const NotSet& n : asked.not_set) out["not_set"].push_back({{"key", n.key}, {"value", n.value}, {"why", n.why}});
  out["never_met"] = never_met(asked, found);
  out["median"] = median_sizes(asked, out["differences"]);
  return out;
}

}  // namespace gofuda::tools
