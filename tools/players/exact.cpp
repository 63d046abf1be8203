#include "tools/players/exact.hpp"

#include <bit>

#include "core/random.hpp"
#include "core/simulator.hpp"
#include "tools/solver/exact_solver.hpp"

namespace gofuda::tools {

namespace {

constexpr int kFewestTableBits = 12, kMostTableBits = 20;

class ExactSeat : public Player {
 public:
  ExactSeat(std::string name, const Ruleset& rules, const SearchLimits& limits)
      : name_(std::move(name)),
        limits_(limits),
        solver_(make_solver(rules, limits.milliseconds > 0 ? kMostTableBits
                                                           : std::clamp(static_cast<int>(std::bit_width(limits.nodes)),
                                                                        kFewestTableBits, kMostTableBits))) {}
  void begin(const ChanceKey& key, Seat seat) override {
    key_ = {key.seed ^ (0x6578616374ull + static_cast<std::uint64_t>(index(seat))), key.game};
    solver_->forget();
    known_turn_ = 0;
  }
  std::string name() const override { return name_; }
  bool at_once() const override { return false; }
  bool answer(const Question& q, const Observation& seen, Answer& out) override;

 private:
  static constexpr int kTriesToKeep = 6;
  Solution look(const Position& position, Scripts& scripts);

  std::string name_;
  SearchLimits limits_;
  std::unique_ptr<Solver> solver_;
  ChanceKey key_;
  int known_turn_ = 0;  // when the last result was certain; 0: never
  Solution::Result known_ = Solution::Result::open;
};

// A result that was certain a turn ago is certain still: it is searched for with more nodes rather than let go.
Solution ExactSeat::look(const Position& position, Scripts& scripts) {
  Solution s = solver_->solve(position, scripts, limits_);
  const bool owed = known_turn_ > 0 && known_turn_ + 2 == position.turn && known_ != Solution::Result::loss;
  SearchLimits more = limits_;
  for (int n = 0; n < kTriesToKeep && owed && s.result < known_; ++n) {
    more.nodes *= 4;
    more.milliseconds *= 4;
    s = solver_->solve(position, scripts, more);
  }
  known_turn_ = s.solved() ? position.turn : 0;
  known_ = s.result;
  return s;
}

bool ExactSeat::answer(const Question& q, const Observation& seen, Answer& out) {
  out.make_points();
  if (q.kind != QuestionKind::stone) return true;  // none of the stones is dead: what is not taken lives
  out.make_pass();
  const int refused = seen.refused();
  const View position = seen.view();  // nothing is hidden in games of plain stones
  std::vector<Point> best = refused == 0 ? look(position, seen.simulator()->scripts()).best : std::vector<Point>();
  if (best.empty()) q.from.for_each([&](Point p) { best.push_back(p); });  // not expected
  if (best.empty()) return true;
  Random random(key_.seed, key_.game, static_cast<std::uint64_t>(position.turn) << 20 | static_cast<unsigned>(refused));
  out.make_stone(best[random.below(static_cast<std::uint32_t>(best.size()))]);
  return true;
}

}  // namespace

std::unique_ptr<Player> make_exact(const PlayerOrder& order) {
  const Ruleset& rules = *order.variant.ruleset;
  if (const std::string why = unsolvable(rules); !why.empty()) {
    order.out.error("", 0, 0, "player", "the player 'exact' cannot play '" + order.variant.id + "': " + why);
    return nullptr;
  }
  SearchLimits limits;
  limits.nodes = static_cast<std::uint64_t>(order.values.numbers.at("nodes"));
  limits.milliseconds = order.values.numbers.at("ms");
  return std::make_unique<ExactSeat>(order.spec, rules, limits);
}

}  // namespace gofuda::tools
