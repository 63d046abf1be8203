#include "tools/lab/report/sweep_report.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "scripting/diagnostic.hpp"
#include "tools/lab/report/compare_report.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/summary.hpp"
#include "tools/lab/report/summary_parts.hpp"
#include "tools/lab/store/gaps.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;
using tools::display_width;
using tools::padded;
using tools::Paint;

constexpr std::size_t kShownId = 6;

json settings_json(const Provenance& p) {
  json out = json::object();
  for (const std::string& s : p.settings) {
    const std::size_t equals = s.find('=');
    out[s.substr(0, equals)] = s.substr(equals + 1);
  }
  return out;
}

json cell_json(const Stored& stored, std::size_t i, bool times) {
  const StoreCell& cell = stored.head.cells[i];
  const json all = summary_json(cell.provenance, stored.cells[i].tally, times);
  json j{{"id", cell.id}, {"seed", cell.provenance.seed}, {"of", cell.provenance.games}};
  j["variant"] = cell.provenance.variant, j["settings"] = settings_json(cell.provenance);
  j["players"] = all["batch"]["players"];
  for (const char* key : {"games", "ended", "distinct", "faults", "stopped", "black_wins", "white_wins", "draws",
                          "beginner_wins", "endings", "score", "turns", "moves", "captures", "time"})
    if (all.contains(key)) j[key] = all[key];
  drop_distributions(j);
  if (const Ranges missing = missing_games(stored, i); !missing.empty()) j["missing"] = ranges_json(missing);
  j["row"] = cell.row, j["base"] = nullptr, j["difference"] = nullptr;
  if (!cell.base) return j;
  j["base"] = stored.head.cells[*cell.base].id;
  const PairTally& pairs = stored.cells[i].pairs;
  const double telling = pairs_telling(stored.cells[i].tally, stored.cells[*cell.base].tally);
  json& d = j["difference"] = differences_json(pairs, pair_test_of(stored.head), telling);
  d["rate_difference"]["p"] = number_json(sign_p(thinned(pairs.results, telling)));
  d["lead_difference"]["p"] = number_json(mean_p(thinned(pairs.leads, telling)));
  return j;
}

// Of all cells at once, those of one kind by themselves. Gives how many there are.
std::size_t adjust(json& cells, const char* kind) {
  std::vector<double> raw;
  std::vector<json*> where;
  for (json& c : cells)
    if (!c["difference"].is_null()) {
      json& d = c["difference"][kind];
      d["p_adjusted"] = nullptr;
      if (!d["p"].is_null()) raw.push_back(d["p"]), where.push_back(&d);
    }
  const std::vector<double> adjusted = holm(raw);
  for (std::size_t i = 0; i < adjusted.size(); ++i) (*where[i])["p_adjusted"] = adjusted[i];
  return adjusted.size();
}

// Two players who have met under the same rules, both colours put together.
json pairings_json(const Stored& stored) {
  struct Meeting {
    std::int64_t games = 0, distinct = 0, wins = 0, draws = 0;
    std::array<bool, 2> met{};  // with the first of them as Black, as White
  };
  using Key = std::array<std::string, 3>;  // rules, and the two in the order of the alphabet
  std::map<Key, Meeting> meetings;
  std::map<Key, json> heads;
  std::vector<Key> order;
  for (std::size_t i = 0; i < stored.cells.size(); ++i) {
    const Provenance& p = stored.head.cells[i].provenance;
    const Tally& t = stored.cells[i].tally;
    if (p.black == p.white) continue;
    const json settings = settings_json(p);
    const Key key{p.variant + settings.dump(), std::min(p.black, p.white), std::max(p.black, p.white)};
    if (heads.try_emplace(key, json{{"variant", p.variant}, {"settings", settings}}).second) order.push_back(key);
    Meeting& m = meetings[key];
    m.met[key[1] == p.black ? 0 : 1] = true;
    m.games += t.ended(), m.distinct += t.courses.distinct(t.ended()), m.draws += t.draws,
        m.wins += key[1] == p.black ? t.black_wins : t.white_wins;
  }
  json out = json::array();
  for (const Key& key : order) {
    const Meeting& m = meetings[key];
    if (!m.met[0] || !m.met[1]) continue;
    json j = heads[key];
    const Interval i = wilson(m.wins, m.games, m.distinct);
    j["player"] = key[1], j["against"] = key[2], j["draws"] = m.draws;
    j["wins"] = {{"games", m.wins}, {"of", m.games}, {"rate", nullptr}, {"interval", {i.low, i.high}}};
    if (m.games > 0) j["wins"]["rate"] = static_cast<double>(m.wins) / static_cast<double>(m.games);
    out.push_back(std::move(j));
  }
  return out;
}

