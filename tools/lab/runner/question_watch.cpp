#include "tools/lab/runner/question_watch.hpp"

#include <algorithm>

#include "core/enumerator.hpp"
#include "tools/lab/statistics/breadth.hpp"

namespace gofuda::lab {

namespace {

Choice choice_of(QuestionKind kind) {
  switch (kind) {
    case QuestionKind::stone:
      return Choice::stone;
    case QuestionKind::points:
    case QuestionKind::placement:
      return Choice::card;
    default:
      return Choice::word;
  }
}

class WatchedPlayer : public Player {
 public:
  explicit WatchedPlayer(QuestionWatch& watch) : watch_(watch) {}
  Player* follow(Player* inner) { return inner_ = inner, this; }
  bool answer(const Question& q, const Sight& sight, std::vector<std::uint16_t>& out) override {
    if (watch_.wants(sight.cursor())) watch_.asked(q, sight, sight.cursor());
    return inner_->answer(q, sight, out);
  }
  bool draws_again() const override { return inner_->draws_again(); }

 private:
  QuestionWatch& watch_;
  Player* inner_ = nullptr;
};

// Is asked where a game stands, and leaves it at that.
class Onlooker : public Player {
 public:
  Onlooker(QuestionWatch& watch, std::size_t cursor) : watch_(watch), cursor_(cursor) {}
  bool answer(const Question& q, const Sight& sight, std::vector<std::uint16_t>&) override {
    return watch_.asked(q, sight, cursor_), false;
  }
  bool draws_again() const override { return false; }

 private:
  QuestionWatch& watch_;
  std::size_t cursor_;
};

class WatchedAgent : public tools::Agent {
 public:
  WatchedAgent(std::unique_ptr<tools::Agent> inner, QuestionWatch& watch)
      : inner_(std::move(inner)), watch_(watch), spot_(watch) {}
  void begin(const ChanceKey& key, Seat seat) override { inner_->begin(key, seat); }
  Player* on_the_spot() override {
    Player* player = inner_->on_the_spot();
    return player ? spot_.follow(player) : nullptr;
  }
  void answer(const Game& game, Scripts& scripts, int refused, std::vector<std::uint16_t>& out) override {
    if (refused == 0 && watch_.wants(game.log().size())) look(game, scripts);
    inner_->answer(game, scripts, refused, out);
  }
  std::string name() const override { return inner_->name(); }

 private:
  // The turn again, up to the question that waits: only there it can be seen which stones are legal.
  void look(const Game& game, Scripts& scripts) {
    Run run(game.rules(), scripts, game.setup().key);
    Position work = game.turn_start();
    Log log = game.log().from(game.turn_mark());
    Onlooker onlooker(watch_, game.log().size());
    run.turn(work, log, 0, {&onlooker, &onlooker, nullptr});
  }

  std::unique_ptr<tools::Agent> inner_;
  QuestionWatch& watch_;
  WatchedPlayer spot_;
};

}  // namespace

std::uint64_t breadth_of(const Question& q, const Sight& sight) {
  if (q.kind != QuestionKind::stone) return answer_count(q);
  std::uint64_t n = q.may_pass ? 1 : 0;
  q.from.for_each([&](Point p) { n += sight.legal_stone(p); });
  return n;
}

void QuestionWatch::begin(const ChanceKey& key, std::uint32_t every, std::vector<Breadth>& out) {
  out_ = &out;
  out.clear();
  turn_.clear();
  every_ = every;
  key_ = Random(key.seed, key.game).next();
  turns_ = 0;
}

bool QuestionWatch::wants(std::size_t cursor) {
  while (!turn_.empty() && turn_.back().cursor >= cursor) turn_.pop_back();
  return (mix64(key_ ^ (turns_ << 32 | cursor)) & (every_ - 1)) == 0;
}

void QuestionWatch::asked(const Question& q, const Sight& sight, std::size_t cursor) {
  if (q.kind == QuestionKind::dead) return;
  turn_.push_back({cursor, {choice_of(q.kind), breadth_bin(breadth_of(q, sight))}});
}

void QuestionWatch::end_turn(std::size_t answers) {
  for (const Asked& a : turn_)
    if (a.cursor < answers) out_->push_back(a.breadth);
  turn_.clear();
  ++turns_;
}

std::unique_ptr<tools::Agent> watched(std::unique_ptr<tools::Agent> agent, QuestionWatch& watch) {
  return std::make_unique<WatchedAgent>(std::move(agent), watch);
}

}  // namespace gofuda::lab
