#include "tools/lab/report/summary.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tools/lab/report/dealt_report.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/summary_parts.hpp"
#include "tools/lab/statistics/breadth.hpp"
#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

using nlohmann::json;

json interval_json(const std::optional<Interval>& i, double unit) {
  if (!i) return nullptr;
  return {i->low / unit, i->high / unit};
}

json share_json(std::int64_t k, std::int64_t n) { return share_json(k, n, n); }

json share_json(std::int64_t k, std::int64_t n, std::int64_t worth) {
  json j{{"games", k}, {"of", n}, {"rate", nullptr}, {"interval", interval_json(wilson(k, n, worth))}};
  if (n > 0) j["rate"] = static_cast<double>(k) / static_cast<double>(n);
  return j;
}

json number_json(const std::optional<double>& x) { return x ? json(*x) : json(nullptr); }

json ranges_json(const Ranges& ranges) {
  json out = json::array();
  for (const Range& r : ranges.list()) out.push_back({{"first", r.first}, {"last", r.end - 1}});
  return out;
}

json distinct_json(const Tally& t) {
  return {{"games", t.courses.distinct(t.ended())}, {"of", t.ended()}, {"exact", t.courses.all()}};
}

bool is_counted(const Tally& t) { return t.ended() > 0 && total(t.margins) >= t.ended() - total(t.margins); }

namespace {

// How many games have each value that occurs.
json distribution_json(const Histogram& h, double unit = 1) {
  json out = json::array();
  for (const auto& [value, games] : h) {
    json v = value;
    if (unit != 1) v = value / unit;
    out.push_back({{"value", std::move(v)}, {"games", games}});
  }
  return out;
}

json spread_json(const Histogram& h, const Tally& t) {
  json j{{"mean", nullptr}, {"interval", interval_json(mean_interval_of(h, t.telling()))}};
  j["median"] = j["least"] = j["most"] = nullptr;
  j["distribution"] = distribution_json(h);
  if (h.empty()) return j;
  j["mean"] = mean(h), j["median"] = median(h), j["least"] = h.begin()->first, j["most"] = h.rbegin()->first;
  return j;
}

json captures_json(const Tally& t) {
  json j{{"black", spread_json(t.captures[0], t)}, {"white", spread_json(t.captures[1], t)}};
  return j;
}

// The mean is that of the logarithms: where most questions have ten answers and a few a million, it says what they
// have.
json breadth_json(const BreadthTally& b, std::int64_t games) {
  const std::int64_t n = total(b.bins);
  json j{{"questions", n}, {"mean", nullptr}, {"interval", nullptr}};
  j["median"] = j["least"] = j["most"] = nullptr;
  j["distribution"] = json::array();
  if (n == 0) return j;
  std::int64_t sum = 0;
  for (const auto& [bin, questions] : b.bins) {
    sum += bin_log(bin) * questions;
    j["distribution"].push_back({{"from", bin_start(bin)}, {"to", bin_start(bin + 1) - 1}, {"questions", questions}});
  }
  auto answers = [](double log64) { return std::exp2(log64 / 64); };
  j["mean"] = answers(static_cast<double>(sum) / static_cast<double>(n));
  if (auto i = ratio_interval({games, sum, n, b.squares, b.products, b.numbers}))
    j["interval"] = {answers(i->low), answers(i->high)};
  j["median"] = bin_start(at_rank(b.bins, (n + 1) / 2));
  j["least"] = bin_start(b.bins.begin()->first), j["most"] = bin_start(b.bins.rbegin()->first + 1) - 1;
  return j;
}

json branching_json(const Tally& t) {
  json j;
  for (std::size_t c = 0; c < kChoices; ++c)
    j[std::string(choice_name(static_cast<Choice>(c)))] = breadth_json(t.breadths[c], t.ended());
  return j;
}

json curve_json(const Histogram& leads) {
  json out = json::array();
  for (const KomiPoint& k : komi_curve(leads)) {
    json point = share_json(k.wins, k.games);
    point["komi"] = static_cast<double>(k.komi) / kWholePoint;
    out.push_back(std::move(point));
  }
  return out;
}

json score_json(const Provenance& p, const Tally& t) {
  const bool any = !t.margins.empty();
  Histogram leads;  // without komi
  for (const auto& [margin, games] : t.margins) leads[margin + p.komi] = games;
  json j{{"games", total(t.margins)},
         {"komi", static_cast<double>(p.komi) / kWholePoint},
         {"mean", nullptr},
         {"fair_komi", nullptr}};
  if (any) j["mean"] = mean(t.margins) / kWholePoint;
  j["interval"] = interval_json(mean_interval_of(t.margins, t.telling()), kWholePoint);
  j["fair_komi_interval"] = nullptr;
  if (any && is_counted(t)) {
    j["fair_komi"] = median(leads) / kWholePoint;
    j["fair_komi_interval"] = interval_json(median_interval(thinned(leads, t.telling())), kWholePoint);
  } else if (any) {
    j["fair_komi_left_out"] = "Fair komi is left out: of " + std::to_string(t.ended()) + " games that ended " +
                              std::to_string(total(t.margins)) + (total(t.margins) == 1 ? " was" : " were") +
                              " counted, and no komi changes how the others were decided.";
  }
  j["distribution"] = distribution_json(leads, kWholePoint);
  j["komi_curve"] = curve_json(leads);
  return j;
}

json began_json(const Tally& t) {
  auto share = [&](std::int64_t k, std::int64_t n) { return share_json(k, n, t.worth(n)); };
  json j = share(t.began_wins[0] + t.began_wins[1], t.began[0] + t.began[1]);
  for (std::size_t s = 0; s < 2; ++s) {
    json& side = j[s == 0 ? "black" : "white"] = share(t.began_wins[s], t.began[s]);
    side["draws"] = t.began_draws[s];
  }
  return j;
}

json rules_json(const Provenance& p) {
  json files = json::array();
  for (const auto& [path, hash] : p.files) files.push_back({{"path", path}, {"sha256", hash}});
  return {{"program", p.program},
          {"variant", p.variant},
          {"title", p.title},
          {"from", p.from},
          {"settings", p.settings},
          {"seed", p.seed},
          {"deal_seed", p.deal_seed ? json(*p.deal_seed) : json()},
          {"players", {{"black", p.black}, {"white", p.white}}},
          {"max_turns", p.most_turns},
          {"games", p.games},
          {"files", files},
          {"command", p.command()}};
}

}  // namespace

