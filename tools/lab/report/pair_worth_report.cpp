#include "tools/lab/report/pair_worth_report.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "scripting/diagnostic.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/summary_parts.hpp"
#include "tools/lab/report/worth_report.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;

constexpr double kSure = 0.05;
constexpr std::size_t kOthersShown = 10;

constexpr double kUnit = kOfTwoSides * kHalves;

json alone_json(const Histogram& h) {
  return {{"mean", h.empty() ? json(nullptr) : json(mean(h) / kUnit)},
          {"interval", interval_json(mean_interval(h), kUnit)}};
}

// Half the width of an interval of so many at once; 0 where all values are the same.
double reach(const Histogram& h, std::size_t of) {
  const auto interval = mean_interval(h, of);
  return interval ? (interval->high - interval->low) / (2 * kUnit) : 0;
}

// Of one card: the odds of winning with it, and how fast a rate of wins grows with them.
struct Odds {
  double odds, slope;
  explicit Odds(const Histogram& h) {
    const double rate = std::clamp(0.5 + mean(h) / kUnit, 1e-9, 1 - 1e-9);
    odds = rate / (1 - rate), slope = 1 / ((1 - rate) * (1 - rate));
  }
};

// What two cards do together that have nothing to do with each other, when the odds of winning are multiplied (nobody
// wins more than all games, so that two strong cards add up to less, and two weak ones to more), and what both do
// beyond that. Its interval is that of a sum, by the delta method, whose parts may err together: what both do beyond
// the two added up, and of each alone the share by which the odds give it less weight.
void add_strength(json& j, const PairWorth& w, std::size_t of) {
  j["of_strength"] = nullptr, j["beyond_strength"] = {{"mean", nullptr}, {"interval", nullptr}};
  if (w.both.empty()) return;
  const Odds one(w.one), other(w.other);
  const double both = one.odds * other.odds, expected = both / (1 + both) - 0.5,
               beyond = mean(w.both) / kUnit - expected;
  const double falls = 1 / ((1 + both) * (1 + both));
  const double ends = reach(w.half_wins, of) + std::abs(1 - falls * other.odds * one.slope) * reach(w.one, of) +
                      std::abs(1 - falls * one.odds * other.slope) * reach(w.other, of);
  j["of_strength"] = expected;
  j["beyond_strength"] = {{"mean", beyond}, {"interval", {beyond - ends, beyond + ends}}};
}

constexpr const char *kStronger = "stronger together", *kWeaker = "weaker together", *kByStrength = "by strength alone",
                     *kNotKnown = "not known";

const char* verdict(const json& pair) {
  const json &p = pair["together"]["p_adjusted"], &beyond = pair["beyond_strength"]["interval"];
  if (p.is_null() || p.get<double>() >= kSure) return kNotKnown;
  const bool more = pair["together"]["mean"] > 0;
  if (beyond.is_null() || (more ? beyond[0] <= 0.0 : beyond[1] >= 0.0)) return kByStrength;
  return more ? kStronger : kWeaker;
}

// "+3.1 [1.0, 5.2]", in % of games.
std::string wins_text(const json& w) {
  if (w["mean"].is_null()) return "-";
  return signed_text(100 * w["mean"].get<double>(), 1) + " " + range(w["interval"], 100, 1);
}

class PairTable {
 public:
  PairTable(const tools::Style& style, const json& pairs) : style_(style) {
    for (const json& p : pairs) width_ = std::max(width_, tools::display_width(name(p)));
  }

  void add(const std::string& title, const std::vector<const json*>& pairs, std::vector<std::string>& out) const {
    if (pairs.empty()) return;
    out.push_back(painted(style_, tools::Paint::heading,
                          "  " + tools::padded(title, width_) + "  " + tools::padded("together more", 22) + " p adj  " +
                              tools::padded("both", 7) + tools::padded("one", 7) + "other"));
    for (const json* p : pairs) {
      const auto alone = [&](const char* what) {
        const json& m = p->at(what)["mean"];
        return tools::padded(m.is_null() ? "-" : signed_text(100 * m.get<double>(), 1), 7);
      };
      std::string line =
          "  " + tools::padded(name(*p), width_) + "  " + tools::padded(wins_text(p->at("together")), 22) +
          right(p_text(p->at("together")["p_adjusted"]), 6) + "  " + alone("both") + alone("one") + alone("other");
      out.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
    }
  }

