#include "tools/lab/plans/compare_plan.hpp"

#include <cstdio>
#include <cstdlib>
#include <set>

#include "tools/lab/plans/option_values.hpp"

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

std::map<std::string, std::string> notes_of(const Comparison& args, const std::array<RulesFacts, 2>& facts) {
  if (args.deals_twice) return {{lab::kDealsNote, "twice"}};
  if (args.sprt.empty()) return {};
  return {{"sprt", args.sprt},
          {"sprt-on", args.sprt_on},
          {"alpha", args.alpha},
          {"beta", args.beta},
          {"span", lab::span_of(facts[0].points + facts[1].points, std::abs(facts[0].komi - facts[1].komi))}};
}

// The one of rules that only its process knows is as it was said before the deals were chosen.
std::array<lab::Provenance, 2> provenances(const ComparisonPlan& plan, const std::string& keep) {
  lab::FileHashes files;
  std::array<lab::Provenance, 2> out;
  for (std::size_t s = 0; s < 2; ++s) {
    const lab::Plan& p = plan.pairs.plans[s];
    if (!plan.isolated[s]) {
      out[s] = lab::provenance_of(p, keep, plan.pairs.games, files);
    } else {
      out[s] = plan.isolated[s]->provenance;
      out[s].black = p.players[0], out[s].white = p.players[1], out[s].seed = p.seed, out[s].deal_seed = p.deal_seed;
    }
  }
  return out;
}

lab::StoreHead head_of(const Options& options, const Comparison& args, const ComparisonPlan& plan,
                       const std::string& keep, std::map<std::string, std::string> notes) {
  auto [a, b] = provenances(plan, keep);
  lab::StoreHead head = lab::comparison_head(std::move(a), std::move(b));
  head.notes = std::move(notes);
  head.rules = rules_words(options);
  head.command = command_of(args, head.cells[0].provenance, head) + head.rules;
  return head;
}

std::string key_of(const std::string& setting) { return setting.substr(0, setting.find('=')); }

std::string key_twice(const std::vector<std::string>& list) {
  std::set<std::string> keys;
  for (const std::string& setting : list)
    if (!keys.insert(key_of(setting)).second) return key_of(setting);
  return "";
}

// What each of the settings of a side comes to: of an option that value, else the words.
std::map<std::string, std::string> chosen(const lab::Plan& plan) {
  std::map<std::string, std::string> out;
  for (const auto& [key, value] : plan.settings) out[key] = value;
  if (plan.variant)
    each_option(*plan.variant,
                [&](const std::string& key, const std::string& value, const auto&) { out[key] = value; });
  return out;
}

std::string wrong_words(const Comparison& args) {
  if (std::string wrong = wrong_number(args, 1); !wrong.empty()) return wrong;
  for (auto [name, list] : {std::pair{"--set", &args.set}, {"--a", &args.a}, {"--b", &args.b}})
    if (const std::string key = key_twice(*list); !key.empty())
      return std::string(name) + " gives '" + key + "' twice; a rule has one value on a side";
  if (!args.deals_twice) return "";
  if (!args.a.empty() || !args.b.empty())
    return "--deals-twice plays the same rules twice, the players' colours exchanged: --set, not --a or --b";
  return args.sprt.empty() ? "" : "--deals-twice has no test that stops it";
}

// The same deals for both sides, however their decks differ and whatever is played.
void choose_deals(const Comparison& args, bool same_decks, std::array<lab::Plan, 2>& plans) {
  if (args.deals_twice) return lab::exchange_colours(plans);
  if (same_decks) return;
  for (lab::Plan& p : plans)
    if (!p.deal_seed) p.deal_seed = p.seed;
}

std::optional<PlayablePlan> read_side(const Options& options, const Comparison& args, std::size_t s,
                                      const std::string& keep, int& code) {
  PlanArgs own = static_cast<const PlanArgs&>(args);
  const auto& more = s == 0 ? args.a : args.b;
  std::erase_if(own.set, [&](const std::string& both) {  // a side's own value goes before
    return std::any_of(more.begin(), more.end(), [&](const std::string& s) { return key_of(s) == key_of(both); });
  });
  own.set.insert(own.set.end(), more.begin(), more.end());
  own.said_as = s == 0 ? "--a" : "--b", own.said_last = more.size();
  return playable_plan(options, own, args.isolate, keep, code);
}

}  // namespace

std::optional<ComparisonPlan> make_comparison(const Options& options, const Comparison& args, const std::string& keep,
                                              int& code) {
  std::string wrong = wrong_words(args);
  if (!wrong.empty()) return code = usage_error(wrong), std::nullopt;
  const auto read_once = with_texts(options, code);  // both sides play by the same files, whoever edits them
  if (!read_once) return std::nullopt;
  ComparisonPlan out;
  std::array<RulesFacts, 2> facts;
  for (std::size_t s = 0; s < 2; ++s) {
    auto side = read_side(*read_once, args, s, keep, code);
    if (!side) return std::nullopt;
    out.pairs.plans[s] = std::move(side->plan), out.pairs.play[s] = std::move(side->play);
    facts[s] = std::move(side->facts), out.isolated[s] = std::move(side->isolated);
  }
  if (args.a.empty() && args.b.empty() && !args.deals_twice)
    return code = usage_error(
               "compared with what? Give a rule of one side, such as --a rules.komi=5.5 (what is not said is as in the "
               "file), or --deals-twice"),
           std::nullopt;
  if (!args.deals_twice && chosen(out.pairs.plans[0]) == chosen(out.pairs.plans[1]))
    std::fprintf(stderr, "warning: a and b are the same rules; no pair of games can differ\n");
  choose_deals(args, facts[0].decks == facts[1].decks, out.pairs.plans);
  out.pairs.test = lab::read_pair_test(notes_of(args, facts), wrong);
  if (!wrong.empty()) return code = usage_error(wrong), std::nullopt;
  out.pairs.games = static_cast<std::uint64_t>(args.games);
  out.pairs.threads = threads_of(args.threads);
  out.head = head_of(options, args, out, keep, notes_of(args, facts));
  return out;
}

}  // namespace gofuda::tools
