// The plots of a report, each with the numbers that are drawn: made from the JSON of a summary, so that they say the
// same.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/lab/report/svg.hpp"

namespace gofuda::lab {

struct PlotTable {
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;
  std::size_t names = 1;  // columns at the left that hold words, not numbers
};

struct Plot {
  std::string name;  // of its file, and its id in the page
  std::string title;
  std::string text;  // what it shows, and how it is meant
  Svg svg;
  PlotTable table;
};

struct PlotGroup {
  std::string title, text;
  std::vector<Plot> plots;
};

// Of a batch: what cards are worth, where they were dealt on purpose; results, scores, course, cards. What there is
// nothing of is left out.
std::vector<PlotGroup> batch_plots(const nlohmann::json& summary);

// The pieces of batch_plots.
PlotGroup score_plots(const nlohmann::json& summary);
PlotGroup course_plots(const nlohmann::json& summary);
PlotGroup card_plots(const nlohmann::json& summary);
PlotGroup dealt_plots(const nlohmann::json& summary);

// Of a sweep: win rates, fair komi and differences against what is swept.
std::vector<PlotGroup> sweep_plots(const nlohmann::json& sweep);
PlotTable cells_table(const nlohmann::json& sweep);
std::string common_text(const nlohmann::json& sweep);  // what all cells have in common

}  // namespace gofuda::lab
