#include "tools/lab/report/worth_report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "scripting/diagnostic.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/summary_parts.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;

// Where all games say the same there is no interval; but of what no game of n has shown, a share of 3/n at most goes
// unseen 19 times of 20.
double end(const json& card, std::size_t which) {
  const json& w = card["wins"];
  if (!w["interval"].is_null()) return w["interval"][which];
  const double reach = w["mean"].is_null() ? 1 : std::min(1.0, 3 / w["games"].get<double>());
  return (w["mean"].is_null() ? 0 : w["mean"].get<double>()) + (which ? reach : -reach);
}

// As far as intervals that do not overlap tell.
void add_ranks(json& cards) {
  for (json& c : cards) {
    std::size_t above = 0, below = 0;
    for (const json& d : cards) above += end(d, 0) > end(c, 1), below += end(d, 1) < end(c, 0);
    c["ranks"] = {above + 1, cards.size() - below};
  }
}

}  // namespace

json worth_json(const Histogram& h, const std::optional<Interval>& interval, double unit) {
  const std::int64_t n = total(h);
  json j{{"games", n}, {"mean", nullptr}, {"p", number_json(mean_p(h))}};
  if (n > 0) j["mean"] = mean(h) / (kOfTwoSides * unit);
  j["interval"] = interval_json(interval, kOfTwoSides * unit);
  return j;
}

void adjust_for_all(json& rows, const char* what) {
  std::vector<double> raw;
  for (const json& r : rows)
    if (!r[what]["p"].is_null()) raw.push_back(r[what]["p"]);
  const std::vector<double> adjusted = holm(raw);
  std::size_t next = 0;
  for (json& r : rows) r[what]["p_adjusted"] = r[what]["p"].is_null() ? json(nullptr) : json(adjusted[next++]);
}

json worths_json(std::vector<CardWorth> worths) {
  std::stable_sort(worths.begin(), worths.end(),
                   [](const CardWorth& a, const CardWorth& b) { return mean(a.half_wins) > mean(b.half_wins); });
  json cards = json::array();
  for (const CardWorth& w : worths)
    cards.push_back({{"id", w.id},
                     {"name", w.name},
                     {"apart", w.apart},
                     {"changed", w.changed},
                     {"wins", worth_json(w.half_wins, mean_interval(w.half_wins), kHalves)},
                     {"lead", worth_json(w.leads, mean_interval(w.leads), kWholePoint)}});
  for (const char* what : {"wins", "lead"}) adjust_for_all(cards, what);
  add_ranks(cards);
  return cards;
}

std::vector<std::string> worth_lines(const tools::Style& style, const json& j) {
  std::vector<std::string> out{painted(style, tools::Paint::strong, printable(j["variant"].get<std::string>())) + "  " +
                               tools::counted(j["games"], "game") +
                               (j["games"] == 1 ? " as it comes" : " as they come") + ", and with each card " +
                               j["how"].get<std::string>() + " for either side" + (j["at"] == "top" ? ", on top" : "") +
                               ", on the same seeds; Black " + printable(j["players"]["black"].get<std::string>()) +
                               ", White " + printable(j["players"]["white"].get<std::string>())};
  int width = 4;
  for (const json& c : j["cards"])
    width = std::max(width, tools::display_width(printable(c["name"].get<std::string>())));
  const bool leads =
      std::any_of(j["cards"].begin(), j["cards"].end(), [](const json& c) { return c["lead"]["games"] > 0; });
  out.push_back(painted(style, tools::Paint::heading,
                        "  " + tools::padded("card", width) + "  " + tools::padded("rank", 7) +
                            tools::padded("wins, in % of games", 24) + " p adj  " + (leads ? "points of lead" : "")));
  for (const json& c : j["cards"]) {
    auto worth = [&](const char* what, double unit, int digits) {
      return c[what]["mean"].is_null() ? std::string("-")
                                       : signed_text(unit * c[what]["mean"].get<double>(), digits) + " " +
                                             range(c[what]["interval"], unit, digits);
    };
    const std::string ranks = whole(c["ranks"][0]) + "-" + whole(c["ranks"][1]);
    std::string line = "  " + tools::padded(printable(c["name"].get<std::string>()), width) + "  " +
                       tools::padded(ranks, 7) + tools::padded(worth("wins", 100, 1), 24) +
                       right(p_text(c["wins"]["p_adjusted"]), 6) + "  " + (leads ? worth("lead", 1, 1) : "");
    out.push_back(line.substr(0, line.find_last_not_of(' ') + 1));
  }
  for (const std::string& l : tools::wrapped("How much more often a side wins with the deal than without. 95 % "
                                             "intervals (Student), each for itself; rank: "
                                             "as far as intervals that do not overlap tell; p: whether it is worth "
                                             "anything, Student's test, adjusted for all "
                                             "cards (Holm).",
                                             std::max(40, style.width - 1), "  "))
    out.push_back(l);
  return out;
}

}  // namespace gofuda::lab
