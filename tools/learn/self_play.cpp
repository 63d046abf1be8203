#include "tools/learn/self_play.hpp"

#include <algorithm>
#include <atomic>

#include "core/drive.hpp"
#include "scripting/scripts.hpp"
#include "tools/lab/runner/crew.hpp"

namespace gofuda::tools {

namespace {

constexpr std::uint64_t kRound = 8;     // games that are played by the same weights
constexpr std::uint64_t kEnough = 200;  // lessons learned before the search is told of them
constexpr int kAnswers = 40;            // of a random game: a better teacher at little cost
constexpr int kMostTurns = 1000;        // of a game

struct Played {
  std::vector<Lesson> lessons;
  bool ended = false, failed = false;
};

Played play_one(const SelfPlay& play, Scripts& scripts, const Trainer& trainer,
                const std::shared_ptr<const Weights>& weights, std::uint64_t number,
                const std::function<bool()>& stop) {
  const Ruleset& rules = *play.variant->ruleset;
  Notes notes(weights, rules, play.seed, number);
  TreeSearchSettings settings{play.playouts};
  settings.pupil = &notes;
  settings.answers = kAnswers;
  if (trainer.learned() >= kEnough) settings.weights = weights;
  Setup setup;
  setup.key = {play.seed, number};
  const auto black = make_tree_search("mcts", settings, rules), white = make_tree_search("mcts", settings, rules);
  black->begin(setup.key, Seat::black);
  white->begin(setup.key, Seat::white);
  Game game(play.variant->ruleset, setup);
  DriveLimits limits;
  limits.last_turn = kMostTurns;
  limits.interrupt = stop;
  const DriveResult how = drive(game, scripts, {black.get(), white.get()}, limits);
  Played out;
  out.ended = how.why == Stopped::over || how.why == Stopped::turn_limit;
  out.failed = !out.ended && how.why != Stopped::interrupted;
  out.lessons = notes.take();
  return out;
}

}  // namespace

Lived learn_by_play(const SelfPlay& play, Trainer& trainer, const std::function<bool()>& stop,
                    const std::function<void(const Lived&)>& round) {
  Lived lived;
  std::vector<std::unique_ptr<Scripts>> scripts;
  for (int t = 0; t < play.threads; ++t) scripts.push_back(make_scripts(play.variant));
  for (std::uint64_t first = 0; (play.games == 0 || first < play.games) && !stop(); first += kRound) {
    const std::uint64_t n = play.games == 0 ? kRound : std::min(kRound, play.games - first);
    const std::shared_ptr<const Weights> weights = trainer.copy();
    std::vector<Played> played;
    std::atomic<std::size_t> workers{0};
    std::atomic<int> stopped{0};
    lab::in_order<Played>(
        n, play.threads, stopped,
        [&] {
          return [&, own = scripts[workers++].get()](std::uint64_t i) -> std::optional<Played> {
            if (stop()) stopped = 1;
            return play_one(play, *own, trainer, weights, first + i, stop);
          };
        },
        [&](Played& p) { played.push_back(std::move(p)); }, [](std::uint64_t) {});
    for (Played& p : played) {
      lived.failed += p.failed;
      lived.games += p.ended;
      for (Lesson& lesson : p.lessons) trainer.learn(lesson);
    }
    round(lived);
  }
  return lived;
}

}  // namespace gofuda::tools
