// Games of a search with itself, from which a policy learns: in rounds, so that what is learned depends on the seed and
// the number of games alone, whatever the number of threads.
#pragma once

#include <functional>

#include "scripting/variant.hpp"
#include "tools/learn/trainer.hpp"

namespace gofuda::tools {

struct SelfPlay {
  std::shared_ptr<const Variant> variant;
  std::uint64_t seed = 1, games = 0;  // 0: until it is stopped
  std::int64_t playouts = 200;        // of each answer
  int threads = 1;
};

struct Lived {
  std::uint64_t games = 0;   // that have ended
  std::uint64_t failed = 0;  // or could not be played on
};

// `stop`: looked at again and again; true, and what was learned so far is all. `round`: after each round of games.
Lived learn_by_play(const SelfPlay& play, Trainer& trainer, const std::function<bool()>& stop,
                    const std::function<void(const Lived&)>& round);

}  // namespace gofuda::tools
