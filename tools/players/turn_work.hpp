// How much scripts may do while a player looks ahead in one turn of its game. What it is asked after that it answers
// without looking: a script that takes long, and asks often, would make each of its turns take minutes.
#pragma once

#include <cstdint>

#include "core/player.hpp"
#include "core/question_kinds.hpp"
#include "core/run.hpp"
#include "core/simulator.hpp"

namespace gofuda::tools {

class TurnWork {
 public:
  void begin_game() { turn_ = -1; }
  // Before it looks.
  void begin(const Observation& seen) {
    if (seen.turn() != turn_) turn_ = seen.turn(), done_ = games_ = 0;
    scripts_ = &seen.simulator()->scripts();
    from_ = scripts_->steps_now();
  }
  void count_game() { ++games_; }  // another one that is played to its end
  // One that the player answers for the turn that it looks at. Its own work is no script's.
  void count_question(const Question& q) {
    const bool by_points = form_of(q.kind) == AnswerForm::points || form_of(q.kind) == AnswerForm::stone;
    done_ += kQuestion + (by_points ? kPoint * static_cast<std::uint64_t>(q.from.count()) : 0);
  }
  bool spent() const {
    const std::uint64_t searched = scripts_->most_searched();
    return done_ + (scripts_->steps_now() - from_) > kSearches * searched + games_ * (searched / kGamesInSearch);
  }
  void end() { done_ += scripts_->steps_now() - from_; }

 private:
  static constexpr std::uint64_t kSearches = 4;        // some two seconds,
  static constexpr std::uint64_t kGamesInSearch = 50;  // and a fiftieth of one for each game
  static constexpr std::uint64_t kQuestion = 400, kPoint = 8;
  const Scripts* scripts_ = nullptr;
  int turn_ = -1;
  std::uint64_t done_ = 0, games_ = 0, from_ = 0;
};

}  // namespace gofuda::tools
