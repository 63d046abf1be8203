#include "core/cards.hpp"

#include <algorithm>

namespace gofuda {

std::string_view owner_name(Owner o) {
  static constexpr std::array<std::string_view, kOwners> names{"black", "white", "common"};
  return names[static_cast<int>(o)];
}

std::string_view zone_name(Zone z) {
  static constexpr std::array<std::string_view, kZones> names{"deck", "hand", "aside", "shown", "discard", "play"};
  return names[static_cast<int>(z)];
}

bool Cards::holds(Owner o, Zone z, CardId c) const {
  auto list = in(o, z);
  return std::find(list.begin(), list.end(), c) != list.end();
}

void Cards::put(Owner o, Zone z, CardId c) {
  int k = at(o, z);
  cards_.insert(cards_.begin() + begin_[k + 1], c);
  for (std::size_t i = k + 1; i < begin_.size(); ++i) ++begin_[i];
}

CardId Cards::take_top(Owner o, Zone z) {
  int k = at(o, z);
  if (begin_[k] == begin_[k + 1]) return kNoCard;
  CardId c = cards_[begin_[k + 1] - 1];
  cards_.erase(cards_.begin() + begin_[k + 1] - 1);
  for (std::size_t i = k + 1; i < begin_.size(); ++i) --begin_[i];
  return c;
}

bool Cards::take(Owner o, Zone z, CardId c) {
  int k = at(o, z);
  for (int i = begin_[k + 1] - 1; i >= begin_[k]; --i)
    if (cards_[i] == c) {
      cards_.erase(cards_.begin() + i);
      for (std::size_t j = k + 1; j < begin_.size(); ++j) --begin_[j];
      return true;
    }
  return false;
}

void Cards::hide(Owner o, Zone z) {
  const int k = at(o, z);
  std::fill(cards_.begin() + begin_[k], cards_.begin() + begin_[k + 1], kNoCard);
}

void Cards::assign(Owner o, Zone z, std::span<const CardId> cards) {
  int k = at(o, z);
  auto first = cards_.erase(cards_.begin() + begin_[k], cards_.begin() + begin_[k + 1]);
  cards_.insert(first, cards.begin(), cards.end());
  int change = static_cast<int>(cards.size()) - (begin_[k + 1] - begin_[k]);
  for (std::size_t i = k + 1; i < begin_.size(); ++i) begin_[i] = static_cast<std::uint16_t>(begin_[i] + change);
}

}  // namespace gofuda
