#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "scripting/diagnostic.hpp"
#include "tools/lab/report/dealt_report.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/summary.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;
using tools::display_width;
using tools::padded;
using tools::Paint;
using tools::Style;

constexpr int kBar = 22;  // columns
constexpr int kName = 22;
constexpr std::size_t kMostFaults = 10;

std::string bar(const Style& style, double share) {
  static constexpr const char* kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const int eighths = static_cast<int>(std::lround(share * kBar * 8));
  std::string out;
  if (!style.utf8) return std::string(static_cast<std::size_t>((eighths + 4) / 8), '#');
  for (int i = 0; i < eighths / 8; ++i) out += "█";
  return out + kEighths[eighths % 8];
}

// How a distribution looks, in as many columns as a bar; nothing where there are no such signs.
std::string outline(const Style& style, const json& distribution) {
  static constexpr const char* kHeights[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  if (!style.utf8 || distribution.size() < 2) return "";
  const double low = distribution.front()["value"], span = distribution.back()["value"].get<double>() - low + 1;
  const double width = std::ceil(span / kBar);  // whole, so that as many values fall into each column
  std::vector<double> games(static_cast<std::size_t>(std::ceil(span / width)));
  for (const json& d : distribution)
    games[static_cast<std::size_t>((d["value"].get<double>() - low) / width)] += d["games"].get<double>();
  const double most = *std::max_element(games.begin(), games.end());
  std::string out;
  for (double n : games) out += kHeights[static_cast<std::size_t>(std::ceil(n / most * 8))];
  return out;
}

// Cut where a screen is; as long as it is where nobody looks at columns.
std::string name_of(const Style& style, const json& card) {
  const std::string name = printable(card["name"].get<std::string>());
  return padded(style.colour ? cut(name, kName, style.utf8 ? "…" : "~") : name, kName);
}

std::string share_line(const Style& style, const std::string& name, const json& share) {
  std::string line = "  " + padded(name, 20) + right(percent(share["rate"]), 8) + "  ";
  line += padded(range(share["interval"], 100, 1), 15) + right(whole(share["games"]), 8);
  if (!share["rate"].is_null()) line += "  " + bar(style, share["rate"]);
  return line;
}

void add_wrapped(const Style& style, const std::string& text, std::vector<std::string>& out) {
  for (std::string& line : tools::wrapped(text, std::max(40, style.width - 1), "  ")) out.push_back(std::move(line));
}

std::string heading(const Style& style, const std::string& text) { return painted(style, Paint::heading, text); }

void head_lines(const Style& style, const json& j, std::vector<std::string>& out) {
  const json& b = j["batch"];
  const std::string title = printable(b["title"].get<std::string>());
  const std::string facts = b["variant"].get<std::string>() + ", " + whole(j["games"]) + " of " +
                            tools::counted(b["games"], "game") + ", " + seeds_text(b);
  if (display_width(title) + 2 + display_width(facts) < style.width) {
    out.push_back(painted(style, Paint::strong, title) + "  " + facts);
  } else {
    for (const std::string& line : tools::wrapped(title, std::max(40, style.width - 1)))
      out.push_back(painted(style, Paint::strong, line));
    add_wrapped(style, facts, out);
  }
  std::string players =
      "black: " + b["players"]["black"].get<std::string>() + "   white: " + b["players"]["white"].get<std::string>();
  if (!b["from"].get<std::string>().empty()) players += "   from: " + b["from"].get<std::string>();
  for (const json& s : b["settings"]) players += (&s == &b["settings"][0] ? "   set:  " : "  ") + s.get<std::string>();
  if (display_width(players) < style.width)
    out.push_back(printable(players));
  else
    add_wrapped(style, players, out);
}

std::string distinct_text(const json& distinct) {
  return (distinct["exact"] ? "the " : "about ") + whole(distinct["games"]) + " that are not the same as another";
}

void result_lines(const Style& style, const json& j, std::vector<std::string>& out) {
  out.push_back("");
  const bool repeated = j["distinct"]["games"] < j["ended"];
  out.push_back(heading(style, "Results") + " of " + tools::counted(j["ended"], "game") +
                " that ended; 95 % intervals (Wilson)" + (repeated ? ", of " + distinct_text(j["distinct"]) : ""));
  out.push_back(share_line(style, "Black wins", j["black_wins"]));
  out.push_back(share_line(style, "White wins", j["white_wins"]));
  out.push_back(share_line(style, "drawn", j["draws"]));
  const json& first = j["beginner_wins"];
  out.push_back(share_line(style, "who begins wins", first));
  if (first["black"]["of"] > 0 && first["white"]["of"] > 0) {
    out.push_back(share_line(style, "  Black, beginning", first["black"]));
    out.push_back(share_line(style, "  White, beginning", first["white"]));
  }
  if (j["faults"] > 0 || j["stopped"] > 0)
    add_wrapped(style,
                "apart from these: " + tools::counted(j["faults"], "game") + " that failed, " + whole(j["stopped"]) +
                    " stopped after " + tools::counted(j["batch"]["max_turns"], "turn"),
                out);
  std::string endings;
  for (const auto& [how, text] : {std::pair{"passes", "passes"},
                                  {"win", "a win condition"},
                                  {"draw", "a drawn end"},
                                  {"exhausted", "nothing left to play"},
                                  {"no_result", "a board that came back, without a result"}})
    if (j["endings"][how] > 0)
      endings += (endings.empty() ? "ended by " : ", ") + std::string(text) + ": " + whole(j["endings"][how]);
  add_wrapped(style, endings, out);
}

std::string spread(const json& s) {
  return fixed(s["mean"], 1) + " on average (median " +
         fixed(s["median"], s["median"] == std::floor(s["median"].get<double>()) ? 0 : 1) + ", " +
         std::to_string(s["least"].get<int>()) + " to " + std::to_string(s["most"].get<int>()) + ")";
}

void add_fact(const Style& style, const std::string& name, const std::string& text, const json& distribution,
              std::vector<std::string>& out) {
  std::string line = "  " + padded(name, 15) + text;
  const std::string shape = outline(style, distribution);
  if (!shape.empty() && display_width(line) + 2 + kBar < style.width)
    line = padded(line, std::min(style.width, 80) - kBar - 1) + shape;
  out.push_back(line);
}

void score_lines(const Style& style, const json& score, std::vector<std::string>& out) {
  if (score["games"] == 0) return;
  out.push_back("");
  out.push_back(heading(style, "Score") + " of " + tools::counted(score["games"], "game") + " counted; komi was " +
                fixed(score["komi"], 1));
  add_fact(style, "Black's lead", with_range(score["mean"], score["interval"], 1, 2) + " on average",
           score["distribution"], out);
  if (score["fair_komi"].is_null()) return add_wrapped(style, score["fair_komi_left_out"].get<std::string>(), out);
  add_fact(
      style, "fair komi",
      with_range(score["fair_komi"], score["fair_komi_interval"], 1, 1) + "  the median of Black's lead without komi",
      nullptr, out);
}

void course_lines(const Style& style, const json& j, std::vector<std::string>& out) {
  if (j["ended"] == 0) return;
  score_lines(style, j["score"], out);
  out.push_back("");
  out.push_back(heading(style, "Course"));
  for (const char* what : {"turns", "moves"}) add_fact(style, what, spread(j[what]), j[what]["distribution"], out);
  for (const auto& [side, name] : {std::pair{"black", "Black captures"}, {"white", "White captures"}})
    if (j["captures"]["black"]["most"] > 0 || j["captures"]["white"]["most"] > 0)
      add_fact(style, name, with_range(j["captures"][side]["mean"], j["captures"][side]["interval"], 1, 1) + " stones",
               j["captures"][side]["distribution"], out);
  for (const auto& [kind, name] : {std::pair{"stone", "a stone has"}, {"card", "a card has"}, {"word", "a choice has"}})
    if (const json& b = j["branching"][kind]; b["questions"] > 0)
      add_fact(style, name, with_range(b["mean"], b["interval"], 1, 1) + " answers (geometric mean)", nullptr, out);
  if (j.contains("time") && !j["time"]["seconds_per_game"].is_null())
    add_fact(style, "time", fixed(1000 * j["time"]["seconds_per_game"].get<double>(), 3) + " ms a game", nullptr, out);
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

std::string effect(const json& more) {
  if (more["effect"].is_null()) return padded(right("-", 6), 28);
  return right(signed_text(100 * more["effect"].get<double>(), 1), 6) + " " +
         padded(range(more["effect_interval"], 100, 1), 14) + right(p_text(more["p_adjusted"]), 7);
}

bool has_effects(const json& cards, const char* when) {
  return std::any_of(cards.begin(), cards.end(), [&](const json& c) { return !c[when]["more"]["effect"].is_null(); });
}

void effect_lines(const Style& style, const json& j, const char* when, const std::string& title,
                  const std::string& what, std::vector<std::string>& out) {
  if (j["cards"].empty() || j["ended"] == 0 || !has_effects(j["cards"], when)) return;
  out.push_back("");
  out.push_back(heading(style, title) + ", in % of games");
  out.push_back("  " + padded("", kName) + padded("effect 95 %", 23) + "p adj");
  for (const json& c : j["cards"])
    if (const json& more = c[when]["more"]; !more["effect"].is_null())
      out.push_back("  " + name_of(style, c) + effect(more));
  add_wrapped(style,
              "effect: how much more often the side that began won when it had " + what +
                  " the card more often than when the other side had. p: Fisher's exact test, adjusted for " +
                  whole(j["tests"]["number"]) + " tests (Benjamini-Hochberg).",
              out);
}

// What has been played is a selection, and comes last of all.
void selection_lines(const Style& style, const json& j, std::vector<std::string>& out) {
  const std::size_t before = out.size();
  effect_lines(style, j, "wins_when_played", "Selection: winning, and having played a card more often", "played", out);
  if (out.size() > before)
    add_wrapped(style, "Who is ahead has room for more cards: this does not tell what a card is worth.", out);
}

double both_sides(const json& counts) { return counts["black"].get<double>() + counts["white"].get<double>(); }

// "Ponnuki  unplayable 23 of 100 times (23 %); of 22 looked at: occupied 20 (91 %), suicide 2 (9 %)"
void obstacle_lines(const Style& style, const json& cards, std::vector<std::string>& out) {
  constexpr std::size_t kNamed = 3;
  bool any = false;
  for (const json& c : cards) {
    if (c["obstacles"].empty()) continue;
    if (!std::exchange(any, true)) {
      out.push_back("");
      out.push_back(heading(style, "What keeps cards from being played") + ", of those that were looked at");
    }
    const double dead = both_sides(c["unplayable"]), tries = dead + both_sides(c["played"]);
    double all = 0;
    for (const json& o : c["obstacles"]) all += o["times"].get<double>();
    const auto part = [](double n, double of) { return " (" + fixed(100 * n / of, 0) + " %)"; };
    std::string text = "unplayable " + fixed(dead, 0) + " of " + fixed(tries, 0) + " times" + part(dead, tries) +
                       "; of " + fixed(all, 0) + " looked at: ";
    for (std::size_t i = 0; i < std::min(kNamed, c["obstacles"].size()); ++i) {
      const json& o = c["obstacles"][i];
      const double times = o["times"].get<double>();
      text +=
          (i == 0 ? "" : ", ") + printable(o["reason"].get<std::string>()) + " " + fixed(times, 0) + part(times, all);
    }
    for (std::string& line : tools::wrapped(name_of(style, c) + "  " + text, std::max(40, style.width - 1), "  "))
      out.push_back(std::move(line));
  }
}

bool more_often_played(const json& cards) {
  return std::any_of(cards.begin(), cards.end(), [](const json& c) {
    return both_sides(c["played"]) + both_sides(c["unplayable"]) > both_sides(c["drawn"]);
  });
}

void card_lines(const Style& style, const json& j, std::vector<std::string>& out) {
  const json& cards = j["cards"];
  if (cards.empty() || j["ended"] == 0) return;
  out.push_back("");
  if (j.contains("card_worths") && !j["card_worths"].contains("how")) {
    out.push_back(heading(style, "What a card is worth") + " these games do not say: none was dealt on purpose");
    add_wrapped(style, j["card_worths"]["command"].get<std::string>(), out);
    out.push_back("");
  }
  out.push_back(heading(style, "Cards") + std::string(19, ' ') + "   drawn  played    dead  score swing of a play");
  for (const json& c : cards) {
    const json& swing = c["swing"];
    out.push_back("  " + name_of(style, c) + right(of_both(c["drawn"]), 8) + right(of_both(c["played"]), 8) +
                  right(of_both(c["unplayable"]), 8) + "  " +
                  (swing["mean"].is_null()
                       ? right("-", 6)
                       : right(signed_text(swing["mean"], 1), 6) + " " + range(swing["interval"], 1, 1)));
  }
  add_wrapped(style,
              "dead: could not be played. Score swing: of the plays that were looked at, the change of the lead on "
              "the board just before and after, with Student's interval." +
                  std::string(more_often_played(cards) ? " A card that a side takes up again, is handed or plays "
                                                         "twice, it plays without having drawn it."
                                                       : ""),
              out);
  obstacle_lines(style, cards, out);
  effect_lines(style, j, "wins_when_drawn", "Winning, and having drawn a card more often", "drawn", out);
}

void fault_lines(const Style& style, const json& j, std::vector<std::string>& out) {
  if (j["fault_kinds"].empty()) return;
  out.push_back("");
  out.push_back(painted(style, Paint::warning, "Faults"));
  std::vector<json> kinds = j["fault_kinds"];
  std::stable_sort(kinds.begin(), kinds.end(), [](const json& a, const json& b) { return a["games"] > b["games"]; });
  for (std::size_t i = 0; i < std::min(kinds.size(), kMostFaults); ++i)
    add_wrapped(style,
                tools::counted(kinds[i]["games"], "game") + ", first game " + whole(kinds[i]["first_game"]) + ": " +
                    kinds[i]["what"].get<std::string>(),
                out);
  if (kinds.size() > kMostFaults) out.push_back("  and " + std::to_string(kinds.size() - kMostFaults) + " other kinds");
}

}  // namespace

std::vector<std::string> summary_lines(const Style& style, const json& summary) {
  std::vector<std::string> out;
  head_lines(style, summary, out);
  if (summary.contains("card_worths") && summary["card_worths"].contains("how")) {
    out.emplace_back();
    for (std::string& line : dealt_lines(style, summary["card_worths"])) out.push_back(std::move(line));
  }
  result_lines(style, summary, out);
  course_lines(style, summary, out);
  condition_lines(style, summary, out);
  card_lines(style, summary, out);
  fault_lines(style, summary, out);
  selection_lines(style, summary, out);
  for (std::string& line : out) line.erase(line.find_last_not_of(' ') + 1);
  return out;
}

}  // namespace gofuda::lab
