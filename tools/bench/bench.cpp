#include "tools/bench/bench.hpp"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <filesystem>
#include <thread>

#include "core/drive.hpp"
#include "core/enumerator.hpp"
#include "core/random_player.hpp"
#include "scripting/file.hpp"
#include "scripting/scripts.hpp"
#include "tools/bench/bench_command.hpp"
#include "tools/players/player.hpp"
#include "tools/print/build.hpp"
#include "tools/solver/exact_solver.hpp"

namespace gofuda::tools {

namespace {

struct Loaded {
  std::shared_ptr<const Variant> variant;
  std::unique_ptr<Scripts> scripts;
};

Loaded load(const Options& options, const std::string& name, const Settings& settings,
            const std::vector<std::string>& cards = {}) {
  Diagnostics out;
  auto library = open_library(options, out);
  if (!library) throw std::runtime_error("the rules library cannot be opened");
  Loaded l;
  l.variant = library->variant(name, settings, cards, {}, out);
  if (!l.variant) throw std::runtime_error("the variant '" + name + "' is broken: run gofuda check");
  l.scripts = make_scripts(l.variant);
  return l;
}

// Whole random games, cards and stones, to the end: what `simulate` will run.
void random_games(benchmark::State& state, const Options& options, const std::string& name) {
  Loaded l = load(options, name, {});
  const Ruleset& rules = *l.variant->ruleset;
  std::uint64_t game = 0;
  std::size_t turns = 0;
  Run run(rules, *l.scripts, {});
  Log log;
  for (auto _ : state) {
    RandomPlayer black(1, game), white(2, game);
    Setup setup;
    setup.key = {1, game++};
    Position p = first_position(rules, setup);
    run.rekey(setup.key);
    while (!p.over() && p.turn < 5000) {
      log.clear();
      if (run.turn(p, log, 0, {&black, &white, nullptr}) != Status::done)
        throw std::runtime_error("a random game did not go on: " + run.fault().message);
    }
    turns += p.turn;
  }
  state.counters["games/s"] = benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
  state.counters["turns"] = static_cast<double>(turns) / static_cast<double>(state.iterations());
}

constexpr const char* kThreeQuestions = R"(return card {
  name = "Three questions", text = "Three picks of one point each, and nothing done with them.",
  play = function(me, opponent, board)
    local all = board.all
    me:pick(1, all)
    me:pick(1, all)
    me:pick(1, all)
  end,
}
)";
constexpr const char* kOneTurn = R"(return turn { name = "One card", text = "Plays the top card.",
  play = function(me) me:play(me:draw()) end }
)";

class FixedPlayer : public Player {
 public:
  bool answer(const Question& q, const Observation&, Answer& out) override {
    out.make_points().push_back(q.from.first());
    return true;
  }
};

// A library of one card that asks three questions, in a folder of its own.
struct ThreeQuestions {
  explicit ThreeQuestions(const Options& options) {
    namespace fs = std::filesystem;
    folder = fs::temp_directory_path() / ("gofuda-bench-" + std::to_string(::getpid()));
    for (const char* d : {"cards/decks", "variants/turns"}) fs::create_directories(folder / d);
    write_file((folder / "cards/three-questions.lua").string(), kThreeQuestions);
    write_file((folder / "cards/decks/three-questions.yaml").string(),
               "deck: three-questions\ncards: { three-questions: 1 }\n");
    write_file((folder / "variants/turns/one-card.lua").string(), kOneTurn);
    write_file((folder / "variants/three-questions.yaml").string(),
               "variant: three-questions\nboard: { size: 13x13 }\nturn: one-card\ndeck: three-questions\n");
    Options own = options;
    own.rules.insert(own.rules.begin(), folder.string());
    loaded = load(own, "three-questions", {});
    fs::remove_all(folder);
  }
  std::filesystem::path folder;
  Loaded loaded;
};

