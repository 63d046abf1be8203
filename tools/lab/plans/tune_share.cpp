#include "tools/lab/plans/tune_share.hpp"

#include <algorithm>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "core/notation/text.hpp"
#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/campaign/progress.hpp"
#include "tools/lab/plans/part_names.hpp"
#include "tools/print/result.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

using lab::Shard;
using lab::StoreError;
using lab::TuneStage;

constexpr int kMostStages = lab::kRounds + lab::kMostConfirmed;

std::uint64_t games_in_stage(const TuneStage& stage) {
  std::uint64_t n = 0;
  for (const TuneStage::Games& g : stage.games) n += g.end - g.first;
  return n;
}

// "round 2 of 5": of what comes next.
std::string stage_text(const lab::TuneResult& known, const TuneStage& stage) {
  if (!stage.confirmation) return "round " + std::to_string(known.rounds + 1) + " of " + std::to_string(lab::kRounds);
  return "fresh games of candidate " + std::to_string(*stage.confirmation + 1);
}

std::string race_command(const Options& options, const Tuned& args) {
  return "gofuda tune " + lab::shell_word(args.plan) +
         (args.games > 0 ? " --games " + std::to_string(args.games) : std::string()) + isolate::words(args.isolate) +
         rules_words(options);
}

std::string part_command(const std::string& command, const std::string& known, const std::string& shard,
                         const std::string& file) {
  return command + " --after " + lab::shell_word(known) + " --shard " + shard + " --out " + file;
}

// --- a part

int say_over(const Options& options, const Tuned& args, const std::string& known) {
  std::fprintf(stderr, "the race is over; %s --out %s says what is recommended\n", race_command(options, args).c_str(),
               lab::shell_word(known).c_str());
  return 0;
}

int play_part(const Options& options, const Tune& args, lab::TunePart& part, const Contest& contest) {
  const TuneStage stage = lab::next_stage(part.plan, part.before);
  if (stage.over) return say_over(options, args, args.after);
  lab::TuneFile file(args.out, part);
  file.hold();
  part.played = file.read();
  const std::uint64_t all = games_in_stage(stage) / part.shard.of, before = part.played.games();
  lab::Interrupt interrupt;
  const auto race_part = [&](const lab::RaceWork& work) {
    return lab::race_part(part.plan, contest.candidates, work, part.before, part.shard, part.played);
  };
  const lab::TuneResult r = play_and_keep(race_work(args, contest, interrupt), file, before, all, race_part);
  const std::string where = stage_text(part.before, stage);
  if (options.json)
    std::printf("%s\n", json_text({{"out", args.out},
                                   {"shard", part.shard.text()},
                                   {"stage", where},
                                   {"games", r.games()},
                                   {"whole", lab::part_is_whole(stage, part.shard, r)}})
                            .c_str());
  else
    std::printf("%s: part %s of %s, %s\n", printable(args.out).c_str(), part.shard.text().c_str(), where.c_str(),
                counted(static_cast<std::int64_t>(r.games()), "game").c_str());
  if (r.caught == 0) return 0;
  std::fprintf(stderr, "stopped; the same command goes on from here\n");
  return 128 + r.caught;
}

// --- the plan

struct RacePlan {
  const Options& options;
  const PlanTune& args;
  std::string command;

  std::string stem() const {
    const std::string ending = ".json";
    return args.out.ends_with(ending) ? args.out.substr(0, args.out.size() - ending.size()) : args.out;
  }
  std::string part_name(std::uint64_t i) const {
    return stem() + "." + std::to_string(i) + "-of-" + std::to_string(args.shards) + ".json";
  }
  std::string shard(std::uint64_t i) const { return std::to_string(i) + "/" + std::to_string(args.shards); }
  std::string play(std::uint64_t i) const {
    return part_command(command, args.out, shard(i), lab::shell_word(part_name(i)));
  }
  std::string merge() const {
    std::string out = "gofuda merge " + lab::shell_word(args.out);
    for (std::uint64_t i = 1; i <= args.shards; ++i) out += " " + lab::shell_word(part_name(i));
    return out;
  }
  std::string report() const { return command + " --out " + lab::shell_word(args.out); }

