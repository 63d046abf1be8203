// The Go Text Protocol: how the game stands.
#include <algorithm>
#include <utility>

#include "core/life.hpp"
#include "core/result.hpp"
#include "tools/players/proposal.hpp"
#include "tools/print/terminal.hpp"
#include "tools/protocols/gtp.hpp"
#include "tools/protocols/gtp_words.hpp"

namespace gofuda::tools {

namespace {

std::string chain_lines(const Board& board, const PointSet& stones) {
  std::string out;
  board.for_each_chain([&](const PointSet& chain) {
    if (!stones.contains_all(chain)) return;
    if (!out.empty()) out += '\n';
    out += to_string(chain);
  });
  return out;
}

}  // namespace

Scene GtpServer::scene() const {
  Scene out{*variant_, game(), viewer_, {}};
  out.outside = !viewer_;
  return out;
}

// Where the rules have both sides agree on the dead stones, those that are proposed, or as was agreed.
PointSet GtpServer::dead() const {
  const Rules& rules = variant_->ruleset->rules;
  if (rules.dead_stones == DeadStones::stand || !variant_->ruleset->wins.empty()) return {};
  if (rules.dead_stones == DeadStones::unconditional) return unconditionally_dead(position().board, grid(), rules);
  return position().over() && !free_moves() ? position().dead : proposal(game().rules(), position().board).dead;
}

// Of the stones that are not dead.
PointSet GtpServer::in_seki(const PointSet& dead) const {
  const bool captures = variant_->ruleset->rules.captures != CaptureOrder::none && variant_->ruleset->wins.empty();
  return captures ? shared_life(position().board, grid(), dead) : PointSet{};
}

std::optional<int> GtpServer::margin() const {
  if (!variant_->ruleset->wins.empty()) return std::nullopt;
  return position().ending == Ending::no_result ? 0 : score_of(*variant_->ruleset, position(), dead()).margin();
}

GtpServer::Answer GtpServer::final_score(const Words& words) {
  if (!is_seed(words, 0)) return no("syntax error");
  const std::optional<int> lead = margin();
  if (!lead && !position().over()) return no("cannot score: it is won by a pattern, and is not over");
  const std::string result = lead ? result_text(*lead) : result_of(*variant_->ruleset, position());
  return yes(result == "Draw" ? "0" : result);
}

GtpServer::Answer GtpServer::final_status_list(const Words& words) {
  const Board& board = position().board;
  const bool dead_ones = words[0] == "dead", alive = words[0] == "alive", seki = words[0] == "seki";
  if (!dead_ones && !alive && !seki) return no("invalid status");
  if (!is_seed(words, 1)) return no("syntax error");
  const PointSet off = dead();
  if (dead_ones) return yes(chain_lines(board, off));
  const PointSet shared = in_seki(off);
  return yes(chain_lines(board, seki ? shared : board.stones() - off - shared));
}

// Each chain, and how likely it lives.
GtpServer::Answer GtpServer::status(const Words&) {
  if (!variant_->ruleset->wins.empty()) return no("it is won by a pattern");
  std::string out;
  for (const Marking::Chain& chain : proposal(game().rules(), position().board).chains) {
    if (!out.empty()) out += '\n';
    out += fixed(chain.alive, 3) + " " + to_string(chain.points);
  }
  return yes(out);
}

GtpServer::Answer GtpServer::showboard(const Words&) {
  std::string out;
  const auto lines = free_moves() ? board_lines({}, grid(), position().board, {}) : plain_lines(scene());
  for (const std::string& line : lines) out += '\n' + (line.empty() ? " " : line);  // an empty line ends an answer
  return yes(out);
}

GtpServer::Answer GtpServer::list_stones(const Words& words) {
  const auto seat = gtp_seat(words[0]);
  return seat ? yes(to_string(position().board.points_of(colour_of(*seat)))) : no("invalid color");
}

PointSet GtpServer::legal_points(Seat seat) const {
  Game copy = game();
  if (free_moves()) turn_to(copy, seat);
  PointSet out;
  if (copy.state() != Status::asks || copy.question().kind != QuestionKind::stone || copy.question().seat != seat)
    return out;
  const Observation seen(copy.rules(), copy.position(), seat);
  copy.question().from.for_each([&](Point p) {
    if (seen.is_legal_stone(p)) out.insert(p);
  });
  return out;
}

GtpServer::Answer GtpServer::is_legal(const Words& words) {
  const auto seat = gtp_seat(words[0]);
  if (!seat || (free_moves() && !is_gtp_pass(words[1]) && grid().parse(words[1]) == kNoPoint))
    return no("invalid color or coordinate");
  if (!free_moves() && asked_in_secret(scene())) return no(kWouldTell);
  if (goes_past_what_shows(*seat, words[1])) return no("that hangs on what is drawn before it");
  const bool legal = only_asked([&] { return play({words[0], words[1]}); }).well;
  return yes(legal ? "1" : "0");
}

GtpServer::Answer GtpServer::all_legal(const Words& words) {
  const auto seat = gtp_seat(words[0]);
  if (!seat) return no("invalid color");
  if (free_moves()) return yes(to_string(legal_points(*seat)));
  const bool asked = game().state() == Status::asks && game().question().seat == *seat;
  return asked ? legal_moves({}) : yes();
}

}  // namespace gofuda::tools
