#include "core/holdings.hpp"

#include <algorithm>

namespace gofuda {

bool sees(Seat seat, Owner owner, Zone zone) {
  if (zone == Zone::deck) return false;
  if (zone == Zone::hand || zone == Zone::aside) return owner == owner_of(seat);
  return true;
}

namespace {

bool lies_under(const Note& n, Seat seat, Card card) {
  return n.seat == seat && n.card.id == card.id &&
         (card.copy == kNoCopy || n.card.copy == kNoCopy || n.card.copy == card.copy);
}

}  // namespace

const Note* Holdings::note(Seat seat, Card card) const {
  for (const Note& n : notes)
    if (lies_under(n, seat, card)) return &n;
  return nullptr;
}

void Holdings::write(Note n) {
  erase_note(n.seat, n.card);
  notes.push_back(std::move(n));
}

bool Holdings::open_note(Seat seat, Card card) {
  for (Note& n : notes)
    if (lies_under(n, seat, card)) return n.open = true;
  return false;
}

void Holdings::erase_note(Seat seat, Card card) {
  std::erase_if(notes, [&](const Note& n) { return lies_under(n, seat, card); });
}

std::vector<Card> Holdings::choices(Seat seat, Owner owner, Zone zone) const {
  std::vector<Card> out;
  for (std::size_t i = 0; i < cards.size(owner, zone); ++i) {
    const Card c = cards.card(owner, zone, i);
    const bool noted = note(seat, c) != nullptr;
    auto twin = std::find_if(out.begin(), out.end(), [&](Card o) { return o.id == c.id && !note(seat, o) && !noted; });
    if (twin == out.end())
      out.push_back(c);
    else
      *twin = c;  // of copies that nothing tells apart, the topmost
  }
  return out;
}

Card Holdings::lay_on_table(Seat seat, Card card) {
  const Owner own = owner_of(seat);
  for (Zone z : {Zone::shown, Zone::aside, Zone::hand})
    if (const Card taken = cards.take(own, z, card); taken) {
      cards.put(own, Zone::play, taken);
      return taken;
    }
  return {};
}

bool Holdings::move_card(Seat seat, Card card, Owner owner, Zone to) {
  auto move = [&](Owner from, Zone z) {
    if (owner == from && z == to) return false;
    const Card taken = cards.take(from, z, card);
    if (!taken) return false;
    cards.put(owner, to, taken);
    return true;
  };
  for (Zone z : {Zone::play, Zone::hand, Zone::aside, Zone::shown, Zone::discard})
    if (move(owner_of(seat), z)) return true;
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
    h.add(n.card.id | std::uint64_t(index(n.seat)) << 16 | std::uint64_t{n.open} << 17);
    h.add(n.card.copy);
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
    if (held && !shown) n.card = {};
  }
  for (int o = 0; o < kOwners; ++o)
    for (int z = 0; z < kZones; ++z)
      if (!sees(seat, static_cast<Owner>(o), static_cast<Zone>(z)))
        cards.hide(static_cast<Owner>(o), static_cast<Zone>(z));
}

}  // namespace gofuda
