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
    case QuestionKind::choice:
    case QuestionKind::offer:
    case QuestionKind::chance:
    case QuestionKind::lot:
    case QuestionKind::toss:
    case QuestionKind::dead:
      break;
  }
  return Choice::word;
}

// Looks on while the questions are put to the player inside.
class WatchedPlayer : public Player {
 public:
  WatchedPlayer(std::unique_ptr<Player> inner, QuestionWatch& watch) : inner_(std::move(inner)), watch_(watch) {}
  void begin(const ChanceKey& key, Seat seat) override { inner_->begin(key, seat); }
  bool at_once() const override { return inner_->at_once(); }
  bool answer(const Question& q, const Observation& seen, Answer& out) override {
    if (seen.refused() == 0 && watch_.wants(seen.answered())) watch_.asked(q, seen, seen.answered());
    const bool answered = inner_->answer(q, seen, out);
    if (answered && q.kind == QuestionKind::offer) watch_.answered(q, out, seen.answered());
    return answered;
  }
  bool tries_again() const override { return inner_->tries_again(); }
  Next after(Attempt& attempt) override { return inner_->after(attempt); }
  bool just_draws_again(int number) const override { return inner_->just_draws_again(number); }
  std::string name() const override { return inner_->name(); }

 private:
  std::unique_ptr<Player> inner_;
  QuestionWatch& watch_;
};

}  // namespace

std::uint64_t breadth_of(const Question& q, const Observation& seen) {
  if (q.kind != QuestionKind::stone) return answer_count(q);
  std::uint64_t n = q.may_pass ? 1 : 0;
  q.from.for_each([&](Point p) { n += seen.is_legal_stone(p); });
  return n;
}

void QuestionWatch::begin(const ChanceKey& key, std::uint32_t every, GameRecord& out) {
  out_ = &out;
  out.breadths.clear();
  out.taken.clear();
  turn_.clear();
  offers_.clear();
  every_ = every;
  key_ = Random(key.seed, key.game).next();
  turns_ = 0;
}

bool QuestionWatch::wants(std::size_t cursor) {
  while (!turn_.empty() && turn_.back().cursor >= cursor) turn_.pop_back();
  return (mix64(key_ ^ (turns_ << 32 | cursor)) & (every_ - 1)) == 0;
}

void QuestionWatch::asked(const Question& q, const Observation& seen, std::size_t cursor) {
  if (q.kind == QuestionKind::dead) return;
  turn_.push_back({cursor, {choice_of(q.kind), breadth_bin(breadth_of(q, seen))}});
}

void QuestionWatch::answered(const Question& q, const Answer& a, std::size_t cursor) {
  if (every_ != 1 || (q.key.script.role != ScriptRole::turn && q.key.script.role != ScriptRole::part)) return;
  while (!offers_.empty() && offers_.back().cursor >= cursor) offers_.pop_back();
  const CardId taken = q.offered(a.card()).id;
  std::vector<CardId> left;
  for (const CardId c : q.cards)
    if (c != taken && std::find(left.begin(), left.end(), c) == left.end()) left.push_back(c);
  if (taken != kNoCard) offers_.push_back({cursor, {taken, std::move(left)}});
}

void QuestionWatch::end_turn(std::size_t answers) {
  for (const Asked& a : turn_)
    if (a.cursor < answers) out_->breadths.push_back(a.breadth);
  for (Offer& o : offers_)
    if (o.cursor < answers) out_->taken.push_back(std::move(o.taken));
  turn_.clear();
  offers_.clear();
  ++turns_;
}

std::unique_ptr<Player> watched(std::unique_ptr<Player> player, QuestionWatch& watch) {
  return std::make_unique<WatchedPlayer>(std::move(player), watch);
}

}  // namespace gofuda::lab
