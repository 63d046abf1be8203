// Who answers: programs, and whoever stands in for chance. A player is handed what its seat may know, and nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/question.hpp"
#include "core/ruleset.hpp"
#include "core/view.hpp"

namespace gofuda {

class Allowance;
class Player;
class Run;
class Simulator;
struct Unplayable;

struct ChanceKey {
  std::uint64_t seed = 0, game = 0;
};

// What a player may look at before it answers: the rules, the board, and of the rest what its seat may know.
class Observation {
 public:
  Observation(const Ruleset& rules, const Position& position, Seat seat, std::size_t answered = 0, int refused = 0,
              Simulator* simulator = nullptr)
      : rules_(rules),
        position_(position),
        seat_(seat),
        answered_(answered),
        refused_(refused),
        simulator_(simulator) {}

  const Ruleset& rules() const { return rules_; }
  Seat seat() const { return seat_; }
  const Board& board() const { return position_.board; }
  View view() const { return view_of(position_, seat_); }
  bool is_legal_stone(Point p) const;  // an ordinary stone of the seat on an empty point
  Point last_point() const {
    return position_.last_point();
  }  // that the last move changed; kNoPoint when it changed none
  int turn() const { return position_.turn; }
  // Answers given in this turn so far; fewer than before when a play is tried again.
  std::size_t answered() const { return answered_; }
  int refused() const { return refused_; }  // answers to this very question that the game has refused
  // Plays on from here, with what the seat does not know dealt anew; nullptr for a player that answers at once.
  Simulator* simulator() const { return simulator_; }

 private:
  const Ruleset& rules_;
  const Position& position_;
  Seat seat_;
  std::size_t answered_;
  int refused_;
  Simulator* simulator_;
};

// What became of a play whose answers a player has given at once.
class Attempt {
 public:
  Attempt(Run& run, int tries, bool is_legal) : number(tries), legal(is_legal), run_(run) {}
  const int number;  // of this play, from 1
  const bool legal;
  bool playable() const;            // could the card take effect in some way? True where no card is played
  std::uint64_t situation() const;  // a hash of the position that the play began in
  std::uint64_t work() const;       // that scripts have done so far: never less than in the attempt before,
  std::uint64_t most_work() const;  // and after which a search for answers that begins now is to end
  void hand_over(Player& player);   // who answers from now on for the seat, until the play is over

 private:
  friend class Run;
  Run& run_;
  Player* next_ = nullptr;
};

// Thrown by a player that cannot go on, such as a program outside that has died. The game is lost, not the batch.
struct PlayerFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A player of one seat, for any number of games, one after the other; one a thread.
class Player {
 public:
  virtual ~Player() = default;
  // Before each game. What it plays depends on the key, the seat and the course of the game alone.
  virtual void begin(const ChanceKey&, Seat) {}
  // Where each question of a game has a key of its own: as begin, but what this turn has cost is not forgotten.
  virtual void go_on(const ChanceKey& key, Seat seat) { begin(key, seat); }
  // Does it answer while the scripts run? One that looks ahead does not: it is asked between two runs, with a
  // simulator.
  virtual bool at_once() const { return true; }
  // Fills `out`; false: it does not answer (now). The answer may be refused; then it is asked again.
  virtual bool answer(const Question& q, const Observation& seen, Answer& out) = 0;
  // Of one that answers at once: when its answers are refused, may the play be put back for other ones? And what then.
  enum class Next { keep, again, give_up };
  virtual bool tries_again() const { return false; }
  virtual Next after(Attempt&) { return Next::keep; }
  // Would after() say nothing but `again` to the attempt with that number, if it is refused, whatever was tried? Then a
  // glance at the answer may do for the attempt.
  virtual bool just_draws_again(int /*number*/) const { return false; }
  // Of one that stands in for chance, from what is written: is that said of the seat's card, whose play begins there?
  virtual bool says_unplayable(Seat, const Unplayable&) { return false; }
  // And what may be spent on finding out which cards cannot be played; nullptr: as much as in a game.
  virtual Allowance* allowance() { return nullptr; }
  virtual std::string name() const { return "player"; }  // with its options
};

// Who answers on the spot: the two seats and, third, a player that stands in for chance (a file that says how a pile
// was shuffled).
using Players = std::array<Player*, 3>;

// The policy of players that draw their answers: an answer that is refused is drawn again, so that what is played in
// the end is drawn evenly from the legal answers; where these are too rare to be met, all answers are gone through.
class DrawingPlayer : public Player {
 public:
  struct Patience {     // answers to one play, refused in a row
    int playable = 48;  // before it is asked whether the card is playable at all
    int list = 4096;    // before all answers are gone through
  };
  DrawingPlayer() : DrawingPlayer(Patience{}) {}
  explicit DrawingPlayer(Patience patience);
  ~DrawingPlayer() override;
  DrawingPlayer(const DrawingPlayer&) = delete;
  DrawingPlayer& operator=(const DrawingPlayer&) = delete;
  DrawingPlayer(DrawingPlayer&&) noexcept;
  DrawingPlayer& operator=(DrawingPlayer&&) noexcept;
  bool tries_again() const override { return true; }
  Next after(Attempt& attempt) override;
  bool just_draws_again(int number) const override { return number != patience_.playable && number != patience_.list; }

 private:
  Patience patience_;
  class Lister;
  std::unique_ptr<Lister> lister_;
};

}  // namespace gofuda
