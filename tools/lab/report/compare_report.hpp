// What a comparison of two sets of rules says.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tools/lab/store/store.hpp"

namespace gofuda::lab {

nlohmann::json compare_json(const Stored& stored);
std::vector<std::string> compare_lines(const nlohmann::json& comparison);

}  // namespace gofuda::lab
