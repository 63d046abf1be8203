// Where the cards lie: each zone is an ordered list; the last of a pile is its top. Every card is a copy of its own, so
// that of two of one kind the one that is meant can be told.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/point.hpp"

namespace gofuda {

using CardId = std::uint16_t;  // index into the card table of a ruleset
inline constexpr CardId kNoCard = 0xffff;

// A number that a copy bears as long as it can be followed: shuffled into a pile it gets a new one. It says nothing of
// what the card is.
using CopyId = std::uint32_t;
inline constexpr CopyId kNoCopy = 0;
inline constexpr std::size_t kMostCards = 4096;  // of a game, as files are read: records count them in 16 bits

struct Card {
  constexpr Card(CardId kind = kNoCard, CopyId number = kNoCopy) : id(kind), copy(number) {}
  CardId id;
  CopyId copy;  // kNoCopy: whichever
  explicit constexpr operator bool() const { return id != kNoCard; }
  constexpr bool is(CardId other_id, CopyId other_copy) const {
    return id == other_id && (copy == kNoCopy || copy == other_copy);
  }
  friend constexpr bool operator==(const Card&, const Card&) = default;
};

enum class Owner : std::uint8_t { black = 0, white = 1, common = 2 };
constexpr Owner owner_of(Seat s) { return static_cast<Owner>(s); }
std::string_view owner_name(Owner o);

// deck: face down. hand: its owner sees it. aside: laid aside, hidden from the others. shown: laid aside, open.
// discard: open. play: on the table while it is carried out.
enum class Zone : std::uint8_t { deck, hand, aside, shown, discard, play };
inline constexpr int kOwners = 3, kZones = 6;
std::string_view zone_name(Zone z);

class Cards {
 public:
  std::span<const CardId> in(Owner o, Zone z) const { return {ids_.data() + begin_[at(o, z)], size(o, z)}; }
  std::span<const CopyId> copies(Owner o, Zone z) const { return {copies_.data() + begin_[at(o, z)], size(o, z)}; }
  Card card(Owner o, Zone z, std::size_t i) const { return {in(o, z)[i], copies(o, z)[i]}; }
  std::size_t size(Owner o, Zone z) const { return begin_[at(o, z) + 1] - begin_[at(o, z)]; }
  bool holds(Owner o, Zone z, Card c) const;
  // A number for where the copy lies, whatever its own number is; the same for all that lie nowhere.
  std::uint64_t place_of(Card c) const;
  static constexpr std::uint64_t place(Owner o, Zone z, std::size_t i) { return (at(o, z) + 1) << 16 | i; }
  void put(Owner o, Zone z, Card c);   // on top; without a number, a new copy
  Card take_top(Owner o, Zone z);      // kNoCard when empty
  Card take(Owner o, Zone z, Card c);  // that copy, or else the topmost; kNoCard when there is none
  void assign(Owner o, Zone z, std::span<const CardId> cards);     // new copies
  void put_under(Owner o, Zone z, std::span<const CardId> cards);  // new copies, numbered from next_copy() on
  CopyId next_copy() const { return last_copy_ + 1; }
  void relabel(Owner o, Zone z, std::span<const CardId> cards);  // as many; the same copies become copies of these
  void relabel(Owner o, Zone z, std::size_t i, CardId id) { ids_[begin_[at(o, z)] + i] = id; }
  void arrange(Owner o, Zone z, std::span<const Card> top);  // these become its top cards, the first the topmost
  // Of its cards only their number is left, but for the copies that stay(copy).
  template <class F>
  void hide(Owner o, Zone z, F&& stay) {
    for (std::size_t k = at(o, z), i = begin_[k]; i < begin_[k + 1]; ++i)
      if (!stay(copies_[i])) ids_[i] = kNoCard, copies_[i] = kNoCopy;
  }
  friend bool operator==(const Cards&, const Cards&) = default;

 private:
  static constexpr std::size_t at(Owner o, Zone z) {
    return static_cast<std::size_t>(z) * kOwners + static_cast<std::size_t>(o);
  }
  std::size_t find(Owner o, Zone z, Card c) const;  // in ids_; its size when there is none
  Card remove(std::size_t place, std::size_t zone);
  void shift(std::size_t zone, std::ptrdiff_t by);  // the zones after it

  std::vector<CardId> ids_;
  std::vector<CopyId> copies_;  // of the same cards
  std::array<std::uint32_t, kOwners * kZones + 1> begin_{};
  CopyId last_copy_ = kNoCopy;
};

}  // namespace gofuda
