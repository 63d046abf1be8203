// How a game ends: win conditions, a board that is full, stones that are dead by agreement. And what a player may look
// at.
#include <algorithm>
#include <bit>

#include "core/run.hpp"
#include "core/view.hpp"

namespace gofuda {

// --- wins and full boards
// ------------------------------------------------------------------------------------------------------

std::uint32_t Run::met_by(Seat seat, bool one_stone, Point stone, PointSet& shown) {
  const Board& board = position_->board;
  Colour c = colour_of(seat);
  bool set_it = one_stone && board.at(stone) == c;
  if (one_stone && !set_it && !rules_.wins.scripted()) return 0;  // a stone fulfils nothing for the other side
  std::uint32_t met = set_it ? rules_.wins.met_through(board, stone, c) : one_stone ? 0 : rules_.wins.met(board, c);
  if (met) shown = rules_.wins.stones(board, c, met);
  for (std::uint32_t left = rules_.wins.scripted_conditions(); left && !stopped(); left &= left - 1) {
    int condition = std::countr_zero(left);
    PointSet stones;
    if (!scripts_.won(*this, condition, seat, stones)) continue;
    met |= std::uint32_t{1} << condition;
    shown |= stones;
  }
  return met;
}

// `one_stone`: the move set a single stone, and nothing else has changed.
void Run::judge_wins(Seat mover, bool one_stone, Point stone) {
  std::array<PointSet, 2> shown;
  std::array<std::uint32_t, 2> met{};
  for (Seat s : {mover, other(mover)}) met[index(s)] = met_by(s, one_stone, stone, shown[index(s)]);
  if (stopped() || (met[0] == 0 && met[1] == 0)) return;
  change();
  Position& p = *position_;
  bool both = met[0] && met[1];
  if (both && rules_.rules.both_win == BothWin::draw) {
    p.ending = Ending::draw;
    p.won_by = met[0] | met[1];
    p.winning = shown[0] | shown[1];
    return;
  }
  Seat winner = both     ? (rules_.rules.both_win == BothWin::mover ? mover : other(mover))
                : met[0] ? Seat::black
                         : Seat::white;
  p.ending = Ending::win;
  p.winner = static_cast<std::uint8_t>(winner);
  p.won_by = met[index(winner)];
  p.winning = shown[index(winner)];
}

// After a move, from number `first` on in the record, and its answers. `stone`: where it set one, if that was all.
void Run::judge_end(Seat mover, std::size_t first, Point stone) {
  Position& p = *position_;
  if (stopped() || p.over() || group_depth_ > 0) return;
  if (!rules_.wins.empty() && p.changed_since(first)) {
    bool alone = stone != kNoPoint && p.moves.size() == first + 1 && p.moves[first].count == 1;
    judge_wins(mover, alone, stone);
  }
  if (p.over() || stopped()) return;
  bool full = rules_.rules.captures == CaptureOrder::none && p.board.empty_count() == 0;
  bool all_set = rules_.rules.stones > 0 && p.set[0] >= rules_.rules.stones && p.set[1] >= rules_.rules.stones;
  if (!full && !all_set) return;
  change();
  exhaust();
}

// There is nothing left to do.
void Run::exhaust() {
  position_->ending = rules_.rules.exhausted == Exhausted::draw ? Ending::draw : Ending::exhausted;
}

// Nothing else ends a game in which both sides sit still, or in which nobody is asked any more.
void Run::count_unchanged_turn() {
  Position& p = *position_;
  p.unchanged_turns = p.changed_since(first_move_) ? 0 : static_cast<std::uint16_t>(p.unchanged_turns + 1);
  if (p.unchanged_turns < kMostUnchangedTurns || p.over()) return;
  p.marking = false;
  exhaust();
}

// Has each side the stones that the unit sets?
Verdict Run::judge_supply(const Unit& unit) const {
  if (rules_.rules.stones == 0) return Verdict::ok();
  std::array<int, 2> set = position_->set;
  PointSet points;
  for (const Stone& s : unit.place) ++set[index(seat_of(s.colour))], points.insert(s.point);
  bool enough = set[0] <= rules_.rules.stones && set[1] <= rules_.rules.stones;
  return enough || unit.place.empty() ? Verdict::ok() : Verdict::no(Reason::no_stones, points);
}

// --- stones that are dead by agreement
// ------------------------------------------------------------------------------------------

bool Run::ask_dead(Seat seat, PointSet& dead) {
  const Board& board = position_->board;
  Question& q = prepare(QuestionKind::dead, seat);
  q.from = board.stones();
  q.least = 0;
  q.most = q.from.count();
  const auto* a = ask();
  if (!a) return false;
  dead.clear();
  for (Point p : *a)
    if (!dead.contains(p)) dead |= board.chain(p);
  return true;
}

Status Run::agree_on_dead() {
  Position& p = *position_;
  PointSet first, second;
  if (!ask_dead(p.to_move, first)) return status_;
  p.dead = first;
  if (!ask_dead(other(p.to_move), second)) return status_;
  p.marking = false;
  p.passes = 0;
  if (first == second)
    p.ending = Ending::passes;
  else
    p.dead.clear();
  return status_;
}

// --- stones that may be set
// -----------------------------------------------------------------------------------------------------

bool Run::legal_stone(Point p, Seat seat) const {
  const Board& board = position_->board;
  if (rules_.rules.captures != CaptureOrder::none) {
    if (rules_.rules.ko != KoRule::none && p == board.ko() && position_->ko_by != seat) return false;
    if (rules_.rules.suicide != SuicideRule::allowed && board.is_suicide(p, colour_of(seat))) return false;
  }
  return !would_repeat(p, seat);
}

// By the opening rule, to the stone that is set now.
PointSet Run::closed_points() const {
  PointSet out;
  for (const Opening& o : rules_.openings)
    if (o.stones == position_->board.stone_count(Colour::black) + position_->board.stone_count(Colour::white))
      out |= o.closed;
  return out;
}

PointSet Run::legal_stones(Seat seat) const {
  PointSet out;
  if (rules_.rules.stones > 0 && position_->set[index(seat)] >= rules_.rules.stones) return out;
  (position_->board.points_of(Colour::empty) - closed_points()).for_each([&](Point p) {
    if (legal_stone(p, seat)) out.insert(p);
  });
  return out;
}

// --- what a player may look at
// --------------------------------------------------------------------------------------------------

const Ruleset& Sight::rules() const { return run_.rules(); }
const Board& Sight::board() const { return run_.position().board; }
View Sight::view() const { return view_of(run_.position(), seat_); }
bool Sight::legal_stone(Point p) const { return run_.legal_stone(p, seat_); }
Point Sight::last_point() const {
  const Position& p = run_.position();
  return p.moves.empty() || p.moves.back().count == 0 ? kNoPoint : p.effects[p.moves.back().first].point;
}
std::size_t Sight::cursor() const { return run_.cursor(); }

}  // namespace gofuda
