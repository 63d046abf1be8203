#include "tools/lab/report/figures.hpp"

#include <nlohmann/json.hpp>

#include "scripting/diagnostic.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::lab {

std::string right(const std::string& text, std::size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

std::string percent(const nlohmann::json& rate) {
  return rate.is_null() ? "-" : fixed(100 * rate.get<double>(), 1) + " %";
}

std::string range(const nlohmann::json& interval, double unit, int digits) {
  if (interval.is_null()) return "";
  return "[" + fixed(unit * interval.at(0).get<double>(), digits) + ", " +
         fixed(unit * interval.at(1).get<double>(), digits) + "]";
}

std::string with_range(const nlohmann::json& value, const nlohmann::json& interval, double unit, int digits) {
  if (value.is_null()) return "-";
  const std::string i = range(interval, unit, digits);
  return fixed(unit * value.get<double>(), digits) + (i.empty() ? "" : " " + i);
}

std::string signed_text(double x, int digits) {
  const std::string text = fixed(x, digits);
  return (text[0] == '-' || text.find_first_not_of("0.") == std::string::npos ? "" : "+") + text;
}

std::string whole(const nlohmann::json& n) { return std::to_string(n.get<std::int64_t>()); }

std::string of_both(const nlohmann::json& sides) {
  return std::to_string(sides["black"].get<std::int64_t>() + sides["white"].get<std::int64_t>());
}

std::string seeds_text(const nlohmann::json& batch) {
  const nlohmann::json& deal = batch.at("deal_seed");
  return "seed " + whole(batch.at("seed")) + (deal.is_null() ? "" : ", deal seed " + whole(deal));
}

std::string p_text(const nlohmann::json& p) { return p.is_null() ? "-" : p < 0.001 ? "<0.001" : fixed(p, 3); }

std::string cut(const std::string& text, int columns, const std::string& end) {
  if (tools::display_width(text) <= columns) return text;
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto next = decode_utf8(std::string_view(text).substr(i));
    const std::string part = text.substr(i, next ? next->bytes : 1);
    if (tools::display_width(out + part + end) > columns) break;
    out += part;
    i += part.size();
  }
  return out.substr(0, out.find_last_not_of(' ') + 1) + end;
}

json shown(const json& j) {
  if (j.is_string()) return printable(j.get_ref<const std::string&>());
  if (!j.is_structured()) return j;
  json out = j.is_array() ? json::array() : json::object();
  for (const auto& [name, value] : j.items())
    if (j.is_array())
      out.push_back(shown(value));
    else
      out[printable(name)] = shown(value);
  return out;
}

std::string csv_field(const std::string& value) {
  if (value.find_first_of(",\"\n\r") == std::string::npos) return value;
  std::string out = "\"";
  for (char c : value) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

}  // namespace gofuda::lab
