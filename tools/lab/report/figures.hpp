// Figures as text.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tools/print/terminal.hpp"

namespace gofuda::lab {

using tools::fixed;
std::string right(const std::string& text, std::size_t width);
std::string percent(const nlohmann::json& rate);                             // "51.3 %", or "-" for null
std::string range(const nlohmann::json& interval, double unit, int digits);  // "[1.0, 2.5]", or "" for null
std::string with_range(const nlohmann::json& value, const nlohmann::json& interval, double unit,
                       int digits);                                             // "1.5 [1.0, 2.5]", or "-" for null
std::string signed_text(double x, int digits);                                  // "+1.5"
std::string whole(const nlohmann::json& n);                                     // a whole number
std::string seeds_text(const nlohmann::json& batch);                            // "seed 1, deal seed 7"
std::string p_text(const nlohmann::json& p);                                    // "0.012", "<0.001", or "-" for null
std::string cut(const std::string& text, int columns, const std::string& end);  // to fit, with `end` where it was cut
std::string csv_field(const std::string& value);                                // quoted where a table needs it

nlohmann::json shown(const nlohmann::json& j);     // the same with all texts printable, names of fields included
std::string of_both(const nlohmann::json& sides);  // the sum of two whole numbers

}  // namespace gofuda::lab
