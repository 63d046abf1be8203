// How strong players are by their games against one another (Bradley and Terry 1952): the chance that one beats another
// is its strength over the sum of the two.
#pragma once

#include <cstddef>
#include <vector>

#include "tools/lab/statistics/stats.hpp"

namespace gofuda::lab {

struct Results {
  std::size_t a = 0, b = 0;       // players
  double wins_a = 0, wins_b = 0;  // a draw is half of each
};

// In Elo points above player 0, whose rating is 0. The interval is Wald's, from the information of the games. Of each
// pair that has met one draw is added, so that nobody who has won all games is stronger without bound.
struct Rating {
  double elo = 0;
  Interval interval;
};
std::vector<Rating> bradley_terry(std::size_t players, const std::vector<Results>& meetings);

}  // namespace gofuda::lab
