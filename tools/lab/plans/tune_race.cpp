#include "tools/lab/plans/tune_race.hpp"

#include <algorithm>
#include <cmath>

#include "tools/lab/plans/worths.hpp"
#include "tools/lab/runner/batch.hpp"

namespace gofuda::lab {

namespace {

constexpr double kErr = 0.05;            // of the whole race, and of all confirmations together
constexpr std::int64_t kSameGames = 20;  // that come out alike and are no chance

Histogram turned(const Histogram& h) {
  Histogram out;
  for (const auto& [value, games] : h) out[-value] = games;
  return out;
}

// How likely the games are when the mean is `end` or less.
double above_p(const Histogram& h, const Aim& aim, double end) {
  if (h.empty()) return 1;
  if (const auto p = mean_above_p(h, end / aim.kind->unit)) return *p;
  const double off = aim.kind->unit * mean(h) - end;  // all are the same
  const auto n = static_cast<double>(total(h));
  if (off <= 0) return 1;
  return aim.kind->share ? std::pow(1 - off / 100, n) : n >= kSameGames ? 0 : 1;
}
double below_p(const Histogram& h, const Aim& aim, double end) { return above_p(turned(h), aim, -end); }

// That the aim is met, though the games look otherwise; and that it is missed, though they look well.
double met_p(const Histogram& h, const Aim& aim) {
  return std::min(above_p(h, aim, aim.high), below_p(h, aim, aim.low));
}
double missed_p(const Histogram& h, const Aim& aim) {
  // An end that no game can be beyond needs no proof.
  const double low = aim.low <= aim.kind->least ? 0 : above_p(h, aim, aim.low);
  const double high = aim.high >= aim.kind->most ? 0 : below_p(h, aim, aim.high);
  return std::max(low, high);
}

// From the middle of the aim, in halves of its width.
double distance(const Histogram& h, const Aim& aim) {
  if (h.empty()) return 0;
  return std::abs(aim.kind->unit * mean(h) - (aim.low + aim.high) / 2) / ((aim.high - aim.low) / 2);
}

class Race {
 public:
  Race(const TunePlan& plan, const std::vector<Plan>& plans, int threads, const std::atomic<int>& stop,
       const std::function<void(const std::string&, std::uint64_t)>& tick)
      : plan_(plan), plans_(plans), threads_(threads), stop_(stop), tick_(tick) {}

  TuneResult run() {
    for (std::size_t c = 0; c < plans_.size(); ++c)
      out_.candidates.push_back({c, std::vector<Histogram>(plan_.aims.size()), 0, 0, ""});
    std::uint64_t done = 0;
    for (int round = 0; round < kRounds && stop_ == 0; ++round) {
      const std::uint64_t end = std::max<std::uint64_t>(done + 1, plan_.cells.games >> (kRounds - 1 - round));
      for (TuneCandidate& c : out_.candidates)
        if (c.dropped.empty() && stop_ == 0)
          c.games += play(plans_[c.cell], done, std::min(end, plan_.cells.games), "the race", c.values, &c.failed);
      done = std::min(end, plan_.cells.games);
      drop();
    }
    rank();
    for (std::size_t i = 0; i < out_.ranking.size() && i < kMostConfirmed && !out_.recommended && stop_ == 0; ++i)
      confirm(out_.ranking[i]);
    out_.caught = stop_;
    return std::move(out_);
  }

 private:
  std::int64_t play(const Plan& plan, std::uint64_t first, std::uint64_t end, const std::string& where,
                    std::vector<Histogram>& to, std::int64_t* failed) {
    Batch batch;
    batch.plan = plan;
    batch.first = first, batch.end = end;
    batch.threads = threads_;
    batch.keep_games = true;
    batch.stop = &stop_;
    std::int64_t games = 0;
    if (first >= end) return games;
    run_batch(
        batch,
        [&](Chunk& chunk) {
          for (const GameRecord& g : chunk.games) {
            ++games;
            if (failed) *failed += g.outcome == GameResult::fault;
            for (std::size_t a = 0; a < plan_.aims.size(); ++a)
              if (const AimKind& kind = *plan_.aims[a].kind; kind.value)
                if (const auto value = kind.value(g)) ++to[a][*value];
          }
        },
        [&] { tick_(where, played_ + static_cast<std::uint64_t>(games)); });
    played_ += static_cast<std::uint64_t>(games);
    return games;
  }

  // Whoever meets all aims is dropped in one race of twenty, however many there are and however often one looks.
  void drop() {
    const double looks = kRounds * static_cast<double>(plans_.size() * plan_.aims.size());
    for (TuneCandidate& c : out_.candidates) {
      if (!c.dropped.empty()) continue;
      if (c.failed > 0) c.dropped = "games that fail";
      for (std::size_t a = 0; a < plan_.aims.size() && c.dropped.empty(); ++a)
        if (met_p(c.values[a], plan_.aims[a]) < kErr / looks) c.dropped = plan_.aims[a].kind->name;
    }
  }

  void rank() {
    std::vector<double> far(plans_.size());
    for (const TuneCandidate& c : out_.candidates) {
      if (!c.dropped.empty()) continue;
      out_.ranking.push_back(c.cell);
      for (std::size_t a = 0; a < plan_.aims.size(); ++a)
        far[c.cell] = std::max(far[c.cell], distance(c.values[a], plan_.aims[a]));
    }
    std::stable_sort(out_.ranking.begin(), out_.ranking.end(),
                     [&](std::size_t a, std::size_t b) { return far[a] < far[b]; });
  }

  // All aims must be shown to be met: for each, that it is missed on either side is refuted.
  void confirm(std::size_t cell) {
    Confirmation c{cell, 0, std::vector<Histogram>(plan_.aims.size()), {}, {}, false};
    c.games =
        play(plans_[cell], plan_.cells.games, plan_.cells.games + plan_.confirm, "fresh games", c.values, nullptr);
    for (std::size_t a = 0; a < plan_.aims.size() && stop_ == 0; ++a)
      c.p.push_back(plan_.aims[a].of_cards() ? cards(cell, plan_.aims[a], c) : missed_p(c.values[a], plan_.aims[a]));
    c.confirmed = stop_ == 0 && std::all_of(c.p.begin(), c.p.end(), [](double p) { return p < kErr / kMostConfirmed; });
    if (c.confirmed) out_.recommended = cell;
    out_.confirmations.push_back(std::move(c));
  }

  double cards(std::size_t cell, const Aim& aim, Confirmation& c) {
    WorthPlan what;
    what.plan = plans_[cell];
    ++what.plan.seed;  // fresh deals
    what.games = plan_.deals, what.threads = threads_;
    what.deal.top = only_top_can_be_dealt(*what.plan.variant->ruleset);
    double p = 0;
    for (CardWorth& w :
         play_worths(what, stop_, [&](std::uint64_t done) { tick_("cards dealt on purpose", played_ + done); })) {
      p = std::max(p, missed_p(w.half_wins, aim));
      c.cards.emplace_back(w.id, std::move(w.half_wins));
    }
    return p;
  }

  const TunePlan& plan_;
  const std::vector<Plan>& plans_;
  int threads_;
  const std::atomic<int>& stop_;
  const std::function<void(const std::string&, std::uint64_t)>& tick_;
  std::uint64_t played_ = 0;
  TuneResult out_;
};

}  // namespace

TuneResult race(const TunePlan& plan, const std::vector<Plan>& plans, int threads, const std::atomic<int>& stop,
                const std::function<void(const std::string&, std::uint64_t)>& tick) {
  return Race(plan, plans, threads, stop, tick).run();
}

}  // namespace gofuda::lab
