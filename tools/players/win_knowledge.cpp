#include "tools/players/win_knowledge.hpp"

#include <algorithm>
#include <cmath>

namespace gofuda::tools {

namespace {

constexpr float kWins = 1000, kBlocks = 200, kForks = 100, kElsewhere = 100;  // as many games, won or lost
constexpr float kGames = 40, kSpread = 0.35f;
constexpr float kStep = 4;  // how much more a pattern weighs with one stone more

}  // namespace

Prior WinKnowledge::prior(bool fork, float weight) {
  Prior out;
  if (fork) return out.good(kForks), out;
  out.games = kGames;
  out.wins = kGames * (0.5f + kSpread * weight);
  return out;
}

float WinKnowledge::weight(int stones, int missing) { return std::pow(kStep, static_cast<float>(stones - missing)); }

bool WinKnowledge::any() const {
  const auto& all = rules_.wins.conditions();
  return std::any_of(all.begin(), all.end(), [](const WinCondition& w) { return !w.patterns.empty(); });
}

// A stone on either point threatens to complete a pattern on the other.
void WinKnowledge::note_threat(const PointSet& two) {
  const Point a = two.first(), b = two.nth(1);
  for (auto [p, q] : {std::pair{a, b}, {b, a}}) {
    if (threat_[p] != kNoPoint && threat_[p] != q) forks_.insert(p);
    threat_[p] = q;
  }
}

void WinKnowledge::look(const Board& board, Colour to_move) {
  weight_.fill(0);
  most_ = 0;
  wins_.clear();
  blocks_.clear();
  forks_.clear();
  threat_.fill(kNoPoint);
  const PointSet own = board.points_of(to_move), theirs = board.points_of(opposite(to_move));
  const PointSet vacant = board.points_of(Colour::empty);
  for (const WinCondition& w : rules_.wins.conditions())
    for (const PointSet& pattern : w.patterns) {
      const int mine = (pattern & own).count(), other = (pattern & theirs).count();
      const PointSet missing = pattern & vacant;
      const int left = missing.count();
      if ((mine && other) || left + mine + other < pattern.count() || left == 0) continue;
      if (left == 1) (other ? blocks_ : wins_).insert(missing.first());
      if (left == 2 && !other) note_threat(missing);
      const float more = weight(mine + other, left);
      missing.for_each([&](Point p) { most_ = std::max(most_, weight_[p] += more); });
    }
}

Prior WinKnowledge::of(Point p) const {
  Prior out;
  if (wins_.contains(p)) return out.good(kWins), out;
  if (blocks_.contains(p)) return out.good(kBlocks), out;
  if (!blocks_.empty()) return out.bad(kElsewhere), out;
  return prior(forks_.contains(p), most_ > 0 ? weight_[p] / most_ : 0);
}

Point WinKnowledge::completes(const Board& board, const PointSet& from, Colour c) const {
  for (int i = 0; i < board.empty_count(); ++i) {
    const Point p = board.empty(i);
    if (from.contains(p) && rules_.wins.met_through([&](Point q) { return q == p ? c : board.at(q); }, p, c)) return p;
  }
  return kNoPoint;
}

}  // namespace gofuda::tools
