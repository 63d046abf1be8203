#include "tools/trial/positions.hpp"

#include <algorithm>

#include "core/game.hpp"
#include "core/random_player.hpp"

namespace gofuda::tools {

namespace {

// `each` gets the position at the start of each turn, the first one's among them.
template <class Each>
std::optional<Fault> play_randomly(const Variant& variant, Scripts& scripts, ChanceKey key, int turns,
                                   std::uint64_t most_steps, Each each) {
  Setup setup;
  setup.key = key;
  Game game(variant.ruleset, setup);
  RandomPlayer black(key.seed, 2 * key.game), white(key.seed, 2 * key.game + 1);
  each(game.turn_start());
  if (most_steps == 0) return std::nullopt;
  const std::uint64_t before = scripts.steps();
  const Status end = game.advance(scripts, {&black, &white, nullptr}, turns, [&](const Game& g) {
    if (!g.over()) each(g.turn_start());
    return scripts.steps() - before < most_steps;
  });
  return end == Status::fault ? std::optional(game.fault()) : std::nullopt;
}

}  // namespace

int most_turns(const Variant& variant) { return variant.ruleset->grid.area() * 3 / 4; }

Position random_position(const Variant& variant, Scripts& scripts, ChanceKey key, int turns, std::uint64_t most_steps) {
  Position last(variant.ruleset->grid);
  play_randomly(variant, scripts, key, turns, most_steps, [&](const Position& p) { last = p; });
  return last;
}

RandomGame random_game(const Variant& variant, Scripts& scripts, ChanceKey key, std::size_t most,
                       std::uint64_t most_steps) {
  RandomGame out;
  std::vector<Position>& kept = out.positions;
  Random random(key.seed, key.game, 1u << 20);
  std::uint32_t met = 0;
  out.fault = play_randomly(variant, scripts, key, most_turns(variant), most_steps, [&](const Position& p) {
    ++met;
    if (kept.size() < most)
      kept.push_back(p);
    else if (const std::uint32_t place = random.below(met); place < most)
      kept[place] = p;
  });
  std::sort(kept.begin(), kept.end(), [](const Position& a, const Position& b) { return a.turn < b.turn; });
  return out;
}

}  // namespace gofuda::tools
