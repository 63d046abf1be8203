#include <array>
#include <cmath>

#include "core/draws.hpp"
#include "core/playout.hpp"
#include "core/sanitized.hpp"
#include "core/score.hpp"
#include "tests/unit/board_diagram.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/lots.hpp"
#include "tests/unit/naive_board.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

struct Averages {
  double moves = 0, wins = 0, passes = 0, capped = 0, score = 0;
};

Averages play_many(const Grid& grid, const Rules& rules, int games, std::uint64_t seed = 11) {
  Playout playout(grid, rules);
  Averages sums;
  const Board start(grid);
  Board board(grid);
  for (int i = 0; i < games; ++i) {
    Random random(seed, static_cast<std::uint64_t>(i));
    board = start;
    const PlayoutResult result = playout.run(board, Colour::black, random);
    sums.moves += result.moves;
    sums.passes += result.passes;
    sums.wins += result.score > 0;
    sums.score += result.score;
    sums.capped += result.capped;
  }
  const double n = games;
  return {sums.moves / n, sums.wins / n, sums.passes / n, sums.capped / n, sums.score / n};
}

// The same game by the book: list the moves, choose one.
Averages play_many_naively(const Grid& grid, const Rules& rules, int games, std::uint64_t seed) {
  Averages sums;
  for (int game = 0; game < games; ++game) {
    Random random(seed, static_cast<std::uint64_t>(game));
    NaiveBoard board(grid);
    std::vector<std::pair<PointSet, PointSet>> history{{{}, {}}};
    std::vector<Colour> movers{Colour::black};
    int moves = 0, passes = 0, in_row = 0;
    Colour c = Colour::black;
    for (; in_row < 2 && moves < 3 * grid.area(); ++moves, c = opposite(c)) {
      std::vector<NaiveBoard> next;
      grid.points().for_each([&](Point p) {
        if (!board.legal(p, c) || board.is_eye(p, c)) return;
        NaiveBoard after = board;
        UnitResult result;
        if (!after.apply({{}, {}, {{p, c}}}, c, {}, result)) return;
        if (rules.ko == KoRule::none) after.set_ko(kNoPoint);
        const std::pair stones(after.points_of(Colour::black), after.points_of(Colour::white));
        for (std::size_t i = 0; i < history.size(); ++i) {
          const bool same = history[i] == stones;
          if (same && rules.ko == KoRule::positional) return;
          if (same && rules.ko == KoRule::situational && movers[i] == opposite(c)) return;
        }
        next.push_back(after);
      });
      if (next.empty()) {
        ++passes, ++in_row;
        board.set_ko(kNoPoint);
      } else {
        in_row = 0;
        board = next[random.below(static_cast<std::uint32_t>(next.size()))];
      }
      history.emplace_back(board.points_of(Colour::black), board.points_of(Colour::white));
      movers.push_back(opposite(c));
    }
    int score = board.points_of(Colour::black).count() - board.points_of(Colour::white).count();
    board.points_of(Colour::empty).for_each([&](Point p) {
      bool black = true, white = true;
      for (Point n : board.neighbours(p)) {
        black &= board.at(n) == Colour::black;
        white &= board.at(n) == Colour::white;
      }
      score += black - white;
    });
    sums.moves += moves;
    sums.passes += passes;
    sums.wins += score > 0;
    sums.score += score;
  }
  const double n = games;
  return {sums.moves / n, sums.wins / n, sums.passes / n, 0, sums.score / n};
}

struct PlayoutCounts {
  long moves = 0, passes_by_superko = 0;
  std::array<long, 2> refused{};  // by superko, by colour
  long refused_captures = 0, refused_suicides = 0;
  long allowed_repetitions = 0;  // of the stones, with the other side to move
};

// Follows a random game move by move, by cutting it short after each: the points drawn are taken in the order in which
// the game draws them, and the first that can be played by the book must be the move.
struct Replay {
  Replay(const Grid& on, const Rules& under, std::uint64_t game) : grid(on), rules(under), seed(game), start(on) {}

