#include "tools/solver/proof.hpp"

#include <algorithm>

namespace gofuda::tools {

namespace {

constexpr std::string_view kForm = "gofuda-proof 1";

std::string names(const PointSet& points) {
  std::string out;
  points.for_each([&](Point p) { out += ' ' + point_name(p); });
  return out;
}

void add_line(std::string& out, const ProofLine& line, std::size_t number) {
  out += std::to_string(number) + ' ' + (line.move == kNoPoint ? "-" : point_name(line.move));
  for (const ProofReply& r : line.replies)
    out += ' ' + point_name(r.answer) + '>' + std::to_string(r.next + 1) + (r.turn ? '/' + std::to_string(r.turn) : "");
  if (line.rest) out += " >" + std::to_string(*line.rest + 1);
  if (line.paired) out += " =";
  for (const auto& p : line.pairs) out += ' ' + point_name(p[0]) + '=' + point_name(p[1]);
  out += '\n';
}

}  // namespace

std::string rules_text(const Ruleset& rules) {
  std::string out = "board " + size_text(rules.grid);
  out += "\npoints" + names(rules.grid.points()) + "\nstones " + std::to_string(rules.rules.stones) + '\n';
  std::vector<std::string> lines;
  for (const Opening& o : rules.openings) lines.push_back("closed " + std::to_string(o.stones) + names(o.closed));
  for (const WinCondition& w : rules.wins.conditions())
    for (const PointSet& p : w.patterns) lines.push_back("pattern" + names(p));
  std::sort(lines.begin(), lines.end());
  lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
  for (const std::string& line : lines) out += line + '\n';
  return out;
}

std::string rules_digest(const Ruleset& rules) { return digest(rules_text(rules)); }

std::string digest(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325ull;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ull;
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += "0123456789abcdef"[h >> shift & 15];
  return out;
}

std::string proof_text(const Proof& proof) {
  std::string out(kForm);
  out += "\nvariant " + proof.variant + '\n';
  for (const auto& [key, value] : proof.settings) out += "set " + key + '=' + value + '\n';
  out += "rules " + proof.rules + '\n';
  for (Seat s : {Seat::black, Seat::white})
    out += std::string(seat_name(s)) + names(proof.stones[static_cast<std::size_t>(index(s))]) + '\n';
  out += "to-move " + std::string(seat_name(proof.to_move)) + '\n';
  for (std::size_t i = 0; i < proof.turns.size(); ++i) {
    out += "turn " + std::to_string(i + 1);
    for (Point p : proof.turns[i].image) out += ' ' + point_name(p);
    out += '\n';
  }
  for (std::size_t i = 0; i < proof.lines.size(); ++i) add_line(out, proof.lines[i], i + 1);
  for (const ProofClaim& c : proof.claims)
    out += std::string(seat_name(c.side)) + (c.wins ? " wins " : " holds ") + std::to_string(c.first + 1) + '\n';
  return out + "end " + std::to_string(proof.lines.size()) + '\n';
}

}  // namespace gofuda::tools
