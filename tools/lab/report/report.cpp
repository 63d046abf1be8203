#include "tools/lab/report/report.hpp"

#include <cstdio>

#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/report/compare_report.hpp"
#include "tools/lab/report/html_report.hpp"
#include "tools/lab/report/summary.hpp"
#include "tools/lab/report/sweep_report.hpp"
#include "tools/lab/store/gaps.hpp"
#include "tools/print/result.hpp"
#include "scripting/file.hpp"

namespace gofuda::tools {

namespace {

struct Report : ReportArgs {
  std::string file, html, svg;
  bool pages() const { return !html.empty() || !svg.empty(); }
};

// What went wrong, or "".
std::string write_pages(const lab::Stored& stored, const Report& args) {
  const bool table = stored.head.kind != "simulate" && args.cell.empty();
  const std::size_t cell = args.cell.empty() ? 0 : lab::find_cell(stored.head, args.cell);
  nlohmann::json j =
      table ? lab::sweep_json(stored, !args.no_time)
            : lab::summary_json(stored.head.cells[cell].provenance, stored.cells[cell].tally, !args.no_time);
  if (table) j["command"] = stored.head.command, j["plan"] = stored.head.plan;
  if (!args.html.empty())
    if (std::string why = write_file(args.html, table ? lab::sweep_page(j) : lab::batch_page(j)); !why.empty())
      return why;
  return args.svg.empty() ? "" : lab::write_plots(table ? lab::sweep_plots(j) : lab::batch_plots(j), args.svg);
}

int report_batch(const Options& options, const Report& args) {
  if (args.csv && options.json) return usage_error("choose one of --json and --csv");
  try {
    const lab::Stored stored = lab::read_store(args.file);
    if (args.pages())
      if (const std::string why = write_pages(stored, args); !why.empty())
        return std::fprintf(stderr, "error: %s\n", why.c_str()), 1;
    if (!args.pages() || options.json || args.csv) print_report(options, stored, args);
  } catch (const lab::StoreError& e) { return lab::store_error(args.file, e); }
  return 0;
}

}  // namespace

void print_report(const Options& options, const lab::Stored& stored, const ReportArgs& args) {
  const bool compared = stored.head.kind == "compare" && args.cell.empty();
  const bool table = stored.head.kind == "sweep" && args.cell.empty();
  const std::size_t cell = args.cell.empty() ? 0 : lab::find_cell(stored.head, args.cell);
  nlohmann::json j =
      compared ? lab::compare_json(stored)
      : table  ? lab::sweep_json(stored, !args.no_time)
               : lab::summary_json(stored.head.cells[cell].provenance, stored.cells[cell].tally, !args.no_time);
  const Style style = style_for(use_colour(options, 1), 1);
  std::vector<std::string> missing;
  if (!stored.whole() && !compared) {
    missing = stored.shards.size() == 1 ? std::vector<std::string>{"all but shard " + stored.shards[0].text()}
                                        : lab::missing_lines(stored);
    if (!table) j["missing"] = lab::ranges_json(lab::missing_games(stored, cell));
  }
  if (options.json)
    std::printf("%s\n", json_text(j).c_str());
  else if (args.csv)
    std::fputs((table ? lab::sweep_csv(j) : lab::summary_csv(j)).c_str(), stdout);
  else
    print_lines(compared ? lab::compare_lines(j) : table ? lab::sweep_lines(style, j) : lab::summary_lines(style, j));
  for (const std::string& line : missing)
    if (!options.json && !args.csv) std::printf("missing: %s\n", printable(line).c_str());
  std::fflush(stdout);
}

void add_report(CLI::App& app, Options& options) {
  auto args = std::make_shared<Report>();
  CLI::App* c =
      app.add_subcommand("report", "Say what a file of simulated games tells, also while it is being written");
  c->add_option("file", args->file, "What simulate, sweep, compare or merge has written")
      ->required()
      ->type_name("FILE");
  c->add_flag("--csv", args->csv, "As a table of keys and values; of a sweep, a line for each cell");
  c->add_option("--cell", args->cell, "Of a sweep: this cell in full, by its id or how that begins")->type_name("ID");
  c->add_option("--html", args->html, "Write a page with plots, which needs no other file, instead of printing")
      ->type_name("OUT.html");
  c->add_option("--svg", args->svg, "Write each plot into this folder")->type_name("FOLDER");
  c->add_flag("--no-time", args->no_time, "Leave times out, so that equal batches print equal reports");
  c->footer(
      "Examples:\n  gofuda report dango.sqlite\n  gofuda report dango.sqlite --csv > dango.csv\n"
      "  gofuda report dango.sqlite --html dango.html --svg plots\n"
      "  gofuda report sweep.sqlite --cell 3f2a\n"
      "  sqlite3 dango.sqlite 'SELECT outcome, count(*) FROM games GROUP BY outcome'\n\n"
      "Exit code: 0; 1 when the file cannot be read; 2 for wrong usage or a file of another kind.");
  c->callback([&options, args] { options.run = [&options, args] { return report_batch(options, *args); }; });
}

}  // namespace gofuda::tools
