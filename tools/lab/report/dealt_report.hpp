// What cards are worth, of a file of games in which they were dealt on purpose.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/lab/report/plots.hpp"
#include "tools/lab/store/store.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::lab {

// As worth_lines or pair_worth_lines read it: "cards" or "pairs", those that have deals.
nlohmann::json dealt_json(const Stored& stored);
// Of a summary's "card_worths".
std::vector<std::string> dealt_lines(const tools::Style& style, const nlohmann::json& worths);

}  // namespace gofuda::lab
