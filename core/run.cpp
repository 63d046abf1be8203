// The turn, its levels, and what is put back when a play is tried again.
#include "core/run.hpp"

#include <algorithm>
#include <utility>

#include "core/on_exit.hpp"
#include "core/probe.hpp"

namespace gofuda {

Run::Run(const Ruleset& rules, Scripts& scripts, ChanceKey key)
    : rules_(rules), scripts_(scripts), key_(key), landing_(rules) {}
Run::~Run() = default;

// --- the turn

Status Run::turn(Position& position, Log& log, std::size_t cursor, Players players) {
  position_ = &position;
  ++changes_;
  log_ = &log;
  cursor_ = first_item_ = cursor;
  players_ = players;
  begin();
  if (position.turn >= kMostInAGame || position.moves.size() > kMostInAGame ||
      position.card_events.size() > kMostInAGame)
    return fail({"",
                 "more than " + std::to_string(kMostInAGame) + " turns, moves, or cards drawn and played, in one game",
                 0, "limit"});
  if (log.bytes() > kMostBytes)
    return fail(
        {"", "more than " + std::to_string(kMostBytes >> 20) + " MiB of answers, and of what chance drew, in one game",
         0, "limit"});
  const Seat seat = turn_of_ = position.to_move;
  if (position.marking) return agree_on_dead();
  if (!position.lasting.empty() && turn_moment(Moment::turn_begins) != Status::done) return status_;
  Status s = position.over() ? Status::done : play_turn(seat);
  if (s == Status::unplayable) s = illegal(std::move(verdict_));
  if (s != Status::done) return s;
  finish_levels(0, 0, 0);
  clear_table();
  const bool effects = !position.lasting.empty() || !happenings_.empty();
  if (effects && close_turn() != Status::done) return status_;
  lift_ko(position, first_move_, seat);
  if (!position.over()) {
    count_unchanged_turn(rules_, position, first_move_);
    end_by_repetition(rules_, position, first_move_, other(seat));
    if (position.over() && position.ending != Ending::no_result && before_counting(false) != Status::done)
      return status_;
  }
  ++position.turn;
  if (!position.bans.empty()) position.end_turn(seat);
  if (!position.over()) position.to_move = other(seat);
  return count_at_end();
}

void Run::look_at(Position& position) {
  position_ = &position;
  ++changes_;
  begin();
}

// A count that fails is a fault of the game, not a result.
Status Run::count_at_end() {
  const Position& p = *position_;
  if (!rules_.counting || !p.counted()) return status_;
  const Counting::Counted counted = rules_.counting->count(p, p.dead);
  return counted.problem.empty() ? status_ : fail({counted.file, counted.problem, counted.line, counted.code});
}

Status Run::play_turn(Seat seat) {
  if (position_->lost_turns[static_cast<std::size_t>(index(seat))] > 0) return lost_turn(seat);
  if (rules_.plain) return stone(seat);
  script_ = {ScriptRole::turn, kNoCard, Moment::play};
  const Status s = scripts_.turn(*this);
  script_ = {};
  return s;
}

void Run::begin() {
  status_ = Status::done;
  depth_ = group_depth_ = exchange_depth_ = entries_ = 0;
  happenings_.clear();
  next_happening_ = 0;
  counting_ = false;
  searched_ = looked_ = 0;
  effect_work_ = {};
  began_ = scripts_.steps_now();
  set_off_ = 0;
  stand_in_depth_ = {};
  script_ = {};
  secret_ = false;
  secret_labels_.clear();
  is_past_record_ = false;
  turned_up_ = kNoCard;
  turn_questions_ = 0;
  first_move_ = position_->moves.size();
}

Status Run::lost_turn(Seat seat) {
  --position_->lost_turns[static_cast<std::size_t>(index(seat))];
  Level& lv = push(seat, kNoCard, Moment::play);
  record(lv, Move::kSkip);
  pop();
  return status_;
}

// Whose script runs is known anew when it has run. Where it is stopped, and unwinds, whoever catches that has said
// before whose script ran: an object that put it back on the way would make each unwinding longer.
Status Run::part(Seat seat) {
  const ScriptId before = std::exchange(script_, {ScriptRole::part, kNoCard, Moment::play});
  const Status s = scripts_.part(*this, seat);
  script_ = before;
  return s;
}

Status Run::lone_turn(Seat seat) {
  change();
  const OnExit back([this, seat_to_move = position_->to_move] {
    ++changes_;
    position_->to_move = seat_to_move;
  });
  position_->to_move = seat;
  return part(seat);
}

Status Run::run_card(Level& lv, int move) {
  const ScriptId before = std::exchange(script_, {ScriptRole::card, lv.card.id, lv.moment});
  const Status s = scripts_.card(*this, lv.moment, lv.seat, lv.card, move);
  script_ = before;
  return s;
}

Status Run::agree_on_dead() {
  PointSet first, second;
  if (!ask_dead(position_->to_move, first)) return status_;
  position_->dead = first;
  if (!ask_dead(other(position_->to_move), second)) return status_;
  settle_dead(*position_, first, second);
  return count_at_end();
}

bool Run::ask_dead(Seat seat, PointSet& dead) {
  const Board& board = position_->board;
  Question& q = prepare(QuestionKind::dead, seat);
  q.from = board.stones();
  q.least = 0;
  q.most = q.from.count();
  const auto* a = ask();
  if (!a) return false;
  dead.clear();
  for (Point p : a->points())
    if (!dead.contains(p)) dead |= board.chain(p);
  return true;
}

// --- levels

bool Run::lies_aside(const Level& lv) const {
  return lv.card && position_->cards.holds(owner_of(lv.seat), Zone::aside, lv.card);
}

bool Run::has_room() {
  if (depth_ + 1 < kMaxDepth) return true;
  fail({"", "cards play and answer one another more than " + std::to_string(kMaxDepth) + " deep", 0, "recursion"});
  return false;
}

Run::Level& Run::push(Seat seat, Card card, Moment moment) {
  act();
  if (depth_ > 0) level().nested = true;
  ++depth_;
  Level& lv = level();
  lv.seat = seat;
  lv.card = card;
  lv.moment = moment;
  lv.has_before = lv.retry = false;
  lv.exchange_depth = exchange_depth_;
  lv.start = cursor_;
  lv.mark = log_->size();
  lv.first_move = position_->moves.size();
  lv.times = 1;
  lv.hash_before = position_->board.hash();
  lv.searched = searched_;
  lv.was_aside = lies_aside(lv);
  lv.looked_into = lv.proved = lv.hard = lv.claimed = lv.refuted = lv.way_known = lv.acted = lv.fruitless =
      lv.drawn_in_vain = lv.found_idle = lv.laid = false;
  lv.about.what = Moment::play;
  lv.happened = happenings_.size();
  lv.secret_labels = secret_labels_.size();
  begin(lv);
  return lv;
}

// What its body finds each time that it is run.
void Run::begin(Level& lv) const {
  lv.unit.clear();
  lv.on_suicide = OnSuicide::refuse;
  lv.free_repeat = lv.no_repeat = lv.one_by_itself = false;
  lv.skipped = lv.nested = false;
  lv.questions = 0;
  lv.forget();
  note_stones(lv);
}

// What taking it back brings back, beside the board.
void Run::note_stones(Level& lv) const {
  lv.ko_before = position_->ko();
  lv.prisoners_before = position_->prisoners;
  lv.set_before = position_->set;
}

void Run::change_below(int depth) {
  ++changes_;
  for (int d = depth - 1; d >= 0; --d) {
    Level& lv = levels_[static_cast<std::size_t>(d)];
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
  ++changes_;
  if (lv.has_before) *position_ = *lv.before;
  lv.has_before = lv.acted = lv.laid = false;
  happenings_.resize(lv.happened);
  secret_labels_.resize(std::min(secret_labels_.size(), lv.secret_labels));
  begin(lv);
  secret_ = false;
  searched_ = lv.searched;  // a record does not have what is refused: who reads it does not look for that
  depth_ = lv.depth;
  group_depth_ = lv.group_depth;
  exchange_depth_ = lv.exchange_depth;
  scripts_.spend(kTrySteps);
  if (probing())
    scripts_.give_back(lv.account.budget.left);
  else
    scripts_.run_again(lv.account.budget);
  count_in_vain(lv.account);
}

// What effects have done since that account.
void Run::count_in_vain(const Account& before) {
  if (!in_trigger() || probing()) return;
  effect_work_ = before.effects;
  effect_work_.vain += scripts_.steps_now() - before.steps;
}

void Run::forget_answers(Level& lv) {
  log_->resize(lv.mark);
  tell_again(lv);
}

// What has been recorded since the level began is told again.
void Run::tell_again(Level& lv) {
  cursor_ = lv.start;
  status_ = Status::done;
  entries_ = lv.entries;
}

// What the log has of a try that is refused.
void Run::note_vain_try(Level& lv) const {
  lv.fruitless |= log_->size() > lv.mark;
  for (std::size_t i = lv.mark; i < log_->size() && !(*log_)[i].by_player(); ++i)
    lv.drawn_in_vain |= (*log_)[i].kind == LogItem::answer;
}

bool Run::answered_since(std::size_t mark) const {
  for (std::size_t i = mark; i < cursor_; ++i)
    if ((*log_)[i].by_player()) return true;
  return false;
}

bool Run::tries_again(Seat seat) const {
  const Player* player = on_the_spot(seat);
  return player && player->tries_again() && !goes_through_outer(seat);
}

// Does somebody go through the answers of a play around this one? That play alone is tried again, then.
bool Run::goes_through_outer(Seat seat) const {
  const int depth = stand_in_depth_[static_cast<std::size_t>(index(seat))];
  return depth > 0 && depth_ > depth;
}

bool Run::attempt_playable() {
  look_into(level());
  return !level().proved;
}

// Can it be played at all?
void Run::look_into(Level& lv) {
  lv.looked = looked_;
  const std::optional<bool> known = must_take_effect(lv) ? known_way(lv) : std::nullopt;
  lv.looked_into = true;
  lv.proved = known == false;
  lv.way_known = known == true;
  lv.hard = found_hard_;
}

// The turn has gone on for long. Whether the card can be played is asked at least once: who reads the game asks it,
// too.
bool Run::has_tried_enough(Level& lv) {
  if (scripts_.steps_now() - began_ <= kMostWork * scripts_.most_searched() || !must_take_effect(lv)) return false;
  if (!lv.looked_into) attempt_playable();
  return true;
}

std::uint64_t Run::attempt_situation() const { return Random(key_.seed, key_.game, position_->hash()).next(); }

void Run::dismiss_stand_in(std::size_t side, Player* owner) {
  if (players_[side] != owner) stand_in_depth_[side] = 0;
  players_[side] = owner;
}

Status Run::give_up(Level& lv) {
  lv.claimed = !lv.proved;
  cursor_ = lv.mark;  // it has been told all that was recorded
  return fail_unplayable("");
}

void Run::begin_attempts(Level& lv, Seat seat) {
  lv.retry = tries_again(seat) || claim_ || fails_alone() || is_trigger(lv.moment);
  lv.depth = depth_;
  lv.group_depth = group_depth_;
  lv.entries = entries_;
  lv.account = account();
  if (lv.looked_into) return;  // and tells again what has been counted
  lv.begun = scripts_.steps_now();
}

// Runs the body of a level. What the answers of a player that answers at once have led to is put back where it is
// refused, and run again as often as the player wishes.
Status Run::attempt_body(Level& lv, void* body, Status (*run)(void*)) {
  const Seat seat = who_tries(lv);
  begin_attempts(lv, seat);
  const auto side = static_cast<std::size_t>(index(seat));
  Player*& player = players_[side];
  Player* const owner = player;
  const auto attempts = [&]() -> std::optional<Status> {
    const bool stand_in = player != owner;
    if (stand_in) {  // it may give up what is legal, too
      lv.retry = true;
      change();
    }
    const Status s = run(body);
    const bool refused = s == Status::illegal || s == Status::unplayable;
    if (!refused && (s != Status::done || !stand_in)) {
      lv.retry = false;  // it stands: nothing more has to be kept for another try
      return s;
    }
    // Who does not try again has answered: that is refused, and not the card.
    const bool again = player && lv.retry && (stand_in || player->tries_again()) && answered_since(lv.mark);
    if (refused) {
      note_vain_try(lv);
      put_back(lv);
    }
    if (refused && (!again || goes_through_outer(seat) || scripts_.steps_now() > search_end_)) return s;
    if (refused) forget_answers(lv);
    Attempt seen(*this, lv.tries, !refused);
    const Player::Next next = refused && has_tried_enough(lv) ? Player::Next::give_up : player->after(seen);
    if (next == Player::Next::keep) {
      lv.retry = false;
      return refused ? status_ = s : s;
    }
    if (!refused) {
      put_back(lv);
      forget_answers(lv);
    }
    if (next == Player::Next::give_up) {
      dismiss_stand_in(side, owner);
      if (!take_known_way(lv)) return give_up(lv);
      lv.tries = 0;
      return std::nullopt;
    }
    if (seen.next_) {
      player = seen.next_;
      stand_in_depth_[side] = lv.depth;
    }
    return std::nullopt;
  };
  std::optional<Status> s;
  for (lv.tries = 1; !s; ++lv.tries) s = attempts();
  dismiss_stand_in(side, owner);  // whoever sat there in the end
  return *s;
}

// --- what a play leaves behind

// On the pile that its owner's cards come from.
void Run::discard_played(const Level& lv) {
  if (lv.card && position_->cards.holds(owner_of(lv.seat), Zone::play, lv.card))
    put_away(lv.seat, lv.card, rules_.pile_owner(lv.seat), Zone::discard);
}

// What a script has turned up and then left alone is discarded when the turn is over.
void Run::clear_table() {
  ++changes_;
  for (Seat seat : {Seat::black, Seat::white})
    while (position_->cards.size(owner_of(seat), Zone::play) > 0)
      position_->cards.put(rules_.pile_owner(seat), Zone::discard,
                           position_->cards.take_top(owner_of(seat), Zone::play));
}

// The play (or the use of a held card) has taken effect.
void Run::finish_level(Level& lv) {
  discard_played(lv);
  const bool to_record =
      lv.moment == Moment::answer || !lv.nested || !lv.effects.empty() || !lv.tallied.empty() || lv.laid;
  const bool caused = lv.nested && position_->moves.size() > lv.first_move;
  if (lv.card.id != kNoCard && (!to_record || caused)) {
    change_below(depth_ - 1);
    // One with a move of its own after these is told of as what is set off is: the move counts its play.
    const auto kind = to_record || is_trigger(lv.moment) ? CardEvent::set_off : CardEvent::played;
    position_->card_events.push_back({kind, lv.seat, lv.card.id, static_cast<std::uint32_t>(lv.first_move),
                                      static_cast<std::uint32_t>(position_->moves.size())});
  }
  if (to_record) record(lv, lv.moment == Moment::play && lv.skipped ? Move::kSkip : 0);
  pop();
}

// A game that ends inside cards stops their scripts at once, and leaves the levels above the last move open.
void Run::finish_levels(int depth, int group_depth, int exchange_depth) {
  while (depth_ > depth) finish_level(level());
  group_depth_ = group_depth;
  exchange_depth_ = exchange_depth;
}

void Run::record(Level& lv, std::uint16_t flags) {
  change_below(depth_ - 1);  // so that a try that is refused later leaves nothing behind
  Position& pos = *position_;
  const std::uint8_t passes = exchange_depth_ > 0 ? std::uint8_t{0} : passes_with(pos, lv.seat);
  if (pos.board.hash() != lv.hash_before) flags |= Move::kChanged;
  if (lv.moment == Moment::play && !lv.was_aside && lies_aside(lv)) flags |= Move::kLaidAside;
  if (lv.moment == Moment::answer) flags |= Move::kAnswer;
  if (lv.moment == Moment::before) flags |= Move::kAnnounced;
  if (within_trigger()) flags |= Move::kTriggered;
  const Level* const before = find_level([](const Level& l) { return l.moment == Moment::before; }, depth_ - 1);
  if (lv.effects.empty() && pos.moves.size() > lv.first_move) note_stones(lv);
  const auto within = lv.effects.empty() ? 0 : pos.moves.size() - lv.first_change;
  pos.moves.push_back({lv.seat, flags, lv.card.id, pos.turn, static_cast<std::uint16_t>(group_depth_ ? group_ : 0),
                       before ? before->card.id : kNoCard, lv.ko_before.point, lv.ko_before.by,
                       static_cast<std::uint32_t>(pos.effects.size()), static_cast<std::uint16_t>(lv.effects.size()),
                       lv.undoing, lv.hash_before, lv.prisoners_before, lv.set_before, lv.card.copy,
                       lv.remembered.value_or(pos.seen.next()), static_cast<std::uint16_t>(within)});
  for (std::uint32_t i : lv.undid) pos.undoings.push_back({i, static_cast<std::uint32_t>(pos.moves.size() - 1)});
  pos.effects.insert(pos.effects.end(), lv.effects.begin(), lv.effects.end());
  for (TallyChange c : lv.tallied) {
    c.move = static_cast<std::uint32_t>(pos.moves.size() - 1);
    pos.changes.push_back(c);
  }
  if (remembers(rules_, flags)) pos.seen.push(History::situation(rules_.rules.ko, pos.board.hash(), lv.seat));
  if (pos.moves.size() - first_move_ > kMostMoves) fail_endless();
  count_pass(rules_, pos, passes);
  if (lv.laid || !pos.lasting.empty() || !pos.ended.empty()) heed(lv);
}

void Run::fail_endless() {
  const Level& first = levels_[0];
  Fault f = in_trigger() ? scripts_.place(first.moment, first.card) : Fault{};
  const std::string who = in_trigger() ? rules_.cards[first.card.id].name : "an exchange or an answer";
  f.message = "this turn has made " + std::to_string(kMostMoves) + " moves; " + who + " goes on without end";
  f.code = "limit";
  fail(std::move(f));
}

void Run::skip() {
  if (stopped()) return;
  act();
  if (depth_ > 0) {
    level().skipped = true;
    return;
  }
  Level& lv = push(position_->to_move, kNoCard, Moment::play);
  record(lv, Move::kSkip);
  pop();
}

void Run::miss_turn(Seat seat) {
  change();
  act();
  ++position_->lost_turns[static_cast<std::size_t>(index(seat))];
}

void Run::restrict_stone(Seat seat, const PointSet& points, bool must) {
  change();
  act();
  position_->restricted_to[static_cast<std::size_t>(index(seat))] = points;
  position_->must_set[static_cast<std::size_t>(index(seat))] = must;
}

void Run::forbid(Seat seat, const PointSet& points, int turns) {
  change();
  act();
  position_->forbid(seat, points, static_cast<std::uint16_t>(turns + (seat == turn_of_ ? 1 : 0)));
}

// --- why it stopped

const LogItem* Run::recorded() const { return cursor_ < log_->size() ? &(*log_)[cursor_] : nullptr; }

Status Run::illegal(Verdict v) {
  verdict_ = std::move(v);
  return status_ = Status::illegal;
}

void Run::remark(CardId card, Reason reason, const std::string& why) {
  if (remarked() && !why.empty()) scripts_.remark(*this, card, reason, why);
}

Status Run::refuse(std::string why) { return illegal(Verdict::no(Reason::refused, {}, std::move(why))); }

Status Run::fail_unplayable(std::string why) {
  verdict_ = Verdict::no(Reason::unplayable, {}, std::move(why));
  return status_ = Status::unplayable;
}

Status Run::fail(Fault f) {
  fault_ = std::move(f);
  return status_ = Status::fault;
}

void Run::locate_fault(std::string file, int line) {
  fault_.file = std::move(file);
  fault_.line = line;
  fault_.column = 0;
}

}  // namespace gofuda
