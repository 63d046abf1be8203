// What dealing cards on purpose did, game by game: each game as it comes, with the card at Black, and with it at White.
#pragma once

#include "tools/lab/statistics/tally.hpp"

namespace gofuda::lab {

// Each number of one card is of the game with it at Black less that with it at White, which is what it does for both:
// Black's half wins, and Black's lead in thousandths of a point. Of two cards it is by how much both did so more than
// the one and the other put together.
struct DealTally {
  Histogram half_wins, leads;
  Histogram one, other, both;  // of two cards: half wins of each alone, and of both
  std::int64_t apart = 0;      // one of the games failed or was stopped; in none of the rest
  std::int64_t changed = 0;    // of one card: one of the two was another game than without the deal
  void add(const DealTally& more);
};

// Every histogram with its name and the bounds of its values: f(name, histogram, least, most).
template <class T, class F>
void for_each_deal_histogram(T& t, bool two, F&& f) {
  const std::int64_t wins = two ? 6 : 2;
  f("half_wins", t.half_wins, -wins, wins), f("leads", t.leads, -2 * kMostMargin, 2 * kMostMargin);
  if (two)
    f("one", t.one, std::int64_t{-2}, std::int64_t{2}), f("other", t.other, std::int64_t{-2}, std::int64_t{2}),
        f("both", t.both, std::int64_t{-2}, std::int64_t{2});
}

inline void DealTally::add(const DealTally& more) {
  apart += more.apart, changed += more.changed;
  const auto put = [](const Histogram& from, Histogram& to) {
    for (const auto& [value, games] : from) to[value] += games;
  };
  put(more.half_wins, half_wins), put(more.leads, leads);
  put(more.one, one), put(more.other, other), put(more.both, both);
}

}  // namespace gofuda::lab
