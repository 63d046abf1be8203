#include "tools/lab/report/compare_report.hpp"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "scripting/diagnostic.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/summary_parts.hpp"
#include "tools/lab/statistics/shared_variance.hpp"

namespace gofuda::lab {

namespace {

// `unit`: so many of the histogram's are one.
nlohmann::json mean_json(const Histogram& h, double unit, double telling) {
  const std::int64_t n = total(h);
  nlohmann::json j{{"pairs", n}, {"mean", nullptr}, {"interval", nullptr}};
  if (n > 0) j["mean"] = mean(h) / unit;
  j["interval"] = interval_json(mean_interval_of(h, telling), unit);
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
          {"decision", kDecisions[e.decision + 1]},
          {"both_refuted",
           e.against_low >= t->test.needed_against_low() && e.against_high >= t->test.needed_against_high()}};
}

std::string difference(const json& test, const std::string& which) {
  const double x = test[which];
  return test["on"] == "score" ? fixed(x, 2) + " points" : fixed(100 * x, 1) + " %";
}

std::string test_line(const json& test) {
  const std::string decision = test["decision"];
  const bool both = test["both_refuted"];
  const std::string which = both ? "both are refuted: the difference lies between " + difference(test, "low") +
                                       " and " + difference(test, "high")
                            : decision == "open" ? "open: more games are needed"
                                                 : "the difference is rather " + difference(test, decision) + " than " +
                                                       difference(test, decision == "low" ? "high" : "low");
  std::string evidence;
  for (const auto& [name, key] : {std::pair{"low", "against_low"}, {"high", "against_high"}})
    evidence += (evidence.empty() ? "" : ", ") + difference(test, name) + " " + fixed(test[key]["log_wealth"], 2) +
                " of " + fixed(test[key]["needed"], 2);
  return "  sequential test    " + which + "  (evidence against " + evidence + ")";
}

std::string differing_line(const json& d) {
  const std::string n =
      whole(d["pairs"]) + " of " + tools::counted(d["of"], "pair") + (d["of"] == 1 ? " differs" : " differ");
  if (!d["at_most"].is_null())
    return "  " + n + "; of all games at most " + fixed(100 * d["at_most"].get<double>(), 2) + " % can (95 %)";
  return "  " + n + ": " + whole(d["other_games"]) + " in what was played, " + whole(d["other_results"]) +
         " in who won";
}

json variance_json(const std::optional<ShareOfVariance>& s) {
  if (!s) return nullptr;
  return {{"share", s->share}, {"interval", interval_json(s->interval)}};
}

json pairing_json(const PairTally& t) {
  json out{{"rate", variance_json(saved_by_pairing(t.both))}, {"lead", nullptr}};
  if (const auto lead = saved_by_pairing(t.leads, t.own_leads)) out["lead"] = *lead;
  return out;
}

// Of deals that were played twice: how often who is Black in a wins, and what decides it.
json deals_json(const Stored& stored) {
  const PairTally& t = stored.cells[0].pairs;
  const auto luck = luck_and_skill(t.both);
  const Provenance& a = stored.head.cells[0].provenance;
  json out{{"player", a.black}, {"rate", nullptr}, {"interval", nullptr}, {"cards", !a.cards.empty()}};
  const std::int64_t n = total(t.results);
  if (n > 0) out["rate"] = 0.5 + mean(t.results) / (2 * kHalves);
  if (const auto i = mean_interval_of(t.results, pairs_telling(stored.cells[0].tally, stored.cells[1].tally)))
    out["interval"] = {0.5 + i->low / (2 * kHalves), 0.5 + i->high / (2 * kHalves)};
  if (luck) out["deal"] = variance_json(luck->deal), out["skill"] = luck->skill, out["rest"] = luck->rest;
  return out;
}

std::string share_of_variance(const json& s) {
  return percent(s["share"]) + (s["interval"].is_null() ? "" : " " + range(s["interval"], 100, 1));
}

std::string pairing_line(const json& p) {
  if (p["rate"].is_null()) return "";
  return "  the same seeds save " + share_of_variance(p["rate"]) + " of the variance of the win rate's difference" +
         (p["lead"].is_null() ? "" : ", and " + percent(p["lead"]) + " of the lead's");
}

// Of two players that are the same, neither is better; and where there are no cards, nothing is dealt.
std::vector<std::string> deals_lines(const json& j) {
  const json& d = j["deals_twice"];
  const bool alike = j["players"]["black"] == j["players"]["white"];
  const std::string deal = d["cards"] ? "deal" : "beginning";
  std::vector<std::string> out{"a - b, of " + tools::counted(j["rate_difference"]["pairs"], deal) +
                               ", each played twice with colours exchanged; a draw is half a win; intervals at 95 %"};
  if (!d["rate"].is_null() && !alike)
    out.push_back("  " + printable(d["player"].get<std::string>()) + " wins " + percent(d["rate"]) +
                  (d["interval"].is_null() ? "" : " " + range(d["interval"], 100, 1)) + " of the games");
  if (d.contains("deal"))
    out.push_back("  of the variance of who wins: the " + deal + " explains " + share_of_variance(d["deal"]) +
                  (alike ? "" : ", that one player is better " + percent(d["skill"])) + ", what comes after the " +
                  deal + " " + percent(alike ? json(d["rest"].get<double>() + d["skill"].get<double>()) : d["rest"]));
  return out;
}

json players_json(const Provenance& p) { return {{"black", p.black}, {"white", p.white}}; }

std::string players_text(const json& p) {
  return "Black " + printable(p["black"].get<std::string>()) + ", White " + printable(p["white"].get<std::string>());
}

// Players who do not draw lots play the same games again, on whatever seed.
std::string distinct_line(const json& j) {
  const json &a = j["distinct"]["a"], &b = j["distinct"]["b"];
  const auto repeats = [](const json& d) { return d["games"] < d["of"]; };
  if (!repeats(a) || !repeats(b)) return "";
  const auto games = [](const json& d) {
    return (d["exact"] ? "" : "about ") + whole(d["games"]) + " of " + whole(d["of"]);
  };
  return "  not the same as another are " + games(a) + " games of a, and " + games(b) + " of b: " +
         (j["sprt"].is_null() ? "the intervals are of no more pairs than these"
                              : "a test takes all pairs for new ones, which these are not");
}

// What the evidence of a part of the games promises.
constexpr const char* kLooksMissing =
    "  a test that is looked at while parts are missing keeps what it promises as long as each look has all the parts "
    "of\n  the looks before, and which parts are there does not hang on what is in them";

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
  j["players"] = players_json(a), j["players_b"] = players_json(b);
  j["deal_seed"] = a.deal_seed ? json(*a.deal_seed) : json(nullptr);
  const Tally &of_a = stored.cells[0].tally, &of_b = stored.cells[1].tally;
  j.update(differences_json(t, pair_test_of(stored.head), pairs_telling(of_a, of_b)));
  j["distinct"] = {{"a", distinct_json(of_a)}, {"b", distinct_json(of_b)}};
  const std::int64_t n = total(t.results);
  for (std::size_t s = 0; s < 2; ++s) {
    json& rate = j["black_rate"][s == 0 ? "a" : "b"] = nullptr;
    if (n > 0) rate = static_cast<double>(t.half_wins[s]) / static_cast<double>(2 * n);
  }
  j["pairing"] = pairing_json(t);
  j["deals_twice"] = stored.head.notes.contains(kDealsNote) ? deals_json(stored) : json(nullptr);
  for (std::size_t s = 0; s < 2; ++s) {
    const Histogram& turns = stored.cells[s].tally.turns;
    json& length = j["turns"][s == 0 ? "a" : "b"] = {{"games", total(turns)}, {"mean", nullptr}};
    if (!turns.empty()) length["mean"] = mean(turns);
    length["interval"] = interval_json(mean_interval_of(turns, stored.cells[s].tally.telling()));
  }
  j["sprt"] = test_json(stored);
  // A test that has stopped lacks games, too, but no parts.
  if (!stored.shards.empty() && !stored.whole()) j["parts_missing"] = true;
  return j;
}

