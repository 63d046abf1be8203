#include "core/question_kinds.hpp"

#include <algorithm>
#include <array>

#include "core/log.hpp"
#include "core/random.hpp"

namespace gofuda {

namespace {

using Numbers = std::span<const std::uint16_t>;

// --- what may be answered

Verdict judge_points(const Question& q, Numbers answer) {
  PointSet seen;
  for (Point p : answer) {
    if (seen.contains(p)) return Verdict::no(Reason::repeated_point, PointSet::only(p));
    if (!q.from.contains(p)) return Verdict::no(Reason::not_a_candidate, PointSet::only(p));
    seen.insert(p);
  }
  int n = static_cast<int>(answer.size());
  if (n < q.least || n > q.most) return Verdict::no(Reason::wrong_count, seen);
  return Verdict::ok();
}

// Of a shape of both colours that lies there in several ways: do the first points named, one's own, tell which?
bool tells_colours(const Question& q, std::span<const Point> sorted, Numbers named) {
  if (q.ordered || !two_coloured(q.shape)) return true;
  int ways = 0;
  for (const Orientation& o : q.shape) {
    if (match({&o, 1}, sorted) < 0) continue;
    ++ways;
    const auto own = static_cast<std::size_t>(std::count(o.theirs.begin(), o.theirs.end(), false));
    PointSet first;
    for (Point p : named.first(own)) first.insert(p);
    bool so = true;
    for (std::size_t i = 0; i < sorted.size(); ++i) so &= first.contains(sorted[i]) != bool{o.theirs[i]};
    if (so) return true;
  }
  return ways < 2;
}

Verdict judge_placement(const Question& q, Numbers answer) {
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
  if (!tells_colours(q, sorted, answer))
    return Verdict::no(Reason::not_a_placement, points,
                       "it lies there in several ways; name the points of your own stones first, then the others");
  return Verdict::ok();
}

Verdict judge_dead(const Question& q, Numbers answer) {
  Verdict v = judge_points(q, answer);
  if (v.reason == Reason::not_a_candidate) v.reason = Reason::not_a_stone;
  return v;
}

Verdict judge_stone(const Question& q, Numbers answer) {
  if (answer.empty()) return q.may_pass ? Verdict::ok() : Verdict::no(Reason::wrong_count);
  if (answer.size() > 1) return Verdict::no(Reason::wrong_count);
  if (q.from.contains(answer[0])) return Verdict::ok();
  if (q.closed.contains(answer[0])) return Verdict::no(Reason::opening, PointSet::only(answer[0]));
  return Verdict::no(q.restricted ? Reason::not_a_candidate : Reason::occupied, PointSet::only(answer[0]));
}

Verdict one_of(Numbers answer, std::size_t first, std::size_t end) {
  return answer.size() == 1 && answer[0] >= first && answer[0] < end ? Verdict::ok()
                                                                     : Verdict::no(Reason::not_an_option);
}
Verdict judge_label(const Question& q, Numbers answer) { return one_of(answer, 0, q.labels.size()); }
Verdict judge_card(const Question& q, Numbers answer) { return one_of(answer, q.may_pass ? 0 : 1, q.cards.size() + 1); }

Verdict judge_pile(const Question& q, Numbers answer) {
  std::vector<CardId> named(answer.begin(), answer.end()), wanted = q.cards;
  std::sort(named.begin(), named.end());
  std::sort(wanted.begin(), wanted.end());
  return named == wanted ? Verdict::ok() : Verdict::no(Reason::not_an_option);
}

// --- counted

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
void put_in_order(std::uint64_t k, std::vector<Point>& out) {
  for (std::size_t left = out.size(); left > 1; --left) {
    std::uint64_t rest = 1;
    for (std::size_t i = 2; i < std::min<std::size_t>(left, 21); ++i) rest *= i;
    auto first = out.end() - static_cast<std::ptrdiff_t>(left);
    auto chosen = first + static_cast<std::ptrdiff_t>(std::min<std::uint64_t>(k / rest, left - 1));
    std::rotate(first, chosen, chosen + 1);
    k %= rest;
  }
}

void unrank_points(const Question& q, std::uint64_t k, std::vector<Point>& out) {
  if (q.least == 1 && q.most == 1) return out.push_back(q.from.nth(static_cast<int>(k)));
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

std::uint64_t count_points(const Question& q) {
  std::uint64_t total = 0;
  int n = q.from.count();
  for (int size = q.least; size <= std::min(q.most, n); ++size)
    total = std::min(kMany, total + times(binomial(n, size), orders(q, size)));
  return total;
}
void nth_points(const Question& q, std::uint64_t k, Answer& out) { unrank_points(q, k, out.make_points()); }

std::uint64_t count_placements(const Question& q) {
  std::uint64_t total = 0;
  for (const Orientation& o : q.shape) total += static_cast<std::uint64_t>(anchors(o, q.from).count());
  return times(total, orders(q, q.least));
}
void nth_placement(const Question& q, std::uint64_t k, Answer& out) {
  std::vector<Point>& points = out.make_points();
  std::uint64_t order = k % orders(q, q.least);
  k /= orders(q, q.least);
  for (const Orientation& o : q.shape) {
    PointSet where = anchors(o, q.from);
    auto n = static_cast<std::uint64_t>(where.count());
    if (k < n) {
      lay(o, where.nth(static_cast<int>(k)), !q.ordered && two_coloured(q.shape), points);
      if (q.ordered) put_in_order(order, points);
      return;
    }
    k -= n;
  }
}

std::uint64_t count_stones(const Question& q) {
  return static_cast<std::uint64_t>(q.from.count()) + (q.may_pass ? 1 : 0);
}
void nth_stone(const Question& q, std::uint64_t k, Answer& out) {
  out.make_stone(k < static_cast<std::uint64_t>(q.from.count()) ? q.from.nth(static_cast<int>(k)) : kNoPoint);
}

std::uint64_t count_labels(const Question& q) { return q.labels.size(); }
void nth_label(const Question&, std::uint64_t k, Answer& out) { out.make_label(k); }

std::uint64_t count_cards(const Question& q) { return q.cards.size() + (q.may_pass ? 1 : 0); }
void nth_card(const Question& q, std::uint64_t k, Answer& out) { out.make_card(k + (q.may_pass ? 0 : 1)); }

std::uint64_t count_one(const Question&) { return 1; }
void pile_as_it_is(const Question& q, std::uint64_t, Answer& out) {
  out.make_pile().assign(q.cards.begin(), q.cards.end());
}
void first_points(const Question& q, std::uint64_t, Answer& out) {
  std::vector<Point>& points = out.make_points();
  for (int i = 0; i < q.least; ++i) points.push_back(q.from.nth(i));
}
void none_dead(const Question&, std::uint64_t, Answer& out) { out.make_points(); }

constexpr QuestionKindRow kRows[] = {
    {QuestionKind::points, "points", AnswerForm::points, "", "points", judge_points, count_points, nth_points},
    {QuestionKind::placement, "placement", AnswerForm::points, "", "where to lay a shape", judge_placement,
     count_placements, nth_placement},
    {QuestionKind::stone, "stone", AnswerForm::stone, "pass", "a stone", judge_stone, count_stones, nth_stone},
    {QuestionKind::choice, "choice", AnswerForm::label, "", "a label", judge_label, count_labels, nth_label},
    {QuestionKind::offer, "offer", AnswerForm::card, "decline", "a card", judge_card, count_cards, nth_card},
    {QuestionKind::chance, "chance", AnswerForm::pile, "", "the order of a pile", judge_pile, count_one, pile_as_it_is},
    {QuestionKind::lot, "lot", AnswerForm::points, "", "points by lot", judge_points, count_one, first_points},
    {QuestionKind::toss, "toss", AnswerForm::label, "", "a label by lot", judge_label, count_one, nth_label},
    {QuestionKind::dead, "dead", AnswerForm::points, "none", "which stones are dead", judge_dead, count_one, none_dead},
};

constexpr bool each_has_its_row() {
  for (std::size_t i = 0; i < std::size(kRows); ++i)
    if (kRows[i].kind != static_cast<QuestionKind>(i)) return false;
  return true;
}
static_assert(each_has_its_row() && std::size(kRows) == static_cast<std::size_t>(QuestionKind::dead) + 1);

}  // namespace

const QuestionKindRow& row_of(QuestionKind kind) { return kRows[static_cast<std::size_t>(kind)]; }
std::string_view question_kind_name(QuestionKind kind) { return row_of(kind).name; }
std::uint64_t answer_count(const Question& q) { return row_of(q.kind).count(q); }
void nth_answer(const Question& q, std::uint64_t k, Answer& out) { row_of(q.kind).nth(q, k, out); }

void read_item(const Question& q, Numbers numbers, Answer& out) {
  const AnswerForm form = form_of(q.kind);
  if (form == AnswerForm::label) {
    const auto at = std::find(q.labels.begin(), q.labels.end(), unpack_label(numbers));
    out.make_label(static_cast<std::size_t>(at - q.labels.begin()));
  } else if (form == AnswerForm::card) {
    out.make_card(q.place_of(unpack_card(numbers)));
  } else {
    out.make_from(form, numbers);
  }
}

Verdict judge(const Question& q, const Answer& answer, const Grid& grid) {
  const QuestionKindRow& row = row_of(q.kind);
  if (answer.form() != row.form) return Verdict::no(Reason::not_an_option);
  if (row.form == AnswerForm::points || row.form == AnswerForm::stone)
    for (Point p : answer.numbers())
      if (!grid.exists(p)) return Verdict::no(Reason::off_board, p < kCells ? PointSet::only(p) : PointSet());
  return row.judge(q, answer.numbers());
}

Verdict judge(const Question& q, const Answer& answer, const Grid& grid, const Board& board) {
  Verdict v = judge(q, answer, grid);
  if (v.reason == Reason::not_a_candidate || v.reason == Reason::occupied) {
    PointSet walls;
    v.points.for_each([&](Point p) {
      if (board.at(p) == Colour::off) walls.insert(p);
    });
    if (!walls.empty()) return Verdict::no(Reason::off_board, walls);
  }
  if (v.reason != Reason::not_a_candidate || (q.kind != QuestionKind::points && q.kind != QuestionKind::stone))
    return v;
  const PointSet stones = board.stones();
  if (!q.from.intersects(stones) && stones.contains_all(v.points)) v.reason = Reason::occupied;
  return v;
}

}  // namespace gofuda
