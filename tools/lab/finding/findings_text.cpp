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
    out += (out.empty() ? "" : ", ") + s.at("key").get<std::string>() + "=" + s.at("value").get<std::string>();
  return out;
}

// "12.0 [8.2, 17.1]", in games of a hundred.
std::string share_text(const json& share) { return lab::with_range(share.at("share"), share.at("interval"), 100, 1); }

std::string share_text(std::int64_t k, std::int64_t n) {
  const lab::Interval i = lab::wilson(k, n);
  return lab::with_range(static_cast<double>(k) / static_cast<double>(n), json{i.low, i.high}, 100, 1);
}

std::string at_most(const json& found) {
  return "at most " + lab::fixed(100 * found.at("never_met").at("interval").at(1).get<double>(), 2) + " % of games" +
         (failed_games(found) > 0 ? " that do not fail" : "");
}

// --- the table

std::string row_text(const json& row, const std::string& name, int width) {
  const double games = row.at("met").at("of").get<double>();
  std::string line = padded(name, width) + right(share_text(row.at("met")), 21) +
                     right(lab::fixed(100 * row.at("met_as_played").get<double>() / games, 1), 8) +
                     right(share_text(row.at("winner")), 20) + right(share_text(row.at("length")), 21);
  const json& shift = row.at("black_wins_more");
  line += right(shift.is_null() ? "-" : lab::signed_text(100 * shift.get<double>(), 1), 7) +
          right(lab::p_text(row.at("p_adjusted")), 8) + "  " +
          (row.at("favours").is_null() ? "-" : row.at("favours").get<std::string>());
  if (row.at("failed").get<std::int64_t>() > 0) line += "  " + counted(row.at("failed"), "game") + " failed";
  if (row.at("endless").get<std::int64_t>() > 0) line += "  " + counted(row.at("endless"), "game") + " did not end";
  if (row.at("unseen").get<std::int64_t>() > 0) line += "  " + counted(row.at("unseen"), "game") + " otherwise, unseen";
  return line;
}

void add_table(Lines& lines, const json& found) {
  const json& readings = found.at("readings");
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
  const json& p = d.at("position");
  if (p.is_null()) return ~std::size_t{0};
  return p.at("stones").get<std::size_t>() + p.at("cards").get<std::size_t>() + p.at("words").get<std::size_t>();
}

// Those of one reading and kind, whatever the card.
std::string differences_text(const std::vector<const json*>& group, const std::string& fault) {
  std::int64_t games = 0;
  for (const json* d : group) games += (*d).at("met").at("games").get<std::int64_t>();
  const json& best = **std::ranges::min_element(group, {}, [](const json* d) { return size_of(*d); });
  std::string out = best.at("how").get<std::string>() +
                    (group.size() > 1 || best.at("card").is_null() ? "" : ", " + best.at("card").get<std::string>()) +
                    ", " + share_text(games, best.at("met").at("of").get<std::int64_t>()) + " %; ";
  const json& p = best.at("position");
  if (p.is_null())
    out += fault.empty() || best.at("how") != "failed" ? "no position shows it" : fault;
  else
    out += counted(p.at("stones"), "stone") + ", " + counted(p.at("cards"), "card") + ": " +
           (p.at("words") == 0 ? "what is asked first" : p.at("plays").get<std::string>());
  if (!p.is_null() && !p.at("minimal").get<bool>()) out += " (not the smallest: it took too long)";
  if (group.size() > 1) out += " (and with " + counted(group.size() - 1, "other card") + ")";
  return out;
}

void add_differences(Lines& lines, const json& found) {
  lines.emplace_back("\nWhere they part, in the smallest position:");
  std::vector<std::vector<const json*>> groups;
  for (const json& d : found.at("differences")) {
    const auto same = std::ranges::find_if(groups, [&](const auto& group) {
      return (*group[0]).at("reading") == d.at("reading") && (*group[0]).at("how") == d.at("how") &&
             !found.at("each_card").get<bool>();
    });
    if (same == groups.end())
      groups.push_back({&d});
    else
      same->push_back(&d);
  }
  std::vector<std::pair<json, std::string>> told;  // the settings, and where they part: values that do alike are one
  for (const auto& group : groups) {
    const json& set = (*group[0]).at("set");
    const json& fault = found.at("readings").at((*group[0]).at("reading").get<std::size_t>()).at("fault");
    const std::string text = differences_text(group, fault);
    const auto alike = std::ranges::find_if(told, [&](const auto& t) {
      return t.second == text && t.first.size() == 1 && set.size() == 1 && t.first[0].at("key") == set[0].at("key");
    });
    if (alike == told.end())
      told.emplace_back(set, text);
    else
      alike->first[0]["value"] =
          alike->first[0].at("value").get<std::string>() + " or " + set[0].at("value").get<std::string>();
  }
  const bool named = found.at("readings").size() > 1;
  for (const auto& [set, text] : told)
    lines.push_back("  " + (named && !set.empty() ? set_text(set) + ": " : "") + text);
}

