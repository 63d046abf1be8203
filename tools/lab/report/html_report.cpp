#include "tools/lab/report/html_report.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "scripting/file.hpp"
#include "tools/lab/report/figures.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;

constexpr std::size_t kOpenRows = 8, kPaperRows = 60;  // a longer table is folded; and left out on paper

constexpr const char* kStyle = R"(* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 66rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Noto Sans", "DejaVu Sans", sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 0.25rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 0.5rem; padding-bottom: 0.25rem; border-bottom: 1px solid var(--grid); }
h3 { font-size: 1rem; margin: 0; }
p { margin: 0.25rem 0 0.75rem; max-width: 48rem; }
a { color: var(--a); }
.faint, figcaption p, .interval { color: var(--faint); }
code, pre { font: 0.85rem/1.45 ui-monospace, "DejaVu Sans Mono", monospace; }
pre { white-space: pre-wrap; margin: 0.25rem 0 1rem; padding: 0.6rem; border: 1px solid var(--grid); border-radius: 4px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: 0.75rem; margin: 1rem 0; padding: 0; }
.tiles div { border: 1px solid var(--grid); border-radius: 6px; padding: 0.5rem 0.75rem; }
.tiles dt { font-size: 0.85rem; color: var(--faint); }
.tiles dd { margin: 0; font-size: 1.35rem; font-weight: 600; line-height: 1.3; }
.tiles .interval { display: block; font-size: 0.85rem; font-weight: 400; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 27rem), 1fr)); gap: 2rem; align-items: start; }
figure { margin: 0; min-width: 0; }
figcaption p { font-size: 0.85rem; margin: 0.15rem 0 0.5rem; }
svg.plot { display: block; width: 100%; max-width: 36rem; height: auto; }
details { margin-top: 0.5rem; }
summary { cursor: pointer; font-size: 0.85rem; color: var(--faint); }
.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; font-size: 0.85rem; margin: 0.5rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: 0.15rem 0.75rem 0.15rem 0; text-align: right; vertical-align: top; white-space: nowrap; }
thead th { font-weight: 600; border-bottom: 1px solid var(--faint); vertical-align: bottom; }
tbody th { font-weight: 400; }
tbody tr + tr > * { border-top: 1px solid var(--grid); }
.word { text-align: left; }
.wide .word, .wide th { white-space: normal; }
@media print {
  body { font-size: 10pt; padding: 0; max-width: none; }
  figure, .tiles div, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .scroll { overflow: visible; }
  details::details-content { content-visibility: visible; }
  details.long { display: none; }
}
)";

std::string element(const std::string& name, const std::string& inside, const std::string& look = "") {
  return "<" + name + (look.empty() ? "" : " class=\"" + look + "\"") + ">" + inside + "</" + name + ">";
}

std::string table_html(const PlotTable& t, const std::string& caption, const std::string& look = "") {
  std::string out = "<div class=\"scroll\"><table" + (look.empty() ? "" : " class=\"" + look + "\"") +
                    " aria-label=\"" + escaped(caption) + "\">\n<thead><tr>";
  auto look_of = [&](std::size_t column) { return std::string(column < t.names ? " class=\"word\"" : ""); };
  for (std::size_t c = 0; c < t.heads.size(); ++c)
    out += "<th scope=\"col\"" + look_of(c) + ">" + escaped(t.heads[c]) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const auto& row : t.rows) {
    out += "<tr>";
    for (std::size_t c = 0; c < row.size(); ++c)
      out += c == 0 ? "<th scope=\"row\"" + look_of(c) + ">" + escaped(row[c]) + "</th>"
                    : "<td" + look_of(c) + ">" + escaped(row[c]) + "</td>";
    out += "</tr>\n";
  }
  return out + "</tbody></table></div>\n";
}

std::string folded(const std::string& summary, const PlotTable& table, const std::string& caption) {
  const std::size_t rows = table.rows.size();
  return std::string("<details") + (rows <= kOpenRows ? " open=\"open\"" : "") +
         (rows > kPaperRows ? " class=\"long\"" : "") + "><summary>" + escaped(summary) + "</summary>\n" +
         table_html(table, caption) + "</details>\n";
}

std::string figure_html(const Plot& p) {
  return "<figure id=\"" + p.name + "\">\n<figcaption>" + element("h3", escaped(p.title)) +
         element("p", escaped(p.text)) + "</figcaption>\n" + p.svg.in_page(p.name, p.title, p.text) +
         folded("The numbers", p.table, p.title) + "</figure>\n";
}

