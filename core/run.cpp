#include "core/run.hpp"

#include <algorithm>

#include "core/enumerator.hpp"

namespace gofuda {

// --- the turn -------------------------------------------------------------------------------------------------------

Status Run::turn(Position& position, Log& log, std::size_t cursor, Players players) {
  position_ = &position;
  log_ = &log;
  cursor_ = cursor;
  players_ = players;
  begin();
  Seat seat = position.to_move;
  if (position.marking) return agree_on_dead();
  Status s = position.lost_turns[index(seat)] > 0 ? lost_turn(seat) : rules_.plain ? stone(seat) : scripts_.turn(*this);
  if (s == Status::unplayable) s = illegal(Verdict::no(Reason::unplayable));
  if (s != Status::done) return s;
  finish_levels();
  lift_ko(seat);
  count_unchanged_turn();
  ++position.turn;
  if (!position.over()) position.to_move = other(seat);
  return s;
}

void Run::begin() {
  status_ = Status::done;
  depth_ = group_depth_ = exchange_depth_ = entries_ = 0;
  first_move_ = position_->moves.size();
}

Status Run::lost_turn(Seat seat) {
  --position_->lost_turns[index(seat)];
  Level& lv = push(seat, kNoCard, Moment::play);
  record(lv, Move::kSkip);
  pop();
  return status_;
}

Status Run::part(Seat seat) { return scripts_.part(*this, seat); }

Status Run::lone_turn(Seat seat) {
  change();
  struct Back {  // also when the script is stopped
    Position* const* position;
    Seat to_move;
    ~Back() { (*position)->to_move = to_move; }
  } back{&position_, position_->to_move};
  position_->to_move = seat;
  return scripts_.part(*this, seat);
}

// --- levels: a play, and plays within it
// ------------------------------------------------------------------------------

std::ptrdiff_t Run::aside(Seat seat, CardId card) const {
  auto cards = position_->cards.in(owner_of(seat), Zone::aside);
  return std::count(cards.begin(), cards.end(), card);
}

bool Run::has_room() {
  if (depth_ + 1 < kMaxDepth) return true;
  fail({"", "cards play and answer one another more than " + std::to_string(kMaxDepth) + " deep", 0, "recursion"});
  return false;
}

Run::Level& Run::push(Seat seat, CardId card, Moment moment) {
  if (depth_ > 0) level().nested = true;
  Level& lv = levels_[depth_++];
  lv.seat = seat;
  lv.card = card;
  lv.moment = moment;
  lv.unit.clear();
  lv.on_suicide = OnSuicide::refuse;
  lv.free_repeat = lv.no_repeat = false;
  lv.skipped = lv.nested = lv.has_before = lv.retry = false;
  lv.exchange_depth = exchange_depth_;
  lv.start = cursor_;
  lv.mark = log_->size();
  lv.first_move = position_->moves.size();
  lv.hash_before = position_->board.hash();
  lv.ko_before = position_->board.ko();
  lv.ko_by_before = position_->ko_by;
  lv.aside_before = card == kNoCard ? 0 : aside(seat, card);
  lv.prisoners_before = position_->prisoners;
  lv.set_before = position_->set;
  lv.forget();
  return lv;
}

void Run::change_below(int depth) {
  for (int d = depth - 1; d >= 0; --d) {
    Level& lv = levels_[d];
    if (!lv.retry || lv.has_before) continue;
    if (lv.before)
      *lv.before = *position_;
    else
      lv.before = std::make_unique<Position>(*position_);
    lv.has_before = true;
  }
}

// Puts a level back to its start, for another try.
void Run::put_back(Level& lv) {
  if (lv.has_before) *position_ = *lv.before;
  lv.has_before = lv.skipped = lv.nested = false;
  lv.unit.clear();
  lv.forget();
  depth_ = lv.depth;
  group_depth_ = lv.group_depth;
  exchange_depth_ = lv.exchange_depth;
}

void Run::forget_answers(Level& lv) {
  log_->resize(lv.mark);
  cursor_ = log_->size();
  status_ = Status::done;
  entries_ = lv.entries;
}

// Runs the body of a level. Where a program answers on the spot and the outcome is illegal, the level is put back and
// tried again with new answers, so that what the program plays in the end is drawn evenly from the legal answers.
template <class F>
Status Run::attempt(Level& lv, F&& body) {
  lv.retry = draws_again(lv.seat);
  lv.depth = depth_;
  lv.group_depth = group_depth_;
  lv.entries = entries_;
  bool card = lv.moment == Moment::play && lv.card != kNoCard;
  for (int tries = 1;; ++tries) {
    Status s = body();
    if (s != Status::illegal && s != Status::unplayable) return s;
    bool answered = lv.retry && answered_since(lv.mark);
    put_back(lv);
    if (!answered) return s;
    forget_answers(lv);
    if (tries == kTries && card && !playable(lv.seat, lv.card, lv.times)) return fail_unplayable("");
    if (tries == kMostTries) return draw_from_all(lv, body);
  }
}

// Where legal answers are too rare to be met by chance: goes through all of them, and draws one of the legal ones.
template <class F>
Status Run::draw_from_all(Level& lv, F&& body) {
  Player*& player = players_[index(lv.seat)];
  Player* const drawing = player;
  std::uint64_t legal = 0, wanted = 0;
  for (int pass = 1; pass <= 2; ++pass) {
    Enumerator answers;
    player = &answers;
    for (int n = 0; n < kProbes; ++n) {
      answers.begin();
      lv.retry = true;
      change();
      Status s = body();
      bool well = s != Status::illegal && s != Status::unplayable;
      if (well && (s != Status::done || (pass == 2 && wanted-- == 0))) return player = drawing, s;
      legal += pass == 1 && well;
      put_back(lv);
      forget_answers(lv);
      if (!answers.advance()) break;
    }
    player = drawing;
    if (legal == 0) break;
    Random random(key_.seed, key_.game, position_->hash());
    wanted = random.below(static_cast<std::uint32_t>(legal));
  }
  return fail_unplayable("");
}

bool Run::answered_since(std::size_t mark) const {
  for (std::size_t i = mark; i < cursor_; ++i)
    if ((*log_)[i].by_player()) return true;
  return false;
}

// --- plays
// --------------------------------------------------------------------------------------------------------------

Status Run::play(Seat seat, CardId card, int times, std::optional<Zone> picked_from) {
  if (stopped()) return status_;
  if (!has_room()) return status_;
  if (position_->over()) return Status::done;
  take_up(seat, card, picked_from);
  Level& lv = push(seat, card, Moment::play);
  lv.times = times;
  bool fresh = cursor_ >= log_->size();
  bool dead = !fresh && (*log_)[cursor_].kind == LogItem::unplayable;
  if (dead)
    ++cursor_;
  else if (fresh && !draws_again(seat))
    dead = !playable(seat, card, times), dead ? log_->push_unplayable(seat, card), ++cursor_ : 0;
  if (!dead) {
    Status s = attempt(lv, [&] { return carry_out(lv, times); });
    bool answered = answered_since(lv.start);
    if (s == Status::unplayable && answered) return illegal(std::move(verdict_));  // other answers may do
    if (s == Status::unplayable || (s == Status::illegal && !answered && draws_again(seat))) {
      status_ = Status::done;
      log_->resize(lv.mark);  // what chance drew for it
      log_->push_unplayable(seat, card);
      cursor_ = log_->size();
      dead = true;
    } else if (s != Status::done) {
      return s;
    }
  }
  bool nested_only = !dead && lv.nested && lv.effects.empty();
  std::size_t number = position_->moves.size();
  if (dead) {
    if (remarked()) remark(card, why_unplayable(seat, card, times));
    discard_played(lv);
    record(lv, Move::kUnplayable);
    pop();
  } else {
    finish_level(lv);
  }
  if (Status s = nested_only ? status_ : response_window(seat); s != Status::done) return s;
  judge_end(seat, number, kNoPoint);
  return stopped() || !dead ? status_ : Status::unplayable;
}

// On the pile that its owner's cards come from.
void Run::discard_played(const Level& lv) {
  Owner owner = owner_of(lv.seat);
  if (lv.card != kNoCard && position_->cards.holds(owner, Zone::play, lv.card))
    put_away(lv.seat, lv.card, rules_.pile_owner(lv.seat), Zone::discard);
}

// The play (or the use of a held card) has taken effect.
void Run::finish_level(Level& lv) {
  discard_played(lv);
  bool to_record = lv.moment == Moment::answer || !lv.nested || !lv.effects.empty();
  if (to_record) {
    record(lv, lv.moment == Moment::play && lv.skipped ? Move::kSkip : 0);
  } else if (lv.card != kNoCard) {
    change_below(depth_ - 1);
    position_->card_events.push_back({CardEvent::played, lv.seat, lv.card, static_cast<std::uint32_t>(lv.first_move),
                                      static_cast<std::uint32_t>(position_->moves.size())});
  }
  pop();
}

// A game that ends inside cards stops their scripts at once, and leaves the levels above the last move open.
void Run::finish_levels() {
  while (depth_ > 0) finish_level(level());
}

Status Run::carry_out(Level& lv, int times) {
  const CardInfo& info = rules_.cards[lv.card];
  for (int i = 0; i < times; ++i) {
    Status s = info.shape.empty() ? scripts_.card(*this, Moment::play, lv.seat, lv.card, -1) : ask_placement(lv);
    if (s != Status::done) return s;
  }
  return settle(true);
}

PointSet Run::reachable(int stones) const {
  const Board& board = position_->board;
  PointSet out = board.points_of(Colour::empty);
  board.for_each_chain([&](const PointSet& chain) {
    if (board.liberties(chain.first()).count() < stones) out |= chain;
  });
  return out;
}

Status Run::ask_placement(Level& lv) {
  const CardInfo& info = rules_.cards[lv.card];
  Question& q = prepare(QuestionKind::placement, lv.seat);
  q.ordered = rules_.rules.placement == PlacementRule::one_by_one;
  q.colour = colour_of(lv.seat);
  q.from = q.ordered ? reachable(static_cast<int>(info.shape.front().offsets.size()))
                     : position_->board.points_of(Colour::empty);
  for (const Stone& s : lv.unit.place) q.from.erase(s.point);
  q.shape = info.shape;
  q.least = q.most = static_cast<int>(info.shape.front().offsets.size());
  q.card = lv.card;
  if (cursor_ >= log_->size() && !direct(lv.seat) && answer_count(q) == 0)
    return fail_unplayable("no placement on empty points");
  const auto* a = ask();
  if (!a) return status_;
  std::array<Point, kMaxSide * kMaxSide> sorted;  // of the answer
  std::copy(a->begin(), a->end(), sorted.begin());
  std::sort(sorted.begin(), sorted.begin() + a->size());
  const Orientation& o =
      info.shape[match(info.shape, {sorted.data(), a->size()}, q.ordered ? std::span<const Point>() : *a)];
  for (Point p : *a) {
    std::size_t k = std::find(sorted.begin(), sorted.begin() + a->size(), p) - sorted.begin();
    lv.unit.place.push_back({p, o.theirs[k] ? opposite(q.colour) : q.colour});
  }
  return Status::done;
}

// What is asked for when an ordinary stone is set.
void Run::limit_stone(Question& q, Seat seat, const PointSet* only) const {
  q.may_pass = rules_.rules.passes_to_end > 0 && !only;
  q.colour = colour_of(seat);
  q.from = position_->board.points_of(Colour::empty);
  if (!rules_.openings.empty()) q.closed = q.from & closed_points();
  q.from -= q.closed;
  if (rules_.rules.stones > 0 && position_->set[index(seat)] >= rules_.rules.stones) q.from.clear();
  if (only) q.restricted = true, q.from &= *only;
  if (const PointSet& allowed_points = position_->restricted_to[index(seat)]; !allowed_points.empty()) {
    PointSet allowed = allowed_points & q.from & legal_stones(seat);
    if (!allowed.empty()) {
      q.restricted = true;
      q.from = allowed;
      q.may_pass &= !position_->must_set[index(seat)];
    }
  }
  q.least = q.may_pass ? 0 : 1, q.most = 1;
}

// Is there no legal answer?
bool Run::stuck(const Question& q, Seat seat) const {
  if (q.may_pass) return false;
  for (PointSet left = q.from; !left.empty(); left.erase(left.first()))
    if (legal_stone(left.first(), seat)) return false;
  return true;
}

// A side that can neither set a stone nor pass misses its move; when both do, one after the other, nothing is left to
// play.
Status Run::miss_out(Level& lv) {
  const std::uint8_t missed = passes_with(lv.seat);
  record(lv, Move::kSkip);
  pop();
  position_->passes = missed;
  if (missed >= 2) exhaust();
  return status_;
}

Status Run::stone(Seat seat, const PointSet* only) {
  if (stopped()) return status_;
  if (!has_room()) return status_;
  if (position_->over()) return Status::done;
  Level& lv = push(seat, kNoCard, Moment::play);
  Point point = kNoPoint;
  bool missed = false;
  Status s = attempt(lv, [&]() -> Status {
    Question& q = prepare(QuestionKind::stone, seat);
    limit_stone(q, seat, only);
    if (stuck(q, seat)) {
      if (only) return fail_unplayable("no stone can be set there");
      missed = true;
      return Status::done;
    }
    const auto* a = ask();
    if (!a) return status_;
    point = a->empty() ? kNoPoint : (*a)[0];
    if (point == kNoPoint) return Status::done;
    lv.unit.place.push_back({point, colour_of(seat)});
    return settle(true);
  });
  if (s != Status::done) return s;
  if (missed) return miss_out(lv);
  if (!position_->restricted_to[index(seat)].empty()) change(), position_->restricted_to[index(seat)].clear();
  std::size_t number = position_->moves.size();
  record(lv, point == kNoPoint ? Move::kPass : 0);
  pop();
  if (Status w = response_window(seat); w != Status::done) return w;
  judge_end(seat, number, point);
  return status_;
}

// --- answering cards
// ------------------------------------------------------------------------------------------------------

bool Run::watched(Seat mover) const {
  Owner o = owner_of(other(mover));
  for (Zone z : {Zone::hand, Zone::aside, Zone::shown})
    for (CardId c : position_->cards.in(o, z))
      if (rules_.cards[c].answers) return true;
  return false;
}

void Run::begin_group() {
  if (group_depth_++ == 0) group_ = static_cast<std::uint16_t>(position_->moves.size() + 1);
}

Status Run::end_group(Seat seat) {
  if (--group_depth_ > 0 || group_ > position_->moves.size()) return status_;
  if (Status s = response_window(seat); s != Status::done) return s;
  judge_end(seat, group_ - 1u, kNoPoint);
  return status_;
}

void Run::collect_offers(Seat seat, Moment moment, int move) {
  std::vector<CardId> found;
  for (Zone z : {Zone::hand, Zone::aside, Zone::shown}) {
    if (moment == Moment::before && z == Zone::hand) continue;
    for (CardId c : position_->cards.in(owner_of(seat), z)) {
      const CardInfo& info = rules_.cards[c];
      if (!(moment == Moment::answer ? info.answers : info.before)) continue;
      if (std::find(found.begin(), found.end(), c) == found.end()) found.push_back(c);
    }
  }
  std::erase_if(found, [&](CardId c) { return !scripts_.may(*this, moment, seat, c, move); });
  question_.cards = std::move(found);
}

// Offers held cards to the level's seat and carries out the one it takes.
Status Run::use_held(Level& lv, std::span<const CardId> offered, int move, bool& taken) {
  Seat seat = lv.seat;
  return attempt(lv, [&]() -> Status {
    const auto* a = offer(seat, offered);
    if (!a) return status_;
    taken = (*a)[0] != 0;
    if (!taken) return Status::done;
    lv.card = offered[(*a)[0] - 1];
    move_from_hold(seat, lv.card, std::nullopt);
    Status t = scripts_.card(*this, lv.moment, seat, lv.card, move);
    return t == Status::done ? settle(true) : t;
  });
}

Status Run::response_window(Seat mover) {
  if (stopped() || group_depth_ > 0 || exchange_depth_ > 0 || position_->over() || !watched(mover)) return status_;
  Seat seat = other(mover);
  std::size_t last_move = position_->moves.size() - 1;
  while (!stopped() && !position_->over() && !position_->moves[last_move].has(Move::kCancelled)) {
    collect_offers(seat, Moment::answer, static_cast<int>(last_move));
    if (stopped() || question_.cards.empty()) break;
    std::vector<CardId> offered = question_.cards;
    if (!has_room()) break;
    Level& lv = push(seat, kNoCard, Moment::answer);
    bool taken = false;
    if (Status s = use_held(lv, offered, static_cast<int>(last_move), taken); s != Status::done) return s;
    if (!taken) return pop(), status_;
    finish_level(lv);
    if (stopped()) break;
    if (Status c = response_window(seat); c != Status::done) return c;
  }
  return status_;
}

const std::vector<std::uint16_t>* Run::offer(Seat seat, std::span<const CardId> cards, bool may_decline, bool secret) {
  if (stopped()) return nullptr;
  Question& q = prepare(QuestionKind::offer, seat);
  q.cards.assign(cards.begin(), cards.end());
  q.may_pass = may_decline;
  q.secret = secret;
  return ask();
}

Status Run::offer_before(Seat seat, bool& taken) {
  taken = false;
  if (stopped()) return status_;
  collect_offers(seat, Moment::before, -1);
  if (stopped() || question_.cards.empty()) return status_;
  std::vector<CardId> offered = question_.cards;
  if (!has_room()) return status_;
  Level& lv = push(seat, kNoCard, Moment::before);
  if (Status s = use_held(lv, offered, -1, taken); s != Status::done) return s;
  std::size_t number = position_->moves.size();
  if (!taken) return pop(), status_;
  finish_level(lv);
  judge_end(seat, number, kNoPoint);
  return status_;
}

}  // namespace gofuda
