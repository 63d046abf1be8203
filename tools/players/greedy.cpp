#include "tools/players/greedy.hpp"

#include <algorithm>
#include <optional>

#include "core/halt.hpp"
#include "core/random_player.hpp"
#include "core/simulator.hpp"
#include "tools/players/answers.hpp"
#include "tools/players/evaluation.hpp"
#include "tools/players/turn_work.hpp"

namespace gofuda::tools {

namespace {

constexpr int kTrials = 4;     // of one answer, where what follows it is refused
constexpr int kMostWays = 32;  // to go on after an answer that are tried
constexpr int kDeals = 32;     // tried for one in which the question is asked

// The answer that looks best before any game was played; share by share. False where there is none, or an empty set.
bool most_promising(const Question& q, const Observation& seen, Knowledge& knowledge, Random& random, Answer& out) {
  std::vector<AnswerTree::Candidate> candidates;
  AnswerBuilder builder(q);
  while (!builder.complete()) {
    builder.candidates(seen, knowledge, random, candidates);
    if (candidates.empty()) {
      out.make_pass();
      return q.kind == QuestionKind::stone;
    }
    builder.add(candidates[0].key);
  }
  builder.take(out);
  return !builder.is_set() || !out.points().empty();
}

// Gives the answer that is tried. What follows it is the seat's own most promising answers and random ones in turn; the
// other side's are random, the same for every way of going on.
class Trial : public DrawingPlayer {
 public:
  Trial(const Ruleset& rules, Seat seat, TurnWork& work) : knowledge_(rules), seat_(seat), work_(work) {}
  void try_out(const Answer& a, const QuestionKey& asked, std::size_t cursor, std::uint64_t seed, int way) {
    answer_ = &a, asked_ = asked, cursor_ = last_ = cursor;
    given_ = own_ = 0;
    mine_ = RandomPlayer(seed, static_cast<std::uint64_t>(way) + 1, false);
    theirs_ = RandomPlayer(seed);
    choice_ = Random(seed, static_cast<std::uint64_t>(way) + 1);
    promising_ = way == 0;
  }
  bool answer(const Question& q, const Observation& seen, Answer& out) override {
    const bool again = seen.answered() <= last_;
    last_ = seen.answered();
    work_.count_question(q);
    if (seen.answered() == cursor_ && q.key == asked_) {
      out = *answer_;
      return ++given_ <= kTrials;
    }
    if (q.seat != seat_ || by_chance(q.kind) || q.kind == QuestionKind::dead) return theirs_.answer(q, seen, out);
    ++own_;
    if (!again && (promising_ || choice_.below(2) == 0) && most_promising(q, seen, knowledge_, choice_, out))
      return true;
    return mine_.answer(q, seen, out);
  }
  bool has_gone_on() const { return own_ > 0; }  // there were answers of the seat's own to be found

 private:
  Knowledge knowledge_;
  Seat seat_;
  TurnWork& work_;
  RandomPlayer mine_{0}, theirs_{0};
  Random choice_{0};
  const Answer* answer_ = nullptr;
  QuestionKey asked_;
  std::size_t cursor_ = 0, last_ = 0;
  int given_ = 0, own_ = 0;
  bool promising_ = false;
};

// Holds what a seat sees before it answers, and what the candidates come from. Where what it does not know was
// otherwise, something else may be asked.
class Listing : public Player {
 public:
  Listing(const Ruleset& rules, Random& random, const QuestionKey& asked, std::size_t cursor)
      : knowledge_(rules), random_(random), asked_(asked), cursor_(cursor) {}
  bool answer(const Question& q, const Observation& seen, Answer&) override {
    if (seen.answered() != cursor_ || q.key != asked_) return false;
    if (Answer a; most_promising(q, seen, knowledge_, random_, a)) best = std::move(a);
    AnswerBuilder(q).candidates(seen, knowledge_, random_, candidates);
    return false;
  }
  std::vector<AnswerTree::Candidate> candidates;
  std::optional<Answer> best;

 private:
  Knowledge knowledge_;
  Random& random_;
  QuestionKey asked_;
  std::size_t cursor_;
};

// All answers are tried on the same deal of what the seat does not know, and with the same chance.
class Look {
 public:
  Look(Simulator& simulator, const Question& q, Random& random, TurnWork& turn_work)
      : simulator_(simulator),
        turn_work_(turn_work),
        seat_(q.seat),
        asked_(q.key),
        start_(simulator.deal(random)),
        work_(start_),
        seed_(random.next()),
        trial_(simulator.rules(), q.seat, turn_work) {}

  // The candidates, and the most promising answer.
  std::pair<std::vector<AnswerTree::Candidate>, std::optional<Answer>> candidates(Random& random) {
    Listing listing(simulator_.rules(), random, asked_, simulator_.answered());
    turn({&listing, &listing, nullptr}, &start_);
    for (int deals = 1; listing.candidates.empty() && deals < kDeals; ++deals) {
      start_ = simulator_.deal(random);
      turn({&listing, &listing, nullptr}, &start_);
    }
    return {std::move(listing.candidates), std::move(listing.best)};
  }
  // The best of so many ways to go on in this turn; nothing when the game refuses all of them.
  std::optional<double> value(const Answer& a, int ways) {
    std::optional<double> best;
    for (int way = 0; way < ways && !halted() && (way == 0 || !turn_work_.spent()); ++way) {
      trial_.try_out(a, asked_, simulator_.answered(), seed_, way);
      if (turn({&trial_, &trial_, nullptr}) == Status::done) {
        const double v = evaluate(simulator_.rules(), work_, seat_);
        best = std::max(best.value_or(v), v);
      }
      if (!trial_.has_gone_on()) break;
    }
    return best;
  }

