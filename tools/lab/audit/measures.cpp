#include "tools/lab/audit/measures.hpp"

#include <algorithm>
#include <chrono>

#include "core/simulator.hpp"
#include "tools/lab/audit/kept.hpp"
#include "tools/lab/campaign/pairs.hpp"
#include "tools/lab/plans/option_values.hpp"
#include "tools/lab/runner/crew.hpp"

namespace gofuda::lab {

namespace {

constexpr std::size_t kMostEndless = 3;  // games that are looked into

struct WatchedGame {
  GameRecord record;
  std::optional<Drama> drama;
  unsigned secrets = 0;
};

void fold(WatchedGame& g, Watched& to) {
  to.tally.add(g.record);
  to.secrets |= g.secrets;
  if (g.drama) to.drama.add(*g.drama);
  if (g.record.outcome == GameResult::stopped && to.endless.size() < kMostEndless)
    to.endless.push_back(g.record.number);
  for (const CardTaken& t : g.record.taken)
    for (const CardId left : t.left) ++to.left[{t.card, left}];
}

Watched watch(const Plan& plan, std::int64_t games, int threads, Hands& hands, const std::atomic<int>& stop,
              const std::function<void(std::uint64_t)>& tick, Kept& kept) {
  const Ruleset& rules = *plan.variant->ruleset;
  Watched out;
  out.player = plan.players[0];
  out.tally = Tally(rules.wins.conditions().size(), rules.cards.size());
  in_order<WatchedGame>(
      static_cast<std::uint64_t>(games), threads, stop,
      [&]() -> std::function<std::optional<WatchedGame>(std::uint64_t)> {
        return [runner = std::make_shared<Runner>(plan),
                values = std::make_shared<ValueWatch>(rules)](std::uint64_t k) -> std::optional<WatchedGame> {
          values->begin();
          const GameRecord* g = runner->play(k, [&](const Game& game) { values->turn(game.turn_start()); });
          if (!g) return std::nullopt;
          return WatchedGame{*g, values->drama(*g), values->secrets()};
        };
      },
      [&](WatchedGame& g) {
        fold(g, out);
        kept.add(0, g.record);
      },
      tick, &hands);
  kept.close();
  return out;
}

void add(const PairSide& as_black, const PairSide& as_white, Duel& to) {
  if (!as_black.ended || !as_white.ended) return void(++to.apart);
  const int first = as_black.half_wins, second = 2 - as_white.half_wins;
  ++to.deals, ++to.halves[first + second];
  to.both += first == 2 && second == 2, to.neither += first == 0 && second == 0;
  to.seat += first != second && first + second == 2;
}

class AuditPlayer {
 public:
  AuditPlayer(const AuditPlan& plan, Library& library, Hands& hands, const std::atomic<int>& stop, const Where& where)
      : plan_(plan), library_(library), hands_(hands), stop_(stop), where_(where) {}

  Measures play() {
    watch_both();
    look_into_endless();
    if (plan_.sizes.match > 0)
      out_.match = duel(plan_.strong, plan_.weak, plan_.sizes.match, "match", plan_.strong + " against " + plan_.weak);
    play_cards();
    play_options();
    play_secrets();
    play_ladder();
    out_.caught = stop_;
    return std::move(out_);
  }

 private:
  std::function<void(std::uint64_t)> tick(const std::string& part) {
    return [this, part](std::uint64_t done) { where_(part, played_ + done); };
  }

  void watch_both() {
    for (auto [name, player, games, to] : {std::tuple{"weak", &plan_.weak, plan_.sizes.weak, &out_.weak},
                                           {"strong", &plan_.strong, plan_.sizes.strong, &out_.strong}}) {
      const Plan plan = plan_of(plan_, *player, *player);
      Kept kept(plan_, name, {plan}, games);
      *to = watch(plan, games, plan_.threads, hands_, stop_, tick("games of " + *player), kept);
      played_ += static_cast<std::uint64_t>(games);
    }
  }

