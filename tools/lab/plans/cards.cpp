#include <algorithm>
#include <cstdio>
#include <iterator>
#include <nlohmann/json.hpp>

#include "tools/lab/campaign/interrupt.hpp"
#include "tools/lab/campaign/progress.hpp"
#include "tools/lab/plans/commands.hpp"
#include "tools/lab/report/worth_report.hpp"
#include "tools/lab/runner/batch.hpp"
#include "tools/lab/statistics/pair_tally.hpp"
#include "tools/print/result.hpp"

namespace gofuda::tools {

namespace {

using Sides = std::vector<lab::PairSide>;  // by number of the game

std::vector<CardId> kinds_of(const Ruleset& rules) {
  std::vector<CardId> out;
  for (const auto& deck : rules.decks) out.insert(out.end(), deck.begin(), deck.end());
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

class WorthPlayer {
 public:
  WorthPlayer(lab::Plan plan, std::uint64_t games, int threads, std::size_t kinds)
      : plan_(std::move(plan)), games_(games), threads_(threads), progress_(0, games * (1 + 2 * kinds)) {}

  void play_as_they_come() { base_ = play(std::nullopt); }

  lab::CardWorth play_with(CardId card, lab::ForcedDeal deal) {
    const CardInfo& info = plan_.variant->ruleset->cards[card];
    lab::CardWorth worth{info.id, info.name, {}, {}, 0, 0};
    deal.card = card;
    deal.seat = Seat::black;
    const Sides black = play(deal);
    deal.seat = Seat::white;
    const Sides white = play(deal);
    if (caught() == 0)
      for (std::uint64_t k = 0; k < games_; ++k) add(base_[k], black[k], white[k], worth);
    return worth;
  }

  int caught() const { return interrupt_.caught(); }
  void done() { progress_.clear(); }

 private:
  Sides play(const std::optional<lab::ForcedDeal>& deal) {
    lab::Batch batch;
    batch.plan = plan_;
    batch.plan.deal = deal;
    batch.end = games_;
    batch.threads = threads_;
    batch.keep_games = true;
    batch.stop = &interrupt_.caught();
    Sides out;
    if (caught() == 0)
      lab::run_batch(
          batch,
          [&](lab::Chunk& c) {
            std::transform(c.games.begin(), c.games.end(), std::back_inserter(out), lab::pair_side);
          },
          [&] { progress_.show(played_ + out.size()); });
    played_ += out.size();
    return out;
  }

  static void add(const lab::PairSide& base, const lab::PairSide& black, const lab::PairSide& white,
                  lab::CardWorth& to) {
    if (!base.ended || !black.ended || !white.ended) return void(++to.apart);
    to.changed += black.course != base.course || white.course != base.course;
    ++to.half_wins[black.half_wins - white.half_wins];
    if (base.counted && black.counted && white.counted) ++to.leads[black.margin - white.margin];
  }

  lab::Interrupt interrupt_;
  lab::Plan plan_;
  std::uint64_t games_, played_ = 0;
  int threads_;
  lab::Progress progress_;
  Sides base_;
};

std::string wrong_for_cards(const CardWorths& args, const Ruleset& rules, const std::vector<CardId>& kinds) {
  if (kinds.empty()) return "'" + args.variant + "' has no deck of cards";
  if (rules.decks[static_cast<std::size_t>(Owner::common)].empty() || rules.deal != 0) return "";
  if (args.how == "left-out")
    return "of a deck that both draw from, a card cannot be left out for one side; --how added or swapped deals it to "
           "one";
  if (args.at != "top") return "of a deck that both draw from, only the first cards can be dealt to one side: --at top";
  return "";
}

}  // namespace

int card_worths(const Options& options, const CardWorths& args) {
  if (std::string why = wrong_number(args); !why.empty()) return usage_error(why);
  int code = 0;
  auto plan = make_plan(options, args, code);
  if (!plan) return code;
  const std::vector<CardId> kinds = kinds_of(*plan->variant->ruleset);
  if (std::string why = wrong_for_cards(args, *plan->variant->ruleset, kinds); !why.empty()) return usage_error(why);
  lab::ForcedDeal deal;
  deal.kind = args.how == "added"      ? lab::DealKind::added
              : args.how == "left-out" ? lab::DealKind::left_out
                                       : lab::DealKind::swapped;
  deal.top = args.at == "top";
  nlohmann::json j{{"variant", args.variant}, {"games", args.games}, {"seed", args.seed}, {"how", args.how}};
  j["at"] = args.at, j["players"] = {{"black", plan->players[0]}, {"white", plan->players[1]}};
  WorthPlayer player(std::move(*plan), static_cast<std::uint64_t>(args.games), threads_of(args.threads), kinds.size());
  player.play_as_they_come();
  std::vector<lab::CardWorth> worths;
  bool apart = false;
  for (const CardId card : kinds) {
    worths.push_back(player.play_with(card, deal));
    apart |= worths.back().apart > 0;
  }
  player.done();
  if (player.caught() != 0) return 128 + player.caught();
  j["cards"] = lab::worths_json(std::move(worths));
  if (options.json)
    std::printf("%s\n", json_text(j).c_str());
  else
    print_lines(lab::worth_lines(style_for(use_colour(options, 1), 1), j));
  return apart ? 1 : 0;
}

}  // namespace gofuda::tools