// --- text

struct Column {
  std::string name;
  std::function<std::string(const json& cell)> text;
  bool left = true;
};

std::string text_of(const json& value) { return printable(value.get<std::string>()); }

// Those that have more than one value in the sweep become columns; the others are said once.
void add_rules(const json& cells, std::vector<Column>& columns, std::vector<std::string>& common) {
  auto add = [&](const std::string& name, const json::json_pointer& at) {
    std::set<std::string> values;
    for (const json& c : cells) values.insert(c.contains(at) ? c[at].get<std::string>() : "");
    if (values.size() > 1)
      columns.push_back({name, [at](const json& c) { return c.contains(at) ? text_of(c[at]) : std::string("-"); }});
    else if (!values.empty())
      common.push_back(name + ": " + printable(*values.begin()));
  };
  add("variant", json::json_pointer("/variant"));
  std::set<std::string> keys;
  for (const json& c : cells)
    for (const auto& [key, value] : c["settings"].items()) keys.insert(key);
  for (const std::string& key : keys) add(key, json::json_pointer("/settings") / key);
  add("black", json::json_pointer("/players/black"));
  add("white", json::json_pointer("/players/white"));
}

bool any(const json& cells, const std::function<bool(const json&)>& has) {
  return std::any_of(cells.begin(), cells.end(), has);
}

bool repeated(const json& cell) { return cell["distinct"]["games"] < cell["ended"]; }

void add_figures(const json& cells, std::vector<Column>& columns) {
  columns.push_back({"games", [](const json& c) { return std::to_string(c["games"].get<std::int64_t>()); }, false});
  if (any(cells, [](const json& c) { return c["faults"] > 0 || c["stopped"] > 0; }))
    columns.push_back({"failed, stopped", [](const json& c) {
                         return std::to_string(c["faults"].get<std::int64_t>()) + ", " +
                                std::to_string(c["stopped"].get<std::int64_t>());
                       }});
  if (any(cells, repeated))
    columns.push_back(
        {"distinct",
         [](const json& c) { return (c["distinct"]["exact"] ? "" : "about ") + whole(c["distinct"]["games"]); },
         false});
  columns.push_back({"Black wins %", [](const json& c) {
                       return with_range(c["black_wins"]["rate"], c["black_wins"]["interval"], 100, 1);
                     }});
  if (any(cells, [](const json& c) { return c["draws"]["games"] > 0; }))
    columns.push_back(
        {"drawn %", [](const json& c) { return with_range(c["draws"]["rate"], c["draws"]["interval"], 100, 1); }});
  if (any(cells, [](const json& c) { return c["score"]["games"] > 0; }))
    columns.push_back({"fair komi", [](const json& c) {
                         return with_range(c["score"]["fair_komi"], c["score"]["fair_komi_interval"], 1, 1);
                       }});
  columns.push_back({"turns", [](const json& c) { return with_range(c["turns"]["mean"], nullptr, 1, 1); }, false});
  auto paired = [](const json& c) { return !c["difference"].is_null(); };
  if (!any(cells, paired)) return;
  auto add_difference = [&](const char* name, const char* key, double unit, const char* unit_name) {
    columns.push_back({name, [=](const json& c) {
                         if (!paired(c)) return std::string();
                         const json& differing = c["difference"]["differing"];
                         if (differing["pairs"] == 0 && differing["of"] > 0)
                           return "0 of " + whole(differing["of"]) + " pairs differ";
                         return difference_text(c["difference"][key], unit, unit_name);
                       }});
    columns.push_back(
        {"p adj", [=](const json& c) { return paired(c) ? p_text(c["difference"][key]["p_adjusted"]) : ""; }, false});
  };
  add_difference("Black's rate, less the first's", "rate_difference", 100, " %");
  if (any(cells, [&](const json& c) { return paired(c) && c["difference"]["lead_difference"]["pairs"] > 0; }))
    add_difference("Black's lead, less the first's", "lead_difference", 1, "");
}

