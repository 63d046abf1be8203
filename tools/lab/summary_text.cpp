#include <algorithm>
#include <cmath>
#include <cstdio>

#include "scripting/diagnostic.hpp"
#include "tools/lab/figures.hpp"
#include "tools/lab/summary.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;
using tools::display_width;
using tools::padded;
using tools::Paint;
using tools::Style;

constexpr int kBar = 24;  // columns
constexpr std::size_t kMostFaults = 10;

std::string bar(const Style& style, double share) {
  static constexpr const char* kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const int eighths = static_cast<int>(std::lround(share * kBar * 8));
  std::string out;
  if (!style.utf8) return std::string(static_cast<std::size_t>((eighths + 4) / 8), '#');
  for (int i = 0; i < eighths / 8; ++i) out += "█";
  return out + kEighths[eighths % 8];
}

std::string share_line(const Style& style, const std::string& name, const json& share) {
  std::string line = "  " + padded(name, 22) + right(percent(share["rate"]), 8) + "  ";
  line += padded(range(share["interval"], 100, 1), 15) + right(std::to_string(share["games"].get<std::int64_t>()), 9);
  if (!share["rate"].is_null()) line += "  " + bar(style, share["rate"]);
  return line;
}

std::string heading(const Style& style, const std::string& text) { return painted(style, Paint::heading, text); }

void head_lines(const Style& style, const json& j, std::vector<std::string>& out) {
  const json& b = j["batch"];
  out.push_back(painted(style, Paint::strong, printable(b["title"].get<std::string>())) + "  " +
                b["variant"].get<std::string>() + ", " + std::to_string(j["games"].get<std::int64_t>()) + " of " +
                std::to_string(b["games"].get<std::uint64_t>()) + " games, seed " +
                std::to_string(b["seed"].get<std::uint64_t>()));
  std::string settings;
  for (const json& s : b["settings"]) settings += "  " + printable(s.get<std::string>());
  out.push_back("black: " + b["players"]["black"].get<std::string>() + "   white: " +
                b["players"]["white"].get<std::string>() + (settings.empty() ? "" : "   set:" + settings));
}

void result_lines(const Style& style, const json& j, std::vector<std::string>& out) {
  out.push_back("");
  out.push_back(heading(style, "Results") + " of " + std::to_string(j["ended"].get<std::int64_t>()) +
                " games that ended; 95 % intervals (Wilson)");
  out.push_back(share_line(style, "Black wins", j["black_wins"]));
  out.push_back(share_line(style, "White wins", j["white_wins"]));
  out.push_back(share_line(style, "drawn", j["draws"]));
  const json& first = j["beginner_wins"];
  out.push_back(share_line(style, "who begins wins", first));
  if (first["black"]["of"] > 0 && first["white"]["of"] > 0) {
    out.push_back(share_line(style, "  Black begins, wins", first["black"]));
    out.push_back(share_line(style, "  White begins, wins", first["white"]));
  }
  if (j["faults"] > 0 || j["stopped"] > 0)
    out.push_back("  apart from these: " + std::to_string(j["faults"].get<std::int64_t>()) + " games that failed, " +
                  std::to_string(j["stopped"].get<std::int64_t>()) + " stopped after " +
                  std::to_string(j["batch"]["max_turns"].get<int>()) + " turns");
  std::string endings;
  for (const auto& [how, text] : {std::pair{"passes", "passes"},
                                  {"win", "a win condition"},
                                  {"draw", "a drawn end"},
                                  {"exhausted", "nothing left to play"}})
    if (const std::int64_t n = j["endings"][how]; n > 0)
      endings += (endings.empty() ? "  ended by " : ", ") + std::string(text) + ": " + std::to_string(n);
  if (!endings.empty()) out.push_back(endings);
}

std::string spread(const json& s) {
  return fixed(s["mean"], 1) + " on average (median " +
         fixed(s["median"], s["median"] == std::floor(s["median"].get<double>()) ? 0 : 1) + ", " +
         std::to_string(s["least"].get<int>()) + " to " + std::to_string(s["most"].get<int>()) + ")";
}

