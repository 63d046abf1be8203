// Effects on the table: how they are laid, what ends them, and what sets them off.
#include <algorithm>
#include <utility>
#include <vector>

#include "core/probe.hpp"
#include "core/run.hpp"

namespace gofuda {

namespace {

constexpr std::uint32_t kNothing = ~std::uint32_t{0};  // that could be undone has ended it

bool lies_there(const Position& p, const LastingEffect& e) {
  return p.cards.holds(owner_of(e.seat), Zone::shown, e.card) || p.cards.holds(owner_of(e.seat), Zone::aside, e.card);
}

// The same of many cards, which do not move meanwhile. Where there are many effects the zones are read once, not once
// for each: a deck of nothing but such cards would take seconds a turn.
class Lying {
 public:
  explicit Lying(const Position& p) : cards_(p.cards) {
    if (p.lasting.size() <= kFew) return;
    for (const Owner o : {Owner::black, Owner::white})
      for (const Zone z : {Zone::shown, Zone::aside})
        for (std::size_t i = 0; i < cards_.size(o, z); ++i) known_.push_back(key(o, z, cards_.card(o, z, i)));
    std::sort(known_.begin(), known_.end());
  }
  bool in(Zone z, const LastingEffect& e) const {
    const Owner o = owner_of(e.seat);
    if (known_.empty() || e.card.copy == kNoCopy) return cards_.holds(o, z, e.card);
    return std::binary_search(known_.begin(), known_.end(), key(o, z, e.card));
  }
  bool anywhere(const LastingEffect& e) const { return in(Zone::shown, e) || in(Zone::aside, e); }

