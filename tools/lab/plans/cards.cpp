#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "tools/lab/campaign/campaign.hpp"
#include "tools/lab/campaign/interrupt.hpp"
#include "tools/lab/campaign/progress.hpp"
#include "tools/lab/plans/cards_plan.hpp"
#include "tools/lab/report/dealt_report.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/print/result.hpp"

namespace gofuda::tools {

namespace {

void say_budget(const CardWorths& args, const lab::WorthPlan& what) {
  const std::size_t kinds = what.cards.size(), pairs = kinds * (kinds - 1) / 2;
  if (!args.pairs) {
    std::fprintf(stderr, "%s of each card: %s\n", counted(args.games, "deal").c_str(),
                 lab::pair_precision_text(args.games, "its worth, half of a difference of win rates,", 0.5).c_str());
    return;
  }
  std::fprintf(stderr, "%s of %s, %s in all: %s%s\n", counted(args.games, "deal").c_str(),
               counted(static_cast<std::int64_t>(pairs), "pair").c_str(),
               counted(static_cast<std::int64_t>(lab::games_for_pairs(what.games.games(), kinds)), "game").c_str(),
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

// Plays what a file lacks: the games as they come, and each deal.
class DealtGames {
 public:
  // `base`: the games as they come, too.
  DealtGames(const CardsPlan& plan, lab::Store& store, bool base, const std::atomic<int>& stop, int threads)
      : plan_(plan),
        store_(store),
        base_(base),
        stop_(stop),
        threads_(threads),
        all_(games_left()),
        progress_(0, all_),
        tick_([this](std::uint64_t done) { progress_.show(now_ = before_ + done); }) {}

  void play() {
    if (base_) play_base();
    for (const lab::DealKey& deal : store_.now().head.deals) {
      const lab::Ranges left = store_.left(deal);
      for (const lab::Range& games : left.list())
        if (stop_ == 0) play(deal, games);
    }
    store_.commit();
    store_.close();
    progress_.clear();
  }
  std::uint64_t played() const { return now_; }
  std::uint64_t all() const { return all_; }

 private:
  // Games that lack the same deals are played together, so that what a card does alone is played once.
  struct Together {
    lab::WorthPlan what;
    lab::CardDealer::Sides base;
    std::optional<lab::CardDealer> dealer;
  };

  std::uint64_t games_left() const {
    std::uint64_t n = base_ ? store_.games_left() : 0;
    std::set<std::array<std::uint64_t, 3>> alone;  // of pairs: the range, the card, in which place
    for (const lab::DealKey& d : store_.now().head.deals) {
      const lab::Ranges left = store_.left(d);
      for (const lab::Range& r : left.list()) {
        n += 2 * r.games();
        if (d.two() && alone.insert({r.first, d.card, 0}).second) n += 2 * r.games();
        if (d.two() && alone.insert({r.first, d.other, 1}).second) n += 2 * r.games();
      }
    }
    return n;
  }

  void play_base() {
    lab::Batch batch;
    batch.plan = plan_.what.plan, batch.threads = threads_, batch.keep_games = true, batch.stop = &stop_;
    auto saved = std::chrono::steady_clock::now();
    const lab::Ranges left = store_.left(0);
    for (const lab::Range& r : left.list()) {
      if (stop_ != 0) break;
      batch.first = r.first, batch.end = r.end;
      plan_.what.play(
          batch,
          [&](lab::Chunk& chunk) {
            store_.add(0, chunk);
            now_ += chunk.end - chunk.first;
          },
          [&] {
            progress_.show(now_);
            if (std::chrono::steady_clock::now() - saved < std::chrono::milliseconds(500)) return;
            store_.commit();
            saved = std::chrono::steady_clock::now();
          });
    }
    store_.commit();
  }

  void play(const lab::DealKey& deal, const lab::Range& games) {
    Together& t = together_[games.first];
    if (!t.dealer || t.what.games != games) {
      t.dealer.reset();
      t.what = plan_.what, t.what.games = games, t.what.threads = threads_;
      if (!deal.two()) t.base = store_.as_they_came(games);
      t.dealer.emplace(t.what, stop_, tick_);
    }
    const std::uint64_t before = t.dealer->played();
    before_ = now_ - before;
    const lab::DealTally tally = deal.two() ? t.dealer->two(place_of(deal.card), place_of(deal.other))
                                            : t.dealer->one(place_of(deal.card), t.base);
    now_ = before_ + t.dealer->played();
    if (stop_ != 0) return;
    store_.add(deal, games, tally);
    store_.commit();
  }

  std::size_t place_of(std::size_t card) const {
    const auto& cards = plan_.what.cards;
    const auto at = std::find_if(cards.begin(), cards.end(), [&](const lab::Dealable& c) { return c.card == card; });
    return static_cast<std::size_t>(at - cards.begin());
  }

  const CardsPlan& plan_;
  lab::Store& store_;
  bool base_;
  const std::atomic<int>& stop_;
  int threads_;
  std::uint64_t all_, now_ = 0, before_ = 0;
  lab::Progress progress_;
  std::function<void(std::uint64_t)> tick_;
  std::map<std::uint64_t, Together> together_;
};

// How many of the deals have all of their games.
std::size_t whole_deals(const lab::Store& store) {
  const auto& deals = store.now().head.deals;
  return static_cast<std::size_t>(
      std::count_if(deals.begin(), deals.end(), [&](const lab::DealKey& d) { return store.left(d).empty(); }));
}

void say_stopped(const CardWorths& args, const CardsPlan& plan, const lab::Store& store, lab::Shard shard,
                 const DealtGames& games) {
  const std::size_t found = whole_deals(store);
  std::fprintf(stderr, "stopped after %llu of %s; %s of %zu %s all of its deals%s\n",
               static_cast<unsigned long long>(games.played()),
               counted(static_cast<std::int64_t>(games.all()), "game").c_str(),
               counted(static_cast<std::int64_t>(found), args.pairs ? "pair" : "card").c_str(), plan.head.deals.size(),
               found == 1 ? "has" : "have", args.out.empty() ? ", and nothing is kept of the others" : "; to go on:");
  if (args.out.empty()) return;
  std::fprintf(stderr, "  %s%s%s --out %s\n", printable(plan.head.command).c_str(),
               isolate::words(args.isolate).c_str(), shard.whole() ? "" : (" --shard " + shard.text()).c_str(),
               lab::shell_word(args.out).c_str());
}

int play(const Options& options, const CardWorths& args, const CardsPlan& plan, lab::Shard shard) {
  std::optional<lab::Store> store;
  try {
    store.emplace(args.out, plan.head, shard);
  } catch (const lab::StoreError& e) { return lab::store_error(args.out, e); }
  lab::say_what_is_there(args.out, *store);
  const bool base = !args.pairs || !args.out.empty();
  if (shard.whole() && !store->complete()) say_budget(args, plan.what);
  lab::Interrupt interrupt;
  DealtGames games(plan, *store, base, interrupt.caught(), threads_of(args.threads));
  try {
    games.play();
  } catch (const lab::StoreError& e) { return lab::lost_store(args.out, *store, e); }
  const std::size_t found = whole_deals(*store);
  if (found < plan.head.deals.size()) say_stopped(args, plan, *store, shard, games);
  const nlohmann::json j = lab::dealt_json(store->now());
  const nlohmann::json& rows = j.at(args.pairs ? "pairs" : "cards");
  if (options.json)
    std::printf("%s\n", json_text(j).c_str());
  else if (!rows.empty())
    print_lines(
        (args.pairs ? lab::pair_worth_lines : lab::worth_lines)(style_for(use_colour(options, 1), 1), lab::shown(j)));
  say_apart(rows, args);
  if (interrupt.caught() != 0 && found < plan.head.deals.size()) return 128 + interrupt.caught();
  return std::any_of(rows.begin(), rows.end(), [](const auto& w) { return w["apart"] > 0; }) ? 1 : 0;
}

}  // namespace

int card_worths(const Options& options, const CardWorths& args) {
  int code = 0;
  const auto shard = shard_of(args, code);
  if (!shard) return code;
  try {
    const auto plan = make_cards_plan(options, args, code);
    return plan ? play(options, args, *plan, *shard) : code;
  } catch (const isolate::CannotIsolate& e) { return cannot_isolate(e); }
}

}  // namespace gofuda::tools
