// What the cards have to do with winning and with the score.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/plot_kinds.hpp"
#include "tools/lab/report/plots.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;

constexpr double kSignificant = 0.05;

std::string figure(const json& x, double unit, int digits) {
  return x.is_null() ? "-" : signed_text(unit * x.get<double>(), digits);
}
bool significant(const json& j) { return !j["p_adjusted"].is_null() && j["p_adjusted"] < kSignificant; }

// The cards that have this figure, the largest first.
std::vector<const json*> sorted_by(const json& cards, const json::json_pointer& at) {
  std::vector<const json*> out;
  for (const json& c : cards)
    if (!c[at].is_null()) out.push_back(&c);
  std::stable_sort(out.begin(), out.end(),
                   [&](const json* a, const json* b) { return (*a)[at].get<double>() > (*b)[at].get<double>(); });
  return out;
}

void add_row(const json& card, const json& value, const json& interval, double unit, bool strong, IntervalPlot& plot) {
  IntervalRow row;
  row.label = card["name"], row.value = unit * value.get<double>(), row.strong = strong;
  row.text = signed_text(row.value, 1);
  if (!interval.is_null()) row.interval = Interval{unit * interval[0].get<double>(), unit * interval[1].get<double>()};
  plot.rows.push_back(std::move(row));
}

void effect_plot(const json& s, const char* when, const std::string& done, std::vector<Plot>& out) {
  const json::json_pointer at = json::json_pointer("/wins_when_" + std::string(when) + "/more/effect");
  IntervalPlot plot;
  plot.reference = 0, plot.axis = "percentage points";
  plot.strong_text = "adjusted p below 0.05", plot.open_text = "not";
  PlotTable table{{"card", "games", "% won by it", "95 %", "effect", "95 %", "p", "p adjusted"}, {}};
  for (const json* c : sorted_by(s["cards"], at)) {
    const json& more = (*c)["wins_when_" + std::string(when)]["more"];
    add_row(*c, more["effect"], more["effect_interval"], 100, significant(more), plot);
    table.rows.push_back({(*c)["name"], whole(more["of"]), fixed(100 * more["rate"].get<double>(), 1),
                          range(more["interval"], 100, 1), figure(more["effect"], 100, 1),
                          range(more["effect_interval"], 100, 1), p_text(more["p"]), p_text(more["p_adjusted"])});
  }
  if (plot.rows.empty()) return;
  out.push_back(
      {std::string("cards-") + when, "Winning and having " + done + " a card more often",
       "How much more often the side that began won when it, rather than the other side, had " + done +
           " the card more often. Newcombe's interval at 95 %; p is of Fisher's exact test, adjusted for the " +
           whole(s["tests"]["number"]) +
           " tests of the report (Benjamini and Hochberg). It tells what goes with winning, not what causes "
           "it.",
       interval_svg(plot), std::move(table)});
}

void swing_plot(const json& s, std::vector<Plot>& out) {
  IntervalPlot plot;
  plot.reference = 0, plot.axis = "points", plot.strong_text = "adjusted p below 0.05", plot.open_text = "not";
  PlotTable table{{"card", "plays", "points", "95 % interval", "p", "p adjusted"}, {}};
  for (const json* c : sorted_by(s["cards"], json::json_pointer("/swing/mean"))) {
    const json& swing = (*c)["swing"];
    add_row(*c, swing["mean"], swing["interval"], 1, significant(swing), plot);
    table.rows.push_back({(*c)["name"], whole(swing["plays"]), figure(swing["mean"], 1, 2),
                          range(swing["interval"], 1, 2), p_text(swing["p"]), p_text(swing["p_adjusted"])});
  }
  if (plot.rows.empty()) return;
  out.push_back(
      {"cards-swing", "What a play does to the score",
       "By how much the play of a card changes the lead of who plays it, counted on the board just before and "
       "just after, all stones taken to be alive. Means with Student's interval at 95 %, of the plays that "
       "were looked at; p is of Student's test that the mean is 0, adjusted for the " +
           whole(s["tests"]["swings"]) + " cards. What a play makes possible later is not in it.",
       interval_svg(plot), std::move(table)});
}

