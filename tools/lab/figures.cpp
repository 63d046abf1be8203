#include "tools/lab/figures.hpp"

#include <cstdio>
#include <string_view>

namespace gofuda::lab {

std::string fixed(double x, int digits) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  const bool zero = std::string_view(text).find_first_not_of("-0.") == std::string_view::npos;
  return zero && text[0] == '-' ? text + 1 : text;
}

std::string right(const std::string& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string percent(const nlohmann::json& rate) {
  return rate.is_null() ? "-" : fixed(100 * rate.get<double>(), 1) + " %";
}

std::string range(const nlohmann::json& interval, double unit, int digits) {
  if (interval.is_null()) return "";
  return "[" + fixed(unit * interval[0].get<double>(), digits) + ", " +
         fixed(unit * interval[1].get<double>(), digits) + "]";
}

std::string csv_field(const std::string& value) {
  if (value.find_first_of(",\"\n\r") == std::string::npos) return value;
  std::string out = "\"";
  for (char c : value) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace gofuda::lab
