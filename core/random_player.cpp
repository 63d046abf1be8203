#include "core/random_player.hpp"

#include <algorithm>

#include "core/dead_stones.hpp"
#include "core/enumerator.hpp"

namespace gofuda {

namespace {

constexpr int kDeadPlayouts = 100;

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

bool RandomPlayer::answer(const Question& q, const Observation& seen, Answer& out) {
  switch (q.kind) {
    case QuestionKind::points:
      pick_points(q, out);
      return true;
    case QuestionKind::placement:
      return pick_placement(q, out);
    case QuestionKind::stone:
      if (!pick_stone(q, seen, false, out) && !q.may_pass) pick_stone(q, seen, true, out);
      return true;
    case QuestionKind::choice:
      out.make_label(random_.below(static_cast<std::uint32_t>(q.labels.size())));
      return true;
    case QuestionKind::offer:
      if (q.may_pass)
        out.make_card(random_.below(static_cast<std::uint32_t>(q.cards.size() + 1)));
      else
        out.make_card(1 + random_.below(static_cast<std::uint32_t>(q.cards.size())));
      return true;
    case QuestionKind::dead: {
      std::vector<Point>& dead = out.make_points();
      mark_dead(seen.board(), seen.rules().grid, seen.rules().rules, {.playouts = kDeadPlayouts})
          .dead.for_each([&](Point p) { dead.push_back(p); });
      return true;
    }
    case QuestionKind::chance:
    case QuestionKind::lot:
    case QuestionKind::toss:
      return false;
  }
  return false;
}

namespace {

constexpr int kFewPoints = 16;

// As few points are drawn, but what has been drawn is not looked for in a list.
void draw_many(Random& random, const Question& q, int size, std::vector<Point>& points) {
  const auto n = static_cast<std::uint32_t>(q.from.count());
  PointSet drawn;
  while (static_cast<int>(points.size()) < size) {
    const Point p = q.from.nth(static_cast<int>(random.below(n)));
    if (drawn.contains(p)) continue;
    drawn.insert(p);
    points.push_back(p);
  }
  if (!q.ordered) std::sort(points.begin(), points.end());
}

}  // namespace

void RandomPlayer::pick_points(const Question& q, Answer& out) {
  int n = q.from.count(), size = q.least;
  if (q.most > q.least) {  // a size with the weight of the sets it has
    std::uint64_t total = answer_count(q);
    Random& r = random_;
    std::uint64_t k = static_cast<std::uint64_t>((static_cast<Wide>(r.next()) * total) >> 64);
    nth_answer(q, k, out);
    size = static_cast<int>(out.points().size());
  }
  std::vector<Point>& points = out.make_points();
  if (size > kFewPoints) return draw_many(random_, q, size, points);
  while (static_cast<int>(points.size()) < size) {
    Point p = q.from.nth(static_cast<int>(random_.below(static_cast<std::uint32_t>(n))));
    if (std::find(points.begin(), points.end(), p) == points.end()) points.push_back(p);
  }
  if (!q.ordered) std::sort(points.begin(), points.end());
}

bool RandomPlayer::pick_placement(const Question& q, Answer& out) {
  if (shape_.data() != q.shape.data() || shape_.size() != q.shape.size() || from_ != q.from) {  // else as before
    shape_ = q.shape;
    from_ = q.from;
    where_.resize(q.shape.size());
    ways_.resize(q.shape.size());
    all_ways_ = 0;
    for (std::size_t i = 0; i < q.shape.size(); ++i) {
      where_[i] = anchors(q.shape[i], q.from);
      all_ways_ += ways_[i] = where_[i].count();
    }
  }
  if (all_ways_ == 0) return false;
  int k = static_cast<int>(random_.below(static_cast<std::uint32_t>(all_ways_)));
  std::size_t i = 0;
  while (k >= ways_[i]) k -= ways_[i++];
  Point anchor = where_[i].nth(k);
  std::vector<Point>& points = out.make_points();
  lay(q.shape[i], anchor, !q.ordered && two_coloured(q.shape), points);
  if (q.ordered) shuffle(points, random_);
  return true;
}

// False where there is none: a pass then.
bool RandomPlayer::pick_stone(const Question& q, const Observation& seen, bool any, Answer& out) {
  const Board& board = seen.board();
  const Rules& rules = seen.rules().rules;
  const bool choosy = !any && rules.captures != CaptureOrder::none;
  const auto will_do = [&](Point p) {
    if (!q.from.contains(p)) return false;
    if (choosy && !fill_eyes_ && board.is_eye(p, q.colour)) return false;
    // A lone stone that comes off at once changes nothing, and games of such stones do not end.
    if (choosy && rules.suicide == SuicideRule::allowed &&
        board.is_forbidden_suicide(p, q.colour, SuicideRule::multi_stone))
      return false;
    return seen.is_legal_stone(p);
  };
  const int all = board.empty_count();
  for (int n = all; n > 0;) {
    const int j = static_cast<int>(random_.below(static_cast<std::uint32_t>(n)));
    const Point p = n == all ? board.empty(j) : points_[j];
    if (will_do(p)) {
      out.make_stone(p);
      return true;
    }
    if (n == all) {  // mostly the first draw will do, and no list is needed
      points_.resize(static_cast<std::size_t>(n));
      for (int i = 0; i < n; ++i) points_[i] = board.empty(i);
    }
    points_[j] = points_[--n];
  }
  out.make_pass();
  return false;
}

}  // namespace gofuda