// The exact search from a game's start that takes longer to solve than this looks.
void exact_search(benchmark::State& state, const Options& options, const std::string& name) {
  Loaded l = load(options, name, {});
  const Position start = first_position(*l.variant->ruleset, {});
  auto solver = make_solver(*l.variant->ruleset, 18);
  SearchLimits limits;
  std::uint64_t nodes = 0;
  for (auto _ : state) {
    solver->forget();
    nodes += solver->solve(start, *l.scripts, limits).nodes;
  }
  state.counters["nodes/s"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}

// Games of two searches, from the start to turn 40.
void searches(benchmark::State& state, const Options& options, const std::string& name) {
  constexpr int kPlayouts = 100, kTurns = 40;
  Loaded l = load(options, name, {});
  Diagnostics out;
  std::int64_t asked = 0;
  class Counted : public Player {
   public:
    Counted(std::unique_ptr<Player> player, std::int64_t& count) : player_(std::move(player)), asked_(count) {}
    void begin(const ChanceKey& key, Seat seat) override { player_->begin(key, seat); }
    bool at_once() const override { return player_->at_once(); }
    bool answer(const Question& q, const Observation& seen, Answer& a) override {
      asked_ += seen.refused() == 0;
      return player_->answer(q, seen, a);
    }
    std::string name() const override { return player_->name(); }

   private:
    std::unique_ptr<Player> player_;
    std::int64_t& asked_;
  };
  const std::string spec = "mcts:playouts=" + std::to_string(kPlayouts);
  Counted black(make_player(spec, *l.variant, out), asked), white(make_player(spec, *l.variant, out), asked);
  Setup setup;
  for (auto _ : state) {
    setup.key = {1, setup.key.game + 1};
    black.begin(setup.key, Seat::black);
    white.begin(setup.key, Seat::white);
    Game game(l.variant->ruleset, setup);
    DriveLimits limits;
    limits.last_turn = kTurns;
    drive(game, *l.scripts, {&black, &white}, limits);
  }
  state.counters["playouts/s"] =
      benchmark::Counter(static_cast<double>(asked * kPlayouts), benchmark::Counter::kIsRate);
}

// Is a stone that has just been set the last one of a pattern?
void win_test(benchmark::State& state, const Options& options) {
  Loaded l = load(options, "qango-6", {});
  const Ruleset& rules = *l.variant->ruleset;
  Board board(rules.grid);
  Random random(1);
  for (int i = 0; i < 16; ++i)
    board.set(board.empty(static_cast<int>(random.below(static_cast<std::uint32_t>(board.empty_count())))),
              i % 2 ? Colour::white : Colour::black);
  std::vector<Point> points;
  board.points_of(Colour::black).for_each([&](Point p) { points.push_back(p); });
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(rules.wins.met_through(board, points[i], Colour::black));
    i = i + 1 == points.size() ? 0 : i + 1;
  }
}

void card_straight(benchmark::State& state, const Options& options) {
  ThreeQuestions q(options);
  const Ruleset& rules = *q.loaded.variant->ruleset;
  Position start = first_position(rules, {});
  Position p = start;
  Run run(rules, *q.loaded.scripts, {});
  FixedPlayer player;
  Log log;
  for (auto _ : state) {
    p.cards = start.cards;
    p.moves.clear();
    p.card_events.clear();
    p.to_move = Seat::black;
    log.clear();
    benchmark::DoNotOptimize(run.turn(p, log, 0, {&player, &player, nullptr}));
  }
}

// One run again from the answers recorded so far: all three, so that the turn ends, or fewer, so that it stops at the
// next question.
void card_rerun(benchmark::State& state, const Options& options, int recorded) {
  ThreeQuestions q(options);
  const Ruleset& rules = *q.loaded.variant->ruleset;
  Position start = first_position(rules, {});
  Position p = start;
  Run run(rules, *q.loaded.scripts, {});
  Log log;
  for (int answered = 0; answered <= recorded; ++answered) {
    p = start;
    if (run.turn(p, log, 0, {}) != Status::asks || answered == recorded) break;
    Answer answer;
    nth_answer(run.question(), 0, answer);
    log.push_answer(run.question(), answer);
  }
  for (auto _ : state) {
    p = start;
    benchmark::DoNotOptimize(run.turn(p, log, 0, {}));
  }
}

void library_load(benchmark::State& state, const Options& options) {
  for (auto _ : state) {
    Diagnostics out;
    auto library = open_library(options, out);
    library->check_all(out);
    if (out.has_errors()) throw std::runtime_error("the library has mistakes: run gofuda check");
  }
}

