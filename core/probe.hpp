// Whether something can be done at all: random answers first, then all of them in order.
#pragma once

#include <algorithm>
#include <optional>

#include "core/enumerator.hpp"
#include "core/log.hpp"
#include "core/random_player.hpp"
#include "core/run.hpp"

namespace gofuda {

struct Tries {
  int random, all;
  int alone = 8;     // random ones before the others begin
  int in_order = 0;  // then so many of the others before they take turns: where few can be told soon that none will do
};
// Of each of these with the plays in it: where one is refused more often, the next try at random may do better.
inline constexpr DrawingPlayer::Patience kPatience{48, 512};
// works(player) tries once with that player's answers. Nothing after `all` answers in vain, or when `scripts` have
// taken `end` steps, for then the last try may have been cut short; what asks nothing is told by one try.
template <class F>
std::optional<bool> finds_a_way(F&& works, const Tries& tries, const Scripts& scripts, std::uint64_t end) {
  struct Asked : RandomPlayer {
    using RandomPlayer::RandomPlayer;
    bool answer(const Question& q, const Observation& seen, Answer& out) override {
      asked = true;
      return RandomPlayer::answer(q, seen, out);
    }
    bool asked = false;
  } random(0, 0, true, kPatience);
  Enumerator answers;
  const auto in_time = [&] { return scripts.steps_now() <= end; };
  for (int n = 0, drawn = 0; n < tries.all && in_time();) {
    const bool in_order = n < tries.in_order && drawn >= tries.alone;
    if (drawn < tries.random && !in_order) {
      ++drawn;
      if (works(random)) return true;
      if (!random.asked && in_time()) return false;
    }
    if (drawn < std::min(tries.alone, tries.random)) continue;
    ++n;
    answers.restart();
    if (works(answers)) return true;
    if (!answers.advance() && in_time()) return false;
  }
  return std::nullopt;
}

struct Trial {
  Seat seat;
  Card card;
  int times, plays;                           // plays in succession, each of them carried out so many times as one move
  Happening about = {};                       // of an effect on the table: what sets it off,
  std::optional<std::size_t> told_from = {};  // and where the log begins to tell what chance has drawn for it
  bool in_progress = false;                   // it stands for the play that the run is carrying out,
  std::uint64_t searched = 0;                 // before which the turn's scripts had searched for so many steps
};

// Tries cards out on copies of a run's position.
class Probe {
 public:
  explicit Probe(const Run& outer);
  std::optional<bool> playable(const Run& outer, const Trial& trial);
  // Has its last try been answered with what a search within it had no time to find out? One that is carried out would
  // have, and might go another way.
  bool is_cut_short() const { return run_.cut_short_; }
  const Log& way() const { return log_; }  // what was answered, and drawn, where playable() has just found one
  // The reason for which most of some tries at random are refused.
  Verdict usual_refusal(const Run& outer, const Trial& trial);
  // What stands in the way of a card that cannot be played in that run, with its words as the detail.
  static Verdict why_unplayable(Run& run, Seat seat, Card card) { return run.why_unplayable(seat, card, 1); }

 private:
  static constexpr int kRandomTries = 64, kTries = 200'000;
  class First;
  std::int64_t begin_search(const Run& outer);
  void copy(const Run& outer);
  Status play(const Run& outer, const Trial& trial, Player& player);
  void take_chance(const Log& outer, std::size_t from);

  Run run_;
  Position position_;
  std::uint32_t changes_there_ = 0, changes_here_ = 0;  // in the outer run and in run_, when it was copied
  Log log_;
};

}  // namespace gofuda
