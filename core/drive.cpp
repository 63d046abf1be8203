#include "core/drive.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/halt.hpp"
#include "core/on_exit.hpp"
#include "core/question_kinds.hpp"
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

std::string DriveResult::told() const { return file.empty() ? text : file + ":" + std::to_string(line) + ": " + text; }

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
      : game_(game), scripts_(scripts), players_(players), limits_(limits), kept_(limits.kept) {
    for (std::size_t s = 0; s < 2; ++s)
      if (players[s] && players[s]->at_once()) spot_[s] = players[s];
  }

  DriveResult run() {
    scripts_.tell_apart_anew();
    while (true) {
      if (halted()) return {Stopped::interrupted, std::nullopt, ""};
      if (game_.state() == Status::fault) return {Stopped::fault, std::nullopt, game_.fault().message};
      if (game_.over()) return {Stopped::over, std::nullopt, ""};
      if (game_.turn_start().turn > limits_.last_turn) return {Stopped::turn_limit, std::nullopt, ""};
      if (limits_.interrupt && limits_.interrupt()) return {Stopped::interrupted, std::nullopt, ""};
      look_out(steps_);
      if (steps_ > limits_.steps) return too_long("its scripts", limits_.steps, "");
      if (steps_ - turn_began_ > limits_.turn_steps)
        return too_long("this turn's scripts", limits_.turn_steps, ", as they run again for each of its answers");
      const bool asked = game_.state() == Status::asks;
      if (asked && !asked_player()) return {Stopped::waits, game_.question().seat, ""};
      if (limits_.before) limits_.before(game_, refused_);
      if (auto stop = asked && !asked_player()->at_once() ? answer() : advance()) return *stop;
    }
  }

 private:
  Player* asked_player() const { return players_[static_cast<std::size_t>(index(game_.question().seat))]; }

  // Where half of what they may do is done, which of them does it is found out.
  void look_out(std::uint64_t steps) {
    looks_out_ |= steps > limits_.steps / 2 || steps - turn_began_ > limits_.turn_steps / 2;
    scripts_.tell_apart(looks_out_);
  }

  DriveResult too_long(const std::string& whose, std::uint64_t most, const std::string& why) const {
    const Fault at = scripts_.busiest();
    const std::string most_of_it = at.file.empty() ? "" : "; this function takes the most of them";
    return {Stopped::step_limit, std::nullopt,
            whose + " take more than " + std::to_string(most) + " steps" + why + most_of_it, at.file, at.line};
  }

  // A player that looks ahead, between two runs.
  std::optional<DriveResult> answer() {
    const Seat seat = game_.question().seat;
    if (refused_ > (must_answer_ ? kAtLast : 1) * limits_.refusals || in_vain_ > most_in_vain())
      return leave_question();
    const std::uint64_t asked = scripts_.steps();
    scripts_.tell_apart(false);  // what it tries is not the game's
    const bool answered = consult(*asked_player(), game_, scripts_, refused_, answer_);
    scripts_.tell_apart(looks_out_);
    if (!answered) return halted() ? std::nullopt : std::optional(DriveResult{Stopped::no_answer, seat, ""});
    if (halted()) return std::nullopt;  // it was stopped while it thought
    const std::size_t turns = game_.turn_marks().size();
    const std::uint64_t before = scripts_.steps();
    const bool accepted = !is_barren(answer_) && game_.answer(scripts_, answer_, spot_, false);
    const std::uint64_t now = scripts_.steps();
    steps_ += now - before;
    if (accepted) {
      went_on(turns);
    } else {
      in_vain_ += now - (refused_ == 0 ? before : asked);
      ++refused_;
    }
    return std::nullopt;
  }

  void begin_question() {
    refused_ = 0;
    in_vain_ = 0;
    must_answer_ = false;
  }

  void went_on(std::size_t turns_before) {
    begin_question();
    if (game_.turn_marks().size() == turns_before) return;
    barren_.clear();
    taken_back_ = 0;
    turn_began_ = steps_;
    turn_done();
  }

  // Each answer that was taken back leaves less to be spent on the others. Where nothing can be done but to answer, it
  // is tried for longer.
  std::uint64_t most_in_vain() const {
    const std::uint64_t most = kMostInVain * scripts_.most_searched();
    return must_answer_ ? kAtLast * most >> (taken_back_ / 4) : most >> taken_back_;
  }

  // Was it taken back, where nothing else had been answered before it?
  bool is_barren(const Answer& a) const {
    const std::size_t at = game_.log().size();
    const QuestionKey& key = game_.question().key;
    return std::any_of(barren_.begin(), barren_.end(),
                       [&](const Barren& b) { return b.at == at && b.key == key && b.answer == a; });
  }

  // The program finds no answer that the game accepts. It gives up the card that asks, and what was answered for it.
  // Where the card can be played, it answers as on a way to the end of the turn that a search finds; where none is
  // found, what was answered last is answered otherwise.
  std::optional<DriveResult> leave_question() {
    const std::size_t turns = game_.turn_marks().size();
    const std::uint64_t before = scripts_.steps();
    const OnExit count([&] { steps_ += scripts_.steps() - before; });
    Game earlier = game_;
    bool left = false;  // what those who answer at once came to nothing with can be left to nobody
    if (earlier.state() != Status::asks) {
      earlier.leave_turn(game_.turn_log());
      const Status s = earlier.advance(scripts_, {}, 1);
      const bool goes_on = s != Status::illegal && s != Status::unplayable;
      left = goes_on && (s != Status::asks || earlier.log().size() > game_.log().size());
    }
    if ((left || earlier.give_up_card(scripts_, spot_, stand_without_card(earlier))) && !halted()) {
      game_ = std::move(earlier);
      kept_ = std::min(kept_, game_.log().size());
      barren_.clear();
      went_on(turns);
      return std::nullopt;
    }
    if (Game finished = game_; !halted() && finished.take_way_on(scripts_, spot_) && !halted()) {
      game_ = std::move(finished);
      went_on(turns);
      return std::nullopt;
    }
    if (halted() || answer_otherwise() || !std::exchange(must_answer_, true)) return std::nullopt;
    const Seat seat = game_.state() == Status::asks ? game_.question().seat : game_.turn_start().to_move;
    return DriveResult{Stopped::no_answer, seat, to_string(game_.last_refusal())};
  }

  // For the card that asks, or else whatever was answered last: of players that look ahead.
  bool answer_otherwise() {
    const std::size_t turns = game_.turn_marks().size();
    const auto looks_ahead = [](const LogItem&, const Player& p) { return !p.at_once(); };
    const auto for_card = [&](const LogItem& item, const Player& p) {
      return !p.at_once() && item.key.card == game_.question().key.card;
    };
    std::optional<std::size_t> at = last_answer(for_card);
    if (!at) at = last_answer(looks_ahead);
    if (!at || taken_back_ == kMostTakenBack) return false;
    ++taken_back_;
    std::optional<Answer> taken = take_back(*at);
    std::erase_if(barren_, [&](const Barren& b) { return b.at > game_.log().size(); });
    if (taken) barren_.push_back({game_.log().size(), game_.question().key, std::move(*taken)});
    went_on(turns);
    return true;
  }

  // So many of the log's first items stand: what was seen, and what a person has said last.
  std::size_t stand(const Game& game) const {
    const Log& log = game.log();
    const std::size_t first = std::max(game.turn_mark(), kept_);
    for (std::size_t i = log.size(); i > first; --i)
      if (!players_[log[i - 1].who % 2] && (log[i - 1].by_player() || log.is_found(i - 1, Unplayable::kClaimed)))
        return i;
    return first;
  }

  // The same where the card that asks is given up: a program that plays it goes back on whatever was said.
  std::size_t stand_without_card(const Game& game) const {
    const std::optional<Seat> claimant = game.question().claimant;
    return claimant && players_[static_cast<std::size_t>(index(*claimant))] ? 0 : stand(game);
  }

  // The last answer of this turn of which that is true, of those that do not stand.
  template <class F>
  std::optional<std::size_t> last_answer(F&& is_meant) const {
    const Log& log = game_.log();
    for (std::size_t i = log.size(), first = stand(game_); i-- > first;)
      if (log[i].by_player() && is_meant(log[i], *players_[log[i].who])) return i;
    return std::nullopt;
  }

  // With what followed it; nothing where its question is not asked again, for it is found out now that its card cannot
  // be played.
  std::optional<Answer> take_back(std::size_t at) {
    const Log given = game_.log();
    if (game_.take_back(scripts_, at) != Status::asks || game_.question().key != given[at].key) return std::nullopt;
    Answer out;
    read_item(game_.question(), given.numbers(given[at]), out);
    return out;
  }

  std::optional<DriveResult> advance() {
    // Who wants to look before each turn, or cannot let all of them go by at once, has one turn at a time.
    const bool many = !limits_.before && spot_[0] && spot_[1];
    const int turns = many ? limits_.last_turn - game_.turn_start().turn + 1 : 1;
    const std::uint64_t before = scripts_.steps();
    const Status s = game_.advance(scripts_, spot_, turns, [&](const Game&) {
      turn_began_ = steps_ + scripts_.steps() - before;
      look_out(turn_began_);
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
        begin_question();
        return std::nullopt;
      }
    }
    in_vain_ += scripts_.steps() - before;
    const int most_starts = (must_answer_ ? kAtLast : 1) * limits_.new_starts;
    if (refused_++ >= most_starts || in_vain_ > most_in_vain()) return leave_question();
    if (s == Status::asks) game_.leave_turn({});
    return std::nullopt;
  }

  void turn_done() {
    if (limits_.turn_done) limits_.turn_done(game_);
  }

  struct Barren {
    std::size_t at;  // the log's size at its question
    QuestionKey key;
    Answer answer;
  };
  static constexpr int kMostTakenBack = 8;
  static constexpr int kAtLast = 10;  // times as long, where nothing can be done but to answer

  Game& game_;
  Scripts& scripts_;
  std::array<Player*, 2> players_;
  const DriveLimits& limits_;
  std::size_t kept_;  // of the log, what is still there of it
  Players spot_{};
  Answer answer_;
  int refused_ = 0;
  std::uint64_t in_vain_ = 0;                 // steps for answers to the pending question that were refused
  std::vector<Barren> barren_;                // answers of this turn that nothing legal could follow
  int taken_back_ = 0;                        // of this turn
  bool must_answer_ = false;                  // there is nothing to go back on
  bool looks_out_ = false;                    // for the script that takes the most
  std::uint64_t steps_ = 0, turn_began_ = 0;  // of the game's scripts, and when its turn began
};

}  // namespace

DriveResult drive(Game& game, Scripts& scripts, std::array<Player*, 2> players, const DriveLimits& limits) {
  try {
    return Driver(game, scripts, players, limits).run();
  } catch (const PlayerFailure& e) { return {Stopped::player_failed, std::nullopt, e.what()}; }
}

}  // namespace gofuda