void course_lines(const Style& style, const json& j, std::vector<std::string>& out) {
  if (j["ended"] == 0) return;
  const json& score = j["score"];
  if (score["games"] > 0) {
    out.push_back("");
    out.push_back(heading(style, "Score") + " of " + std::to_string(score["games"].get<std::int64_t>()) +
                  " games that were counted");
    out.push_back("  Black's lead     " + fixed(score["mean"], 2) + " on average  " + range(score["interval"], 1, 2));
    out.push_back("  fair komi        " + fixed(score["fair_komi"], 2) + "  " +
                  range(score["fair_komi_interval"], 1, 1) + "  the median of Black's lead without komi; komi was " +
                  fixed(score["komi"], 1));
  }
  out.push_back("");
  out.push_back(heading(style, "Course"));
  out.push_back("  turns            " + spread(j["turns"]));
  out.push_back("  moves            " + spread(j["moves"]));
  out.push_back("  captures         Black " + fixed(j["captures"]["black"]["mean"], 2) + ", White " +
                fixed(j["captures"]["white"]["mean"], 2) + " a game");
  if (j.contains("time") && !j["time"]["seconds_per_game"].is_null())
    out.push_back("  time             " + fixed(1000 * j["time"]["seconds_per_game"].get<double>(), 3) + " ms a game");
}

void condition_lines(const Style& style, const json& j, std::vector<std::string>& out) {
  if (j["conditions"].empty()) return;
  out.push_back("");
  out.push_back(heading(style, "Win conditions met") + "   Black    White");
  for (const json& c : j["conditions"])
    out.push_back("  " + padded(printable(c["name"].get<std::string>()), 16) +
                  right(std::to_string(c["black"].get<std::int64_t>()), 8) +
                  right(std::to_string(c["white"].get<std::int64_t>()), 9));
}

std::string sum(const json& both) {
  return std::to_string(both["black"].get<std::int64_t>() + both["white"].get<std::int64_t>());
}

std::string contrast(const json& c) {
  const json& more = c["more"];
  std::string out =
      right(percent(more["rate"]), 9) + " " + padded(more["rate"].is_null() ? "" : range(more["interval"], 100, 1), 13);
  if (more["p_adjusted"].is_null()) return out + right("", 8);
  return out + right(more["p_adjusted"] < 0.001 ? "<0.001" : fixed(more["p_adjusted"], 3), 8);
}

void card_lines(const Style& style, const json& j, std::vector<std::string>& out) {
  if (j["cards"].empty() || j["ended"] == 0) return;
  int width = 18;
  for (const json& c : j["cards"]) width = std::max(width, display_width(printable(c["name"].get<std::string>())));
  const std::string indent(static_cast<std::size_t>(width + 2 + 8 + 9 + 8), ' ');
  const std::string rate = "     rate 95 %" + std::string(9, ' ') + "   p adj";
  out.push_back("");
  out.push_back(heading(style, "Cards") + indent.substr(5) + "    wins of the side that, more often than the other,");
  out.push_back(indent + padded("    had drawn it", 31) + "    had played it");
  out.push_back("  " + padded("", width) + "   drawn   played    dead" + rate + rate);
  for (const json& c : j["cards"])
    out.push_back("  " + padded(printable(c["name"].get<std::string>()), width) + right(sum(c["drawn"]), 8) +
                  right(sum(c["played"]), 9) + right(sum(c["unplayable"]), 8) + contrast(c["wins_when_drawn"]) +
                  contrast(c["wins_when_played"]));
  out.push_back(
      "  dead: could not be played. Of games with a winner. p: Fisher's exact test of whether it matters which");
  out.push_back("  side had it more often, given who began; adjusted for " +
                std::to_string(j["tests"]["number"].get<int>()) +
                " tests (Benjamini-Hochberg). It tells what goes with");
  out.push_back("  winning, not what causes it.");
}

void fault_lines(const Style& style, const json& j, std::vector<std::string>& out) {
  if (j["fault_kinds"].empty()) return;
  out.push_back("");
  out.push_back(painted(style, Paint::warning, "Faults"));
  std::vector<json> kinds = j["fault_kinds"];
  std::stable_sort(kinds.begin(), kinds.end(), [](const json& a, const json& b) { return a["games"] > b["games"]; });
  for (std::size_t i = 0; i < std::min(kinds.size(), kMostFaults); ++i)
    out.push_back("  " + std::to_string(kinds[i]["games"].get<std::int64_t>()) + " games, first game " +
                  std::to_string(kinds[i]["first_game"].get<std::uint64_t>()) + ": " +
                  printable(kinds[i]["what"].get<std::string>()));
  if (kinds.size() > kMostFaults) out.push_back("  and " + std::to_string(kinds.size() - kMostFaults) + " other kinds");
}

}  // namespace

std::vector<std::string> summary_lines(const Style& style, const json& summary) {
  std::vector<std::string> out;
  head_lines(style, summary, out);
  result_lines(style, summary, out);
  course_lines(style, summary, out);
  condition_lines(style, summary, out);
  card_lines(style, summary, out);
  fault_lines(style, summary, out);
  return out;
}

}  // namespace gofuda::lab
