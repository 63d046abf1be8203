#include "tools/players/answers.hpp"

#include <algorithm>

#include "core/enumerator.hpp"
#include "core/random_player.hpp"
#include "core/simulator.hpp"
#include "tools/players/best_first.hpp"
#include "tools/players/proposal.hpp"

namespace gofuda::tools {

namespace {

using Key = AnswerTree::Key;
using Candidate = AnswerTree::Candidate;

bool stones_matter(const Observation& seen) { return seen.rules().rules.captures != CaptureOrder::none; }

constexpr Prior kNothingKnown{4, 2}, kPass{10, 3};

constexpr Key placement(std::size_t orientation, Point anchor) { return static_cast<Key>(orientation << 16 | anchor); }
constexpr std::size_t orientation_of(Key k) { return k >> 16; }
constexpr Point anchor_of(Key k) { return static_cast<Point>(k & 0xffff); }

// f(key) for every way to lay the shape so that its own stones stand on all these points, be there room for it or not.
template <class F>
void each_cover(std::span<const Orientation> shape, const PointSet& points, F&& f) {
  const int wanted = points.count();
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const Orientation& o = shape[i];
    for (std::size_t at = 0; at < o.offsets.size(); ++at) {
      if (o.theirs[at]) continue;
      const int anchor = points.first() - o.offsets[at];
      int covered = 0;
      for (std::size_t s = 0; s < o.offsets.size(); ++s) {
        const int p = anchor + o.offsets[s];
        covered += !o.theirs[s] && p >= 0 && p < kCells && points.contains(static_cast<Point>(p));
      }
      if (covered == wanted && anchor >= 0) f(placement(i, static_cast<Point>(anchor)));
    }
  }
}

}  // namespace

bool AnswerBuilder::open(Key key) const {
  switch (q_.kind) {
    case QuestionKind::stone:
      return key == AnswerTree::kStop ? q_.may_pass : q_.from.contains(static_cast<Point>(key));
    case QuestionKind::points:
      if (key == AnswerTree::kStop) return size() >= q_.least;
      return q_.from.contains(static_cast<Point>(key)) && !chosen_.contains(static_cast<Point>(key));
    case QuestionKind::placement: {
      if (orientation_of(key) >= q_.shape.size()) return false;
      const Orientation& o = q_.shape[orientation_of(key)];
      return std::all_of(o.offsets.begin(), o.offsets.end(),
                         [&](int d) { return q_.from.contains(static_cast<Point>(anchor_of(key) + d)); });
    }
    case QuestionKind::choice:
      return key < q_.labels.size();
    case QuestionKind::offer:
      return key <= q_.cards.size() && (key > 0 || q_.may_pass);
    case QuestionKind::chance:
    case QuestionKind::lot:
    case QuestionKind::toss:
    case QuestionKind::dead:
      return false;
  }
  return false;
}

void AnswerBuilder::add(Key key) {
  complete_ = true;
  switch (q_.kind) {
    case QuestionKind::stone:
      return answer_.make_stone(key == AnswerTree::kStop ? kNoPoint : static_cast<Point>(key));
    case QuestionKind::points:
      if (key == AnswerTree::kStop) return;
      points_.push_back(static_cast<Point>(key));
      chosen_.insert(static_cast<Point>(key));
      complete_ = size() >= q_.most;
      return;
    case QuestionKind::placement:
      return lay(q_.shape[orientation_of(key)], anchor_of(key), !q_.ordered && two_coloured(q_.shape),
                 answer_.make_points());
    case QuestionKind::choice:
      return answer_.make_label(key);
    case QuestionKind::offer:
      return answer_.make_card(key);
    case QuestionKind::chance:
    case QuestionKind::lot:
    case QuestionKind::toss:
    case QuestionKind::dead:
      return;  // not built of shares
  }
}

