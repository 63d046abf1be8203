// Plays the games of a batch, one after the other: one a thread.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/run.hpp"
#include "tools/lab/runner/card_watch.hpp"
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
};

class Runner {
 public:
  // Throws std::runtime_error when the scripts do not load or a player cannot be made.
  explicit Runner(const Plan& plan);
  const GameRecord& play(std::uint64_t number);  // valid until the next call

 private:
  void play_straight(const ChanceKey& key);
  void play_searching(const ChanceKey& key);
  void begin(const ChanceKey& key);
  void finish(const Position& p);
  void note_failure(const Position& p);
  void abandon(const Game& game, const std::string& why);
  std::string saved_up_to(const Game& game) const;
  void stop(Status s, const Position& p, const Fault& fault, const Verdict& refusal, const ChanceKey& key);
  std::string reproduce(const ChanceKey& key);

  const Plan plan_;
  const Ruleset& rules_;
  std::unique_ptr<Scripts> scripts_;
  std::array<std::unique_ptr<tools::Agent>, 2> agents_;
  Run run_;
  Log log_;
  CardWatch watch_;
  QuestionWatch questions_;
  std::uint32_t plays_a_look_ = 1;
  GameRecord record_;
};

}  // namespace gofuda::lab
