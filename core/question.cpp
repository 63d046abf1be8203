#include "core/question.hpp"

#include <algorithm>

#include "core/random.hpp"

namespace gofuda {

const MomentRow& row_of(Moment m) {
  static constexpr MomentRow kRows[] = {
      {"play", ""},
      {"announce", "when announced"},
      {"answer", "in answer"},
      {"when_set", "when a stone is set"},
      {"when_captured", "when stones are captured"},
      {"when_drawn", "when a card is drawn"},
      {"when_turn_begins", "when a turn begins"},
      {"when_turn_ends", "when a turn ends"},
      {"when_counted", "when the game is about to be counted"},
      {"when_over", "when it is over"},
  };
  return kRows[static_cast<std::size_t>(m)];
}

OfferedCard Question::offered(std::size_t place) const {
  if (place == 0) return {};
  const auto taken = cards.begin() + static_cast<std::ptrdiff_t>(place - 1);
  return {*taken, static_cast<std::uint16_t>(std::count(cards.begin(), taken, *taken))};
}

std::size_t Question::place_of(OfferedCard taken) const {
  if (taken.id == kNoCard) return 0;
  std::uint16_t before = 0;
  for (std::size_t i = 0; i < cards.size(); ++i)
    if (cards[i] == taken.id && before++ == taken.which) return i + 1;
  return cards.size() + 1;
}

std::uint64_t QuestionKey::hash() const {
  const auto byte = [](auto x, int at) { return static_cast<std::uint64_t>(x) << at; };
  return mix64(byte(kind, 0) | byte(seat, 8) | byte(script.role, 16) | byte(script.moment, 24) | byte(card, 32) |
               byte(number, 48)) ^
         mix64(0x9e3779b97f4a7c15ull + script.card);
}

}  // namespace gofuda
