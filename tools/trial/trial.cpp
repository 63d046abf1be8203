#include "tools/trial/trial.hpp"

#include <algorithm>
#include <chrono>

#include "core/notation/answers.hpp"
#include "core/question_kinds.hpp"
#include "core/random_player.hpp"
#include "tools/players/lone_card.hpp"
#include "tools/trial/positions.hpp"

namespace gofuda::tools {

namespace {

std::string answers_text(const Ruleset& rules, const Log& log) {
  std::string out;
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (log[i].kind != LogItem::answer) continue;
    out += (out.empty() ? "" : " ") + item_text(rules, log[i], log.numbers(log[i]));
  }
  return out;
}

class Trier {
 public:
  explicit Trier(const TrialOrder& order)
      : order_(order), rules_(*order.variant->ruleset), scripts_(order.variant), alone_(scripts_, order.card) {
    rules_.plain = false;  // the turn is the card's, even where no script runs the game's own
  }

  // On a position of a game of its own. False when it has cost enough.
  bool play(int number) {
    const ChanceKey key{order_.seed, static_cast<std::uint64_t>(number)};
    Random random(order_.seed, key.game, 1u << 20);
    const auto turns = static_cast<int>(random.below(static_cast<std::uint32_t>(most_turns(*order_.variant)) + 1));
    const std::uint64_t left =
        order_.steps_of_games == 0 ? ~std::uint64_t{0} : order_.steps_of_games - trial_.steps_of_games;
    const std::uint64_t before = scripts_.steps();
    const Position p = random_position(*order_.variant, scripts_, key, turns, left);
    const std::uint64_t spent = std::min(scripts_.steps() - before, left);
    trial_.early += spent == left;
    trial_.steps_of_games += spent;
    return play_on(p, number, number % 2 == 0 ? Seat::black : Seat::white);
  }
  bool play_on(Position p, int number, Seat seat) {
    const ChanceKey key{order_.seed, static_cast<std::uint64_t>(number)};
    p.to_move = seat;
    p.lost_turns = {};
    p.cards.put(owner_of(seat), Zone::hand, order_.card);
    scripts_.clear_output();
    carry_out(p, key);
    trial_.slow = order_.most_steps > 0 && spent_ > order_.most_steps;
    return !trial_.slow && (order_.enough_steps == 0 || spent_ <= order_.enough_steps || number + 1 < order_.fewest);
  }
  CardTrial take() {
    std::sort(trial_.microseconds.begin(), trial_.microseconds.end());
    std::sort(trial_.steps.begin(), trial_.steps.end());
    return std::move(trial_);
  }

 private:
  void carry_out(const Position& before, ChanceKey key) {
    RandomPlayer black(key.seed, key.game), white(~key.seed, key.game);
    Run run(rules_, alone_, key);
    Position after = before;
    Log log;
    remarks_.clear();
    scripts_.collect_remarks(&remarks_);
    const std::uint64_t steps = scripts_.steps();
    const auto start = std::chrono::steady_clock::now();
    const Status s = run.turn(after, log, 0, {&black, &white, nullptr});
    const std::chrono::duration<double, std::micro> time = std::chrono::steady_clock::now() - start;
    scripts_.collect_remarks(nullptr);
    spent_ += scripts_.steps() - steps;
    ++trial_.positions;
    if (s == Status::fault) return fault(run.fault());
    if (s != Status::done) return refused(to_string(run.verdict()));
    if (is_unplayable(before, after)) return refused(reason());
    ++trial_.played;
    trial_.without_change += after.board.hash() == before.board.hash();
    trial_.microseconds.push_back(time.count());
    trial_.steps.push_back(scripts_.steps() - steps);
    for (std::size_t i = 0; i < log.size(); ++i)
      if (log[i].by_player()) ++trial_.asked[std::string(question_kind_name(log[i].key.kind))];
    if (static_cast<int>(trial_.examples.size()) < order_.examples)
      trial_.examples.push_back({before, after, answers_text(rules_, log)});
  }
  // The first move of the card itself tells; others that it has caused may have come before.
  bool is_unplayable(const Position& before, const Position& after) const {
    for (std::size_t i = before.moves.size(); i < after.moves.size(); ++i)
      if (after.moves[i].card == order_.card) return after.moves[i].has(Move::kUnplayable);
    return false;
  }
  std::string reason() const {
    const Remark* why = obstacle(remarks_, order_.card);
    return why ? without_points(*why) : "unplayable";
  }
  void refused(const std::string& why) { ++trial_.unplayable[why]; }
  void fault(const Fault& f) {
    const Diagnostic d = to_diagnostic(f);
    const bool own = d.file.empty() || d.file == order_.variant->cards[order_.card]->file;
    ++(own ? trial_.faults : trial_.faults_elsewhere);
    if (auto& first = own ? trial_.fault : trial_.fault_elsewhere; !first) first = d;
  }

  const TrialOrder& order_;
  Ruleset rules_;
  LuaScripts scripts_;
  LoneCard alone_;
  std::vector<Remark> remarks_;
  std::uint64_t spent_ = 0;  // steps of the card's plays
  CardTrial trial_;
};

}  // namespace

CardTrial try_card(const TrialOrder& order, const std::function<bool()>& stop) {
  Trier trier(order);
  for (int n = 0; n < order.positions && !(stop && stop());)
    if (!trier.play(n++)) break;
  return trier.take();
}

CardTrial try_card_on(const TrialOrder& order, std::span<const Position> positions) {
  Trier trier(order);
  const int n = static_cast<int>(positions.size());
  for (int i = 0; i < order.positions && n > 0; ++i)
    if (!trier.play_on(positions[i % n], i, (i % n + i / n) % 2 == 0 ? Seat::black : Seat::white)) break;
  return trier.take();
}

}  // namespace gofuda::tools
