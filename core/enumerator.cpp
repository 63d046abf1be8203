#include "core/enumerator.hpp"

#include <algorithm>

namespace gofuda {

namespace {

constexpr std::uint64_t kMany = std::uint64_t{1} << 62;

std::uint64_t binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  k = std::min(k, n - k);
  Wide r = 1;
  for (int i = 1; i <= k; ++i) {
    r = r * static_cast<unsigned>(n - k + i) / static_cast<unsigned>(i);
    if (r > kMany) return kMany;
  }
  return static_cast<std::uint64_t>(r);
}

// The k-th subset of {0..n-1} of the given size, in lexicographic order.
void unrank(int n, int size, std::uint64_t k, std::vector<int>& out) {
  out.clear();
  for (int i = 0; i < n && size > 0; ++i) {
    std::uint64_t with = binomial(n - i - 1, size - 1);
    if (k < with) {
      out.push_back(i);
      --size;
    } else {
      k -= with;
    }
  }
}

// How many answers one set of points stands for: its orders, where the order matters.
std::uint64_t orders(const Question& q, int size) {
  std::uint64_t n = 1;
  for (int i = 2; q.ordered && i <= std::min(size, 20); ++i) n = std::min(kMany, n * static_cast<std::uint64_t>(i));
  return n;
}

std::uint64_t times(std::uint64_t a, std::uint64_t b) { return static_cast<Wide>(a) * b > kMany ? kMany : a * b; }

// The k-th order of what `out` holds in ascending order.
void put_in_order(std::uint64_t k, std::vector<std::uint16_t>& out) {
  for (std::size_t left = out.size(); left > 1; --left) {
    std::uint64_t rest = 1;
    for (std::size_t i = 2; i < std::min<std::size_t>(left, 21); ++i) rest *= i;
    auto first = out.end() - static_cast<std::ptrdiff_t>(left);
    auto chosen = first + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(k / rest, left - 1));
    std::rotate(first, chosen, chosen + 1);
    k %= rest;
  }
}

void unrank_points(const Question& q, std::uint64_t k, std::vector<std::uint16_t>& out) {
  static thread_local std::vector<int> chosen;
  int n = q.from.count(), size = q.least;
  while (size < q.most && k >= times(binomial(n, size), orders(q, size)))
    k -= times(binomial(n, size), orders(q, size)), ++size;
  std::uint64_t order = k % orders(q, size);
  unrank(n, size, k / orders(q, size), chosen);
  static thread_local std::vector<Point> members;
  members.clear();
  q.from.for_each([](Point p) { members.push_back(p); });
  for (int i : chosen) out.push_back(members[i]);
  if (q.ordered) put_in_order(order, out);
}

}  // namespace

std::uint64_t answer_count(const Question& q) {
  switch (q.kind) {
    case QuestionKind::points: {
      std::uint64_t total = 0;
      int n = q.from.count();
      for (int size = q.least; size <= std::min(q.most, n); ++size)
        total = std::min(kMany, total + times(binomial(n, size), orders(q, size)));
      return total;
    }
    case QuestionKind::placement: {
      std::uint64_t total = 0;
      for (const Orientation& o : q.shape) total += static_cast<std::uint64_t>(anchors(o, q.from).count());
      return times(total, orders(q, q.least));
    }
    case QuestionKind::stone:
      return static_cast<std::uint64_t>(q.from.count()) + (q.may_pass ? 1 : 0);
    case QuestionKind::choice:
      return q.labels.size();
    case QuestionKind::offer:
      return q.cards.size() + (q.may_pass ? 1 : 0);
    case QuestionKind::chance:
    case QuestionKind::lot:
    case QuestionKind::toss:
    case QuestionKind::dead:  // of all answers, only that nothing is dead
      return 1;
  }
  return 0;
}

void nth_answer(const Question& q, std::uint64_t k, std::vector<std::uint16_t>& out) {
  out.clear();
  switch (q.kind) {
    case QuestionKind::points:
      return unrank_points(q, k, out);
    case QuestionKind::placement: {
      std::uint64_t order = k % orders(q, q.least);
      k /= orders(q, q.least);
      for (const Orientation& o : q.shape) {
        PointSet where = anchors(o, q.from);
        auto n = static_cast<std::uint64_t>(where.count());
        if (k >= n) {
          k -= n;
          continue;
        }
        lay(o, where.nth(static_cast<int>(k)), !q.ordered && two_coloured(q.shape), out);
        if (q.ordered) put_in_order(order, out);
        return;
      }
      return;
    }
    case QuestionKind::stone:
      if (k < static_cast<std::uint64_t>(q.from.count())) out.push_back(q.from.nth(static_cast<int>(k)));
      return;
    case QuestionKind::choice:
    case QuestionKind::toss:
      out.push_back(static_cast<std::uint16_t>(k));
      return;
    case QuestionKind::offer:
      out.push_back(static_cast<std::uint16_t>(k + (q.may_pass ? 0 : 1)));
      return;
    case QuestionKind::chance:
      out.assign(q.cards.begin(), q.cards.end());
      return;
    case QuestionKind::lot:
      for (int i = 0; i < q.least; ++i) out.push_back(q.from.nth(i));
      return;
    case QuestionKind::dead:
      return;
  }
}

