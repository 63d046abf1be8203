// What a search has found, in words.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/lab/finding/findings_report.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

using lab::right;
using nlohmann::json;
using Lines = std::vector<std::string>;

constexpr std::size_t kMostName = 40;

std::string set_text(const json& set) {
  std::string out;
  for (const json& s : set)
    out += (out.empty() ? "" : ", ") + s["key"].get<std::string>() + "=" + s["value"].get<std::string>();
  return out;
}

// "12.0 [8.2, 17.1]", in games of a hundred.
std::string share_text(const json& share) { return lab::with_range(share["share"], share["interval"], 100, 1); }

std::string share_text(std::int64_t k, std::int64_t n) {
  const lab::Interval i = lab::wilson(k, n);
  return lab::with_range(static_cast<double>(k) / static_cast<double>(n), json{i.low, i.high}, 100, 1);
}

std::string at_most(const json& found) {
  return "at most " + lab::fixed(100 * found["never_met"]["interval"][1].get<double>(), 2) + " % of games";
}

// --- the table

std::string row_text(const json& row, const std::string& name, int width) {
  const double games = row["met"]["of"].get<double>();
  std::string line = padded(name, width) + right(share_text(row["met"]), 21) +
                     right(lab::fixed(100 * row["met_as_played"].get<double>() / games, 1), 8) +
                     right(share_text(row["winner"]), 20) + right(share_text(row["length"]), 21);
  const json& shift = row["black_wins_more"];
  line += right(shift.is_null() ? "-" : lab::signed_text(100 * shift.get<double>(), 1), 7) +
          right(lab::p_text(row["p_adjusted"]), 8) + "  " +
          (row["favours"].is_null() ? "-" : row["favours"].get<std::string>());
  if (row["failed"].get<std::int64_t>() > 0) line += "  " + counted(row["failed"], "game") + " failed";
  if (row["endless"].get<std::int64_t>() > 0) line += "  " + counted(row["endless"], "game") + " did not end";
  if (row["unseen"].get<std::int64_t>() > 0) line += "  " + counted(row["unseen"], "game") + " otherwise, unseen";
  return line;
}

void add_table(Lines& lines, const json& found) {
  const json& readings = found["readings"];
  std::size_t widest = 8;
  for (std::size_t i = 0; i < readings.size(); ++i) widest = std::max(widest, reading_name(found, i).size());
  const int width = static_cast<int>(std::min(widest, kMostName));
  lines.push_back(padded("% of games", width) + right("part", 21) + right("played", 8) + right("other winner", 20) +
                  right("other length", 21) + right("Black", 7) + right("p", 8) + "  favours");
  for (const std::size_t i : by_weight(found))
    lines.push_back(row_text(readings[i], lab::cut(reading_name(found, i), width, "..."), width));
}

// --- the differences

std::size_t size_of(const json& d) {
  const json& p = d["position"];
  if (p.is_null()) return ~std::size_t{0};
  return p["stones"].get<std::size_t>() + p["cards"].get<std::size_t>() + p["words"].get<std::size_t>();
}

// Those of one reading and kind, whatever the card.
std::string differences_text(const std::vector<const json*>& group, bool named, const std::string& fault) {
  std::int64_t games = 0;
  for (const json* d : group) games += (*d)["met"]["games"].get<std::int64_t>();
  const json& best = **std::ranges::min_element(group, {}, [](const json* d) { return size_of(*d); });
  std::string out = named ? set_text(best["set"]) + ": " : "";
  out += best["how"].get<std::string>() +
         (group.size() > 1 || best["card"].is_null() ? "" : ", " + best["card"].get<std::string>()) + ", " +
         share_text(games, best["met"]["of"].get<std::int64_t>()) + " %; ";
  const json& p = best["position"];
  if (p.is_null())
    out += fault.empty() || best["how"] != "failed" ? "no position shows it" : fault;
  else
    out += counted(p["stones"], "stone") + ", " + counted(p["cards"], "card") + ": " +
           (p["words"] == 0 ? "what is asked first" : p["plays"].get<std::string>());
  if (!p.is_null() && !p["minimal"].get<bool>()) out += " (not the smallest: it took too long)";
  if (group.size() > 1) out += " (and with " + counted(group.size() - 1, "other card") + ")";
  return out;
}

void add_differences(Lines& lines, const json& found) {
  lines.emplace_back("\nWhere they part, in the smallest position:");
  std::vector<std::vector<const json*>> groups;
  for (const json& d : found["differences"]) {
    const auto same = std::ranges::find_if(groups, [&](const auto& group) {
      return (*group[0])["reading"] == d["reading"] && (*group[0])["how"] == d["how"] &&
             !found["each_card"].get<bool>();
    });
    if (same == groups.end())
      groups.push_back({&d});
    else
      same->push_back(&d);
  }
  const bool named = found["readings"].size() > 1;
  for (const auto& group : groups)
    lines.push_back("  " + differences_text(group, named && !(*group[0])["set"].empty(),
                                            found["readings"][(*group[0])["reading"].get<std::size_t>()]["fault"]));
}

void add_never(Lines& lines, const json& found) {
  const json& never = found["never_met"];
  const Lines options = never["options"], values = never["values"];
  if (!options.empty())
    lines.push_back("\nNo other value of these options parts in any game (" + at_most(found) +
                    " then): " + joined(options, ", "));
  if (!values.empty()) lines.push_back("\nNor do these values: " + joined(values, ", "));
  for (const json& n : found["not_set"]) {
    const Lines said{"\n", n["key"], "=", n["value"], " is not compared: ", n["why"]};
    lines.push_back(joined(said, ""));
  }
}

}  // namespace

std::string reading_name(const json& found, std::size_t i) {
  const std::string set = set_text(found["readings"][i]["set"]);
  return set.empty() || (i == 0 && found["first_is_whole"].get<bool>()) ? found["b"].get<std::string>() : set;
}

std::vector<std::size_t> by_weight(const json& found) {
  const json& readings = found["readings"];
  const auto weight = [&](std::size_t i) {
    const json& r = readings[i];
    return std::pair(r["winner"]["games"].get<std::int64_t>(), r["met"]["games"].get<std::int64_t>());
  };
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < readings.size(); ++i)
    if (weight(i).second > 0) order.push_back(i);
  std::ranges::stable_sort(order, std::greater(), weight);
  return order;
}

void print_findings(const json& found) {
  Lines lines{found["a"].get<std::string>() + " against " + found["b"].get<std::string>() + ": " +
              counted(found["games"], "game") + ", " + found["black"].get<std::string>() + " against " +
              found["white"].get<std::string>() + ", seed " + lab::whole(found["seed"])};
  if (found["games"] != found["asked_for"])
    lines.push_back("Stopped before all of " + counted(found["asked_for"], "game") + ".");
  lines.emplace_back();
  if (found["games"] == 0) return print_lines(lines);
  if (!std::ranges::any_of(found["readings"], [](const json& r) { return r["met"]["games"] > 0; })) {
    lines.push_back("No difference was met: " + at_most(found) + " of these players have one.");
    return print_lines(lines);
  }
  add_table(lines, found);
  add_differences(lines, found);
  add_never(lines, found);
  if (const json& m = found["median"]; !m.is_null() && found["readings"].size() > 1)
    lines.push_back("\nThe smallest positions of " + counted(m["positions"], "reading") + ": at the median " +
                    counted(m["stones"], "stone") + " and " + counted(m["cards"], "card") + ".");
  print_lines(lines);
}

}  // namespace gofuda::tools
