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

// Games of each set of rules that there are after so many rounds.
std::uint64_t games_after(int rounds, std::uint64_t games) {
  std::uint64_t n = 0;
  for (int r = 0; r < rounds; ++r) n = std::min(std::max(n + 1, games >> (kRounds - 1 - r)), games);
  return n;
}

class Race {
 public:
  Race(const TunePlan& plan, const std::vector<Candidate>& all, const RaceWork& work, TuneResult known)
      : plan_(plan), all_(all), work_(work), stop_(*work.stop), out_(std::move(known)) {}

  TuneResult run() {
    for (std::size_t c = out_.candidates.size(); c < all_.size(); ++c)
      out_.candidates.push_back({c, std::vector<Histogram>(plan_.aims.size()), 0, 0, ""});
    for (; out_.rounds < kRounds && stop_ == 0; ++out_.rounds) {
      const std::uint64_t end = games_after(out_.rounds + 1, plan_.cells.games);
      for (TuneCandidate& c : out_.candidates)
        if (c.dropped.empty() && stop_ == 0) play(c.cell, 0, end, "the race", c.games, c.values, &c.failed);
      if (stop_ != 0) break;
      drop();
    }
    rank();
    for (std::size_t i = 0; i < out_.ranking.size() && i < kMostConfirmed && !out_.recommended && stop_ == 0; ++i)
      confirm(i);
    out_.caught = stop_;
    return std::move(out_);
  }

 private:
  // Games from number `first` on, until there are `end`; `games` of them are there.
  void play(std::size_t cell, std::uint64_t first, std::uint64_t end, const std::string& where, std::int64_t& games,
            std::vector<Histogram>& to, std::int64_t* failed) {
    Batch batch;
    batch.plan = all_[cell].plan;
    batch.first = first + static_cast<std::uint64_t>(games), batch.end = first + end;
    batch.threads = work_.threads;
    batch.keep_games = true;
    batch.stop = &stop_;
    if (batch.first >= batch.end) return;
    const auto fold = [&](Chunk& chunk) {
      for (const GameRecord& g : chunk.games) {
        ++games;
        if (failed) *failed += g.outcome == GameResult::fault;
        for (std::size_t a = 0; a < plan_.aims.size(); ++a)
          if (const AimKind& kind = *plan_.aims[a].kind; kind.value)
            if (const auto value = kind.value(g)) ++to[a][*value];
      }
    };
    const auto tick = [&] {
      work_.tick(where, out_.games());
      if (work_.keep) work_.keep(out_);
    };
    work_.player(cell)(batch, fold, tick);
  }

  // Whoever meets all aims is dropped in one race of twenty, however many there are and however often one looks.
  void drop() {
    const double looks = kRounds * static_cast<double>(all_.size() * plan_.aims.size());
    for (TuneCandidate& c : out_.candidates) {
      if (!c.dropped.empty()) continue;
      if (c.failed > 0) c.dropped = kGamesThatFail;
      for (std::size_t a = 0; a < plan_.aims.size() && c.dropped.empty(); ++a)
        if (met_p(c.values[a], plan_.aims[a]) < kErr / looks) c.dropped = plan_.aims[a].kind->name;
    }
  }

  void rank() {
    std::vector<double> far(all_.size());
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
  void confirm(std::size_t place) {
    const std::size_t cell = out_.ranking[place];
    if (place == out_.confirmations.size())
      out_.confirmations.push_back({cell, 0, std::vector<Histogram>(plan_.aims.size()), {}, {}, false});
    Confirmation& c = out_.confirmations[place];
    if (!c.whole()) {
      play(cell, plan_.cells.games, plan_.confirm, "fresh games", c.games, c.values, nullptr);
      std::vector<double> p;
      for (std::size_t a = 0; a < plan_.aims.size() && stop_ == 0; ++a)
        p.push_back(plan_.aims[a].of_cards() ? cards(cell, plan_.aims[a], c) : missed_p(c.values[a], plan_.aims[a]));
      if (stop_ != 0) return c.cards.clear();
      c.p = std::move(p);
    }
    c.confirmed = std::all_of(c.p.begin(), c.p.end(), [](double x) { return x < kErr / kMostConfirmed; });
    if (c.confirmed) out_.recommended = cell;
  }

  double cards(std::size_t cell, const Aim& aim, Confirmation& c) {
    WorthPlan what;
    what.plan = all_[cell].plan;
    what.cards = all_[cell].facts.cards;
    what.play = work_.player(cell);
    ++what.plan.seed;  // fresh deals
    what.games = plan_.deals, what.threads = work_.threads;
    what.deal.top = all_[cell].facts.only_top;
    double p = 0;
    for (CardWorth& w : play_worths(
             what, stop_, [&](std::uint64_t done) { work_.tick("cards dealt on purpose", out_.games() + done); })) {
      p = std::max(p, missed_p(w.half_wins, aim));
      c.cards.emplace_back(w.id, std::move(w.half_wins));
    }
    return p;
  }

  const TunePlan& plan_;
  const std::vector<Candidate>& all_;
  const RaceWork& work_;
  const std::atomic<int>& stop_;
  TuneResult out_;
};

}  // namespace

std::uint64_t TuneResult::games() const {
  std::int64_t n = 0;
  for (const TuneCandidate& c : candidates) n += c.games;
  for (const Confirmation& c : confirmations) n += c.games;
  return static_cast<std::uint64_t>(n);
}

TuneResult race(const TunePlan& plan, const std::vector<Candidate>& all, const RaceWork& work, TuneResult known) {
  return Race(plan, all, work, std::move(known)).run();
}

}  // namespace gofuda::lab