  void follow() {
    Playout playout(grid, rules);
    Random random(seed);
    Draws draws(random.next());
    NaiveBoard naive(grid);
    for (Colour c : {Colour::black, Colour::white}) start.points_of(c).for_each([&](Point p) { naive.set(p, c); });
    naive.set_ko(start.ko());
    Board before = start;
    Colour c = Colour::black;
    bool ended = false, passed = false;
    for (int limit = 1; !ended; ++limit, c = opposite(c)) {
      history.push_back({naive.points_of(Colour::black), naive.points_of(Colour::white), c, passed});
      const NaiveBoard last = naive;
      passed = !move(before, naive, c, draws);
      Board board = start;
      random = Random(seed);
      const PlayoutResult result = playout.run(board, Colour::black, random, limit);
      ended = !result.capped || limit == 3 * grid.area();
      if (result.moves != limit) FAIL("a game of " << result.moves << " moves instead of " << limit);
      bool same = rules.ko == KoRule::none || naive.ko() == board.ko();
      for (Colour d : {Colour::black, Colour::white}) same &= naive.points_of(d) == board.points_of(d);
      if (!same) FAIL("after\n" << picture(last, grid) << "came\n" << picture(board, grid));
      before = board;
      ++counts.moves;
    }
  }

  // False for a pass.
  bool move(const Board& before, NaiveBoard& naive, Colour c, Draws& draws) {
    std::vector<Point> empty;
    for (int i = 0; i < before.empty_count(); ++i) empty.push_back(before.empty(i));
    bool refused = false;
    for (; !empty.empty(); empty.pop_back()) {
      const std::size_t i = draws.below(static_cast<std::uint32_t>(empty.size()));
      const Point p = empty[i];
      empty[i] = empty.back();
      const bool suicide = naive.is_suicide(p, c);
      if (naive.is_eye(p, c) || (suicide && alone(naive, p, c)) || (rules.ko != KoRule::none && p == naive.ko()))
        continue;
      NaiveBoard after = naive;
      UnitResult result;
      if (!after.apply({{}, {}, {{p, c}}}, c, {rules.suicide, CaptureOrder::colour, OnSuicide::refuse}, result))
        continue;
      if (!repeats(after, opposite(c))) {
        naive = after;
        if (rules.ko == KoRule::natural && history.back().passed)
          naive.set_ko(kNoPoint);  // no play has made that board
        return true;
      }
      refused = true;
      ++counts.refused[static_cast<std::size_t>(index(c) - 1)];
      counts.refused_suicides += suicide;
      counts.refused_captures += !result.captured[static_cast<std::size_t>(index(opposite(c)))].empty();
    }
    naive.set_ko(kNoPoint);
    counts.passes_by_superko += refused;
    return false;
  }

  static bool alone(const NaiveBoard& naive, Point p, Colour c) {
    for (Point n : naive.neighbours(p))
      if (naive.at(n) == c) return false;
    return true;
  }

  struct Situation {
    PointSet black, white;
    Colour to_move;
    bool passed;  // just before
  };

  bool repeats(const NaiveBoard& board, Colour to_move) {
    if (!is_superko(rules.ko)) return false;
    const PointSet black = board.points_of(Colour::black), white = board.points_of(Colour::white);
    bool stood = false;
    for (const Situation& s : history) {
      if (s.black != black || s.white != white) continue;
      const bool made_by_play = rules.ko != KoRule::natural || !s.passed;
      if (rules.ko == KoRule::positional || (s.to_move == to_move && made_by_play)) return true;
      stood = true;
    }
    counts.allowed_repetitions += stood;
    return false;
  }

  const Grid& grid;
  Rules rules;
  std::uint64_t seed;
  Board start;
  std::vector<Situation> history;
  PlayoutCounts counts;
};

PlayoutCounts follow_games(const std::vector<Grid>& grids, const Rules& rules, int games) {
  PlayoutCounts sum;
  for (const Grid& grid : grids)
    for (int game = 0; game < games; ++game) {
      Replay replay(grid, rules, static_cast<std::uint64_t>(game));
      if (game % 2) {  // goes on from the middle of another game
        Random random(static_cast<std::uint64_t>(game), 1);
        Playout(grid, rules).run(replay.start, Colour::black, random, grid.area());
      }
      replay.follow();
      const PlayoutCounts& c = replay.counts;
      sum.moves += c.moves;
      sum.passes_by_superko += c.passes_by_superko;
      for (std::size_t i : {0, 1}) sum.refused[i] += c.refused[i];
      sum.refused_captures += c.refused_captures;
      sum.refused_suicides += c.refused_suicides;
      sum.allowed_repetitions += c.allowed_repetitions;
    }
  return sum;
}