bool Enumerator::answer(const Question& q, const Observation&, std::vector<std::uint16_t>& out) {
  if (depth_ == digits_.size()) {
    std::uint64_t size = answer_count(q);
    if (size == 0) return false;
    digits_.push_back({0, size});
  }
  nth_answer(q, digits_[depth_++].value, out);
  return true;
}

bool Enumerator::advance() {
  digits_.resize(std::min(depth_, digits_.size()));
  while (!digits_.empty()) {
    if (++digits_.back().value < digits_.back().size) return true;
    digits_.pop_back();
  }
  return false;
}

bool fits_with_room(const Board& board, std::span<const Orientation> shape, Point ko) {
  const PointSet vacant = board.points_of(Colour::empty);
  PointSet free = vacant;
  if (ko != kNoPoint) free.erase(ko);
  for (const Orientation& o : shape) {
    const auto beside_room = [&](Point anchor, int offset) {
      return std::any_of(kNeighbours.begin(), kNeighbours.end(), [&](int step) {
        return vacant.contains(static_cast<Point>(anchor + offset + step)) &&
               !std::binary_search(o.offsets.begin(), o.offsets.end(), offset + step);
      });
    };
    PointSet where = anchors(o, free);
    for (Point a = where.first(); a != kNoPoint; where.erase(a), a = where.first())
      if (std::all_of(o.offsets.begin(), o.offsets.end(), [&](int offset) { return beside_room(a, offset); }))
        return true;
  }
  return false;
}

bool find_placement(const Board& board, std::span<const Orientation> shape, Colour colour, const UnitRules& rules) {
  PointSet free = board.points_of(Colour::empty);
  std::optional<Board> trial;
  Unit unit;
  UnitResult result;
  for (const Orientation& o : shape) {
    PointSet where = anchors(o, free);
    for (Point a = where.first(); a != kNoPoint; where.erase(a), a = where.first()) {
      unit.clear();
      for (std::size_t i = 0; i < o.offsets.size(); ++i)
        unit.place.push_back({static_cast<Point>(a + o.offsets[i]), o.theirs[i] ? opposite(colour) : colour});
      if (!trial) trial = board;
      result.clear();
      if (trial->apply(unit, colour, rules, result)) return true;
    }
  }
  return false;
}

namespace {

// Can the stones from number `next` on be set in some order, after those before it?
bool settable(const Board& board, std::vector<Stone>& stones, std::size_t next, Colour mover, const UnitRules& rules,
              Point ko) {
  if (next == stones.size()) return true;
  const bool plain = rules.captures == CaptureOrder::colour && rules.suicide == SuicideRule::forbidden;
  Unit unit;
  UnitResult result;
  for (std::size_t i = next; i < stones.size(); ++i) {
    const auto [point, colour] = stones[i];
    if (board.at(point) != Colour::empty || point == ko) continue;
    if (plain && board.is_suicide(point, colour)) continue;
    if (plain && next + 1 == stones.size()) return true;
    std::swap(stones[next], stones[i]);
    unit.place.assign(1, stones[next]);
    result.clear();
    Board after = board;
    if (after.apply(unit, mover, rules, result) && settable(after, stones, next + 1, mover, rules, kNoPoint))
      return true;
    std::swap(stones[next], stones[i]);
  }
  return false;
}

// Can none of them be set whose point is taken now, even if all others stand?
bool blocked(const Board& board, std::span<const Stone> stones, const UnitRules& rules) {
  if (rules.suicide != SuicideRule::forbidden || rules.captures == CaptureOrder::none) return false;
  const Colour c = stones.front().colour;
  if (std::any_of(stones.begin(), stones.end(), [&](const Stone& s) { return s.colour != c; })) return false;
  return std::any_of(stones.begin(), stones.end(),
                     [&](const Stone& s) { return !board.is_vacated(s.point, c, stones); });
}

}  // namespace

bool find_placement_in_order(const Board& board, std::span<const Orientation> shape, Colour colour,
                             const UnitRules& rules, const PointSet& reachable, Point ko) {
  std::vector<Stone> stones;
  for (const Orientation& o : shape) {
    PointSet where = anchors(o, reachable);
    for (Point a = where.first(); a != kNoPoint; where.erase(a), a = where.first()) {
      stones.clear();
      for (std::size_t i = 0; i < o.offsets.size(); ++i)
        stones.push_back({static_cast<Point>(a + o.offsets[i]), o.theirs[i] ? opposite(colour) : colour});
      if (!blocked(board, stones, rules) && settable(board, stones, 0, colour, rules, ko)) return true;
    }
  }
  return false;
}

}  // namespace gofuda
