#include <algorithm>
#include <utility>
#include <vector>

#include "core/random.hpp"
#include "core/ways.hpp"
#include "tests/unit/board_diagram.hpp"
#include "tests/unit/catch.hpp"
#include "tools/players/aspect.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

Board scattered(const Grid& grid, Random& random, bool with_wall) {
  Board board(grid);
  grid.points().for_each([&](Point p) {
    const std::uint32_t draw = random.below(10);
    if (draw < 4) board.set(p, draw < 2 ? Colour::black : Colour::white);
    if (draw == 9 && with_wall) board.set_wall(p);
  });
  return board;
}

// Of each chain how many stones and liberties it has, whoever's it is.
std::vector<std::pair<int, int>> chains_of(const Board& board) {
  std::vector<std::pair<int, int>> out;
  board.for_each_chain(
      [&](const PointSet& chain) { out.emplace_back(chain.count(), board.liberties(chain.first()).count()); });
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace

TEST_CASE("aspect: a board keeps its chains and walls, and comes back as it was", "[dead]") {
  PointSet hole;
  hole.insert(point_at(1, 0));
  const std::vector<Grid> grids{Grid(7, 5),
                                Grid(6, 6),
                                Grid(6, 6, hole),
                                Grid(6, 6, {}, {}, {.wraps_columns = true}),
                                Grid(6, 5, {}, {}, {.wraps_columns = true, .wraps_rows = true}),
                                Grid(6, 6, {}, {}, {.hex = true})};
  Random random(5);
  for (std::size_t g = 0; g < grids.size(); ++g)
    for (int round = 0; round < 40; ++round) {
      INFO("board " << g << ", round " << round);
      const Grid& grid = grids[g];
      Board board = scattered(grid, random, round % 2 == 1);
      if (const Point free = board.points_of(Colour::empty).first(); free != kNoPoint) board.set_ko(free);
      const tools::Aspect aspect(grid, board);
      const Board& seen = aspect.board();
      CHECK(seen.ko() == kNoPoint);
      CHECK(chains_of(seen) == chains_of(board));
      CHECK(aspect.back(walls_of(grid, seen)) == walls_of(grid, board));
      const PointSet black = aspect.back(seen.points_of(Colour::black)),
                     white = aspect.back(seen.points_of(Colour::white));
      const PointSet own = board.points_of(Colour::black), others = board.points_of(Colour::white);
      CHECK(((black == own && white == others) || (black == others && white == own)));

      const auto same_for = [&](const Board& other) { CHECK(tools::Aspect(grid, other).board() == seen); };
      const auto half = [&](const PointSet& points) { return turned(grid, points, 2); };
      same_for(laid_out(grid, board, true, [](const PointSet& points) { return points; }));
      if (half(grid.points()) != grid.points()) continue;
      same_for(laid_out(grid, board, round % 3 == 0, half));
      if (grid.topology().hex) continue;
      same_for(laid_out(grid, board, round % 3 == 1,
                        [&](const PointSet& points) { return reflected(grid, points, Mirror::rows); }));
    }
}
