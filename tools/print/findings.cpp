#include "tools/print/findings.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

using Result = Solution::Result;

constexpr std::string_view kNames[] = {"not solved", "loss", "draw", "win"};

// The better, the more.
int rank(const Solution& s) {
  constexpr int kByResult[] = {-1, -100'000'000, 0, 100'000'000};
  const int faster = s.result == Result::win ? -s.plies : s.plies;
  return kByResult[static_cast<std::size_t>(s.result)] + s.margin.value_or(0) + faster;
}

}  // namespace

Solution for_the_other(const Solution& s) {
  Solution out = s;
  out.result = s.result == Result::win ? Result::loss : s.result == Result::loss ? Result::win : s.result;
  if (s.plies > 0) ++out.plies;
  if (s.margin) out.margin = -*s.margin;
  out.best.clear();
  return out;
}

std::string value_text(const Solution& s) {
  std::string out(kNames[static_cast<std::size_t>(s.result)]);
  if (s.plies > 0) out += " in " + std::to_string(s.plies) + (s.exact_plies ? "" : " or fewer");
  if (s.margin && s.result != Result::draw) out += " by " + points_text(std::abs(*s.margin));
  return out;
}

std::string verdict_text(const Solution& s, Seat side) {
  if (s.result == Result::open) return "Not solved";
  if (s.result == Result::draw) return "A draw";
  std::string who(seat_name(s.result == Result::win ? side : other(side)));
  who[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(who[0])));
  if (s.margin) return who + " wins by " + points_text(std::abs(*s.margin));
  if (s.plies == 0) return who + " wins";
  return who + " wins in " + std::to_string(s.plies) + (s.plies == 1 ? " ply" : " plies") +
         (s.exact_plies ? "" : " or fewer");
}

std::string move_text(Point p) { return p == kNoPoint ? "pass" : point_name(p); }

std::string moves_text(const std::vector<Point>& points) {
  std::vector<std::string> words;
  for (Point p : points) words.push_back(move_text(p));
  return joined(words, " ");
}

std::vector<std::string> move_lines(const std::vector<MoveValue>& moves) {
  std::vector<MoveValue> sorted = moves;
  std::stable_sort(sorted.begin(), sorted.end(), [](const MoveValue& x, const MoveValue& y) {
    return std::pair(rank(x.solution), x.solution.exact_plies) > std::pair(rank(y.solution), y.solution.exact_plies);
  });
  std::vector<std::string> out;
  for (std::size_t i = 0; i < sorted.size();) {
    const std::string value = value_text(sorted[i].solution);
    std::vector<Point> points;
    for (; i < sorted.size() && value_text(sorted[i].solution) == value; ++i) points.push_back(sorted[i].point);
    std::sort(points.begin(), points.end());
    std::string label = value;
    for (const std::string& line : wrapped(moves_text(points), 60))
      out.push_back("  " + padded(std::exchange(label, ""), 20) + "  " + line);
  }
  return out;
}

nlohmann::json moves_json(const std::vector<Point>& points) {
  nlohmann::json out = nlohmann::json::array();
  for (Point p : points) out.push_back(move_text(p));
  return out;
}

std::vector<std::string> heading_lines(const Variant& variant, const Settings& settings) {
  std::vector<std::string> out{printable(variant.title) + "  " + variant.id};
  if (settings.empty()) return out;
  std::string set = "set:";
  for (const auto& [key, value] : settings) set += "  " + printable(key + "=" + value);
  out.push_back(set);
  return out;
}

nlohmann::json settings_json(const Settings& settings) {
  nlohmann::json out = nlohmann::json::array();
  for (const auto& [key, value] : settings) out.push_back(key + "=" + value);
  return out;
}

nlohmann::json solution_json(const Solution& s) {
  nlohmann::json j{{"result", kNames[static_cast<std::size_t>(s.result)]}};
  if (s.result == Result::open) j["result"] = nullptr;
  if (s.plies > 0) j["plies"] = s.plies, j["exact"] = s.exact_plies;
  if (s.margin) j["margin"] = *s.margin / double{kWholePoint};
  return j;
}

}  // namespace gofuda::tools
