#include "core/drive.hpp"

#include "core/halt.hpp"
#include "core/simulator.hpp"

namespace gofuda {

std::string_view stopped_name(Stopped s) {
  switch (s) {
    case Stopped::over:
      return "over";
    case Stopped::waits:
      return "waits";
    case Stopped::turn_limit:
      return "turn-limit";
    case Stopped::no_answer:
      return "no-answer";
    case Stopped::fault:
      return "fault";
    case Stopped::step_limit:
      return "step-limit";
    case Stopped::mismatch:
      return "mismatch";
    case Stopped::player_failed:
      return "player-failed";
    case Stopped::interrupted:
      return "interrupted";
  }
  return "";
}

bool consult(Player& player, const Game& game, Scripts& scripts, int refused, Answer& out) {
  const Question& q = game.question();
  Simulator simulator(game, scripts, q.seat);
  return player.answer(q, Observation(game.rules(), game.position(), q.seat, simulator.answered(), refused, &simulator),
                       out);
}

namespace {

class Driver {
 public:
  Driver(Game& game, Scripts& scripts, std::array<Player*, 2> players, const DriveLimits& limits)
      : game_(game), scripts_(scripts), players_(players), limits_(limits) {
    for (std::size_t s = 0; s < 2; ++s)
      if (players[s] && players[s]->at_once()) spot_[s] = players[s];
  }

  DriveResult run() {
    while (true) {
      if (halted()) return {Stopped::interrupted, std::nullopt, ""};
      if (game_.state() == Status::fault) return {Stopped::fault, std::nullopt, game_.fault().message};
      if (game_.over()) return {Stopped::over, std::nullopt, ""};
      if (game_.turn_start().turn > limits_.last_turn) return {Stopped::turn_limit, std::nullopt, ""};
      if (limits_.interrupt && limits_.interrupt()) return {Stopped::interrupted, std::nullopt, ""};
      if (steps_ > limits_.steps)
        return {Stopped::step_limit, std::nullopt,
                "its scripts take more than " + std::to_string(limits_.steps) + " steps"};
      const bool asked = game_.state() == Status::asks;
      if (asked && !asked_player()) return {Stopped::waits, game_.question().seat, ""};
      if (limits_.before) limits_.before(game_, refused_);
      if (auto stop = asked && !asked_player()->at_once() ? answer() : advance()) return *stop;
    }
  }

 private:
  Player* asked_player() const { return players_[static_cast<std::size_t>(index(game_.question().seat))]; }

  // A player that looks ahead, between two runs.
  std::optional<DriveResult> answer() {
    const Seat seat = game_.question().seat;
    if (refused_ > limits_.refusals) {
      const Verdict last = game_.last_refusal();
      if (!game_.claim_unplayable(scripts_, spot_)) return DriveResult{Stopped::no_answer, seat, to_string(last)};
      refused_ = 0;
      return std::nullopt;
    }
    if (!consult(*asked_player(), game_, scripts_, refused_, answer_))
      return halted() ? std::nullopt : std::optional(DriveResult{Stopped::no_answer, seat, ""});
    if (halted()) return std::nullopt;  // it was stopped while it thought
    const std::size_t turns = game_.turn_marks().size();
    const std::uint64_t before = scripts_.steps();
    refused_ = game_.answer(scripts_, answer_, spot_, false) ? 0 : refused_ + 1;
    steps_ += scripts_.steps() - before;
    if (game_.turn_marks().size() > turns) turn_done();
    return std::nullopt;
  }

  std::optional<DriveResult> advance() {
    // Who wants to look before each turn, or cannot let all of them go by at once, has one turn at a time.
    const bool many = !limits_.before && spot_[0] && spot_[1];
    const int turns = many ? limits_.last_turn - game_.turn_start().turn + 1 : 1;
    const std::uint64_t before = scripts_.steps();
    const Status s = game_.advance(scripts_, spot_, turns, [&](const Game&) {
      turn_done();
      return !halted() && (!limits_.interrupt || !limits_.interrupt()) &&
             steps_ + scripts_.steps() - before <= limits_.steps;
    });
    steps_ += scripts_.steps() - before;
    if (s == Status::mismatch) return DriveResult{Stopped::mismatch, std::nullopt, ""};
    if (s != Status::illegal && s != Status::unplayable) {
      // What is asked of a player that answers at once, it has found no answer to.
      const bool left_open = s == Status::asks && asked_player() && asked_player()->at_once();
      if (!left_open) {
        refused_ = 0;
        return std::nullopt;
      }
    }
    if (refused_++ < limits_.new_starts) {
      if (s == Status::asks) game_.leave_turn({});
      return std::nullopt;
    }
    return DriveResult{Stopped::no_answer, game_.turn_start().to_move, to_string(game_.last_refusal())};
  }

  void turn_done() {
    if (limits_.turn_done) limits_.turn_done(game_);
  }

  Game& game_;
  Scripts& scripts_;
  std::array<Player*, 2> players_;
  const DriveLimits& limits_;
  Players spot_{};
  Answer answer_;
  int refused_ = 0;
  std::uint64_t steps_ = 0;  // of the game's scripts
};

}  // namespace

DriveResult drive(Game& game, Scripts& scripts, std::array<Player*, 2> players, const DriveLimits& limits) {
  try {
    return Driver(game, scripts, players, limits).run();
  } catch (const PlayerFailure& e) { return {Stopped::player_failed, std::nullopt, e.what()}; }
}

}  // namespace gofuda
