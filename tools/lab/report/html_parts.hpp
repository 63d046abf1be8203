// Pieces of a page that needs no other file. What is `inside` is HTML already, other texts are not.
#pragma once

#include <string>
#include <vector>

#include "tools/lab/report/plots.hpp"

namespace gofuda::lab {

std::string element(const std::string& name, const std::string& inside, const std::string& look = "");
std::string table_html(const PlotTable& t, const std::string& caption, const std::string& look = "");
std::string folded(const std::string& summary, const PlotTable& table, const std::string& caption);
std::string groups_html(const std::vector<PlotGroup>& groups);
std::string tile(const std::string& name, const std::string& figure, const std::string& interval);
std::string lines_html(const std::string& text);  // escaped; a file's lines stay lines
std::string page(const std::string& title, const std::string& inside);

}  // namespace gofuda::lab
