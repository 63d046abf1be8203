// What a sweep says, against what is swept.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/plot_kinds.hpp"
#include "tools/lab/report/plots.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;
using Pointer = json::json_pointer;

constexpr std::size_t kMostRows = 60;  // of a plot; the table has all
constexpr std::size_t kMostCurves = 3, kMostPlots = 8;

// Something that is not the same in all cells.
struct Dimension {
  std::string name;
  Pointer at;
  bool setting = false;
  std::string value(const json& cell) const { return cell.contains(at) ? cell[at].get<std::string>() : "-"; }
  std::string text(const json& cell) const { return setting ? name + "=" + value(cell) : value(cell); }
};

// 6.5, or 9 of a board of 9x9; nothing of other words.
std::optional<double> number_of(const std::string& text) {
  char* end = nullptr;
  const double x = std::strtod(text.c_str(), &end);
  if (end == text.c_str()) return std::nullopt;
  const std::string rest = end;
  if (rest.empty() || rest == "x" + text.substr(0, text.size() - rest.size())) return x;
  return std::nullopt;
}

// All that cells may differ in, or what they do differ in.
std::vector<Dimension> dimensions_of(const json& cells, bool differ = true) {
  std::vector<Dimension> all{{"variant", Pointer("/variant")}}, out;
  std::set<std::string> keys;
  for (const json& c : cells)
    for (const auto& [key, value] : c["settings"].items()) keys.insert(key);
  for (const std::string& key : keys) all.push_back({key, Pointer("/settings") / key, true});
  all.push_back({"Black", Pointer("/players/black")});
  all.push_back({"White", Pointer("/players/white")});
  for (const Dimension& d : all) {
    std::set<std::string> values;
    for (const json& c : cells) values.insert(d.value(c));
    if ((values.size() > 1) == differ) out.push_back(d);
  }
  return out;
}

std::string label_of(const json& cell, const std::vector<Dimension>& dimensions, const Dimension* but = nullptr) {
  std::string out;
  for (const Dimension& d : dimensions)
    if (&d != but) out += (out.empty() ? "" : ", ") + d.text(cell);
  return out;
}

// What is plotted of each cell.
struct Figure {
  std::string name, title, text, axis;
  Pointer value, interval;
  double unit;
  int digits;
  std::optional<double> reference;
};

std::vector<Figure> figures_of(const json& cells) {
  auto any = [&](const Pointer& at) {
    return std::any_of(cells.begin(), cells.end(), [&](const json& c) { return c.contains(at) && !c[at].is_null(); });
  };
  std::vector<Figure> out;
  auto add = [&](Figure f) {
    if (any(f.value)) out.push_back(std::move(f));
  };
  auto share = [&](const char* name, const char* title, const std::string& key, std::optional<double> half) {
    add({name, title, "Of the games that ended, with Wilson's interval at 95 %.", "%", Pointer("/" + key + "/rate"),
         Pointer("/" + key + "/interval"), 100, 1, half});
  };
  share("black-wins", "Games won by Black", "black_wins", 50);
  if (std::any_of(cells.begin(), cells.end(), [](const json& c) { return c["beginner_wins"]["white"]["of"] > 0; }))
    share("beginner-wins", "Games won by the side that began", "beginner_wins", 50);
  if (std::any_of(cells.begin(), cells.end(), [](const json& c) { return c["draws"]["games"] > 0; }))
    share("draws", "Drawn games", "draws", std::nullopt);
  add({"fair-komi", "Fair komi", "The median of Black's lead without komi, with its interval at 95 %.", "points",
       Pointer("/score/fair_komi"), Pointer("/score/fair_komi_interval"), 1, 1, std::nullopt});
  add({"turns", "Length in turns", "Means of the games that ended, with Student's interval at 95 %.", "turns",
       Pointer("/turns/mean"), Pointer("/turns/interval"), 1, 1, std::nullopt});
  const std::string pairs =
      "A cell less the one that it is compared with: in a sweep the first of its row, in a comparison b. Of pairs of "
      "games on the same seeds, with the interval of the report at 95 %, each for itself; none where all pairs differ "
      "by the same.";
  add({"rate-difference", "Difference in Black's win rate", pairs, "percentage points",
       Pointer("/difference/rate_difference/mean"), Pointer("/difference/rate_difference/interval"), 100, 2, 0});
  add({"lead-difference", "Difference in Black's lead", pairs, "points", Pointer("/difference/lead_difference/mean"),
       Pointer("/difference/lead_difference/interval"), 1, 2, 0});
  return out;
}

