// What a file of games says, printed: the summary of its one cell, or a table of its cells.
#pragma once

#include <string>

#include "tools/lab/store/store.hpp"
#include "tools/print/options.hpp"

namespace gofuda::tools {

struct ReportArgs {
  std::string cell;  // the beginning of an id: this one in full
  bool csv = false, no_time = false;
};

struct Report : ReportArgs {
  std::string file, html, svg;
  bool pages() const { return !html.empty() || !svg.empty(); }
};

// Throws lab::StoreError when there is no such cell.
void print_report(const Options& options, const lab::Stored& stored, const ReportArgs& args);
int report_batch(const Options& options, const Report& args);

}  // namespace gofuda::tools
