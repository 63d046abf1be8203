#include "tools/lab/plans/compare_plan.hpp"

namespace gofuda::tools {

namespace {

std::string command_of(const Comparison& args, const lab::Provenance& p, const lab::StoreHead& head) {
  std::string out = "gofuda compare " + lab::shell_word(p.variant) + " --games " + std::to_string(p.games);
  for (auto [name, list] : {std::pair{" --set ", &args.set}, {" --a ", &args.a}, {" --b ", &args.b}})
    for (const std::string& s : *list) out += name + lab::shell_word(s);
  out += " --black " + lab::shell_word(p.black) + " --white " + lab::shell_word(p.white);
  out += " --seed " + std::to_string(p.seed) + " --max-turns " + std::to_string(p.most_turns) + " --keep " + p.keep;
  if (args.deal_seed) out += " --deal-seed " + std::to_string(*args.deal_seed);
  if (args.deals_twice) out += " --deals-twice";
  for (const auto& [name, value] : head.notes)
    if (name != "span" && name != lab::kDealsNote) out += " --" + name + " " + lab::shell_word(value);
  return out;
}

std::map<std::string, std::string> notes_of(const Comparison& args, const lab::Pairs& pairs) {
  if (args.deals_twice) return {{lab::kDealsNote, "twice"}};
  if (args.sprt.empty()) return {};
  return {{"sprt", args.sprt},
          {"sprt-on", args.sprt_on},
          {"alpha", args.alpha},
          {"beta", args.beta},
          {"span", lab::span_of(pairs.plans)}};
}

lab::StoreHead head_of(const Options& options, const Comparison& args, const std::string& keep,
                       const lab::Pairs& pairs) {
  lab::StoreHead head;
  head.kind = "compare";
  lab::FileHashes files;
  for (std::size_t s = 0; s < 2; ++s) {
    lab::StoreCell& cell = head.cells.emplace_back();
    cell.id = s == 0 ? "a" : "b";
    cell.provenance = lab::provenance_of(pairs.plans[s], keep, pairs.games, files);
  }
  head.cells[0].base = 1;
  head.notes = notes_of(args, pairs);
  head.command = command_of(args, head.cells[0].provenance, head) + rules_words(options);
  return head;
}

std::string wrong_words(const Comparison& args) {
  if (std::string wrong = wrong_number(args); !wrong.empty() || !args.deals_twice) return wrong;
  if (!args.a.empty() || !args.b.empty())
    return "--deals-twice plays the same rules twice, the players' colours exchanged: --set, not --a or --b";
  return args.sprt.empty() ? "" : "--deals-twice has no test that stops it";
}

// The same deals for both sides, however their decks differ and whatever is played.
void choose_deals(const Comparison& args, std::array<lab::Plan, 2>& plans) {
  if (args.deals_twice) return lab::exchange_colours(plans);
  if (plans[0].variant->ruleset->decks == plans[1].variant->ruleset->decks) return;
  for (lab::Plan& p : plans)
    if (!p.deal_seed) p.deal_seed = p.seed;
}

}  // namespace

std::optional<ComparisonPlan> make_comparison(const Options& options, const Comparison& args, const std::string& keep,
                                              int& code) {
  std::string wrong = wrong_words(args);
  if (!wrong.empty()) return code = usage_error(wrong), std::nullopt;
  ComparisonPlan out;
  for (std::size_t s = 0; s < 2; ++s) {
    PlanArgs own = static_cast<const PlanArgs&>(args);
    const auto& more = s == 0 ? args.a : args.b;
    own.set.insert(own.set.end(), more.begin(), more.end());
    auto plan = make_plan(options, own, code);
    if (!plan) return std::nullopt;
    out.pairs.plans[s] = std::move(*plan);
  }
  choose_deals(args, out.pairs.plans);
  out.pairs.test = lab::read_pair_test(notes_of(args, out.pairs), wrong);
  if (!wrong.empty()) return code = usage_error(wrong), std::nullopt;
  out.pairs.games = static_cast<std::uint64_t>(args.games);
  out.pairs.threads = threads_of(args.threads);
  out.head = head_of(options, args, keep, out.pairs);
  return out;
}

}  // namespace gofuda::tools
