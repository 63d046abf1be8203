// Plays the games of a batch, one after the other: one a thread.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/run.hpp"
#include "tools/lab/tally.hpp"
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

// Counts the cards of a game, turn by turn.
class CardWatch {
 public:
  explicit CardWatch(const Ruleset& rules) : rules_(rules) {}
  void begin(const Position& start, std::vector<CardUse>& uses);
  // After a turn. `log`: what was logged in it, from item number `mark` on.
  void turn(const Position& now, const Log& log, std::size_t mark);

 private:
  void count_moves(const Position& now);
  void count_log(const Log& log, std::size_t mark);
  void count_nested_plays();
  bool laid_aside(const Position& now, Seat seat, CardId card) const;
  void count_draws(const Position& now, Seat seat);
  int held(const Cards& cards, Seat seat, CardId card) const;

  const Ruleset& rules_;
  std::vector<CardUse>* uses_ = nullptr;
  Cards before_;
  std::array<std::uint16_t, 3> shuffles_{};
  std::size_t moves_ = 0;
  std::array<std::vector<CardId>, 2> moved_, shown_, offered_;  // of this turn, by seat
  std::array<bool, 2> other_than_skips_{};
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
  void stop(Step s, const Position& p, const Fault& fault, const Verdict& refusal, const ChanceKey& key);
  std::string reproduce(const ChanceKey& key);

  const Plan plan_;
  const Ruleset& rules_;
  std::unique_ptr<Scripts> scripts_;
  std::array<std::unique_ptr<tools::Agent>, 2> agents_;
  Run run_;
  Log log_;
  CardWatch watch_;
  GameRecord record_;
};

}  // namespace gofuda::lab
