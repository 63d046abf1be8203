// gofuda print: decks on paper, or on sheets for virtual tables.
#pragma once

#include <string>
#include <vector>

#include "tools/print/options.hpp"

namespace gofuda::tools {

struct Print {
  std::vector<std::string> names, set;
  std::string out, format;
  std::string paper = "a4", duplex, copies = "deck", font;
  bool bleed = false, backs = false, sheet = false, force = false;
  double dpi = 0;  // 0: what is usual
};

int print_cards(const Options& options, const Print& args);

}  // namespace gofuda::tools