  // What has been decided is left alone, so that as many rounds as there can be do no harm.
  std::string parallel() const {
    std::string commands;
    for (std::uint64_t i = 1; i <= args.shards; ++i) commands += play(i) + " --threads 1\n";
    return "set -e\nfor ((round = 1; round <= " + std::to_string(kMostStages) +
           "; ++round)); do\nparallel --halt soon,fail=1 << 'END'\n" + commands + "END\n" + merge() + "\ndone\n" +
           report() + "\n";
  }
  std::string slurm() const {
    const std::string n = std::to_string(args.shards);
    const std::string play = part_command(command, args.out, "\"$SLURM_ARRAY_TASK_ID/" + n + "\"",
                                          lab::shell_word(stem()) + "\".$SLURM_ARRAY_TASK_ID-of-" + n + ".json\"");
    return "#!/bin/bash\n"
           "# A round of a race. sbatch this file; then, with the number that sbatch has said:\n"
           "#   sbatch --dependency=afterok:NUMBER --wrap " +
           lab::shell_word(merge()) +
           "\n"
           "# and both again, until the race is over: at most " +
           std::to_string(kMostStages) +
           " times. tools/lab/slurm_array.sh submits all of them.\n"
           "#SBATCH --job-name=gofuda\n"
           "#SBATCH --array=1-" +
           n + "\n#SBATCH --cpus-per-task=1\n" + play + " --threads \"${SLURM_CPUS_PER_TASK:-1}\"\n";
  }
};

nlohmann::json plan_json(const RacePlan& race, const lab::TuneResult& known, const TuneStage& stage) {
  nlohmann::json j{{"command", race.command}, {"over", stage.over},          {"games", games_in_stage(stage)},
                   {"merge", race.merge()},   {"parallel", race.parallel()}, {"slurm", race.slurm()}};
  j["stage"] = stage.over ? nlohmann::json(nullptr) : nlohmann::json(stage_text(known, stage));
  j["shards"] = nlohmann::json::array();
  for (std::uint64_t i = 1; i <= race.args.shards && !stage.over; ++i)
    j["shards"].push_back({{"shard", race.shard(i)}, {"out", race.part_name(i)}, {"command", race.play(i)}});
  return j;
}

int print_plan(const RacePlan& race, const lab::TuneResult& known, const TuneStage& stage) {
  if (!lab::is_one_line(race.command)) return usage_error(kOneLine);
  if (race.options.json) return std::printf("%s\n", json_text(plan_json(race, known, stage)).c_str()), 0;
  if (stage.over) {
    std::printf("# the race is over; what is recommended:\n# %s\n", race.report().c_str());
  } else if (race.args.how == "parallel") {
    std::fputs(race.parallel().c_str(), stdout);
  } else if (race.args.how == "slurm") {
    std::fputs(race.slurm().c_str(), stdout);
  } else {
    std::printf("# %s: %s of %s\n", stage_text(known, stage).c_str(),
                counted(static_cast<std::int64_t>(games_in_stage(stage)), "game").c_str(),
                counted(static_cast<std::int64_t>(stage.games.size()), "set").append(" of rules").c_str());
    for (std::uint64_t i = 1; i <= race.args.shards; ++i) std::printf("%s\n", race.play(i).c_str());
    std::printf("# and when all are there:\n# %s\n# which says what comes next\n", race.merge().c_str());
  }
  return 0;
}

// --- putting parts together

std::vector<lab::TunePart> read_parts(const std::vector<std::string>& paths) {
  std::vector<lab::TunePart> parts;
  std::map<std::uint64_t, std::string> there;
  for (const std::string& path : paths) {
    lab::TunePart part = [&] {
      try {
        return lab::read_tune_part(path);
      } catch (const StoreError& e) { throw StoreError(e.exit_code, path + ": " + e.what()); }
    }();
    if (!parts.empty()) {
      const lab::TunePart& first = parts[0];
      const bool same = part.plan.cells.text == first.plan.cells.text && part.rules == first.rules &&
                        part.plan.cells.games == first.plan.cells.games && part.plan.confirm == first.plan.confirm &&
                        part.plan.deals == first.plan.deals;
      if (!same) throw StoreError(2, path + " and " + paths[0] + " are of different races");
      if (part.shard.of != first.shard.of || !lab::same_state(part.before, first.before))
        throw StoreError(2, path + " and " + paths[0] + " are no parts of the same round");
    }
    if (const auto [at, fresh] = there.emplace(part.shard.number, path); !fresh)
      throw StoreError(2, at->second + " and " + path + " are both part " + part.shard.text());
    parts.push_back(std::move(part));
  }
  return parts;
}

