#include "core/probe.hpp"

namespace gofuda {

Probe::Probe(const Run& outer) : run_(outer.rules_, outer.scripts_, outer.key_), position_(*outer.position_) {
  run_.probe_depth_ = outer.probe_depth_ + 1;
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

std::optional<bool> Probe::playable(const Run& outer, const Trial& trial, bool with_verdict) {
  run_.key_ = outer.key_;
  const std::int64_t left = run_.scripts_.left();
  First first;
  auto works = [&](Player& player) {
    const bool tried = first.refused_before(player, {outer.rules_, *outer.position_, trial.seat});
    if (tried && !with_verdict) return false;
    const Status s = play(outer, trial, first);
    run_.scripts_.give_back(left);
    const bool refused = s == Status::illegal || s == Status::unplayable;
    if (refused) first.refused(log_);
    return !refused;  // a fault must show itself in the real run
  };
  return finds_a_way(works, kRandomTries, kTries);
}

// As if the run `outer` played it now, within the group or exchange that it is in.
Status Probe::play(const Run& outer, const Trial& trial, Player& player) {
  position_ = *outer.position_;
  log_.clear();
  run_.position_ = &position_;
  run_.log_ = &log_;
  run_.cursor_ = run_.first_item_ = 0;
  run_.players_ = {&player, &player, nullptr};
  run_.begin();
  run_.group_depth_ = outer.group_depth_;
  run_.group_ = outer.group_;
  run_.exchange_depth_ = outer.exchange_depth_;
  Status s = Status::done;
  for (int n = 0; n < trial.plays && s == Status::done; ++n) {
    Run::Level& lv = run_.push(trial.seat, trial.card, Moment::play);
    lv.times = trial.times;
    run_.only_whether_ = n + 1 == trial.plays;
    s = run_.carry_out(lv);
    if (s == Status::done && n + 1 < trial.plays) run_.finish_level(lv);
  }
  return s;
}

std::optional<bool> Run::known_playable(Seat seat, Card card, int times) {
  if (probe_depth_ >= kProbeDepth) return true;
  if (times == 1)
    if (auto known = shape_fits(rules_, *position_, seat, card.id)) return known;
  if (!probe_) probe_ = std::make_unique<Probe>(*this);
  return probe_->playable(*this, {seat, card, times, 1});
}

bool Run::playable_in_turn(Seat seat, Card card, int plays) {
  if (probe_depth_ >= kProbeDepth) return true;
  if (!probe_) probe_ = std::make_unique<Probe>(*this);
  return probe_->playable(*this, {seat, card, 1, plays}).value_or(true);
}

// In words, for whoever asks why a card that takes no answers did nothing.
std::string Run::why_unplayable(Seat seat, Card card, int times) {
  const CardInfo& info = rules_.cards[card.id];
  if (info.shape.empty() || times != 1) {
    if (!probe_) probe_ = std::make_unique<Probe>(*this);
    const std::optional<bool> can = probe_->playable(*this, {seat, card, times, 1}, true);
    return !can ? "no way to play it was found" : *can ? "" : to_string(probe_->verdict());
  }
  Question q;
  q.kind = QuestionKind::placement;
  q.shape = info.shape;
  q.from = position_->board.points_of(Colour::empty);
  return answer_count(q) == 0 ? "there is no room for it" : "every way to lay it is suicide or a ko";
}

}  // namespace gofuda