std::string groups_html(const std::vector<PlotGroup>& groups) {
  std::string out;
  for (const PlotGroup& g : groups) {
    out += "<section>\n" + element("h2", escaped(g.title)) + "\n";
    if (!g.text.empty()) out += element("p", escaped(g.text)) + "\n";
    out += "<div class=\"figures\">\n";
    for (const Plot& p : g.plots) out += figure_html(p);
    out += "</div>\n</section>\n";
  }
  return out;
}

std::string page(const std::string& title, const std::string& inside) {
  return "<!DOCTYPE html>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\n<head>\n"
         "<meta charset=\"utf-8\"/>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
         "<meta name=\"color-scheme\" content=\"light dark\"/>\n" +
         element("title", escaped(title)) + "\n<style>\n" + svg_style() + kStyle +
         "</style>\n</head>\n<body>\n<main>\n" + inside + "</main>\n</body>\n</html>\n";
}

std::string tile(const std::string& name, const std::string& figure, const std::string& interval) {
  return "<div>" + element("dt", escaped(name)) +
         element("dd", escaped(figure) + (interval.empty() ? "" : element("span", escaped(interval), "interval"))) +
         "</div>\n";
}

// --- one batch

std::string tiles_html(const json& s) {
  std::string out;
  auto share = [&](const char* name, const json& j) {
    out += tile(name, percent(j["rate"]), range(j["interval"], 100, 1));
  };
  auto mean = [&](const char* name, const json& j, int digits) {
    out += tile(name, j["mean"].is_null() ? "-" : fixed(j["mean"], digits), range(j["interval"], 1, digits));
  };
  share("Black wins", s["black_wins"]), share("White wins", s["white_wins"]), share("drawn", s["draws"]);
  if (s["beginner_wins"]["white"]["of"] > 0) share("who begins wins", s["beginner_wins"]);
  if (s["score"]["games"] > 0) {
    out += tile("fair komi", fixed(s["score"]["fair_komi"], 1), range(s["score"]["fair_komi_interval"], 1, 1));
    mean("Black's lead", s["score"], 2);
  }
  mean("turns a game", s["turns"], 1);
  if (s.contains("time") && !s["time"]["seconds_per_game"].is_null())
    out += tile("time a game", fixed(1000 * s["time"]["seconds_per_game"].get<double>(), 3) + " ms", "");
  return "<dl class=\"tiles\">\n" + out + "</dl>\n";
}

std::string head_html(const json& s) {
  const json& b = s["batch"];
  std::string facts =
      whole(s["games"]) + " of " + whole(b["games"]) + " games, " + whole(s["ended"]) + " of them ended";
  if (s["faults"] > 0 || s["stopped"] > 0)
    facts += "; " + whole(s["faults"]) + " failed and " + whole(s["stopped"]) + " were stopped after " +
             whole(b["max_turns"]) + " turns, and are in none of the other numbers";
  std::string out = element("h1", escaped(b["title"].get<std::string>())) + "\n";
  out += element("p",
                 escaped(b["variant"].get<std::string>() + ": Black " + b["players"]["black"].get<std::string>() +
                         ", White " + b["players"]["white"].get<std::string>() + ", seed " + whole(b["seed"])),
                 "faint") +
         "\n";
  std::string settings;
  for (const json& set : b["settings"]) settings += (settings.empty() ? "" : ", ") + set.get<std::string>();
  if (!settings.empty()) out += element("p", "Other rules: " + element("code", escaped(settings))) + "\n";
  return out + element("p", escaped(facts) + ". All intervals are at 95 %.") + "\n";
}

std::string conditions_html(const json& s) {
  if (s["conditions"].empty()) return "";
  PlotTable t{{"win condition", "Black", "White"}, {}};
  for (const json& c : s["conditions"]) t.rows.push_back({c["name"], whole(c["black"]), whole(c["white"])});
  return "<section>\n" + element("h2", "Win conditions met") + "\n" +
         element("p", "Games won, by what the winner met; a win may meet several.") + "\n" +
         table_html(t, "Win conditions met") + "</section>\n";
}

