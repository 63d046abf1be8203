#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <thread>

#include "tools/commands.hpp"
#include "tools/lab/batch.hpp"
#include "tools/lab/interrupt.hpp"
#include "tools/lab/plan_args.hpp"
#include "tools/lab/progress.hpp"
#include "tools/lab/store.hpp"
#include "tools/lab/summary.hpp"
#include "tools/players/player.hpp"
#include "tools/scene.hpp"

namespace gofuda::tools {

namespace {

using lab::StoreError;

constexpr std::uint64_t kMostSeed = 1'000'000'000'000'000;  // what a saved game can say
constexpr std::int64_t kMostGames = 1'000'000'000'000;
constexpr int kMostThreads = 256, kMostTurns = 60000;  // a position counts turns to 65535
constexpr auto kCommit = std::chrono::milliseconds(500);

struct Simulate : PlanArgs {
  std::string out, keep = "all";
  bool no_time = false;
};

}  // namespace

std::string wrong_number(const PlanArgs& args) {
  if (args.games < 0 || args.games > kMostGames) return "--games is a number from 0 to " + std::to_string(kMostGames);
  if (args.seed < 0 || static_cast<std::uint64_t>(args.seed) > kMostSeed)
    return "a seed is a number from 0 to " + std::to_string(kMostSeed);
  if (args.threads < 0 || args.threads > kMostThreads)
    return "--threads is a number from 1 to " + std::to_string(kMostThreads) + "; 0: as many as the machine has";
  if (args.max_turns < 1 || args.max_turns > kMostTurns)
    return "--max-turns is a number from 1 to " + std::to_string(kMostTurns);
  return "";
}

int threads_of(const PlanArgs& args) {
  return args.threads > 0 ? args.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void add_plan_options(CLI::App& c, PlanArgs& args) {
  c.add_option("variant", args.variant, "The game; gofuda show variant lists them")->required()->type_name("VARIANT");
  c.add_option("--games", args.games, "How many")->capture_default_str()->type_name("N");
  for (auto [name, to] : {std::pair{"--black", &args.black}, {"--white", &args.white}})
    c.add_option(name, *to, "Who plays this colour, with options: random, name:option=value")
        ->capture_default_str()
        ->type_name("PLAYER");
  c.add_option("--seed", args.seed, "Game k is decided by the seed and k alone")->capture_default_str()->type_name("S");
  c.add_option("--threads", args.threads, "At a time; 0: as many as the machine has. The results are the same")
      ->capture_default_str()
      ->type_name("T");
  c.add_option("--set", args.set, "Another rule; may be repeated")->type_name("KEY=VALUE")->allow_extra_args(false);
  c.add_option("--max-turns", args.max_turns, "Games that are longer are stopped, and counted apart")
      ->capture_default_str()
      ->type_name("M");
}

std::optional<lab::Plan> make_plan(const Options& options, const PlanArgs& args, int& code) {
  Diagnostics out;
  lab::Plan plan;
  plan.settings = parse_settings(args.set, out);
  auto library = out.has_errors() ? std::nullopt : open_library(options, out);
  if (!library) return code = 2, report(options, out), std::nullopt;
  if (!library->path(FileKind::variant, args.variant)) {
    code = usage_error("there is no variant '" + args.variant + "'" +
                       did_you_mean(args.variant, library->names(FileKind::variant)));
    return std::nullopt;
  }
  plan.variant = library->variant(args.variant, plan.settings, {}, out);
  if (!plan.variant) return code = 1, report(options, out), std::nullopt;
  for (std::size_t s = 0; s < 2; ++s) {
    auto agent = make_agent(s == 0 ? args.black : args.white, *plan.variant, out);
    if (!agent) return code = 2, report(options, out), std::nullopt;
    plan.players[s] = agent->name();
  }
  plan.seed = static_cast<std::uint64_t>(args.seed);
  plan.most_turns = args.max_turns;
  return plan;
}

namespace {

std::string full_command(const Options& options, const Simulate& args, const lab::Provenance& p) {
  std::string out = p.command();
  for (const std::string& r : options.rules) out += " --rules " + lab::shell_word(r);
  return args.out.empty() ? out : out + " --out " + lab::shell_word(args.out);
}

int store_error(const Simulate& args, const StoreError& e) {
  std::fprintf(stderr, "error: %s: %s\n", args.out.c_str(), e.what());
  return e.exit_code;
}

class Simulation {
 public:
  Simulation(const Options& options, const Simulate& args, lab::Plan plan)
      : options_(options),
        args_(args),
        provenance_(lab::provenance_of(plan, args.keep, static_cast<std::uint64_t>(args.games))) {
    const Ruleset& rules = *plan.variant->ruleset;
    tally_ = lab::Tally(rules.wins.conditions().size(), rules.cards.size());
    batch_.plan = std::move(plan);
    batch_.end = provenance_.games;
    batch_.threads = threads_of(args);
    batch_.keep_games = args.keep == "all" && !args.out.empty();
  }

  int run() {
    try {
      if (!args_.out.empty()) open_store();
    } catch (const StoreError& e) { return store_error(args_, e); }
    lab::Interrupt interrupt;
    try {
      play(interrupt);
    } catch (const StoreError& e) {
      store_error(args_, e);
      std::fprintf(stderr, "%lld games are safe in it; the same command goes on from there\n",
                   static_cast<long long>(committed_));
      return e.exit_code;
    }
    print();
    const int caught = interrupt.caught();
    if (caught == 0 || batch_.first + played_ == batch_.end) return tally_.faults > 0 ? 1 : 0;
    say_how_to_resume();
    return 128 + caught;
  }

 private:
  void open_store() {
    store_.emplace(args_.out, provenance_);
    tally_ = store_->stored();
    batch_.first = static_cast<std::uint64_t>(tally_.games);
    committed_ = tally_.games;
    if (batch_.first > 0)
      std::fprintf(stderr, "%s holds %lld of %lld games; going on\n", args_.out.c_str(),
                   static_cast<long long>(tally_.games), static_cast<long long>(args_.games));
  }

  void play(const lab::Interrupt& interrupt) {
    batch_.stop = &interrupt.caught();
    lab::Progress progress(batch_.first, batch_.end);
    auto fold = [&](lab::Chunk& chunk) {
      tally_.add(chunk.tally);
      played_ += chunk.end - chunk.first;
      if (store_) store_->add(chunk);
    };
    auto saved = std::chrono::steady_clock::now();
    auto tick = [&] {
      progress.show(batch_.first + played_);
      if (!store_ || std::chrono::steady_clock::now() - saved < kCommit) return;
      commit();
      saved = std::chrono::steady_clock::now();
    };
    lab::run_batch(batch_, fold, tick);
    if (!store_) return;
    commit();
    store_->close();
  }

  void commit() {
    store_->commit(tally_);
    committed_ = tally_.games;
  }

  void print() const {
    const nlohmann::json summary = lab::summary_json(provenance_, tally_, !args_.no_time);
    if (options_.json)
      std::printf("%s\n", json_text(summary).c_str());
    else
      print_lines(lab::summary_lines(style_for(use_colour(options_, 1), 1), summary));
    std::fflush(stdout);
  }

  void say_how_to_resume() const {
    std::fprintf(stderr, "stopped after %lld of %lld games", static_cast<long long>(tally_.games),
                 static_cast<long long>(args_.games));
    if (store_)
      std::fprintf(stderr, "; to go on:\n  %s\n", full_command(options_, args_, provenance_).c_str());
    else
      std::fprintf(stderr, "; with --out FILE the same command could go on from here\n");
  }

  const Options& options_;
  const Simulate& args_;
  lab::Provenance provenance_;
  lab::Batch batch_;
  lab::Tally tally_;
  std::optional<lab::Store> store_;
  std::uint64_t played_ = 0;  // by this run
  std::int64_t committed_ = 0;
};

int simulate(const Options& options, const Simulate& args) {
  if (std::string why = wrong_number(args); !why.empty()) return usage_error(why);
  int code = 0;
  auto plan = make_plan(options, args, code);
  if (!plan) return code;
  return Simulation(options, args, std::move(*plan)).run();
}

}  // namespace

void add_simulate(CLI::App& app, Options& options) {
  auto args = std::make_shared<Simulate>();
  CLI::App* c = app.add_subcommand("simulate", "Play many games between programs, and say what they tell of the rules");
  add_plan_options(*c, *args);
  c->add_option("--out", args->out, "Keep the games in this SQLite file; one that is there already is gone on with")
      ->type_name("FILE");
  c->add_option("--keep", args->keep, "What the file keeps: all (a row for each game and card), or the summary")
      ->check(CLI::IsMember({"all", "summary"}))
      ->capture_default_str()
      ->type_name("WHAT");
  c->add_flag("--no-time", args->no_time, "Leave times out, so that equal batches print equal reports");
  c->footer(
      "A game that fails is noted, with what it takes to play it again, and the others go on. Ctrl-C finishes the "
      "games\n"
      "in hand; with --out the same command then goes on with the rest.\n\nExamples:\n"
      "  gofuda simulate dango-1996 --games 10000 --out dango.sqlite\n"
      "  gofuda simulate go --set board.size=9x9 --set rules.komi=5.5 --games 2000 --seed 7 --json\n"
      "  gofuda simulate qango-6 --games 100000 --threads 2\n\n"
      "Exit code: 0; 1 when games failed, the rules are broken or the file cannot be written; 2 for wrong usage or a\n"
      "file of another command; 130 after Ctrl-C.");
  c->callback([&options, args] { options.run = [&options, args] { return simulate(options, *args); }; });
}

}  // namespace gofuda::tools
