// A game played under one reading, each of its turns carried out under others as well.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tools/lab/finding/recital.hpp"
#include "tools/lab/runner/runner.hpp"

namespace gofuda::lab {

// One set of rules.
struct Reading {
  std::shared_ptr<const Variant> variant;
  Settings settings;  // over the variant's file
  Settings own;       // of these, the ones that the other reading has not
};

struct Match {
  Reading a;
  std::vector<Reading> others;
  std::array<std::string, 2> players{"random", "random"};
  std::uint64_t seed = 1;
  int most_turns = 5000;
  // Go on after a difference, from where the first reading stands, and look for those of another kind or with another
  // card.
  bool go_on = false;
  bool play_on =
      true;  // the same game under the other readings, too; what these alone allow their players is then seen
};

// Why turns of the two cannot be compared at all, as the games begin otherwise; "" where they can.
std::string begins_otherwise(const Reading& a, const Reading& b);

using TurnAnswers = std::vector<std::vector<Given>>;  // of a game, by turn

// Where a game first parts.
struct Meeting {
  std::size_t other = 0;  // of Match::others
  std::size_t turn = 0;   // of the game, from 0
  Parting parting = Parting::asked;
  CardId card = kNoCard;                    // in play
  std::size_t answers = 0;                  // of the turn, that were as played,
  std::optional<Given> tried;               // before this one, which nobody has given
  std::string fault;                        // failed: what the script says
  bool first = true;                        // of this game and reading
  std::shared_ptr<const TurnAnswers> game;  // all answers of it
};

// How a game has ended.
struct Played {
  GameResult outcome = GameResult::draw;
  int turns = 0;
  std::array<int, 2> prisoners{};
  friend bool operator==(const Played&, const Played&) = default;
};

struct SteppedGame {
  std::uint64_t number = 0;
  Played played;
  std::vector<Played> others;     // the same game under the other readings
  int left_out = 0;               // turns that could not be carried out again by their answers
  std::vector<Meeting> meetings;  // in the order of the turns
};

class Lockstep {
 public:
  // Throws std::runtime_error when the scripts do not load or a player cannot be made.
  explicit Lockstep(const Match& match);
  std::optional<SteppedGame> play(std::uint64_t number);  // nothing when the program is to stop

 private:
  struct Other {
    std::unique_ptr<Scripts> scripts;
    std::optional<Position> position;          // at the start of the turn; nothing when they have parted
    std::unique_ptr<Match> exchanged;          // with this reading as the first one,
    std::unique_ptr<Lockstep> back;            // made when it is first needed
    std::unique_ptr<Runner> runner;            // made when it is first needed
    std::set<std::pair<Parting, CardId>> met;  // in this game
  };
  struct Carried {  // a turn, or its beginning, under the first reading
    std::vector<Given> given;
    Recited recited;
    Position position;
  };
  struct Turn {
    std::size_t number = 0;
    ChanceKey key;
    Carried played;
    std::optional<Carried> tried;  // the beginning, and another answer
  };
  void step(const Game& game, SteppedGame& out);
  Carried carry(std::vector<Given> given, const ChanceKey& key);
  bool add_answer(const Ruleset& rules, Scripts& scripts, const ChanceKey& key, Position start,
                  std::vector<Given>& given, Random& random);
  void meet(Meeting meeting, const Game& game, SteppedGame& out);
  std::optional<Meeting> compare(std::size_t other, const Turn& turn);
  std::optional<Meeting> try_answers(std::size_t other, const Turn& turn, std::size_t question, const Position& start);
  bool play_on(SteppedGame& out);
  const GameRecord* play_other(std::size_t other, std::uint64_t number);
  bool look_back(std::size_t other, SteppedGame& out);

  const Match& match_;
  const Ruleset& rules_;
  std::unique_ptr<Scripts> scripts_, own_;  // for the game, and for its turns once more
  std::array<std::unique_ptr<Player>, 2> players_;
  std::vector<Other> others_;
  std::optional<Position> before_;  // the position at the start of the turn
  TurnAnswers answers_;
};

}  // namespace gofuda::lab
