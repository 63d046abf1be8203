#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/plans/cards_plan.hpp"
#include "tools/lab/plans/compare_plan.hpp"
#include "tools/lab/plans/isolated_plan.hpp"
#include "tools/lab/plans/part_names.hpp"
#include "tools/lab/plans/plan_args.hpp"
#include "tools/lab/plans/sweep.hpp"
#include "tools/print/result.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

constexpr std::uint64_t kMostTasks = 1000;  // of a job array: what Slurm allows unless it is told otherwise

// More parts are in folders of so many, and named in a list.
bool in_folders(const Share& share) { return share.shards > kPartsInAFolder; }

std::string stem_of(const Share& share) {
  const std::string ending = ".sqlite";
  return share.out.ends_with(ending) ? share.out.substr(0, share.out.size() - ending.size()) : share.out;
}
std::string folder_of(const Share& share) { return stem_of(share) + ".parts"; }

// What follows the stem: .3-of-8.sqlite, or .parts/002/2345-of-9999.sqlite. `number` and `folder` may be what a shell
// puts in.
std::string part_ending(const Share& share, const std::string& number, const std::string& folder) {
  return (in_folders(share) ? ".parts/" + folder + "/" : ".") + number + "-of-" + std::to_string(share.shards) +
         ".sqlite";
}

std::string part_name(const Share& share, std::uint64_t i) {
  return stem_of(share) + part_ending(share, std::to_string(i), part_folder(i));
}

std::string shard_command(const lab::StoreHead& head, const Share& share, std::uint64_t i) {
  return head.command + " --shard " + std::to_string(i) + "/" + std::to_string(share.shards) + " --out " +
         lab::shell_word(part_name(share, i));
}

// A part with games that failed ends with 1, and is there: that is said of the whole.
std::string or_there(const std::string& file) { return " || { [ $? = 1 ] && [ -e " + file + " ]; }"; }

// Before any shard.
std::string folders_command(const Share& share) {
  return "seq -f " + lab::shell_word(folder_of(share)) + "/%03g 0 " + std::to_string(share.shards / kPartsInAFolder) +
         " | xargs -d '\\n' mkdir -p";
}

std::string merge_command(const Share& share) {
  std::string out = "gofuda merge " + lab::shell_word(share.out);
  if (in_folders(share)) {
    const std::string list = stem_of(share) + ".list";
    return "find " + lab::shell_word(folder_of(share)) + " -name '*.sqlite' > " + lab::shell_word(list) + " && " + out +
           " " + lab::shell_word("@" + list);
  }
  for (std::uint64_t i = 1; i <= share.shards; ++i) out += " " + lab::shell_word(part_name(share, i));
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
    commands += shard_command(head, share, i) + " --threads 1" + or_there(lab::shell_word(part_name(share, i))) + "\n";
  return (in_folders(share) ? folders_command(share) + "\n" : "") + "parallel --joblog " + log +
         " --resume-failed << 'END'\n" + commands + "END\n" + merge_command(share) + "\n";
}

// A task for each shard; of more than there may be tasks, each plays every so many-th.
std::string slurm_text(const lab::StoreHead& head, const Share& share) {
  const std::string n = std::to_string(share.shards), tasks = std::to_string(std::min(share.shards, kMostTasks));
  const bool many = share.shards > kMostTasks;
  const std::string number = many ? "$i" : "$SLURM_ARRAY_TASK_ID";
  const std::string ending =
      part_ending(share, number, "$(printf %03d $((i / " + std::to_string(kPartsInAFolder) + ")))");
  const std::string file = lab::shell_word(stem_of(share)) + "\"" + ending + "\"";
  const std::string play = head.command + " --threads \"${SLURM_CPUS_PER_TASK:-1}\" --shard \"" + number + "/" + n +
                           "\" --out " + file + or_there(file);
  return "#!/bin/bash\n"
         "# sbatch this file; then, with the number that sbatch has said:\n"
         "#   sbatch --dependency=afterok:NUMBER --wrap " +
         lab::shell_word(merge_command(share)) +
         "\n"
         "#SBATCH --job-name=gofuda\n"
         "#SBATCH --array=1-" +
         tasks + "\n#SBATCH --cpus-per-task=1\n" +
         (many ? "set -e\n" + folders_command(share) + "\nfor ((i = SLURM_ARRAY_TASK_ID; i <= " + n +
                     "; i += " + tasks + ")); do\n  " + play + "\ndone\n"
               : play + "\n");
}

