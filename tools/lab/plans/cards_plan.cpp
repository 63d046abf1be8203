#include "tools/lab/plans/cards_plan.hpp"

#include <algorithm>

#include "tools/print/result.hpp"

namespace gofuda::tools {

namespace {

std::string wrong_for_cards(const Dealing& args, const RulesFacts& rules) {
  if (rules.cards.empty()) return "'" + args.variant + "' has no deck of cards";
  if (args.pairs && rules.cards.size() < 2) return "--pairs: there are no two cards; give --card at least two";
  if (!rules.only_top) return "";
  if (args.pairs)
    return "--pairs: of a deck that both draw from, who gets a second card hangs on the game, and is not dealt";
  if (args.how == "left-out")
    return "of a deck that both draw from, a card cannot be left out for one side; --how added or swapped deals it to "
           "one";
  if (args.at == "anywhere")
    return "of a deck that both draw from, only the first cards can be dealt to one side: --at top";
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

lab::WorthPlan worth_plan(const Dealing& args, const PlayablePlan& made) {
  lab::WorthPlan what;
  what.deal.kind = args.how == "added"      ? lab::DealKind::added
                   : args.how == "left-out" ? lab::DealKind::left_out
                                            : lab::DealKind::swapped;
  what.deal.top = args.at == "top" || made.facts.only_top;
  what.plan = made.plan, what.cards = made.facts.cards, what.play = made.play;
  what.games = {0, static_cast<std::uint64_t>(args.games)};
  what.threads = threads_of(args.threads);
  return what;
}

std::string cards_command_of(const Dealing& args, const lab::Provenance& p, const std::string& at) {
  std::string out = "gofuda cards " + lab::shell_word(p.variant) + " --games " + std::to_string(p.games) +
                    p.common_words() + " --max-turns " + std::to_string(p.most_turns) + " --how " + args.how +
                    " --at " + at;
  if (args.pairs) out += " --pairs";
  for (const std::string& c : args.card) out += " --card " + lab::shell_word(c);
  return out;
}

lab::StoreHead cards_head(const Options& options, const Dealing& args, const CardsPlan& plan) {
  auto provenance = plan.made.isolated
                        ? plan.made.isolated->provenance
                        : lab::provenance_of(plan.made.plan, "summary", static_cast<std::uint64_t>(args.games));
  const std::string at = plan.what.deal.top ? "top" : "anywhere";
  lab::StoreHead head = lab::head_of(std::move(provenance), rules_words(options));
  head.kind = "cards";
  head.command = cards_command_of(args, head.cells[0].provenance, at) + head.rules;
  head.notes = {{"how", args.how}, {"at", at}};
  const auto& cards = plan.what.cards;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (!args.pairs) head.deals.push_back({cards[i].card, cards[i].card});
    for (std::size_t k = i + 1; k < cards.size() && args.pairs; ++k)
      head.deals.push_back({cards[i].card, cards[k].card});
  }
  return head;
}

}  // namespace

std::optional<CardsPlan> make_cards_plan(const Options& options, const Dealing& args, int& code) {
  if (std::string why = wrong_number(args, 1); !why.empty()) return code = usage_error(why), std::nullopt;
  auto made = playable_plan(options, args, args.isolate, "summary", code);
  if (!made) return std::nullopt;
  if (std::string why = keep_named(args.card, made->facts.cards); !why.empty())
    return code = usage_error(why), std::nullopt;
  if (std::string why = wrong_for_cards(args, made->facts); !why.empty()) return code = usage_error(why), std::nullopt;
  CardsPlan out;
  out.what = worth_plan(args, *made);
  out.made = std::move(*made);
  out.head = cards_head(options, args, out);
  return out;
}

}  // namespace gofuda::tools
