#include "core/position.hpp"

#include <algorithm>

#include "core/random.hpp"

namespace gofuda {

PointSet Position::points_of(const Move& m, Effect e) const {
  PointSet out;
  for (const PointEffect& x : effects_of(m))
    if (x.effect == e) out.insert(x.point);
  return out;
}

PointSet Position::standing(std::size_t move) const {
  PointSet out, touched;
  if (moves[move].has(Move::kCancelled)) return out;
  for (std::size_t i = moves.size(); i-- > move;) {
    if (moves[i].has(Move::kCancelled)) continue;
    auto own = effects_of(moves[i]).subspan(moves[i].undoing);
    for (auto e = own.rbegin(); e != own.rend(); ++e) {
      if (i == move && sets(e->effect) && !touched.contains(e->point)) out.insert(e->point);
      touched.insert(e->point);
    }
  }
  return out;
}

int Position::last_move(Seat seat, int before) const {
  for (int i = before - 1; i >= 0; --i)
    if (moves[i].seat == seat && !(moves[i].flags & (Move::kAnswer | Move::kAnnounced | Move::kDeclared))) return i;
  return -1;
}

std::uint64_t situation(KoRule ko, std::uint64_t board_hash, Seat mover) {
  return ko == KoRule::situational ? mix64(board_hash + static_cast<std::uint64_t>(index(mover))) : board_hash;
}

std::optional<std::uint64_t> Position::hash_before_last() const {
  for (std::size_t i = moves.size(); i-- > 0;)
    if (!(moves[i].flags & (Move::kCancelled | Move::kAnswer | Move::kDeclared))) return moves[i].hash_before;
  return std::nullopt;
}

bool Position::changed_since(std::size_t first) const {
  return std::any_of(moves.begin() + static_cast<std::ptrdiff_t>(first), moves.end(),
                     [](const Move& m) { return m.has(Move::kChanged); });
}

std::vector<int> Position::laid_aside_by(Seat seat) const {
  auto aside = cards.in(owner_of(seat), Zone::aside);
  std::vector<int> out(aside.size(), -1);
  for (std::size_t m = moves.size(); m-- > 0;) {
    if (moves[m].seat != seat || !moves[m].has(Move::kLaidAside)) continue;
    for (std::size_t i = aside.size(); i-- > 0;)
      if (out[i] < 0 && aside[i] == moves[m].card) {
        out[i] = static_cast<int>(m);
        break;
      }
  }
  return out;
}

const Note* Position::note(Seat seat, CardId card) const {
  for (const Note& n : notes)
    if (n.seat == seat && n.card == card) return &n;
  return nullptr;
}

std::uint64_t Position::hash() const {
  std::uint64_t h = board.hash();
  auto add = [&h](std::uint64_t x) { h = mix64(h ^ (x + 0x9e3779b97f4a7c15ull)); };
  add(board.ko());
  for (int o = 0; o < kOwners; ++o)
    for (int z = 0; z < kZones; ++z) {
      add(0xc0ull << 32 | static_cast<unsigned>(o * kZones + z));
      for (CardId c : cards.in(static_cast<Owner>(o), static_cast<Zone>(z))) add(c);
    }
  for (const Move& m : moves)
    add(m.card | std::uint64_t{m.flags} << 16 | std::uint64_t(index(m.seat)) << 32 | std::uint64_t{m.count} << 40);
  for (const PointEffect& e : effects) add(e.point | std::uint64_t(e.effect) << 16);
  for (std::uint64_t s : seen) add(s);
  add(chance);
  for (auto s : shuffles) add(s);
  for (auto l : lost_turns) add(l);
  for (int t : prisoners) add(static_cast<unsigned>(t));
  for (int s : set) add(static_cast<unsigned>(s));
  auto add_points = [&](const PointSet& points) {
    for (int i = 0; i < PointSet::kWords; ++i) add(points.word(i));
  };
  for (const PointSet& b : restricted_to) add_points(b);
  add(must_set[0] + 2u * must_set[1]);
  for (const Note& n : notes) {
    add(n.card | std::uint64_t(index(n.seat)) << 16 | std::uint64_t{n.open} << 17);
    add_points(n.points);
    for (unsigned char c : n.label) add(c);
  }
  if (marking || !dead.empty()) add_points(dead), add(marking);
  add(unchanged_turns);
  add(turn | std::uint64_t(index(to_move)) << 16 | std::uint64_t{passes} << 24 | std::uint64_t(ending) << 32 |
      std::uint64_t{winner} << 40);
  return h;
}

}  // namespace gofuda
