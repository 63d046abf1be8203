#include "core/lasting.hpp"

#include <algorithm>

namespace gofuda {

int turns_left(const LastingEffect& e, int turn) {
  if (e.last_turn < turn) return 0;
  return (e.last_turn - turn - (e.laid_in == turn ? 1 : 0)) / 2 + 1;
}

void set_until(LastingEffect& e, const Until& until, int turn, Seat to_move) {
  constexpr int kMost = 0xffff;
  const auto end_at = [&](int last, bool counts, Seat whose) {
    if (last <= 0 || (e.last_turn > 0 && last >= e.last_turn)) return;
    e.last_turn = static_cast<std::uint16_t>(std::min(last, kMost));
    e.counts = counts;
    e.counted = whose;
  };
  e.laid_in = static_cast<std::uint16_t>(turn);
  e.stones = until.stones;
  end_at(until.turn, false, Seat::black);
  for (auto [turns, whose] : {std::pair{until.own_turns, e.seat}, {until.their_turns, other(e.seat)}})
    if (turns > 0) {
      const int first = turn == 0 ? (whose == to_move ? 1 : 2) : turn + (whose == to_move ? 2 : 1);
      end_at(first + 2 * (turns - 1), true, whose);
    }
}

Until until_of(const LastingEffect& e, int turn) {
  Until out;
  out.stones = e.stones;
  if (e.counts)
    (e.counted == e.seat ? out.own_turns : out.their_turns) = turns_left(e, turn);
  else if (e.last_turn > 0)
    out.turn = e.last_turn - turn + 1;
  return out;
}

void Lasting::lie(LastingEffect e) {
  const auto after = std::find_if(lasting.begin(), lasting.end(), [&](const auto& x) { return x.number > e.number; });
  lasting.insert(after, e);
}

namespace {

void add(Hash& h, const LastingEffect& e, const Cards& cards) {
  h.add(e.card.id | std::uint64_t(index(e.seat)) << 16 | std::uint64_t{e.by_move} << 17 | std::uint64_t{e.mark} << 32);
  h.add(cards.place_of(e.card) | std::uint64_t{e.since} << 32);
  h.add(e.last_turn | std::uint64_t{e.laid_in} << 16 | std::uint64_t(index(e.counted)) << 32 |
        std::uint64_t{e.counts} << 33);
  h.add(e.stones);
}

}  // namespace

void Lasting::add_to(Hash& h, const Cards& cards) const {
  for (const LastingEffect& e : lasting) add(h, e, cards);
  for (const EndedEffect& e : ended) {
    add(h, e.effect, cards);
    h.add(e.by | std::uint64_t(e.zone) << 32);
  }
}

// What works hidden is known to its owner alone, and so is that it works at all, and how many have.
void Lasting::hide_from(Seat seat, const Cards& cards) {
  std::erase_if(lasting, [&](const LastingEffect& e) {
    return e.seat != seat && !cards.holds(owner_of(e.seat), Zone::shown, e.card);
  });
  ended.clear();
  laid = 0;
  for (LastingEffect& e : lasting) e.number = laid++;
}

}  // namespace gofuda
