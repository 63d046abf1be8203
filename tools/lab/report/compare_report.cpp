#include "tools/lab/report/compare_report.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "scripting/diagnostic.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/summary_parts.hpp"

namespace gofuda::lab {

namespace {

constexpr double kHalves = 2;  // of a win

// `unit`: so many of the histogram's are one.
nlohmann::json mean_json(const Histogram& h, double unit) {
  const std::int64_t n = total(h);
  nlohmann::json j{{"pairs", n}, {"mean", nullptr}, {"interval", nullptr}};
  if (n > 0) j["mean"] = mean(h) / unit;
  // Differences that are all the same show no variance to make an interval of.
  if (auto i = mean_interval(h); i && h.size() > 1) j["interval"] = interval_json(i, unit);
  return j;
}

nlohmann::json differing_json(const PairTally& t) {
  const std::int64_t n = total(t.results);
  const auto same = t.results.find(0);
  nlohmann::json j{{"pairs", t.differing}, {"of", n}, {"other_games", t.other_courses}, {"at_most", nullptr}};
  j["other_results"] = same == t.results.end() ? n : n - same->second;
  // With a test, too: as long as no pair differs it can stop at one number of pairs only.
  if (t.differing == 0 && n > 0) j["at_most"] = most_unseen(n);
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
  const auto t = pair_test_of(stored.head);
  if (!t) return nullptr;
  static constexpr const char* kDecisions[] = {"low", "open", "high"};
  const SequentialTest::Question& q = t->test.question();
  const SequentialTest::Evidence e = t->evidence(stored.cells[0].pairs);
  auto against = [](double log_wealth, double needed) { return json{{"log_wealth", log_wealth}, {"needed", needed}}; };
  return {{"on", t->on_score ? "score" : "win"},
          {"low", q.low},
          {"high", q.high},
          {"alpha", q.alpha},
          {"beta", q.beta},
          {"most", t->test.reach().most},
          {"against_low", against(e.against_low, t->test.needed_against_low())},
          {"against_high", against(e.against_high, t->test.needed_against_high())},
          {"decision", kDecisions[e.decision + 1]}};
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
  std::string evidence;
  for (const auto& [name, key] : {std::pair{"low", "against_low"}, {"high", "against_high"}})
    evidence += (evidence.empty() ? "" : ", ") + difference(test, name) + " " + fixed(test[key]["log_wealth"], 2) +
                " of " + fixed(test[key]["needed"], 2);
  return "  sequential test    " + which + "  (evidence against " + evidence + ")";
}

std::string differing_line(const json& d) {
  const std::string n = whole(d["pairs"]) + " of " + whole(d["of"]) + " pairs differ";
  if (!d["at_most"].is_null())
    return "  " + n + "; of all games at most " + fixed(100 * d["at_most"].get<double>(), 2) + " % can (95 %)";
  return "  " + n + ": " + whole(d["other_games"]) + " in what was played, " + whole(d["other_results"]) +
         " in who won";
}

// How long the games of one side of the comparison are; "" without games that ended.
std::string length_text(const json& turns) {
  if (turns["mean"].is_null()) return "";
  return ", " + with_range(turns["mean"], turns["interval"], 1, 1) + " turns a game";
}

}  // namespace

json compare_json(const Stored& stored) {
  const Provenance &a = stored.head.cells[0].provenance, &b = stored.head.cells[1].provenance;
  const PairTally& t = stored.cells[0].pairs;
  json j{{"variant", a.variant}, {"a", own_settings(a, b, true)}, {"b", own_settings(b, a, true)}};
  j["set"] = own_settings(a, b, false), j["seed"] = a.seed, j["games"] = a.games;
  j["players"] = {{"black", a.black}, {"white", a.white}};
  j.update(differences_json(t, pair_test_of(stored.head)));
  const std::int64_t n = total(t.results);
  for (std::size_t s = 0; s < 2; ++s) {
    json& rate = j["black_rate"][s == 0 ? "a" : "b"] = nullptr;
    if (n > 0) rate = static_cast<double>(t.half_wins[s]) / static_cast<double>(2 * n);
  }
  for (std::size_t s = 0; s < 2; ++s) {
    const Histogram& turns = stored.cells[s].tally.turns;
    json& length = j["turns"][s == 0 ? "a" : "b"] = {{"games", total(turns)}, {"mean", nullptr}};
    if (!turns.empty()) length["mean"] = mean(turns);
    length["interval"] = interval_json(mean_interval(turns));
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
                    length_text(j["turns"][side]) + (rules.empty() ? "  as the file says" : " " + rules));
  }
  lines.push_back(
      "a - b, of " + std::to_string(j["rate_difference"]["pairs"].get<std::int64_t>()) +
      " pairs of games on the same seeds; a draw is half a win; 95 % " +
      (j["sprt"].is_null() ? "intervals (Student)" : "confidence sequences, which hold whenever a test stops"));
  if (j["differing"]["of"] > 0) lines.push_back(differing_line(j["differing"]));
  lines.push_back("  Black's win rate   " + difference_text(j["rate_difference"], 100, " %"));
  if (j["lead_difference"]["pairs"] > 0)
    lines.push_back("  Black's lead       " + difference_text(j["lead_difference"], 1, ""));
  if (j["apart"] > 0)
    lines.push_back("  apart from these: " + std::to_string(j["apart"].get<std::int64_t>()) +
                    " pairs with a game that failed or was stopped");
  if (!j["sprt"].is_null()) lines.push_back(test_line(j["sprt"]));
  return lines;
}

std::optional<PairTest> pair_test_of(const StoreHead& head) {
  std::string none;
  return head.kind == "compare" ? read_pair_test(head.notes, none) : std::nullopt;
}

nlohmann::json differences_json(const PairTally& t, const std::optional<PairTest>& test) {
  json j{{"pairs", t.pairs},
         {"apart", t.apart},
         {"differing", differing_json(t)},
         {"rate_difference", mean_json(t.results, kHalves)},
         {"lead_difference", mean_json(t.leads, kWholePoint)}};
  if (!test) return j;
  j["rate_difference"]["interval"] = interval_json(test->rate_interval(t));
  j["lead_difference"]["interval"] = interval_json(test->lead_interval(t));
  return j;
}

std::string difference_text(const nlohmann::json& d, double unit, const char* name) {
  if (d["mean"].is_null()) return "-";
  std::string out = signed_number(unit * d["mean"].get<double>()) + name;
  if (d["interval"].is_null()) return out;
  return out + "  [" + signed_number(unit * d["interval"][0].get<double>()) + ", " +
         signed_number(unit * d["interval"][1].get<double>()) + "]";
}

}  // namespace gofuda::lab