std::optional<double> value_of(const Figure& f, const json& cell) {
  if (!cell.contains(f.value) || cell[f.value].is_null()) return std::nullopt;
  return f.unit * cell[f.value].get<double>();
}
std::optional<Interval> interval_of(const Figure& f, const json& cell) {
  if (!cell.contains(f.interval) || cell[f.interval].is_null()) return std::nullopt;
  return Interval{f.unit * cell[f.interval][0].get<double>(), f.unit * cell[f.interval][1].get<double>()};
}

PlotTable table_of(const Figure& f, const json& cells, const std::vector<Dimension>& dimensions) {
  PlotTable t;
  for (const Dimension& d : dimensions) t.heads.push_back(d.name);
  if (dimensions.empty()) t.heads.emplace_back("variant");
  t.names = t.heads.size();
  t.heads.insert(t.heads.end(), {f.axis, "95 % interval"});
  for (const json& c : cells) {
    const auto value = value_of(f, c);
    if (!value) continue;
    std::vector<std::string> row;
    for (const Dimension& d : dimensions) row.push_back(d.value(c));
    if (dimensions.empty()) row.push_back(c["variant"]);
    row.push_back(fixed(*value, f.digits + 1));
    row.push_back(range(c.contains(f.interval) ? c[f.interval] : json(), f.unit, f.digits + 1));
    t.rows.push_back(std::move(row));
  }
  return t;
}

Plot row_plot(const Figure& f, const json& cells, const std::vector<Dimension>& dimensions) {
  IntervalPlot plot;
  plot.axis = f.axis, plot.reference = f.reference, plot.long_labels = true;
  std::optional<json> row;
  std::size_t left = 0;
  for (const json& c : cells) {
    const auto value = value_of(f, c);
    if (!value) continue;
    if (plot.rows.size() == kMostRows) {
      ++left;
      continue;
    }
    const std::string label = dimensions.empty() ? c["variant"].get<std::string>() : label_of(c, dimensions);
    const bool difference = f.reference && *f.reference == 0;
    plot.rows.push_back({label, *value, interval_of(f, c),
                         difference ? signed_text(*value, f.digits) : fixed(*value, f.digits), true,
                         row && *row != c["row"]});
    row = c["row"];
  }
  const std::string more = left ? " The first " + std::to_string(kMostRows) + " cells; the table has all." : "";
  return {f.name, f.title, f.text + more, interval_svg(plot), table_of(f, cells, dimensions)};
}

// The cells of one curve: all that differ in the numbers alone.
using Groups = std::vector<std::pair<std::string, std::vector<const json*>>>;

Groups groups_of(const json& cells, const std::vector<Dimension>& dimensions, const Dimension& x) {
  Groups out;
  std::map<std::string, std::size_t> places;
  for (const json& c : cells) {
    const std::string name = label_of(c, dimensions, &x);
    auto [it, fresh] = places.try_emplace(name, out.size());
    if (fresh) out.push_back({name, {}});
    out[it->second].second.push_back(&c);
  }
  return out;
}

void curve_plots(const Figure& f, const json& cells, const std::vector<Dimension>& dimensions, const Dimension& x,
                 std::vector<Plot>& out) {
  const Groups groups = groups_of(cells, dimensions, x);
  const std::size_t plots = std::min(kMostPlots, (groups.size() + kMostCurves - 1) / kMostCurves);
  for (std::size_t p = 0; p < plots; ++p) {
    CurvePlot plot;
    plot.axis = x.name, plot.unit = f.axis, plot.reference = f.reference, plot.dots = true;
    json shown = json::array();
    for (std::size_t g = p * kMostCurves; g < std::min(groups.size(), (p + 1) * kMostCurves); ++g) {
      Curve curve{groups[g].first, {}};
      for (const json* c : groups[g].second) {
        if (const auto value = value_of(f, *c))
          curve.points.push_back({*number_of(x.value(*c)), *value, interval_of(f, *c)});
        shown.push_back(*c);
      }
      std::stable_sort(curve.points.begin(), curve.points.end(),
                       [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; });
      if (!curve.points.empty()) plot.curves.push_back(std::move(curve));
    }
    if (plot.curves.empty()) continue;
    const std::string title =
        f.title + (plot.curves.size() == 1 && !plot.curves[0].name.empty() ? ": " + plot.curves[0].name : "");
    const std::string name = f.name + (p == 0 ? "" : "-" + std::to_string(p + 1));
    const std::string more = p + 1 == plots && groups.size() > plots * kMostCurves
                                 ? " There are more such curves; the table of the cells has all."
                                 : "";
    out.push_back({name, title, f.text + " Between the dots nothing was played." + more, curve_svg(plot),
                   table_of(f, shown, dimensions)});
  }
}

