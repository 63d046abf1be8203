#include "tools/players/greedy.hpp"

#include <algorithm>
#include <optional>

#include "core/random_player.hpp"
#include "core/simulator.hpp"
#include "tools/players/answers.hpp"
#include "tools/players/evaluation.hpp"

namespace gofuda::tools {

namespace {

using Answer = std::vector<std::uint16_t>;

constexpr int kTrials = 4;  // of one answer, where what follows it at random is refused

// Gives the answer that is tried, and what follows it at random.
class Trial : public DrawingPlayer {
 public:
  explicit Trial(std::uint64_t seed) : random_(seed) {}
  void begin(const Answer& a, std::size_t cursor) { answer_ = &a, cursor_ = cursor, given_ = 0; }
  bool answer(const Question& q, const Observation& seen, Answer& out) override {
    if (seen.answered() != cursor_) return random_.answer(q, seen, out);
    out = *answer_;
    return ++given_ <= kTrials;
  }

 private:
  RandomPlayer random_;
  const Answer* answer_ = nullptr;
  std::size_t cursor_ = 0;
  int given_ = 0;
};

// Holds what a seat sees before it answers, and what the candidates come from.
class Listing : public Player {
 public:
  Listing(const Ruleset& rules, Random& random, std::size_t cursor)
      : knowledge_(rules), random_(random), cursor_(cursor) {}
  bool answer(const Question& q, const Observation& seen, Answer&) override {
    if (seen.answered() == cursor_) AnswerBuilder(q).candidates(seen, knowledge_, random_, candidates);
    return false;
  }
  std::vector<AnswerTree::Candidate> candidates;

 private:
  Knowledge knowledge_;
  Random& random_;
  std::size_t cursor_;
};

// All answers are tried on the same deal of what the seat does not know, and with the same chance.
class Look {
 public:
  Look(Simulator& simulator, Seat seat, Random& random)
      : simulator_(simulator), seat_(seat), start_(simulator.deal(random)), work_(start_), seed_(random.next()) {}

  std::vector<AnswerTree::Candidate> candidates(Random& random) {
    Listing listing(simulator_.rules(), random, simulator_.answered());
    turn({&listing, &listing, nullptr});
    return std::move(listing.candidates);
  }
  // Nothing when the game refuses it.
  std::optional<double> value(const Answer& a) {
    Trial trial(seed_);
    trial.begin(a, simulator_.answered());
    if (turn({&trial, &trial, nullptr}) != Status::done) return std::nullopt;
    return evaluate(simulator_.rules(), work_, seat_);
  }

 private:
  Status turn(const Players& players) {
    work_ = start_;
    simulator_.rekey({seed_, 0});
    return simulator_.finish_turn(work_, players);
  }

  Simulator& simulator_;
  Seat seat_;
  const Position start_;
  Position work_;
  std::uint64_t seed_;
};

class Greedy : public Player {
 public:
  Greedy(std::string name, int tries) : name_(std::move(name)), tries_(tries) {}
  void begin(const ChanceKey& key, Seat seat) override {
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
  void try_each(Look& look, const Question& q, std::vector<AnswerTree::Candidate> candidates);
  void try_sets(Look& look, const Question& q);
  void look_at(Look& look, Answer a) {
    if (const auto v = look.value(a)) tried_.push_back({std::move(a), *v});
  }
  void sort() {
    std::stable_sort(tried_.begin(), tried_.end(), [](const Tried& a, const Tried& b) { return a.value > b.value; });
  }

  std::string name_;
  int tries_;
  Random random_{0};
  std::vector<Tried> tried_;
};

void Greedy::try_each(Look& look, const Question& q, std::vector<AnswerTree::Candidate> candidates) {
  if (candidates.size() > static_cast<std::size_t>(tries_)) candidates.resize(static_cast<std::size_t>(tries_));
  for (const AnswerTree::Candidate& c : candidates) {
    AnswerBuilder builder(q);
    builder.add(c.key);
    Answer a;
    builder.take(a);
    look_at(look, std::move(a));
  }
}

// A third of the tries are drawn; the best is then made better by putting another point in the place of one of its
// points.
void Greedy::try_sets(Look& look, const Question& q) {
  for (int i = 0; i < std::max(1, tries_ / 3); ++i) {
    AnswerBuilder builder(q);
    builder.complete_at_random(random_);
    Answer a;
    builder.take(a);
    look_at(look, std::move(a));
  }
  sort();
  for (int i = tries_ / 3; i < tries_ && !tried_.empty() && !tried_[0].answer.empty(); ++i) {
    Answer a = tried_[0].answer;
    PointSet others = q.from;
    for (std::uint16_t p : a) others.erase(p);
    if (others.empty()) break;
    a[random_.below(static_cast<std::uint32_t>(a.size()))] =
        others.nth(static_cast<int>(random_.below(static_cast<std::uint32_t>(others.count()))));
    if (!q.ordered) std::sort(a.begin(), a.end());
    const std::size_t before = tried_.size();
    look_at(look, std::move(a));
    if (tried_.size() > before && tried_.back().value > tried_[0].value) std::swap(tried_[0], tried_.back());
  }
}

bool Greedy::answer(const Question& q, const Observation& seen, Answer& out) {
  out.clear();
  if (q.kind == QuestionKind::dead) {
    if (seen.refused() == 0) answer_dead(seen, out);
    return true;
  }
  if (seen.refused() == 0) {
    tried_.clear();
    Look look(*seen.simulator(), q.seat, random_);
    if (q.kind == QuestionKind::points)
      try_sets(look, q);
    else
      try_each(look, q, look.candidates(random_));
    sort();
  }
  if (const auto n = static_cast<std::size_t>(seen.refused()); n < tried_.size())
    out = tried_[n].answer;
  else
    draw_answer(q, random_, out);
  return true;
}

}  // namespace

std::unique_ptr<Player> make_greedy(std::string name, int tries) {
  return std::make_unique<Greedy>(std::move(name), tries);
}

}  // namespace gofuda::tools
