#include "tools/lab/report/html_report.hpp"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tools/lab/report/figures.hpp"
#include "tools/lab/report/html_parts.hpp"
#include "tools/print/output_file.hpp"

namespace gofuda::lab {

namespace {

using nlohmann::json;

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
  if (!s["score"]["fair_komi"].is_null())
    out += tile("fair komi", fixed(s["score"]["fair_komi"], 1), range(s["score"]["fair_komi_interval"], 1, 1));
  if (s["score"]["games"] > 0) mean("Black's lead", s["score"], 2);
  mean("turns a game", s["turns"], 1);
  if (s.contains("time") && !s["time"]["seconds_per_game"].is_null())
    out += tile("time a game", fixed(1000 * s["time"]["seconds_per_game"].get<double>(), 3) + " ms", "");
  return "<dl class=\"tiles\">\n" + out + "</dl>\n";
}

std::string head_html(const json& s) {
  const json& b = s["batch"];
  std::string facts =
      whole(s["games"]) + " of " + tools::counted(b["games"], "game") + ", " + whole(s["ended"]) + " of them ended";
  if (s["faults"] > 0 || s["stopped"] > 0)
    facts += "; " + whole(s["faults"]) + " failed and " + whole(s["stopped"]) + " were stopped after " +
             tools::counted(b["max_turns"], "turn") + ", and are in none of the other numbers";
  std::string out = element("h1", escaped(b["title"].get<std::string>())) + "\n";
  out += element("p",
                 escaped(b["variant"].get<std::string>() + ": Black " + b["players"]["black"].get<std::string>() +
                         ", White " + b["players"]["white"].get<std::string>() + ", " + seeds_text(b)),
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
  return plan.empty() ? "" : element("p", "The plan:") + "\n" + element("pre", lines_html(plan)) + "\n";
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
      if (std::string why = tools::write_content((std::filesystem::path(folder) / (p.name + ".svg")).string(),
                                                 p.svg.as_file(p.title, p.text), tools::Content::svg);
          !why.empty())
        return why;
  return "";
}

}  // namespace gofuda::lab
