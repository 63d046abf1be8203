// A report as one HTML page that needs nothing else: well-formed as XML too, in light and dark, for screens of any
// width and for paper. The same data make the same bytes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tools/lab/report/plots.hpp"

namespace gofuda::lab {

std::string batch_page(const nlohmann::json& summary);
std::string sweep_page(const nlohmann::json& sweep);

// Each plot as NAME.svg in the folder, which is made where it is not there. What went wrong, or "".
std::string write_plots(const std::vector<PlotGroup>& groups, const std::string& folder);

}  // namespace gofuda::lab
