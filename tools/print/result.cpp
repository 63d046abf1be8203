#include "tools/print/result.hpp"

#include <bit>
#include <nlohmann/json.hpp>

#include "core/notation/tally_text.hpp"
#include "core/notation/text.hpp"
#include "core/result.hpp"
#include "core/run.hpp"
#include "scripting/diagnostic.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

bool was_counted(const Position& p) { return p.ending == Ending::passes || p.ending == Ending::exhausted; }

// The stones that fulfil one of the conditions met. A script's stones are known only together with all the others.
PointSet stones_of(const Ruleset& rules, const Position& p, std::size_t condition) {
  const std::uint32_t bit = std::uint32_t{1} << condition;
  if (p.won_by == bit) return p.winning;
  auto drawn = [&](std::uint32_t conditions) {
    PointSet out;
    for (Colour c : {Colour::black, Colour::white})
      if (p.ending == Ending::draw || index(seat_of(c)) == p.winner) out |= rules.wins.stones(p.board, c, conditions);
    return out;
  };
  if (!rules.wins.conditions()[condition].scripted) return drawn(bit);
  PointSet rest = p.winning - drawn(p.won_by & ~rules.wins.scripted_conditions());
  return rest.empty() ? p.winning : rest;
}

std::string conditions_text(const Ruleset& rules, const Position& p) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < rules.wins.conditions().size(); ++i) {
    if (!(p.won_by >> i & 1)) continue;
    PointSet stones = stones_of(rules, p, i);
    out.push_back(printable(rules.wins.conditions()[i].name) + (stones.empty() ? "" : " (" + to_string(stones) + ")"));
  }
  return joined(out, ", ");
}

// Why a game without a winner is over.
std::string exhausted_text(const Ruleset& rules, const Position& p) {
  const int stones = rules.rules.stones;
  if (p.board.empty_count() == 0) return "The board is full";
  if (stones > 0 && p.set[0] >= stones && p.set[1] >= stones) return "All stones are set";
  if (p.unchanged_turns >= kMostUnchangedTurns)
    return "The last " + std::to_string(p.unchanged_turns) + " turns have left the board as it is";
  return "Neither side can move";
}

std::string side_line(const Score& s, Seat seat) {
  auto i = static_cast<std::size_t>(index(seat));
  std::vector<std::string> parts;
  if (!s.only_scripted) {
    parts.push_back(std::to_string(s.territory[i] + s.under_dead[i]) + " territory");
    if (s.method == Scoring::area)
      parts.insert(parts.begin(), std::to_string(s.stones[i]) + " stones");
    else
      parts.push_back(std::to_string(s.prisoners[i]) + " prisoners");
    if (s.taxed[i] > 0) parts.push_back("-" + std::to_string(s.taxed[i]) + " tax");
    if (seat == Seat::white && s.bonus > 0) parts.push_back(std::to_string(s.bonus) + " for the handicap");
  }
  if (s.scripted[i] != 0 || s.only_scripted) parts.push_back("scripted count " + signed_points_text(s.scripted[i]));
  if (s.cards[i] != 0) parts.push_back("cards " + signed_points_text(s.cards[i]));
  if (s.button == seat) parts.emplace_back("0.5 button");
  if (seat == Seat::white && s.komi != 0) parts.push_back(points_text(s.komi) + " komi");
  return (seat == Seat::black ? "Black " : "White ") + points_text(s.total(seat)) + "  (" + joined(parts, ", ") + ")";
}

}  // namespace

std::string_view ending_name(Ending e) {
  static constexpr std::string_view kNames[] = {"none", "passes", "win", "draw", "exhausted", "no-result"};
  return kNames[static_cast<int>(e)];
}

void put_topology(nlohmann::json& board, const Topology& topology) {
  const auto& [columns, rows, hex] = topology;
  if (topology.wraps()) board["wrap"] = columns && rows ? "both" : columns ? "columns" : "rows";
  if (hex) board["neighbours"] = "hex";
}

nlohmann::json points_json(const PointSet& set) {
  nlohmann::json j = nlohmann::json::array();
  set.for_each([&](Point p) { j.push_back(point_name(p)); });
  return j;
}

