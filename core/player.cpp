#include "core/player.hpp"

#include "core/enumerator.hpp"
#include "core/probe.hpp"
#include "core/random.hpp"
#include "core/referee.hpp"
#include "core/run.hpp"

namespace gofuda {

bool Observation::is_legal_stone(Point p) const { return gofuda::is_legal_stone(rules_, position_, p, seat_); }

bool Attempt::playable() const { return run_.attempt_playable(); }
std::uint64_t Attempt::situation() const { return run_.attempt_situation(); }
std::uint64_t Attempt::work() const { return run_.scripts_.steps_now(); }
std::uint64_t Attempt::most_work() const { return run_.search_end(); }
void Attempt::hand_over(Player& player) { next_ = &player; }

// Goes through all answers twice: counts the legal ones, then stops at one of them, each as likely as the others.
class DrawingPlayer::Lister : public Player {
 public:
  void begin_list(const Attempt& attempt) {
    random_ = Random(attempt.situation());
    most_work_ = attempt.most_work();
    legal_ = 0;
    counting_ = true;
    restart();
  }
  bool answer(const Question& q, const Observation& seen, Answer& out) override {
    return answers_.answer(q, seen, out);
  }
  bool tries_again() const override { return true; }
  Next after(Attempt& attempt) override {
    if (attempt.legal) {
      if (!counting_ && wanted_ == 0) return Next::keep;
      if (counting_)
        ++legal_;
      else
        --wanted_;
    }
    if (++looked_at_ < kMostAnswers && attempt.work() < most_work_ && answers_.advance()) {
      answers_.restart();
      return Next::again;
    }
    if (!counting_ || legal_ == 0) return Next::give_up;
    counting_ = false;
    most_work_ = attempt.most_work();
    wanted_ = random_.below(legal_);
    restart();
    return Next::again;
  }

 private:
  static constexpr int kMostAnswers = 200'000;
  void restart() {
    answers_ = {};
    answers_.restart();
    looked_at_ = 0;
  }

  Enumerator answers_;
  Random random_{0};
  std::uint32_t legal_ = 0, wanted_ = 0;
  int looked_at_ = 0;
  std::uint64_t most_work_ = 0;
  bool counting_ = true;
};

DrawingPlayer::DrawingPlayer(Patience patience) : patience_(patience) {}
DrawingPlayer::~DrawingPlayer() = default;
DrawingPlayer::DrawingPlayer(DrawingPlayer&&) noexcept = default;
DrawingPlayer& DrawingPlayer::operator=(DrawingPlayer&&) noexcept = default;

Player::Next DrawingPlayer::after(Attempt& attempt) {
  if (attempt.number == patience_.playable && !attempt.playable()) return Next::give_up;
  if (attempt.number == patience_.list) {
    if (!lister_) lister_ = std::make_unique<Lister>();
    lister_->begin_list(attempt);
    attempt.hand_over(*lister_);
  }
  return Next::again;
}

}  // namespace gofuda
