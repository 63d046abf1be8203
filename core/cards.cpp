#include "core/cards.hpp"

#include <algorithm>

namespace gofuda {
std::string_view owner_name(Owner o) {
  static constexpr std::array<std::string_view, kOwners> kNames{"black", "white", "common"};
  return kNames[static_cast<int>(o)];
}

std::string_view zone_name(Zone z) {
  static constexpr std::array<std::string_view, kZones> kNames{"deck", "hand", "aside", "shown", "discard", "play"};
  return kNames[static_cast<int>(z)];
}

std::size_t Cards::find(Owner o, Zone z, Card c) const {
  const std::size_t k = at(o, z);
  for (std::size_t i = begin_[k + 1]; i-- > begin_[k];)
    if (c.is(ids_[i], copies_[i])) return i;
  return ids_.size();
}

void Cards::shift(std::size_t zone, std::ptrdiff_t by) {
  for (std::size_t i = zone + 1; i < begin_.size(); ++i)
    begin_[i] = static_cast<std::uint32_t>(static_cast<std::ptrdiff_t>(begin_[i]) + by);
}

Card Cards::remove(std::size_t place, std::size_t zone) {
  const Card c{ids_[place], copies_[place]};
  ids_.erase(ids_.begin() + static_cast<std::ptrdiff_t>(place));
  copies_.erase(copies_.begin() + static_cast<std::ptrdiff_t>(place));
  shift(zone, -1);
  return c;
}

bool Cards::holds(Owner o, Zone z, Card c) const { return find(o, z, c) < ids_.size(); }

std::uint64_t Cards::place_of(Card c) const {
  const auto it = c.copy == kNoCopy ? copies_.end() : std::find(copies_.begin(), copies_.end(), c.copy);
  if (it == copies_.end()) return std::uint64_t{1} << 40 | (c.copy != kNoCopy ? 1 : 0);
  const auto i = static_cast<std::uint32_t>(it - copies_.begin());
  const auto zone = std::upper_bound(begin_.begin(), begin_.end(), i) - begin_.begin();
  return static_cast<std::uint64_t>(zone) << 16 | (i - begin_[static_cast<std::size_t>(zone) - 1]);
}

void Cards::put(Owner o, Zone z, Card c) {
  const std::size_t k = at(o, z);
  ids_.insert(ids_.begin() + begin_[k + 1], c.id);
  copies_.insert(copies_.begin() + begin_[k + 1], c.copy == kNoCopy ? ++last_copy_ : c.copy);
  shift(k, 1);
}

Card Cards::take_top(Owner o, Zone z) {
  const std::size_t k = at(o, z);
  return begin_[k] == begin_[k + 1] ? Card() : remove(begin_[k + 1] - 1u, k);
}

Card Cards::take(Owner o, Zone z, Card c) {
  const std::size_t i = find(o, z, c);
  return i < ids_.size() ? remove(i, at(o, z)) : Card();
}

void Cards::assign(Owner o, Zone z, std::span<const CardId> cards) {
  const std::size_t k = at(o, z);
  const auto first = static_cast<std::ptrdiff_t>(begin_[k]), last = static_cast<std::ptrdiff_t>(begin_[k + 1]);
  ids_.erase(ids_.begin() + first, ids_.begin() + last);
  copies_.erase(copies_.begin() + first, copies_.begin() + last);
  shift(k, first - last);
  put_under(o, z, cards);
}

void Cards::put_under(Owner o, Zone z, std::span<const CardId> cards) {
  const std::size_t k = at(o, z);
  const auto first = static_cast<std::ptrdiff_t>(begin_[k]);
  ids_.insert(ids_.begin() + first, cards.begin(), cards.end());
  copies_.insert(copies_.begin() + first, cards.size(), kNoCopy);
  for (std::size_t i = 0; i < cards.size(); ++i) copies_[static_cast<std::size_t>(first) + i] = ++last_copy_;
  shift(k, static_cast<std::ptrdiff_t>(cards.size()));
}

void Cards::relabel(Owner o, Zone z, std::span<const CardId> cards) {
  std::copy_n(cards.begin(), std::min(cards.size(), size(o, z)), ids_.begin() + begin_[at(o, z)]);
}

void Cards::arrange(Owner o, Zone z, std::span<const Card> top) {
  std::size_t place = begin_[at(o, z) + 1];
  for (Card c : top) {
    --place;
    ids_[place] = c.id;
    copies_[place] = c.copy;
  }
}

}  // namespace gofuda
