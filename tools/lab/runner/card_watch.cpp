#include "tools/lab/runner/card_watch.hpp"

#include <algorithm>

#include "core/score.hpp"

namespace gofuda::lab {

namespace {

constexpr Zone kHeld[] = {Zone::hand, Zone::aside, Zone::shown};

int copies(const Cards& cards, Seat seat, Zone zone, CardId c) {
  auto pile = cards.in(owner_of(seat), zone);
  return static_cast<int>(std::count(pile.begin(), pile.end(), c));
}

using Stones = std::array<PointSet, 2>;

PointSet& of(Stones& stones, Colour c) { return stones[slot(seat_of(c))]; }

// One effect backwards; false when it cannot have been the last one on its point.
bool take_back(Stones& stones, const PointEffect& e) {
  if (is_of_wall(e.effect)) return true;
  const Colour c = index_colour(e.effect);
  if (e.effect == placed(c) || e.effect == recoloured(c)) {
    if (!of(stones, c).contains(e.point)) return false;
    of(stones, c).erase(e.point);
    if (e.effect == recoloured(c)) of(stones, opposite(c)).insert(e.point);
    return true;
  }
  if (stones[0].contains(e.point) || stones[1].contains(e.point)) return false;
  of(stones, c).insert(e.point);
  return true;
}

// Back to what stood there when there were so many moves.
bool take_back(Stones& stones, std::vector<DatedEffect>& changes, std::size_t moves) {
  for (; !changes.empty() && changes.back().at >= moves; changes.pop_back())
    if (!take_back(stones, changes.back())) return false;
  return true;
}

}  // namespace

std::optional<int> swing(const Ruleset& rules, const Position& now, Seat seat, std::size_t first, std::size_t end) {
  Stones stones{now.board.points_of(Colour::black), now.board.points_of(Colour::white)};
  std::vector<DatedEffect> changes = now.in_order(first);
  if (!take_back(stones, changes, end)) return std::nullopt;
  const Stones after = stones;
  if (!take_back(stones, changes, first)) return std::nullopt;
  for (const Stones& s : {stones, after})
    if (s[0].empty() || s[1].empty()) return std::nullopt;
  std::array<int, 2> taken{};
  bool changed = false;
  for (std::size_t m = first; m < end; ++m)
    for (const PointEffect& e : now.effects_of(now.moves[m])) {
      const Colour c = index_colour(e.effect);
      changed = true;
      if (!is_of_wall(e.effect)) taken[slot(seat_of(opposite(c)))] += e.effect == captured(c);
    }
  if (!changed) return 0;
  auto lead = [&](const Stones& s, const std::array<int, 2>& prisoners) {
    const Score score = count(s, rules.grid, {}, rules.rules, prisoners);
    return score.points(seat) - score.points(other(seat));
  };
  return lead(after, taken) - lead(stones, {});
}

void CardWatch::begin(const Position& start, const ChanceKey& key, std::uint32_t every, std::vector<CardUse>& uses) {
  uses_ = &uses;
  uses.assign(rules_.cards.size(), {});
  before_ = start.cards;
  moves_ = start.moves.size(), events_ = start.card_events.size();
  key_ = Random(key.seed, key.game).next();
  plays_ = 0;
  every_ = rules_.wins.empty() ? every : 0;  // where patterns win, points say little
  for (Seat s : {Seat::black, Seat::white})
    for (Zone z : kHeld)
      for (CardId c : start.cards.in(owner_of(s), z)) ++uses[c].drawn[slot(s)];
}

void CardWatch::turn(const Position& now) {
  count_moves(now);
  count_events(now);
  before_ = now.cards;
}

void CardWatch::count_moves(const Position& now) {
  played_copies_.clear();
  for (; moves_ < now.moves.size(); ++moves_) {
    const Move& m = now.moves[moves_];
    if (m.card == kNoCard || m.has(Move::kDeclared)) continue;
    // Another play of the same copy in its turn, such as the second of two, is none of another card; nor is what a card
    // on the table does, which was played when it was laid there.
    const bool again = m.copy != kNoCopy &&
                       std::find(played_copies_.begin(), played_copies_.end(), m.played()) != played_copies_.end();
    if (m.has(Move::kTriggered))
      measure(now, m.seat, m.card, moves_, moves_ + 1);
    else if (m.has(Move::kUnplayable))
      (*uses_)[m.card].unplayable[slot(m.seat)] += !again;
    else if (!waits(now, m))
      played(now, m.seat, m.card, moves_, moves_ + 1, again);
    if (!m.has(Move::kTriggered)) played_copies_.push_back(m.played());
  }
}

void CardWatch::count_events(const Position& now) {
  for (; events_ < now.card_events.size(); ++events_) {
    const CardEvent& e = now.card_events[events_];
    std::uint16_t& drawn = (*uses_)[e.card].drawn[slot(e.seat)];
    switch (e.kind) {
      case CardEvent::drawn:
        ++drawn;
        break;
      case CardEvent::returned:
        if (drawn > 0) --drawn;
        break;
      case CardEvent::set_off:  // it was played when it was laid there
      case CardEvent::over:
        break;
      case CardEvent::played:
        played(now, e.seat, e.card, e.first, e.end, false);
        break;
    }
  }
}

// Has its side only laid it before itself, to announce it or to answer with it later?
bool CardWatch::waits(const Position& now, const Move& m) const {
  const bool works = m.has(Move::kChanged) || m.has(Move::kAnswer) || m.has(Move::kAnnounced);
  return !works && !rules_.cards[m.card].lasts() && laid_aside(now, m.seat, m.card);
}

bool CardWatch::laid_aside(const Position& now, Seat seat, CardId card) const {
  int more = 0;
  for (Zone z : {Zone::aside, Zone::shown}) more += copies(now.cards, seat, z, card) - copies(before_, seat, z, card);
  return more > 0;
}

void CardWatch::played(const Position& now, Seat seat, CardId card, std::size_t first, std::size_t end, bool again) {
  (*uses_)[card].played[slot(seat)] += !again;
  measure(now, seat, card, first, end);
}

void CardWatch::measure(const Position& now, Seat seat, CardId card, std::size_t first, std::size_t end) {
  CardUse& use = (*uses_)[card];
  if (every_ == 0 || (mix64(key_ + ++plays_) & (every_ - 1)) != 0) return;
  const auto points = swing(rules_, now, seat, first, end);
  if (!points) return;
  ++use.swings;
  use.swing += *points;
  use.swing_squares += std::int64_t{*points} * *points;
}

}  // namespace gofuda::lab
