#include "core/holdings.hpp"

#include <algorithm>

namespace gofuda {

bool sees(Seat seat, Owner owner, Zone zone) {
  if (zone == Zone::deck) return false;
  if (zone == Zone::hand || zone == Zone::aside) return owner == owner_of(seat);
  return true;
}

const Note* Holdings::note(Seat seat, CardId card) const {
  for (const Note& n : notes)
    if (n.seat == seat && n.card == card) return &n;
  return nullptr;
}

void Holdings::write(Note n) {
  erase_note(n.seat, n.card);
  notes.push_back(std::move(n));
}

bool Holdings::open_note(Seat seat, CardId card) {
  for (Note& n : notes)
    if (n.seat == seat && n.card == card) return n.open = true;
  return false;
}

void Holdings::erase_note(Seat seat, CardId card) {
  std::erase_if(notes, [&](const Note& n) { return n.seat == seat && n.card == card; });
}

bool Holdings::lay_on_table(Seat seat, CardId card, std::optional<Zone> picked_from) {
  const Owner own = owner_of(seat);
  for (Zone z : {picked_from.value_or(Zone::shown), Zone::shown, Zone::aside, Zone::hand})
    if (z != Zone::deck && cards.take(own, z, card)) {
      cards.put(own, Zone::play, card);
      return true;
    }
  return false;
}

bool Holdings::move_card(Seat seat, CardId card, Owner owner, Zone to, std::optional<Zone> picked_from) {
  auto move = [&](Owner from, Zone z) {
    if ((owner == from && z == to) || !cards.take(from, z, card)) return false;
    cards.put(owner, to, card);
    return true;
  };
  const Owner own = owner_of(seat);
  if (picked_from && (move(own, *picked_from) || move(Owner::common, *picked_from))) return true;
  for (Zone z : {Zone::play, Zone::hand, Zone::aside, Zone::shown, Zone::discard})
    if (move(own, z)) return true;
  return move(Owner::common, Zone::discard);
}

void Holdings::add_to(Hash& h) const {
  for (int o = 0; o < kOwners; ++o)
    for (int z = 0; z < kZones; ++z) {
      h.add(0xc0ull << 32 | static_cast<unsigned>(o * kZones + z));
      for (CardId c : cards.in(static_cast<Owner>(o), static_cast<Zone>(z))) h.add(c);
    }
  for (auto n : shuffles) h.add(n);
  for (const Note& n : notes) {
    h.add(n.card | std::uint64_t(index(n.seat)) << 16 | std::uint64_t{n.open} << 17);
    h.add(n.points);
    for (unsigned char c : n.label) h.add(c);
  }
}

void Holdings::hide_from(Seat seat) {
  for (Note& n : notes) {
    if (n.seat == seat || n.open) continue;
    n.points.clear();
    n.label.clear();
    auto lies = [&](Zone z) { return cards.holds(owner_of(n.seat), z, n.card); };
    const bool shown = lies(Zone::shown) || lies(Zone::play), held = lies(Zone::hand) || lies(Zone::aside);
    if (held && !shown) n.card = kNoCard;
  }
  for (int o = 0; o < kOwners; ++o)
    for (int z = 0; z < kZones; ++z)
      if (!sees(seat, static_cast<Owner>(o), static_cast<Zone>(z)))
        cards.hide(static_cast<Owner>(o), static_cast<Zone>(z));
}

}  // namespace gofuda
