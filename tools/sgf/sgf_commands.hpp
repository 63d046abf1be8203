// gofuda sgf import and export: game records in the Smart Game Format.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/print/options.hpp"

namespace gofuda::tools {

struct SgfImport {
  std::string file, path, as = "game", variant, to;
  std::optional<int> move;
  int game = 1;
  bool lenient = false;
  std::vector<std::string> set;
};

struct SgfExport {
  std::string file, to;
  std::vector<std::string> set;
};

int import_sgf(const Options& options, const SgfImport& args);
int export_sgf(const Options& options, const SgfExport& args);

}  // namespace gofuda::tools