std::vector<std::string> table(const tools::Style& style, const json& rows, const std::vector<Column>& columns,
                               bool by_row) {
  std::vector<int> widths;
  std::vector<std::vector<std::string>> texts(rows.size());
  for (const Column& column : columns) {
    int width = display_width(column.name);
    for (std::size_t i = 0; i < rows.size(); ++i)
      width = std::max(width, display_width(texts[i].emplace_back(column.text(rows[i]))));
    widths.push_back(width);
  }
  auto line = [&](const std::function<std::string(std::size_t)>& text) {
    std::string out;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const std::string t = text(c);
      out += "  " + (columns[c].left ? padded(t, widths[c]) : right(t, static_cast<std::size_t>(widths[c])));
    }
    return out.substr(0, out.find_last_not_of(' ') + 1);
  };
  std::vector<std::string> out{painted(style, Paint::heading, line([&](std::size_t c) { return columns[c].name; }))};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (by_row && i > 0 && rows[i]["row"] != rows[i - 1]["row"]) out.push_back("");
    out.push_back(line([&](std::size_t c) { return texts[i][c]; }));
  }
  return out;
}

// How the intervals were made, and what many looks at once do.
std::vector<std::string> footnotes(const tools::Style& style, const json& j, bool paired) {
  const std::size_t cells = j["cells"].size();
  std::string text = "95 % intervals: of rates Wilson's, of fair komi that of the median";
  if (paired) text += ", of differences Student's, of pairs of games on the same seeds";
  if (any(j["cells"], repeated))
    text += ". They are of the games that are not the same as another, where that is fewer: \"distinct\"";
  if (cells > 1)
    text += ". Each interval is for itself: of " + std::to_string(cells) + " cells about " +
            fixed(0.05 * static_cast<double>(cells), cells < 20 ? 1 : 0) + " miss the truth in a column";
  if (paired)
    text +=
        ". p: whether there is a difference at all, for rates by the exact test of signs, for leads Student's; "
        "adjusted for the " +
        whole(j["tests"]["rate_differences"]) + " comparisons of the table (Holm)";
  return tools::wrapped(text + ".", std::max(40, style.width - 1), "  ");
}

void pairing_lines(const tools::Style& style, const json& sweep, std::vector<std::string>& out) {
  const json& pairings = sweep["pairings"];
  if (pairings.empty()) return;
  std::vector<Column> columns;
  if (any(pairings, [&](const json& p) {
        return p["variant"] != pairings[0]["variant"] || p["settings"] != pairings[0]["settings"];
      }))
    columns.push_back({"rules", [](const json& p) {
                         std::string text = text_of(p["variant"]);
                         for (const auto& [key, value] : p["settings"].items())
                           text += " " + printable(key) + "=" + text_of(value);
                         return text;
                       }});
  columns.push_back({"player", [](const json& p) { return text_of(p["player"]); }});
  columns.push_back({"against", [](const json& p) { return text_of(p["against"]); }});
  columns.push_back(
      {"games", [](const json& p) { return std::to_string(p["wins"]["of"].get<std::int64_t>()); }, false});
  columns.push_back(
      {"wins %", [](const json& p) { return with_range(p["wins"]["rate"], p["wins"]["interval"], 100, 1); }});
  columns.push_back({"drawn", [](const json& p) { return std::to_string(p["draws"].get<std::int64_t>()); }, false});
  out.push_back("");
  out.push_back(painted(style, Paint::strong, "Players") + ", with both colours");
  for (std::string& l : table(style, pairings, columns, false)) out.push_back(std::move(l));
}

}  // namespace

json sweep_json(const Stored& stored, bool times) {
  const StoreHead& h = stored.head;
  const Provenance& p = h.cells.at(0).provenance;
  json j{{"title", h.title}, {"kind", h.kind}, {"program", p.program}, {"max_turns", p.most_turns}};
  j["games"] = stored.games(), j["of"] = h.all_games();
  for (const auto& [key, value] : h.notes) j["notes"][key] = value;
  j["cells"] = json::array();
  for (std::size_t i = 0; i < stored.cells.size(); ++i) j["cells"].push_back(cell_json(stored, i, times));
  j["pairings"] = pairings_json(stored);
  j["tests"] = {{"rate_differences", adjust(j["cells"], "rate_difference")},
                {"rate_method", "exact test of signs"},
                {"lead_differences", adjust(j["cells"], "lead_difference")},
                {"lead_method", "Student's test"},
                {"adjusted", "Holm"}};
  return j;
}