json summary_json(const Provenance& p, const Tally& t, bool times) {
  const std::int64_t n = t.ended();
  json j{{"batch", rules_json(p)}, {"games", t.games}, {"ended", n}, {"faults", t.faults}, {"stopped", t.stopped}};
  j["distinct"] = distinct_json(t);
  for (const auto& [name, games] :
       {std::pair{"black_wins", t.black_wins}, {"white_wins", t.white_wins}, {"draws", t.draws}})
    j[name] = share_json(games, n, t.worth(n));
  j["beginner_wins"] = began_json(t);
  j["endings"] = {{"passes", t.endings[static_cast<std::size_t>(Ending::passes)]},
                  {"win", t.endings[static_cast<std::size_t>(Ending::win)]},
                  {"draw", t.endings[static_cast<std::size_t>(Ending::draw)]},
                  {"exhausted", t.endings[static_cast<std::size_t>(Ending::exhausted)]},
                  {"no_result", t.endings[static_cast<std::size_t>(Ending::no_result)]}};
  j["score"] = score_json(p, t);
  j["turns"] = spread_json(t.turns, t), j["moves"] = spread_json(t.moves, t);
  j["captures"] = captures_json(t);
  j["branching"] = branching_json(t);
  j["conditions"] = json::array();
  for (std::size_t i = 0; i < t.conditions.size(); ++i)
    j["conditions"].push_back({{"id", p.conditions[i].first},
                               {"name", p.conditions[i].second},
                               {"black", t.conditions[i][0]},
                               {"white", t.conditions[i][1]}});
  Tests tests;
  j["cards"] = cards_json(p, t, tests);
  j["tests"] = {{"number", tests.wins},
                {"method", "Fisher's exact test"},
                {"swings", tests.swings},
                {"swing_method", "Student's test"},
                {"adjusted", "Benjamini-Hochberg"}};
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

std::string cards_command(const StoreHead& head, const Provenance& p) {
  return "gofuda cards " + shell_word(p.variant) + p.common_words() + " --max-turns " + std::to_string(p.most_turns) +
         head.rules;
}

}  // namespace

json summary_json(const Stored& stored, std::size_t cell, bool times) {
  const Provenance& p = stored.head.cells[cell].provenance;
  json out = summary_json(p, stored.cells[cell].tally, times);
  if (!stored.head.deals.empty())
    out["card_worths"] = dealt_json(stored), out["card_worths"]["command"] = stored.head.command;
  else if (!p.cards.empty())
    out["card_worths"] = {{"command", cards_command(stored.head, p)}};
  return out;
}

void drop_distributions(json& summary) {
  for (const char* at : {"/score", "/turns", "/moves", "/captures/black", "/captures/white"})
    if (const json::json_pointer p(at); summary.contains(p))
      summary[p].erase("distribution"), summary[p].erase("komi_curve");
}

namespace {

void flatten(const json& j, const std::string& key, std::string& out) {
  if (!j.is_structured()) {
    const std::string value = j.is_string() ? j.get<std::string>() : j.is_null() ? "" : j.dump();
    out += csv_field(key) + "," + csv_field(value) + "\n";
    return;
  }
  std::size_t i = 0;
  for (const auto& [name, value] : j.items()) {
    const bool low_high = j.is_array() && j.size() == 2 && value.is_number();
    std::string part = low_high ? (i == 0 ? "low" : "high") : name;
    if (value.is_object() && value.contains("id")) part = value["id"];
    for (const char* number : {"komi", "value", "from"})
      if (j.is_array() && value.is_object() && value.contains(number)) part = value[number].dump();
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