// The shares that may come next, in a fixed order.
template <class F>
void AnswerBuilder::each_key(const Observation& seen, F&& f) const {
  switch (q_.kind) {
    case QuestionKind::stone: {
      const bool captures = stones_matter(seen);
      bool any = false;
      PointSet eyes;
      q_.from.for_each([&](Point p) {
        if (!seen.is_legal_stone(p)) return;
        if (captures && seen.board().is_eye(p, q_.colour)) return eyes.insert(p);
        any = true;
        f(Key{p});
      });
      if (!any && !q_.may_pass) eyes.for_each([&](Point p) { f(Key{p}); });
      if (q_.may_pass) f(AnswerTree::kStop);
      return;
    }
    case QuestionKind::points:
      (q_.from - chosen_).for_each([&](Point p) { f(Key{p}); });
      if (size() >= q_.least) f(AnswerTree::kStop);
      return;
    case QuestionKind::placement:
      for (std::size_t i = 0; i < q_.shape.size(); ++i)
        anchors(q_.shape[i], q_.from).for_each([&](Point anchor) { f(placement(i, anchor)); });
      return;
    case QuestionKind::choice:
      for (std::size_t i = 0; i < q_.labels.size(); ++i) f(static_cast<Key>(i));
      return;
    case QuestionKind::offer:
      for (std::size_t i = q_.may_pass ? 0 : 1; i <= q_.cards.size(); ++i) f(static_cast<Key>(i));
      return;
    case QuestionKind::chance:
    case QuestionKind::lot:
    case QuestionKind::toss:
    case QuestionKind::dead:
      return;
  }
}

void AnswerBuilder::stones(const Observation& seen, Knowledge& knowledge, std::vector<Candidate>& out) const {
  const bool captures = stones_matter(seen), wins = knowledge.wins.any();
  if (captures) knowledge.captures.look(seen.board(), seen.rules().grid, q_.colour, seen.last_point());
  if (wins) knowledge.wins.look(seen.board(), q_.colour);
  each_key(seen, [&](Key key) {
    if (key == AnswerTree::kStop) return out.push_back({key, out.empty() ? kNothingKnown : kPass});
    const auto p = static_cast<Point>(key);
    Prior prior;
    if (captures) prior = knowledge.captures.of(p);
    if (wins) {
      const Prior more = knowledge.wins.of(p);
      prior.games += more.games, prior.wins += more.wins;
    }
    out.push_back({key, prior});
  });
}

// Points of a set; where they are vacant, stones are likely to land on them, all at once.
void AnswerBuilder::points(const Observation& seen, Knowledge& knowledge, std::vector<Candidate>& out) const {
  const bool known = stones_matter(seen) && seen.board().points_of(Colour::empty).contains_all(q_.from);
  std::array<Prior, kCells> together{};
  if (known) {
    knowledge.captures.look(seen.board(), seen.rules().grid, colour_of(q_.seat), seen.last_point());
    knowledge.captures.for_each_taken(q_.most - size(), q_.from, chosen_, [&](const PointSet& left, const Prior& more) {
      left.for_each([&](Point p) { together[p].games += more.games, together[p].wins += more.wins; });
    });
  }
  each_key(seen, [&](Key key) {
    if (key == AnswerTree::kStop) return out.push_back({key, kNothingKnown});
    const auto p = static_cast<Point>(key);
    Prior prior = known && seen.is_legal_stone(p) ? knowledge.captures.of(p) : kNothingKnown;
    prior.games += together[p].games, prior.wins += together[p].wins;
    out.push_back({key, prior});
  });
}