  void look_into_endless() {
    const Watched& of = out_.strong.endless.empty() ? out_.weak : out_.strong;
    if (of.endless.empty() || stop_ != 0) return;
    const Plan plan = plan_of(plan_, of.player, of.player);
    out_.cycle_player = of.player;
    out_.cycle_game = of.endless[0];
    out_.cycle = find_cycle(plan, of.endless[0], library_);
    out_.remedies = try_remedies(plan, of.endless, library_, stop_);
  }

  // `name`: of the file; `part`: what it is called on the way.
  Duel duel(const std::string& strong, const std::string& weak, std::int64_t deals, const std::string& name,
            const std::string& part) {
    Duel out;
    out.strong = strong, out.weak = weak;
    std::array<Plan, 2> plans{plan_of(plan_, strong, weak), plan_of(plan_, strong, weak)};
    exchange_colours(plans);
    Kept kept(plan_, name, {plans[0], plans[1]}, deals);
    std::array<std::vector<PairSide>, 2> sides;
    for (const std::size_t s : {1, 0}) {
      sides[s] = play_sides(
          plans[s], {0, static_cast<std::uint64_t>(deals)}, plan_.threads, stop_, tick(part),
          [&](const GameRecord& g) { kept.add(s, g); }, played_by(hands_));
      played_ += static_cast<std::uint64_t>(deals);
    }
    kept.close();
    for (std::size_t k = 0; k < std::min(sides[0].size(), sides[1].size()); ++k) add(sides[0][k], sides[1][k], out);
    return out;
  }

  void play_cards() {
    const Ruleset& rules = *plan_.plan.variant->ruleset;
    WorthPlan what;
    what.cards = dealable_cards(rules);
    if (plan_.sizes.cards == 0 || what.cards.empty()) return;
    what.plan = plan_of(plan_, plan_.weak, plan_.weak);
    what.games = {0, static_cast<std::uint64_t>(plan_.sizes.cards)}, what.threads = plan_.threads;
    what.play = played_by(hands_);
    what.deal.top = out_.worth_of_top = only_top_can_be_dealt(rules);
    out_.worths = play_worths(what, stop_, tick("each card dealt to either side"));
    played_ += games_for_worths(what.games.games(), what.cards.size());
  }

  void play_options() {
    if (plan_.sizes.options == 0) return;
    const Plan base = plan_of(plan_, plan_.weak, plan_.weak);
    const auto games = static_cast<std::uint64_t>(plan_.sizes.options);
    const auto choices = other_values(base, library_, out_.not_set);
    if (choices.empty()) return;
    const auto play = [&](const Plan& plan) {
      auto sides =
          play_sides(plan, {0, games}, plan_.threads, stop_, tick("the options' other values"), {}, played_by(hands_));
      played_ += games;
      return sides;
    };
    const auto chosen = play(base);
    for (const OptionChoice& c : choices) {
      if (stop_ != 0) return;
      Plan plan = base;
      plan.variant = c.variant;
      put_setting(plan.settings, c.key, c.value);
      const auto sides = play(plan);
      OptionValue& value = out_.options.emplace_back(OptionValue{c.key, c.value, {}});
      for (std::size_t k = 0; k < std::min(sides.size(), chosen.size()); ++k) value.pairs.add(sides[k], chosen[k]);
    }
  }

  void play_secrets() {
    if (plan_.sizes.secrets == 0) return;
    for (const Secret s : {Secret::decks, Secret::hand, Secret::aside, Secret::notes}) {
      const auto bit = static_cast<unsigned>(s);
      if (!((out_.weak.secrets | out_.strong.secrets) & bit) || stop_ != 0) continue;
      const std::string knowing = let_into(plan_.strong, bit);
      if (knowing.empty()) return;
      out_.secrets.emplace_back(
          bit, duel(knowing, plan_.strong, plan_.sizes.secrets, "secret-" + std::to_string(bit), "what is hidden"));
    }
  }

