// What each reading changes, drawn.
#include <nlohmann/json.hpp>

#include "tools/lab/finding/findings_report.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/html_report.hpp"
#include "tools/lab/report/plot_kinds.hpp"

namespace gofuda::tools {

std::string draw_findings(const nlohmann::json& found, const std::string& folder) {
  lab::IntervalPlot plot;
  plot.axis = "% of games with another winner";
  plot.long_labels = true;
  plot.domain = lab::Interval{0, 100};
  for (const std::size_t i : by_weight(found)) {
    const nlohmann::json& winner = found.at("readings").at(i).at("winner");
    if (winner.at("share").is_null()) continue;
    const double share = 100 * winner.at("share").get<double>();
    const lab::Interval interval{100 * winner.at("interval").at(0).get<double>(),
                                 100 * winner.at("interval").at(1).get<double>()};
    plot.rows.push_back({reading_name(found, i), share, interval, lab::fixed(share, 1), true, false});
  }
  if (plot.rows.empty()) return "";
  lab::PlotGroup group;
  group.plots.push_back({"readings",
                         "What each reading changes",
                         "In how many games of the same seed another side wins. Wilson's interval at 95 %.",
                         interval_svg(plot),
                         {}});
  return lab::write_plots({group}, folder);
}

}  // namespace gofuda::tools
