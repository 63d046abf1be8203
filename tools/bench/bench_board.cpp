// Benchmarks of stones: copying a board, reading it, random games, several stones at once.
#include <benchmark/benchmark.h>

#include <array>
#include <string>
#include <vector>

#include "core/playout.hpp"
#include "core/win_playout.hpp"
#include "tools/bench/bench.hpp"

namespace gofuda {
namespace {

constexpr std::array kSizes{9, 13, 19};

// A board some way into a random game: about half its points hold stones.
Board midgame(const Grid& grid, std::uint64_t seed) {
  Board board(grid);
  Random random(seed);
  Colour c = Colour::black;
  for (int move = 0; move < grid.area() / 2; ++move, c = opposite(c)) {
    const Point p = board.empty(static_cast<int>(random.below(static_cast<std::uint32_t>(board.empty_count()))));
    if (board.legal(p, c) && !board.is_eye(p, c)) board.play(p, c);
  }
  board.set_ko(kNoPoint);
  return board;
}

void copy_board(benchmark::State& state, int size) {
  const Board from = midgame(Grid(size, size), 1);
  Board to = from;
  for (auto _ : state) {
    to = from;
    benchmark::DoNotOptimize(&to);
    benchmark::ClobberMemory();
  }
}

void list_points(benchmark::State& state, int size, Colour c) {
  const Board board = midgame(Grid(size, size), 1);
  for (auto _ : state) {
    PointSet set = board.points_of(c);
    benchmark::DoNotOptimize(set);
  }
}

void play_out(benchmark::State& state, int size, KoRule ko) {
  Rules rules;
  rules.ko = ko;
  go_playouts(state, Grid(size, size), rules);
}

enum class UnitKind { place, recolour, remove };

Unit random_unit(const Board& board, UnitKind kind, int stones, Colour c, Random& random) {
  Unit unit;
  const PointSet from = board.points_of(kind == UnitKind::place ? Colour::empty : opposite(c));
  PointSet chosen;
  while (chosen.count() < stones)
    chosen.insert(from.nth(static_cast<int>(random.below(static_cast<std::uint32_t>(from.count())))));
  chosen.for_each([&](Point p) {
    if (kind == UnitKind::place) unit.place.push_back({p, c});
    if (kind == UnitKind::recolour) unit.recolour.push_back({p, c});
    if (kind == UnitKind::remove) unit.remove.push_back(p);
  });
  return unit;
}

// Time for a copy of the board and one unit on it; see copy_board for the copy alone.
void apply_unit(benchmark::State& state, int size, UnitKind kind, int stones) {
  const Grid grid(size, size);
  Random random(2);
  std::vector<std::pair<Board, Unit>> cases;
  for (int i = 0; i < 64; ++i) {
    const Board board = midgame(grid, random.next());
    cases.emplace_back(board, random_unit(board, kind, stones, Colour::black, random));
  }
  UnitResult result;
  Board board = cases.front().first;
  std::size_t next = 0;
  std::int64_t legal = 0;
  for (auto _ : state) {
    const auto& [start, unit] = cases[next++ % cases.size()];
    board = start;
    legal += static_cast<bool>(board.apply(unit, Colour::black, UnitRules{}, result));
  }
  state.counters["legal"] = static_cast<double>(legal) / static_cast<double>(state.iterations());
}

}  // namespace

void win_playouts(benchmark::State& state, const Ruleset& rules) {
  WinPlayout playout(rules);
  Random random(1);
  long games = 0, moves = 0, draws = 0;
  std::array<long, 2> won{};  // by the side that began, by the other
  for (auto _ : state) {
    const auto first = static_cast<Seat>(games & 1);
    const WinPlayoutResult r = playout.run(first, random);
    ++games;
    moves += r.moves;
    if (r.winner == Colour::empty)
      ++draws;
    else
      ++won[seat_of(r.winner) == first ? 0 : 1];
  }
  const auto n = static_cast<double>(games);
  state.counters["playouts/s"] = benchmark::Counter(n, benchmark::Counter::kIsRate);
  state.counters["length"] = static_cast<double>(moves) / n;
  state.counters["starter wins"] = static_cast<double>(won[0]) / n;
  state.counters["draws"] = static_cast<double>(draws) / n;
}

void go_playouts(benchmark::State& state, const Grid& grid, const Rules& rules) {
  Playout playout(grid, rules);
  Random random(1);
  const Board start(grid);
  Board board(grid);
  std::int64_t moves = 0;
  for (auto _ : state) {
    board = start;
    moves += playout.run(board, Colour::black, random).moves;
  }
  state.SetItemsProcessed(state.iterations());
  state.counters["ns/move"] =
      benchmark::Counter(static_cast<double>(moves) * 1e-9, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void register_board_benchmarks() {
  for (int size : kSizes) {
    const std::string at = '/' + std::to_string(size);
    benchmark::RegisterBenchmark(("board/copy" + at).c_str(), copy_board, size);
    benchmark::RegisterBenchmark(("board/points_of_empty" + at).c_str(), list_points, size, Colour::empty);
    benchmark::RegisterBenchmark(("board/place_3" + at).c_str(), apply_unit, size, UnitKind::place, 3);
    benchmark::RegisterBenchmark(("board/recolour_2" + at).c_str(), apply_unit, size, UnitKind::recolour, 2);
    benchmark::RegisterBenchmark(("board/remove_3" + at).c_str(), apply_unit, size, UnitKind::remove, 3);
    benchmark::RegisterBenchmark(("playout/simple_ko" + at).c_str(), play_out, size, KoRule::simple);
    benchmark::RegisterBenchmark(("playout/positional_superko" + at).c_str(), play_out, size, KoRule::positional);
  }
}

}  // namespace gofuda
