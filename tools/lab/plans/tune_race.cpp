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

// Whoever meets all aims is dropped in one race of twenty, however many there are and however often one looks.
void drop(const TunePlan& plan, TuneResult& r) {
  const double looks = kRounds * static_cast<double>(r.candidates.size() * plan.aims.size());
  for (TuneCandidate& c : r.candidates) {
    if (!c.dropped.empty()) continue;
    if (c.failed > 0) c.dropped = kGamesThatFail;
    for (std::size_t a = 0; a < plan.aims.size() && c.dropped.empty(); ++a)
      if (met_p(thinned(c.values[a], c.courses.telling(c.ended)), plan.aims[a]) < kErr / looks)
        c.dropped = plan.aims[a].kind->name;
  }
}

void rank(const TunePlan& plan, TuneResult& r) {
  std::vector<double> far(r.candidates.size());
  r.ranking.clear();
  for (const TuneCandidate& c : r.candidates) {
    if (!c.dropped.empty()) continue;
    r.ranking.push_back(c.cell);
    for (std::size_t a = 0; a < plan.aims.size(); ++a)
      far[c.cell] = std::max(far[c.cell], distance(c.values[a], plan.aims[a]));
  }
  std::stable_sort(r.ranking.begin(), r.ranking.end(), [&](std::size_t a, std::size_t b) { return far[a] < far[b]; });
}

// All aims must be shown to be met: for each, that it is missed on either side is refuted.
void test_aims(const TunePlan& plan, Confirmation& c) {
  for (std::size_t a = 0; a < plan.aims.size(); ++a) {
    const Histogram told = thinned(c.values[a], c.courses.telling(c.ended));
    double p = plan.aims[a].of_cards() ? 0 : missed_p(told, plan.aims[a]);
    if (plan.aims[a].of_cards())
      for (const auto& [id, worth] : c.cards) p = std::max(p, missed_p(worth, plan.aims[a]));
    c.p.push_back(p);
  }
}

void enlist(const TunePlan& plan, TuneResult& r) {
  for (std::size_t c = r.candidates.size(); c < plan.cells.cells.size(); ++c)
    r.candidates.push_back({c, std::vector<Histogram>(plan.aims.size()), {}, 0, 0, 0, ""});
}

// Where the fresh games of the stage are counted.
void begin_confirmation(const TunePlan& plan, const TuneStage& stage, std::size_t place, TuneResult& r) {
  if (stage.confirmation && r.confirmations.size() == place)
    r.confirmations.push_back({stage.games[0].cell, 0, 0, std::vector<Histogram>(plan.aims.size()), {}, {}, {}, false});
}

Range own_games(const TuneStage::Games& g, Shard shard) {
  const Range own = shard.part(g.end - g.first, g.cell);
  return {g.first + own.first, g.first + own.end};
}

void add_values(const std::vector<Histogram>& from, std::vector<Histogram>& to) {
  for (std::size_t a = 0; a < to.size(); ++a)
    for (const auto& [value, games] : from[a]) to[a][value] += games;
}

class Race {
 public:
  Race(const TunePlan& plan, const std::vector<Candidate>& all, const RaceWork& work, TuneResult out)
      : plan_(plan), all_(all), work_(work), stop_(*work.stop), out_(std::move(out)) {}

  TuneResult run() {
    settle(plan_, out_);
    for (TuneStage stage = next_stage(plan_, out_); !stage.over && stop_ == 0; stage = next_stage(plan_, out_)) {
      if (stage.confirmation) begin_confirmation(plan_, stage, *stage.confirmation, out_);
      play(stage, {}, false);
      if (stop_ == 0) decide(plan_, out_);
    }
    settle(plan_, out_);
    out_.caught = stop_;
    return std::move(out_);
  }

  TuneResult part(const TuneStage& stage, Shard shard) {
    enlist(plan_, out_);
    begin_confirmation(plan_, stage, 0, out_);
    play(stage, shard, true);
    out_.caught = stop_;
    return std::move(out_);
  }

 private:
  // `part`: nothing of what was played before is in the counts.
  void play(const TuneStage& stage, Shard shard, bool part) {
    for (const TuneStage::Games& g : stage.games) {
      if (stop_ != 0) return;
      Range games = own_games(g, shard);
      if (!stage.confirmation) {
        TuneCandidate& c = out_.candidates[g.cell];
        if (part) games.first += static_cast<std::uint64_t>(c.games);
        play(g.cell, games, "the race", c, &c.failed);
      } else {
        Confirmation& c = out_.confirmations.back();
        if (part) games.first += static_cast<std::uint64_t>(c.games);
        games.first += plan_.cells.games, games.end += plan_.cells.games;
        play(g.cell, games, "fresh games", c, nullptr);
      }
    }
    if (stage.deals > 0 && stop_ == 0 && out_.confirmations.back().cards.empty())
      deal(shard.part(stage.deals, 0), out_.confirmations.back());
  }

  template <class Counted>  // TuneCandidate or Confirmation
  void play(std::size_t cell, Range numbers, const std::string& where, Counted& to, std::int64_t* failed) {
    Batch batch;
    batch.plan = all_[cell].plan;
    batch.first = numbers.first, batch.end = numbers.end;
    batch.threads = work_.threads;
    batch.keep_games = true;
    batch.stop = &stop_;
    if (batch.first >= batch.end) return;
    const auto fold = [&](Chunk& chunk) {
      for (const GameRecord& g : chunk.games) {
        ++to.games;
        if (failed) *failed += g.outcome == GameResult::fault;
        if (g.outcome != GameResult::fault && g.outcome != GameResult::stopped) {
          ++to.ended;
          to.courses.add(g.course, 1);
        }
        for (std::size_t a = 0; a < plan_.aims.size(); ++a)
          if (const AimKind& kind = *plan_.aims[a].kind; kind.value)
            if (const auto value = kind.value(g)) ++to.values[a][*value];
      }
    };
    const auto tick = [&] {
      work_.tick(where, out_.games());
      if (work_.keep) work_.keep(out_);
    };
    work_.player(cell)(batch, fold, tick);
  }

