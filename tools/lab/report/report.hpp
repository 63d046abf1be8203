// What a file of games says, printed: the summary of its one cell, or a table of its cells.
#pragma once

#include <string>

#include "tools/cli/commands.hpp"
#include "tools/lab/store/store.hpp"

namespace gofuda::tools {

struct ReportArgs {
  std::string cell;  // the beginning of an id: this one in full
  bool csv = false, no_time = false;
};

// Throws lab::StoreError when there is no such cell.
void print_report(const Options& options, const lab::Stored& stored, const ReportArgs& args);

}  // namespace gofuda::tools
