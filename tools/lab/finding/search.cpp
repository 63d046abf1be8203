#include "tools/lab/finding/search.hpp"

#include <algorithm>

#include "core/halt.hpp"
#include "tools/lab/runner/crew.hpp"

namespace gofuda::lab {

namespace {

constexpr std::size_t kSamples = 6;  // of games that part in the same way, shrunk each; one for a card

bool ended(GameResult r) { return r != GameResult::fault && r != GameResult::stopped; }

int half_wins(GameResult r) { return r == GameResult::black ? 2 : r == GameResult::draw ? 1 : 0; }

void add_pair(const Played& game, const Played& other, OtherTally& to) {
  to.failed += other.outcome == GameResult::fault && game.outcome != GameResult::fault;
  to.endless += other.outcome == GameResult::stopped && ended(game.outcome);
  if (!ended(game.outcome) || !ended(other.outcome)) return;
  to.winner += other.outcome != game.outcome;
  to.length += other.turns != game.turns;
  const int shift = half_wins(other.outcome) - half_wins(game.outcome);
  to.for_black += shift > 0;
  to.for_white += shift < 0;
  ++to.pairs;
  to.shift.add({1, shift, shift * shift});
}

// An option of a card or the turn concerns that, whichever card comes with it.
bool told_apart_by_card(const Reading& reading) {
  return reading.own.empty() ||
         std::ranges::any_of(reading.own, [](const auto& setting) { return setting.first.starts_with("rules."); });
}

// What is easier to shrink goes first: the earlier turn.
bool before(const Sample& x, const Sample& y) {
  return std::pair(x.meeting.turn, x.game) < std::pair(y.meeting.turn, y.game);
}

// One for each card in play: the one that is shrunk sooner.
void keep(std::vector<Sample>& samples, Sample sample) {
  const auto twin = std::ranges::find(samples, sample.meeting.card, [](const Sample& s) { return s.meeting.card; });
  if (twin != samples.end()) {
    if (!before(sample, *twin)) return;
    samples.erase(twin);
  }
  samples.insert(std::ranges::upper_bound(samples, sample, before), std::move(sample));
  if (samples.size() > kSamples) samples.pop_back();
}

}  // namespace

void Searcher::fold(SteppedGame& game) {
  ++result_.games;
  ++result_.outcomes[static_cast<std::size_t>(game.played.outcome)];
  result_.left_out += game.left_out;
  result_.turns += game.played.turns;
  std::vector<bool> parted(result_.others.size());
  for (const Meeting& m : game.meetings) {
    OtherTally& to = result_.others[m.other];
    if (!parted[m.other]) ++to.met, to.played += !m.tried;
    parted[m.other] = true;
    if (to.fault.empty()) to.fault = m.fault;
    const Ruleset& rules = *search_.match.a.variant->ruleset;
    const bool by_card = m.card != kNoCard && told_apart_by_card(search_.match.others[m.other]);
    Kept& kept = groups_[{m.other, m.parting, by_card ? rules.cards[m.card].id : ""}];
    ++kept.games;
    keep(kept.samples, {game.number, m});
  }
  for (std::size_t i = 0; i < parted.size(); ++i) {
    add_pair(game.played, game.others[i], result_.others[i]);
    result_.others[i].unseen += !parted[i] && game.others[i] != game.played;
  }
}

void Searcher::play(const std::atomic<int>& stop, const Tick& tick) {
  result_.others.resize(search_.match.others.size());
  in_order<SteppedGame>(
      search_.games, search_.threads, stop,
      [&] {
        auto lockstep = std::make_shared<Lockstep>(search_.match);
        return [lockstep](std::uint64_t k) { return lockstep->play(k); };
      },
      [&](SteppedGame& game) { fold(game); }, tick, search_.hands);
  result_.stopped = result_.games < search_.games;
}

Finding Searcher::smallest(const Group& group, const Kept& kept, std::vector<std::unique_ptr<Bench>>& benches) const {
  const Match& match = search_.match;
  const auto bench = [&](std::size_t i) -> Bench& {  // 0: the first reading
    if (!benches[i]) benches[i] = std::make_unique<Bench>(i == 0 ? match.a : match.others[i - 1]);
    return *benches[i];
  };
  Finding out{group.other, group.parting, group.card, kept.games, kept.samples[0].game, kept.samples[0].meeting.turn,
              {}};
  Shrinker shrinker(bench(0), bench(group.other + 1), told_apart_by_card(match.others[group.other]));
  for (const Sample& s : kept.samples) {
    if (halted()) break;
    auto shrunk = shrinker.shrink(Origin{*s.meeting.game, {match.seed, s.game}, s.meeting});
    if (!shrunk || (out.shrunk && size_of(out.shrunk->scene).all() <= size_of(shrunk->scene).all())) continue;
    out.shrunk = std::move(shrunk);
    out.game = s.game, out.turn = s.meeting.turn;
  }
  // What a part of the settings does alone is found with that part.
  if (search_.first_is_whole && group.other == 0 && out.shrunk)
    for (std::size_t i = 1; i < match.others.size(); ++i) {
      const auto part = bench(i + 1).judge(out.shrunk->scene);
      const auto alone = part ? difference(out.shrunk->scene, out.shrunk->a, *part) : std::nullopt;
      if (alone && alone->parting == out.shrunk->difference.parting) out.games = 0;
    }
  return out;
}

void Searcher::shrink(const std::atomic<int>& stop, const Tick& tick) {
  std::vector<std::pair<const Group*, const Kept*>> work;
  for (const auto& [group, kept] : groups_) work.emplace_back(&group, &kept);
  in_order<Finding>(
      work.size(), search_.threads, stop,
      [&] {
        auto benches = std::make_shared<std::vector<std::unique_ptr<Bench>>>(search_.match.others.size() + 1);
        return [&, benches](std::uint64_t k) -> std::optional<Finding> {
          Finding out = smallest(*work[k].first, *work[k].second, *benches);
          if (halted()) return std::nullopt;
          return out;
        };
      },
      [&](Finding& f) {
        if (f.games > 0) result_.findings.push_back(std::move(f));
      },
      tick, search_.hands);
  result_.stopped |= stop.load() != 0;
}

SearchResult Searcher::take() {
  std::stable_sort(result_.findings.begin(), result_.findings.end(), [](const Finding& x, const Finding& y) {
    return x.other != y.other ? x.other < y.other : x.games > y.games;
  });
  return std::move(result_);
}

}  // namespace gofuda::lab