std::vector<std::string> result_lines(const Ruleset& rules, const Position& p) {
  return result_lines(rules, p, p.dead);
}

std::vector<std::string> result_lines(const Ruleset& rules, const Position& p, const PointSet& dead) {
  const std::string by = conditions_text(rules, p);
  if (p.ending == Ending::win)
    return {std::string(p.winner == 0 ? "Black" : "White") + " has won" + (by.empty() ? "." : ": " + by + ".")};
  if (p.ending == Ending::draw)
    return {(by.empty() ? exhausted_text(rules, p) : "Both sides have won, " + by) + ": the game is a draw."};
  if (p.ending == Ending::no_result)
    return {"The board is as it was before, with the same side to move: the game has no result."};
  Score s = score_of(rules, p, dead);
  std::vector<std::string> out;
  if (p.ending == Ending::exhausted) out.push_back(exhausted_text(rules, p) + ": the game is counted.");
  const bool agreed = p.ending == Ending::passes && rules.rules.dead_stones == DeadStones::agreed && dead == p.dead;
  if (!dead.empty() || agreed)
    out.push_back("dead: " + (dead.empty() ? "none" : to_string(dead)) + (agreed ? "  (agreed)" : ""));
  for (Seat seat : {Seat::black, Seat::white}) out.push_back(side_line(s, seat));
  out.push_back("Result: " + result_text(s.margin()));
  return out;
}

nlohmann::json result_json(const Ruleset& rules, const Position& p) { return result_json(rules, p, p.dead); }

nlohmann::json result_json(const Ruleset& rules, const Position& p, const PointSet& dead) {
  nlohmann::json j{{"ending", ending_name(p.ending)}, {"winner", nullptr}};
  if (p.ending == Ending::win) j["winner"] = seat_name(static_cast<Seat>(p.winner));
  j["won_by"] = j["conditions"] = nlohmann::json::array();
  for (std::size_t i = 0; i < rules.wins.conditions().size(); ++i) {
    if (!(p.won_by >> i & 1)) continue;
    const WinCondition& w = rules.wins.conditions()[i];
    j["won_by"].push_back(w.id);
    j["conditions"].push_back({{"id", w.id}, {"name", w.name}, {"stones", points_json(stones_of(rules, p, i))}});
  }
  j["winning"] = points_json(p.winning);
  if (!was_counted(p)) return j["text"] = result_of(rules, p), j;
  Score s = score_of(rules, p, dead);
  j["text"] = result_text(s.margin());
  if (s.margin() != 0) j["winner"] = s.margin() > 0 ? "black" : "white";
  for (Seat seat : {Seat::black, Seat::white}) {
    auto i = static_cast<std::size_t>(index(seat));
    j[seat_name(seat)] = {{"points", s.points(seat)},
                          {"stones", s.stones[i]},
                          {"territory", s.territory[i] + s.under_dead[i]},
                          {"prisoners", s.prisoners[i]},
                          {"tax", s.taxed[i]}};
    if (s.cards[i] != 0) j[seat_name(seat)]["cards"] = s.cards[i] / double{kWholePoint};
    if (rules.counting) j[seat_name(seat)]["scripted"] = s.scripted[i] / double{kWholePoint};
  }
  j["dead"] = points_json(dead);
  j["komi"] = s.komi / double{kWholePoint};
  j["handicap_bonus"] = s.bonus;
  j["button"] = s.button ? nlohmann::json(seat_name(*s.button)) : nlohmann::json(nullptr);
  j["neutral"] = s.neutral;
  return j;
}

std::string json_text_of(const std::string& text) { return json_text(printable(text)); }

// Beyond ASCII, what would steer a terminal is written by its number, as JSON has it for control characters.
std::string json_text(const nlohmann::json& json, int indent) {
  const std::string all = json.dump(indent, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string out;
  out.reserve(all.size());
  for (std::string_view left = all; !left.empty();) {
    const std::size_t bytes = decode_utf8(left).value_or(CodePoint{0, 1}).bytes;
    if (bytes > 1)
      out += printable(left.substr(0, bytes));
    else if (left[0] == '\x7f')
      out += "\\u007f";
    else
      out += left[0];
    left.remove_prefix(bytes);
  }
  return out;
}

}  // namespace gofuda::tools
