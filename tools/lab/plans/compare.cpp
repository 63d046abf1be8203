#include <cstdio>

#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/campaign/pairs.hpp"
#include "tools/lab/campaign/progress.hpp"
#include "tools/lab/plans/commands.hpp"
#include "tools/lab/report/report.hpp"

namespace gofuda::tools {

namespace {

std::string command_of(const Compare& args, const lab::Provenance& p, const lab::StoreHead& head) {
  std::string out = "gofuda compare " + lab::shell_word(p.variant) + " --games " + std::to_string(p.games);
  for (auto [name, list] : {std::pair{" --set ", &args.set}, {" --a ", &args.a}, {" --b ", &args.b}})
    for (const std::string& s : *list) out += name + lab::shell_word(s);
  out += " --black " + lab::shell_word(p.black) + " --white " + lab::shell_word(p.white);
  out += " --seed " + std::to_string(p.seed) + " --max-turns " + std::to_string(p.most_turns) + " --keep " + p.keep;
  for (const auto& [name, value] : head.notes)
    if (name != "span") out += " --" + name + " " + lab::shell_word(value);
  return out;
}

std::map<std::string, std::string> notes_of(const Compare& args, const lab::Pairs& pairs) {
  if (args.sprt.empty()) return {};
  return {{"sprt", args.sprt},
          {"sprt-on", args.sprt_on},
          {"alpha", args.alpha},
          {"beta", args.beta},
          {"span", lab::span_of(pairs.plans)}};
}

lab::StoreHead head_of(const Options& options, const Compare& args, const lab::Pairs& pairs) {
  lab::StoreHead head;
  head.kind = "compare";
  lab::FileHashes files;
  for (std::size_t s = 0; s < 2; ++s) {
    lab::StoreCell& cell = head.cells.emplace_back();
    cell.id = s == 0 ? "a" : "b";
    cell.provenance = lab::provenance_of(pairs.plans[s], args.out.empty() ? "summary" : args.keep, pairs.games, files);
  }
  head.cells[0].base = 1;
  head.notes = notes_of(args, pairs);
  head.command = command_of(args, head.cells[0].provenance, head) + rules_words(options);
  return head;
}

int play(const Options& options, const Compare& args, lab::Pairs& pairs) {
  const lab::StoreHead head = head_of(options, args, pairs);
  std::optional<lab::Store> store;
  try {
    store.emplace(args.out, head);
  } catch (const lab::StoreError& e) { return lab::store_error(args.out, e); }
  lab::say_what_is_there(args.out, *store);
  lab::Interrupt interrupt;
  pairs.stop = &interrupt.caught();
  lab::Progress progress(store->now().cells[0].games.end(), pairs.games);
  try {
    lab::play_pairs(pairs, *store, [&](std::uint64_t done) { progress.show(done); });
  } catch (const lab::StoreError& e) { return lab::lost_store(args.out, *store, e); }
  progress.clear();
  print_report(options, store->now(), {});
  const lab::PairTally& t = store->now().cells[0].pairs;
  const bool decided = pairs.test && pairs.test->evidence(t).decision != 0;
  if (!interrupt.caught() || decided || store->games_left() == 0) return t.apart > 0 ? 1 : 0;
  lab::say_how_to_resume(head, {}, args.out, store->now().games(), head.all_games());
  return 128 + interrupt.caught();
}

}  // namespace

int compare(const Options& options, const Compare& args) {
  std::string wrong = wrong_number(args);
  lab::Pairs pairs;
  if (!wrong.empty()) return usage_error(wrong);
  for (std::size_t s = 0; s < 2; ++s) {
    PlanArgs own = static_cast<const PlanArgs&>(args);
    const auto& more = s == 0 ? args.a : args.b;
    own.set.insert(own.set.end(), more.begin(), more.end());
    int code = 0;
    auto plan = make_plan(options, own, code);
    if (!plan) return code;
    pairs.plans[s] = std::move(*plan);
  }
  pairs.test = lab::read_pair_test(notes_of(args, pairs), wrong);
  if (!wrong.empty()) return usage_error(wrong);
  pairs.games = static_cast<std::uint64_t>(args.games);
  pairs.threads = threads_of(args.threads);
  return play(options, args, pairs);
}

}  // namespace gofuda::tools
