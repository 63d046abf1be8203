#include "core/probe.hpp"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

namespace gofuda {

Probe::Probe(const Run& outer) : run_(outer.rules_, outer.scripts_, outer.key_), position_(*outer.position_) {
  run_.outer_ = &outer;
}

// Tries are alike up to the first question: once it is known, its answer can be drawn before the script runs, which
// need not run for a point that was refused alone, before anything else was asked.
class Probe::First : public Player {
 public:
  bool refused_before(Player& player, const Observation& seen) {  // begins a try, with that player's answers
    player_ = &player;
    asked_ = 0;
    ++tries_;
    drawn_ = question_ && player.answer(*question_, seen, answer_);
    return drawn_ && answer_.points().size() == 1 && refused_.contains(answer_.points()[0]);
  }
  void refused(const Log& log) {
    if (!question_ || asked_ != 1 || log.size() != 1) return;
    if (const auto points = answer_.points(); points.size() == 1) refused_.insert(points[0]);
  }
  bool answer(const Question& q, const Observation& seen, Answer& out) override {
    if (asked_++ > 0) return player_->answer(q, seen, out);
    const bool given = drawn_ || player_->answer(q, seen, answer_);
    out = answer_;
    const bool one_point = q.kind == QuestionKind::points && q.most == 1;
    if (given && one_point && tries_ > 1 && !question_) question_ = q;  // mostly the first try will do
    return given;
  }
  bool tries_again() const override { return player_->tries_again(); }
  Next after(Attempt& attempt) override { return player_->after(attempt); }

