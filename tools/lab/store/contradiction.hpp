// Sums that no games add up to.
#pragma once

#include <string>

#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

// How the sums of a cell contradict one another, or "". `paired`: it is compared with another cell.
std::string contradiction(const CellState& cell, bool paired);

}  // namespace gofuda::lab
