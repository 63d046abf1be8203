// Figures as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace gofuda::lab {

std::string fixed(double x, int digits);  // without "-0.0"
std::string right(const std::string& text, std::size_t width);
std::string percent(const nlohmann::json& rate);                             // "51.3 %", or "-" for null
std::string range(const nlohmann::json& interval, double unit, int digits);  // "[1.0, 2.5]", or "" for null
std::string csv_field(const std::string& value);                             // quoted where a table needs it

}  // namespace gofuda::lab
