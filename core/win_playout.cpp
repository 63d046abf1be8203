#include "core/win_playout.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace gofuda {

namespace {

constexpr std::array kRowSteps{1, kStride, kStride + 1, kStride - 1};  // Grid::line_steps of a plain board, in cells

}  // namespace

bool WinPlayout::fits(const Ruleset& rules) {
  int ahead = 0;  // stones that Black has set more than White
  for (const Stone& s : rules.setup) ahead += s.colour == Colour::black ? 1 : -1;
  const bool in_turn = rules.rules.stones == 0 || std::abs(ahead) <= 1;  // to their last stones
  return in_turn && rules.plain && rules.rules.captures == CaptureOrder::none && !rules.wins.scripted();
}

WinPlayout::WinPlayout(const Ruleset& rules)
    : rules_(rules), small_(rules.grid.area() <= 64), used_cells_(rules.grid.cells()) {
  std::array<int, kCells> number{};
  start_cells_.fill(static_cast<std::uint8_t>(Colour::off));
  rules.grid.points().for_each([&](Point p) {
    number[p] = static_cast<int>(cell_of_.size());
    cell_of_.push_back(p);
    start_cells_[p] = 0;
  });
  std::array<int, 2> set{};
  for (const Stone& s : rules.setup) {
    start_cells_[s.point] = static_cast<std::uint8_t>(s.colour);
    const auto side = static_cast<std::size_t>(index(seat_of(s.colour)));
    if (small_) start_own_[side] |= std::uint64_t{1} << number[s.point];
    ++set[side];
  }
  start_stones_ = set[0] + set[1];
  for (Point p : cell_of_)
    if (start_cells_[p] == 0)
      start_[static_cast<std::size_t>(start_points_++)] = small_ ? static_cast<Point>(number[p]) : p;
  most_moves_ = start_points_;
  if (rules.rules.stones > 0) most_moves_ = std::min(most_moves_, 2 * rules.rules.stones - start_stones_);
  for (const Opening& o : rules.openings) last_opening_ = std::max(last_opening_, o.stones);

  int smallest = std::numeric_limits<int>::max();
  std::vector<std::vector<Mask>> through(cell_of_.size());
  for (std::size_t i = 0; i < rules.wins.conditions().size(); ++i) {
    const WinCondition& w = rules.wins.conditions()[i];
    const std::uint32_t bit = std::uint32_t{1} << i;
    if (w.line > 0 && rules.grid.lattice().plain())
      rows_.push_back({w.line, bit});
    else
      pictures_ |= bit;
    for (const PointSet& pattern : w.patterns) {
      smallest = std::min(smallest, pattern.count());
      std::uint64_t mask = 0;
      if (small_) pattern.for_each([&](Point p) { mask |= std::uint64_t{1} << number[p]; });
      pattern.for_each([&](Point p) { through[static_cast<std::size_t>(number[p])].push_back({mask, bit}); });
    }
  }
  // A side that has set fewer stones than the smallest pattern has cannot have won.
  first_win_ = start_stones_ > 0 || smallest > 1000 ? 0 : 2 * smallest - 1;
  begin_.push_back(0);
  for (const auto& here : through) {
    masks_.insert(masks_.end(), here.begin(), here.end());
    begin_.push_back(static_cast<std::uint32_t>(masks_.size()));
  }
}

inline std::uint32_t WinPlayout::small_wins(std::uint16_t point, std::uint64_t own) const {
  const Mask* const end = masks_.data() + begin_[point + 1u];
  std::uint32_t won = 0;
  for (const Mask* m = masks_.data() + begin_[point]; m != end; ++m) won |= (m->points & ~own) == 0 ? m->condition : 0;
  return won;
}

inline std::uint32_t WinPlayout::large_wins(Point p, std::uint8_t colour) const {
  std::uint32_t won = 0;
  if (!rows_.empty()) {
    int longest = 1;
    for (int step : kRowSteps) {
      int row = 1;
      for (const std::uint8_t* q = &cells_[p] + step; *q == colour; q += step) ++row;
      for (const std::uint8_t* q = &cells_[p] - step; *q == colour; q -= step) ++row;
      longest = std::max(longest, row);
    }
    for (const Row& r : rows_)
      if (longest >= r.length) won |= r.condition;
  }
  if (pictures_) {
    auto at = [&](Point q) { return static_cast<Colour>(cells_[q]); };
    won |= rules_.wins.met_through(at, p, static_cast<Colour>(colour)) & pictures_;
  }
  return won;
}

// One of the points that the opening rule leaves to the next stone: its place in the list, or -1 when there is none.
int WinPlayout::draw_open(Draws& draws, int left, int stones) const {
  PointSet closed;
  for (const Opening& o : rules_.openings)
    if (o.stones == stones) closed |= o.closed;
  std::array<int, kMaxSide * kMaxSide> open;
  int n = 0;
  for (int i = 0; i < left; ++i) {
    const Point p = points_[static_cast<std::size_t>(i)];
    if (!closed.contains(small_ ? cell_of_[p] : p)) open[static_cast<std::size_t>(n++)] = i;
  }
  return n == 0 ? -1 : open[draws.below(static_cast<std::uint32_t>(n))];
}

template <bool kSmall>
WinPlayoutResult WinPlayout::play_out(Seat first, Draws& draws) {
  WinPlayoutResult result;
  std::array<std::uint64_t, 2> own = start_own_;
  std::memcpy(points_.data(), start_.data(), sizeof(Point) * static_cast<std::size_t>(start_points_));
  if (!kSmall) std::memcpy(cells_.data(), start_cells_.data(), static_cast<std::size_t>(used_cells_));
  auto side = static_cast<unsigned>(index(first));
  for (int left = start_points_; result.moves < most_moves_; side ^= 1) {
    int place = 0;
    if (start_stones_ + result.moves > last_opening_) [[likely]]
      place = static_cast<int>(draws.below(static_cast<std::uint32_t>(left)));
    else if ((place = draw_open(draws, left, start_stones_ + result.moves)) < 0)
      return result;
    Point& drawn = points_[static_cast<std::size_t>(place)];
    const Point p = drawn;
    drawn = points_[static_cast<std::size_t>(--left)];
    ++result.moves;
    if constexpr (kSmall)
      own[side] |= std::uint64_t{1} << p;
    else
      cells_[p] = static_cast<std::uint8_t>(side + 1);
    if (result.moves < first_win_) continue;
    if constexpr (kSmall)
      result.won_by = small_wins(p, own[side]);
    else
      result.won_by = large_wins(p, static_cast<std::uint8_t>(side + 1));
    if (result.won_by) {
      result.winner = static_cast<Colour>(side + 1);
      return result;
    }
  }
  return result;
}

WinPlayoutResult WinPlayout::run(Seat first, Random& random) {
  Draws draws(random.next());
  return small_ ? play_out<true>(first, draws) : play_out<false>(first, draws);
}

}  // namespace gofuda
