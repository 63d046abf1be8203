// What a search has found: as JSON, and in words.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "tools/lab/finding/question.hpp"

namespace gofuda::tools {

// The value of a rule or an option that this reading has.
std::string chosen_value(const lab::Reading& reading, const std::string& key);

// A difference as files: one dispute that says both readings, or one for each side.
struct Written {
  std::string name;         // of the file, without its ending
  std::string text, other;  // other: of the second side, where there are two
};
// Does the judge agree with a dispute?
bool judged_so(Library& library, const std::string& text);
// Nothing where no dispute says it: there is no position, or the judge does not agree.
std::optional<Written> write_finding(Asked& asked, const lab::Finding& finding);

nlohmann::json findings_json(const Asked& asked, const lab::SearchResult& found,
                             const std::vector<std::optional<Written>>& written);
nlohmann::json decks_json(const Asked& asked);
void print_same(const nlohmann::json& same);  // no rule differs, and perhaps the decks do
void print_findings(const nlohmann::json& found);
// What each reading changes, as a plot in the folder. What went wrong, or "".
std::string draw_findings(const nlohmann::json& found, const std::string& folder);
std::int64_t failed_games(const nlohmann::json& found);
std::string reading_name(const nlohmann::json& found, std::size_t reading);
// The readings that part in some game, those that change most winners first.
std::vector<std::size_t> by_weight(const nlohmann::json& found);

}  // namespace gofuda::tools