nlohmann::json share_json(const lab::StoreHead& head, const Share& share) {
  nlohmann::json j{{"command", head.command},         {"cells", head.cells.size()},
                   {"games", head.all_games()},       {"shards", nlohmann::json::array()},
                   {"merge", merge_command(share)},   {"parallel", parallel_text(head, share)},
                   {"slurm", slurm_text(head, share)}};
  for (std::uint64_t i = 1; i <= share.shards; ++i)
    j["shards"].push_back({{"shard", std::to_string(i) + "/" + std::to_string(share.shards)},
                           {"games", games_of(head, {i, share.shards})},
                           {"out", part_name(share, i)},
                           {"command", shard_command(head, share, i)}});
  return j;
}

int print_share(const Options& options, lab::StoreHead head, const Share& share, const isolate::Asked& isolate) {
  head.command += isolate::words(isolate);
  if (!lab::is_one_line(head.command)) return usage_error(kOneLine);
  if (share.shards < 1) return usage_error("a batch has one shard or more");
  if (share.shards > head.all_games())
    return usage_error((head.all_games() == 1 ? "there is " : "there are ") +
                       counted(static_cast<std::int64_t>(head.all_games()), "game") + ", too few for " +
                       counted(static_cast<std::int64_t>(share.shards), "shard"));
  if (options.json) {
    std::printf("%s\n", json_text(share_json(head, share)).c_str());
  } else if (share.how == "parallel") {
    std::fputs(parallel_text(head, share).c_str(), stdout);
  } else if (share.how == "slurm") {
    std::fputs(slurm_text(head, share).c_str(), stdout);
  } else {
    std::printf("# %s in %s; each shard plays %llu or one more of a cell's\n",
                counted(static_cast<std::int64_t>(head.all_games()), head.deals.empty() ? "game" : "deal").c_str(),
                counted(static_cast<std::int64_t>(head.cells.size()), "cell").c_str(),
                static_cast<unsigned long long>(head.games() / share.shards));
    if (in_folders(share)) std::printf("%s\n", folders_command(share).c_str());
    for (std::uint64_t i = 1; i <= share.shards; ++i) std::printf("%s\n", shard_command(head, share, i).c_str());
    std::printf("# and when all are there:\n# %s\n", merge_command(share).c_str());
  }
  return 0;
}

}  // namespace

int plan_simulate(const Options& options, const PlanSimulate& args) {
  if (std::string why = wrong_number(args); !why.empty()) return usage_error(why);
  int code = 0;
  try {
    const auto made = playable_plan(options, args, args.isolate, args.keep, code);
    if (!made) return code;
    auto provenance = made->isolated
                          ? made->isolated->provenance
                          : lab::provenance_of(made->plan, args.keep, static_cast<std::uint64_t>(args.games));
    return print_share(options, lab::head_of(std::move(provenance), rules_words(options)), args, args.isolate);
  } catch (const isolate::CannotIsolate& e) { return cannot_isolate(e); }
}

int plan_compare(const Options& options, const PlanCompare& args) {
  int code = 0;
  try {
    const auto plan = make_comparison(options, args, args.keep, code);
    return plan ? print_share(options, plan->head, args, args.isolate) : code;
  } catch (const isolate::CannotIsolate& e) { return cannot_isolate(e); }
}

int plan_cards(const Options& options, const PlanCards& args) {
  int code = 0;
  try {
    const auto plan = make_cards_plan(options, args, code);
    return plan ? print_share(options, plan->head, args, args.isolate) : code;
  } catch (const isolate::CannotIsolate& e) { return cannot_isolate(e); }
}

int plan_sweep(const Options& options, const PlanSweep& args) {
  int code = 0;
  try {
    auto head = sweep_head(options, args.plan, static_cast<std::uint64_t>(args.games), args.isolate, code);
    return head ? print_share(options, std::move(*head), args, args.isolate) : code;
  } catch (const isolate::CannotIsolate& e) { return cannot_isolate(e); }
}

}  // namespace gofuda::tools