PlotGroup player_plots(const json& sweep) {
  PlotGroup out{"Players", "", {}};
  IntervalPlot plot;
  plot.axis = "% of the games that ended", plot.reference = 50, plot.domain = Interval{0, 100};
  plot.long_labels = true;
  PlotTable table{{"player", "against", "rules", "games", "drawn", "% won", "95 % interval"}, {}, 3};
  for (const json& p : sweep["pairings"]) {
    if (p["wins"]["rate"].is_null()) continue;
    const double rate = 100 * p["wins"]["rate"].get<double>();
    const json& i = p["wins"]["interval"];
    std::string rules = p["variant"];
    for (const auto& [key, value] : p["settings"].items()) rules += " " + key + "=" + value.get<std::string>();
    if (plot.rows.size() < kMostRows)
      plot.rows.push_back({p["player"].get<std::string>() + " - " + p["against"].get<std::string>(), rate,
                           Interval{100 * i[0].get<double>(), 100 * i[1].get<double>()}, fixed(rate, 1)});
    table.rows.push_back({p["player"], p["against"], rules, std::to_string(p["wins"]["of"].get<std::int64_t>()),
                          std::to_string(p["draws"].get<std::int64_t>()), fixed(rate, 2), range(i, 100, 2)});
  }
  if (plot.rows.empty()) return out;
  out.plots.push_back({"players", "Games won by the first of two players",
                       "Both colours put together, with Wilson's interval at 95 %.", interval_svg(plot),
                       std::move(table)});
  return out;
}

}  // namespace

std::string common_text(const json& sweep) {
  std::string out;
  const json& cells = sweep["cells"];
  for (const Dimension& d : dimensions_of(cells, false))
    out += (out.empty() ? "" : ", ") + (d.setting ? "" : d.name + " ") + d.text(cells[0]);
  return out;
}

PlotTable cells_table(const json& sweep) {
  const json& cells = sweep["cells"];
  const std::vector<Dimension> dimensions = dimensions_of(cells);
  const std::vector<Figure> figures = figures_of(cells);
  PlotTable t{{"cell"}, {}};
  for (const Dimension& d : dimensions) t.heads.push_back(d.name);
  t.names = t.heads.size();
  t.heads.insert(t.heads.end(), {"games", "failed, stopped"});
  for (const Figure& f : figures) t.heads.push_back(f.title + (f.axis == "%" ? ", %" : ""));
  for (const json& c : cells) {
    std::vector<std::string> row{c["id"].get<std::string>().substr(0, 6)};
    for (const Dimension& d : dimensions) row.push_back(d.value(c));
    row.insert(row.end(), {whole(c["games"]), whole(c["faults"]) + ", " + whole(c["stopped"])});
    for (const Figure& f : figures)
      row.push_back(with_range(c.contains(f.value) ? c[f.value] : json(),
                               c.contains(f.interval) ? c[f.interval] : json(), f.unit, f.digits));
    t.rows.push_back(std::move(row));
  }
  return t;
}

std::vector<PlotGroup> sweep_plots(const json& sweep) {
  const json& cells = sweep["cells"];
  const std::vector<Dimension> dimensions = dimensions_of(cells);
  // The numbers that most cells differ in make the axis.
  const Dimension* x = nullptr;
  std::size_t most = 2;
  for (const Dimension& d : dimensions) {
    std::set<double> values;
    const bool numbers = std::all_of(cells.begin(), cells.end(), [&](const json& c) {
      const auto v = number_of(d.value(c));
      return v && (values.insert(*v), true);
    });
    if (numbers && values.size() > most) x = &d, most = values.size();
  }
  PlotGroup results{"Results", "", {}};
  for (const Figure& f : figures_of(cells))
    if (x && f.name.find("difference") == std::string::npos)
      curve_plots(f, cells, dimensions, *x, results.plots);
    else
      results.plots.push_back(row_plot(f, cells, dimensions));
  std::vector<PlotGroup> out;
  for (PlotGroup g : {std::move(results), player_plots(sweep)})
    if (!g.plots.empty()) out.push_back(std::move(g));
  return out;
}

}  // namespace gofuda::lab
