// Parts of a batch put together.
#pragma once

#include <string>
#include <vector>

#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

struct Part {
  std::string path;
  Stored stored;
};

// All that the parts hold, as one. Throws StoreError when they are not parts of the same, or hold the same games.
Stored united(const std::vector<Part>& parts);

// Writes it, under another name until it is whole. The result does not depend on the order of the parts, nor on what
// was put together before.
void write_merged(const std::string& path, const Stored& all, std::vector<Part> parts);

}  // namespace gofuda::lab