// What is known of a placement is what is known of its own stones, on the average, and what it takes as a whole.
void AnswerBuilder::placements(const Observation& seen, Knowledge& knowledge, std::vector<Candidate>& out) const {
  const bool known = stones_matter(seen);
  if (known) knowledge.captures.look(seen.board(), seen.rules().grid, q_.colour, seen.last_point());
  std::array<Prior, kCells> prior;
  if (known)
    q_.from.for_each([&](Point p) { prior[p] = seen.is_legal_stone(p) ? knowledge.captures.of(p) : kNothingKnown; });
  std::vector<Candidate> taken;
  if (known)
    knowledge.captures.for_each_taken(q_.most, q_.from, {}, [&](const PointSet& left, const Prior& more) {
      each_cover(q_.shape, left, [&](Key key) { taken.push_back({key, more}); });
    });
  const auto before = [](const Candidate& a, const Candidate& b) { return a.key < b.key; };
  std::stable_sort(taken.begin(), taken.end(), before);
  auto more = taken.begin();
  each_key(seen, [&](Key key) {
    const Orientation& o = q_.shape[orientation_of(key)];
    const Point anchor = anchor_of(key);
    Prior sum;
    float stones = 0;
    for (std::size_t s = 0; s < o.offsets.size() && known; ++s) {
      if (o.theirs[s]) continue;
      const Prior& one = prior[static_cast<std::size_t>(anchor + o.offsets[s])];
      sum.games += one.games, sum.wins += one.wins, ++stones;
    }
    if (stones > 0) sum.games /= stones, sum.wins /= stones;
    if (stones == 0) sum = kNothingKnown;
    for (more = std::lower_bound(more, taken.end(), Candidate{key, {}}, before);
         more != taken.end() && more->key == key; ++more)
      sum.games += more->prior.games, sum.wins += more->prior.wins;
    out.push_back({key, sum});
  });
}

void AnswerBuilder::candidates(const Observation& seen, Knowledge& knowledge, Random& random,
                               std::vector<Candidate>& out) const {
  out.clear();
  switch (q_.kind) {
    case QuestionKind::stone:
      stones(seen, knowledge, out);
      break;
    case QuestionKind::points:
      points(seen, knowledge, out);
      break;
    case QuestionKind::placement:
      placements(seen, knowledge, out);
      break;
    case QuestionKind::choice:
    case QuestionKind::offer:
    case QuestionKind::chance:
    case QuestionKind::lot:
    case QuestionKind::toss:
    case QuestionKind::dead:
      each_key(seen, [&](Key key) { out.push_back({key, kNothingKnown}); });
  }
  shuffle(out, random);
  sort_best_first(std::span(out), [](const Candidate& c) { return c.prior.wins / c.prior.games; });
}

void AnswerBuilder::keys(const Observation& seen, std::vector<Key>& out) const {
  out.clear();
  each_key(seen, [&](Key key) { out.push_back(key); });
}

void AnswerBuilder::complete_at_random(Random& random) {
  const PointSet left = q_.from - chosen_;
  const int wanted = std::min(left.count(), std::max(0, q_.least - size()));
  std::vector<Point> more;
  const PointSet drawn = draw_points(left, wanted, random);
  drawn.for_each([&](Point p) { more.push_back(p); });
  chosen_ |= drawn;
  shuffle(more, random);
  points_.insert(points_.end(), more.begin(), more.end());
  complete_ = true;
}

void AnswerBuilder::take(Answer& out) {
  if (!is_set()) {
    std::swap(out, answer_);
    return;
  }
  if (!q_.ordered) std::sort(points_.begin(), points_.end());
  out.make_points().swap(points_);
}

void own_stones_of(const Question& q, Key key, std::vector<Point>& out) {
  const Orientation& o = q.shape[orientation_of(key)];
  for (std::size_t s = 0; s < o.offsets.size(); ++s)
    if (!o.theirs[s]) out.push_back(static_cast<Point>(anchor_of(key) + o.offsets[s]));
}

void draw_answer(const Question& q, Random& random, Answer& out) {
  nth_answer(q, random.next() % std::max<std::uint64_t>(1, answer_count(q)), out);
}

void any_answer(const Question& q, const Observation& seen, Random& random, Answer& out) {
  const bool found = seen.refused() > 0 && seen.simulator() && seen.simulator()->find_answer(q, random, out);
  if (!found) draw_answer(q, random, out);
}

void answer_dead(const Observation& seen, bool any, Answer& out) {
  std::vector<Point>& dead = out.make_points();
  if (any) proposal(seen.rules(), seen.board()).dead.for_each([&](Point p) { dead.push_back(p); });
}

}  // namespace gofuda::tools
