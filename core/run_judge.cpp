// How a play is judged and recorded, and how a move is taken back.
#include <algorithm>

#include "core/run.hpp"

namespace gofuda {

Status Run::settle(bool last) {
  if (stopped()) return status_;
  Level& lv = level();
  if (position_->over()) lv.unit.clear();  // a move within the play has ended the game
  if (lv.unit.empty()) return Status::done;
  change_below(last ? depth_ - 1 : depth_);  // the last unit of a play changes nothing when it is refused
  bool in_order = rules_.rules.placement == PlacementRule::one_by_one && lv.unit.place.size() > 1;
  Status s = in_order ? apply_one_by_one(lv) : apply(lv, lv.unit);
  lv.unit.clear();
  return s;
}

// `unit`: the whole play, also where its stones land one by one.
bool Run::ko_judges(const Level& lv, const Unit& unit) const {
  if (rules_.rules.ko == KoRule::none || lv.free_repeat) return false;
  if (lv.card == kNoCard || rules_.rules.ko_cards == KoCards::all) return true;
  return rules_.rules.ko_cards == KoCards::single && unit.place.size() == 1 && unit.remove.empty() &&
         unit.recolour.empty();
}

void Run::forget_own_ko(Seat seat) {
  if (position_->board.ko() != kNoPoint && position_->ko_by == seat) position_->board.set_ko(kNoPoint);
}

bool Run::repeats(std::uint64_t hash, Seat mover, std::optional<std::uint64_t> before_last) const {
  if (rules_.rules.ko == KoRule::simple) return before_last == hash;
  return std::find(position_->seen.begin(), position_->seen.end(), situation(rules_.rules.ko, hash, mover)) !=
         position_->seen.end();
}

// Has a move been made on this board? Whatever rule of repetition the game has.
bool Run::stood_before(std::uint64_t hash) const {
  return std::any_of(position_->moves.begin(), position_->moves.end(),
                     [&](const Move& m) { return !m.has(Move::kCancelled) && m.hash_before == hash; });
}

bool Run::would_repeat(Point p, Seat seat) const {
  if (rules_.rules.ko < KoRule::positional) return false;
  Board trial = position_->board;
  Unit unit;
  UnitResult result;
  unit.place.push_back({p, colour_of(seat)});
  return trial.apply(unit, colour_of(seat), {rules_.rules.suicide, rules_.rules.captures, OnSuicide::refuse}, result) &&
         repeats(trial.hash(), seat, std::nullopt);
}

Status Run::apply(Level& lv, const Unit& unit) {
  Board& board = position_->board;
  forget_own_ko(lv.seat);
  bool judged = ko_judges(lv, lv.unit);
  bool single = unit.place.size() == 1 && unit.remove.empty() && unit.recolour.empty();
  if (judged && single && unit.place[0].point == board.ko() && board.ko() != kNoPoint) {
    PointSet here;
    here.insert(board.ko());
    return illegal(Verdict::no(Reason::ko, here));
  }
  bool whole = judged && !(single && rules_.rules.ko == KoRule::simple);
  if (whole || lv.no_repeat) keep_board();
  std::optional<std::uint64_t> before_last = whole ? position_->hash_before_last() : std::nullopt;
  std::size_t noted = lv.effects.size();
  if (Verdict v = judge_supply(unit); !v) return illegal(std::move(v));
  for (Point p : unit.remove) lv.effects.push_back({p, removed(board.at(p))});
  lv.result.clear();
  Verdict v =
      board.apply(unit, colour_of(lv.seat), {rules_.rules.suicide, rules_.rules.captures, lv.on_suicide}, lv.result);
  if (!v) {
    lv.effects.resize(noted);
    return illegal(std::move(v));
  }
  bool may_stay = lv.card != kNoCard && board.hash() == lv.hash_before;  // a card that changes nothing repeats nothing
  bool known = lv.no_repeat && !may_stay && stood_before(board.hash());
  if (known || (whole && !may_stay && repeats(board.hash(), lv.seat, before_last))) {
    PointSet points;
    for (const Stone& s : unit.place) points.insert(s.point);
    for (const Stone& s : unit.recolour) points.insert(s.point);
    for (Point p : unit.remove) points.insert(p);
    board = *kept_board_;
    lv.effects.resize(noted);
    return illegal(Verdict::no(!known && rules_.rules.ko == KoRule::simple ? Reason::ko : Reason::superko, points));
  }
  if (lv.card != kNoCard && rules_.rules.ko_cards == KoCards::none) board.set_ko(kNoPoint);
  if (!lv.result.skipped.empty() && remarked())
    remark(lv.card, to_string(lv.result.skipped) + " would be left without a liberty and stays as it is");
  position_->ko_by = lv.seat;
  note_effects(lv, unit, lv.result);
  return Status::done;
}

void Run::keep_board() {
  if (kept_board_)
    *kept_board_ = position_->board;
  else
    kept_board_ = std::make_unique<Board>(position_->board);
}

Status Run::apply_one_by_one(Level& lv) {
  change();
  const Board saved = position_->board;
  std::size_t effects = lv.effects.size();
  Unit rest = lv.unit, one;
  rest.place.clear();
  Status s = rest.empty() ? Status::done : apply(lv, rest);
  for (const Stone& stone : lv.unit.place) {
    if (s != Status::done) break;
    one.clear();
    one.place.push_back(stone);
    s = apply(lv, one);
  }
  if (s != Status::done) {
    position_->board = saved;
    lv.effects.resize(effects);
  } else if (!ko_judges(lv, lv.unit)) {
    position_->board.set_ko(kNoPoint);  // what its last stone took is no ko, either
  }
  return s;
}

void Run::note_effects(Level& lv, const Unit& unit, const UnitResult& result) {
  auto stays = [&](Point p) { return !result.skipped.contains(p); };
  for (const Stone& s : unit.recolour)
    if (stays(s.point)) lv.effects.push_back({s.point, recoloured(s.colour)});
  for (const Stone& s : unit.place)
    if (stays(s.point)) lv.effects.push_back({s.point, placed(s.colour)}), ++position_->set[index(seat_of(s.colour))];
  for (Colour c : {Colour::black, Colour::white}) {
    std::size_t before = lv.effects.size();
    result.captured[index(c)].for_each([&](Point p) { lv.effects.push_back({p, captured(c)}); });
    position_->prisoners[index(seat_of(opposite(c)))] += static_cast<int>(lv.effects.size() - before);
  }
}

// Whether superko has a new board to remember: for the situational rule, a pass makes one, too.
bool Run::remembers(std::uint16_t flags) const {
  return rules_.rules.ko == KoRule::situational || (rules_.rules.ko == KoRule::positional && (flags & Move::kChanged));
}

// At the end of a turn: the ko that kept the side from retaking is over, unless the turn was sat out or undone.
void Run::lift_ko(Seat seat) {
  Position& pos = *position_;
  if (pos.board.ko() == kNoPoint || pos.ko_by == seat) return;
  bool played = false;
  for (std::size_t i = first_move_; i < pos.moves.size(); ++i) {
    if (pos.moves[i].has(Move::kCancelled)) return;
    played |= pos.moves[i].card != kNoCard || !pos.moves[i].has(Move::kSkip);
  }
  if (played) pos.board.set_ko(kNoPoint);
}

// The passes in a row, were the side to pass now: only a pass in answer to one of the other side's counts up.
std::uint8_t Run::passes_with(Seat seat) const {
  const Position& pos = *position_;
  auto last = std::find_if(pos.moves.rbegin(), pos.moves.rend(), [](const Move& m) { return !m.has(Move::kDeclared); });
  bool own = pos.passes > 0 && last != pos.moves.rend() && last->seat == seat;
  return own ? pos.passes : static_cast<std::uint8_t>(pos.passes + 1);
}

void Run::record(const Level& lv, std::uint16_t flags) {
  change_below(depth_ - 1);  // so that a try that is refused later leaves nothing behind
  Position& pos = *position_;
  bool counts = flags & Move::kPass || (flags & Move::kSkip && rules_.rules.forced_passes == ForcedPasses::counted);
  const std::uint8_t passes = counts && exchange_depth_ == 0 ? passes_with(lv.seat) : 0;
  if (pos.board.hash() != lv.hash_before) flags |= Move::kChanged;
  if (lv.moment == Moment::play && lv.card != kNoCard && aside(lv.seat, lv.card) > lv.aside_before)
    flags |= Move::kLaidAside;
  if (lv.moment == Moment::answer) flags |= Move::kAnswer;
  if (lv.moment == Moment::before) flags |= Move::kAnnounced;
  CardId under = kNoCard;
  for (int d = 0; d < depth_ - 1; ++d)
    if (levels_[d].moment == Moment::before) under = levels_[d].card;
  pos.moves.push_back({lv.seat, flags, lv.card, pos.turn, static_cast<std::uint16_t>(group_depth_ ? group_ : 0), under,
                       lv.ko_before, lv.ko_by_before, static_cast<std::uint32_t>(pos.effects.size()),
                       static_cast<std::uint16_t>(lv.effects.size()), lv.undoing, lv.hash_before, lv.prisoners_before,
                       lv.set_before});
  for (std::uint32_t i : lv.undid) pos.undoings.push_back({i, static_cast<std::uint32_t>(pos.moves.size() - 1)});
  pos.effects.insert(pos.effects.end(), lv.effects.begin(), lv.effects.end());
  if (remembers(flags)) pos.seen.push_back(situation(rules_.rules.ko, pos.board.hash(), lv.seat));
  if (pos.moves.size() - first_move_ > kMostMoves)
    fail({"",
          "this turn has made " + std::to_string(kMostMoves) + " moves; an exchange or an answer goes on without end",
          0, "limit"});
  if (flags & Move::kDeclared) return;
  pos.passes = passes;
  pos.marking = false;  // a move after the last pass: play goes on
  if (pos.passes == 0 || rules_.rules.passes_to_end == 0 || pos.passes < rules_.rules.passes_to_end) return;
  if (rules_.rules.dead_stones == DeadStones::agreed)
    pos.marking = true;
  else
    pos.ending = Ending::passes;
}

// Takes the effects of a move back, last first, and appends what that did, in order, to `inverse`. Moves that it had
// undone stand again.
void Run::revert(std::size_t move, std::vector<PointEffect>& inverse) {
  Position& pos = *position_;
  const Move m = pos.moves[move];
  for (const Undoing& u : pos.undoings)
    if (u.by == move) pos.moves[u.move].flags &= ~Move::kCancelled;
  std::erase_if(pos.undoings, [&](const Undoing& u) { return u.by == move; });
  auto effects = pos.effects_of(m);
  for (std::size_t i = effects.size(); i-- > 0;) {
    auto [p, e] = effects[i];
    Colour c = index_colour(e);
    switch (e) {
      case Effect::placed_black:
      case Effect::placed_white:
        pos.board.set(p, Colour::empty);
        inverse.push_back({p, removed(c)});
        break;
      case Effect::recoloured_black:
      case Effect::recoloured_white:
        pos.board.set(p, opposite(c));
        inverse.push_back({p, recoloured(opposite(c))});
        break;
      default:
        pos.board.set(p, c);
        inverse.push_back({p, placed(c)});
    }
  }
  if (remembers(m.flags) && !pos.seen.empty()) pos.seen.pop_back();
  pos.prisoners = m.prisoners_before;
  pos.set = m.set_before;
  pos.board.set_ko(m.ko_before);
  pos.ko_by = m.ko_by_before;
}

bool Run::cancel(int move) {
  Position& pos = *position_;
  if (!level().effects.empty()) return false;  // this play itself has changed the board since
  int first = move, last = static_cast<int>(pos.moves.size()) - 1;
  if (move < 0 || move > last || pos.moves[move].has(Move::kCancelled)) return false;
  auto grouped = [&](int i) {
    return i == move || (pos.moves[move].group != 0 && pos.moves[i].group == pos.moves[move].group &&
                         pos.moves[i].turn == pos.moves[move].turn);
  };
  for (int i = move + 1; i <= last; ++i) {
    const Move& later = pos.moves[i];
    if (!grouped(i) && later.has(Move::kChanged) && !later.has(Move::kCancelled) && later.undoing < later.count)
      return false;
  }
  while (first > 0 && grouped(first - 1)) --first;
  change();
  Level& lv = level();
  for (int i = last; i >= first; --i) {
    if (!grouped(i) || pos.moves[i].has(Move::kCancelled)) continue;
    revert(static_cast<std::size_t>(i), lv.effects);
    pos.moves[i].flags |= Move::kCancelled;
    lv.undid.push_back(static_cast<std::uint32_t>(i));
  }
  lv.undoing = static_cast<std::uint16_t>(lv.effects.size());
  return true;
}

}  // namespace gofuda
