#include "tools/solver/proof_builder.hpp"

#include <algorithm>
#include <map>

#include "core/hash.hpp"

namespace gofuda::tools {

std::size_t ProofBuilder::StonesHash::operator()(const Stones& s) const {
  Hash h;
  h.add(s[0]);
  h.add(s[1]);
  return h.value();
}

std::size_t ProofBuilder::LineHash::operator()(const ProofLine& line) const {
  Hash h;
  h.add(line.move);
  h.add(line.rest.value_or(~0u));
  for (const ProofReply& r : line.replies) h.add(std::uint64_t{r.answer} << 48 | std::uint64_t{r.turn} << 32 | r.next);
  for (const auto& p : line.pairs) h.add(p[0] << 16 | p[1]);
  return h.value();
}

bool ProofBuilder::SameLine::operator()(const ProofLine& a, const ProofLine& b) const {
  return a.move == b.move && a.rest == b.rest && a.replies == b.replies && a.paired == b.paired && a.pairs == b.pairs;
}

ProofBuilder::Id ProofBuilder::add(ProofLine line) {
  const auto [it, is_new] = ids_.try_emplace(line, static_cast<Id>(lines_.size()));
  if (is_new) lines_.push_back(std::move(line));
  return it->second;
}

ProofBuilder::Id ProofBuilder::leaf(int point) { return line_of(board_.cell(point), {}, std::nullopt); }

// What most answers lead to is the rest, unless something else is.
ProofBuilder::Id ProofBuilder::line_of(Point move, const std::vector<Reply>& replies, std::optional<Id> rest) {
  ProofLine line;
  line.move = move;
  line.rest = rest;
  if (!rest && !replies.empty()) {
    std::map<Id, int> times;
    for (const Reply& r : replies) times[r.next] += r.turn == 0;
    line.rest = std::max_element(times.begin(), times.end(), [](const auto& a, const auto& b) {
                  return a.second < b.second;
                })->first;
  }
  for (const Reply& r : replies)
    if (r.next != line.rest || r.turn != 0)
      line.replies.push_back({board_.cell(r.answer), r.next, static_cast<std::uint32_t>(r.turn)});
  return add(std::move(line));
}

ProofBuilder::Id ProofBuilder::threat_line(std::vector<int> line, std::size_t completing) {
  Id id = leaf(line[0]);
  if (completing == 2) id = line_of(board_.cell(line[2]), {{line[0], leaf(line[1])}}, leaf(line[0]));
  for (std::size_t i = completing == 2 ? 3 : 1; i + 1 < line.size(); i += 2)
    id = line_of(board_.cell(line[i + 1]), {{line[i], id}}, leaf(line[i]));
  return id;
}

// Disjoint pairs of empty points, so that each pattern that is alive for the other side holds one.
bool ProofBuilder::find_pairs(Pairs& out) const {
  const int other = 1 - side_;
  std::vector<std::uint64_t> open;
  for (int p = 0; p < board_.patterns(); ++p) {
    if (board_.count(side_, p) > 0) continue;
    std::uint64_t points = 0;
    board_.for_each_point(p, [&](int i) { points |= std::uint64_t{board_.empty(i)} << i; });
    if (board_.count(other, p) + 1 >= board_.size(p)) return false;
    open.push_back(points);
  }
  int tries = 0;
  const auto pair_up = [&](const auto& self, std::vector<std::uint64_t> left, std::uint64_t used) -> bool {
    if (left.empty()) return true;
    if (++tries > 300) return false;
    const auto free = [&](std::uint64_t p) { return std::popcount(p & ~used); };
    const std::uint64_t first = *std::min_element(left.begin(), left.end(),
                                                  [&](std::uint64_t a, std::uint64_t b) { return free(a) < free(b); });
    std::vector<std::pair<std::ptrdiff_t, std::uint64_t>> pairs;
    for (std::uint64_t a = first & ~used; a; a &= a - 1)
      for (std::uint64_t b = a & (a - 1); b; b &= b - 1) {
        const std::uint64_t pair = (a & (0 - a)) | (b & (0 - b));
        pairs.push_back(
            {std::count_if(left.begin(), left.end(), [&](std::uint64_t p) { return (p & pair) == pair; }), pair});
      }
    std::stable_sort(pairs.begin(), pairs.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    for (const auto& [n, pair] : pairs) {
      std::vector<std::uint64_t> rest = left;
      std::erase_if(rest, [p = pair](std::uint64_t x) { return (x & p) == p; });
      out.push_back({board_.cell(std::countr_zero(pair)), board_.cell(63 - std::countl_zero(pair))});
      if (self(self, std::move(rest), used | pair)) return true;
      out.pop_back();
    }
    return false;
  };
  out.clear();
  return pair_up(pair_up, std::move(open), 0);
}

std::optional<ProofBuilder::Id> ProofBuilder::own_turn() {
  if (const auto it = known_.find(stones_); it != known_.end()) return it->second;
  const auto found = find_own_turn();
  if (!solver_.budget_.spent()) known_.emplace(stones_, found);
  return found;
}

std::optional<ProofBuilder::Id> ProofBuilder::find_own_turn() {
  if (!solver_.budget_.spend() || board_.left(side_) <= 0 || board_.left(1 - side_) < 0) return std::nullopt;
  if (board_.stones() <= solver_.last_opening_) return wins_ ? quiet_turn() : held_turn();
  std::array<int, 2> points{};
  if (board_.completing(side_, points) > 0) return leaf(points[0]);
  const int threats = board_.left(1 - side_) > 0 ? board_.completing(1 - side_, points) : 0;
  if (threats == 2) return std::nullopt;
  if (threats == 1) return after(points[0]);
  if (solver_.threats_.win(side_, 1 << 20) > 0)
    return threat_line(solver_.threats_.line(), solver_.threats_.completing());
  return wins_ ? quiet_turn() : held_turn();
}

std::optional<ProofBuilder::Id> ProofBuilder::after(int point) {
  board_.set(side_, point);
  stones_[static_cast<std::size_t>(side_)] |= std::uint64_t{1} << point;
  const auto out = !board_.game_full() ? answers(board_.cell(point))
                   : wins_             ? std::nullopt
                                       : std::optional(leaf(point));
  stones_[static_cast<std::size_t>(side_)] &= ~(std::uint64_t{1} << point);
  board_.take_back(side_, point);
  return out;
}

// Is the game over when the other side has set that stone?
bool ProofBuilder::ends(int point) {
  board_.set(1 - side_, point);
  const bool out = board_.game_full();
  board_.take_back(1 - side_, point);
  return out;
}

std::optional<ProofBuilder::Id> ProofBuilder::answered(int point) {
  const int other = 1 - side_;
  board_.set(other, point);
  stones_[static_cast<std::size_t>(other)] |= std::uint64_t{1} << point;
  const auto out = own_turn();
  stones_[static_cast<std::size_t>(other)] &= ~(std::uint64_t{1} << point);
  board_.take_back(other, point);
  return out;
}

// Those that lead the stones to themselves, once what is to come has no opening rule; the identity left out.
std::vector<int> ProofBuilder::own_symmetries() const {
  std::vector<int> out;
  const Symmetries& all = board_.symmetries();
  if (board_.stones() < solver_.last_opening_) return out;
  for (int s = 1; s < all.size(); ++s) {
    Stones there{};
    for (std::size_t side : {0u, 1u})
      for (std::uint64_t w = stones_[side]; w; w &= w - 1)
        there[side] |= std::uint64_t{1} << all.to(s, std::countr_zero(w));
    if (there == stones_) out.push_back(s);
  }
  return out;
}

// The answer as one before it, turned.
std::optional<ProofBuilder::Reply> ProofBuilder::turned_reply(const std::vector<Reply>& before,
                                                              const std::vector<int>& symmetries, int point) const {
  for (const Reply& r : before)
    for (int s : symmetries)
      if (r.turn == 0 && board_.symmetries().to(s, r.answer) == point) return Reply{point, r.next, s};
  return std::nullopt;
}

// The other side is to move. A threat has one answer; a win by threats is the same after all that does not spoil it.
std::optional<ProofBuilder::Id> ProofBuilder::answers(Point move) {
  std::vector<Reply> replies;
  std::optional<Id> rest;
  ThreatSearch::Zone zone;
  zone.set();
  std::array<int, 2> points{};
  if (board_.left(1 - side_) > 0 && board_.completing(1 - side_, points) > 0) return std::nullopt;
  if (board_.stones() > solver_.last_opening_ && board_.left(side_) > 0) {
    if (const int n = board_.completing(side_, points); n > 0) {
      rest = leaf(points[0]);
      if (n == 2) return line_of(move, {{points[0], leaf(points[1])}}, rest);
      zone.reset();
      zone.set(static_cast<std::size_t>(points[0]));
    } else if (solver_.threats_.win(side_, 1 << 20) > 0) {
      zone = solver_.threats_.spoilers(side_);
      rest = threat_line(solver_.threats_.line(), solver_.threats_.completing());
    }
  }
  const std::vector<int> symmetries = own_symmetries();
  for (int p = 0; p < board_.points(); ++p) {
    if (!open(p) || !zone[static_cast<std::size_t>(p)]) continue;
    if (ends(p)) {  // in a draw, for no stone of theirs completes a pattern
      if (wins_) return std::nullopt;
      continue;
    }
    if (const auto like = turned_reply(replies, symmetries, p)) {
      replies.push_back(*like);
      continue;
    }
    const auto next = answered(p);
    if (!next) return std::nullopt;
    replies.push_back({p, *next});
  }
  return line_of(move, replies, rest);
}

std::vector<int> ProofBuilder::likely_moves() const {
  std::vector<std::pair<int, int>> scored;
  for (int p = 0; p < board_.points(); ++p)
    if (open(p)) scored.push_back({-solver_.score(side_, p), p});
  std::stable_sort(scored.begin(), scored.end());
  std::vector<int> out;
  for (const auto& [score, p] : scored) out.push_back(p);
  int symmetry = 0;
  const TableEntry* const entry = solver_.table_.find(solver_.key(side_, symmetry));
  if (!entry || entry->move == 0xffff) return out;
  const auto it = std::find(out.begin(), out.end(), board_.symmetries().back(symmetry, entry->move));
  if (it != out.end()) std::rotate(out.begin(), it, it + 1);
  return out;
}

std::optional<ProofBuilder::Id> ProofBuilder::quiet_turn() {
  for (int depth = 1; depth <= board_.points(); ++depth) {
    if (solver_.search(side_, depth, kSure, kSure + 1, false) <= kSure) {
      if (solver_.budget_.spent()) break;
      continue;
    }
    for (int p : likely_moves()) {
      if (solver_.after(side_, p, depth - 1, kSure, kSure + 1) <= kSure) continue;
      if (solver_.budget_.spent()) return std::nullopt;
      if (const auto found = after(p)) return found;
    }
  }
  return std::nullopt;
}

std::optional<ProofBuilder::Id> ProofBuilder::paired_turn(const std::vector<int>& moves) {
  const int needed = std::min(board_.left(1 - side_), (board_.vacant() - 1) / 2);  // answers
  if (board_.stones() < solver_.last_opening_ || board_.left(side_) - 1 < needed) return std::nullopt;
  Pairs pairs;
  for (int p : moves) {
    board_.set(side_, p);
    const bool found = find_pairs(pairs);
    board_.take_back(side_, p);
    if (!found) continue;
    ProofLine line;
    line.move = board_.cell(p);
    line.paired = true;
    line.pairs = pairs;
    return add(std::move(line));
  }
  return std::nullopt;
}

std::optional<ProofBuilder::Id> ProofBuilder::held_turn() {
  const std::vector<int> moves = likely_moves();
  if (const auto paired = paired_turn(moves)) return paired;
  for (int p : moves) {
    const int v = solver_.after(side_, p, board_.points() + 2, -kSure - 1, -kSure);
    if (solver_.budget_.spent()) return std::nullopt;
    if (v < -kSure) continue;
    if (const auto found = after(p)) return found;
  }
  return std::nullopt;
}

bool ProofBuilder::prove(const Position& position, Seat side, bool wins, const SearchLimits& limits, Proof& out) {
  solver_.budget_.begin(limits);
  solver_.board_.load(position);
  solver_.counts_plies_ = false;
  solver_.ply_ = 0;
  known_.clear();
  side_ = index(side);
  wins_ = wins;
  stones_ = {};
  for (int p = 0; p < board_.points(); ++p)
    for (int s : {0, 1})
      if (position.board.at(board_.cell(p)) == colour_of(static_cast<Seat>(s)))
        stones_[static_cast<std::size_t>(s)] |= std::uint64_t{1} << p;
  const auto first = position.to_move == side ? own_turn() : answers(kNoPoint);
  if (!first) return false;
  out.claims.push_back({side, wins, *first});
  return true;
}

// Lines of tries that failed are left out, and the others numbered anew in their order.
void ProofBuilder::finish(const Position& position, Proof& out) const {
  for (Seat s : {Seat::black, Seat::white})
    out.stones[static_cast<std::size_t>(index(s))] = position.board.points_of(colour_of(s));
  out.to_move = position.to_move;
  std::vector<bool> needed(lines_.size());
  for (const ProofClaim& c : out.claims) needed[c.first] = true;
  for (std::size_t i = lines_.size(); i-- > 0;) {
    if (!needed[i]) continue;
    for (const ProofReply& r : lines_[i].replies) needed[r.next] = true;
    if (lines_[i].rest) needed[*lines_[i].rest] = true;
  }
  std::vector<Id> number(lines_.size());
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (!needed[i]) continue;
    number[i] = static_cast<Id>(out.lines.size());
    out.lines.push_back(lines_[i]);
    for (ProofReply& r : out.lines.back().replies) r.next = number[r.next];
    if (out.lines.back().rest) out.lines.back().rest = number[*out.lines.back().rest];
  }
  for (ProofClaim& c : out.claims) c.first = number[c.first];
  name_turns(out);
}

// The symmetries that are used are numbered in their order.
void ProofBuilder::name_turns(Proof& out) const {
  const Symmetries& all = board_.symmetries();
  std::map<std::uint32_t, std::uint32_t> numbers;
  for (ProofLine& line : out.lines)
    for (ProofReply& r : line.replies) {
      if (r.turn == 0) continue;
      const auto [it, is_new] = numbers.try_emplace(r.turn, static_cast<std::uint32_t>(numbers.size() + 1));
      if (is_new) {
        ProofTurn& turn = out.turns.emplace_back();
        for (Point p : all.cell_of) turn.image.push_back(all.image(static_cast<int>(r.turn), p));
      }
      r.turn = it->second;
    }
}

}  // namespace gofuda::tools
