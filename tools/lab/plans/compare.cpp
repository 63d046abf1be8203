#include <cstdio>

#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/campaign/pairs.hpp"
#include "tools/lab/campaign/progress.hpp"
#include "tools/lab/plans/compare_plan.hpp"
#include "tools/lab/report/report.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::tools {

namespace {

int play(const Options& options, const Compare& args, ComparisonPlan& plan, lab::Shard shard) {
  std::optional<lab::Store> store;
  try {
    store.emplace(args.out, plan.head, shard);
  } catch (const lab::StoreError& e) { return lab::store_error(args.out, e); }
  lab::say_what_is_there(args.out, *store);
  if (shard.whole() && store->games_left() > 0)
    std::fprintf(stderr, "%s%s: %s\n", counted(args.games, "pair").c_str(), plan.pairs.test ? " at most" : "",
                 lab::pair_precision_text(args.games).c_str());
  lab::Interrupt interrupt;
  lab::Pairs& pairs = plan.pairs;
  pairs.stop = &interrupt.caught();
  if (!shard.whole()) pairs.test.reset();  // a part alone decides nothing
  const std::uint64_t before = store->now().cells[0].games.games();
  lab::Progress progress(before, before + store->left(0).games());
  try {
    lab::play_pairs(pairs, *store, [&](std::uint64_t done) { progress.show(done); });
  } catch (const lab::StoreError& e) { return lab::lost_store(args.out, *store, e); }
  progress.clear();
  print_report(options, store->now(), {});
  const lab::PairTally& t = store->now().cells[0].pairs;
  const bool decided = pairs.test && pairs.test->evidence(t).decision != 0;
  const std::uint64_t games = store->now().games(), left = store->games_left();
  if (!interrupt.caught() || decided || left == 0) return t.apart > 0 ? 1 : 0;
  lab::say_how_to_resume(plan.head, isolate::words(args.isolate), shard, args.out, games, games + left);
  return 128 + interrupt.caught();
}

}  // namespace

int compare(const Options& options, const Compare& args) {
  int code = 0;
  const auto shard = shard_of(args, code);
  if (!shard) return code;
  try {
    auto plan = make_comparison(options, args, args.out.empty() ? "summary" : args.keep, code);
    return plan ? play(options, args, *plan, *shard) : code;
  } catch (const isolate::CannotIsolate& e) { return cannot_isolate(e); }
}

}  // namespace gofuda::tools