  void deal(Range deals, Confirmation& to) {
    WorthPlan what;
    what.plan = all_[to.cell].plan;
    what.cards = all_[to.cell].facts.cards;
    what.play = work_.player(to.cell);
    ++what.plan.seed;  // fresh deals
    what.games = deals, what.threads = work_.threads;
    what.deal.top = all_[to.cell].facts.only_top;
    auto worths = play_worths(what, stop_,
                              [&](std::uint64_t done) { work_.tick("cards dealt on purpose", out_.games() + done); });
    if (stop_ != 0) return;
    for (CardWorth& w : worths) to.cards.emplace_back(w.id, std::move(w.half_wins));
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

std::size_t TuneResult::stages() const {
  const auto whole =
      std::count_if(confirmations.begin(), confirmations.end(), [](const Confirmation& c) { return c.whole(); });
  return static_cast<std::size_t>(rounds) + static_cast<std::size_t>(whole);
}

void settle(const TunePlan& plan, TuneResult& r) {
  enlist(plan, r);
  rank(plan, r);
  r.recommended.reset();
  for (Confirmation& c : r.confirmations) {
    c.confirmed = c.whole() && std::all_of(c.p.begin(), c.p.end(), [](double x) { return x < kErr / kMostConfirmed; });
    if (c.confirmed && !r.recommended) r.recommended = c.cell;
  }
}

TuneStage next_stage(const TunePlan& plan, const TuneResult& known) {
  TuneStage stage;
  stage.over = false;
  if (known.rounds < kRounds) {
    const std::uint64_t end = games_after(known.rounds + 1, plan.cells.games);
    for (const TuneCandidate& c : known.candidates)
      if (c.dropped.empty()) stage.games.push_back({c.cell, std::min(static_cast<std::uint64_t>(c.games), end), end});
    return stage;
  }
  for (std::size_t i = 0; i < known.ranking.size() && i < kMostConfirmed && !known.recommended; ++i) {
    const bool begun = i < known.confirmations.size();
    if (begun && known.confirmations[i].whole()) continue;
    stage.confirmation = i;
    const std::uint64_t there = begun ? static_cast<std::uint64_t>(known.confirmations[i].games) : 0;
    stage.games.push_back({known.ranking[i], there, plan.confirm});
    if (std::any_of(plan.aims.begin(), plan.aims.end(), [](const Aim& a) { return a.of_cards(); }))
      stage.deals = plan.deals;
    return stage;
  }
  stage.over = true;
  return stage;
}

void decide(const TunePlan& plan, TuneResult& r) {
  if (r.rounds < kRounds) {
    drop(plan, r);
    const bool left =
        std::any_of(r.candidates.begin(), r.candidates.end(), [](const TuneCandidate& c) { return c.dropped.empty(); });
    r.rounds = left ? r.rounds + 1 : kRounds;
  } else if (!r.confirmations.empty() && !r.confirmations.back().whole()) {
    test_aims(plan, r.confirmations.back());
  }
  settle(plan, r);
}

TuneResult race(const TunePlan& plan, const std::vector<Candidate>& all, const RaceWork& work, TuneResult known) {
  return Race(plan, all, work, std::move(known)).run();
}

TuneResult race_part(const TunePlan& plan, const std::vector<Candidate>& all, const RaceWork& work,
                     const TuneResult& known, Shard shard, TuneResult played) {
  return Race(plan, all, work, std::move(played)).part(next_stage(plan, known), shard);
}

bool part_is_whole(const TuneStage& stage, Shard shard, const TuneResult& played) {
  if (stage.confirmation) {
    return played.confirmations.size() == 1 && played.confirmations[0].cell == stage.games[0].cell &&
           played.confirmations[0].games == static_cast<std::int64_t>(own_games(stage.games[0], shard).games()) &&
           (stage.deals == 0 || !played.confirmations[0].cards.empty());
  }
  return played.confirmations.empty() &&
         std::all_of(stage.games.begin(), stage.games.end(), [&](const TuneStage::Games& g) {
           return g.cell < played.candidates.size() &&
                  played.candidates[g.cell].games == static_cast<std::int64_t>(own_games(g, shard).games());
         });
}

bool add_part(const TunePlan& plan, const TuneStage& stage, const TuneResult& played, TuneResult& known) {
  if (!stage.confirmation) {
    for (const TuneStage::Games& g : stage.games) {
      TuneCandidate& to = known.candidates[g.cell];
      const TuneCandidate& from = played.candidates[g.cell];
      to.games += from.games, to.ended += from.ended, to.failed += from.failed;
      to.courses.add(from.courses);
      add_values(from.values, to.values);
    }
    return true;
  }
  begin_confirmation(plan, stage, *stage.confirmation, known);
  const Confirmation& from = played.confirmations[0];
  Confirmation& to = known.confirmations.back();
  to.games += from.games, to.ended += from.ended;
  to.courses.add(from.courses);
  add_values(from.values, to.values);
  if (to.cards.empty()) return to.cards = from.cards, true;
  if (to.cards.size() != from.cards.size()) return false;
  for (std::size_t i = 0; i < to.cards.size(); ++i) {
    if (to.cards[i].first != from.cards[i].first) return false;
    for (const auto& [value, deals] : from.cards[i].second) to.cards[i].second[value] += deals;
  }
  return true;
}

}  // namespace gofuda::lab
