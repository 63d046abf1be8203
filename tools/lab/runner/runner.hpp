// Plays the games of a batch, one after the other: one a thread.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/drive.hpp"
#include "tools/lab/runner/card_watch.hpp"
#include "tools/lab/runner/forced_deal.hpp"
#include "tools/lab/runner/question_watch.hpp"
#include "tools/lab/statistics/tally.hpp"
#include "tools/players/player.hpp"

namespace gofuda::lab {

// What decides the course of game number k, besides k.
struct Plan {
  std::shared_ptr<const Variant> variant;
  Settings settings;
  std::array<std::string, 2> players{"random", "random"};
  std::uint64_t seed = 1;
  int most_turns = 5000;
  // Where each game begins, if not where the rules say: there, with each deck shuffled anew. `from_file` says so in
  // words.
  std::shared_ptr<const Position> from;
  std::string from_file;
  std::vector<ForcedDeal> deals;  // of each game, one after the other
  // Who begins and how the decks lie is decided by this seed, and each copy of a card draws its own place; all else by
  // `seed`.
  std::optional<std::uint64_t> deal_seed;
};

inline constexpr std::size_t kMostObstacles = 1000;  // of a game: a card with a reason each

class Runner {
 public:
  // Throws std::runtime_error when the scripts do not load or a player cannot be made.
  explicit Runner(const Plan& plan);
  // Valid until the next call; nothing when the program is to stop and the game was left.
  // `look` sees the game after each turn.
  using Look = std::function<void(const Game&)>;
  const GameRecord* play(std::uint64_t number, const Look& look = {});

 private:
  Setup setup(const ChanceKey& key) const;
  void count_turns(const Position& p);
  void look_at_obstacles(const Game& game);
  void finish(const Game& game);
  void fail(const Game& game, const DriveResult& how);

  const Plan plan_;
  const Ruleset& rules_;
  std::unique_ptr<Scripts> scripts_;
  std::array<std::unique_ptr<Player>, 2> players_;
  CardWatch watch_;
  QuestionWatch questions_;
  int first_turn_ = 1;
  std::size_t first_move_ = 0;
  GameRecord record_;
};

}  // namespace gofuda::lab