 private:
  Player* player_ = nullptr;
  std::optional<Question> question_;  // where its answer is one point
  PointSet refused_;
  Answer answer_;              // to it, in this try
  int tries_ = 0, asked_ = 0;  // and questions in this one
  bool drawn_ = false;
};

// The steps that each try is given back.
std::int64_t Probe::begin_search(const Run& outer) {
  run_.key_ = outer.key_;
  run_.search_end_ = outer.search_end();
  return run_.scripts_.left();
}

std::optional<bool> Probe::playable(const Run& outer, const Trial& trial) {
  const std::int64_t left = begin_search(outer);
  First first;
  auto works = [&](Player& player) {
    const bool tried = first.refused_before(player, {outer.rules_, *outer.position_, trial.seat});
    if (tried) return false;
    const Status s = play(outer, trial, first);
    if (outer.outer_) run_.scripts_.spend(Run::kTrySteps);
    run_.scripts_.give_back(left);
    const bool refused = s == Status::illegal || s == Status::unplayable;
    if (refused) first.refused(log_);
    return !refused;  // a fault must show itself in the real run
  };
  const auto found = finds_a_way(works, {kRandomTries, kTries}, run_.scripts_, run_.search_end_);
  return found == true && run_.cut_short_ ? std::nullopt : found;
}

Verdict Probe::usual_refusal(const Run& outer, const Trial& trial) {
  struct Seen {
    Verdict verdict;
    int times;
  };
  std::vector<Seen> seen;
  const std::int64_t left = begin_search(outer);
  RandomPlayer random(0, 0, true);
  for (int n = 0; n < kRandomTries; ++n) {
    const Status s = play(outer, trial, random);
    run_.scripts_.give_back(left);
    if (s != Status::illegal && s != Status::unplayable) continue;
    const Verdict& v = run_.verdict_;
    const auto same = [&](const Seen& one) { return one.verdict.reason == v.reason && one.verdict.detail == v.detail; };
    if (const auto it = std::find_if(seen.begin(), seen.end(), same); it == seen.end()) {
      seen.push_back({v, 1});
    } else {
      ++it->times;
      if (it->verdict.points != v.points) it->verdict.points.clear();  // now here, now there
    }
    if (log_.size() == 0) break;  // nothing was asked: it is always so
  }
  const auto most =
      std::max_element(seen.begin(), seen.end(), [](const Seen& a, const Seen& b) { return a.times < b.times; });
  return most == seen.end() ? Verdict::no(Reason::unplayable) : most->verdict;
}

// What chance has drawn before anybody was asked.
void Probe::take_chance(const Log& outer, std::size_t from) {
  log_ = outer.from(from);
  for (std::size_t i = 0; i < log_.size(); ++i)
    if (log_[i].by_player()) return log_.resize(i);
}

// The position that the outer run has come to. Many a try is refused, or granted, before it has changed anything.
void Probe::copy(const Run& outer) {
  if (changes_there_ != outer.changes_ || changes_here_ != run_.changes_) {
    position_ = *outer.position_;
    ++run_.changes_;
  }
  assert(position_ == *outer.position_);
  changes_there_ = outer.changes_;
  changes_here_ = run_.changes_;
}

// As if the run `outer` played it now, within the group or exchange that it is in.
Status Probe::play(const Run& outer, const Trial& trial, Player& player) {
  copy(outer);
  log_.clear();
  if (trial.told_from) take_chance(*outer.log_, *trial.told_from);
  run_.position_ = &position_;
  run_.log_ = &log_;
  run_.cursor_ = run_.first_item_ = 0;
  run_.players_ = {&player, &player, nullptr};
  run_.begin();
  run_.searched_ = trial.in_progress ? trial.searched : outer.searched_;  // what searches within have left to them
  run_.cut_short_ = false;
  run_.turn_of_ = outer.turn_of_;
  run_.first_move_ = outer.first_move_;
  run_.group_depth_ = outer.group_depth_;
  run_.group_ = outer.group_;
  run_.exchange_depth_ = outer.exchange_depth_;
  run_.counting_ = outer.counting_;
  run_.around_ = outer.around_ + outer.depth_ - (trial.in_progress ? 1 : 0);
  Status s = Status::done;
  for (int n = 0; n < trial.plays && s == Status::done; ++n) {
    Run::Level& lv = run_.push(trial.seat, trial.card, trial.about.what);
    lv.times = trial.times;
    lv.about = trial.about;
    run_.only_whether_ = n + 1 == trial.plays;
    s = run_.carry_out(lv);
    if (s == Status::done && n + 1 < trial.plays) run_.finish_level(lv);
  }
  return s;
}

// Also of the runs that this one tries a card out for: it is the same whether a card is tried or played.
int Run::cards_in_play() const { return depth_ + around_; }

int Run::plays_around() const { return depth_ - 1 + (outer_ ? std::max(outer_->plays_around(), 0) : 0); }

bool Run::plays_now(Card card) const {
  return find_level([&](const Level& lv) { return lv.moment == Moment::play && lv.card == card; }, depth_) != nullptr;
}

Probe& Run::probe() {
  if (!probe_) probe_ = std::make_unique<Probe>(*this);
  return *probe_;
}

std::optional<bool> Run::known_playable(Seat seat, Card card, int times) {
  return known_playable({seat, card, times, 1});
}

// What a search has left open is carried out, and may hold a card that is looked into in turn, and so on: each search
// may take half of what is left to those of the turn, which together end well before the turn has to. Those for effects
// count with what these do.
std::uint64_t Run::search_end() const {
  const std::uint64_t all = 2 * scripts_.most_searched(), before = within_trigger() ? 0 : std::min(searched_, all);
  return std::min(search_end_, scripts_.steps_now() + (all - before) / 2);
}

Trial Run::trial_of(const Level& lv) const {
  Trial trial{lv.seat, lv.card, lv.times, 1, lv.about};
  trial.in_progress = true;
  trial.searched = lv.searched;
  if (is_trigger(lv.moment)) trial.told_from = lv.start;
  return trial;
}

// For a player that found no way to play it, before a record says that there is none: the first answers of a way that
// is known, of both sides. It is looked for again as far as it was when it was found.
bool Run::take_known_way(Level& lv) {
  if (!lv.way_known || lv.mark != lv.start || cards_in_play() >= kMostTried) return false;
  const std::uint64_t searched = std::exchange(searched_, lv.looked);
  const std::optional<bool> found = look_aside([&] { return probe().playable(*this, trial_of(lv)); });
  searched_ = searched;
  if (found != true) return false;
  log_->append(probe_->way());
  lv.mark = log_->size();  // they stay
  return true;
}

std::optional<bool> Run::known_playable(const Level& lv) { return known_playable(trial_of(lv)); }

// Each effect may have a search of its own, and there may be a thousand: they count with what effects do.
std::optional<bool> Run::known_playable(const Trial& trial) {
  found_hard_ = false;
  if (cards_in_play() >= kMostTried) return true;
  if (trial.times == 1 && trial.plays == 1 && trial.about.what == Moment::play)
    if (auto known = shape_fits(rules_, *position_, trial.seat, trial.card.id,
                                [this](int stones) -> const PointSet& { return reachable(stones); }))
      return known;
  const std::uint64_t before = scripts_.steps_now(), end = search_end();
  const std::optional<bool> known = probe().playable(*this, trial);
  cut_short_ |= !known && (probe_->is_cut_short() || scripts_.steps_now() > end);
  const std::uint64_t steps = scripts_.steps_now() - before;
  if (!within_trigger()) {
    searched_ += steps;
  } else if (!probing()) {
    effect_work_.searched += steps;
  }
  found_hard_ = steps > scripts_.most_searched() / kHardPart;
  return known;
}

bool Run::playable_in_turn(Seat seat, Card card, int plays) {
  return known_playable({seat, card, 1, plays}).value_or(true);
}

// For whoever asks why a card did nothing: what stood in the way most often, and in words.
Verdict Run::why_unplayable(Seat seat, Card card, int times) {
  const CardInfo& info = rules_.cards[card.id];
  if (!info.shape.empty() && times == 1) {
    Question q;
    q.kind = QuestionKind::placement;
    q.shape = shape_now(rules_, *position_, card.id);
    q.from = position_->board.points_of(Colour::empty);
    if (answer_count(q) == 0) return Verdict::no(Reason::occupied, {}, "there is no room for it");
  }
  Trial trial{seat, card, times, 1};
  trial.in_progress = depth_ > 0 && level().card == card;
  trial.searched = searched_;
  Verdict why = look_aside([&] { return probe().usual_refusal(*this, trial); });
  why.detail = to_string(why);
  return why;
}

}  // namespace gofuda