std::vector<std::string> sweep_lines(const tools::Style& style, const json& j) {
  const bool paired = any(j["cells"], [](const json& c) { return !c["difference"].is_null(); });
  std::vector<json> by_row = j["cells"];  // those that are compared stand together
  if (paired)
    std::stable_sort(by_row.begin(), by_row.end(), [](const json& a, const json& b) { return a["row"] < b["row"]; });
  const json cells = by_row;
  std::vector<std::string> out, common;
  std::vector<Column> columns{{"cell", [](const json& c) { return c["id"].get<std::string>().substr(0, kShownId); }}};
  add_rules(cells, columns, common);
  add_figures(cells, columns);
  out.push_back(painted(style, Paint::strong, printable(j["title"].get<std::string>())) + "  " +
                tools::counted(static_cast<std::int64_t>(cells.size()), "cell") + ", " +
                std::to_string(j["games"].get<std::uint64_t>()) + " of " + tools::counted(j["of"], "game"));
  if (!common.empty()) out.push_back(tools::joined(common, "   "));
  out.push_back("");
  for (std::string& l : table(style, cells, columns, paired)) out.push_back(std::move(l));
  out.push_back("");
  for (std::string& l : footnotes(style, j, paired)) out.push_back(std::move(l));
  pairing_lines(style, j, out);
  return out;
}

std::string sweep_csv(const json& j) {
  std::set<std::string> keys;
  for (const json& c : j["cells"])
    for (const auto& [key, value] : c["settings"].items()) keys.insert(key);
  using Pointer = json::json_pointer;
  std::vector<std::pair<std::string, Pointer>> columns{{"id", Pointer("/id")}, {"variant", Pointer("/variant")}};
  for (const std::string& k : keys) columns.emplace_back(k, Pointer("/settings") / k);
  auto add = [&](const std::string& name, const std::string& at) { columns.emplace_back(name, Pointer(at)); };
  auto add_interval = [&](const std::string& name, const std::string& at, const std::string& interval) {
    add(name, at), add(name + ".low", interval + "/0"), add(name + ".high", interval + "/1");
  };
  add("black", "/players/black"), add("white", "/players/white");
  for (const char* name : {"seed", "row", "of", "games", "ended", "faults", "stopped"})
    add(name, std::string("/") + name);
  add("distinct", "/distinct/games");
  for (const std::string name : {"black_wins", "white_wins", "draws", "beginner_wins"}) {
    add(name, "/" + name + "/games");
    add_interval(name + ".rate", "/" + name + "/rate", "/" + name + "/interval");
  }
  add_interval("fair_komi", "/score/fair_komi", "/score/fair_komi_interval");
  add_interval("lead", "/score/mean", "/score/interval");
  add("turns", "/turns/mean"), add("moves", "/moves/mean"), add("base", "/base"), add("pairs", "/difference/pairs");
  add("differing", "/difference/differing/pairs");
  for (const std::string name : {"rate_difference", "lead_difference"}) {
    add_interval(name, "/difference/" + name + "/mean", "/difference/" + name + "/interval");
    for (const char* p : {"p", "p_adjusted"}) add(name + "." + p, "/difference/" + name + "/" + p);
  }
  std::string out;
  for (const auto& [name, at] : columns) out += (out.empty() ? "" : ",") + csv_field(name);
  out += "\n";
  for (const json& c : j["cells"]) {
    std::string line;
    for (const auto& [name, at] : columns) {
      const json value = c.contains(at) ? c[at] : json();
      if (&name != &columns[0].first) line += ",";
      line += value.is_string() ? csv_field(value.get<std::string>()) : value.is_null() ? "" : value.dump();
    }
    out += line + "\n";
  }
  return out;
}

std::size_t find_cell(const StoreHead& head, const std::string& id) {
  std::optional<std::size_t> found;
  std::vector<std::string> ids;
  for (std::size_t i = 0; i < head.cells.size(); ++i) {
    ids.push_back(head.cells[i].id);
    if (id.empty() || !head.cells[i].id.starts_with(id)) continue;
    if (found) throw StoreError(2, "more than one of its cells begins with '" + id + "'");
    found = i;
  }
  if (!found) throw StoreError(2, "it has no cell '" + id + "'" + did_you_mean(id, ids));
  return *found;
}

}  // namespace gofuda::lab
