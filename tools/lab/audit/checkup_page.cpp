#include <nlohmann/json.hpp>

#include "tools/lab/audit/checkup.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/html_parts.hpp"
#include "tools/lab/report/plot_kinds.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;

constexpr double kPercent = 100;

std::string section(const std::string& title, const std::string& inside) {
  return "<section>\n" + element("h2", escaped(title)) + "\n" + inside + "</section>\n";
}

std::string findings_html(const json& c) {
  if (c["findings"].empty()) return element("p", "None: nothing that these games show is out of the way.") + "\n";
  PlotTable t{{"", "finding", "players", "looks closer", "figure", "p, adjusted", "method"}, {}, 4};
  for (const json& f : c["findings"])
    t.rows.push_back({f["level"], f["text"], f["players"], f["command"], figure_text(f["figure"]),
                      p_text(f["p_adjusted"]), f["figure"]["method"]});
  std::string out = table_html(t, "Findings", "wide");
  for (const json& f : c["findings"])
    if (f.contains("dispute") && !f["dispute"].is_null())
      out += element("p", "The shortest way back to where the game was, as a dispute for gofuda judge:") + "\n" +
             element("pre", lines_html(f["dispute"])) + "\n";
  return out;
}

// The figures of the two players beside one another; then those of one player against another.
std::string figures_html(const json& c) {
  const std::string weak = c["players"]["weak"], strong = c["players"]["strong"];
  PlotTable both{{"95 % intervals, each for itself", "looks closer", weak, strong, "games", "method"}, {}, 2};
  PlotTable duels{
      {"one player against another", "players", "looks closer", "figure", "deals or games", "method"}, {}, 3};
  for (const json& r : c["figures"]) {
    const json& first = r["figures"][0];
    if (first["players"] != weak && first["players"] != strong) {
      duels.rows.push_back(
          {r["name"], first["players"], r["command"], figure_text(first), whole(first["games"]), first["method"]});
      continue;
    }
    std::vector<std::string> row{r["name"], r["command"], "", "", "", first["method"]};
    for (const json& f : r["figures"]) {
      row[f["players"] == weak ? 2 : 3] = figure_text(f);
      row[4] += (row[4].empty() ? "" : ", ") + whole(f["games"]);
    }
    both.rows.push_back(std::move(row));
  }
  return table_html(both, "Figures", "wide") +
         (duels.rows.empty() ? "" : table_html(duels, "One player against another", "wide"));
}

std::optional<Interval> interval_of(const json& j) {
  if (j.is_null()) return std::nullopt;
  return Interval{kPercent * j[0].get<double>(), kPercent * j[1].get<double>()};
}

// How sure the game is when a part of it is over.
std::optional<Plot> leader_plot(const json& c) {
  CurvePlot plot;
  PlotTable table{{"part of the game", "players", "% won by who leads"}, {}, 2};
  for (const char* side : {"weak", "strong"}) {
    Curve curve{c["players"][side], {}};
    for (const json& r : c["figures"])
      for (const json& f : r["figures"])
        if (const std::string id = r["id"]; id.starts_with("leader-") && f["players"] == c["players"][side]) {
          curve.points.push_back(
              {std::stod(id.substr(7)), kPercent * f["value"].get<double>(), interval_of(f["interval"])});
          table.rows.push_back({id.substr(7) + " %", f["players"], figure_text(f)});
        }
    if (!curve.points.empty()) plot.curves.push_back(std::move(curve));
  }
  if (plot.curves.empty()) return std::nullopt;
  plot.axis = "% of the game's turns", plot.unit = "%", plot.reference = 50, plot.dots = true;
  plot.domain = Interval{0, 100};
  return Plot{"decided", "When the game is decided",
              "How often who is ahead by the look of the position after so much of the game wins it. Wilson's interval "
              "at 95 %.",
              curve_svg(plot), std::move(table)};
}

std::optional<Plot> worth_plot(const json& c) {
  IntervalPlot plot;
  PlotTable table{{"card", "% of games won", "p, adjusted"}, {}};
  for (const json& card : c["cards"]) {
    const json& w = card["wins"];
    if (w["mean"].is_null()) continue;
    const double value = kPercent * w["mean"].get<double>();
    const bool sure = !w["p_adjusted"].is_null() && w["p_adjusted"] < 0.05;
    plot.rows.push_back({card["name"], value, interval_of(w["interval"]), signed_text(value, 1), sure, false});
    table.rows.push_back(
        {card["name"], signed_text(value, 1) + " " + range(w["interval"], kPercent, 1), p_text(w["p_adjusted"])});
  }
  if (plot.rows.empty()) return std::nullopt;
  plot.axis = "% of games won more often by who is dealt it", plot.reference = 0;
  plot.strong_text = "tells from 0", plot.open_text = "may be 0";
  return Plot{"cards", "What cards are worth",
              "Each dealt to either side in the place of another, on the same seeds, by " +
                  c["players"]["weak"].get<std::string>() +
                  ". Student's interval at 95 %, each for itself; full: worth something by Student's test, adjusted "
                  "for all cards (Holm).",
              interval_svg(plot), std::move(table)};
}

std::string options_html(const json& c) {
  if (c["options"].empty()) return "";
  PlotTable t{{"option", "value", "games that it changes", "of"}, {}, 2};
  for (const json& o : c["options"])
    t.rows.push_back({o["option"], o["value"],
                      percent(o["changed"]["rate"]) + " " + range(o["changed"]["interval"], kPercent, 1),
                      whole(o["changed"]["of"])});
  return section("Options", element("p", "Games of " + escaped(c["players"]["weak"].get<std::string>()) +
                                             " on the same seeds with this value instead; Wilson's interval at 95 %.") +
                                folded("The options", t, "Options"));
}

std::string list_html(const json& rows, const char* name, const char* more) {
  std::string out;
  for (const json& r : rows)
    out += element("li",
                   escaped(r[name].get<std::string>()) + ": " + element("code", escaped(r[more].get<std::string>())));
  return element("ul", out) + "\n";
}

}  // namespace

std::string checkup_page(const json& c) {
  const std::string title = "Audit of " + c["title"].get<std::string>();
  std::string body = "<header>\n" + element("h1", escaped(title)) + "\n" +
                     element("p", escaped(c["variant"].get<std::string>() + ", seed " + whole(c["seed"])), "faint") +
                     "\n";
  for (const json& p : c["precision"])
    body += element("p", escaped(whole(p["games"]) + " games of " + p["player"].get<std::string>() + ": " +
                                 p["text"].get<std::string>() + ".")) +
            "\n";
  if (c["stopped"]) body += element("p", "It was stopped: this is of the games until then.") + "\n";
  body += "</header>\n" + section("Findings, worst first", findings_html(c)) + section("Figures", figures_html(c));
  PlotGroup plots{"Pictures", "", {}};
  for (auto plot : {leader_plot(c), worth_plot(c)})
    if (plot) plots.plots.push_back(std::move(*plot));
  if (!plots.plots.empty()) body += groups_html({plots});
  body += options_html(c);
  if (!c["left_out"].empty()) {
    PlotTable t{{"what", "why"}, {}, 2};
    for (const json& l : c["left_out"]) t.rows.push_back({l["what"], l["why"]});
    body += section("Left out", table_html(t, "Left out", "wide"));
  }
  body += section("What a longer run would add", list_html(c["longer"], "what", "command"));
  body += section("The same games again", element("pre", escaped(c["command"].get<std::string>())) + "\n");
  return page(title + " - gofuda", body);
}

}  // namespace gofuda::lab
