// Whether something can be done at all: random answers first, then all of them in order.
#pragma once

#include "core/enumerator.hpp"
#include "core/random_player.hpp"

namespace gofuda {

// works(player) tries once with that player's answers. After `most` answers in vain it is taken to be possible.
template <class F>
bool finds_a_way(F&& works, int random_tries, int most) {
  RandomPlayer random(0, 0, true);
  for (int n = 0; n < random_tries; ++n)
    if (works(random)) return true;
  Enumerator answers;
  for (int n = 0; n < most; ++n) {
    answers.begin();
    if (works(answers)) return true;
    if (!answers.advance()) return false;
  }
  return true;
}

}  // namespace gofuda
