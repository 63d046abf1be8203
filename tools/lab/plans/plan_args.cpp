#include "tools/lab/plans/plan_args.hpp"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "core/notation/saved_game.hpp"
#include "tools/lab/plans/from_position.hpp"
#include "tools/lab/runner/hands.hpp"
#include "tools/players/player.hpp"

namespace gofuda::tools {

namespace {

constexpr int kMostThreads = 256;

std::optional<std::uint64_t> variable(const char* name) {
  const char* text = std::getenv(name);
  if (!text) return std::nullopt;
  const std::string_view t = text;
  std::uint64_t n = 0;
  auto [end, error] = std::from_chars(t.data(), t.data() + t.size(), n);
  if (t.empty() || error != std::errc() || end != t.data() + t.size()) return std::nullopt;
  return n;
}

// A task of a Slurm job array is a shard when the tasks are numbered from 0 or 1 without a gap: the tasks of an array
// that repeats a few of them are other parts than those.
std::optional<lab::Shard> slurm_shard(std::string& wrong) {
  const auto id = variable("SLURM_ARRAY_TASK_ID"), count = variable("SLURM_ARRAY_TASK_COUNT");
  const auto least = variable("SLURM_ARRAY_TASK_MIN"), most = variable("SLURM_ARRAY_TASK_MAX");
  const std::uint64_t first = least.value_or(1);
  if (id && count && *count > 0 && *count <= lab::kMostShards && first <= 1 && *id >= first && *id < first + *count &&
      (!most || *most == first + *count - 1))
    return lab::Shard{*id - first + 1, *count};
  wrong =
      "this is a task of a Slurm job array (SLURM_ARRAY_TASK_ID is set), and which part of how many it plays cannot be "
      "told from a numbering that has gaps or does not begin with 0 or 1; say --shard I/N, or --shard 1/1 for all";
  return std::nullopt;
}

}  // namespace

std::string wrong_threads(int threads) {
  if (threads >= 0 && threads <= kMostThreads) return "";
  return "--threads is a number from 1 to " + std::to_string(kMostThreads) + "; 0: as many as the machine has";
}

std::string wrong_number(const PlanArgs& args, std::int64_t least_games) {
  if (args.variant.empty() && args.from.empty()) return "which game? Give a VARIANT, or --from FILE";
  if (args.games < least_games || args.games > kMostGames)
    return "--games is a number from " + std::to_string(least_games) + " to " + std::to_string(kMostGames);
  if (args.seed < 0 || static_cast<std::uint64_t>(args.seed) > kMostSeed)
    return "a seed is a number from 0 to " + std::to_string(kMostSeed);
  if (args.deal_seed && (*args.deal_seed < 0 || static_cast<std::uint64_t>(*args.deal_seed) > kMostSeed))
    return "a seed of the deal is a number from 0 to " + std::to_string(kMostSeed);
  if (args.max_turns < 1 || args.max_turns > kMostTurns)
    return "--max-turns is a number from 1 to " + std::to_string(kMostTurns);
  return wrong_threads(args.threads);
}

int threads_of(int asked) { return asked > 0 ? asked : lab::processors(); }

std::optional<Library> open_plan(const Options& options, const PlanArgs& args, Settings& settings, int& code) {
  Diagnostics out;
  settings = parse_settings(args.set, out);
  auto library = out.has_errors() ? std::nullopt : open_and_tell(options, out);
  if (!library) return code = 2, out = as_said(args, out), report(options, out), std::nullopt;
  const std::string none = args.variant.empty() ? "" : no_such_variant(*library, args.variant);
  if (none.empty()) return library;
  return code = usage_error(none), std::nullopt;
}

std::optional<lab::Plan> read_plan(Library& library, const PlanArgs& args, const Settings& settings, Diagnostics& out,
                                   int& code) {
  lab::Plan plan;
  if (args.from.empty()) {
    plan.settings = settings;
    plan.variant = library.variant(args.variant, settings, {}, out);
    if (!plan.variant) return code = exit_code(out), std::nullopt;
  } else {
    const auto file = read_dispute(args.from, out);
    auto start = file ? read_from(library, *file, args.variant, settings, out) : std::nullopt;
    if (!start) return code = exit_code(out), std::nullopt;
    plan.variant = start->variant, plan.settings = start->settings, plan.from = start->position;
    plan.from_file = args.from;
  }
  for (std::size_t s = 0; s < 2; ++s) {
    auto agent = make_player(s == 0 ? args.black : args.white, *plan.variant, out);
    if (!agent) return code = 2, std::nullopt;
    plan.players[s] = agent->name();
  }
  plan.seed = static_cast<std::uint64_t>(args.seed);
  if (args.deal_seed) plan.deal_seed = static_cast<std::uint64_t>(*args.deal_seed);
  plan.most_turns = args.max_turns;
  return plan;
}

std::optional<lab::Plan> make_plan(const Options& options, const PlanArgs& args, int& code) {
  Settings settings;
  auto library = open_plan(options, args, settings, code);
  if (!library) return std::nullopt;
  Diagnostics out;
  auto plan = read_plan(*library, args, settings, out, code);
  out = as_said(args, out);
  if (out.size() > 0) report(options, out);
  return plan;
}

Diagnostics as_said(const PlanArgs& args, const Diagnostics& wrong) {
  const auto last = args.set.end() - static_cast<std::ptrdiff_t>(args.said_last);
  Diagnostics out;
  for (Diagnostic d : wrong.list()) {
    if (std::any_of(last, args.set.end(), [&](const std::string& s) { return d.file == set_place(s); }))
      d.file.replace(0, kSetPlace.size() - 1, args.said_as);
    out.add(d);
  }
  return out;
}

std::optional<lab::Shard> shard_of(const WorkArgs& args, int& code) {
  std::optional<lab::Shard> shard = lab::Shard{};
  std::string wrong;
  if (!args.shard.empty()) {
    shard = lab::read_shard(args.shard);
    if (!shard) wrong = "--shard is I/N: part I of N, both from 1 to " + std::to_string(lab::kMostShards);
  } else if (const char* id = std::getenv("SLURM_ARRAY_TASK_ID"); id && *id && !args.out.empty()) {
    shard = slurm_shard(wrong);
    if (shard)
      std::fprintf(stderr, "playing shard %s, as the Slurm job array says (--shard 1/1 plays all)\n",
                   shard->text().c_str());
  }
  if (wrong.empty() && !args.shard.empty() && args.out.empty()) wrong = "--shard needs --out FILE: parts are merged";
  if (!wrong.empty()) return code = usage_error(wrong), std::nullopt;
  return shard;
}

std::string rules_words(const Options& options) {
  std::string out;
  for (const std::string& r : options.rules) out += " --rules " + lab::shell_word(r);
  return out;
}

}  // namespace gofuda::tools
