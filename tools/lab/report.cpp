#include <cstdio>

#include "tools/commands.hpp"
#include "tools/lab/store.hpp"
#include "tools/lab/summary.hpp"
#include "tools/scene.hpp"

namespace gofuda::tools {

namespace {

struct Report {
  std::string file;
  bool csv = false, no_time = false;
};

int report_batch(const Options& options, const Report& args) {
  if (args.csv && options.json) return usage_error("choose one of --json and --csv");
  nlohmann::json summary;
  try {
    const lab::Stored stored = lab::read_store(args.file);
    summary = lab::summary_json(stored.head.cells[0].provenance, stored.cells[0].tally, !args.no_time);
  } catch (const lab::StoreError& e) {
    std::fprintf(stderr, "error: %s: %s\n", args.file.c_str(), e.what());
    return e.exit_code;
  }
  if (options.json)
    std::printf("%s\n", json_text(summary).c_str());
  else if (args.csv)
    std::fputs(lab::summary_csv(summary).c_str(), stdout);
  else
    print_lines(lab::summary_lines(style_for(use_colour(options, 1), 1), summary));
  return 0;
}

}  // namespace

void add_report(CLI::App& app, Options& options) {
  auto args = std::make_shared<Report>();
  CLI::App* c =
      app.add_subcommand("report", "Say what a file of simulated games tells, also while it is being written");
  c->add_option("file", args->file, "What gofuda simulate --out has written")->required()->type_name("FILE");
  c->add_flag("--csv", args->csv, "As a table of keys and values");
  c->add_flag("--no-time", args->no_time, "Leave times out, so that equal batches print equal reports");
  c->footer(
      "Examples:\n  gofuda report dango.sqlite\n  gofuda report dango.sqlite --csv > dango.csv\n"
      "  sqlite3 dango.sqlite 'SELECT outcome, count(*) FROM games GROUP BY outcome'\n\n"
      "Exit code: 0; 1 when the file cannot be read; 2 for wrong usage or a file of another kind.");
  c->callback([&options, args] { options.run = [&options, args] { return report_batch(options, *args); }; });
}

}  // namespace gofuda::tools
