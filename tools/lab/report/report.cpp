#include "tools/lab/report/report.hpp"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/report/compare_report.hpp"
#include "tools/lab/report/html_parts.hpp"
#include "tools/lab/report/html_report.hpp"
#include "tools/lab/report/summary.hpp"
#include "tools/lab/report/summary_parts.hpp"
#include "tools/lab/report/sweep_report.hpp"
#include "tools/lab/store/gaps.hpp"
#include "tools/print/output_file.hpp"
#include "tools/print/result.hpp"

namespace gofuda::tools {

namespace {

// What went wrong, or "".
std::string write_pages(const lab::Stored& stored, const Report& args) {
  const bool table = (stored.head.kind == "sweep" || stored.head.kind == "compare") && args.cell.empty();
  const std::size_t cell = args.cell.empty() ? 0 : lab::find_cell(stored.head, args.cell);
  nlohmann::json j = table ? lab::sweep_json(stored, !args.no_time) : lab::summary_json(stored, cell, !args.no_time);
  if (table) j["command"] = stored.head.command, j["plan"] = stored.head.plan;
  if (!args.html.empty())
    if (std::string why = write_content(args.html, table ? lab::sweep_page(j) : lab::batch_page(j), Content::page);
        !why.empty())
      return why;
  return args.svg.empty() ? "" : lab::write_plots(table ? lab::sweep_plots(j) : lab::batch_plots(j), args.svg);
}

}  // namespace

int report_batch(const Options& options, const Report& args) {
  if (args.csv && options.json) return usage_error("choose one of --json and --csv");
  try {
    const lab::Stored stored = lab::read_store(args.file);
    if (args.pages())
      if (const std::string why = write_pages(stored, args); !why.empty()) return say_error(why), 1;
    if (!args.pages() || options.json || args.csv) print_report(options, stored, args);
  } catch (const lab::StoreError& e) { return lab::store_error(args.file, e); }
  return 0;
}

void print_report(const Options& options, const lab::Stored& stored, const ReportArgs& args) {
  const bool compared = stored.head.kind == "compare" && args.cell.empty();
  const bool table = stored.head.kind == "sweep" && args.cell.empty();
  const std::size_t cell = args.cell.empty() ? 0 : lab::find_cell(stored.head, args.cell);
  nlohmann::json j = compared ? lab::compare_json(stored)
                     : table  ? lab::sweep_json(stored, !args.no_time)
                              : lab::summary_json(stored, cell, !args.no_time);
  const Style style = style_for(use_colour(options, 1), 1);
  std::vector<std::string> missing;
  if (!stored.whole() && (!compared || !stored.shards.empty())) {
    missing = stored.shards.size() == 1 ? std::vector<std::string>{"all but shard " + stored.shards[0].text()}
                                        : lab::missing_lines(stored);
    if (!table && !compared) j["missing"] = lab::ranges_json(lab::missing_games(stored, cell));
  }
  if (options.json) {
    std::printf("%s\n", json_text(j).c_str());
    return void(std::fflush(stdout));
  }
  j = lab::shown(j);
  if (args.csv)
    std::fputs((table ? lab::sweep_csv(j) : lab::summary_csv(j)).c_str(), stdout);
  else
    print_lines(compared ? lab::compare_lines(j) : table ? lab::sweep_lines(style, j) : lab::summary_lines(style, j));
  for (const std::string& line : missing)
    if (!args.csv) std::printf("missing: %s\n", printable(line).c_str());
  std::fflush(stdout);
}

}  // namespace gofuda::tools
