// What a file with many cells says: a line for each.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/lab/store/store.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::lab {

nlohmann::json sweep_json(const Stored& stored, bool times);
std::vector<std::string> sweep_lines(const tools::Style& style, const nlohmann::json& sweep);
std::string sweep_csv(const nlohmann::json& sweep);  // a line for each cell, and one of names above them

// The cell whose id begins so; throws StoreError when there is none, or more than one.
std::size_t find_cell(const StoreHead& head, const std::string& id);

}  // namespace gofuda::lab
