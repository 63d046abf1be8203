// What a batch says, as JSON and, from that, as text and as a table.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/lab/statistics/tally.hpp"
#include "tools/lab/store/provenance.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::lab {

struct Stored;

// Is the game one that is decided by counting, so that a komi means something: were half of the games counted?
bool is_counted(const Tally& t);

// Rates are from 0 to 1, scores in points, intervals at 95 %. `times`: with how long the games took.
nlohmann::json summary_json(const Provenance& p, const Tally& t, bool times);
// With the command that deals the cards of a kept batch on purpose, which no batch does.
nlohmann::json summary_json(const Stored& stored, std::size_t cell, bool times);
// Without how many games had which value, for where there are many summaries.
void drop_distributions(nlohmann::json& summary);
std::vector<std::string> summary_lines(const tools::Style& style, const nlohmann::json& summary);
std::string summary_csv(const nlohmann::json& summary);  // key,value: a line each

}  // namespace gofuda::lab
