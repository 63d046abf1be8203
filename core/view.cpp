#include "core/view.hpp"

namespace gofuda {

bool sees(Seat seat, Owner owner, Zone zone) {
  if (zone == Zone::deck) return false;
  if (zone == Zone::hand || zone == Zone::aside) return owner == owner_of(seat);
  return true;
}

namespace {

// A card laid aside hidden is named in the record of moves only to its owner, as long as it lies there. Only the move
// that laid it aside is hidden: an earlier one, of a card that was used since, stays as it was seen.
void hide_moves(View& v, const Position& p) {
  for (int m : p.laid_aside_by(other(v.seat)))
    if (m >= 0) v.moves[static_cast<std::size_t>(m)].card = kNoCard;
}

}  // namespace

View view_of(const Position& p, Seat seat) {
  View v{seat,     p.board,         {},         p.moves, p.effects, p.lost_turns, p.shuffles, p.prisoners,
         p.set,    p.restricted_to, p.must_set, p.notes, p.to_move, p.turn,       p.passes,   p.ending,
         p.winner, p.won_by,        p.winning,  p.dead,  p.marking};
  for (Note& n : v.notes) {
    if (n.seat == seat || n.open) continue;
    n.points.clear();
    n.label.clear();
    auto lies = [&](Zone z) { return p.cards.holds(owner_of(n.seat), z, n.card); };
    const bool open = lies(Zone::shown) || lies(Zone::play), held = lies(Zone::hand) || lies(Zone::aside);
    if (held && !open) n.card = kNoCard;
  }
  for (int o = 0; o < kOwners; ++o)
    for (int z = 0; z < kZones; ++z) {
      auto owner = static_cast<Owner>(o);
      auto zone = static_cast<Zone>(z);
      auto cards = p.cards.in(owner, zone);
      auto& out = v.zones[static_cast<std::size_t>(z * kOwners + o)];
      if (sees(seat, owner, zone))
        out.assign(cards.begin(), cards.end());
      else
        out.assign(cards.size(), kNoCard);
    }
  hide_moves(v, p);
  return v;
}

}  // namespace gofuda
