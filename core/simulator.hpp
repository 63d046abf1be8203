// For players that look ahead: games that the seat could be playing.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "core/allowance.hpp"
#include "core/game.hpp"
#include "core/random.hpp"

namespace gofuda {

// What a seat may not know, a bit each: by where it lay as the pending turn began.
enum class Secret : std::uint8_t { decks = 1, hand = 2, aside = 4, notes = 8 };

// Of a pile as the turn began: places of the cards that a seat cannot name now.
struct UnseenPile {
  Owner owner;
  Zone zone;
  Secret secret;
  std::vector<std::size_t> places;
};

// Made from a game that waits for an answer of the seat, for that answer. Nothing of what the seat may not know comes
// out of it: whatever is hidden is dealt anew. The game and the scripts must outlive it. Its turns look for ways to
// play cards as those of the game do, until that has taken much work; then for a small part of it each.
class Simulator {
 public:
  Simulator(const Game& game, Scripts& scripts, Seat seat);

  const Ruleset& rules() const { return game_.rules(); }
  Scripts& scripts() { return scripts_; }
  // From here on these secrets are dealt as they are: who is let into them shows by its play what they are worth.
  void let_into(unsigned secrets) { known_ = secrets; }
  // Answers given in the pending turn so far; the pending question comes next.
  std::size_t answered() const { return given_.size(); }

  View start() const;  // of the whole game
  const Verdict& last_refusal() const { return game_.last_refusal(); }

  // The position at the start of the pending turn, in which everything that the seat may not know is drawn: the order
  // of the decks, the other side's hand and what it has laid aside hidden, and what it has written down. Cards that the
  // seat can name now stay where they came from, and so does one of each kind that was named in this turn and is hidden
  // again.
  Position deal(Random& random);
  // The pending turn, on such a position, or on another one if the answers so far do not fit it: these, and then those
  // of the players. What the other side has answered in secret is drawn anew.
  // `fitting`, if given: the position that the turn was played from. Status::mismatch: none was found that fits.
  Status finish_turn(Position& p, const Players& players, Position* fitting = nullptr);
  Status turn(Position& p, const Players& players);  // a turn that begins there
  // The answer to the pending question in a turn that goes on at random to its end, on another deal. False: where that
  // comes to no end, or asks something else.
  bool find_answer(const Question& q, Random& random, Answer& out);
  // A game that the seat could be playing, at the pending question; nothing where that is asked on none of a few deals.
  std::optional<Game> suppose(Random& random);
  void rekey(ChanceKey key) { run_.rekey(key); }  // what chance draws in the next turns

 private:
  Status run(Position& p, const Players& players);
  bool knows(Secret s) const { return (known_ & static_cast<unsigned>(s)) != 0; }
  std::span<const CopyId> unseen() const { return knows(Secret::decks) ? std::span<const CopyId>() : unseen_; }
  bool redraws() const { return hides_ || !piles_.empty(); }
  void add_pile(Owner owner, Zone zone, Secret secret, std::span<const CopyId> own);
  void leave_what_is_named();
  void leave_one(CardId id, bool offered);
  Position deal_once(Random& random) const;
  Status finish(Position& p, const Players& players, bool& fits);
  void deal_note(Note& n, const Position& p, Random& random) const;
  const Game& game_;
  Scripts& scripts_;
  Seat seat_;
  unsigned known_ = 0;
  const Log given_;
  const bool hides_;                           // some of its answers from the seat
  const std::map<std::size_t, CopyId> piles_;  // shuffled in this turn: place in its record, number of the first card
  const std::vector<CopyId> unseen_;           // that the seat cannot name, in order
  std::vector<UnseenPile> their_piles_, own_cards_;  // the cards of each exchange their places
  std::vector<CopyId> dealt_aside_;                  // of their cards laid aside
  std::optional<View> sees_;                         // what the seat sees now, where something is hidden from it
  struct Fitting {
    Position start;
    Random redraw;
  };
  int unfit_ = 0;                 // deals since the last that fitted
  std::vector<Fitting> fitting_;  // deals that were found after others did not fit
  Random redraw_;                 // what is drawn for answers and piles that the seat does not know
  Random retry_;
  Log log_;
  Run run_;
  Allowance allowance_;
};

}  // namespace gofuda
