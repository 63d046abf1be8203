#include "core/probe.hpp"

namespace gofuda {

Probe::Probe(const Run& outer) : run_(outer.rules_, outer.scripts_, outer.key_), position_(*outer.position_) {
  run_.probe_depth_ = outer.probe_depth_ + 1;
}

bool Probe::playable(const Run& outer, Seat seat, CardId card, int times) {
  run_.key_ = outer.key_;
  auto works = [&](Player& player) {
    const Status s = play(outer, seat, card, times, player);
    return s != Status::illegal && s != Status::unplayable;  // a fault must show itself in the real run
  };
  return finds_a_way(works, kRandomTries, kTries);
}

// As if the run `outer` played it now, within the group or exchange that it is in.
Status Probe::play(const Run& outer, Seat seat, CardId card, int times, Player& player) {
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
  Run::Level& lv = run_.push(seat, card, Moment::play);
  lv.times = times;
  return run_.carry_out(lv);
}

bool Run::playable(Seat seat, CardId card, int times) {
  if (probe_depth_ >= kProbeDepth) return true;
  if (times == 1)
    if (auto known = shape_fits(rules_, *position_, seat, card)) return *known;
  if (!probe_) probe_ = std::make_unique<Probe>(*this);
  return probe_->playable(*this, seat, card, times);
}

}  // namespace gofuda
