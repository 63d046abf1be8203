// What an audit has to say, from what was played: findings, worst first, and figures.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/lab/audit/measures.hpp"
#include "tools/lab/campaign/progress.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::lab {

struct AuditWords {
  std::string rules;  // " --rules DIR"
  std::string sizes;  // as --sizes says them
  int seconds = 0;    // about how long it was to take
};

// What a finding may be, by its name.
struct FindingKind {
  const char* id;
  const char* level;  // error, warning, note
  const char* text;
};
const std::vector<FindingKind>& finding_kinds();

nlohmann::json checkup_json(const AuditPlan& plan, const Measures& m, const AuditWords& words);
nlohmann::json findings_of(const AuditPlan& plan, const Measures& m, const AuditWords& words);
nlohmann::json figures_of(const AuditPlan& plan, const Measures& m, const AuditWords& words, nlohmann::json& left_out);
// "gofuda VERB GAME --set ... more".
std::string audit_command(const AuditPlan& plan, const AuditWords& words, const std::string& verb,
                          const std::string& more);
std::string secret_name(unsigned secret);

std::string no_findings(const nlohmann::json& checkup);
// As text, and as a page.
std::vector<std::string> checkup_lines(const tools::Style& style, const nlohmann::json& checkup);
std::string checkup_page(const nlohmann::json& checkup);
// A figure of a checkup: "51.3 % [48.0, 54.6]", or "-".
std::string figure_text(const nlohmann::json& figure);

}  // namespace gofuda::lab
