#include "tools/players/policy_player.hpp"

namespace gofuda::tools {

namespace {

constexpr int kDrawn = 24;  // answers drawn by the policy after the likeliest is refused; then any

class PolicyPlayer : public Player {
 public:
  PolicyPlayer(std::string name, std::shared_ptr<const Weights> weights, const Ruleset& rules)
      : name_(std::move(name)), policy_(std::move(weights), rules) {}
  void begin(const ChanceKey& key, Seat seat) override {
    random_ = Random(key.seed ^ (0x706f6c696379ull + static_cast<std::uint64_t>(index(seat))), key.game);
  }
  std::string name() const override { return name_; }
  bool at_once() const override { return false; }
  bool answer(const Question& q, const Observation& seen, Answer& out) override {
    if (q.kind == QuestionKind::dead) return answer_dead(seen, seen.refused() == 0, out), true;
    const bool by_policy = Policy::fits(q.kind) && seen.refused() <= kDrawn;
    if (!by_policy || !policy_.answer(q, seen, seen.refused() == 0 ? nullptr : &random_, out))
      any_answer(q, seen, random_, out);
    return true;
  }

 private:
  std::string name_;
  Policy policy_;
  Random random_{0};
};

}  // namespace

std::unique_ptr<Player> make_policy_player(std::string name, std::shared_ptr<const Weights> weights,
                                           const Ruleset& rules) {
  return std::make_unique<PolicyPlayer>(std::move(name), std::move(weights), rules);
}

}  // namespace gofuda::tools
