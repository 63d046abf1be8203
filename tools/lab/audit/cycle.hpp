// A game without end: the shortest way in which it comes back to where it was, and the rules that would end it.
#pragma once

#include <optional>
#include <string>

#include "scripting/library.hpp"
#include "tools/lab/runner/runner.hpp"

namespace gofuda::lab {

struct Cycle {
  int turns = 0;
  bool cards = false;   // the cards lie as before, too, not only the stones
  std::string dispute;  // "" where no file can say it
};

// Plays the game again. Nothing where none of its last turns comes back to an earlier position of them.
std::optional<Cycle> find_cycle(const Plan& plan, std::uint64_t game, Library& library);

// Settings with which such games, played again, end.
struct Remedy {
  Settings settings;
  std::int64_t ended = 0, games = 0;
};
// Those rules that forbid a repetition or let the game end by passing; the ones that change least first.
std::vector<Remedy> try_remedies(const Plan& plan, const std::vector<std::uint64_t>& games, Library& library,
                                 const std::atomic<int>& stop);

}  // namespace gofuda::lab
