#include "core/run.hpp"

#include <algorithm>

#include "core/enumerator.hpp"
#include "core/random_player.hpp"

namespace gofuda {

// --- the turn -------------------------------------------------------------------------------------------------------

Step Run::turn(Position& position, Log& log, std::size_t cursor, Players players) {
  position_ = &position;
  log_ = &log;
  cursor_ = cursor;
  players_ = players;
  step_ = Step::done;
  depth_ = group_depth_ = entries_ = 0;
  Seat seat = position.to_move;
  Step s = position.lost_turns[index(seat)] > 0 ? lost_turn(seat) : rules_.plain ? stone(seat) : scripts_.turn(*this);
  if (s == Step::unplayable) s = illegal(Verdict::no(Reason::unplayable));
  if (s != Step::done) return s;
  ++position.turn;
  if (!position.over()) position.to_move = other(seat);
  return s;
}

Step Run::lost_turn(Seat seat) {
  --position_->lost_turns[index(seat)];
  Level& lv = push(seat, kNoCard, Moment::play);
  record(lv, Move::kSkip);
  pop();
  return step_;
}

Step Run::part(Seat seat) { return scripts_.part(*this, seat); }

Step Run::lone_turn(Seat seat) {
  Seat before = position_->to_move;
  change();
  position_->to_move = seat;
  Step s = scripts_.part(*this, seat);
  position_->to_move = before;
  return s;
}

// --- levels: a play, and plays within it ------------------------------------------------------------------------------

Run::Level& Run::push(Seat seat, CardId card, Moment moment) {
  if (depth_ > 0) level().nested = true;
  Level& lv = levels_[depth_++];
  lv.seat = seat;
  lv.card = card;
  lv.moment = moment;
  lv.unit.clear();
  lv.on_suicide = OnSuicide::refuse;
  lv.free_repeat = false;
  lv.skipped = lv.nested = lv.has_before = lv.retry = false;
  lv.start = cursor_;
  lv.mark = log_->size();
  lv.hash_before = position_->board.hash();
  lv.ko_before = position_->board.ko();
  lv.ko_by_before = position_->ko_by;
  lv.effects.clear();
  return lv;
}

void Run::change_below(int depth) {
  for (int d = depth - 1; d >= 0; --d) {
    Level& lv = levels_[d];
    if (!lv.retry || lv.has_before) continue;
    if (lv.before) *lv.before = *position_;
    else lv.before = std::make_unique<Position>(*position_);
    lv.has_before = true;
  }
}

// Puts a level back to its start, for another try.
void Run::put_back(Level& lv) {
  if (lv.has_before) *position_ = *lv.before;
  lv.has_before = lv.skipped = lv.nested = false;
  lv.unit.clear();
  lv.effects.clear();
  depth_ = lv.depth;
  group_depth_ = lv.group_depth;
}

void Run::forget_answers(Level& lv) {
  log_->resize(lv.mark);
  cursor_ = log_->size();
  step_ = Step::done;
  entries_ = lv.entries;
}

// Runs the body of a level. Where a program answers on the spot and the outcome is illegal, the level is put back and tried
// again with new answers, so that what the program plays in the end is drawn evenly from the legal answers.
template <class F>
Step Run::attempt(Level& lv, F&& body) {
  lv.retry = draws_again(lv.seat);
  lv.depth = depth_;
  lv.group_depth = group_depth_;
  lv.entries = entries_;
  bool card = lv.moment == Moment::play && lv.card != kNoCard;
  for (int tries = 1;; ++tries) {
    Step s = body();
    if (s != Step::illegal && s != Step::unplayable) return s;
    bool answered = lv.retry && answered_since(lv.mark);
    put_back(lv);
    if (!answered) return s;
    forget_answers(lv);
    if (tries % kTries == 0 && card && !playable(lv.seat, lv.card, lv.times)) return fail_unplayable("");
    if (tries == kMostTries) return draw_from_all(lv, body);
  }
}

// Where legal answers are too rare to be met by chance: goes through all of them, and draws one of the legal ones.
template <class F>
Step Run::draw_from_all(Level& lv, F&& body) {
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
      Step s = body();
      bool well = s != Step::illegal && s != Step::unplayable;
      if (well && (s != Step::done || (pass == 2 && wanted-- == 0))) return player = drawing, s;
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

// --- plays --------------------------------------------------------------------------------------------------------------

Step Run::play(Seat seat, CardId card, int times) {
  if (stopped()) return step_;
  if (depth_ + 1 >= kMaxDepth) return fail({"", "cards play one another more than " + std::to_string(kMaxDepth) + " deep", 0, "recursion"});
  if (position_->over()) return Step::done;
  Level& lv = push(seat, card, Moment::play);
  lv.times = times;
  bool fresh = cursor_ >= log_->size();
  bool dead = !fresh && (*log_)[cursor_].kind == LogItem::unplayable;
  if (dead) ++cursor_;
  else if (fresh && !draws_again(seat)) dead = !playable(seat, card, times), dead ? log_->push_unplayable(seat, card), ++cursor_ : 0;
  if (!dead) {
    Step s = attempt(lv, [&] { return carry_out(lv, times); });
    bool answered = answered_since(lv.start);
    if (s == Step::unplayable && answered) return illegal(std::move(verdict_));  // other answers may do
    if (s == Step::unplayable || (s == Step::illegal && !answered && draws_again(seat))) {
      step_ = Step::done;
      log_->push_unplayable(seat, card);
      cursor_ = log_->size();
      dead = true;
    } else if (s != Step::done) {
      return s;
    }
  }
  if (position_->cards.holds(owner_of(seat), Zone::play, card)) put_away(seat, card, owner_of(seat), Zone::discard);
  if (dead) record(lv, Move::kUnplayable);
  else if (!lv.nested || !lv.effects.empty()) record(lv, lv.skipped ? Move::kSkip : 0);
  bool nested_only = !dead && lv.nested && lv.effects.empty();
  pop();
  if (Step s = nested_only ? Step::done : window(seat); s != Step::done) return s;
  return dead ? Step::unplayable : Step::done;
}

Step Run::carry_out(Level& lv, int times) {
  const CardInfo& info = rules_.cards[lv.card];
  for (int i = 0; i < times; ++i) {
    Step s = info.shape.empty() ? scripts_.card(*this, Moment::play, lv.seat, lv.card, -1) : ask_placement(lv);
    if (s != Step::done) return s;
  }
  return settle(true);
}

PointSet Run::reachable(int stones) const {
  const Board& board = position_->board;
  PointSet out = board.points_of(Colour::empty);
  PointSet left = board.points_of(Colour::black) | board.points_of(Colour::white);
  for (Point p = left.first(); p != kNoPoint; p = left.first()) {
    PointSet chain = board.chain(p);
    if (board.liberties(p).count() < stones) out |= chain;
    left -= chain;
  }
  return out;
}

Step Run::ask_placement(Level& lv) {
  const CardInfo& info = rules_.cards[lv.card];
  Question& q = prepare(Ask::placement, lv.seat);
  q.ordered = rules_.rules.placement == PlacementRule::one_by_one;
  q.colour = colour_of(lv.seat);
  q.from = q.ordered ? reachable(static_cast<int>(info.shape.front().offsets.size())) : position_->board.points_of(Colour::empty);
  for (const Stone& s : lv.unit.place) q.from.erase(s.point);
  q.shape = info.shape;
  q.least = q.most = static_cast<int>(info.shape.front().offsets.size());
  q.card = lv.card;
  if (cursor_ >= log_->size() && !direct(lv.seat) && answer_count(q) == 0) return fail_unplayable("no placement on empty points");
  const auto* a = ask();
  if (!a) return step_;
  std::array<Point, kMaxSide * kMaxSide> sorted;  // of the answer
  std::copy(a->begin(), a->end(), sorted.begin());
  std::sort(sorted.begin(), sorted.begin() + a->size());
  const Orientation& o = info.shape[match(info.shape, {sorted.data(), a->size()})];
  for (Point p : *a) {
    std::size_t k = std::find(sorted.begin(), sorted.begin() + a->size(), p) - sorted.begin();
    lv.unit.place.push_back({p, o.theirs[k] ? opposite(q.colour) : q.colour});
  }
  return Step::done;
}

Step Run::stone(Seat seat) {
  if (stopped()) return step_;
  if (depth_ + 1 >= kMaxDepth) return fail({"", "moves within moves are more than " + std::to_string(kMaxDepth) + " deep", 0, "recursion"});
  if (position_->over()) return Step::done;
  Level& lv = push(seat, kNoCard, Moment::play);
  bool passed = false;
  Step s = attempt(lv, [&]() -> Step {
    Question& q = prepare(Ask::stone, seat);
    q.may_pass = rules_.rules.passes_to_end > 0;
    q.colour = colour_of(seat);
    q.from = position_->board.points_of(Colour::empty);
    q.least = q.may_pass ? 0 : 1, q.most = 1;
    const auto* a = ask();
    if (!a) return step_;
    passed = a->empty();
    if (passed) return Step::done;
    lv.unit.place.push_back({(*a)[0], colour_of(seat)});
    return settle(true);
  });
  if (s != Step::done) return s;
  record(lv, passed ? Move::kPass : 0);
  pop();
  return window(seat);
}

// --- judging ------------------------------------------------------------------------------------------------------------

Step Run::settle(bool last) {
  if (stopped()) return step_;
  Level& lv = level();
  if (lv.unit.empty()) return Step::done;
  change_below(last ? depth_ - 1 : depth_);  // the last unit of a play changes nothing when it is refused
  bool in_order = rules_.rules.placement == PlacementRule::one_by_one && lv.unit.place.size() > 1;
  Step s = in_order ? apply_one_by_one(lv) : apply(lv, lv.unit);
  lv.unit.clear();
  return s;
}

bool Run::ko_judges(const Level& lv, const Unit& unit) const {
  if (rules_.rules.ko == KoRule::none || lv.free_repeat) return false;
  if (lv.card == kNoCard || rules_.rules.ko_cards == KoCards::all) return true;
  return rules_.rules.ko_cards == KoCards::single && unit.place.size() == 1 && unit.remove.empty() && unit.recolour.empty();
}

void Run::forget_own_ko(Seat seat) {
  if (position_->board.ko() != kNoPoint && position_->ko_by == seat) position_->board.set_ko(kNoPoint);
}

bool Run::repeats(std::uint64_t hash, Seat mover, std::optional<std::uint64_t> before_last) const {
  if (rules_.rules.ko == KoRule::simple) return before_last == hash;
  return std::find(position_->seen.begin(), position_->seen.end(), situation(rules_.rules.ko, hash, mover)) != position_->seen.end();
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

Step Run::apply(Level& lv, const Unit& unit) {
  Board& board = position_->board;
  forget_own_ko(lv.seat);
  bool judged = ko_judges(lv, unit);
  bool single = unit.place.size() == 1 && unit.remove.empty() && unit.recolour.empty();
  if (judged && single && unit.place[0].point == board.ko() && board.ko() != kNoPoint) {
    PointSet here;
    here.insert(board.ko());
    return illegal(Verdict::no(Reason::ko, here));
  }
  bool whole = judged && !(single && rules_.rules.ko == KoRule::simple);
  if (whole) keep_board();
  std::optional<std::uint64_t> before_last = whole ? position_->hash_before_last() : std::nullopt;
  std::size_t noted = lv.effects.size();
  for (Point p : unit.remove) lv.effects.push_back({p, removed(board.at(p))});
  lv.result.clear();
  Verdict v = board.apply(unit, colour_of(lv.seat), {rules_.rules.suicide, rules_.rules.captures, lv.on_suicide}, lv.result);
  if (!v) {
    lv.effects.resize(noted);
    return illegal(std::move(v));
  }
  bool may_stay = lv.card != kNoCard && board.hash() == lv.hash_before;  // a card that changes nothing repeats nothing
  if (whole && !may_stay && repeats(board.hash(), lv.seat, before_last)) {
    PointSet points;
    for (const Stone& s : unit.place) points.insert(s.point);
    for (const Stone& s : unit.recolour) points.insert(s.point);
    for (Point p : unit.remove) points.insert(p);
    board = *kept_board_;
    lv.effects.resize(noted);
    return illegal(Verdict::no(rules_.rules.ko == KoRule::simple ? Reason::ko : Reason::superko, points));
  }
  if (lv.card != kNoCard && rules_.rules.ko_cards == KoCards::none) board.set_ko(kNoPoint);
  position_->ko_by = lv.seat;
  note_effects(lv, unit, lv.result);
  return Step::done;
}

void Run::keep_board() {
  if (kept_board_) *kept_board_ = position_->board;
  else kept_board_ = std::make_unique<Board>(position_->board);
}

Step Run::apply_one_by_one(Level& lv) {
  change();
  const Board saved = position_->board;
  std::size_t effects = lv.effects.size();
  Unit rest = lv.unit, one;
  rest.place.clear();
  Step s = rest.empty() ? Step::done : apply(lv, rest);
  for (const Stone& stone : lv.unit.place) {
    if (s != Step::done) break;
    one.clear();
    one.place.push_back(stone);
    s = apply(lv, one);
  }
  if (s != Step::done) {
    position_->board = saved;
    lv.effects.resize(effects);
  }
  return s;
}

void Run::note_effects(Level& lv, const Unit& unit, const UnitResult& result) {
  auto stays = [&](Point p) { return !result.skipped.contains(p); };
  for (const Stone& s : unit.recolour)
    if (stays(s.point)) lv.effects.push_back({s.point, recoloured(s.colour)});
  for (const Stone& s : unit.place)
    if (stays(s.point)) lv.effects.push_back({s.point, placed(s.colour)});
  for (Colour c : {Colour::black, Colour::white}) {
    std::size_t before = lv.effects.size();
    result.captured[index(c)].for_each([&](Point p) { lv.effects.push_back({p, captured(c)}); });
    position_->taken[index(seat_of(opposite(c)))] += static_cast<int>(lv.effects.size() - before);
  }
}

// Whether superko has a new board to remember: for the situational rule, a pass makes one, too.
bool Run::remembers(std::uint8_t flags) const {
  return rules_.rules.ko == KoRule::situational || (rules_.rules.ko == KoRule::positional && (flags & Move::kChanged));
}

void Run::record(const Level& lv, std::uint8_t flags) {
  Position& pos = *position_;
  if (pos.board.hash() != lv.hash_before) flags |= Move::kChanged;
  if (lv.moment == Moment::answer) flags |= Move::kAnswer;
  if (lv.moment == Moment::before) flags |= Move::kAnnounced;
  CardId under = kNoCard;
  for (int d = 0; d < depth_ - 1; ++d)
    if (levels_[d].moment == Moment::before) under = levels_[d].card;
  pos.moves.push_back({lv.seat, flags, lv.card, pos.turn, static_cast<std::uint16_t>(group_depth_ ? group_ : 0), under, lv.ko_before,
                       lv.ko_by_before, static_cast<std::uint32_t>(pos.effects.size()), static_cast<std::uint16_t>(lv.effects.size()),
                       lv.hash_before});
  pos.effects.insert(pos.effects.end(), lv.effects.begin(), lv.effects.end());
  bool lost = lv.card == kNoCard && (flags & Move::kSkip);  // a turn sat out is no move elsewhere: the ko stays
  if (lv.effects.empty() && !lost) pos.board.set_ko(kNoPoint);
  if (remembers(flags)) pos.seen.push_back(situation(rules_.rules.ko, pos.board.hash(), lv.seat));
  bool counts = flags & Move::kPass || (flags & Move::kSkip && rules_.rules.forced_passes == ForcedPasses::counted);
  pos.passes = counts ? pos.passes + 1 : 0;
  if (counts && rules_.rules.passes_to_end > 0 && pos.passes >= rules_.rules.passes_to_end) pos.ending = Ending::passes;
}

// --- answering cards ------------------------------------------------------------------------------------------------------

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

Step Run::end_group(Seat seat) {
  if (--group_depth_ > 0 || group_ > position_->moves.size()) return step_;
  return window(seat);
}

// Takes the effects of a move back, last first, and appends what that did, in order, to `inverse`.
void Run::revert(const Move& m, std::vector<PointEffect>& inverse) {
  Position& pos = *position_;
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
        if (e == captured(c)) --pos.taken[index(seat_of(opposite(c)))];
    }
  }
  if (remembers(m.flags) && !pos.seen.empty()) pos.seen.pop_back();
  pos.board.set_ko(m.ko_before);
  pos.ko_by = m.ko_by_before;
}

bool Run::cancel(int move) {
  Position& pos = *position_;
  int first = move, last = static_cast<int>(pos.moves.size()) - 1;
  if (move < 0 || move > last || pos.moves[move].has(Move::kCancelled)) return false;
  auto grouped = [&](int i) { return i == move || (pos.moves[move].group != 0 && pos.moves[i].group == pos.moves[move].group && pos.moves[i].turn == pos.moves[move].turn); };
  for (int i = move + 1; i <= last; ++i)
    if (!grouped(i) && pos.moves[i].has(Move::kChanged) && !pos.moves[i].has(Move::kCancelled)) return false;
  while (first > 0 && grouped(first - 1)) --first;
  change();
  Level& lv = level();
  for (int i = last; i >= first; --i) {
    if (!grouped(i)) continue;
    if (!pos.moves[i].has(Move::kCancelled)) revert(pos.moves[i], lv.effects);
    pos.moves[i].flags |= Move::kCancelled;
  }
  return true;
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

Step Run::window(Seat mover) {
  if (group_depth_ > 0 || position_->over() || !watched(mover)) return step_;
  Seat seat = other(mover);
  std::size_t last_move = position_->moves.size() - 1;
  while (!stopped() && !position_->moves[last_move].has(Move::kCancelled)) {
    collect_offers(seat, Moment::answer, static_cast<int>(last_move));
    if (stopped() || question_.cards.empty()) break;
    std::vector<CardId> offered = question_.cards;
    Level& lv = push(seat, kNoCard, Moment::answer);
    bool taken = false;
    Step s = attempt(lv, [&]() -> Step {
      const auto* a = offer(seat, offered);
      if (!a) return step_;
      taken = (*a)[0] != 0;
      if (!taken) return Step::done;
      lv.card = offered[(*a)[0] - 1];
      put_away(seat, lv.card, owner_of(seat), Zone::play);
      Step t = scripts_.card(*this, Moment::answer, seat, lv.card, static_cast<int>(last_move));
      return t == Step::done ? settle(true) : t;
    });
    if (s != Step::done) return s;
    if (taken) {
      if (position_->cards.holds(owner_of(seat), Zone::play, lv.card)) put_away(seat, lv.card, owner_of(seat), Zone::discard);
      record(lv, 0);
    }
    pop();
    if (!taken) break;
    if (Step c = window(seat); c != Step::done) return c;
  }
  return step_;
}

const std::vector<std::uint16_t>* Run::offer(Seat seat, std::span<const CardId> cards) {
  if (stopped()) return nullptr;
  prepare(Ask::offer, seat).cards.assign(cards.begin(), cards.end());
  return ask();
}

Step Run::offer_before(Seat seat, bool& taken) {
  taken = false;
  if (stopped()) return step_;
  collect_offers(seat, Moment::before, -1);
  if (stopped() || question_.cards.empty()) return step_;
  std::vector<CardId> offered = question_.cards;
  Level& lv = push(seat, kNoCard, Moment::before);
  Step s = attempt(lv, [&]() -> Step {
    const auto* a = offer(seat, offered);
    if (!a) return step_;
    taken = (*a)[0] != 0;
    if (!taken) return Step::done;
    lv.card = offered[(*a)[0] - 1];
    put_away(seat, lv.card, owner_of(seat), Zone::play);
    Step t = scripts_.card(*this, Moment::before, seat, lv.card, -1);
    return t == Step::done ? settle(true) : t;
  });
  if (s != Step::done) return s;
  if (taken && position_->cards.holds(owner_of(seat), Zone::play, lv.card)) put_away(seat, lv.card, owner_of(seat), Zone::discard);
  if (taken && !lv.nested) record(lv, 0);
  pop();
  return Step::done;
}

// --- cards ----------------------------------------------------------------------------------------------------------------

CardId Run::draw(Seat seat, Owner pile, bool open_card) {
  if (stopped() || position_->cards.size(pile, Zone::deck) == 0) return kNoCard;
  change();
  CardId c = position_->cards.take_top(pile, Zone::deck);
  position_->cards.put(owner_of(seat), open_card ? Zone::play : Zone::hand, c);
  if (open_card) show(seat, c);
  return c;
}

void Run::show(Seat seat, CardId card) {
  if (cursor_ >= log_->size()) {
    log_->push_shown(seat, card);
  } else {
    const LogItem& item = (*log_)[cursor_];
    if (item.kind != LogItem::shown || log_->numbers(item)[0] != card) step_ = Step::mismatch;
  }
  ++cursor_;
}

void Run::put_away(Seat seat, CardId card, Owner owner, Zone to) {
  change();
  Cards& cards = position_->cards;
  for (Zone z : {Zone::play, Zone::hand, Zone::aside, Zone::shown, Zone::discard})
    if (cards.take(owner_of(seat), z, card)) return cards.put(owner, to, card);
  if (cards.take(Owner::common, Zone::discard, card)) cards.put(owner, to, card);
}

Step Run::shuffle(Owner owner, Zone from) {
  if (stopped()) return step_;
  if (position_->cards.size(owner, from) == 0) {
    change();
    ++position_->shuffles[static_cast<int>(owner)];
    return Step::done;
  }
  auto pile = position_->cards.in(owner, from);
  prepare(Ask::chance, position_->to_move).cards.assign(pile.begin(), pile.end());
  const auto* a = ask();
  if (!a) return step_;
  change();
  position_->cards.assign(owner, from, {});
  position_->cards.assign(owner, Zone::deck, *a);
  ++position_->shuffles[static_cast<int>(owner)];
  return Step::done;
}

void Run::skip() {
  if (stopped()) return;
  if (depth_ > 0) {
    level().skipped = true;
    return;
  }
  Level& lv = push(position_->to_move, kNoCard, Moment::play);
  record(lv, Move::kSkip);
  pop();
}

// --- the gate ---------------------------------------------------------------------------------------------------------------

void Run::draw_chance(const Question& q) {
  Random random(key_.seed, key_.game, position_->chance);
  answer_.assign(q.cards.begin(), q.cards.end());
  for (std::size_t i = answer_.size(); i > 1; --i) std::swap(answer_[i - 1], answer_[random.below(static_cast<std::uint32_t>(i))]);
  change();
  position_->chance = random.counter();
}

// An order that was written down counts as drawn, so that what is drawn later is the same.
void Run::spend_chance(const Question& q) {
  change();
  position_->chance += q.cards.empty() ? 0 : q.cards.size() - 1;
}

// A choice is recorded with its label, so that it is found again when a script lists its labels in another order.
void Run::find_label(const Question& q, std::span<const std::uint16_t> recorded) {
  answer_.assign(1, static_cast<std::uint16_t>(q.labels.size()));
  std::string label = unpack_label(recorded);
  for (std::size_t i = 0; i < q.labels.size(); ++i)
    if (q.labels[i] == label) answer_[0] = static_cast<std::uint16_t>(i);
}

void Run::find_card(const Question& q, std::span<const std::uint16_t> recorded) {
  answer_.assign(1, 0);
  if (recorded.size() < 2) return;
  auto it = std::find(q.cards.begin(), q.cards.end(), recorded[1]);
  answer_[0] = static_cast<std::uint16_t>(it - q.cards.begin() + 1);  // one too many when it is not offered: refused
}

Question& Run::prepare(Ask kind, Seat seat) {
  Question& q = question_;
  q.kind = kind;
  q.seat = seat;
  q.ordered = q.may_pass = false;
  q.card = kNoCard;
  q.site_file = q.site_line = 0;
  q.labels.clear();
  q.purpose.clear();
  return q;
}

const std::vector<std::uint16_t>* Run::ask() {
  if (stopped()) return nullptr;
  Question& q = question_;
  int who = q.kind == Ask::chance ? 2 : index(q.seat);
  if (cursor_ < log_->size()) {
    const LogItem& item = (*log_)[cursor_];
    auto numbers = log_->numbers(item);
    if (item.ask == Ask::choice) find_label(q, numbers);
    else if (item.ask == Ask::offer) find_card(q, numbers);
    else answer_.assign(numbers.begin(), numbers.end());
    bool fits = item.kind == LogItem::answer && item.ask == q.kind && item.who == who;
    if (!fits) return step_ = Step::mismatch, nullptr;
    if (Verdict v = judge(q, answer_); !v) return illegal(std::move(v)), nullptr;
    if (item.ask == Ask::chance) spend_chance(q);
    ++cursor_;
    return &answer_;
  }
  if (q.kind == Ask::chance) {
    if (players_[2] && players_[2]->answer(q, *this, answer_)) spend_chance(q);
    else draw_chance(q);
    if (Verdict v = judge(q, answer_); !v) return illegal(std::move(v)), nullptr;
  } else {
    Player* player = players_[index(q.seat)];
    if (!player || !player->answer(q, *this, answer_)) {
      if (q.kind == Ask::placement && answer_count(q) == 0) return fail_unplayable("no placement on empty points"), nullptr;
      return step_ = Step::asks, nullptr;
    }
    if (Verdict v = judge(q, answer_); !v) return illegal(std::move(v)), nullptr;
  }
  log_->push_answer(q, answer_);
  cursor_ = log_->size();
  return &answer_;
}

// --- why it stopped -----------------------------------------------------------------------------------------------------------

Step Run::illegal(Verdict v) {
  verdict_ = std::move(v);
  return step_ = Step::illegal;
}

Step Run::refuse(std::string why) { return illegal(Verdict::no(Reason::refused, {}, std::move(why))); }

Step Run::fail_unplayable(std::string why) {
  verdict_ = Verdict::no(Reason::unplayable, {}, std::move(why));
  return step_ = Step::unplayable;
}

Step Run::fail(Fault f) {
  fault_ = std::move(f);
  return step_ = Step::fault;
}

bool Run::playable(Seat seat, CardId card, int times) {
  if (probe_depth_ >= kProbeDepth) return true;
  const CardInfo& info = rules_.cards[card];
  Board& board = position_->board;
  if (times == 1 && !info.shape.empty() && rules_.rules.placement == PlacementRule::together && rules_.rules.ko != KoRule::positional &&
      rules_.rules.ko != KoRule::situational && rules_.rules.ko_cards != KoCards::all && info.shape.front().offsets.size() > 1) {
    return find_placement(board, info.shape, colour_of(seat), {rules_.rules.suicide, rules_.rules.captures, OnSuicide::refuse});
  }
  if (!probe_) {
    probe_ = std::make_unique<Run>(rules_, scripts_, key_);
    probe_->probe_depth_ = probe_depth_ + 1;
    probe_log_ = std::make_unique<Log>();
  }
  auto works = [&](Player& player) {
    if (probe_position_) *probe_position_ = *position_;
    else probe_position_ = std::make_unique<Position>(*position_);
    probe_log_->clear();
    Step s = probe_->try_play(*probe_position_, *probe_log_, seat, card, times, player);
    return s != Step::illegal && s != Step::unplayable;  // a fault must show itself in the real run
  };
  RandomPlayer random(0, 0, true);
  for (int n = 0; n < kRandomProbes; ++n)
    if (works(random)) return true;
  Enumerator answers;
  for (int n = 0; n < kProbes; ++n) {
    answers.begin();
    if (works(answers)) return true;
    if (!answers.advance()) return false;
  }
  return true;
}

Step Run::try_play(Position& position, Log& log, Seat seat, CardId card, int times, Player& player) {
  position_ = &position;
  log_ = &log;
  cursor_ = 0;
  players_ = {&player, &player, nullptr};
  step_ = Step::done;
  depth_ = group_depth_ = entries_ = 0;
  Level& lv = push(seat, card, Moment::play);
  return carry_out(lv, times);
}

}  // namespace gofuda
