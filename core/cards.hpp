// Where the cards lie. Copies of one card are not told apart, so a zone is an ordered list of card ids; the last of a
// pile is its top.
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
  std::span<const CardId> in(Owner o, Zone z) const { return {cards_.data() + begin_[at(o, z)], size(o, z)}; }
  std::size_t size(Owner o, Zone z) const { return begin_[at(o, z) + 1] - begin_[at(o, z)]; }
  bool holds(Owner o, Zone z, CardId c) const;
  void put(Owner o, Zone z, CardId c);   // on top
  CardId take_top(Owner o, Zone z);      // kNoCard when empty
  bool take(Owner o, Zone z, CardId c);  // the topmost copy; false when there is none
  void assign(Owner o, Zone z, std::span<const CardId> cards);
  void hide(Owner o, Zone z);  // each of its cards becomes kNoCard
  friend bool operator==(const Cards&, const Cards&) = default;

 private:
  static constexpr int at(Owner o, Zone z) { return static_cast<int>(z) * kOwners + static_cast<int>(o); }
  std::vector<CardId> cards_;
  std::array<std::uint16_t, kOwners * kZones + 1> begin_{};
};

}  // namespace gofuda
