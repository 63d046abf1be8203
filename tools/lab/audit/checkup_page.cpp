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
  if (c.at("findings").empty()) return element("p", no_findings(c)) + "\n";
  PlotTable t{{"", "finding", "players", "looks closer", "figure", "p, adjusted", "method"}, {}, 4};
  for (const json& f : c.at("findings"))
    t.rows.push_back({f.at("level"), f.at("text"), f.at("players"), f.at("command"), figure_text(f.at("figure")),
                      p_text(f.at("p_adjusted")), f.at("figure").at("method")});
  std::string out = table_html(t, "Findings", "wide");
  for (const json& f : c.at("findings"))
    if (f.contains("dispute") && !f.at("dispute").is_null())
      out += element("p", "The shortest way back to where the game was, as a dispute for gofuda judge:") + "\n" +
             element("pre", lines_html(f.at("dispute"))) + "\n";
  return out;
}

// The figures of the two players beside one another; then those of one player against another.
std::string figures_html(const json& c) {
  const std::string weak = c.at("players").at("weak"), strong = c.at("players").at("strong");
  PlotTable both{{"95 % intervals, each for itself", "looks closer", weak, strong, "games", "method"}, {}, 2};
  PlotTable duels{
      {"one player against another", "players", "looks closer", "figure", "deals or games", "method"}, {}, 3};
  for (const json& r : c.at("figures")) {
    const json& first = r.at("figures").at(0);
    if (first.at("players") != weak && first.at("players") != strong) {
      duels.rows.push_back({r.at("name"), first.at("players"), r.at("command"), figure_text(first),
                            whole(first.at("games")), first.at("method")});
      continue;
    }
    std::vector<std::string> row{r.at("name"), r.at("command"), "", "", "", first.at("method")};
    for (const json& f : r.at("figures")) {
      row[f.at("players") == weak ? 2 : 3] = figure_text(f);
      row[4] += (row[4].empty() ? "" : ", ") + whole(f.at("games"));
    }
    both.rows.push_back(std::move(row));
  }
  return table_html(both, "Figures", "wide") +
         (duels.rows.empty() ? "" : table_html(duels, "One player against another", "wide"));
}

std::optional<Interval> interval_of(const json& j) {
  if (j.is_null()) return std::nullopt;
  return Interval{kPercent * j.at(0).get<double>(), kPercent * j.at(1).get<double>()};
}

// How sure the game is when a part of it is over.
std::optional<Plot> leader_plot(const json& c) {
  CurvePlot plot;
  PlotTable table{{"part of the game", "players", "% won by who leads"}, {}, 2};
  for (const char* side : {"weak", "strong"}) {
    Curve curve{c.at("players").at(side), {}};
    for (const json& r : c.at("figures"))
      for (const json& f : r.at("figures"))
        if (const std::string id = r.at("id");
            id.starts_with("leader-") && f.at("players") == c.at("players").at(side)) {
          curve.points.push_back(
              {std::stod(id.substr(7)), kPercent * f.at("value").get<double>(), interval_of(f.at("interval"))});
          table.rows.push_back({id.substr(7) + " %", f.at("players"), figure_text(f)});
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
  for (const json& card : c.at("cards")) {
    const json& w = card.at("wins");
    if (w.at("mean").is_null()) continue;
    const double value = kPercent * w.at("mean").get<double>();
    const bool sure = !w.at("p_adjusted").is_null() && w.at("p_adjusted") < 0.05;
    plot.rows.push_back({card.at("name"), value, interval_of(w.at("interval")), signed_text(value, 1), sure, false});
    table.rows.push_back({card.at("name"), signed_text(value, 1) + " " + range(w.at("interval"), kPercent, 1),
                          p_text(w.at("p_adjusted"))});
  }
  if (plot.rows.empty()) return std::nullopt;
  plot.axis = "% of games won more often by who is dealt it", plot.reference = 0;
  plot.strong_text = "tells from 0", plot.open_text = "may be 0";
  return Plot{"cards", "What cards are worth",
              "Each dealt to either side in the place of another, on the same seeds, by " +
                  c.at("players").at("weak").get<std::string>() +
                  ". Student's interval at 95 %, each for itself; full: worth something by Student's test, adjusted "
                  "for all cards (Holm).",
              interval_svg(plot), std::move(table)};
}

std::string options_html(const json& c) {
  if (c.at("options").empty()) return "";
  PlotTable t{{"option", "value", "games that it changes", "of"}, {}, 2};
  for (const json& o : c.at("options"))
    t.rows.push_back({o.at("option"), o.at("value"),
                      percent(o.at("changed").at("rate")) + " " + range(o.at("changed").at("interval"), kPercent, 1),
                      whole(o.at("changed").at("of"))});
  return section("Options", element("p", "Games of " + escaped(c.at("players").at("weak").get<std::string>()) +
                                             " on the same seeds with this value instead; Wilson's interval at 95 %.") +
                                folded("The options", t, "Options"));
}

std::string list_html(const json& rows, const char* name, const char* more) {
  std::string out;
  for (const json& r : rows)
    out += element(
        "li", escaped(r.at(name).get<std::string>()) + ": " + element("code", escaped(r.at(more).get<std::string>())));
  return element("ul", out) + "\n";
}

}  // namespace

std::string checkup_page(const json& c) {
  const std::string title = "Audit of " + c.at("title").get<std::string>();
  std::string body =
      "<header>\n" + element("h1", escaped(title)) + "\n" +
      element("p", escaped(c.at("variant").get<std::string>() + ", seed " + whole(c.at("seed"))), "faint") + "\n";
  for (const json& p : c.at("precision"))
    body += element("p", escaped(whole(p.at("games")) + " games of " + p.at("player").get<std::string>() + ": " +
                                 p.at("text").get<std::string>() + ".")) +
            "\n";
  if (c.at("stopped")) body += element("p", "It was stopped: this is of the games until then.") + "\n";
  body += "</header>\n" + section("Findings, worst first", findings_html(c)) + section("Figures", figures_html(c));
  PlotGroup plots{"Pictures", "", {}};
  for (auto plot : {leader_plot(c), worth_plot(c)})
    if (plot) plots.plots.push_back(std::move(*plot));
  if (!plots.plots.empty()) body += groups_html({plots});
  body += options_html(c);
  if (!c.at("left_out").empty()) {
    PlotTable t{{"what", "why"}, {}, 2};
    for (const json& l : c.at("left_out")) t.rows.push_back({l.at("what"), l.at("why")});
    body += section("Left out", table_html(t, "Left out", "wide"));
  }
  body += section("What a longer run would add", list_html(c.at("longer"), "what", "command"));
  body += section("The same games again", element("pre", escaped(c.at("command").get<std::string>())) + "\n");
  return page(title + " - gofuda", body);
}

}  // namespace gofuda::lab
