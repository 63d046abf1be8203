// A game as a value: rules + seed + the answers given so far.
//
// It moves on by advance() and answer(); both run the scripts. Clone it by copying, go back by undo(). It may wait in
// the middle of a card: only answers are kept, and the turn is run again when the next one is there.
#pragma once

#include <array>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "core/log.hpp"
#include "core/player.hpp"
#include "core/position.hpp"
#include "core/run.hpp"

namespace gofuda {

// What a game starts from, where it differs from the rules' own start.
struct Setup {
  ChanceKey key;
  std::array<std::optional<std::vector<CardId>>, kOwners> decks;  // in this order (top card last) and not shuffled
  std::optional<Position> position;                               // board, zones, side to move
};

// The first position: the setup's stones, decks shuffled by the key and cards dealt unless decks are given.
Position first_position(const Ruleset& rules, const Setup& setup);

class Game {
 public:
  Game(std::shared_ptr<const Ruleset> rules, Setup setup);

  const Ruleset& rules() const { return *rules_; }
  const Setup& setup() const { return setup_; }
  const Position& turn_start() const { return now_; }  // at the start of the turn that is being played
  // With what the answers of this turn have done so far.
  const Position& position() const { return shown_ ? *shown_ : now_; }
  const Log& log() const { return log_; }
  std::size_t turn_mark() const { return marks_.back(); }  // log size at the start of the turn
  Log turn_log() const { return log_.from(turn_mark()); }  // what has been answered in it so far
  Status state() const { return state_; }                  // asks, done (the game is over), fault or mismatch
  bool over() const { return now_.over(); }
  const Question& question() const {
    return question_;
  }  // while state() == asks; after a mismatch, what is asked now instead
  const Fault& fault() const { return fault_; }
  const Verdict& last_refusal() const { return refusal_; }
  // After a mismatch: the item of the log that answers another question than the one now asked.
  std::optional<std::size_t> misfit() const { return misfit_; }
  // After a mismatch: the card that is now turned up there, where nothing is asked; kNoCard otherwise.
  CardId misfit_card() const { return misfit_card_; }
  const std::vector<std::size_t>& turn_marks() const { return marks_; }  // log size at the start of each turn

  // Plays on until a question that no given player answers, the end, a fault, or max_turns finished turns (state() is
  // then done, and over() false); or until what the players answer comes to nothing legal (state() is illegal or
  // unplayable, the log as it was when the turn was begun here). Call once after construction. Where all seats answer
  // at once, positions are not copied from turn to turn; what then stops a turn in its middle is found again from the
  // log. `turn_done`, if given, is called after each turn; false: stop here, as after max_turns.
  using TurnDone = std::function<bool(const Game&)>;
  Status advance(Scripts& scripts, Players players = {}, int max_turns = 100000, const TurnDone& turn_done = {});
  // Answers the pending question. On a refusal the game is as it was and the verdict says why. An answer is refused,
  // too, when nothing that may follow in the same turn would be legal, as far as kProbes tries show. `go_on`: when the
  // turn is finished, start the next ones too.
  Verdict answer(Scripts& scripts, const Answer& a, Players players = {}, bool go_on = true);
  // Says of the pending question that the card it is asked for cannot be played. It stands, and is written down, when
  // nothing was answered for the card yet and no way to play it is found in as many tries as are made.
  // Of cards within one another, it is said of the innermost that was begun when the log had no more than `begun`
  // items.
  Verdict claim_unplayable(Scripts& scripts, Players players = {}, std::size_t begun = Run::kWhole);
  // Gives the card up that the pending question is asked for. Where something was answered for it already, from which
  // no way on is known, that goes with it: what the turn has answered is taken back, but for the log's first `kept`
  // items, until the card can be said to be unplayable. On a refusal the game is as it was.
  Verdict give_up_card(Scripts& scripts, Players players = {}, std::size_t kept = 0);
  // For players that find no answer: answers the pending question as on the way to the end of the turn that a search
  // finds, and what is asked of `players` after it, up to the next question for somebody else. False where the search
  // finds none either.
  bool take_way_on(Scripts& scripts, Players players);
  // The log's items up to the last answer of who plays the card that the other side is asked for: the other side is not
  // to take it back. 0 where who plays it is asked.
  std::size_t said_for_card() const;
  // Takes back the last answer of a player (and what chance and the engine added after it). False when there is none.
  bool undo(Scripts& scripts);
  // Takes back the answer that is that item of the log, and everything after it: its question is asked again.
  Status take_back(Scripts& scripts, std::size_t answer);
  // Forgets what the turn that is being played has answered, but for that; advance() begins it again.
  void leave_turn(const Log& kept);
  // Cuts the log to its first `items` and plays it again from the start, on whatever rules the scripts now are; no more
  // than so many turns of it.
  Status rebuild(Scripts& scripts, std::size_t items, std::size_t most_turns = kAllTurns);
  // The same game, had the pending turn begun from that position, and had chance another key. The turn so far is told
  // again, by its log or, where `told` is given, by these. Nothing where it then comes to another question.
  std::optional<Game> supposed(Scripts& scripts, Position start, ChanceKey key, const Players* told) const;
  // The same answers on other rules (edited files). state() tells how far they went.
  Game replayed(std::shared_ptr<const Ruleset> rules, Scripts& scripts) const;

 private:
  static constexpr std::size_t kAllTurns = std::numeric_limits<std::size_t>::max();
  static constexpr int kRandomProbes = 32, kProbes = 20000, kInOrder = 64;
  Status run_turn(Scripts& scripts, Players players, std::optional<std::size_t> claim = {});
  bool carries_on(Scripts& scripts, Players players, std::optional<std::size_t> claim);
  Status run_turn_in_place(Scripts& scripts, Players players, Run& run);
  bool runs_in_place(const Players& players, int turns) const;
  void begin_again(const Log& given);
  bool retell(Scripts& scripts, std::size_t turns);
  void take_over(Status s, const Run& run, Position work);
  std::optional<bool> has_way_on(Scripts& scripts, Verdict& why, Log* way = nullptr) const;  // nothing: not found out
  bool can_go_on(Scripts& scripts);
  Status leave_dead_end(Scripts& scripts, std::size_t size);
  bool claim_stands(Scripts& scripts, Log given, std::size_t begun) const;

  std::shared_ptr<const Ruleset> rules_;
  Setup setup_;
  Position start_, now_;
  std::optional<Position> shown_;  // in the middle of a turn
  Log log_;
  std::vector<std::size_t> marks_{0};
  std::size_t copied_until_ = 0;  // there are so many marks, positions are
  Status state_ = Status::done;
  Question question_;
  std::optional<std::size_t> misfit_;
  CardId misfit_card_ = kNoCard;
  Verdict refusal_;
  Fault fault_;
};

}  // namespace gofuda
