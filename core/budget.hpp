// What the scripts of a turn may still do, and what they have done so far. A record has neither what was tried and put
// back nor what the engine looked for by itself: whoever reads the game is to count as whoever played it did.
#pragma once

#include <algorithm>
#include <cstdint>

namespace gofuda {

struct Budget {
  std::int64_t left = 0;   // steps; below 0 when there are none
  std::int64_t tried = 0;  // that were given back so far, for what scripts had tried
};

// The steps of a turn's effects on the table.
struct EffectWork {
  std::uint64_t done = 0;      // outside the turn's own script, as far as it stands, without what was searched for;
  std::uint64_t searched = 0;  // by the effects' scripts, as far as it stands;
  std::uint64_t vain = 0;      // put back since, or looked for by the engine

  static constexpr std::uint64_t kTriedPart = 100;  // what is tried counts for no more than that part of what is done
  std::uint64_t counted() const { return std::max(done + searched / kTriedPart, vain / kTriedPart); }
};

// All of it, when scripts had taken so many steps.
struct Account {
  Budget budget;
  EffectWork effects;
  std::uint64_t steps = 0;
};

}  // namespace gofuda