std::string share_text(const json& share) {
  if (share["rate"].is_null()) return "-";
  return fixed(100 * share["rate"].get<double>(), 1) + " of " + whole(share["of"]);
}

// Where some sides had it and others had not, an interval for each card and side.
void with_plot(const json& s, const char* when, const std::string& done, std::vector<Plot>& out) {
  IntervalPlot plot;
  plot.reference = 0, plot.axis = "percentage points";
  plot.strong_text = "adjusted p below 0.05", plot.open_text = "not";
  PlotTable table{
      {"card", "side", "% won with", "95 %", "% won without", "95 %", "difference", "95 %", "p adjusted"}, {}, 2};
  const json* last = nullptr;
  for (const json& c : s["cards"])
    for (const auto& [side, name] : {std::pair{"first", "who began"}, {"second", "the other"}}) {
      const json& x = c["wins_when_" + std::string(when)][side];
      if (x["difference"].is_null()) continue;
      add_row(c, x["difference"], x["difference_interval"], 100, significant(x), plot);
      plot.rows.back().first = last && last != &c;
      last = &c;
      plot.rows.back().label += side == std::string("first") ? " (1st)" : " (2nd)";
      table.rows.push_back({c["name"], name, share_text(x["with"]), range(x["with"]["interval"], 100, 1),
                            share_text(x["without"]), range(x["without"]["interval"], 100, 1),
                            figure(x["difference"], 100, 1), range(x["difference_interval"], 100, 1),
                            p_text(x["p_adjusted"])});
    }
  if (plot.rows.empty()) return;
  out.push_back({std::string("cards-with-") + when, "Winning with and without having " + done + " a card",
                 "How much more often a side won in the games in which it had " + done +
                     " the card than in those in which it had not: the side that began (1st) and the other (2nd), each "
                     "against itself. Newcombe's interval at 95 %; p as above.",
                 interval_svg(plot), std::move(table)});
}

PlotTable use_table(const json& cards) {
  PlotTable table{{"card", "drawn", "played", "could not be played"}, {}};
  for (const json& c : cards)
    table.rows.push_back({c["name"], of_both(c["drawn"]), of_both(c["played"]), of_both(c["unplayable"])});
  return table;
}

// How many of the cards that were played or tried could be played.
Plot use_plot(const json& s) {
  IntervalPlot plot;
  plot.axis = "% of the tries to play it", plot.domain = Interval{0, 100};
  for (const json& c : s["cards"]) {
    auto both = [&](const char* what) {
      return c[what]["black"].get<std::int64_t>() + c[what]["white"].get<std::int64_t>();
    };
    const std::int64_t played = both("played"), tries = played + both("unplayable");
    if (tries == 0) continue;
    const double rate = 100 * static_cast<double>(played) / static_cast<double>(tries);
    const Interval i = wilson(played, tries);
    plot.rows.push_back({c["name"], rate, Interval{100 * i.low, 100 * i.high}, fixed(rate, 1)});
  }
  std::stable_sort(plot.rows.begin(), plot.rows.end(),
                   [](const IntervalRow& a, const IntervalRow& b) { return a.value > b.value; });
  return {"cards-use", "Cards that could be played",
          "Of the times that a card was to be played, how often it could take effect, with Wilson's interval at 95 %.",
          interval_svg(plot), use_table(s["cards"])};
}

}  // namespace

PlotGroup card_plots(const json& s) {
  PlotGroup out{"Cards", "", {}};
  if (s["cards"].empty() || s["ended"] == 0) return out;
  if (s.contains("card_worths") && !s["card_worths"].contains("how"))
    out.text =
        "What a card is worth is asked by dealing it on purpose: " + s["card_worths"]["command"].get<std::string>() +
        ". What goes with playing a card is a selection, since who is ahead has room for more, and comes last.";
  effect_plot(s, "drawn", "drawn", out.plots);
  swing_plot(s, out.plots);
  with_plot(s, "drawn", "drawn", out.plots);
  out.plots.push_back(use_plot(s));
  effect_plot(s, "played", "played", out.plots);
  with_plot(s, "played", "played", out.plots);
  return out;
}

}  // namespace gofuda::lab