std::vector<std::string> compare_lines(const json& j) {
  std::vector<std::string> lines;
  const bool twice = !j["deals_twice"].is_null();
  if (!j["set"].empty()) {
    std::string both;
    for (const json& s : j["set"]) both += " " + printable(s.get<std::string>());
    lines.push_back("in both:" + both);
  }
  for (const char* side : {"a", "b"}) {
    std::string rules;
    for (const json& s : j[side]) rules += " " + printable(s.get<std::string>());
    rules = twice           ? players_text(j[std::string(side) == "a" ? "players" : "players_b"])
            : rules.empty() ? "as the file says"
                            : rules.substr(1);
    lines.push_back(std::string(side) + ": Black wins " + percent(j["black_rate"][side]) +
                    length_text(j["turns"][side]) + "  " + rules);
  }
  const auto add = [&](std::string line) {
    if (!line.empty()) lines.push_back(std::move(line));
  };
  if (twice)
    for (std::string& line : deals_lines(j)) add(std::move(line));
  else
    add("a - b, of " + tools::counted(j["rate_difference"]["pairs"], "pair") + " of games on the same seeds, " +
        players_text(j["players"]) + "; a draw is half a win; 95 % " +
        (j["sprt"].is_null() ? "intervals (Student)" : "confidence sequences, which hold whenever a test stops"));
  if (j["differing"]["of"] > 0 && !twice) add(differing_line(j["differing"]));
  add("  Black's win rate   " + difference_text(j["rate_difference"], 100, " %"));
  if (j["lead_difference"]["pairs"] > 0) add("  Black's lead       " + difference_text(j["lead_difference"], 1, ""));
  add(distinct_line(j));
  if (!twice) add(pairing_line(j["pairing"]));
  if (j["apart"] > 0)
    add("  apart from these: " + tools::counted(j["apart"], "pair") + " with a game that failed or was stopped");
  if (!j["sprt"].is_null()) add(test_line(j["sprt"]));
  if (!j["sprt"].is_null() && j.contains("parts_missing")) add(kLooksMissing);
  return lines;
}

std::optional<PairTest> pair_test_of(const StoreHead& head) {
  std::string none;
  return head.kind == "compare" ? read_pair_test(head.notes, none) : std::nullopt;
}

double pairs_telling(const Tally& a, const Tally& b) { return std::max(a.telling(), b.telling()); }

nlohmann::json differences_json(const PairTally& t, const std::optional<PairTest>& test, double telling) {
  json j{{"pairs", t.pairs},
         {"apart", t.apart},
         {"differing", differing_json(t)},
         {"rate_difference", mean_json(t.results, kHalves, telling)},
         {"lead_difference", mean_json(t.leads, kWholePoint, telling)}};
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
