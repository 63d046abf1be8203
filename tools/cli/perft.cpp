#include <chrono>
#include <cinttypes>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "core/enumerator.hpp"
#include "scripting/scripts.hpp"
#include "tools/cli/actions.hpp"
#include "tools/print/result.hpp"

namespace gofuda::tools {

namespace {

struct Level {
  std::uint64_t tried = 0, plays = 0, next = 0;  // answers tried and accepted at this depth; to be tried at the next
  double seconds = 0;
};

// Counts the sequences of accepted answers, one scratch game for each depth.
class Counter {
 public:
  Counter(Scripts& scripts, const Game& start, int depth)
      : scripts_(scripts), games_(static_cast<std::size_t>(depth) + 1, start) {}

  Level count(int depth) {
    level_ = {};
    depth_ = depth;
    walk(0);
    return level_;
  }
  const std::optional<Fault>& fault() const { return fault_; }

 private:
  void walk(int at) {
    const Game& from = games_[static_cast<std::size_t>(at)];
    if (fault_ || from.state() != Status::asks) return;
    std::uint64_t n = answer_count(from.question());
    if (at == depth_) return void(level_.next += n);
    Game& game = games_[static_cast<std::size_t>(at) + 1];
    bool clean = false;  // the scratch game is as it was copied
    for (std::uint64_t k = 0; k < n && !fault_; ++k) {
      if (!clean) game = from;
      nth_answer(from.question(), k, answer_);
      level_.tried += at + 1 == depth_;
      clean = !game.answer(scripts_, answer_);  // a refusal changes nothing
      if (clean) continue;
      if (game.state() == Status::fault) fault_ = game.fault();
      level_.plays += at + 1 == depth_;
      walk(at + 1);
    }
  }

  Scripts& scripts_;
  std::vector<Game> games_;
  Answer answer_;
  std::optional<Fault> fault_;
  Level level_;
  int depth_ = 0;
};

void print_level(const Options& options, int depth, const Level& l) {
  if (options.json) return;
  std::printf("%5d  %14" PRIu64 "  %10.3f s\n", depth, l.plays, l.seconds);
  std::fflush(stdout);
}

nlohmann::json level_json(int depth, const Level& l) {
  return {{"depth", depth}, {"plays", l.plays}, {"tried", l.tried}, {"seconds", l.seconds}};
}

int fault_exit(const Options& options, const Fault& f) {
  Diagnostics out;
  out.add(to_diagnostic(f));
  report(options, out);
  return 1;
}

int count_all(const Options& options, const Perft& args, const Variant& variant, Scripts& scripts) {
  Setup setup;
  setup.key.seed = args.seed;
  Game game(variant.ruleset, setup);
  if (game.advance(scripts) == Status::fault) return fault_exit(options, game.fault());
  Counter counter(scripts, game, args.depth);
  nlohmann::json levels = nlohmann::json::array();
  std::uint64_t next = game.state() == Status::asks ? answer_count(game.question()) : 0;
  int code = 0;
  if (!options.json) std::printf("depth           plays        time\n");
  for (int depth = 1; depth <= args.depth; ++depth) {
    if (next > args.limit) {
      std::fprintf(stderr,
                   "error: depth %d has %" PRIu64 " answers to try, more than %" PRIu64
                   "; raise --limit to count them all the same\n",
                   depth, next, args.limit);
      code = 1;
      break;
    }
    if (next > 100'000) std::fprintf(stderr, "depth %d: %" PRIu64 " answers to try\n", depth, next);
    auto begin = std::chrono::steady_clock::now();
    Level l = counter.count(depth);
    l.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (counter.fault()) return fault_exit(options, *counter.fault());
    print_level(options, depth, l);
    levels.push_back(level_json(depth, l));
    next = l.next;
  }
  if (options.json)
    std::printf("%s\n", json_text({{"variant", variant.id}, {"deck_seed", args.seed}, {"depths", levels}}).c_str());
  return code;
}

}  // namespace

int perft(const Options& options, const Perft& args) {
  if (args.depth < 1 || args.depth > 100) return usage_error("--depth is a number from 1 to 100");
  Diagnostics out;
  Settings settings = parse_settings(args.set, out);
  auto library = out.has_errors() ? std::nullopt : open_and_tell(options, out);
  if (!library) return report(options, out), 2;
  if (const std::string none = no_such_variant(*library, args.variant); !none.empty()) return usage_error(none);
  auto variant = library->variant(args.variant, settings, {}, out);
  if (!variant) return report(options, out), exit_code(out);
  auto scripts = make_scripts(variant);
  return count_all(options, args, *variant, *scripts);
}

}  // namespace gofuda::tools