// The commands that play what is missing.
std::vector<std::string> missing_parts(const std::vector<lab::TunePart>& parts, const std::vector<std::string>& paths,
                                       const TuneStage& stage, const std::string& out) {
  const NameOfPart name = named_like(paths[0], parts[0].shard);
  std::vector<std::string> lines;
  for (Shard s{1, parts[0].shard.of}; s.number <= s.of; ++s.number) {
    const auto at = std::find_if(parts.begin(), parts.end(), [&](const lab::TunePart& p) { return p.shard == s; });
    if (at != parts.end() && lab::part_is_whole(stage, s, at->played)) continue;
    const std::string file =
        name ? name(s) : "part-" + std::to_string(s.number) + "-of-" + std::to_string(s.of) + ".json";
    lines.push_back("part " + s.text() + (at == parts.end() ? ": " : ", of which games are missing: ") +
                    printable(part_command(parts[0].command, out, s.text(), lab::shell_word(file))));
  }
  return lines;
}

// What the round has decided.
std::string decided_text(const lab::TuneResult& before, const TuneStage& stage, const lab::TuneResult& after) {
  const std::string what = stage_text(before, stage) + ": ";
  if (stage.confirmation) return what + (after.confirmations.back().confirmed ? "confirmed" : "not confirmed");
  return what + std::to_string(after.ranking.size()) + " of " +
         counted(static_cast<std::int64_t>(after.candidates.size()), "set") + " of rules " +
         (after.ranking.size() == 1 ? "is left" : "are left");
}

void say_decided(const Options& options, const Merge& args, const lab::TunePart& part, const TuneStage& stage,
                 const lab::TuneResult& after) {
  const bool over = lab::next_stage(part.plan, after).over;
  const std::string what = decided_text(part.before, stage, after);
  if (options.json) {
    std::printf("%s\n", json_text({{"out", args.out},
                                   {"games", after.games()},
                                   {"decided", what},
                                   {"left", after.ranking.size()},
                                   {"over", over}})
                            .c_str());
    return;
  }
  std::string next = printable(part.command) + " --out " + lab::shell_word(args.out) + " says what is recommended";
  const std::string_view word = "gofuda tune";
  if (!over && part.command.starts_with(word))
    next = "gofuda plan tune" + printable(part.command.substr(word.size())) + " --shards " +
           std::to_string(part.shard.of) + " --out " + lab::shell_word(args.out) + " says what comes next";
  std::printf("%s: %s, %s in all; %s%s\n", printable(args.out).c_str(), what.c_str(),
              counted(static_cast<std::int64_t>(after.games()), "game").c_str(), over ? "the race is over: " : "",
              next.c_str());
}

