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

// --- what a seat has looked at

void Holdings::look(Seat seat, Owner owner, Zone zone, std::span<const Card> at) {
  if (sees(seat, owner, zone)) return;
  for (Card c : at) learn(seat, c.copy);
}

void Holdings::learn(Seat seat, CopyId copy) {
  const Known one{seat, copy};
  const auto place = std::lower_bound(known.begin(), known.end(), one);
  if (place == known.end() || *place != one) known.insert(place, one);
}

bool Holdings::knows(Seat seat, CopyId copy) const {
  return std::binary_search(known.begin(), known.end(), Known{seat, copy});
}

bool Holdings::lies_in_deck(Seat seat, Card card) const {
  if (!knows(seat, card.copy)) return false;
  for (int o = 0; o < kOwners; ++o)
    if (cards.holds(static_cast<Owner>(o), Zone::deck, card)) return true;
  return false;
}

void Holdings::forget(Seat seat, CopyId copy) { std::erase(known, Known{seat, copy}); }

void Holdings::forget_all(Seat seat, Owner owner, Zone zone) {
  if (known.empty()) return;
  const auto there = cards.copies(owner, zone);
  std::vector<CopyId> lost(there.begin(), there.end());
  std::sort(lost.begin(), lost.end());
  std::erase_if(known,
                [&](const Known& k) { return k.seat == seat && std::binary_search(lost.begin(), lost.end(), k.copy); });
}

// A card was taken out of a pile and put elsewhere. Who has held it knows it there, too. Who can see neither knows no
// longer what is where; who sees it come out takes it for the one of its kind that he knows to be there. What comes off
// the top of a deck everybody can follow.
void Holdings::follow(Card card, Owner from, Zone zone, Owner to, Zone there) {
  for (Seat s : {Seat::black, Seat::white}) {
    const bool held = from == owner_of(s) && (zone == Zone::hand || zone == Zone::aside);
    if (held && !sees(s, to, there)) learn(s, card.copy);
    if (known.empty() || sees(s, from, zone)) continue;
    const bool knew = knows(s, card.copy);
    forget(s, card.copy);
    if (!sees(s, to, there)) {
      forget_all(s, from, zone);
    } else if (!knew) {
      for (std::size_t i = 0; i < cards.size(from, zone); ++i)
        if (const Card twin = cards.card(from, zone, i); twin.id == card.id && knows(s, twin.copy)) {
          forget(s, twin.copy);
          break;
        }
    }
  }
}

void Holdings::arrange(Seat seat, Owner owner, std::span<const Card> in_order) {
  cards.arrange(owner, Zone::deck, in_order);
  for (Card c : in_order) forget(other(seat), c.copy);
}

Card Holdings::draw(Owner deck, Owner to, Zone there) {
  const Card c = cards.take_top(deck, Zone::deck);
  if (!c) return c;
  cards.put(to, there, c);
  for (Seat s : {Seat::black, Seat::white})
    if (!known.empty() && sees(s, to, there)) forget(s, c.copy);
  return c;
}

void Holdings::put_under(Owner owner, Zone from, std::span<const CardId> in_order) {
  for (Seat s : {Seat::black, Seat::white}) forget_all(s, owner, from);
  const auto shuffled = cards.copies(owner, from);
  std::erase_if(
      notes, [&](const Note& n) { return std::find(shuffled.begin(), shuffled.end(), n.card.copy) != shuffled.end(); });
  cards.assign(owner, from, {});
  cards.put_under(owner, Zone::deck, in_order);
}

// --- from place to place

Card Holdings::lift(Card card, Owner from, Zone zone, Owner to, Zone there) {
  const Card taken = cards.take(from, zone, card);
  if (!taken) return taken;
  follow(taken, from, zone, to, there);
  cards.put(to, there, taken);
  return taken;
}

Card Holdings::lay_on_table(Seat seat, Card card) {
  const Owner own = owner_of(seat);
  for (Zone z : {Zone::shown, Zone::aside, Zone::hand})
    if (const Card taken = lift(card, own, z, own, Zone::play); taken) return taken;
  for (int o = 0; o < kOwners && lies_in_deck(seat, card); ++o)
    if (const Card taken = lift(card, static_cast<Owner>(o), Zone::deck, own, Zone::play); taken) return taken;
  return {};
}

bool Holdings::move_card(Seat seat, Card card, Owner owner, Zone to) {
  auto move = [&](Owner from, Zone z) { return !(owner == from && z == to) && lift(card, from, z, owner, to); };
  for (Zone z : {Zone::play, Zone::hand, Zone::aside, Zone::shown, Zone::discard})
    if (move(owner_of(seat), z)) return true;
  if (move(Owner::common, Zone::discard)) return true;
  for (int o = 0; o < kOwners && lies_in_deck(seat, card); ++o)
    if (move(static_cast<Owner>(o), Zone::deck)) return true;
  return false;
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
    h.add(cards.place_of(n.card));
    h.add(n.points);
    for (unsigned char c : n.label) h.add(c);
  }
  if (known.empty()) return;
  std::size_t lie = 0;
  for (int o = 0; o < kOwners; ++o)
    for (int z = 0; z < kZones; ++z) {
      const auto copies = cards.copies(static_cast<Owner>(o), static_cast<Zone>(z));
      for (std::size_t i = 0; i < copies.size(); ++i)
        for (Seat s : {Seat::black, Seat::white})
          if (knows(s, copies[i])) {
            h.add(Cards::place(static_cast<Owner>(o), static_cast<Zone>(z), i) << 1 | index(s));
            ++lie;
          }
    }
  if (lie < known.size()) h.add(known.size() - lie);
}

void Holdings::hide_from(Seat seat) {
  for (Note& n : notes) {
    if (n.seat == seat || n.open) continue;
    n.points.clear();
    n.label.clear();
    n.among.reset();
    auto lies = [&](Zone z) { return cards.holds(owner_of(n.seat), z, n.card); };
    const bool shown = lies(Zone::shown) || lies(Zone::play), held = lies(Zone::hand) || lies(Zone::aside);
    bool in_deck = false;
    for (int o = 0; o < kOwners; ++o) in_deck |= cards.holds(static_cast<Owner>(o), Zone::deck, n.card);
    if ((held || in_deck) && !shown) n.card = {};
  }
  std::erase_if(known, [&](const Known& k) { return k.seat != seat; });
  for (int o = 0; o < kOwners; ++o)
    for (int z = 0; z < kZones; ++z)
      if (!sees(seat, static_cast<Owner>(o), static_cast<Zone>(z)))
        cards.hide(static_cast<Owner>(o), static_cast<Zone>(z), [&](CopyId c) { return knows(seat, c); });
}

}  // namespace gofuda