// Area, komi left out: stones, and empty points from which one colour only is reached, step by step.
int lead_by_flood(const NaiveBoard& board) {
  int lead = board.points_of(Colour::black).count() - board.points_of(Colour::white).count();
  for (PointSet left = board.points_of(Colour::empty); !left.empty();) {
    const PointSet region = board.chain(left.first());
    std::array<bool, 4> touched{};
    region.for_each([&](Point p) {
      for (Point n : board.neighbours(p)) touched[static_cast<std::size_t>(index(board.at(n)))] = true;
    });
    lead += touched[1] == touched[2] ? 0 : touched[1] ? region.count() : -region.count();
    left -= region;
  }
  return lead;
}

}  // namespace

TEST_CASE("random games are as long and as even as they should be", "[playout]") {
  struct Expected {
    int size, games;
    double moves, moves_band, wins;
  };
  // Bands of about four standard errors: a game's length varies by 7, 10 and 14 moves; a win is a toss of a coin.
  for (const Expected& e :
       {Expected{9, 40000, 111.0, 0.2, .525}, {13, 16000, 219.4, 0.4, .518}, {19, 6000, 455.4, 0.8, .512}}) {
    const int share = kSanitized ? 16 : 1;
    const Averages a = play_many(Grid(e.size, e.size), Rules{}, e.games / share);
    INFO("size " << e.size << " moves " << a.moves << " wins " << a.wins << " passes " << a.passes << " score "
                 << a.score);
    CHECK(std::abs(a.moves - e.moves) < e.moves_band * std::sqrt(share));
    CHECK(std::abs(a.wins - e.wins) < 2 / std::sqrt(e.games / share));
    CHECK(a.capped == 0);
    CHECK(a.passes >= 2);
    CHECK(a.passes < 5);
  }
}

TEST_CASE("random games under every ko rule agree with games by the book", "[playout][differential][minutes]") {
  const PointSet hole = points("B2");
  for (KoRule ko : {KoRule::simple, KoRule::positional, KoRule::situational, KoRule::natural, KoRule::none})
    for (const Grid& grid : {Grid(3, 3), Grid(4, 3, hole)}) {
      Rules rules;
      rules.ko = ko;
      const int games = 1000;
      const Averages naive = play_many_naively(grid, rules, games, 5), fast = play_many(grid, rules, 20 * games, 6);
      INFO("ko " << find_rule_field("ko")->get(rules) << " area " << grid.area() << ": moves " << fast.moves << " and "
                 << naive.moves << ", wins " << fast.wins << " and " << naive.wins << ", passes " << fast.passes
                 << " and " << naive.passes);
      CHECK(std::abs(fast.moves - naive.moves) < 0.04 * naive.moves);
      CHECK(std::abs(fast.wins - naive.wins) < 0.05);
      CHECK(std::abs(fast.passes - naive.passes) < 0.07 * naive.passes);
    }
}