 private:
  static std::string name(const json& p) {
    return printable(p["names"][0].get<std::string>()) + " + " + printable(p["names"][1].get<std::string>());
  }

  const tools::Style& style_;
  int width_ = 18;
};

}  // namespace

std::string pair_worth_precision_text(std::int64_t games, std::size_t pairs) {
  // Half wins of a side have a spread of 1 at most, and six games that have nothing in common have six times that.
  const Histogram widest{{-1, games / 2}, {1, games - games / 2}};
  const auto interval = games > 1 ? mean_interval(widest, pairs) : std::nullopt;
  const double points = interval ? 100 * std::sqrt(6.0) * (interval->high - interval->low) / (2 * kUnit) : 100;
  return "what both are worth more together is known to " + tools::fixed(std::min(points, 100.0), 1) +
         " points either way, corrected for " + tools::counted(static_cast<std::int64_t>(pairs), "pair") +
         ", or better where the same seeds save variance";
}

json pair_worths_json(std::vector<PairWorth> worths) {
  std::stable_sort(worths.begin(), worths.end(),
                   [](const PairWorth& a, const PairWorth& b) { return mean(a.half_wins) > mean(b.half_wins); });
  json pairs = json::array();
  for (const PairWorth& w : worths)
    pairs.push_back({{"cards", w.cards},
                     {"names", w.names},
                     {"apart", w.apart},
                     {"one", alone_json(w.one)},
                     {"other", alone_json(w.other)},
                     {"both", alone_json(w.both)},
                     {"together", worth_json(w.half_wins, mean_interval(w.half_wins, worths.size()), kHalves)},
                     {"together_lead", worth_json(w.leads, mean_interval(w.leads, worths.size()), kWholePoint)}});
  for (const char* what : {"together", "together_lead"}) adjust_for_all(pairs, what);
  for (std::size_t i = 0; i < worths.size(); ++i) {
    add_strength(pairs[i], worths[i], worths.size());
    pairs[i]["verdict"] = verdict(pairs[i]);
  }
  return pairs;
}

std::vector<std::string> pair_worth_lines(const tools::Style& style, const json& j) {
  const json& pairs = j["pairs"];
  std::vector<std::string> out{painted(style, tools::Paint::strong, printable(j["variant"].get<std::string>())) + "  " +
                               tools::counted(j["games"], "deal") + " of each pair, both cards " +
                               j["how"].get<std::string>() + " for either side and each alone" +
                               (j["at"] == "top" ? ", on top" : "") + ", on the same seeds; Black " +
                               printable(j["players"]["black"].get<std::string>()) + ", White " +
                               printable(j["players"]["white"].get<std::string>())};
  std::vector<const json*> stronger, weaker, strong, rest;
  for (const json& p : pairs) {
    const json& v = p["verdict"];
    (v == kStronger ? stronger : v == kWeaker ? weaker : v == kByStrength ? strong : rest).push_back(&p);
  }
  const PairTable table(style, pairs);
  table.add(kStronger, stronger, out);
  table.add(kWeaker, weaker, out);
  table.add(kByStrength, strong, out);
  if (stronger.empty() && weaker.empty() && strong.empty())
    out.push_back("  Of no pair these deals tell that it is worth more, or less, together.");
  const auto far = [](const json* p) {
    const json& m = (*p)["together"]["mean"];
    return m.is_null() ? 0 : std::abs(m.get<double>());
  };
  std::stable_sort(rest.begin(), rest.end(), [&](const json* a, const json* b) { return far(a) > far(b); });
  const std::size_t others = rest.size();
  rest.resize(std::min(others, kOthersShown));
  table.add(kNotKnown, rest, out);
  if (others > rest.size())
    out.push_back("  and " + tools::counted(static_cast<std::int64_t>(others - rest.size()), "other pair") +
                  " (--json has all)");
  for (const std::string& l : tools::wrapped(
           "In % of games won: how much more often a side wins for being dealt both than the one and the other, each "
           "alone, put together. Intervals of 95 % (Student) hold for all pairs at once (Bonferroni); p adj: Student's "
           "test that it is nothing, adjusted for all pairs (Holm). By strength alone: these games do not tell that "
           "both do more, or less, than when the odds of winning with the one and the other are multiplied. "
           "Pairs of fewer games were stopped or failed.",
           std::max(40, style.width - 1), "  "))
    out.push_back(l);
  return out;
}

}  // namespace gofuda::lab
