#include "core/enumerator.hpp"

#include <algorithm>

namespace gofuda {

bool Enumerator::answer(const Question& q, const Observation&, Answer& out) {
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
  return board.lattice().with([&](auto lattice) {
    for (const Orientation& o : shape) {
      const auto beside_room = [&](Point anchor, int offset) {
        for (int i = 0; i < lattice.kBeside; ++i) {
          const Point n = lattice.beside(static_cast<Point>(anchor + offset), i);
          if (vacant.contains(n) && !std::binary_search(o.offsets.begin(), o.offsets.end(), n - anchor)) return true;
        }
        return false;
      };
      PointSet where = anchors(o, free);
      for (Point a = where.first(); a != kNoPoint; where.erase(a), a = where.first())
        if (std::all_of(o.offsets.begin(), o.offsets.end(), [&](int offset) { return beside_room(a, offset); }))
          return true;
    }
    return false;
  });
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
