#include "tools/lab/report/compare_report.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "scripting/diagnostic.hpp"
#include "tools/lab/campaign/pairs.hpp"
#include "tools/lab/report/figures.hpp"

namespace gofuda::lab {

namespace {

nlohmann::json mean_json(const Histogram& h) {
  const std::int64_t n = total(h);
  nlohmann::json j{{"pairs", n}, {"mean", nullptr}, {"interval", nullptr}};
  if (n > 0) j["mean"] = mean(h) / 2;
  // Differences that are all the same show no variance to make an interval of.
  if (auto i = mean_interval(h); i && h.size() > 1) j["interval"] = {i->low / 2, i->high / 2};
  return j;
}

std::string signed_number(double x) {
  char text[48];
  std::snprintf(text, sizeof text, "%+.2f", x);
  return text;
}

using nlohmann::json;

// Those that the other side has not.
json own_settings(const Provenance& mine, const Provenance& other, bool own) {
  json out = json::array();
  for (const std::string& s : mine.settings)
    if ((std::find(other.settings.begin(), other.settings.end(), s) == other.settings.end()) == own) out.push_back(s);
  return out;
}

json test_json(const Stored& stored) {
  std::string none;
  const auto t = read_pair_test(stored.head.notes, none);
  if (!t) return nullptr;
  static constexpr const char* kDecisions[] = {"low", "open", "high"};
  const double ratio = t->log_likelihood_ratio(stored.cells[0].pairs);
  return {{"on", t->on_score ? "score" : "win"},
          {"low", t->test.low},
          {"high", t->test.high},
          {"alpha", t->test.alpha},
          {"beta", t->test.beta},
          {"log_likelihood_ratio", ratio},
          {"lower_bound", t->test.lower_bound()},
          {"upper_bound", t->test.upper_bound()},
          {"decision", kDecisions[t->decide(ratio) + 1]}};
}

std::string difference(const json& test, const std::string& which) {
  const double x = test[which];
  return test["on"] == "score" ? fixed(x, 2) + " points" : fixed(100 * x, 1) + " %";
}

std::string test_line(const json& test) {
  const std::string decision = test["decision"];
  const std::string which = decision == "open" ? "open: more games are needed"
                                               : "the difference is rather " + difference(test, decision) + " than " +
                                                     difference(test, decision == "low" ? "high" : "low");
  return "  SPRT               " + which + "  (log likelihood ratio " + fixed(test["log_likelihood_ratio"], 2) +
         ", bounds " + fixed(test["lower_bound"], 2) + " and " + fixed(test["upper_bound"], 2) + ")";
}

}  // namespace

json compare_json(const Stored& stored) {
  const Provenance &a = stored.head.cells[0].provenance, &b = stored.head.cells[1].provenance;
  const PairTally& t = stored.cells[0].pairs;
  json j{{"variant", a.variant}, {"a", own_settings(a, b, true)}, {"b", own_settings(b, a, true)}};
  j["set"] = own_settings(a, b, false), j["seed"] = a.seed, j["games"] = a.games;
  j["players"] = {{"black", a.black}, {"white", a.white}};
  j.update(differences_json(t));
  const std::int64_t n = total(t.results);
  for (std::size_t s = 0; s < 2; ++s) {
    json& rate = j["black_rate"][s == 0 ? "a" : "b"] = nullptr;
    if (n > 0) rate = static_cast<double>(t.half_wins[s]) / static_cast<double>(2 * n);
  }
  j["sprt"] = test_json(stored);
  return j;
}

std::vector<std::string> compare_lines(const json& j) {
  std::vector<std::string> lines;
  for (const char* side : {"a", "b"}) {
    std::string rules;
    for (const json& s : j[side]) rules += " " + printable(s.get<std::string>());
    lines.push_back(std::string(side) + ": Black wins " + percent(j["black_rate"][side]) +
                    (rules.empty() ? "  as the file says" : " " + rules));
  }
  lines.push_back("a - b, of " + std::to_string(j["rate_difference"]["pairs"].get<std::int64_t>()) +
                  " pairs of games on the same seeds; 95 % intervals (Student), a draw is half a win");
  lines.push_back("  Black's win rate   " + difference_text(j["rate_difference"], 100, " %"));
  if (j["lead_difference"]["pairs"] > 0)
    lines.push_back("  Black's lead       " + difference_text(j["lead_difference"], 1, ""));
  if (j["apart"] > 0)
    lines.push_back("  apart from these: " + std::to_string(j["apart"].get<std::int64_t>()) +
                    " pairs with a game that failed or was stopped");
  if (!j["sprt"].is_null()) lines.push_back(test_line(j["sprt"]));
  return lines;
}

nlohmann::json differences_json(const PairTally& t) {
  return {{"pairs", t.pairs},
          {"apart", t.apart},
          {"rate_difference", mean_json(t.results)},
          {"lead_difference", mean_json(t.leads)}};
}

std::string difference_text(const nlohmann::json& d, double unit, const char* name) {
  if (d["mean"].is_null()) return "-";
  std::string out = signed_number(unit * d["mean"].get<double>()) + name;
  if (d["interval"].is_null()) return out;
  return out + "  [" + signed_number(unit * d["interval"][0].get<double>()) + ", " +
         signed_number(unit * d["interval"][1].get<double>()) + "]";
}

}  // namespace gofuda::lab
