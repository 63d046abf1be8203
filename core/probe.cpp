#include "core/probe.hpp"

namespace gofuda {

Probe::Probe(const Run& outer) : run_(outer.rules_, outer.scripts_, outer.key_), position_(*outer.position_) {
  run_.probe_depth_ = outer.probe_depth_ + 1;
}

bool Probe::playable(const Run& outer, const Trial& trial) {
  run_.key_ = outer.key_;
  auto works = [&](Player& player) {
    const Status s = play(outer, trial, player);
    return s != Status::illegal && s != Status::unplayable;  // a fault must show itself in the real run
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

bool Run::playable(Seat seat, Card card, int times) {
  if (probe_depth_ >= kProbeDepth) return true;
  if (times == 1)
    if (auto known = shape_fits(rules_, *position_, seat, card.id)) return *known;
  if (!probe_) probe_ = std::make_unique<Probe>(*this);
  return probe_->playable(*this, {seat, card, times, 1});
}

bool Run::playable_in_turn(Seat seat, Card card, int plays) {
  if (probe_depth_ >= kProbeDepth) return true;
  if (!probe_) probe_ = std::make_unique<Probe>(*this);
  return probe_->playable(*this, {seat, card, 1, plays});
}

// In words, for whoever asks why a card that takes no answers did nothing.
std::string Run::why_unplayable(Seat seat, Card card, int times) {
  const CardInfo& info = rules_.cards[card.id];
  if (info.shape.empty() || times != 1) {
    if (!probe_) probe_ = std::make_unique<Probe>(*this);
    return probe_->playable(*this, {seat, card, times, 1}) ? "" : to_string(probe_->verdict());
  }
  Question q;
  q.kind = QuestionKind::placement;
  q.shape = info.shape;
  q.from = position_->board.points_of(Colour::empty);
  return answer_count(q) == 0 ? "there is no room for it" : "every way to lay it is suicide or a ko";
}

}  // namespace gofuda