 private:
  Status turn(const Players& players, Position* fitting = nullptr) {
    work_ = start_;
    simulator_.rekey({seed_, 0});
    return simulator_.finish_turn(work_, players, fitting);
  }

  Simulator& simulator_;
  TurnWork& turn_work_;
  Seat seat_;
  QuestionKey asked_;
  Position start_;
  Position work_;
  std::uint64_t seed_;
  Trial trial_;
};

class Greedy : public Player {
 public:
  Greedy(std::string name, int tries) : name_(std::move(name)), tries_(tries) {}
  void begin(const ChanceKey& key, Seat seat) override {
    go_on(key, seat);
    turn_work_.begin_game();
  }
  void go_on(const ChanceKey& key, Seat seat) override {
    random_ = Random(key.seed ^ (0x677265656479ull + static_cast<std::uint64_t>(index(seat))), key.game);
  }
  std::string name() const override { return name_; }
  bool at_once() const override { return false; }
  bool answer(const Question& q, const Observation& seen, Answer& out) override;

 private:
  struct Tried {
    Answer answer;
    double value;
  };
  void look_ahead(const Question& q, const Observation& seen);
  void try_each(Look& look, const Question& q, std::vector<AnswerTree::Candidate> candidates);
  void try_sets(Look& look, const Question& q, const std::vector<AnswerTree::Candidate>& candidates,
                std::optional<Answer> promising);
  bool better_best(Look& look, const Question& q, Point p, int& tries);
  void look_at(Look& look, Answer a, int ways) {
    if (turn_work_.spent()) return;
    if (const auto v = look.value(a, ways)) tried_.push_back({std::move(a), *v});
  }
  void sort() {
    std::stable_sort(tried_.begin(), tried_.end(), [](const Tried& a, const Tried& b) { return a.value > b.value; });
  }

  std::string name_;
  int tries_;
  Random random_{0};
  std::vector<Tried> tried_;
  TurnWork turn_work_;
};

void Greedy::try_each(Look& look, const Question& q, std::vector<AnswerTree::Candidate> candidates) {
  if (candidates.size() > static_cast<std::size_t>(tries_)) candidates.resize(static_cast<std::size_t>(tries_));
  const int ways = std::clamp(tries_ / static_cast<int>(std::max<std::size_t>(1, candidates.size())), 1, kMostWays);
  for (const AnswerTree::Candidate& c : candidates) {
    AnswerBuilder builder(q);
    builder.add(c.key);
    Answer a;
    builder.take(a);
    look_at(look, std::move(a), ways);
  }
}

// The most promising set, and a third of the tries drawn; the best is then made better by putting another point in the
// place of one of its points, the most promising first, as long as that helps.
void Greedy::try_sets(Look& look, const Question& q, const std::vector<AnswerTree::Candidate>& candidates,
                      std::optional<Answer> promising) {
  if (promising) look_at(look, std::move(*promising), 1);
  for (int i = 0; i < std::max(1, tries_ / 3); ++i) {
    AnswerBuilder builder(q);
    builder.complete_at_random(random_);
    Answer a;
    builder.take(a);
    look_at(look, std::move(a), 1);
  }
  sort();
  int left = tries_ - tries_ / 3;
  for (bool better = !tried_.empty(); better && left > 0;) {
    better = false;
    for (std::size_t i = 0; i < candidates.size() && left > 0; ++i)
      if (candidates[i].key != AnswerTree::kStop && q.from.contains(static_cast<Point>(candidates[i].key)))
        better |= better_best(look, q, static_cast<Point>(candidates[i].key), left);
  }
}

// Is the best set better with that point in the place of one of its own?
bool Greedy::better_best(Look& look, const Question& q, Point p, int& tries) {
  const std::vector<Point> best(tried_[0].answer.points().begin(), tried_[0].answer.points().end());
  if (std::find(best.begin(), best.end(), p) != best.end()) return false;
  for (std::size_t i = 0; i < best.size() && tries > 0; ++i) {
    Answer a;
    std::vector<Point>& points = a.make_points();
    points = best;
    points[i] = p;
    if (!q.ordered) std::sort(points.begin(), points.end());
    const std::size_t before = tried_.size();
    look_at(look, std::move(a), 1);
    --tries;
    if (tried_.size() == before || tried_.back().value <= tried_[0].value) continue;
    std::swap(tried_[0], tried_.back());
    return true;
  }
  return false;
}

bool Greedy::answer(const Question& q, const Observation& seen, Answer& out) {
  if (q.kind == QuestionKind::dead) {
    answer_dead(seen, seen.refused() == 0, out);
    return true;
  }
  if (seen.refused() == 0) {
    tried_.clear();
    look_ahead(q, seen);
  }
  if (const auto n = static_cast<std::size_t>(seen.refused()); n < tried_.size())
    out = tried_[n].answer;
  else
    any_answer(q, seen, random_, out);
  return true;
}

void Greedy::look_ahead(const Question& q, const Observation& seen) {
  turn_work_.begin(seen);
  if (!turn_work_.spent()) {
    Look look(*seen.simulator(), q, random_, turn_work_);
    auto [candidates, promising] = look.candidates(random_);
    if (q.kind == QuestionKind::points)
      try_sets(look, q, candidates, std::move(promising));
    else
      try_each(look, q, std::move(candidates));
    sort();
  }
  turn_work_.end();
}

}  // namespace

std::unique_ptr<Player> make_greedy(std::string name, int tries) {
  return std::make_unique<Greedy>(std::move(name), tries);
}

}  // namespace gofuda::tools