void add_never(Lines& lines, const json& found) {
  if (failed_games(found) == found.at("games")) return;
  const json& never = found.at("never_met");
  const Lines options = never.at("options"), values = never.at("values");
  if (!options.empty())
    lines.push_back("\nNo other value of these options parts in any game (" + at_most(found) +
                    " then): " + joined(options, ", "));
  if (!values.empty()) lines.push_back("\nNor do these values: " + joined(values, ", "));
  for (const json& n : found.at("not_set")) {
    const Lines said{"\n", n.at("key"), "=", n.at("value"), " is not compared: ", n.at("why")};
    lines.push_back(joined(said, ""));
  }
}

}  // namespace

std::string reading_name(const json& found, std::size_t i) {
  const std::string set = set_text(found.at("readings").at(i).at("set"));
  return set.empty() || (i == 0 && found.at("first_is_whole").get<bool>()) ? found.at("b").get<std::string>() : set;
}

std::int64_t failed_games(const json& found) {
  return found.at("results").at(std::string(lab::game_result_name(lab::GameResult::fault)));
}

std::vector<std::size_t> by_weight(const json& found) {
  const json& readings = found.at("readings");
  const auto weight = [&](std::size_t i) {
    const json& r = readings[i];
    return std::pair(r.at("winner").at("games").get<std::int64_t>(), r.at("met").at("games").get<std::int64_t>());
  };
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < readings.size(); ++i)
    if (weight(i).second > 0) order.push_back(i);
  std::ranges::stable_sort(order, std::greater(), weight);
  return order;
}

// "keima 4 and 3"; "" where the decks are the same.
std::string decks_text(const json& found) {
  std::string out;
  for (const json& c : found.at("decks"))
    out += (out.empty() ? "" : ", ") + c.at("card").get<std::string>() + " " + lab::whole(c.at("a")) + " and " +
           lab::whole(c.at("b"));
  return out;
}

void print_same(const json& same) {
  const std::string both = same.at("a").get<std::string>() + " and " + same.at("b").get<std::string>();
  const std::string decks = decks_text(same);
  if (decks.empty()) return print_lines({both + " have the same rules, to the letter."});
  print_lines({both + " have the same rules, and other decks: " + decks + ".",
               "What that does to the games gofuda compare says, of one game with --a deck.CARD=N."});
}

void print_findings(const json& found) {
  Lines lines{found.at("a").get<std::string>() + " against " + found.at("b").get<std::string>() + ": " +
              counted(found.at("games"), "game") + ", " + found.at("black").get<std::string>() + " against " +
              found.at("white").get<std::string>() + ", seed " + lab::whole(found.at("seed"))};
  if (found.at("games") != found.at("asked_for"))
    lines.push_back("Stopped before all of " + counted(found.at("asked_for"), "game") + ".");
  if (const std::string decks = decks_text(found); !decks.empty())
    lines.push_back("Their decks have " + decks + "; turn by turn both are played with the first one's.");
  lines.emplace_back();
  if (found.at("games") == 0) return print_lines(lines);
  if (const std::int64_t n = failed_games(found); n > 0)
    lines.push_back(counted(n, "game") + (n == found.at("games") ? " failed, which is all of them;" : " failed;") +
                    " they are compared up to there. What fails gofuda simulate says.\n");
  if (!std::ranges::any_of(found.at("readings"), [](const json& r) { return r.at("met").at("games") > 0; })) {
    lines.push_back("No difference was met" + (failed_games(found) == found.at("games")
                                                   ? ", which says nothing."
                                                   : ": " + at_most(found) + " of these players have one."));
    return print_lines(lines);
  }
  add_table(lines, found);
  add_differences(lines, found);
  add_never(lines, found);
  if (const json& m = found.at("median"); !m.is_null() && found.at("readings").size() > 1)
    lines.push_back("\nThe smallest positions of " + counted(m.at("positions"), "reading") + ": at the median " +
                    counted(m.at("stones"), "stone") + " and " + counted(m.at("cards"), "card") + ".");
  print_lines(lines);
}

}  // namespace gofuda::tools
