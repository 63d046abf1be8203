// A difference as a dispute.
#include <cctype>

#include "tools/lab/finding/findings_report.hpp"

namespace gofuda::tools {

namespace {

using lab::Seen;

std::string settings_text(const Settings& settings) {
  std::string out;
  for (const auto& [k, v] : settings) out += (out.empty() ? "" : ", ") + k + "=" + v;
  return out;
}

// "the play is refused (suicide)".
std::string outcome_text(const Seen& seen) {
  switch (seen.came) {
    case Seen::Came::refused:
      return "it is refused (" + std::string(reason_code(seen.verdict.reason)) + ")";
    case Seen::Came::not_asked:
      return "it is not asked for";
    case Seen::Came::failed:
      return "a script fails";
    case Seen::Came::played:
      break;
  }
  return "it is played";
}

std::string file_name(const std::string& cause, const lab::Finding& f) {
  std::string out;
  for (const std::string& part : {cause, std::string(lab::parting_name(f.parting)), f.card}) {
    if (part.empty()) continue;
    if (!out.empty()) out += '.';
    for (const char c : part) out += std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '_' ? c : '-';
  }
  return out;
}

bool judged_so(Library& library, const std::string& text) {
  Diagnostics out;
  const auto dispute = parse_dispute("dispute.yaml", text, out);
  return dispute && judge_dispute(library, *dispute).passed();
}

}  // namespace

std::optional<Written> write_finding(Asked& asked, const lab::Finding& f) {
  if (!f.shrunk) return std::nullopt;
  const lab::Match& match = asked.search.match;
  const lab::Reading& other = match.others[f.other];
  const lab::Shrunk& s = *f.shrunk;
  const std::string cause = other.own.empty() ? "" : settings_text(other.own);
  const std::string a = asked.by_settings ? "as " + asked.a + " has it" : asked.a;
  const std::string b = cause.empty() ? asked.b : cause;
  lab::Wording words;
  words.title = (f.card.empty() ? "" : f.card + ": ") + asked.a + ", or " + b + "?";
  if (other.own.size() == 1)
    words.title =
        other.own[0].first + ": " + chosen_value(match.a, other.own[0].first) + ", or " + other.own[0].second + "?";
  words.ruling = a + ", " + outcome_text(s.a) + "; with " + b + ", " + outcome_text(s.b) + ".";
  words.reason =
      lab::parting_text(s.difference.parting) + (s.difference.where.empty() ? "" : " (" + s.difference.where + ")");
  words.source = "found by gofuda differ in game " + std::to_string(f.game) + ", turn " + std::to_string(f.turn + 1) +
                 ", of " + match.players[0] + " against " + match.players[1] + " with seed " +
                 std::to_string(match.seed);
  Written out;
  out.name = file_name(cause, f);
  const bool one_file = asked.by_settings && !other.own.empty();
  out.text = lab::dispute_text(s.scene, match.a, words, s.a, s.b, one_file ? other.own : Settings{});
  if (!judged_so(*asked.library, out.text)) return std::nullopt;
  if (one_file) return out;
  words.ruling = b + ", " + outcome_text(s.b) + "; with " + asked.a + ", " + outcome_text(s.a) + ".";
  out.other = lab::dispute_text(s.scene, other, words, s.b, s.a, {});
  if (!judged_so(asked.other_library ? *asked.other_library : *asked.library, out.other)) return std::nullopt;
  return out;
}

}  // namespace gofuda::tools
