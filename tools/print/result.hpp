// The end of a game in words: who has won by what, or the count.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "core/position.hpp"
#include "core/ruleset.hpp"

namespace gofuda::tools {

// `dead`: stones to be taken off before counting; those of the position itself unless others are given.
std::vector<std::string> result_lines(const Ruleset& rules, const Position& position);
std::vector<std::string> result_lines(const Ruleset& rules, const Position& position, const PointSet& dead);
nlohmann::json result_json(const Ruleset& rules, const Position& position);
nlohmann::json result_json(const Ruleset& rules, const Position& position, const PointSet& dead);

std::string_view ending_name(Ending e);
nlohmann::json points_json(const PointSet& set);
// "wrap" and "neighbours" as in a variant's file; nothing of a plain board.
void put_topology(nlohmann::json& board, const Topology& topology);
// One line, or with an indent of so many; bytes that are not UTF-8 are replaced.
std::string json_text(const nlohmann::json& json, int indent = -1);
std::string json_text_of(const std::string& text);  // a string of JSON, as printable

}  // namespace gofuda::tools
