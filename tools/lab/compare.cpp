#include <cstdio>
#include <sstream>

#include "tools/lab/interrupt.hpp"
#include "tools/lab/pairs.hpp"
#include "tools/lab/plan_args.hpp"
#include "tools/lab/progress.hpp"
#include "tools/scene.hpp"
#include "tools/terminal.hpp"

namespace gofuda::tools {

namespace {

struct Compare : PlanArgs {
  std::vector<std::string> a, b;
  std::string sprt;
  double alpha = 0.05, beta = 0.05;
};

bool inside(double x, double low, double high) { return x > low && x < high; }

// Nothing and a message, or nothing and none: no test is wanted.
std::optional<lab::SequentialTest> read_test(const Compare& args, std::string& wrong) {
  if (args.sprt.empty()) return std::nullopt;
  lab::SequentialTest t;
  t.alpha = args.alpha, t.beta = args.beta;
  std::istringstream in(args.sprt);
  char comma = 0, rest = 0;
  if (!(in >> t.low >> comma >> t.high) || comma != ',' || in >> rest)
    wrong = "--sprt takes two differences of Black's win rate, such as 0,0.05";
  else if (!inside(t.low, -1, 1) || !inside(t.high, -1, 1) || t.low >= t.high)
    wrong = "the differences of --sprt lie between -1 and 1, the lower one first";
  else if (!inside(t.alpha, 0, 1) || !inside(t.beta, 0, 1) || t.alpha + t.beta >= 1)
    wrong = "--alpha and --beta are chances of an error: each above 0, and together below 1";
  if (!wrong.empty()) return std::nullopt;
  return t;
}

nlohmann::json result_json(const Compare& args, const lab::Pairs& pairs, const lab::PairResult& r) {
  const lab::PairTally& t = r.tally;
  const std::int64_t n = lab::total(t.results);
  nlohmann::json j{{"variant", args.variant}, {"a", args.a}, {"b", args.b}, {"set", args.set}, {"seed", args.seed}};
  j["players"] = {{"black", pairs.plans[0].players[0]}, {"white", pairs.plans[0].players[1]}};
  j.update(lab::differences_json(t));
  for (std::size_t s = 0; s < 2; ++s) {
    nlohmann::json& rate = j["black_rate"][s == 0 ? "a" : "b"] = nullptr;
    if (n > 0) rate = static_cast<double>(t.half_wins[s]) / static_cast<double>(2 * n);
  }
  j["sprt"] = nullptr;
  if (!pairs.test) return j;
  static constexpr const char* kDecisions[] = {"low", "open", "high"};
  j["sprt"] = {{"low", pairs.test->low},
               {"high", pairs.test->high},
               {"alpha", pairs.test->alpha},
               {"beta", pairs.test->beta},
               {"log_likelihood_ratio", r.log_likelihood_ratio},
               {"lower_bound", pairs.test->lower_bound()},
               {"upper_bound", pairs.test->upper_bound()},
               {"decision", kDecisions[r.decided + 1]}};
  return j;
}

std::string number(double x, int digits) {
  char text[48];
  std::snprintf(text, sizeof text, "%+.*f", digits, x);
  return text;
}

void print_text(const nlohmann::json& j) {
  std::vector<std::string> lines;
  for (const char* side : {"a", "b"}) {
    std::string rules;
    for (const nlohmann::json& s : j[side]) rules += " " + printable(s.get<std::string>());
    const nlohmann::json& rate = j["black_rate"][side];
    lines.push_back(std::string(side) + ": Black wins " +
                    (rate.is_null() ? "-" : number(100 * rate.get<double>(), 1).substr(1) + " %") +
                    (rules.empty() ? "  as the file says" : " " + rules));
  }
  lines.push_back("a - b, of " + std::to_string(j["rate_difference"]["pairs"].get<std::int64_t>()) +
                  " pairs of games on the same seeds; 95 % intervals (Student), a draw is half a win");
  lines.push_back("  Black's win rate   " + lab::difference_text(j["rate_difference"], 100, " %"));
  if (j["lead_difference"]["pairs"] > 0)
    lines.push_back("  Black's lead       " + lab::difference_text(j["lead_difference"], 1, ""));
  if (j["apart"] > 0)
    lines.push_back("  apart from these: " + std::to_string(j["apart"].get<std::int64_t>()) +
                    " pairs with a game that failed or was stopped");
  if (const nlohmann::json& t = j["sprt"]; !t.is_null()) {
    const std::string decision = t["decision"];
    const std::string which =
        decision == "open" ? "open: more games are needed"
                           : "the difference is rather " + number(100 * t[decision].get<double>(), 1) + " % than " +
                                 number(100 * t[decision == "low" ? "high" : "low"].get<double>(), 1) + " %";
    lines.push_back("  SPRT               " + which + "  (log likelihood ratio " +
                    number(t["log_likelihood_ratio"], 2) + ", bounds " + number(t["lower_bound"], 2) + " and " +
                    number(t["upper_bound"], 2) + ")");
  }
  print_lines(lines);
}

int compare(const Options& options, const Compare& args) {
  std::string wrong = wrong_number(args);
  lab::Pairs pairs;
  if (wrong.empty()) pairs.test = read_test(args, wrong);
  if (!wrong.empty()) return usage_error(wrong);
  for (std::size_t s = 0; s < 2; ++s) {
    PlanArgs own = args;
    const auto& more = s == 0 ? args.a : args.b;
    own.set.insert(own.set.end(), more.begin(), more.end());
    int code = 0;
    auto plan = make_plan(options, own, code);
    if (!plan) return code;
    pairs.plans[s] = std::move(*plan);
  }
  pairs.games = static_cast<std::uint64_t>(args.games);
  pairs.threads = threads_of(args.threads);
  lab::Interrupt interrupt;
  pairs.stop = &interrupt.caught();
  lab::Progress progress(0, pairs.games);
  const lab::PairResult r = lab::play_pairs(pairs, [&](std::uint64_t done) { progress.show(done); });
  progress.clear();
  const nlohmann::json j = result_json(args, pairs, r);
  if (options.json)
    std::printf("%s\n", json_text(j).c_str());
  else
    print_text(j);
  if (interrupt.caught() && !r.decided && static_cast<std::uint64_t>(r.tally.pairs) < pairs.games)
    return 128 + interrupt.caught();
  return r.tally.apart > 0 ? 1 : 0;
}

}  // namespace

void add_compare(CLI::App& app, Options& options) {
  auto args = std::make_shared<Compare>();
  CLI::App* c = app.add_subcommand("compare", "Play two sets of rules on the same seeds, and say how they differ");
  add_plan_options(*c, *args);
  for (auto [name, to] : {std::pair{"--a", &args->a}, {"--b", &args->b}})
    c->add_option(name, *to, "A rule of this side of the comparison; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
  c->add_option("--sprt", args->sprt,
                "Stop as soon as the difference a - b of Black's win rate is rather the one than the other (Wald's\n"
                "sequential test, with the variance that the pairs show)")
      ->type_name("LOW,HIGH");
  c->add_option("--alpha", args->alpha, "How often the test may say HIGH when it is LOW")->capture_default_str();
  c->add_option("--beta", args->beta, "How often the test may say LOW when it is HIGH")->capture_default_str();
  c->footer(
      "Game k of a and game k of b have the same seed: the same shuffles, and players that draw the same numbers.\n\n"
      "Examples:\n  gofuda compare dango-1996 --a rules.ko=simple --b rules.ko=none --games 2000\n"
      "  gofuda compare go --set board.size=9x9 --a rules.komi=5.5 --b rules.komi=7.5 --sprt 0,0.05 --games 20000\n\n"
      "Exit code: 0; 1 when games failed or were stopped, or the rules are broken; 2 for wrong usage; 130 after "
      "Ctrl-C.");
  c->callback([&options, args] { options.run = [&options, args] { return compare(options, *args); }; });
}

}  // namespace gofuda::tools
