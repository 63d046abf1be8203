// Plays: cards, ordinary stones, and the cards that answer them.
#include <algorithm>
#include <array>
#include <utility>

#include "core/allowance.hpp"
#include "core/enumerator.hpp"
#include "core/run.hpp"

namespace gofuda {

// --- cards

// Was the card found unplayable when the game was recorded, or is it so now? A player that tries again finds out by
// itself.
bool Run::is_found_unplayable(Level& lv) {
  if (cursor_ < log_->size()) {
    const bool recorded = is_recorded_unplayable(lv);
    cursor_ += recorded;
    return recorded;
  }
  const bool written = is_written_unplayable(lv);
  if (stopped() || (!written && tries_again(lv.seat))) return false;
  if (!written) {
    const std::optional<bool> known = known_way(lv);
    if (!known && reader_allowance()) reader_allowance()->leave_open();
    if (known != false) return false;
  }
  record_unplayable(lv, written ? Unplayable::kClaimed : found_hard_ ? Unplayable::kUnclear : 0);
  return true;
}

bool Run::is_recorded_unplayable(const Level& lv) const {
  const LogItem& item = (*log_)[cursor_];
  return item.kind == LogItem::unplayable && unpack_unplayable(log_->numbers(item)).same_place(unplayable_there(lv));
}

Unplayable Run::unplayable_there(const Level& lv, int how) const {
  const int within = is_trigger(lv.moment) ? set_off_ - 1 : plays_around();
  return {lv.card.id, static_cast<std::uint16_t>(how), static_cast<std::uint16_t>(lv.first_move - first_move_),
          static_cast<std::uint16_t>(within), lv.moment};
}

void Run::record_unplayable(const Level& lv, int how) {
  log_->push_unplayable(lv.seat, unplayable_there(lv, how));
  cursor_ = log_->size();
}

// Is it written of the card, whose play now begins? That is refused where a way to play it is known.
bool Run::is_written_unplayable(Level& lv) {
  if (!players_[2] || cursor_ < log_->size()) return false;
  if (!players_[2]->says_unplayable(lv.seat, unplayable_there(lv))) return false;
  lv.refuted = known_way(lv) == true;
  lv.claimed = !lv.refuted;
  if (lv.refuted) refuse_claim(lv);
  return lv.claimed;
}

// Deep in other cards, where none is looked for, none is known. What is read is looked into as far as its reader may.
// Counted apart: who plays, and who reads, look at other times, and what scripts look for is to come equally far.
std::optional<bool> Run::known_way(const Level& lv) {
  if (cards_in_play() >= kMostTried) return std::nullopt;
  Allowance* const allowance = reader_allowance();
  const std::uint64_t before = scripts_.steps_now(), end = search_end_;
  if (allowance) search_end_ = std::min(end, before + allowance->most());
  std::swap(searched_, looked_);
  const std::optional<bool> known = look_aside([&] { return known_playable(lv); });
  std::swap(searched_, looked_);
  search_end_ = end;
  if (allowance) allowance->take(scripts_.steps_now() - before);
  return known;
}

bool Run::is_refuted(const Level& lv) { return std::exchange(claim_, std::nullopt) && known_way(lv) == true; }

Status Run::refuse_claim(const Level& lv) {
  return refuse(is_trigger(lv.moment) ? "there is a way for it to take effect" : "there is a way to play it");
}

// A card that fails, with nobody answering for it, for what is said of one within it, or after much work on the spot,
// is looked into by itself: of the outermost alone it is recorded, as whoever reads that would, and he tries none of
// them. So is one that lies too deep in others to be looked into: it is said to be unplayable. A player takes the way
// that there may be after all, and goes it now.
bool Run::look_after_failing(Level& lv) {
  const Status failed = status_;
  if ((failed != Status::illegal && failed != Status::unplayable) || lv.claimed || lv.proved) return false;
  if (cursor_ < log_->size() || answered_since(lv.start)) return false;
  const bool much = scripts_.steps_now() - lv.begun > scripts_.most_searched() / kLookPart;
  const bool deep = cards_in_play() >= kMostTried;
  const bool unseen = (deep || (much && !probing())) && tries_again(lv.seat);  // for a reader has looked already
  if (!unseen && !log_->says_unplayable(lv.start, cursor_)) return false;
  log_->resize(lv.start);
  lv.mark = lv.start;
  tell_again(lv);
  look_into(lv);
  lv.claimed = !lv.way_known && !lv.proved;
  if (lv.way_known && tries_again(lv.seat)) return take_known_way(lv);
  status_ = failed;
  if (lv.way_known) refuse_claim(lv);
  return false;
}

// Has all that there is of its play been answered at once just now, and has nobody looked whether it can be played?
bool Run::is_fresh(const Level& lv) const {
  return must_take_effect(lv) && !lv.looked_into && lv.start == lv.mark && tries_again(lv.seat);
}

// Has it come to a question for somebody, before any answer or after some that were given at once just now? Then that
// is put back, and it is looked into; where it can be played, that is told again. Of cards within one another the
// innermost comes first, and each once.
bool Run::look_before_asking(Level& lv) {
  if (status_ != Status::asks || lv.looked_into || tells_again_ || lv.depth > kMostTried) return false;
  const bool fresh = is_fresh(lv) && !players_[static_cast<std::size_t>(index(question_.seat))];
  if (!fresh && (lv.moment == Moment::play || answered_since(lv.start))) return false;
  note_vain_try(lv);
  put_back(lv);
  tell_again(lv);
  look_into(lv);
  return true;
}

// What its script does, or why it cannot: nobody is asked what has no answer that the game accepts. What chance drew
// before the question it has drawn for good.
Status Run::attempt_or_look(Level& lv) {
  const auto body = [&] { return carry_out(lv); };
  attempt(lv, body);
  if (look_after_failing(lv)) attempt(lv, body);
  if (!look_before_asking(lv)) return status_;
  if (lv.proved) {
    lv.fruitless = true;
    return fail_unplayable("no answer would be legal");
  }
  tells_again_ = true;
  const Status s = attempt(lv, body);
  tells_again_ = false;
  return s;
}

Status Run::play(Seat seat, Card card, int times) {
  if (stopped() || !has_room()) return status_;
  if (position_->over()) return Status::done;
  card = take_up(seat, card);
  Level& lv = push(seat, card, Moment::play);
  lv.times = times;
  bool dead = is_found_unplayable(lv);
  if (stopped()) return status_;
  if (!dead) {
    const Status s = attempt_or_look(lv);
    const bool answered = answered_since(lv.start);
    if (s == Status::unplayable && answered) return illegal(std::move(verdict_));  // other answers may do
    if (lv.claimed && is_refuted(lv)) return refuse_claim(lv);
    const bool found = lv.claimed || lv.proved;
    dead = s == Status::unplayable || (s == Status::illegal && !answered && (found || tries_again(seat)));
    if (!dead && s != Status::done) return s;
    if (dead) {
      status_ = Status::done;
      searched_ = lv.searched;
      // Where more was recorded, on other rules, what is asked next tells that it does not fit.
      if (lv.claimed || told_all(lv)) {
        log_->resize(lv.start);  // what chance drew for it
        record_unplayable(lv, lv.claimed ? Unplayable::kClaimed : lv.proved && lv.hard ? Unplayable::kUnclear : 0);
      }
    }
  }
  const bool nested_only = !dead && lv.nested && lv.effects.empty() && lv.tallied.empty();
  const std::size_t number = position_->moves.size();
  if (dead) {
    if (remarked()) {
      const Verdict why = why_unplayable(seat, card, times);
      remark(card.id, why.reason, why.detail);
    }
    leave_chance_behind();
    discard_played(lv);
    record(lv, Move::kUnplayable);
    pop();
  } else {
    finish_level(lv);
  }
  if (const Status s = nested_only ? status_ : response_window(seat); s != Status::done) return s;
  judge_end(seat, number, kNoPoint);
  if (work_off() != Status::done) return status_;
  return dead ? Status::unplayable : Status::done;
}

Status Run::carry_out(Level& lv) {
  if (lv.moment != Moment::play) {
    const Status s = run_card(lv, lv.about.move);
    return s == Status::done ? settle(true) : s;
  }
  const bool drawn = !rules_.cards[lv.card.id].shape.empty();
  for (int i = 0; i < lv.times; ++i) {
    const Status s = drawn ? ask_placement(lv) : run_card(lv, -1);
    if (s != Status::done) return s;
  }
  return settle(true);
}

// The same for every try of a play.
const PointSet& Run::reachable(int stones) {
  const Board& board = position_->board;
  const CaptureOrder captures = rules_now(rules_, *position_).captures;
  Reachable& known = reachable_[static_cast<std::size_t>(stones) % reachable_.size()];
  if (const std::uint64_t hash = board.hash();
      known.hash != hash || known.stones != stones || known.captures != captures)
    known = {hash, stones, captures,
             captures == CaptureOrder::none ? board.points_of(Colour::empty) : reachable_points(board, stones)};
  return known.points;
}

Status Run::ask_placement(Level& lv) {
  const std::vector<Orientation>& shape = shape_now(rules_, *position_, lv.card.id);
  Question& q = prepare(QuestionKind::placement, lv.seat);
  q.ordered = rules_.rules.placement == PlacementRule::one_by_one;
  q.colour = colour_of(lv.seat);
  q.from =
      q.ordered ? reachable(static_cast<int>(shape.front().offsets.size())) : position_->board.points_of(Colour::empty);
  for (const Stone& s : lv.unit.place) q.from.erase(s.point);
  q.shape = shape;
  q.least = q.most = static_cast<int>(shape.front().offsets.size());
  q.card = lv.card.id;
  if (cursor_ >= log_->size() && !on_the_spot(lv.seat) && answer_count(q) == 0)
    return fail_unplayable("no placement on empty points");
  const auto* a = ask();
  if (!a) return status_;
  std::array<Point, kMaxSide * kMaxSide> buffer;
  const std::span<const Point> named = a->points();
  const std::span<Point> sorted(buffer.data(), named.size());
  std::copy(named.begin(), named.end(), sorted.begin());
  std::sort(sorted.begin(), sorted.end());
  const int fitting = q.ordered ? match_in_order(shape, sorted, named) : match(shape, sorted, named);
  const Orientation& o = shape[static_cast<std::size_t>(fitting)];
  for (Point p : named) {
    const auto k = static_cast<std::size_t>(std::find(sorted.begin(), sorted.end(), p) - sorted.begin());
    lv.unit.place.push_back({p, o.theirs[k] ? opposite(q.colour) : q.colour});
  }
  return Status::done;
}

Status Run::settle(bool last) {
  if (stopped()) return status_;
  Level& lv = level();
  if (position_->over()) lv.unit.clear();  // a move within the play has ended the game
  if (lv.unit.empty()) return Status::done;
  act();
  if (stopped()) return status_;
  const bool moves = lv.unit.moved != std::array<int, 2>{};  // a stone that came from elsewhere cannot be left out
  const OnSuicide how = moves && lv.on_suicide == OnSuicide::skip ? OnSuicide::refuse : lv.on_suicide;
  const bool again = lv.retry && tries_again(lv.seat);  // then nobody asks why it is refused
  const Play play{lv.seat, lv.card.id, how, lv.free_repeat, lv.no_repeat, lv.one_by_itself, lv.hash_before, again};
  if (last && only_whether_ && depth_ == 1)
    if (std::optional<Verdict> foreseen = landing_.foresee(*position_, play, lv.unit))
      return *foreseen ? Status::done : illegal(std::move(*foreseen));
  change_below(last ? depth_ - 1 : depth_);  // the last unit of a play changes nothing when it is refused
  if (!lv.remembered) lv.remembered = position_->seen.next();
  // Stone by stone a board is made, and looked for among all that have been.
  if (is_superko(rules_.rules.ko) && rules_.rules.placement == PlacementRule::one_by_one) scripts_.spend(kTrySteps / 2);
  begin_change(lv);
  const std::size_t before = lv.effects.size();
  Verdict v = landing_.land(*position_, play, lv.unit, lv.effects);
  end_change(lv, before);
  if (v && remarked() && !landing_.skipped().empty())
    remark(lv.card.id, Reason::legal,
           to_string(landing_.skipped()) + " would be left without a liberty and stays as it is");
  lv.unit.clear();
  return v ? Status::done : illegal(std::move(v));
}

// Called before a play changes the board, and after: which of the moves within it came first, and what it found.
void Run::begin_change(Level& lv) {
  if (!lv.effects.empty()) return;
  lv.first_change = position_->moves.size();
  note_stones(lv);
}

void Run::end_change(Level& lv, std::size_t before) {
  lv.last_change = position_->moves.size();
  const auto later = std::min<std::size_t>(lv.last_change - lv.first_change, PointEffect::kLate);
  for (std::size_t i = before; i < lv.effects.size(); ++i) lv.effects[i].later = static_cast<std::uint8_t>(later);
}

bool Run::cancel(int move) {
  Position& pos = *position_;
  if (!level().effects.empty()) return false;  // this play itself has changed the board since
  scripts_.spend(pos.moves.size() / 8);
  if (!can_take_back(pos, move)) return false;
  const std::size_t last = last_of_group(pos, static_cast<std::size_t>(move));
  const auto has_changed_since = [&](const Level& lv) { return !lv.effects.empty() && lv.last_change > last; };
  if (find_level(has_changed_since, depth_ - 1)) return false;  // and is not recorded yet
  change();
  act();
  Level& lv = level();
  begin_change(lv);
  scripts_.spend(take_back(rules_, pos, static_cast<std::size_t>(move), {lv.effects, lv.tallied, lv.undid}));
  end_change(lv, 0);
  lv.undoing = static_cast<std::uint16_t>(lv.effects.size());
  return true;
}

// After a move and its answers.
void Run::judge_end(Seat mover, std::size_t first, Point stone) {
  if (stopped() || position_->over() || group_depth_ > 0) return;
  ScriptedWin scripted;
  if (rules_.wins.scripted())
    scripted = [this](int condition, Seat seat, PointSet& stones) {
      return !stopped() && scripts_.won(*this, condition, seat, stones);
    };
  const std::optional<Finish> end = ending_after_move(rules_, *position_, mover, first, stone, scripted);
  if (stopped() || !end || (counting_ && end->counted())) return;
  change();
  static_cast<Finish&>(*position_) = *end;
}

// --- ordinary stones

// What is asked for when an ordinary stone is set.
void Run::limit_stone(Question& q, Seat seat, const PointSet* only) const {
  const auto s = static_cast<std::size_t>(index(seat));
  q.may_pass =
      rules_.rules.passes_to_end > 0 && !only && (position_->lasting.empty() || may_pass(rules_, *position_, seat));
  q.colour = colour_of(seat);
  q.from = position_->board.points_of(Colour::empty);
  if (!rules_.openings.empty()) {
    q.closed = q.from & closed_points(rules_, *position_);
    q.from -= q.closed;
  }
  if (!has_stones_left(rules_, *position_, seat)) q.from.clear();
  if (only) {
    q.restricted = true;
    q.from &= *only;
  }
  if (const PointSet& points = position_->restricted_to[s]; !points.empty()) {
    const PointSet allowed = points & q.from & legal_stones(seat);
    if (!allowed.empty()) {
      q.restricted = true;
      q.from = allowed;
      q.may_pass &= !position_->must_set[s];
    }
  }
  q.least = q.may_pass ? 0 : 1;
  q.most = 1;
}

// Is there no legal answer?
bool Run::is_stuck(const Question& q, Seat seat) const {
  if (q.may_pass) return false;
  for (PointSet left = q.from; !left.empty(); left.erase(left.first()))
    if (is_legal_stone(rules_, *position_, left.first(), seat)) return false;
  return true;
}

// A side that can neither set a stone nor pass misses its move; when both do, one after the other, nothing is left to
// play.
Status Run::miss_out(Level& lv) {
  constexpr int kBoth = 2;
  const std::uint8_t missed = passes_with(*position_, lv.seat);
  record(lv, Move::kSkip);
  pop();
  if (within_trigger()) return status_;
  position_->passes = missed;
  if (missed >= kBoth) static_cast<Finish&>(*position_) = exhausted(rules_, position_->finish());
  return status_;
}

Status Run::stone(Seat seat, const PointSet* only) {
  if (stopped() || !has_room()) return status_;
  if (position_->over()) return Status::done;
  Level& lv = push(seat, kNoCard, Moment::play);
  Point point = kNoPoint;
  bool missed = false;
  const Status s = attempt(lv, [&]() -> Status {
    Question& q = prepare(QuestionKind::stone, seat);
    limit_stone(q, seat, only);
    if (is_stuck(q, seat)) {
      if (only) return fail_unplayable("no stone can be set there");
      missed = true;
      return Status::done;
    }
    const auto* a = ask();
    if (!a) return status_;
    point = a->stone();
    if (point == kNoPoint) return Status::done;
    lv.unit.place.push_back({point, colour_of(seat)});
    return settle(true);
  });
  if (s != Status::done) return s;
  if (missed) return miss_out(lv);
  if (PointSet& points = position_->restricted_to[static_cast<std::size_t>(index(seat))]; !points.empty()) {
    change();
    points.clear();
  }
  const std::size_t number = position_->moves.size();
  record(lv, point == kNoPoint ? Move::kPass : 0);
  pop();
  if (const Status w = response_window(seat); w != Status::done) return w;
  judge_end(seat, number, point);
  return work_off();
}

// --- groups and answering cards

void Run::begin_group() {
  if (group_depth_++ == 0) group_ = static_cast<std::uint16_t>(position_->moves.size() + 1);
}

Status Run::end_group(Seat seat) {
  if (--group_depth_ > 0) return status_;
  if (group_ > position_->moves.size()) return work_off();
  if (const Status s = response_window(seat); s != Status::done) return s;
  judge_end(seat, group_ - 1u, kNoPoint);
  return work_off();
}

// Does the other side hold a card that may answer?
bool Run::is_watched(Seat mover) const {
  if (rules_.cards.empty()) return false;
  const Owner o = owner_of(other(mover));
  for (Zone z : {Zone::hand, Zone::aside, Zone::shown})
    for (CardId c : position_->cards.in(o, z))
      if (rules_.cards[c].answers) return true;
  return false;
}

std::vector<Card> Run::usable_cards(Seat seat, Moment moment, int move) {
  std::vector<Card> found;
  for (Zone z : {Zone::hand, Zone::aside, Zone::shown}) {
    if (moment == Moment::before && z == Zone::hand) continue;
    for (CardId c : position_->cards.in(owner_of(seat), z))
      if (moment == Moment::answer ? rules_.cards[c].answers : rules_.cards[c].before) {
        const std::vector<Card> here = position_->choices(seat, owner_of(seat), z);
        found.insert(found.end(), here.begin(), here.end());
        break;
      }
  }
  std::erase_if(found, [&](Card c) {
    const CardInfo& info = rules_.cards[c.id];
    return !(moment == Moment::answer ? info.answers : info.before) || !scripts_.may(*this, moment, seat, c, move);
  });
  // One of each kind is enough, where nothing is written under it: what lies open or aside goes before the hand.
  std::vector<Card> out;
  for (Card c : found) {
    auto twin = std::find_if(out.begin(), out.end(), [&](Card o) {
      return o.id == c.id && !position_->note(seat, o) && !position_->note(seat, c);
    });
    if (twin == out.end())
      out.push_back(c);
    else
      *twin = c;
  }
  return out;
}

// Offers held cards to the level's seat and carries out the one it takes.
Status Run::use_held(Level& lv, std::span<const Card> offered, int move, bool& taken) {
  return attempt(lv, [&]() -> Status {
    lv.card = {};
    const auto* a = offer(lv.seat, offered);
    if (!a) return status_;
    taken = a->card() != 0;
    if (!taken) return Status::done;
    lv.card = offered[a->card() - 1];
    change();
    lv.card = position_->lay_on_table(lv.seat, lv.card);
    drop_absent();
    const Status s = run_card(lv, move);
    return s == Status::done ? settle(true) : s;
  });
}

// After a move: the other side may answer it with cards that it holds, one after the other, and each answer may be
// answered in turn.
Status Run::response_window(Seat mover) {
  if (stopped() || group_depth_ > 0 || exchange_depth_ > 0 || position_->over() || !is_watched(mover)) return status_;
  const Seat seat = other(mover);
  const std::size_t last_move = position_->moves.size() - 1;
  while (!stopped() && !position_->over() && !position_->moves[last_move].has(Move::kCancelled)) {
    const std::vector<Card> offered = usable_cards(seat, Moment::answer, static_cast<int>(last_move));
    if (stopped() || offered.empty() || !has_room()) break;
    Level& lv = push(seat, kNoCard, Moment::answer);
    bool taken = false;
    if (const Status s = use_held(lv, offered, static_cast<int>(last_move), taken); s != Status::done) return s;
    if (!taken) {
      pop();
      return status_;
    }
    finish_level(lv);
    if (stopped()) break;
    if (const Status s = response_window(seat); s != Status::done) return s;
  }
  return status_;
}

Status Run::offer_before(Seat seat, bool& taken) {
  taken = false;
  if (stopped()) return status_;
  const std::vector<Card> offered = usable_cards(seat, Moment::before, -1);
  if (stopped() || offered.empty() || !has_room()) return status_;
  Level& lv = push(seat, kNoCard, Moment::before);
  if (const Status s = use_held(lv, offered, -1, taken); s != Status::done) return s;
  const std::size_t number = position_->moves.size();
  if (!taken) {
    pop();
    return status_;
  }
  finish_level(lv);
  judge_end(seat, number, kNoPoint);
  return work_off();
}

Status Run::declare(Seat seat, Card card, bool& stands) {
  stands = false;
  reveal(seat, card);
  if (stopped() || position_->over() || !has_room()) return status_;
  const std::size_t number = position_->moves.size();
  Level& lv = push(seat, card, Moment::play);
  record(lv, Move::kDeclared);
  pop();
  if (const Status s = response_window(seat); s != Status::done) return s;
  stands = !position_->moves[number].has(Move::kCancelled);
  judge_end(seat, number, kNoPoint);
  return work_off();
}

}  // namespace gofuda