void disputes(benchmark::State& state, const Options& options, const std::string& folder) {
  std::vector<Dispute> all;
  Diagnostics out;
  std::error_code ec;
  for (std::filesystem::recursive_directory_iterator it(folder, ec), end; !ec && it != end; it.increment(ec))
    if (it->path().extension() == ".yaml")
      if (auto d = read_dispute(it->path().string(), out)) all.push_back(std::move(*d));
  if (all.empty()) return state.SkipWithError("no disputes found beside the rules library");
  auto library = open_library(options, out);
  for (auto _ : state)
    for (const Dispute& d : all) benchmark::DoNotOptimize(judge_dispute(*library, d).passed());
  state.counters["disputes/s"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * static_cast<double>(all.size()), benchmark::Counter::kIsRate);
}

void register_all(const Options& options) {
  register_board_benchmarks();
  for (int size : {9, 13, 19})
    benchmark::RegisterBenchmark(("rules/go_playouts/" + std::to_string(size)).c_str(),
                                 [options, size](benchmark::State& s) {
                                   Loaded l = load(options, "go", {{"board.size", std::to_string(size)}});
                                   go_playouts(s, l.variant->ruleset->grid, l.variant->ruleset->rules);
                                 });
  benchmark::RegisterBenchmark("players/stone_search/dgo", [options](benchmark::State& s) {
    stone_search_games(s, *load(options, "dgo", {}).variant->ruleset);
  });
  for (const char* name : {"dango-1996", "card-go", "qango-6"})
    benchmark::RegisterBenchmark((std::string("players/tree_search/") + name).c_str(), [options,
                                                                                        name](benchmark::State& s) {
      searches(s, options, name);
    })->Unit(benchmark::kMillisecond);
  auto win_games = [&](const std::string& title, const std::string& variant, const Settings& settings) {
    benchmark::RegisterBenchmark(title.c_str(), [options, variant, settings](benchmark::State& s) {
      Loaded l = load(options, variant, settings);
      win_playouts(s, *l.variant->ruleset);
    });
  };
  for (const char* name : {"qango-6", "qango-7", "qango-7-plus"})
    win_games(std::string("rules/win_playouts/") + name, name, {});
  win_games("rules/win_playouts/five-in-a-row-15", "qango-6",
            {{"board.size", "15x15"}, {"win", "five"}, {"rules.stones", "0"}});
  for (const char* name : {"qango-6", "qango-6-tournament"})
    benchmark::RegisterBenchmark((std::string("players/exact/") + name).c_str(), [options, name](benchmark::State& b) {
      exact_search(b, options, name);
    })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("rules/win_test", [options](benchmark::State& s) { win_test(s, options); });
  benchmark::RegisterBenchmark("card/three_questions_straight",
                               [options](benchmark::State& s) { card_straight(s, options); });
  benchmark::RegisterBenchmark("card/three_questions_rerun_to_the_end",
                               [options](benchmark::State& s) { card_rerun(s, options, 3); });
  benchmark::RegisterBenchmark("card/three_questions_rerun_to_the_third",
                               [options](benchmark::State& s) { card_rerun(s, options, 2); });
  for (const char* name :
       {"dango-1996", "dango-2019", "dango-1996-19", "card-go", "qango-6", "dgo", "v-card-go", "gomoku-skills"})
    benchmark::RegisterBenchmark((std::string("games/") + name).c_str(),
                                 [options, name](benchmark::State& s) { random_games(s, options, name); });
  benchmark::RegisterBenchmark("library/check", [options](benchmark::State& s) {
    library_load(s, options);
  })->Unit(benchmark::kMillisecond);
  benchmark::RegisterBenchmark("disputes/judge_all", [options](benchmark::State& s) {
    disputes(s, options, std::string(source_folder()) + "/tests/disputes");
  })->Unit(benchmark::kMillisecond);
}

}  // namespace

int bench(const Options& options, const Bench& args) {
  constexpr std::size_t kLongestFilter = 200;  // longer ones may be more than the library can bear
  if (args.filter.size() > kLongestFilter) return usage_error("a filter has at most 200 bytes");
  std::vector<std::string> words{"gofuda", "--benchmark_min_time=" + std::to_string(args.seconds)};
  if (!args.filter.empty()) words.push_back("--benchmark_filter=" + args.filter);
  if (options.json) words.push_back("--benchmark_format=json");
  std::vector<char*> argv;
  for (std::string& w : words) argv.push_back(w.data());
  int argc = static_cast<int>(argv.size());
  register_all(options);
  benchmark::Initialize(&argc, argv.data());
  std::size_t n = benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return n == 0 ? usage_error("no benchmark's name matches '" + args.filter + "'") : 0;
}

}  // namespace gofuda::tools
