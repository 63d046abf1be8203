#include "core/question.hpp"

#include <algorithm>

#include "core/random.hpp"

namespace gofuda {

namespace {

using Answer = std::span<const std::uint16_t>;

PointSet only(Point p) {
  PointSet set;
  set.insert(p);
  return set;
}

Verdict judge_points(const Question& q, Answer answer) {
  PointSet seen;
  for (std::uint16_t p : answer) {
    if (seen.contains(p)) return Verdict::no(Reason::repeated_point, only(p));
    if (!q.from.contains(p)) return Verdict::no(Reason::not_a_candidate, only(p));
    seen.insert(p);
  }
  int n = static_cast<int>(answer.size());
  if (n < q.least || n > q.most) return Verdict::no(Reason::wrong_count, seen);
  return Verdict::ok();
}

Verdict judge_placement(const Question& q, Answer answer) {
  PointSet points;
  std::array<Point, kMaxSide * kMaxSide> buffer;
  if (answer.size() > buffer.size()) return Verdict::no(Reason::wrong_count);
  std::copy(answer.begin(), answer.end(), buffer.begin());
  std::span<Point> sorted(buffer.data(), answer.size());
  std::sort(sorted.begin(), sorted.end());
  for (Point p : sorted) {
    if (points.contains(p)) return Verdict::no(Reason::repeated_point, points);
    points.insert(p);
  }
  if (match(q.shape, sorted) < 0) return Verdict::no(Reason::not_a_placement, points);
  if (!q.from.contains_all(points)) return Verdict::no(Reason::occupied, points - q.from);
  return Verdict::ok();
}

}  // namespace

std::string_view question_kind_name(QuestionKind a) {
  static constexpr std::string_view names[] = {"points", "placement", "stone", "choice", "offer",
                                               "chance", "lot",       "toss",  "dead"};
  return names[static_cast<int>(a)];
}

OfferedCard Question::offered(std::uint16_t answer) const {
  if (answer == 0) return {};
  const auto taken = cards.begin() + (answer - 1);
  return {*taken, static_cast<std::uint16_t>(std::count(cards.begin(), taken, *taken))};
}

std::uint16_t Question::place_of(OfferedCard taken) const {
  if (taken.id == kNoCard) return 0;
  std::uint16_t before = 0;
  for (std::size_t i = 0; i < cards.size(); ++i)
    if (cards[i] == taken.id && before++ == taken.which) return static_cast<std::uint16_t>(i + 1);
  return static_cast<std::uint16_t>(cards.size() + 1);
}

std::uint64_t QuestionKey::hash() const {
  const auto byte = [](auto x, int at) { return static_cast<std::uint64_t>(x) << at; };
  return mix64(byte(kind, 0) | byte(seat, 8) | byte(script.role, 16) | byte(script.moment, 24) | byte(card, 32) |
               byte(number, 48)) ^
         mix64(0x9e3779b97f4a7c15ull + script.card);
}

bool asks_points(QuestionKind kind) {
  return kind == QuestionKind::points || kind == QuestionKind::placement || kind == QuestionKind::stone ||
         kind == QuestionKind::lot || kind == QuestionKind::dead;
}

Verdict judge(const Question& q, Answer answer, const Grid& grid) {
  if (asks_points(q.kind)) {
    for (std::uint16_t p : answer)
      if (!grid.exists(p)) return Verdict::no(Reason::off_board, p < kCells ? only(p) : PointSet());
  }
  switch (q.kind) {
    case QuestionKind::points:
    case QuestionKind::lot:
      return judge_points(q, answer);
    case QuestionKind::dead: {
      Verdict v = judge_points(q, answer);
      if (v.reason == Reason::not_a_candidate) v.reason = Reason::not_a_stone;
      return v;
    }
    case QuestionKind::placement:
      return judge_placement(q, answer);
    case QuestionKind::stone: {
      if (answer.empty()) return q.may_pass ? Verdict::ok() : Verdict::no(Reason::wrong_count);
      if (answer.size() > 1) return Verdict::no(Reason::wrong_count);
      if (q.from.contains(answer[0])) return Verdict::ok();
      if (q.closed.contains(answer[0])) return Verdict::no(Reason::opening, only(answer[0]));
      return Verdict::no(q.restricted ? Reason::not_a_candidate : Reason::occupied, only(answer[0]));
    }
    case QuestionKind::choice:
    case QuestionKind::toss:
      return answer.size() == 1 && answer[0] < q.labels.size() ? Verdict::ok() : Verdict::no(Reason::not_an_option);
    case QuestionKind::offer:
      return answer.size() == 1 && answer[0] <= q.cards.size() && (answer[0] > 0 || q.may_pass)
                 ? Verdict::ok()
                 : Verdict::no(Reason::not_an_option);
    case QuestionKind::chance: {
      std::vector<CardId> a(answer.begin(), answer.end()), b = q.cards;
      std::sort(a.begin(), a.end());
      std::sort(b.begin(), b.end());
      return a == b ? Verdict::ok() : Verdict::no(Reason::not_an_option);
    }
  }
  return Verdict::ok();
}

Verdict judge(const Question& q, Answer answer, const Grid& grid, const Board& board) {
  Verdict v = judge(q, answer, grid);
  if (v.reason != Reason::not_a_candidate || (q.kind != QuestionKind::points && q.kind != QuestionKind::stone))
    return v;
  const PointSet stones = board.stones();
  if (!q.from.intersects(stones) && stones.contains_all(v.points)) v.reason = Reason::occupied;
  return v;
}

}  // namespace gofuda
