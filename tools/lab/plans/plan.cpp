#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/plans/commands.hpp"
#include "tools/lab/plans/plan_args.hpp"
#include "tools/lab/plans/sweep.hpp"
#include "tools/print/result.hpp"

namespace gofuda::tools {

namespace {

// out.sqlite: out.3-of-8.sqlite. `number` may be what a shell puts in.
std::string part_name(const std::string& out, const std::string& number, std::uint64_t of) {
  const std::string ending = ".sqlite";
  const std::string stem = out.ends_with(ending) ? out.substr(0, out.size() - ending.size()) : out;
  return stem + "." + number + "-of-" + std::to_string(of) + ending;
}

std::string shard_command(const lab::StoreHead& head, const Share& share, const std::string& number) {
  return head.command + " --shard " + number + "/" + std::to_string(share.shards) + " --out " +
         lab::shell_word(part_name(share.out, number, share.shards));
}

std::string merge_command(const Share& share) {
  std::string out = "gofuda merge " + lab::shell_word(share.out);
  for (std::uint64_t i = 1; i <= share.shards; ++i)
    out += " " + lab::shell_word(part_name(share.out, std::to_string(i), share.shards));
  return out;
}

std::uint64_t games_of(const lab::StoreHead& head, const lab::Shard& shard) {
  std::uint64_t n = 0;
  for (const lab::StoreCell& c : head.cells) {
    const lab::Range r = shard.part(c.provenance.games, c.row);
    n += r.end - r.first;
  }
  return n;
}

std::string parallel_text(const lab::StoreHead& head, const Share& share) {
  const std::string log = lab::shell_word(share.out + ".joblog");
  std::string commands;
  for (std::uint64_t i = 1; i <= share.shards; ++i)
    commands += shard_command(head, share, std::to_string(i)) + " --threads 1\n";
  return "parallel --joblog " + log + " --resume-failed << 'END'\n" + commands + "END\n" + merge_command(share) + "\n";
}

std::string slurm_text(const lab::StoreHead& head, const Share& share) {
  const std::string n = std::to_string(share.shards);
  const std::string part = part_name("", "$SLURM_ARRAY_TASK_ID", share.shards);
  const std::string ending = ".sqlite";
  const std::string stem =
      share.out.ends_with(ending) ? share.out.substr(0, share.out.size() - ending.size()) : share.out;
  return "#!/bin/bash\n"
         "# sbatch this file; then, with the number that sbatch has said:\n"
         "#   sbatch --dependency=afterok:NUMBER --wrap " +
         lab::shell_word(merge_command(share)) +
         "\n"
         "#SBATCH --job-name=gofuda\n"
         "#SBATCH --array=1-" +
         n + "\n#SBATCH --cpus-per-task=1\n" + head.command +
         " --threads \"${SLURM_CPUS_PER_TASK:-1}\" --shard \"$SLURM_ARRAY_TASK_ID/" + n + "\" --out " +
         lab::shell_word(stem) + "\"" + part + "\"\n";
}

nlohmann::json share_json(const lab::StoreHead& head, const Share& share) {
  nlohmann::json j{{"command", head.command},         {"cells", head.cells.size()},
                   {"games", head.all_games()},       {"shards", nlohmann::json::array()},
                   {"merge", merge_command(share)},   {"parallel", parallel_text(head, share)},
                   {"slurm", slurm_text(head, share)}};
  for (std::uint64_t i = 1; i <= share.shards; ++i)
    j["shards"].push_back({{"shard", std::to_string(i) + "/" + std::to_string(share.shards)},
                           {"games", games_of(head, {i, share.shards})},
                           {"out", part_name(share.out, std::to_string(i), share.shards)},
                           {"command", shard_command(head, share, std::to_string(i))}});
  return j;
}

int print_share(const Options& options, const lab::StoreHead& head, const Share& share) {
  if (share.shards < 1) return usage_error("a batch has one shard or more");
  if (share.shards > head.all_games())
    return usage_error("there are " + std::to_string(head.all_games()) + " games, too few for " +
                       std::to_string(share.shards) + " shards");
  if (options.json) {
    std::printf("%s\n", json_text(share_json(head, share)).c_str());
  } else if (share.how == "parallel") {
    std::fputs(parallel_text(head, share).c_str(), stdout);
  } else if (share.how == "slurm") {
    std::fputs(slurm_text(head, share).c_str(), stdout);
  } else {
    std::printf("# %llu games in %zu cell%s; each shard plays %llu or one more of a cell's\n",
                static_cast<unsigned long long>(head.all_games()), head.cells.size(), head.cells.size() == 1 ? "" : "s",
                static_cast<unsigned long long>(head.games() / share.shards));
    for (std::uint64_t i = 1; i <= share.shards; ++i)
      std::printf("%s\n", shard_command(head, share, std::to_string(i)).c_str());
    std::printf("# and when all are there:\n# %s\n", merge_command(share).c_str());
  }
  return 0;
}

}  // namespace

int plan_simulate(const Options& options, const PlanSimulate& args) {
  if (std::string why = wrong_number(args); !why.empty()) return usage_error(why);
  int code = 0;
  const auto plan = make_plan(options, args, code);
  if (!plan) return code;
  auto provenance = lab::provenance_of(*plan, args.keep, static_cast<std::uint64_t>(args.games));
  return print_share(options, lab::head_of(std::move(provenance), rules_words(options)), args);
}

int plan_sweep(const Options& options, const PlanSweep& args) {
  int code = 0;
  auto sweep = load_sweep(options, args.plan, static_cast<std::uint64_t>(args.games), true, code);
  if (!sweep) return code;
  return print_share(options, sweep->head, args);
}

}  // namespace gofuda::tools
