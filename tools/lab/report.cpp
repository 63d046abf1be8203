#include "tools/lab/report.hpp"

#include <cstdio>

#include "tools/lab/campaign.hpp"
#include "tools/lab/summary.hpp"
#include "tools/lab/sweep_report.hpp"
#include "tools/scene.hpp"

namespace gofuda::tools {

namespace {

struct Report : ReportArgs {
  std::string file;
};

int report_batch(const Options& options, const Report& args) {
  if (args.csv && options.json) return usage_error("choose one of --json and --csv");
  try {
    print_report(options, lab::read_store(args.file), args);
  } catch (const lab::StoreError& e) { return lab::store_error(args.file, e); }
  return 0;
}

}  // namespace

void print_report(const Options& options, const lab::Stored& stored, const ReportArgs& args) {
  const bool table = stored.head.kind != "simulate" && args.cell.empty();
  const std::size_t cell = args.cell.empty() ? 0 : lab::find_cell(stored.head, args.cell);
  const nlohmann::json j =
      table ? lab::sweep_json(stored, !args.no_time)
            : lab::summary_json(stored.head.cells[cell].provenance, stored.cells[cell].tally, !args.no_time);
  const Style style = style_for(use_colour(options, 1), 1);
  if (options.json)
    std::printf("%s\n", json_text(j).c_str());
  else if (args.csv)
    std::fputs((table ? lab::sweep_csv(j) : lab::summary_csv(j)).c_str(), stdout);
  else
    print_lines(table ? lab::sweep_lines(style, j) : lab::summary_lines(style, j));
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
  c->add_flag("--no-time", args->no_time, "Leave times out, so that equal batches print equal reports");
  c->footer(
      "Examples:\n  gofuda report dango.sqlite\n  gofuda report dango.sqlite --csv > dango.csv\n"
      "  gofuda report sweep.sqlite --cell 3f2a\n"
      "  sqlite3 dango.sqlite 'SELECT outcome, count(*) FROM games GROUP BY outcome'\n\n"
      "Exit code: 0; 1 when the file cannot be read; 2 for wrong usage or a file of another kind.");
  c->callback([&options, args] { options.run = [&options, args] { return report_batch(options, *args); }; });
}

}  // namespace gofuda::tools