TEST_CASE("random games are move by move those by the book", "[playout][differential][minutes]") {
  const PointSet hole = points("B2");
  // On lines, and around holes, boards come again the most.
  const std::vector<Grid> grids{Grid(2, 2), Grid(2, 3),  Grid(3, 3), Grid(4, 3, hole),
                                Grid(4, 4), Grid(2, 5),  Grid(5, 5), Grid(5, 5, points("B2 B4 D2 D4")),
                                Grid(7, 1), Grid(12, 1), Grid(20, 1)};
  const int share = test::share(1);
  for (KoRule ko : {KoRule::simple, KoRule::positional, KoRule::situational, KoRule::natural, KoRule::none})
    for (SuicideRule suicide : {SuicideRule::forbidden, SuicideRule::multi_stone, SuicideRule::allowed}) {
      const bool superko = is_superko(ko);
      Rules rules;
      rules.ko = ko;
      rules.suicide = suicide;
      const PlayoutCounts sum = follow_games(grids, rules,
                                             (!superko                ? 30
                                              : ko == KoRule::natural ? 1500
                                                                      : 600) /
                                                 share);
      INFO("ko " << static_cast<int>(ko) << " suicide " << static_cast<int>(suicide) << ": moves " << sum.moves
                 << ", passes by superko " << sum.passes_by_superko << ", refused " << sum.refused[0] << " and "
                 << sum.refused[1] << ", of these captures " << sum.refused_captures << ", suicides "
                 << sum.refused_suicides << ", allowed repetitions " << sum.allowed_repetitions);
      CHECK(sum.moves > 2'000 / share);
      if (!superko) continue;
      CHECK(sum.refused[0] > 300 / share);
      CHECK(sum.refused[1] > 300 / share);
      CHECK(sum.refused_captures > 300 / share);
      CHECK(sum.passes_by_superko > 300 / share);
      CHECK((sum.refused_suicides > 3 / share) == (suicide != SuicideRule::forbidden));
      CHECK((sum.allowed_repetitions > 300 / share) == (ko >= KoRule::situational));
    }
}

TEST_CASE("random games on joined edges and in hexagons are move by move those by the book",
          "[playout][lattice][differential][minutes]") {
  const PointSet hole = points("B2");
  long refused_captures = 0;
  for (const Topology& topology : kTopologies) {
    if (topology.plain()) continue;
    INFO("columns " << topology.wraps_columns << " rows " << topology.wraps_rows << " hex " << topology.hex);
    std::vector<Grid> grids{Grid(3, 3, {}, {}, topology), Grid(4, 3, hole, {}, topology), Grid(5, 4, {}, {}, topology),
                            Grid(5, 5, points("B2 B4 D2 D4"), {}, topology)};
    if (!topology.wraps_rows) grids.emplace_back(7, 1, PointSet{}, std::vector<Region>{}, topology);
    if (!topology.wraps_columns) grids.emplace_back(1, 8, PointSet{}, std::vector<Region>{}, topology);
    for (KoRule ko : {KoRule::simple, KoRule::positional, KoRule::situational, KoRule::natural, KoRule::none})
      for (SuicideRule suicide : {SuicideRule::forbidden, SuicideRule::allowed}) {
        Rules rules;
        rules.ko = ko;
        rules.suicide = suicide;
        const bool superko = is_superko(ko);
        const PlayoutCounts sum = follow_games(grids, rules, superko ? 100 : 20);
        CHECK(sum.moves > 300);
        refused_captures += sum.refused_captures;
      }
  }
  CHECK(refused_captures > 100);
}

TEST_CASE("areas are counted around joined edges and in hexagons", "[playout][lattice]") {
  for (const Topology& topology : kTopologies)
    for (const Grid& grid : {Grid(5, 4, points("B2"), {}, topology), Grid(9, 9, {}, {}, topology)}) {
      Playout playout(grid, Rules{});
      for (int game = 0; game < 40; ++game) {
        Board board(grid);
        Random random(5, static_cast<std::uint64_t>(game));
        // To the end, and on odd games only so far that there are regions of many points.
        const int most = game % 2 ? grid.area() / 2 : 3 * grid.area();
        const PlayoutResult result = playout.run(board, Colour::black, random, most);
        NaiveBoard naive(grid);
        for (Colour c : {Colour::black, Colour::white}) board.points_of(c).for_each([&](Point p) { naive.set(p, c); });
        Rules rules;
        rules.komi = 0;
        const int lead = lead_by_flood(naive);
        CHECK(count(board, grid, {}, rules).margin() == kWholePoint * lead);
        if (!result.capped) CHECK(result.score == lead);
      }
    }
}

TEST_CASE("a finished random game leaves a sound board and nothing to play", "[playout]") {
  for (int size : {1, 2, 5, 9, 13, 19, 25})
    for (KoRule ko : {KoRule::none, KoRule::simple, KoRule::positional, KoRule::situational, KoRule::natural})
      for (SuicideRule suicide :
           {SuicideRule::forbidden, SuicideRule::whole, SuicideRule::multi_stone, SuicideRule::allowed}) {
        const Grid grid(size, size, size == 9 ? points("A1 E5 E6") : PointSet{});
        Rules rules;
        rules.ko = ko;
        rules.suicide = suicide;
        Playout playout(grid, rules);
        for (int game = 0; game < (kSanitized ? 2 : 6); ++game) {
          Board board(grid);
          Random random(size, static_cast<std::uint64_t>(game));
          const PlayoutResult result = playout.run(board, Colour::black, random);
          INFO("size " << size << " ko " << static_cast<int>(ko) << " suicide " << static_cast<int>(suicide) << "\n"
                       << picture(board, grid));
          NaiveBoard naive(grid);
          std::uint64_t hash = 0;
          for (Colour c : {Colour::black, Colour::white})
            board.points_of(c).for_each([&](Point p) {
              naive.set(p, c);
              hash ^= zobrist(p, c);
            });
          CHECK(board.hash() == hash);
          CHECK(naive.without_liberties(Colour::black).empty());
          CHECK(naive.without_liberties(Colour::white).empty());
          if (result.capped || suicide >= SuicideRule::multi_stone) continue;
          CHECK(result.score == count(board, grid, {}, rules).margin() / kWholePoint);
          if (is_superko(ko)) continue;
          board.points_of(Colour::empty).for_each([&](Point p) {
            for (Colour c : {Colour::black, Colour::white}) CHECK((naive.is_eye(p, c) || !naive.legal(p, c)));
          });
        }
      }
}

TEST_CASE("a board is as good as new after a random game", "[playout]") {
  const Grid grid(9, 9);
  const auto hash_of = [](const Board& board) {
    std::uint64_t hash = 0;
    for (Colour c : {Colour::black, Colour::white})
      board.points_of(c).for_each([&](Point p) { hash ^= zobrist(p, c); });
    return hash;
  };
  Random random(17);
  for (int game = 0; game < 200; ++game) {
    Rules rules;
    rules.ko = static_cast<KoRule>(game % 4);
    Board board(grid);
    Playout playout(grid, rules);
    playout.run(board, Colour::black, random);
    REQUIRE(board.hash() == hash_of(board));
    for (int i = 0; i < 60; ++i) {
      if (i == 30) playout.run(board, Colour::white, random);
      const Point p = grid.points().nth(static_cast<int>(random.below(81)));
      const Colour c = static_cast<Colour>(random.below(3));
      if (c != Colour::empty && board.legal(p, c))
        board.play(p, c);
      else
        board.set(p, c);
      const Board copy = board;
      REQUIRE(copy == board);
      REQUIRE(copy.hash() == hash_of(board));
      PointSet listed;
      for (int k = 0; k < board.empty_count(); ++k) listed.insert(board.empty(k));
      REQUIRE(listed == board.points_of(Colour::empty));
    }
  }
}

TEST_CASE("where suicide is allowed, games still end", "[playout]") {
  Rules rules;
  rules.suicide = SuicideRule::allowed;
  const Averages a = play_many(Grid(9, 9), rules, 2000);
  INFO("moves " << a.moves << " wins " << a.wins << " capped " << a.capped);
  CHECK(a.capped < 0.01);
  CHECK(a.moves > 105);
  CHECK(a.moves < 135);
  rules.ko = KoRule::positional;
  CHECK(play_many(Grid(9, 9), rules, 2000).capped == 0);
}

TEST_CASE("a random game honours the ko it starts from and is the same every time", "[playout]") {
  const Diagram d = diagram(R"(
    # # . # #
    # X O # #
    X O . O .
    # X O # #
    # # . # #)");
  Board start = d.board;
  start.play(point("C3"), Colour::black);
  REQUIRE(start.ko() == point("B3"));
  Rules rules;
  rules.passes_to_end = 1;
  Playout playout(d.grid, rules);
  Board board = start;
  Random random(1);
  const PlayoutResult result = playout.run(board, Colour::white, random);
  CHECK(result.moves == 1);
  CHECK(result.passes == 1);
  CHECK(board.at(point("B3")) == Colour::empty);

  const Grid grid(9, 9);
  Playout again(grid, Rules{});
  Board one(grid), two(grid);
  Random first(3, 4), second(3, 4);
  CHECK(again.run(one, Colour::black, first).moves == again.run(two, Colour::black, second).moves);
  CHECK(one == two);
  CHECK(first.counter() == second.counter());
}
