#pragma once

#include <string>

#include "scripting/diagnostic.hpp"

namespace gofuda::test {

// The diagnostics as text, one a line.
inline std::string joined(const Diagnostics& out) {
  std::string text;
  for (const Diagnostic& d : out.list()) text += (text.empty() ? "" : "\n") + to_text(d);
  return text;
}

}  // namespace gofuda::test
