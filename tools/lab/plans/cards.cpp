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
  if (args.pairs && rules.cards.size() < 2) return "--pairs: there are no two cards; give --card at least two";
  if (!rules.only_top) return "";
  if (args.pairs)
    return "--pairs: of a deck that both draw from, who gets a second card hangs on the game, and is not dealt";
  if (args.how == "left-out")
    return "of a deck that both draw from, a card cannot be left out for one side; --how added or swapped deals it to "
           "one";
  if (args.at != "top") return "of a deck that both draw from, only the first cards can be dealt to one side: --at top";
  return "";
}

// What is wrong with the names, or "".
std::string keep_named(const std::vector<std::string>& wanted, std::vector<lab::Dealable>& cards) {
  if (wanted.empty()) return "";
  std::vector<std::string> names;
  for (const lab::Dealable& c : cards) names.push_back(c.id);
  for (const std::string& w : wanted)
    if (std::find(names.begin(), names.end(), w) == names.end())
      return "--card: the decks have no card '" + w + "'" + did_you_mean(w, names);
  std::erase_if(cards,
                [&](const lab::Dealable& c) { return std::find(wanted.begin(), wanted.end(), c.id) == wanted.end(); });
  return "";
}

lab::WorthPlan worth_plan(const CardWorths& args, PlayablePlan& made) {
  lab::WorthPlan what;
  what.deal.kind = args.how == "added"      ? lab::DealKind::added
                   : args.how == "left-out" ? lab::DealKind::left_out
                                            : lab::DealKind::swapped;
  what.deal.top = args.at == "top";
  what.plan = std::move(made.plan), what.cards = std::move(made.facts.cards), what.play = made.play;
  what.games = static_cast<std::uint64_t>(args.games);
  what.threads = threads_of(args.threads);
  return what;
}

void say_budget(const CardWorths& args, const lab::WorthPlan& what) {
  const std::size_t kinds = what.cards.size(), pairs = kinds * (kinds - 1) / 2;
  if (!args.pairs) {
    std::fprintf(stderr, "%s of each card: %s\n", counted(args.games, "deal").c_str(),
                 lab::pair_precision_text(args.games, "its worth, half of a difference of win rates,", 0.5).c_str());
    return;
  }
  std::fprintf(stderr, "%s of %s, %s in all: %s%s\n", counted(args.games, "deal").c_str(),
               counted(static_cast<std::int64_t>(pairs), "pair").c_str(),
               counted(static_cast<std::int64_t>(lab::games_for_pairs(what.games, kinds)), "game").c_str(),
               lab::pair_worth_precision_text(args.games, pairs).c_str(),
               pairs > 1 && args.card.empty() ? " (--card takes only those that are named)" : "");
}

// Which figures lack deals, and how one learns why.
void say_apart(const nlohmann::json& rows, const CardWorths& args) {
  std::int64_t most = 0, lacking = 0;
  for (const auto& row : rows) {
    const auto apart = row["apart"].get<std::int64_t>();
    most = std::max(most, apart), lacking += apart > 0;
  }
  if (lacking == 0) return;
  std::fprintf(
      stderr,
      "%s: up to %lld of the %s of %s had a game that failed or was stopped, and are in no figure; %s tells why\n",
      args.variant.c_str(), static_cast<long long>(most), counted(args.games, "deal").c_str(),
      counted(lacking, args.pairs ? "pair" : "card").c_str(), ("gofuda simulate " + args.variant).c_str());
}

int play(const Options& options, const CardWorths& args, PlayablePlan& made) {
  if (std::string why = keep_named(args.card, made.facts.cards); !why.empty()) return usage_error(why);
  if (std::string why = wrong_for_cards(args, made.facts); !why.empty()) return usage_error(why);
  nlohmann::json j{{"variant", args.variant}, {"games", args.games}, {"seed", args.seed}, {"how", args.how}};
  j["at"] = args.at, j["players"] = {{"black", made.plan.players[0]}, {"white", made.plan.players[1]}};
  const lab::WorthPlan what = worth_plan(args, made);
  const std::size_t kinds = what.cards.size();
  say_budget(args, what);
  lab::Interrupt interrupt;
  const std::uint64_t all =
      args.pairs ? lab::games_for_pairs(what.games, kinds) : lab::games_for_worths(what.games, kinds);
  std::uint64_t played = 0;
  lab::Progress progress(0, all);
  const auto tick = [&](std::uint64_t done) { progress.show(played = done); };
  const char* name = args.pairs ? "pairs" : "cards";
  if (args.pairs)
    j[name] = lab::pair_worths_json(lab::play_pair_worths(what, interrupt.caught(), tick));
  else
    j[name] = lab::worths_json(lab::play_worths(what, interrupt.caught(), tick));
  progress.clear();
  const std::size_t found = j[name].size(), asked = args.pairs ? kinds * (kinds - 1) / 2 : kinds;
  if (found < asked)
    std::fprintf(stderr, "stopped after %llu of %s; %s of %zu %s all of its deals, and nothing is kept of the others\n",
                 static_cast<unsigned long long>(played), counted(static_cast<std::int64_t>(all), "game").c_str(),
                 counted(static_cast<std::int64_t>(found), args.pairs ? "pair" : "card").c_str(), asked,
                 found == 1 ? "has" : "have");
  if (options.json)
    std::printf("%s\n", json_text(j).c_str());
  else if (found > 0)
    print_lines((args.pairs ? lab::pair_worth_lines : lab::worth_lines)(style_for(use_colour(options, 1), 1), j));
  say_apart(j[name], args);
  if (interrupt.caught() != 0) return 128 + interrupt.caught();
  return std::any_of(j[name].begin(), j[name].end(), [](const auto& w) { return w["apart"] > 0; }) ? 1 : 0;
}

}  // namespace

int card_worths(const Options& options, const CardWorths& args) {
  if (std::string why = wrong_number(args); !why.empty()) return usage_error(why);
  if (args.games < 1) return usage_error("--games is a number from 1 to " + std::to_string(kMostGames));
  int code = 0;
  try {
    auto made = playable_plan(options, args, args.isolate, "summary", code);
    return made ? play(options, args, *made) : code;
  } catch (const isolate::CannotIsolate& e) { return cannot_isolate(e); }
}

}  // namespace gofuda::tools