int merge_parts(const Options& options, const Merge& args, const std::vector<std::string>& paths) {
  const std::vector<lab::TunePart> parts = read_parts(paths);
  lab::TuneResult before = parts[0].before;
  const lab::TunePlan& plan = parts[0].plan;
  lab::settle(plan, before);
  const TuneStage stage = lab::next_stage(plan, before);
  if (stage.over) throw StoreError(1, paths[0] + " is damaged: it is a part of a race that was over");
  if (const auto missing = missing_parts(parts, paths, stage, args.out); !missing.empty()) {
    std::fprintf(stderr, "error: nothing is decided: %s of %s missing\n",
                 counted(static_cast<std::int64_t>(missing.size()), "part").c_str(),
                 (std::to_string(parts[0].shard.of) + (missing.size() == 1 ? " is" : " are")).c_str());
    for (const std::string& line : missing) std::fprintf(stderr, "  %s\n", printable(line).c_str());
    return 1;
  }
  lab::TuneResult after = before;
  for (std::size_t i = 0; i < parts.size(); ++i)
    if (!lab::add_part(plan, stage, parts[i].played, after))
      throw StoreError(2, paths[i] + " is of other cards than " + paths[0]);
  lab::decide(plan, after);
  lab::TuneFile file(args.out, plan, parts[0].rules);
  file.hold();
  const lab::TuneResult there = file.read();
  if (!there.candidates.empty() && lab::same_state(there, after)) {
    std::fprintf(stderr, "%s has these parts already\n", printable(args.out).c_str());
  } else if (!there.candidates.empty() && !lab::same_state(there, before)) {
    throw StoreError(2, "the race in it is not where these parts go on from; play them again after it");
  } else {
    file.keep(after, true);
  }
  say_decided(options, args, parts[0], stage, after);
  return 0;
}

}  // namespace

lab::RaceWork race_work(const Tuned& args, const Contest& contest, const lab::Interrupt& interrupt) {
  lab::RaceWork work;
  work.threads = threads_of(args.threads), work.stop = &interrupt.caught();
  if (contest.player) work.player = contest.player;
  return work;
}

lab::TuneResult play_and_keep(lab::RaceWork work, lab::TuneFile& file, std::uint64_t before, std::uint64_t all,
                              const std::function<lab::TuneResult(const lab::RaceWork&)>& play) {
  if (before > 0)
    std::fprintf(stderr, "%s holds %llu games; going on\n", printable(file.path()).c_str(),
                 static_cast<unsigned long long>(before));
  lab::Progress progress(std::min(before, all), all);
  work.tick = [&](const std::string& where, std::uint64_t done) {
    progress.say(where);
    progress.show(std::min(done, all));
  };
  work.keep = [&](const lab::TuneResult& r) { file.keep(r, false); };
  lab::TuneResult r = play(work);
  progress.clear();
  file.keep(r, true);
  return r;
}

int tune_part(const Options& options, const Tune& args) {
  if (args.shard.empty())
    return usage_error("--after is of a part of a race; say which with --shard I/N, or keep the whole race with --out");
  const auto shard = lab::read_shard(args.shard);
  if (!shard || shard->of > lab::kMostTuneParts)
    return usage_error("--shard is I/N: part I of N, both from 1 to " + std::to_string(lab::kMostTuneParts));
  if (args.after.empty() || args.out.empty())
    return usage_error(
        "a part of a race needs --after FILE, what is known of it (no file yet: nothing), and --out FILE, for the "
        "part; gofuda plan tune writes such commands");
  if (args.after == args.out) return usage_error("--after and --out name the same file; a part is a file of its own");
  return with_contest(options, args, args.out, [&](const lab::TunePlan& plan, const Contest& contest) {
    lab::TunePart part;
    part.plan = plan, part.rules = contest.rules, part.shard = *shard, part.command = race_command(options, args);
    try {
      part.before = lab::TuneFile(args.after, plan, contest.rules).read();
    } catch (const StoreError& e) { return lab::store_error(args.after, e); }
    lab::settle(plan, part.before);
    return play_part(options, args, part, contest);
  });
}

int plan_tune(const Options& options, const PlanTune& args) {
  return with_contest(options, args, args.out, [&](const lab::TunePlan& plan, const Contest& contest) {
    lab::TuneResult known = lab::TuneFile(args.out, plan, contest.rules).read();
    lab::settle(plan, known);
    return print_plan({options, args, race_command(options, args)}, known, lab::next_stage(plan, known));
  });
}

int merge_race(const Options& options, const Merge& args, const std::vector<std::string>& parts) {
  if (args.partial || args.sums)
    return usage_error(std::string(args.partial ? "--partial" : "--sums") +
                       " is of games: a round of a race is decided by all of its parts");
  try {
    return merge_parts(options, args, parts);
  } catch (const StoreError& e) { return lab::store_error(args.out, e); }
}

}  // namespace gofuda::tools
