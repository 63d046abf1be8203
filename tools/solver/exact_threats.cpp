#include "tools/solver/exact_threats.hpp"

#include "core/random.hpp"

namespace gofuda::tools {

namespace {}  // namespace

ThreatSearch::ThreatSearch(CountedBoard& board, SearchBudget& budget)
    : board_(board), budget_(budget), failures_(1u << 16), threats_(kMaxSide * kMaxSide) {}

void ThreatSearch::forget() { std::fill(failures_.begin(), failures_.end(), Failure{}); }

std::uint64_t ThreatSearch::key(int side) const {
  int symmetry;
  return mix64(board_.hash(symmetry) + static_cast<std::uint64_t>(side) + 1);
}

int ThreatSearch::win(int side, int most) {
  if (board_.alive(side, 2) == 0 && board_.alive(side, 1) == 0) return 0;
  most = std::min(most, 2 * std::min(board_.left(side), board_.vacant()) - 1);
  end_ = budget_.nodes() + kMostNodes;
  for (int length = 3;; length += 2) {
    line_.clear();
    cut_ = false;
    if (const int found = try_win(side, std::min(length, most))) return found;
    if (!cut_ || length >= most || budget_.nodes() >= end_ || budget_.spent()) return 0;
  }
}

// All threats of a stone, or of one on the point `only`, if that is not -1. True if one of them threatens twice: it is
// the last, with the line of play filled in.
bool ThreatSearch::collect(int side, int only, std::vector<Threat>& out) {
  out.clear();
  bool twice = false;
  board_.for_each_near(side, 2, [&](int pattern) {
    if (twice) return;
    std::array<int, 2> two{};
    std::size_t n = 0;
    board_.for_each_point(pattern, [&](int p) {
      if (board_.empty(p) && n < 2) two[n++] = p;
    });
    for (std::size_t i : {0u, 1u}) {
      const Threat threat{two[i], two[1 - i]};
      if ((only >= 0 && threat.at != only) || twice) continue;
      for (const Threat& t : out)
        if (t.at == threat.at && t.answer != threat.answer && !twice) {
          line_ = {threat.answer, t.answer, threat.at};
          completing_ = 2;
          twice = true;
        }
      out.push_back(threat);
    }
  });
  return twice;
}

int ThreatSearch::try_win(int side, int most) {
  if (!budget_.spend() || budget_.nodes() >= end_) return cut_ = true, 0;
  std::array<int, 2> points{};
  if (board_.completing(side, points) > 0) {
    line_ = {points[0]};
    completing_ = 1;
    return most >= 1;
  }
  if (most < 3 || board_.alive(side, 2) == 0) return cut_ |= most < 3, 0;
  const int threatened = board_.completing(1 - side, points);
  if (threatened == 2) return 0;
  const std::uint64_t k = key(side);
  Failure& failure = failures_[k % failures_.size()];
  if (failure.key == k && failure.most >= most) return cut_ |= failure.most != kAnyLength, 0;
  std::vector<Threat>& threats = threats_[ply_];
  if (collect(side, threatened == 1 ? points[0] : -1, threats)) return 3;
  const bool cut_before = cut_;
  cut_ = false;
  for (const Threat& t : threats)
    if (const int found = follow(side, most, t)) return found;
  if (!budget_.spent() && budget_.nodes() < end_) failure = {k, cut_ ? most : kAnyLength};
  cut_ |= cut_before;
  return 0;
}

int ThreatSearch::follow(int side, int most, Threat threat) {
  if (most < 5) return cut_ = true, 0;
  board_.set(side, threat.at);
  board_.set(1 - side, threat.answer);
  ++ply_;
  const int found = try_win(side, most - 2);
  --ply_;
  board_.take_back(1 - side, threat.answer);
  board_.take_back(side, threat.at);
  if (!found) return 0;
  line_.push_back(threat.answer);
  line_.push_back(threat.at);
  return found + 2;
}

// The line's own points; and whatever could become a threat of the other side's together with its answers, so that it
// need not answer as it must.
ThreatSearch::Zone ThreatSearch::spoilers(int side) const {
  Zone zone, answers;
  for (std::size_t i = 0; i < line_.size(); ++i) {
    zone.set(static_cast<std::size_t>(line_[i]));
    if (i < completing_ || (i - completing_) % 2 == 1) answers.set(static_cast<std::size_t>(line_[i]));
  }
  const int other = 1 - side;
  for (int p = 0; p < board_.patterns(); ++p) {
    if (board_.count(side, p) > 0) continue;
    int missing = 0;
    board_.for_each_point(
        p, [&](int point) { missing += board_.empty(point) && !answers[static_cast<std::size_t>(point)]; });
    if (missing > 2 || board_.count(other, p) == board_.size(p)) continue;
    board_.for_each_point(p, [&](int point) {
      if (board_.empty(point)) zone.set(static_cast<std::size_t>(point));
    });
  }
  return zone;
}

}  // namespace gofuda::tools
