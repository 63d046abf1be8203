#include "tools/lab/report/plots.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/plot_kinds.hpp"

namespace gofuda::lab {

using nlohmann::json;

namespace {

constexpr int kMostBars = 45;

std::optional<Interval> interval_of(const json& j, double unit) {
  if (j.is_null()) return std::nullopt;
  return Interval{unit * j[0].get<double>(), unit * j[1].get<double>()};
}

// --- who wins

PlotGroup result_plots(const json& s) {
  IntervalPlot plot;
  plot.axis = "% of the games that ended", plot.reference = 50, plot.domain = Interval{0, 100};
  PlotTable table{{"", "games", "of", "%", "95 % interval"}, {}};
  auto add = [&](const std::string& label, const json& share, bool first = false) {
    if (share["rate"].is_null()) return;
    const double rate = 100 * share["rate"].get<double>();
    plot.rows.push_back({label, rate, interval_of(share["interval"], 100), fixed(rate, 1), true, first});
    table.rows.push_back(
        {label, whole(share["games"]), whole(share["of"]), fixed(rate, 2), range(share["interval"], 100, 2)});
  };
  add("Black wins", s["black_wins"]), add("White wins", s["white_wins"]), add("drawn", s["draws"]);
  const json& began = s["beginner_wins"];
  add("who begins wins", began, true);
  if (began["black"]["of"] > 0 && began["white"]["of"] > 0)
    add("Black, beginning", began["black"]), add("White, beginning", began["white"]);
  PlotGroup out{"Who wins", "", {}};
  if (plot.rows.empty()) return out;
  out.plots.push_back(
      {"results", "Wins by colour and by who begins",
       "Shares of the games that ended, with Wilson's interval at 95 %. The dashed line is at one half.",
       interval_svg(plot), std::move(table)});
  return out;
}

// --- distributions

struct Bins {
  std::vector<double> edges;
  std::vector<std::int64_t> counts;
  int width = 1;
  double first = 0;  // the lowest value of the first bin
};

// Of whole numbers, in bins of the same round width that begin at its multiples.
Bins bins_of(const std::vector<const json*>& distributions) {
  double low = 1e300, high = -1e300;
  for (const json* d : distributions)
    for (const json& v : *d) {
      low = std::min(low, v["value"].get<double>()), high = std::max(high, v["value"].get<double>());
    }
  Bins b;
  for (int power = 1; (high - low + 1) / b.width > kMostBars; power *= 10)
    for (int factor : {1, 2, 5})
      if ((high - low + 1) / b.width > kMostBars) b.width = power * factor;
  const double least_bins = 5;
  b.first = std::floor(low / b.width) * b.width;
  double n = std::floor((high - b.first) / b.width) + 1;
  if (n < least_bins) b.first -= std::floor((least_bins - n) / 2) * b.width, n = least_bins;
  for (int i = 0; i <= static_cast<int>(n); ++i) b.edges.push_back(b.first - 0.5 + i * b.width);
  return b;
}

std::vector<std::int64_t> counts_of(const Bins& b, const json& distribution) {
  std::vector<std::int64_t> out(b.edges.size() - 1);
  for (const json& v : distribution)
    out[static_cast<std::size_t>((v["value"].get<double>() - b.first) / b.width)] += v["games"].get<std::int64_t>();
  return out;
}

std::vector<double> shares_of(const std::vector<std::int64_t>& counts) {
  std::int64_t all = 0;
  for (std::int64_t n : counts) all += n;
  std::vector<double> out;
  for (std::int64_t n : counts) out.push_back(all == 0 ? 0 : static_cast<double>(n) / static_cast<double>(all));
  return out;
}

std::string bin_name(const Bins& b, std::size_t i) {
  const double from = b.first + static_cast<double>(i) * b.width;
  return b.width == 1 ? fixed(from, 0) : fixed(from, 0) + " to " + fixed(from + b.width - 1, 0);
}

struct Counted {
  std::string name;
  const json* distribution;
};

// A histogram of whole numbers, of one kind of game or several, with its table.
Plot distribution_plot(const std::string& name, const std::string& title, const std::string& text,
                       const std::string& axis, const std::vector<Counted>& kinds, std::vector<Mark> marks) {
  std::vector<const json*> all;
  for (const Counted& k : kinds) all.push_back(k.distribution);
  const Bins bins = bins_of(all);
  SharePlot plot;
  plot.edges = bins.edges, plot.axis = axis, plot.marks = std::move(marks);
  PlotTable table{{axis}, {}};
  for (std::size_t i = 0; i + 1 < bins.edges.size(); ++i) table.rows.push_back({bin_name(bins, i)});
  for (const Counted& k : kinds) {
    const std::vector<std::int64_t> counts = counts_of(bins, *k.distribution);
    plot.series.push_back({k.name, shares_of(counts)});
    table.heads.push_back(k.name.empty() ? "games" : k.name);
    for (std::size_t i = 0; i < counts.size(); ++i) table.rows[i].push_back(std::to_string(counts[i]));
  }
  return {name, title, text, share_svg(plot), std::move(table)};
}

Mark mean_mark(const std::string& name, const json& spread, int digits) {
  return {spread["mean"], interval_of(spread["interval"], 1),
          name + " " + with_range(spread["mean"], spread["interval"], 1, digits)};
}

// --- scores

std::string fair_text(const json& score) { return with_range(score["fair_komi"], score["fair_komi_interval"], 1, 1); }

Plot komi_plot(const json& score) {
  CurvePlot plot;
  plot.axis = "komi", plot.unit = "%", plot.domain = Interval{0, 100}, plot.reference = 50;
  PlotTable table{{"komi", "Black wins", "of", "%", "95 % interval"}, {}};
  Curve curve;
  for (const json& k : score["komi_curve"]) {
    const double rate = 100 * k["rate"].get<double>();
    curve.points.push_back({k["komi"], rate, interval_of(k["interval"], 100)});
    table.rows.push_back(
        {fixed(k["komi"], 1), whole(k["games"]), whole(k["of"]), fixed(rate, 2), range(k["interval"], 100, 2)});
  }
  plot.curves.push_back(std::move(curve));
  plot.marks.push_back(
      {score["fair_komi"], interval_of(score["fair_komi_interval"], 1), "fair komi " + fair_text(score)});
  plot.marks.push_back({score["komi"], std::nullopt, "komi of these games " + fixed(score["komi"], 1), "c curve"});
  return {"komi-curve", "What Black would have won under each komi",
          "The share of these games that Black's lead on the board would have won, with Wilson's interval at each "
          "komi; at half points no game is drawn. Fair komi is the median of the lead, with its interval. That players "
          "who know of another komi play otherwise is not in it.",
          curve_svg(plot), std::move(table)};
}

// --- branching

Plot breadth_plot(const json& branching) {
  static constexpr std::pair<const char*, const char*> kKinds[] = {
      {"stone", "ordinary stone"}, {"card", "points of a card"}, {"word", "word or card"}};
  int last = 1;
  for (const auto& [key, name] : kKinds)
    for (const json& b : branching[key]["distribution"])
      last = std::max(last, 1 + static_cast<int>(std::log2(b["from"].get<double>())));
  SharePlot plot;
  plot.octaves = true, plot.axis = "answers to a question";
  PlotTable table{{"answers"}, {}};
  for (int o = 0; o <= last; ++o) plot.edges.push_back(o);
  for (int o = 0; o < last; ++o)
    table.rows.push_back({fixed(std::exp2(o), 0) + (o == 0 ? "" : " to " + fixed(std::exp2(o + 1) - 1, 0))});
  std::string text;
  for (const auto& [key, name] : kKinds) {
    const json& b = branching[key];
    if (b["questions"] == 0) continue;
    std::vector<std::int64_t> counts(static_cast<std::size_t>(last));
    for (const json& bin : b["distribution"])
      counts[static_cast<std::size_t>(std::log2(bin["from"].get<double>()))] += bin["questions"].get<std::int64_t>();
    plot.series.push_back({name, shares_of(counts)});
    table.heads.push_back(name);
    for (std::size_t i = 0; i < counts.size(); ++i) table.rows[i].push_back(std::to_string(counts[i]));
    text += std::string(text.empty() ? "" : "; ") + name + " " + with_range(b["mean"], b["interval"], 1, 1);
  }
  return {
      "branching", "Branching: how many answers a question has",
      "Shares of the questions of each kind that were looked at, on a scale of doublings. Geometric means with 95 % "
      "intervals: " +
          text + ".",
      share_svg(plot), std::move(table)};
}

}  // namespace

PlotGroup score_plots(const json& s) {
  PlotGroup out{"Score", "", {}};
  const json& score = s["score"];
  if (score["games"] == 0) return out;
  out.text = "Games that were counted: " + whole(score["games"]) + ".";
  std::vector<Mark> median;
  if (score["fair_komi"].is_null()) {
    out.text += " " + score["fair_komi_left_out"].get<std::string>();
  } else {
    out.plots.push_back(komi_plot(score));
    median = {{score["fair_komi"], interval_of(score["fair_komi_interval"], 1), "median " + fair_text(score)}};
  }
  out.plots.push_back(distribution_plot("score", "Black's lead on the board",
                                        "How often the game ended with which lead, komi not included.",
                                        "Black's lead, in points", {{"", &score["distribution"]}}, std::move(median)));
  return out;
}

PlotGroup course_plots(const json& s) {
  PlotGroup out{"Course of the games", "", {}};
  if (s["ended"] == 0) return out;
  out.plots.push_back(distribution_plot("length", "Length in turns", "Of the games that ended.", "turns",
                                        {{"", &s["turns"]["distribution"]}}, {mean_mark("mean", s["turns"], 1)}));
  const json& taken = s["captures"];
  if (taken["black"]["most"] > 0 || taken["white"]["most"] > 0)
    out.plots.push_back(distribution_plot(
        "captures", "Stones captured in a game",
        "By each side. Means with 95 % intervals: Black " +
            with_range(taken["black"]["mean"], taken["black"]["interval"], 1, 1) + ", White " +
            with_range(taken["white"]["mean"], taken["white"]["interval"], 1, 1) + ".",
        "stones captured",
        {{"by Black", &taken["black"]["distribution"]}, {"by White", &taken["white"]["distribution"]}}, {}));
  const json& b = s["branching"];
  if (b["stone"]["questions"] > 0 || b["card"]["questions"] > 0 || b["word"]["questions"] > 0)
    out.plots.push_back(breadth_plot(b));
  return out;
}

std::vector<PlotGroup> batch_plots(const json& s) {
  std::vector<PlotGroup> out;
  for (PlotGroup (*part)(const json&) : {dealt_plots, result_plots, score_plots, course_plots, card_plots})
    if (PlotGroup g = part(s); !g.plots.empty()) out.push_back(std::move(g));
  return out;
}

}  // namespace gofuda::lab
