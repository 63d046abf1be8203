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

// "it is refused (suicide)".
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

}  // namespace

bool judged_so(Library& library, const std::string& text) {
  Diagnostics out;
  const auto dispute = parse_dispute("dispute.yaml", text, out);
  return dispute && judge_dispute(library, *dispute).passed();
}

std::optional<Written> write_finding(Asked& asked, const lab::Finding& f) {
  if (!f.shrunk) return std::nullopt;
  const lab::Match& match = asked.search.match;
  const lab::Reading& other = match.others[f.other];
  const lab::Shrunk& s = *f.shrunk;
  const std::string cause = settings_text(other.own);
  Settings chosen;
  for (const auto& [key, value] : other.own) chosen.emplace_back(key, chosen_value(match.a, key));
  const bool by_settings = asked.by_settings && !cause.empty();
  const std::string a = by_settings ? settings_text(chosen) : asked.a, b = by_settings ? cause : asked.b;
  lab::Wording words;
  words.title = a + ", or " + b + "?";
  if (by_settings && chosen.size() == 1)
    words.title = chosen[0].first + ": " + chosen[0].second + ", or " + other.own[0].second + "?";
  const auto ruling = [&](const std::string& x, const Seen& in_x, const std::string& y, const Seen& in_y) {
    if (in_x.came == in_y.came)
      return "It is played with both; what differs: " + lab::parting_text(s.difference.parting) + ".";
    return "With " + x + " " + outcome_text(in_x) + "; with " + y + " " + outcome_text(in_y) + ".";
  };
  words.ruling = ruling(a, s.a, b, s.b);
  words.reason =
      lab::parting_text(s.difference.parting) + (s.difference.where.empty() ? "" : " (" + s.difference.where + ")");
  words.source = "found by gofuda differ in game " + std::to_string(f.game) + ", turn " + std::to_string(f.turn + 1) +
                 ", of " + match.players[0] + " against " + match.players[1] + " with seed " +
                 std::to_string(match.seed);
  Written out;
  out.name = file_name(cause, f);
  out.text = lab::dispute_text(s.scene, match.a, words, s.a, s.b, by_settings ? other.own : Settings{});
  if (!judged_so(*asked.library, out.text)) return std::nullopt;
  if (by_settings) return out;
  words.ruling = ruling(b, s.b, a, s.a);
  out.other = lab::dispute_text(s.scene, other, words, s.b, s.a, {});
  if (!judged_so(asked.other_library ? *asked.other_library : *asked.library, out.other)) return std::nullopt;
  return out;
}

}  // namespace gofuda::tools
