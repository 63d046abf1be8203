// What scripts and plays ask for: cards, answers, chance, and whether a card can take effect at all.
#include <algorithm>

#include "core/probe.hpp"
#include "core/run.hpp"

namespace gofuda {

// --- cards
// ----------------------------------------------------------------------------------------------------------------

CardId Run::draw(Seat seat, Owner pile, bool open_card) {
  if (stopped() || position_->cards.size(pile, Zone::deck) == 0) return kNoCard;
  change();
  CardId c = position_->cards.take_top(pile, Zone::deck);
  position_->cards.put(owner_of(seat), open_card ? Zone::play : Zone::hand, c);
  position_->card_events.push_back({CardEvent::drawn, seat, c});
  if (open_card) show(seat, c);
  return c;
}

// Has the log just said that the seat takes this card?
bool Run::just_taken(Seat seat, CardId card) const {
  if (cursor_ == 0) return false;
  const LogItem& last = (*log_)[cursor_ - 1];
  auto numbers = log_->numbers(last);
  return last.kind == LogItem::answer && last.ask == QuestionKind::offer && last.who == index(seat) &&
         numbers.size() == 2 && numbers[1] == card;
}

void Run::show(Seat seat, CardId card) {
  if (cursor_ >= log_->size()) {
    log_->push_shown(seat, card);
  } else {
    const LogItem& item = (*log_)[cursor_];
    if (item.kind != LogItem::shown || log_->numbers(item)[0] != card) status_ = Status::mismatch;
  }
  ++cursor_;
}

// From where the seat holds it to the table; nothing when it lies there already, and not for a play in progress.
void Run::take_up(Seat seat, CardId card, std::optional<Zone> picked_from) {
  auto table = position_->cards.in(owner_of(seat), Zone::play);
  auto there = std::count(table.begin(), table.end(), card);
  for (int d = 0; d < depth_; ++d) there -= levels_[d].seat == seat && levels_[d].card == card;
  if (there <= 0) move_from_hold(seat, card, picked_from);
}

// What lies aside may have a note under it, so it goes before a copy in the hand.
void Run::move_from_hold(Seat seat, CardId card, std::optional<Zone> picked_from) {
  change();
  for (Zone z : {picked_from.value_or(Zone::shown), Zone::shown, Zone::aside, Zone::hand})
    if (z != Zone::deck && position_->cards.take(owner_of(seat), z, card))
      return position_->cards.put(owner_of(seat), Zone::play, card);
}

void Run::reveal(Seat seat, CardId card, std::optional<Zone> picked_from) {
  if (stopped() || position_->cards.holds(owner_of(seat), Zone::play, card)) return;
  move_from_hold(seat, card, picked_from);
  if (!just_taken(seat, card)) show(seat, card);
}

Status Run::declare(Seat seat, CardId card, bool& stands, std::optional<Zone> picked_from) {
  stands = false;
  reveal(seat, card, picked_from);
  if (stopped() || position_->over() || !has_room()) return status_;
  std::size_t number = position_->moves.size();
  Level& lv = push(seat, card, Moment::play);
  record(lv, Move::kDeclared);
  pop();
  if (Status s = response_window(seat); s != Status::done) return s;
  stands = !position_->moves[number].has(Move::kCancelled);
  judge_end(seat, number, kNoPoint);
  return status_;
}

bool Run::put_away(Seat seat, CardId card, Owner owner, Zone to, std::optional<Zone> picked_from) {
  change();
  Cards& cards = position_->cards;
  auto move = [&](Owner from, Zone z) {
    if ((owner == from && z == to) || !cards.take(from, z, card)) return false;
    cards.put(owner, to, card);
    if (to == Zone::deck) position_->card_events.push_back({CardEvent::returned, seat, card});
    return true;
  };
  const Owner own = owner_of(seat);
  if (picked_from && (move(own, *picked_from) || move(Owner::common, *picked_from))) return true;
  for (Zone z : {Zone::play, Zone::hand, Zone::aside, Zone::shown, Zone::discard})
    if (move(own, z)) return true;
  return move(Owner::common, Zone::discard) || cards.holds(owner, to, card);
}

Status Run::shuffle(Owner owner, Zone from) {
  if (stopped()) return status_;
  if (position_->cards.size(owner, from) == 0) {
    change();
    ++position_->shuffles[static_cast<int>(owner)];
    return Status::done;
  }
  auto pile = position_->cards.in(owner, from);
  prepare(QuestionKind::chance, position_->to_move).cards.assign(pile.begin(), pile.end());
  const auto* a = ask();
  if (!a) return status_;
  change();
  position_->cards.assign(owner, from, {});
  position_->cards.assign(owner, Zone::deck, *a);
  ++position_->shuffles[static_cast<int>(owner)];
  return Status::done;
}

const std::vector<std::uint16_t>* Run::toss(std::vector<std::string> labels) {
  if (stopped()) return nullptr;
  Question& q = prepare(QuestionKind::toss, position_->to_move);
  q.labels = std::move(labels);
  q.cards.clear();
  return ask();
}

const std::vector<std::uint16_t>* Run::lot(int n, const PointSet& from) {
  if (stopped()) return nullptr;
  if (from.count() < n) {
    fail_unplayable("there are " + std::to_string(from.count()) + " points to draw from, not " + std::to_string(n));
    return nullptr;
  }
  Question& q = prepare(QuestionKind::lot, position_->to_move);
  q.from = from;
  q.least = q.most = n;
  q.cards.clear();
  return ask();
}

void Run::restrict_stone(Seat seat, const PointSet& points, bool must) {
  change();
  position_->restricted_to[index(seat)] = points;
  position_->must_set[index(seat)] = must;
}

// --- what is written down in secret
// --------------------------------------------------------------------------------------------

void Run::note(Note n) {
  erase_note(n.seat, n.card);
  position_->notes.push_back(std::move(n));
}

bool Run::open_note(Seat seat, CardId card) {
  change();
  for (Note& n : position_->notes)
    if (n.seat == seat && n.card == card) return n.open = true;
  return false;
}

void Run::erase_note(Seat seat, CardId card) {
  change();
  std::erase_if(position_->notes, [&](const Note& n) { return n.seat == seat && n.card == card; });
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

// --- the gate
// ---------------------------------------------------------------------------------------------------------------

void Run::draw_chance(const Question& q) {
  Random random(key_.seed, key_.game, position_->chance);
  if (q.kind == QuestionKind::toss) {
    answer_.assign(1, static_cast<std::uint16_t>(random.below(static_cast<std::uint32_t>(q.labels.size()))));
  } else if (q.kind == QuestionKind::lot) {
    answer_.clear();
    draw_points(q.from, q.least, random).for_each([&](Point p) { answer_.push_back(p); });
  } else {
    answer_.assign(q.cards.begin(), q.cards.end());
    gofuda::shuffle(answer_, random);
  }
  change();
  position_->chance = random.counter();
}

// What was written down counts as drawn, so that what is drawn later is the same.
void Run::spend_chance(const Question& q) {
  change();
  if (q.kind == QuestionKind::toss)
    position_->chance += 1;
  else if (q.kind == QuestionKind::lot)
    position_->chance += static_cast<std::uint64_t>(q.least);
  else
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

Question& Run::prepare(QuestionKind kind, Seat seat) {
  Question& q = question_;
  q.kind = kind;
  q.seat = seat;
  q.ordered = q.may_pass = q.restricted = false;
  q.secret = false;
  q.closed.clear();
  q.card = kNoCard;
  q.site_file = q.site_line = 0;
  q.labels.clear();
  q.purpose.clear();
  return q;
}

const std::vector<std::uint16_t>* Run::ask() {
  if (stopped()) return nullptr;
  Question& q = question_;
  int who = by_chance(q.kind) ? 2 : index(q.seat);
  if (cursor_ < log_->size()) {
    const LogItem& item = (*log_)[cursor_];
    auto numbers = log_->numbers(item);
    if (item.ask == QuestionKind::choice || item.ask == QuestionKind::toss)
      find_label(q, numbers);
    else if (item.ask == QuestionKind::offer)
      find_card(q, numbers);
    else
      answer_.assign(numbers.begin(), numbers.end());
    bool fits = item.kind == LogItem::answer && item.ask == q.kind && item.who == who;
    if (!fits) return status_ = Status::mismatch, nullptr;
    if (Verdict v = judge(q, answer_, rules_.grid, position_->board); !v) return illegal(std::move(v)), nullptr;
    if (by_chance(item.ask)) spend_chance(q);
    ++cursor_;
    return &answer_;
  }
  if (by_chance(q.kind)) {
    if (players_[2] && players_[2]->answer(q, Sight(*this, q.seat), answer_))
      spend_chance(q);
    else
      draw_chance(q);
    if (Verdict v = judge(q, answer_, rules_.grid, position_->board); !v) return illegal(std::move(v)), nullptr;
  } else {
    Player* player = players_[index(q.seat)];
    if (!player || !player->answer(q, Sight(*this, q.seat), answer_)) {
      if (q.kind == QuestionKind::placement && answer_count(q) == 0)
        return fail_unplayable("no placement on empty points"), nullptr;
      return status_ = Status::asks, nullptr;
    }
    if (Verdict v = judge(q, answer_, rules_.grid, position_->board); !v) return illegal(std::move(v)), nullptr;
  }
  log_->push_answer(q, answer_);
  cursor_ = log_->size();
  return &answer_;
}

// --- why it stopped
// -----------------------------------------------------------------------------------------------------------

Status Run::illegal(Verdict v) {
  verdict_ = std::move(v);
  return status_ = Status::illegal;
}

void Run::remark(CardId card, std::string why) {
  if (remarked() && !why.empty()) scripts_.remark(*this, card, std::move(why));
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

// Of a shape, without carrying it out; nothing where more than the stones themselves decides.
std::optional<bool> Run::shape_playable(Seat seat, CardId card, int times) const {
  const std::vector<Orientation>& shape = rules_.cards[card].shape;
  const Rules& r = rules_.rules;
  if (times != 1 || shape.empty() || r.stones > 0 || r.ko == KoRule::positional || r.ko == KoRule::situational)
    return std::nullopt;
  const Board& board = position_->board;
  const UnitRules how{r.suicide, r.captures, OnSuicide::refuse};
  const auto stones = static_cast<int>(shape.front().offsets.size());
  if (r.placement == PlacementRule::one_by_one) {
    const bool judged = r.ko == KoRule::simple && position_->ko_by != seat &&
                        (r.ko_cards == KoCards::all || (r.ko_cards == KoCards::single && stones == 1));
    return find_placement_in_order(board, shape, colour_of(seat), how, reachable(stones),
                                   judged ? board.ko() : kNoPoint);
  }
  if (r.ko_cards == KoCards::all || stones == 1) return std::nullopt;
  return find_placement(board, shape, colour_of(seat), how);
}

bool Run::playable(Seat seat, CardId card, int times) {
  if (probe_depth_ >= kProbeDepth) return true;
  if (auto known = shape_playable(seat, card, times)) return *known;
  return some_way({seat, card, times, 1});
}

bool Run::playable_in_turn(Seat seat, CardId card, int plays) {
  return probe_depth_ >= kProbeDepth || some_way({seat, card, 1, plays});
}

bool Run::some_way(const Trial& trial) {
  if (probe_) {
    probe_->key_ = key_;
  } else {
    probe_ = std::make_unique<Run>(rules_, scripts_, key_);
    probe_->probe_depth_ = probe_depth_ + 1;
    probe_log_ = std::make_unique<Log>();
  }
  auto works = [&](Player& player) {
    if (probe_position_)
      *probe_position_ = *position_;
    else
      probe_position_ = std::make_unique<Position>(*position_);
    probe_log_->clear();
    Status s = probe_->try_play(*this, *probe_position_, *probe_log_, trial, player);
    return s != Status::illegal && s != Status::unplayable;  // a fault must show itself in the real run
  };
  return finds_a_way(works, kRandomProbes, kProbes);
}

// In words, for whoever asks why a card that takes no answers did nothing.
std::string Run::why_unplayable(Seat seat, CardId card, int times) {
  if (rules_.cards[card].shape.empty() || times != 1)
    return some_way({seat, card, times, 1}) ? "" : to_string(probe_->verdict_);
  Question q;
  q.kind = QuestionKind::placement;
  q.shape = rules_.cards[card].shape;
  q.from = position_->board.points_of(Colour::empty);
  return answer_count(q) == 0 ? "there is no room for it" : "every way to lay it is suicide or a ko";
}

// As if the run `outer` played it now, within the group or exchange that it is in.
Status Run::try_play(const Run& outer, Position& position, Log& log, const Trial& trial, Player& player) {
  position_ = &position;
  log_ = &log;
  cursor_ = 0;
  players_ = {&player, &player, nullptr};
  begin();
  group_depth_ = outer.group_depth_;
  group_ = outer.group_;
  exchange_depth_ = outer.exchange_depth_;
  Status s = Status::done;
  for (int n = 0; n < trial.plays && s == Status::done; ++n) {
    Level& lv = push(trial.seat, trial.card, Moment::play);
    s = carry_out(lv, trial.times);
    if (s == Status::done && n + 1 < trial.plays) finish_level(lv);
  }
  return s;
}

}  // namespace gofuda
