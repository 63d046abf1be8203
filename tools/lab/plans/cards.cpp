#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "tools/lab/campaign/interrupt.hpp"
#include "tools/lab/campaign/progress.hpp"
#include "tools/lab/plans/commands.hpp"
#include "tools/lab/plans/isolated_plan.hpp"
#include "tools/lab/plans/worths.hpp"
#include "tools/print/result.hpp"

namespace gofuda::tools {

namespace {

std::string wrong_for_cards(const CardWorths& args, const RulesFacts& rules) {
  if (rules.cards.empty()) return "'" + args.variant + "' has no deck of cards";
  if (!rules.only_top) return "";
  if (args.how == "left-out")
    return "of a deck that both draw from, a card cannot be left out for one side; --how added or swapped deals it to "
           "one";
  if (args.at != "top") return "of a deck that both draw from, only the first cards can be dealt to one side: --at top";
  return "";
}

int play(const Options& options, const CardWorths& args, PlayablePlan& made) {
  if (std::string why = wrong_for_cards(args, made.facts); !why.empty()) return usage_error(why);
  nlohmann::json j{{"variant", args.variant}, {"games", args.games}, {"seed", args.seed}, {"how", args.how}};
  j["at"] = args.at, j["players"] = {{"black", made.plan.players[0]}, {"white", made.plan.players[1]}};
  lab::WorthPlan what;
  what.deal.kind = args.how == "added"      ? lab::DealKind::added
                   : args.how == "left-out" ? lab::DealKind::left_out
                                            : lab::DealKind::swapped;
  what.deal.top = args.at == "top";
  what.plan = std::move(made.plan), what.cards = std::move(made.facts.cards), what.play = made.play;
  what.games = static_cast<std::uint64_t>(args.games);
  what.threads = threads_of(args.threads);
  if (args.games > 0)
    std::fprintf(stderr, "%s of each card: %s\n", counted(args.games, "deal").c_str(),
                 lab::pair_precision_text(args.games, "its worth, half of a difference of win rates,", 0.5).c_str());
  lab::Interrupt interrupt;
  lab::Progress progress(0, lab::games_for_worths(what.games, what.cards.size()));
  std::vector<lab::CardWorth> worths =
      lab::play_worths(what, interrupt.caught(), [&](std::uint64_t done) { progress.show(done); });
  progress.clear();
  if (interrupt.caught() != 0) return 128 + interrupt.caught();
  const bool apart = std::any_of(worths.begin(), worths.end(), [](const lab::CardWorth& w) { return w.apart > 0; });
  j["cards"] = lab::worths_json(std::move(worths));
  if (options.json)
    std::printf("%s\n", json_text(j).c_str());
  else
    print_lines(lab::worth_lines(style_for(use_colour(options, 1), 1), j));
  return apart ? 1 : 0;
}

}  // namespace

int card_worths(const Options& options, const CardWorths& args) {
  if (std::string why = wrong_number(args); !why.empty()) return usage_error(why);
  int code = 0;
  try {
    auto made = playable_plan(options, args, args.isolate, "summary", code);
    return made ? play(options, args, *made) : code;
  } catch (const isolate::CannotIsolate& e) { return cannot_isolate(e); }
}

}  // namespace gofuda::tools