 private:
  static constexpr std::size_t kFew = 16;
  static std::uint64_t key(Owner o, Zone z, Card c) {
    const auto place = static_cast<std::uint64_t>(z) * kOwners + static_cast<std::uint64_t>(o);
    return place << 48 | std::uint64_t{c.id} << 32 | c.copy;
  }
  const Cards& cards_;
  std::vector<std::uint64_t> known_;
};

// Does one of the stones go that must stay? What the move that laid the effect does to its own stones before they lie
// is no concern of the effect's.
bool touches(const LastingEffect& e, std::span<const PointEffect> effects, bool laid_by_it) {
  const std::size_t first = laid_by_it ? std::min<std::size_t>(e.mark, effects.size()) : 0;
  return std::any_of(effects.begin() + static_cast<std::ptrdiff_t>(first), effects.end(), [&](const PointEffect& x) {
    const bool replaced = !laid_by_it && x.effect >= Effect::recoloured_black;
    return (!sets(x.effect) || replaced) && e.stones.contains(x.point);
  });
}

// Of what is not recorded yet, there is nothing to undo.
bool is_undone(const Position& p, std::uint32_t move) {
  return move < p.moves.size() && p.moves[move].has(Move::kCancelled);
}

// Rules are changed by cards that lie open alone, what was laid last before the others.
void renew_rules(const Ruleset& rules, Position& p) {
  p.rules_now.clear();
  const auto in_force = [&](const LastingEffect& e) { return !rules.cards[e.card.id].in_force.empty(); };
  if (std::none_of(p.lasting.begin(), p.lasting.end(), in_force)) return;
  const Lying lying(p);
  for (const LastingEffect& e : p.lasting) {
    const CardInfo& info = rules.cards[e.card.id];
    if (!in_force(e) || !lying.in(Zone::shown, e)) continue;
    if (p.rules_now.empty()) p.rules_now.push_back(rules.rules);
    for (const RuleChange& change : info.in_force) change.field->set(p.rules_now.front(), change.value);
  }
}

}  // namespace

void lay_effects(const Ruleset& rules, Position& p, std::vector<LastingEffect> effects) {
  for (LastingEffect& e : effects) {
    e.number = p.laid++;
    p.lasting.push_back(e);
  }
  renew_rules(rules, p);
}

// --- laid, and gone

void Run::lay(Seat seat, Card card, Zone zone, const Until* until) {
  if (stopped()) return;
  change();
  Position& p = *position_;
  const auto pile = p.cards.in(owner_of(seat), zone);
  for (std::size_t i = pile.size(); i-- > 0;)
    if (const Card c = p.cards.card(owner_of(seat), zone, i); card.is(c.id, c.copy)) {
      card = c;
      break;
    }
  const std::uint32_t unfinished = this->unfinished();
  const auto old = std::find_if(p.lasting.begin(), p.lasting.end(), [&](const auto& e) { return e.card == card; });
  if (old != p.lasting.end()) {
    if (depth_ > 0 && old->since != unfinished) p.ended.push_back({*old, unfinished, zone});
    p.lasting.erase(old);
  }
  if (until || rules_.cards[card.id].lasts()) {
    LastingEffect e;
    e.seat = seat;
    e.card = card;
    e.number = p.laid++;
    e.since = depth_ > 0 ? unfinished : static_cast<std::uint32_t>(p.moves.size());
    e.by_move = depth_ > 0;
    if (depth_ > 0) e.mark = static_cast<std::uint16_t>(level().effects.size());
    set_until(e, until ? *until : Until{}, p.turn, p.to_move);
    p.lasting.push_back(e);
    if (depth_ > 0) level().laid = true;
  }
  renew_rules(rules_, p);
}

// A card that has left the table works no longer.
void Run::drop_absent() {
  Position& p = *position_;
  if (p.lasting.empty()) return;
  const Lying lying(p);
  std::erase_if(p.lasting, [&](const LastingEffect& e) { return !lying.anywhere(e); });
  renew_rules(rules_, p);
}

// The card goes to the discards, where all see it.
void Run::end_effect(const LastingEffect& effect, std::uint32_t by) {
  Position& p = *position_;
  const LastingEffect e = effect;
  ++changes_;
  std::erase_if(p.lasting, [&](const LastingEffect& x) { return x.number == e.number; });
  const bool hidden = p.cards.holds(owner_of(e.seat), Zone::aside, e.card);
  const Zone zone = hidden ? Zone::aside : Zone::shown;
  p.cards.put(rules_.pile_owner(e.seat), Zone::discard, p.cards.take(owner_of(e.seat), zone, e.card));
  if (by != kNothing) p.ended.push_back({e, by, zone});
  renew_rules(rules_, p);
  if (hidden) show(e.seat, e.card);
}

// After a move: what it laid is known by its number, what it undid takes its effects with it, and what it did to stones
// ends others.
void Run::heed(const Level& lv) {
  Position& p = *position_;
  const auto number = static_cast<std::uint32_t>(p.moves.size() - 1);
  const std::uint32_t unfinished = this->unfinished();
  end_by_stones(lv, number);
  for (LastingEffect& e : p.lasting)
    if (e.since == unfinished) e.since = number + 1;
  for (EndedEffect& e : p.ended) {
    if (e.by == unfinished) e.by = number;
    if (e.effect.since == unfinished) e.effect.since = number + 1;
  }
  if (!lv.undid.empty()) {
    for (std::size_t i = p.lasting.size(); i-- > 0;)
      if (const LastingEffect& e = p.lasting[i]; e.by_move && is_undone(p, e.since - 1)) end_effect(e, number);
    lie_again();
  }
  bool set = false, captured = false;
  for (std::size_t i = lv.undoing; i < lv.effects.size(); ++i) {
    const Effect e = lv.effects[i].effect;
    set |= e <= Effect::placed_white;
    captured |= e == Effect::captured_black || e == Effect::captured_white;
  }
  const auto tell = [&](Moment what) { happen({what, static_cast<int>(number), lv.seat, {}, number}); };
  if (set) tell(Moment::set);
  if (captured) tell(Moment::captured);
}

void Run::end_by_stones(const Level& lv, std::uint32_t number) {
  if (lv.effects.empty()) return;
  const std::uint32_t unfinished = this->unfinished();
  std::vector<LastingEffect> over;
  for (const LastingEffect& e : position_->lasting)
    if (!e.stones.empty() && touches(e, lv.effects, e.since == unfinished)) over.push_back(e);
  for (const LastingEffect& e : over) {
    end_effect(e, number);
    add_happening({Moment::over, static_cast<int>(number), e.seat, e.card});
  }
}

// What moves had ended that are undone now, lies there again, if its card is where it went.
void Run::lie_again() {
  Position& p = *position_;
  for (std::size_t i = 0; i < p.ended.size();) {
    if (!is_undone(p, p.ended[i].by)) {
      ++i;
      continue;
    }
    const EndedEffect back = p.ended[i];
    p.ended.erase(p.ended.begin() + static_cast<std::ptrdiff_t>(i));
    const LastingEffect& e = back.effect;
    if (e.by_move && is_undone(p, e.since - 1)) continue;
    const bool lies = lies_there(p, e);
    const Card card = lies ? Card() : p.cards.take(rules_.pile_owner(e.seat), Zone::discard, e.card);
    if (card) p.cards.put(owner_of(e.seat), back.zone, card);
    if (lies || card) p.lie(e);
  }
  renew_rules(rules_, p);
}

// --- set off

void Run::add_happening(Happening h) {
  h.at = h.move >= 0 ? static_cast<std::size_t>(h.move) : position_->moves.size();
  h.depth = in_trigger() ? row_ + 1 : 0;
  happenings_.push_back(h);
}

Status Run::end_exchange() {
  --exchange_depth_;
  return work_off();
}

// Those of the side to move first, and then in the order in which they were laid.
std::vector<std::pair<Seat, Card>> Run::waiting_for(const Happening& h) const {
  std::vector<std::pair<Seat, Card>> out;
  const auto waits = [&](Card c) { return (rules_.cards[c.id].when & bit(h.what)) != 0; };
  if (h.what == Moment::over) {
    if (waits(h.card)) out.emplace_back(h.seat, h.card);
    return out;
  }
  for (Seat seat : {position_->to_move, other(position_->to_move)})
    for (const LastingEffect& e : position_->lasting)
      if (e.seat == seat && e.since <= h.at && waits(e.card)) out.emplace_back(seat, e.card);
  return out;
}

// When no play is in progress: what has happened sets off the effects that wait for it, one after the other; what they
// make happen comes after all that.
Status Run::set_off_all() {
  if (depth_ > 0 || group_depth_ > 0 || exchange_depth_ > 0) return status_;
  while (next_happening_ < happenings_.size() && !stopped() && !position_->over()) {
    const Happening h = happenings_[next_happening_++];
    if (h.move >= 0 && position_->moves[static_cast<std::size_t>(h.move)].has(Move::kCancelled)) continue;
    const bool one = h.what == Moment::over;
    ++changes_;
    if (one) note_event(CardEvent::over, h.seat, h.card);
    for (const auto& [seat, card] : waiting_for(h)) {
      const auto is_meant = [c = card](const LastingEffect& e) { return e.card == c; };
      const auto& lasting = position_->lasting;
      if (!one && std::none_of(lasting.begin(), lasting.end(), is_meant)) continue;  // gone on the way
      if (set_off(h, seat, card) != Status::done) return status_;
      if (position_->over()) break;
    }
  }
  if (stopped() || position_->over()) return status_;  // what is left waits for the count
  happenings_.clear();
  next_happening_ = 0;
  return status_;
}

// What works hidden is turned up when it does something.
void Run::show_effect(Level& lv) {
  lv.acted = true;
  const Owner own = owner_of(lv.seat);
  if (!position_->cards.holds(own, Zone::aside, lv.card)) return;
  change();
  position_->cards.put(own, Zone::shown, position_->cards.take(own, Zone::aside, lv.card));
  renew_rules(rules_, *position_);
  show(lv.seat, lv.card);
}

Status Run::attempt_effect(Level& lv) {
  lv.found_idle = cursor_ < log_->size() && is_recorded_unplayable(lv);
  if (lv.found_idle || is_written_unplayable(lv)) return fail_unplayable("");
  if (stopped()) return status_;
  return attempt_or_look(lv);
}

// It changes nothing, and the game goes on.
void Run::leave_idle(Level& lv) {
  status_ = Status::done;
  if (lv.found_idle) {
    cursor_ = lv.start + 1;
    leave_chance_behind();
  } else if (lv.claimed || told_all(lv)) {
    log_->resize(lv.start);
    cursor_ = lv.start;
    const int how = lv.claimed ? Unplayable::kClaimed : lv.drawn_in_vain ? Unplayable::kInVain : Unplayable::kUnclear;
    if (lv.fruitless || lv.claimed) {
      record_unplayable(lv, Unplayable::kEffect | how);
      leave_chance_behind();
    }
  }
  pop();
}

Status Run::set_off(const Happening& h, Seat seat, Card card) {
  if (!has_room()) return status_;
  row_ = h.depth;
  if (row_ > kMostInARow) {
    Fault f = scripts_.place(h.what, card);
    f.message = "effects have set one another off " + std::to_string(kMostInARow) +
                " times over, and would without end; look at what has set this one off, such as move.triggered";
    f.code = "trigger-loop";
    return fail(std::move(f));
  }
  const std::size_t number = position_->moves.size();
  ++set_off_;
  Level& lv = push(seat, card, h.what);
  lv.about = h;
  const Status s = attempt_effect(lv);
  const bool answered = !lv.found_idle && answered_since(lv.start);
  if (s == Status::unplayable && answered) return illegal(std::move(verdict_));  // other answers may do
  if (s == Status::illegal && answered) return s;
  if (lv.claimed && is_refuted(lv)) return refuse_claim(lv);
  if (lv.refuted) return s;
  if (s == Status::illegal || s == Status::unplayable) {
    const Verdict why = verdict_;
    leave_idle(lv);
    remark(card.id, why.reason, rules_.cards[card.id].name + " does nothing: " + to_string(why));
    return status_;
  }
  if (s != Status::done) return s;
  finish_levels(lv.depth, lv.group_depth, lv.exchange_depth);
  if (!lv.acted && lv.effects.empty()) {
    pop();
    return status_;
  }
  finish_level(lv);
  if (stopped() || position_->moves.size() == number) return status_;
  if (const Status w = response_window(seat); w != Status::done) return w;
  judge_end(seat, number, kNoPoint);
  return status_;
}

// --- the turn

Status Run::turn_moment(Moment what) {
  if (position_->lasting.empty() || position_->over()) return status_;
  happen({what, -1, position_->to_move, {}});
  return work_off();
}

// The turn has been played: what waits for its end, and for the end of the game; then effects are over whose turns are.
Status Run::close_turn() {
  if (position_->lasting.empty() && happenings_.empty()) return status_;
  const bool ends_turn = position_->over() || position_->marking;  // with what comes before the count
  if (!ends_turn) {
    if (work_off() != Status::done || turn_moment(Moment::turn_ends) != Status::done) return status_;
    end_by_turns();
    if (work_off() != Status::done) return status_;
  }
  const bool is_counted = position_->over() ? position_->counted() : position_->marking;
  if (is_counted && before_counting(ends_turn) != Status::done) return status_;
  clear_table();
  return status_;
}

// The game is about to be counted: for as long as effects work, it is not over.
Status Run::before_counting(bool ends_turn) {
  if (position_->lasting.empty() && happenings_.empty()) return status_;
  const Finish end = position_->finish();
  ++changes_;
  static_cast<Finish&>(*position_) = {};
  counting_ = true;
  if (work_off() != Status::done) return status_;
  if (ends_turn && turn_moment(Moment::turn_ends) != Status::done) return status_;
  if (turn_moment(Moment::counted) != Status::done) return status_;
  counting_ = false;
  ++changes_;
  if (!position_->over()) static_cast<Finish&>(*position_) = end;
  return status_;
}

void Run::end_by_turns() {
  std::vector<LastingEffect> over;
  for (Seat seat : {position_->to_move, other(position_->to_move)})
    for (const LastingEffect& e : position_->lasting)
      if (e.seat == seat && e.last_turn > 0 && e.last_turn <= position_->turn) over.push_back(e);
  for (const LastingEffect& e : over) {
    end_effect(e, kNothing);
    add_happening({Moment::over, -1, e.seat, e.card});
  }
}

}  // namespace gofuda
