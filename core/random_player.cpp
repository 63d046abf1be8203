#include "core/random_player.hpp"

#include <algorithm>

#include "core/dead_stones.hpp"
#include "core/enumerator.hpp"

namespace gofuda {

namespace {

constexpr int kDeadPlayouts = 100;

// A lone stone that comes off at once changes nothing, and games of such stones do not end.
bool lone(const Board& board, Point p, Colour c) {
  for (int d : kNeighbours)
    if (board.at(static_cast<Point>(p + d)) == c) return false;
  return true;
}

}  // namespace

PointSet draw_points(PointSet from, int n, Random& random) {
  PointSet drawn;
  for (int i = 0; i < n; ++i) {
    const Point p = from.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(from.count()))));
    from.erase(p);
    drawn.insert(p);
  }
  return drawn;
}

bool RandomPlayer::answer(const Question& q, const Observation& seen, std::vector<std::uint16_t>& out) {
  out.clear();
  switch (q.kind) {
    case QuestionKind::points:
      pick_points(q, out);
      return true;
    case QuestionKind::placement:
      pick_placement(q, out);
      return !out.empty();
    case QuestionKind::stone:
      pick_stone(q, seen, false, out);
      if (out.empty() && !q.may_pass) pick_stone(q, seen, true, out);
      return true;
    case QuestionKind::choice:
      out.push_back(static_cast<std::uint16_t>(random_.below(static_cast<std::uint32_t>(q.labels.size()))));
      return true;
    case QuestionKind::offer:
      if (q.may_pass)
        out.push_back(static_cast<std::uint16_t>(random_.below(static_cast<std::uint32_t>(q.cards.size() + 1))));
      else
        out.push_back(static_cast<std::uint16_t>(1 + random_.below(static_cast<std::uint32_t>(q.cards.size()))));
      return true;
    case QuestionKind::dead:
      mark_dead(seen.board(), seen.rules().grid, seen.rules().rules, kDeadPlayouts).dead.for_each([&](Point p) {
        out.push_back(p);
      });
      return true;
    case QuestionKind::chance:
    case QuestionKind::lot:
    case QuestionKind::toss:
      return false;
  }
  return false;
}

void RandomPlayer::pick_points(const Question& q, std::vector<std::uint16_t>& out) {
  int n = q.from.count(), size = q.least;
  if (q.most > q.least) {  // a size with the weight of the sets it has
    std::vector<std::uint16_t> whole;
    std::uint64_t total = answer_count(q);
    Random& r = random_;
    std::uint64_t k = static_cast<std::uint64_t>((static_cast<Wide>(r.next()) * total) >> 64);
    nth_answer(q, k, whole);
    size = static_cast<int>(whole.size());
  }
  while (static_cast<int>(out.size()) < size) {
    Point p = q.from.nth(static_cast<int>(random_.below(static_cast<std::uint32_t>(n))));
    if (std::find(out.begin(), out.end(), p) == out.end()) out.push_back(p);
  }
  if (!q.ordered) std::sort(out.begin(), out.end());
}

void RandomPlayer::pick_placement(const Question& q, std::vector<std::uint16_t>& out) {
  if (shape_.data() != q.shape.data() || shape_.size() != q.shape.size() || from_ != q.from) {  // else as before
    shape_ = q.shape;
    from_ = q.from;
    where_.resize(q.shape.size());
    for (std::size_t i = 0; i < q.shape.size(); ++i) where_[i] = anchors(q.shape[i], q.from);
  }
  std::array<int, 16> counts;
  int total = 0;
  for (std::size_t i = 0; i < q.shape.size(); ++i) total += counts[i] = where_[i].count();
  if (total == 0) return;
  int k = static_cast<int>(random_.below(static_cast<std::uint32_t>(total)));
  std::size_t i = 0;
  while (k >= counts[i]) k -= counts[i++];
  Point anchor = where_[i].nth(k);
  lay(q.shape[i], anchor, !q.ordered && two_coloured(q.shape), out);
  if (q.ordered) shuffle(out, random_);
}

void RandomPlayer::pick_stone(const Question& q, const Observation& seen, bool any, std::vector<std::uint16_t>& out) {
  const Board& board = seen.board();
  const Rules& rules = seen.rules().rules;
  int n = board.empty_count();
  points_.resize(static_cast<std::size_t>(n));
  for (int i = 0; i < n; ++i) points_[i] = board.empty(i);
  bool captures = rules.captures != CaptureOrder::none;
  while (n > 0) {
    int j = static_cast<int>(random_.below(static_cast<std::uint32_t>(n)));
    Point p = points_[j];
    points_[j] = points_[--n];
    if (!q.from.contains(p)) continue;
    if (captures && !any && !fill_eyes_ && board.is_eye(p, q.colour)) continue;
    if (captures && !any && rules.suicide == SuicideRule::allowed && board.is_suicide(p, q.colour) &&
        lone(board, p, q.colour))
      continue;
    if (!seen.is_legal_stone(p)) continue;
    out.push_back(p);
    return;
  }
}

}  // namespace gofuda