  void play_ladder() {
    std::vector<std::string> players{plan_.weak, plan_.strong};
    players.insert(players.end(), plan_.rungs.begin(), plan_.rungs.end());
    for (std::size_t i = 2; i < players.size() && plan_.sizes.ladder > 0; ++i)
      for (std::size_t below : {std::size_t{1}, std::size_t{2}})
        if (stop_ == 0 && (below == 1 || i > 2))
          out_.ladder.push_back(duel(players[i], players[i - below], plan_.sizes.ladder,
                                     "ladder-" + std::to_string(i) + "-" + std::to_string(i - below), "the ladder"));
  }

  const AuditPlan& plan_;
  Library& library_;
  Hands& hands_;
  const std::atomic<int>& stop_;
  const Where& where_;
  std::uint64_t played_ = 0;
  Measures out_;
};

double seconds_a_game(const Plan& plan, int games, Histogram* turns) {
  Runner runner(plan);
  const auto start = std::chrono::steady_clock::now();
  for (int k = 0; k < games; ++k)
    if (const GameRecord* g = runner.play(static_cast<std::uint64_t>(k)); g && turns) ++(*turns)[g->turns];
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / games;
}

}  // namespace

Plan plan_of(const AuditPlan& plan, const std::string& black, const std::string& white) {
  Plan out = plan.plan;
  out.players = {black, white};
  return out;
}

std::string let_into(const std::string& player, unsigned secrets) {
  const std::string kind = player.substr(0, player.find(':'));
  if (kind != "greedy" && kind != "mcts") return "";
  return player + (player.find(':') == std::string::npos ? ":" : ",") + "knows=" + std::to_string(secrets);
}

std::map<std::string, PairTally> pairs_by_option(const Measures& m) {
  std::map<std::string, PairTally> out;
  for (const OptionValue& o : m.options) out[o.key].add(o.pairs);
  return out;
}

std::vector<OptionChoice> other_values(const Plan& plan, Library& library,
                                       std::vector<std::pair<std::string, std::string>>& not_set) {
  std::vector<OptionChoice> out;
  tools::each_option(*plan.variant, [&](const std::string& key, const std::string& chosen, const auto& values) {
    for (const std::string& value : values) {
      if (value == chosen || key.starts_with("rules.")) continue;
      Settings settings = plan.settings;
      put_setting(settings, key, value);
      Diagnostics wrong;
      auto variant = library.variant(plan.variant->id, settings, {}, wrong);
      if (variant)
        out.push_back({key, value, std::move(variant)});
      else
        not_set.emplace_back(key + "=" + value,
                             wrong.first_error() ? wrong.first_error()->message : "it cannot be read");
    }
  });
  return out;
}

Pilot play_pilot(const AuditPlan& plan) {
  constexpr int kWeak = 20, kStrong = 3;
  Histogram turns;
  Pilot out;
  out.weak = seconds_a_game(plan_of(plan, plan.weak, plan.weak), kWeak, &turns);
  out.turns = static_cast<int>(median(turns));
  AuditPlan shorter = plan;
  shorter.plan.most_turns = std::min(plan.plan.most_turns, std::clamp(5 * out.turns, 100, 600));
  Histogram strong;
  out.strong = seconds_a_game(plan_of(shorter, plan.strong, plan.strong), kStrong, &strong);
  out.match = seconds_a_game(plan_of(shorter, plan.strong, plan.weak), kStrong, nullptr);
  out.turns = std::max(out.turns, static_cast<int>(median(strong)));
  return out;
}

Measures measure(const AuditPlan& plan, Library& library, Hands& hands, const std::atomic<int>& stop,
                 const Where& where) {
  return AuditPlayer(plan, library, hands, stop, where).play();
}

}  // namespace gofuda::lab
