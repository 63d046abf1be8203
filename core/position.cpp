#include "core/position.hpp"

#include <algorithm>
#include <utility>

namespace gofuda {

// --- stones

void Stones::add_to(Hash& h) const {
  h.add(board.hash());
  h.add(board.ko());
  h.add(index(ko_by));
  for (std::uint64_t s : seen.in_order()) h.add(s);
  for (int n : prisoners) h.add(n);
  for (int n : set) h.add(n);
}

// --- the record

PointSet Record::points_of(const Move& m, Effect e) const {
  PointSet out;
  for (const PointEffect& x : effects_of(m))
    if (x.effect == e) out.insert(x.point);
  return out;
}

std::vector<DatedEffect> Record::in_order(std::size_t first) const {
  std::vector<DatedEffect> out;
  bool within = false;
  for (std::size_t i = first; i < moves.size(); ++i) {
    const Move& m = moves[i];
    within |= m.within > 0;
    std::size_t number = 0;
    for (const PointEffect& e : effects_of(m)) {
      const std::size_t at = e.later == PointEffect::kLate ? i : std::min(began(i) + e.later, i);
      const bool undone = m.has(Move::kCancelled) || number++ < m.undoing;
      out.push_back({e, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(at), undone});
    }
  }
  // With the same number of moves before both, the play that is recorded later is the outer one, which was first.
  const auto before = [](const DatedEffect& a, const DatedEffect& b) {
    return a.at != b.at ? a.at < b.at : a.move > b.move;
  };
  if (within) std::stable_sort(out.begin(), out.end(), before);
  return out;
}

PointSet Record::standing(std::size_t move, const Board& now) const {
  std::array<PointSet, 2> out;
  for (const DatedEffect& c : in_order(began(move))) {
    if (c.undone) continue;
    for (PointSet& of_colour : out) of_colour.erase(c.point);
    if (c.move == move && sets(c.effect))
      out[static_cast<std::size_t>(index(index_colour(c.effect))) - 1].insert(c.point);
  }
  return (out[0] & now.points_of(Colour::black)) | (out[1] & now.points_of(Colour::white));
}

namespace {

// A move of the seat's turn, as scripts see them one after the other: no answer, and none that tells of a card alone.
bool in_turn_of(Seat seat, const Move& move) {
  return move.seat == seat && !(move.flags & (Move::kAnswer | Move::kAnnounced | Move::kDeclared | Move::kTriggered));
}

}  // namespace

int Record::last_move(Seat seat, int before) const {
  for (int i = before - 1; i >= 0; --i)
    if (in_turn_of(seat, moves[i])) return i;
  return -1;
}

int Record::moves_of(Seat seat) const {
  return static_cast<int>(
      std::count_if(moves.begin(), moves.end(), [seat](const Move& m) { return in_turn_of(seat, m); }));
}

std::optional<std::uint64_t> Record::hash_before_last() const {
  for (std::size_t i = moves.size(); i-- > 0;)
    if (!(moves[i].flags & (Move::kCancelled | Move::kAnswer | Move::kDeclared))) return moves[i].hash_before;
  return std::nullopt;
}

std::optional<std::size_t> Record::first_pass() const {
  for (std::size_t i = 0; i < moves.size(); ++i)
    if (moves[i].has(Move::kPass) && !moves[i].has(Move::kCancelled)) return i;
  return std::nullopt;
}

bool Record::same_group(int a, int b) const {
  const Move &x = moves[static_cast<std::size_t>(a)], &y = moves[static_cast<std::size_t>(b)];
  return a == b || (x.group != 0 && x.group == y.group && x.turn == y.turn);
}

bool Record::changed_since(std::size_t first) const {
  return std::any_of(moves.begin() + static_cast<std::ptrdiff_t>(first), moves.end(),
                     [](const Move& m) { return m.has(Move::kChanged); });
}

Point Record::last_point() const {
  return moves.empty() || moves.back().count == 0 ? kNoPoint : effects[moves.back().first].point;
}

std::vector<int> Record::laid_aside_by(Seat seat, const Cards& cards) const {
  auto aside = cards.copies(owner_of(seat), Zone::aside);
  std::vector<int> out(aside.size(), -1);
  for (std::size_t m = moves.size(); m-- > 0;) {
    if (moves[m].seat != seat || !moves[m].has(Move::kLaidAside)) continue;
    for (std::size_t i = 0; i < aside.size(); ++i)
      if (out[i] < 0 && aside[i] == moves[m].copy) out[i] = static_cast<int>(m);
  }
  return out;
}

void Record::add_to(Hash& h) const {
  for (const Move& m : moves) {
    h.add(m.card | std::uint64_t{m.flags} << 16 | std::uint64_t(index(m.seat)) << 32 | std::uint64_t{m.count} << 40 |
          std::uint64_t{m.within} << 56);
    h.add(m.turn | std::uint64_t{m.group} << 16 | std::uint64_t{m.under} << 32 | std::uint64_t{m.ko_point} << 48);
  }
  for (const PointEffect& e : effects) h.add(e.point | std::uint64_t(e.effect) << 16);
  for (const CardEvent& e : card_events) {
    h.add(e.card | std::uint64_t(e.kind) << 16 | std::uint64_t(index(e.seat)) << 24);
    const bool is_of_deck = e.kind == CardEvent::drawn || e.kind == CardEvent::returned;  // their order tells enough
    h.add(is_of_deck ? 0 : e.first | std::uint64_t{e.end} << 32);
  }
}

// A card laid aside hidden is named in the record of moves only to its owner, as long as it lies there. Only the move
// that laid it aside is hidden: an earlier one, of a card that was used since, stays as it was seen. Nor does the
// record tell what was drawn unseen.
void Record::hide_from(Seat seat, const Cards& cards) {
  for (int m : laid_aside_by(other(seat), cards))
    if (m >= 0) {
      moves[static_cast<std::size_t>(m)].card = kNoCard;
      moves[static_cast<std::size_t>(m)].copy = kNoCopy;
    }
  for (CardEvent& e : card_events)
    if ((e.kind == CardEvent::drawn || e.kind == CardEvent::returned) && e.seat != seat) e.card = kNoCard;
}

// --- the clock

void Clock::forbid(Seat seat, const PointSet& points, std::uint16_t turns) {
  if (points.empty()) return;
  const auto before = [&](const Ban& b) { return std::pair(b.seat, b.turns) < std::pair(seat, turns); };
  const auto ban = std::partition_point(bans.begin(), bans.end(), before);
  if (ban != bans.end() && ban->seat == seat && ban->turns == turns)
    ban->points |= points;
  else
    bans.insert(ban, {seat, turns, points});
}

PointSet Clock::forbidden(Seat seat) const {
  PointSet out;
  for (const Ban& b : bans)
    if (b.seat == seat) out |= b.points;
  return out;
}

void Clock::end_turn(Seat seat) {
  for (Ban& b : bans)
    if (b.seat == seat) --b.turns;
  std::erase_if(bans, [](const Ban& b) { return b.turns == 0; });
}

void Clock::add_to(Hash& h) const {
  h.add(turn | std::uint64_t(index(to_move)) << 16 | std::uint64_t{passes} << 24 |
        std::uint64_t{unchanged_turns} << 32);
  for (auto n : lost_turns) h.add(n);
  for (const PointSet& points : restricted_to) h.add(points);
  h.add(must_set[0] + 2 * must_set[1]);
  for (const Ban& b : bans) {
    h.add(index(b.seat) | std::uint64_t{b.turns} << 1);
    h.add(b.points);
  }
  h.add(chance);
}

// --- the end

void Finish::add_to(Hash& h) const {
  h.add(std::uint64_t(ending) | std::uint64_t{winner} << 8 | std::uint64_t{marking} << 16 |
        std::uint64_t{won_by} << 32);
  h.add(winning);
  h.add(dead);
}

// --- all of it

std::uint64_t Position::hash() const {
  Hash h;
  Stones::add_to(h);
  Holdings::add_to(h);
  Lasting::add_to(h, cards);
  Record::add_to(h);
  Clock::add_to(h);
  Finish::add_to(h);
  Tally::add_to(h);
  return h.value();
}

void Position::hide_from(Seat seat) {
  Record::hide_from(seat, cards);
  Lasting::hide_from(seat, cards);
  Stones::hide_from(seat);
  Holdings::hide_from(seat);
  Clock::hide_from(seat);
  Finish::hide_from(seat);
  Tally::hide_from(seat);
}

}  // namespace gofuda