std::string faults_html(const json& s) {
  if (s["fault_kinds"].empty()) return "";
  PlotTable t{{"what", "games", "first game"}, {}};
  for (const json& k : s["fault_kinds"]) t.rows.push_back({k["what"], whole(k["games"]), whole(k["first_game"])});
  return "<section>\n" + element("h2", "Games that failed") + "\n" + table_html(t, "Games that failed", "wide") +
         element("p", "To play one again, with the number of its game and the file that this report was made of:") +
         "\n" +
         element("pre", "sqlite3 FILE &quot;SELECT reproduction FROM faults WHERE game = " +
                            whole(s["fault_kinds"][0]["first_game"]) +
                            "&quot; &gt; game.yaml\ngofuda replay game.yaml") +
         "\n</section>\n";
}

std::string rules_html(const json& files) {
  PlotTable t{{"file", "SHA-256"}, {}, 2};
  for (const json& f : files) t.rows.push_back({f["path"], f["sha256"]});
  return folded("The " + std::to_string(t.rows.size()) + " files that the rules were made of", t, "Files of the rules");
}

std::string provenance_html(const json& batch) {
  return "<section>\n" + element("h2", "Where the numbers come from") + "\n" +
         element("p", "Played by gofuda " + escaped(batch["program"].get<std::string>()) +
                          ". Game k is decided by the rules, the players, the seed and k alone: this command plays the "
                          "same games again, on any number of threads.") +
         "\n" + element("pre", escaped(batch["command"].get<std::string>())) + "\n" + rules_html(batch["files"]) +
         "</section>\n";
}

// --- a sweep

std::string sweep_title(const json& sweep) {
  const std::string title = sweep["title"];
  return title.empty() ? sweep["kind"].get<std::string>() + " of " + sweep["cells"][0]["variant"].get<std::string>()
                       : title;
}

std::string cells_html(const json& sweep) {
  return "<section>\n" + element("h2", "Cells") + "\n" +
         element("p",
                 "A cell is one set of rules with two players; gofuda report FILE --cell ID tells of it in full.") +
         "\n" + table_html(cells_table(sweep), "Cells", "wide") + "</section>\n";
}

std::string plan_html(const json& sweep) {
  const std::string plan = sweep["plan"];
  std::string lines;  // a file's lines stay lines
  for (std::size_t from = 0, to = 0; from < plan.size(); from = to + 1) {
    to = std::min(plan.find('\n', from), plan.size());
    lines += escaped(plan.substr(from, to - from)) + "\n";
  }
  return plan.empty() ? "" : element("p", "The plan:") + "\n" + element("pre", lines) + "\n";
}

}  // namespace

std::string batch_page(const json& s) {
  std::string body = "<header>\n" + head_html(s) + "</header>\n";
  if (s["ended"] > 0)
    body += tiles_html(s) + groups_html(batch_plots(s));
  else
    body += element("p", "No game has ended, so there is nothing to measure.") + "\n";
  body += conditions_html(s) + faults_html(s) + provenance_html(s["batch"]);
  return page(s["batch"]["title"].get<std::string>() + " - gofuda", body);
}

std::string sweep_page(const json& sweep) {
  const std::string title = sweep_title(sweep);
  std::string body = "<header>\n" + element("h1", escaped(title)) + "\n" +
                     element("p", escaped(std::to_string(sweep["cells"].size()) + " cells, " + whole(sweep["games"]) +
                                          " of " + whole(sweep["of"]) + " games. All intervals are at 95 %.")) +
                     "\n" + element("p", escaped("In all cells: " + common_text(sweep)), "faint") + "\n</header>\n" +
                     groups_html(sweep_plots(sweep)) + cells_html(sweep) + "<section>\n" +
                     element("h2", "Where the numbers come from") + "\n" +
                     element("p", "Played by gofuda " + escaped(sweep["program"].get<std::string>()) +
                                      ". Game k of a cell is decided by the rules, the players, the seed and k alone: "
                                      "this command plays the same games again, on any number of threads.") +
                     "\n" + element("pre", escaped(sweep["command"].get<std::string>())) + "\n" + plan_html(sweep) +
                     "</section>\n";
  return page(title + " - gofuda", body);
}

std::string write_plots(const std::vector<PlotGroup>& groups, const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) return folder + ": " + error.message();
  for (const PlotGroup& g : groups)
    for (const Plot& p : g.plots)
      if (std::string why =
              write_file((std::filesystem::path(folder) / (p.name + ".svg")).string(), p.svg.as_file(p.title, p.text));
          !why.empty())
        return why;
  return "";
}

}  // namespace gofuda::lab
