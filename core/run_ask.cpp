// The gate through which answers come, and the words about cards.
#include <algorithm>

#include "core/question_kinds.hpp"
#include "core/random_player.hpp"
#include "core/run.hpp"

namespace gofuda {

// --- cards

void Run::note_event(CardEvent::Kind kind, Seat seat, Card card) {
  const auto next = static_cast<std::uint32_t>(position_->moves.size());
  position_->card_events.push_back({kind, seat, card.id, next, 0});
}

Card Run::draw(Seat seat, Owner pile, bool open_card) {
  if (stopped() || position_->cards.size(pile, Zone::deck) == 0) return {};
  change();
  act();
  const Card c = position_->draw(pile, owner_of(seat), open_card ? Zone::play : Zone::hand);
  note_event(CardEvent::drawn, seat, c);
  if (open_card) show(seat, c);
  happen({Moment::drawn, -1, seat, {}});
  work_off();
  return c;
}

// Has the log just said that the seat takes this card?
bool Run::just_taken(Seat seat, Card card) const {
  if (cursor_ == 0) return false;
  const LogItem& last = (*log_)[cursor_ - 1];
  return last.answers(QuestionKind::offer) && last.who == index(seat) && unpack_card(log_->numbers(last)).id == card.id;
}

// The card is turned up: noted in the log.
void Run::show(Seat seat, Card card) {
  if (stopped()) return;
  if (cursor_ >= log_->size()) {
    log_->push_shown(seat, card.id);
  } else {
    const LogItem& item = (*log_)[cursor_];
    if (item.kind != LogItem::shown || log_->numbers(item)[0] != card.id) {
      status_ = Status::mismatch;
      turned_up_ = card.id;
      return;
    }
  }
  ++cursor_;
}

// From where the seat holds it to the table; nothing when it lies there already, and not for a play in progress. The
// copy that is meant.
Card Run::take_up(Seat seat, Card card) {
  const Cards& cards = position_->cards;
  const auto in_progress = [&](Card c) {
    return find_level([&](const Level& lv) { return lv.seat == seat && lv.card == c; }, depth_) != nullptr;
  };
  for (std::size_t i = cards.size(owner_of(seat), Zone::play); i-- > 0;)
    if (const Card c = cards.card(owner_of(seat), Zone::play, i); card.is(c.id, c.copy) && !in_progress(c)) return c;
  change();
  act();
  const Card taken = position_->lay_on_table(seat, card);
  drop_absent();
  return taken ? taken : card;
}

void Run::reveal(Seat seat, Card card) {
  if (stopped() || position_->cards.holds(owner_of(seat), Zone::play, card)) return;
  change();
  act();
  position_->lay_on_table(seat, card);
  drop_absent();
  if (!just_taken(seat, card)) show(seat, card);
}

bool Run::put_away(Seat seat, Card card, Owner owner, Zone to) {
  change();
  act();
  const bool from_deck = position_->lies_in_deck(seat, card);
  if (!position_->move_card(seat, card, owner, to)) return position_->cards.holds(owner, to, card);
  drop_absent();
  if (from_deck) note_event(CardEvent::drawn, seat, card);
  if (to == Zone::deck) note_event(CardEvent::returned, seat, card);
  return true;
}

void Run::look(Seat seat, Owner owner, Zone zone, std::span<const Card> at) {
  change();
  act();
  position_->look(seat, owner, zone, at);
}

Status Run::order_deck(Seat seat, Owner owner, std::vector<Card> top) {
  look(seat, owner, Zone::deck, top);
  for (auto from = top.begin(); top.end() - from > 1; ++from) {
    const auto* a = offer(seat, {from, top.end()}, false, true, "to lie next from the top");
    if (!a) return status_;
    const auto taken = from + static_cast<std::ptrdiff_t>(a->card() - 1);
    std::rotate(from, taken, taken + 1);
  }
  change();
  position_->arrange(seat, owner, top);
  return status_;
}

void Run::note(Note n) {
  change();
  if (!n.label.empty()) n.among = chosen_among(n);
  position_->write(std::move(n));
}

// When the seat chose it in this turn, could all hear it, each time? Nothing where it has not chosen it.
std::optional<bool> Run::was_open(const std::string& label, Seat seat) const {
  std::optional<bool> open;
  for (std::size_t i = first_item_; i < cursor_; ++i) {
    const LogItem& item = (*log_)[i];
    const auto numbers = log_->numbers(item);
    if (item.who != index(seat)) continue;
    const CardId taken = item.answers(QuestionKind::offer) ? unpack_card(numbers).id : CardId{kNoCard};
    const bool is_it = item.answers(QuestionKind::choice) ? unpack_label(numbers) == label
                                                          : taken != kNoCard && rules_.cards[taken].id == label;
    if (is_it) open = open.value_or(true) && !item.secret;
  }
  return open;
}

// From what the last secret answer of the turn was chosen that the label may come from, or another note that says it.
std::shared_ptr<const std::vector<std::string>> Run::chosen_among(const Note& n) const {
  const auto has_it = [&](const auto& labels) {
    return labels && std::find(labels->begin(), labels->end(), n.label) != labels->end();
  };
  const std::optional<bool> open = was_open(n.label, n.seat);
  if (open == true) return std::make_shared<const std::vector<std::string>>(1, n.label);
  for (auto chosen = secret_labels_.rbegin(); chosen != secret_labels_.rend(); ++chosen)
    if (chosen->seat == n.seat && has_it(chosen->labels)) return chosen->labels;
  for (const Note& other : position_->notes)
    if (!open && other.seat == n.seat && !other.open && has_it(other.among)) return other.among;
  return nullptr;
}

void Run::remember(Seat seat, std::vector<std::string> labels) {
  if (labels.empty()) return;
  if (secret_labels_.size() == kMostSecretLabels) {
    secret_labels_.erase(secret_labels_.begin());
    if (secret_labels_first_ > 0) --secret_labels_first_;
  }
  secret_labels_.push_back({seat, std::make_shared<const std::vector<std::string>>(std::move(labels))});
}

// Those of cards alone may tell what is in a hand.
void Run::remember_labels(const Question& q) {
  const auto is_card = [&](const std::string& label) { return rules_.find_card(label) != kNoCard; };
  if (!std::all_of(q.labels.begin(), q.labels.end(), is_card)) remember(q.seat, q.labels);
}

// By their ids, and only where all of them lie open.
void Run::remember_open_cards(Seat seat, std::span<const Card> cards) {
  const auto lies_open = [&](Card card) {
    for (int o = 0; o < kOwners; ++o)
      for (Zone z : {Zone::shown, Zone::discard, Zone::play})
        if (card.copy != kNoCopy && position_->cards.holds(static_cast<Owner>(o), z, card)) return true;
    return false;
  };
  std::vector<std::string> ids;
  for (Card c : cards) {
    if (!lies_open(c)) return;
    ids.push_back(rules_.cards[c.id].id);
  }
  remember(seat, std::move(ids));
}

bool Run::open_note(Seat seat, Card card) {
  change();
  act();
  return position_->open_note(seat, card);
}

void Run::erase_note(Seat seat, Card card) {
  change();
  position_->erase_note(seat, card);
}

// --- tokens, points for the count, marks

void Run::tally(const TallyChange& change_wanted) {
  change();
  act();
  const TallyChange done = position_->apply(change_wanted);
  if (depth_ > 0) level().tallied.push_back(done);
}

// --- both at once

void Run::begin_secret() {
  secret_ = true;
  secret_first_ = cursor_;
  secret_labels_first_ = secret_labels_.size();
}

void Run::end_secret() {
  for (std::size_t i = secret_first_; i < cursor_; ++i) log_->set_secret(i, false);
  secret_ = false;
  secret_labels_.resize(std::min(secret_labels_.size(), secret_labels_first_));
}

// --- chance

namespace {

constexpr std::uint64_t kApart = 0x9e3779b97f4a7c15ull;  // odd: different numbers stay different

}  // namespace

Status Run::shuffle(Owner owner, Zone from) {
  if (stopped()) return status_;
  if (position_->cards.size(owner, from) == 0) {
    change();
    act();
    ++position_->shuffles[static_cast<std::size_t>(owner)];
    return Status::done;
  }
  auto pile = position_->cards.in(owner, from);
  prepare(QuestionKind::chance, position_->to_move).cards.assign(pile.begin(), pile.end());
  const auto* a = ask();
  if (!a) return status_;
  change();
  position_->put_under(owner, from, a->pile());
  ++position_->shuffles[static_cast<std::size_t>(owner)];
  return Status::done;
}

const Answer* Run::toss(std::vector<std::string> labels) {
  if (stopped()) return nullptr;
  Question& q = prepare(QuestionKind::toss, position_->to_move);
  q.labels = std::move(labels);
  return ask();
}

const Answer* Run::lot(int n, const PointSet& from) {
  if (stopped()) return nullptr;
  if (from.count() < n) {
    fail_unplayable("there are " + std::to_string(from.count()) + " points to draw from, not " + std::to_string(n));
    return nullptr;
  }
  Question& q = prepare(QuestionKind::lot, position_->to_move);
  q.from = from;
  q.least = q.most = n;
  return ask();
}

void Run::draw_chance(const Question& q) {
  const std::uint64_t here = chance_here();
  Random random(key_.seed, key_.game, here);
  if (q.kind == QuestionKind::toss) {
    answer_.make_label(random.below(static_cast<std::uint32_t>(q.labels.size())));
  } else if (q.kind == QuestionKind::lot) {
    std::vector<Point>& points = answer_.make_points();
    draw_points(q.from, q.least, random).for_each([&](Point p) { points.push_back(p); });
  } else {
    std::vector<CardId>& pile = answer_.make_pile();
    pile = q.cards;
    gofuda::shuffle(pile, random);
  }
  change();
  position_->chance += random.counter() - here;
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

// What was drawn for a card that has failed is in no record, and is not what is drawn next: otherwise one that fails by
// a throw would fail by the same one for ever. The recorded failure, and how deep in others it was, is all that a
// reader has to go by; the level goes, and is not put back.
void Run::leave_chance_behind() {
  change_below(depth_ - 1);
  position_->chance = mix64(position_->chance + kApart * static_cast<std::uint64_t>(around_ + depth_));
}

// From where chance is drawn now. Of a card that answers, or is announced, a failure is not recorded at all: each gets
// its own throw each time that it may be used, and the same one however often it is tried then.
std::uint64_t Run::chance_here() const {
  const auto answers = [](const Level& lv) { return lv.moment == Moment::answer || lv.moment == Moment::before; };
  const Level* lv = find_level(answers, depth_);
  if (!lv) return position_->chance;
  const std::uint64_t when = lv->first_move + (static_cast<std::uint64_t>(position_->turn) << 32);
  return mix64(position_->chance + kApart * mix64(when + kApart * lv->card.id));
}

// --- the gate

Question& Run::prepare(QuestionKind kind, Seat seat) {
  Question& q = question_;
  q.kind = kind;
  q.seat = seat;
  q.key = {kind, seat, card_in_play(), script_, depth_ > 0 ? level().questions : turn_questions_};
  const Level* claimed = claimed_level(kWhole);
  q.claimant = claimed ? std::optional(claimed->seat) : std::nullopt;
  q.ordered = q.may_pass = q.restricted = false;
  q.secret = secret_;
  q.closed.clear();
  q.card = kNoCard;
  q.cards.clear();
  q.labels.clear();
  q.purpose.clear();
  return q;
}

const Answer* Run::offer(Seat seat, std::span<const Card> cards, bool may_decline, bool secret, const char* purpose) {
  if (stopped()) return nullptr;
  Question& q = prepare(QuestionKind::offer, seat);
  for (Card c : cards) q.cards.push_back(c.id);
  q.may_pass = may_decline;
  q.secret |= secret;
  q.purpose = purpose;
  if (q.secret) remember_open_cards(seat, cards);
  return ask();
}

// The log's next answer, if it answers this question.
bool Run::read_answer(const Question& q) {
  const LogItem& item = (*log_)[cursor_];
  if (item.kind != LogItem::answer || item.key != q.key) return false;
  read_item(q, log_->numbers(item), answer_);
  if (secret_) log_->set_secret(cursor_, true);  // of a log that was cut short since it was opened
  return true;
}

// That of the card for which the next question is asked; a stone that a card has somebody set is a level of its own.
Run::Level* Run::claimed_level(std::size_t begun) {
  int d = depth_ - 1;
  while (d >= 0 && (levels_[d].card.id == kNoCard || levels_[d].start > begun)) --d;
  const bool may = d >= 0 && (levels_[d].moment == Moment::play || is_trigger(levels_[d].moment));
  return may ? &levels_[d] : nullptr;
}

// The cards within the one that is claimed are not: they are refused, and it is with them.
void Run::stop_by_claim() {
  Level* const claimed = claimed_level(*claim_);
  if (!claimed) {
    refuse("no card is being played");
  } else {
    claimed->claimed = true;
    if (claimed == claimed_level(kWhole))
      fail_unplayable("");
    else
      refuse("the card that it is played by is said to be unplayable");
  }
}

// Where a shape is laid at random, most of what is drawn may be refused: then a glance at the points spares the player
// an attempt each time, and the run all that belongs to one. What is drawn is the same.
bool Run::draw_answer(Player& player, const Question& q, const Observation& seen) {
  if (!player.answer(q, seen, answer_)) return false;
  if (q.kind != QuestionKind::placement) return true;
  for (Level& lv = level(); is_refused_at_a_glance(q) && player.just_draws_again(lv.tries); ++lv.tries) {
    lv.fruitless = true;
    if (!player.answer(q, seen, answer_)) return false;
  }
  return true;
}

bool Run::is_refused_at_a_glance(const Question& q) {
  const Level& lv = level();
  const bool alone = lv.retry && lv.times == 1 && lv.unit.empty();
  if (!alone || !q.ordered || two_coloured(q.shape) || answer_.form() != AnswerForm::points) return false;
  return landing_.surely_refuses(*position_, {lv.seat, lv.card.id}, answer_.points());
}

const Answer* Run::ask() {
  if (stopped()) return nullptr;
  act();
  if (stopped()) return nullptr;
  Question& q = question_;
  const bool recorded = cursor_ < log_->size();
  bool given = recorded;
  if (recorded && !read_answer(q)) {
    status_ = Status::mismatch;
    return nullptr;
  }
  if (!recorded) {
    is_past_record_ = true;
    Player* player = players_[by_chance(q.kind) ? 2 : static_cast<std::size_t>(index(q.seat))];
    given = player && draw_answer(*player, q, Observation(rules_, *position_, q.seat, cursor_ - first_item_));
    if (!given && by_chance(q.kind)) {
      draw_chance(q);
    } else if (!given) {
      if (claim_)
        stop_by_claim();
      else if (q.kind == QuestionKind::placement && answer_count(q) == 0)
        fail_unplayable("no placement on empty points");
      else
        status_ = Status::asks;
      return nullptr;
    }
  }
  if (Verdict v = judge(q, answer_, rules_.grid, position_->board); !v) {
    illegal(std::move(v));
    return nullptr;
  }
  if (given && by_chance(q.kind)) spend_chance(q);
  if (q.secret) remember_labels(q);
  if (!recorded) log_->push_answer(q, answer_);
  ++cursor_;
  ++(depth_ > 0 ? level().questions : turn_questions_);
  return &answer_;
}

}  // namespace gofuda
