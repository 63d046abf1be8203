#include "tools/lab/audit/cycle.hpp"

#include <algorithm>
#include <deque>

#include "tools/lab/finding/findings_report.hpp"
#include "tools/lab/finding/scene.hpp"

namespace gofuda::lab {

namespace {

constexpr std::size_t kTurnsKept = 240;  // at the end of the game, among which a repetition is looked for
constexpr int kMostTrials = 1500;        // to take stones and cards away

struct TurnKept {
  Position start;
  std::vector<Word> words;  // of the turn that led here
};

// As far as a player sees it: whose turn it is on which board, and where the cards lie.
bool same(const Position& a, const Position& b, bool cards) {
  return a.to_move == b.to_move && a.board.hash() == b.board.hash() &&
         a.board.points_of(Colour::black) == b.board.points_of(Colour::black) && (!cards || a.cards == b.cards);
}

struct Found {
  std::size_t from, turns;
};

std::optional<Found> shortest(const std::deque<TurnKept>& kept, bool cards) {
  for (std::size_t turns = 1; turns < kept.size(); ++turns)
    for (std::size_t from = kept.size() - turns; from-- > 0;) {
      const bool moves =
          std::any_of(kept.begin() + static_cast<std::ptrdiff_t>(from) + 1,
                      kept.begin() + static_cast<std::ptrdiff_t>(from + turns) + 1,
                      [&](const TurnKept& k) { return k.start.board.hash() != kept[from].start.board.hash(); });
      if ((moves || turns > 1) && same(kept[from].start, kept[from + turns].start, cards)) return Found{from, turns};
    }
  return std::nullopt;
}

// Plays the scene and comes back to its own board, with the same side to move.
std::optional<Seen> comes_back(Bench& bench, const Scene& scene) {
  auto seen = bench.judge(scene);
  if (!seen || seen->came != Seen::Came::played || seen->over || seen->to_move != scene.stage.to_move)
    return std::nullopt;
  std::array<PointSet, 3> stones;
  for (const Stone& s : *scene.stage.stones) stones[static_cast<std::size_t>(index(s.colour))].insert(s.point);
  return stones[1] == seen->points[1] && stones[2] == seen->points[2] ? seen : std::nullopt;
}

// Without the stones and cards that it does not need.
void shrink(Bench& bench, Scene& scene) {
  int trials = 0;
  for (bool smaller = true; smaller && trials < kMostTrials;) {
    smaller = false;
    for (Scene& s : one_smaller(scene)) {
      if (s.turns != scene.turns) continue;
      if (++trials > kMostTrials) break;
      if (!comes_back(bench, s)) continue;
      scene = std::move(s);
      smaller = true;
      break;
    }
  }
}

std::string dispute_of(const Plan& plan, std::uint64_t game, Scene scene, Library& library) {
  const Reading reading{plan.variant, plan.settings, {}};
  Bench bench(reading);
  if (!comes_back(bench, scene)) return "";
  shrink(bench, scene);
  const auto seen = comes_back(bench, scene);
  if (!seen) return "";
  Wording words;
  words.title = "May this go on without end?";
  words.ruling = "Nothing in these rules forbids it: after " + std::to_string(scene.turns.size()) +
                 " turns the same stones stand as before, and the same side is to move.";
  words.source = "found by gofuda audit in game " + std::to_string(game) + " of " + plan.players[0] + " against " +
                 plan.players[1] + " with seed " + std::to_string(plan.seed);
  Seen unlike;
  unlike.points[0] = seen->points[0];  // where all stones stand tells which points are empty
  const std::string text = dispute_text(scene, reading, words, *seen, unlike, {});
  return tools::judged_so(library, text) ? text : "";
}

Settings with(Settings base, const Settings& more) {
  for (const auto& [key, value] : more) put_setting(base, key, value);
  return base;
}

std::vector<Settings> candidates(const Rules& rules) {
  std::vector<Settings> out;
  if (rules.passes_to_end == 0) out.push_back({{"rules.passes_to_end", "2"}});
  for (const char* ko : {"simple", "situational", "positional"}) out.push_back({{"rules.ko", ko}});
  for (const char* ko : {"situational", "positional"}) out.push_back({{"rules.ko", ko}, {"rules.ko_cards", "all"}});
  return out;
}

}  // namespace

std::optional<Cycle> find_cycle(const Plan& plan, std::uint64_t game, Library& library) {
  std::deque<TurnKept> kept;
  std::size_t mark = 0;
  const Ruleset& rules = *plan.variant->ruleset;
  Runner(plan).play(game, [&](const Game& g) {
    kept.push_back({g.turn_start(), words_of(rules, g.log().from(mark))});
    mark = g.turn_mark();
    if (kept.size() > kTurnsKept) kept.pop_front();
  });
  bool cards = true;
  auto found = shortest(kept, cards);
  if (!found) found = shortest(kept, cards = false);
  if (!found) return std::nullopt;
  Scene scene;
  scene.stage = stage_of(rules, kept[found->from].start);
  for (std::size_t t = 1; t <= found->turns; ++t) scene.turns.push_back(kept[found->from + t].words);
  return Cycle{static_cast<int>(found->turns), cards, dispute_of(plan, game, std::move(scene), library)};
}

std::vector<Remedy> try_remedies(const Plan& plan, const std::vector<std::uint64_t>& games, Library& library,
                                 const std::atomic<int>& stop) {
  std::vector<Remedy> out;
  for (const Settings& more : candidates(plan.variant->ruleset->rules)) {
    if (stop != 0) break;
    Plan changed = plan;
    changed.settings = with(plan.settings, more);
    Diagnostics ignored;
    changed.variant = library.variant(plan.variant->id, changed.settings, {}, ignored);
    if (!changed.variant || changed.variant->ruleset->rules == plan.variant->ruleset->rules) continue;
    Remedy r{more, 0, 0};
    Runner runner(changed);
    for (const std::uint64_t g : games)
      if (const GameRecord* record = runner.play(g))
        ++r.games, r.ended += record->outcome != GameResult::stopped && record->outcome != GameResult::fault;
    if (r.ended > 0 && r.ended == r.games) out.push_back(std::move(r));
  }
  return out;
}

}  // namespace gofuda::lab
