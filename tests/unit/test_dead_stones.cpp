#include <algorithm>
#include <cctype>
#include <set>

#include "core/dead_stones.hpp"
#include "core/life.hpp"
#include "core/life_search.hpp"
#include "core/playout.hpp"
#include "core/random.hpp"
#include "core/sanitized.hpp"
#include "core/score.hpp"
#include "core/ways.hpp"
#include "tests/unit/board_diagram.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/ko_diagrams.hpp"
#include "tests/unit/lots.hpp"
#include "tools/players/dead_search.hpp"
#include "tools/players/proposal.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

constexpr Effort kThorough{.playouts = 400, .searched = 1'500'000, .looked = 2'000'000};

// Dead stones are small letters.
struct Finished {
  explicit Finished(std::string text) : picture(text) {
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    const Diagram d = diagram(text);
    grid = d.grid;
    board = d.board;
    const std::vector<std::string> rows = diagram_rows(picture);
    const int height = grid.height();
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < grid.width(); ++column)
        if (std::islower(static_cast<unsigned char>(rows[static_cast<std::size_t>(height - 1 - row)][column])))
          dead.insert(point_at(column, row));
  }
  PointSet proposed() const {  // after a second look
    Ruleset rules;
    rules.grid = grid;
    return tools::proposal(rules, board).dead;
  }
  const Marking& marked() const {  // found out once
    if (!marking) marking = mark_dead(board, grid, {}, kThorough);
    return *marking;
  }
  Score counted(Scoring scoring) const {
    Rules rules;
    rules.scoring = scoring;
    return count(board, grid, marked().dead, rules);
  }
  // Points of Black and White, by area and by territory.
  void check_counts(int black_area, int white_area, int black_land, int white_land) const {
    const Score area = counted(Scoring::area), territory = counted(Scoring::territory);
    CHECK(area.points(Seat::black) == black_area);
    CHECK(area.points(Seat::white) == white_area);
    CHECK(territory.points(Seat::black) == black_land);
    CHECK(territory.points(Seat::white) == white_land);
  }
  double alive(const char* point) const {
    for (const Marking::Chain& chain : marked().chains)
      if (chain.points.contains(parse_point(point))) return chain.alive;
    return -1;
  }
  std::string shared() const { return to_string(shared_life(board, grid, dead)); }

  std::string picture;
  Grid grid{1, 1};
  Board board{grid};
  PointSet dead;
  mutable std::optional<Marking> marking;
};

// All that the other side can take when c never moves, by trying everything.
class Siege {
 public:
  Siege(const Board& board, const Grid& grid, Colour c, const PointSet& regions)
      : grid_(grid), own_(c), regions_(regions), standing(board.points_of(c)) {
    lay(board);
  }

 private:
  void lay(const Board& board) {
    if (!seen_.insert(board.hash()).second) return;
    standing &= board.points_of(own_);
    lives_inside |= unconditional_life(board, grid_, opposite(own_)).stones.intersects(regions_);
    board.points_of(Colour::empty).for_each([&](Point p) {
      Board after = board;
      after.set_ko(kNoPoint);
      if (!after.legal(p, opposite(own_))) return;
      after.play(p, opposite(own_));
      lay(after);
    });
  }

  const Grid& grid_;
  Colour own_;
  PointSet regions_;
  std::set<std::uint64_t> seen_;

 public:
  PointSet standing;
  bool lives_inside = false;
};

const char* const kBentFour = R"(
  . . . . X O . . .
  . . . . X O . . .
  . . . . X O . . .
  . . . . X O . . .
  X X X X X O . . .
  X X X X X X O . .
  o o X X X X O O .
  . o o o o X O . O
  X X X . o X O . .
)";

const char* const kWideEyes = R"(
  . X . o X O . . .
  o o o o X O . . .
  X X X X X O . . .
  . . . . X O . . .
  . . . . X O . . .
  . . . . X O O . .
  X X X X X X O . .
  O O O O O X O . .
  . . . . O X O . .
)";

const char* const kOneEyeEach = R"(
  . . O X . . . . .
  . . O X . . . . .
  . . O X . . . . .
  . . O X . . . . .
  . . O X . . . . .
  . . O X . . . . .
  O O O X X X X . .
  X X X O O O X . .
  . X . O . O X . .
)";

const char* const kNoEyes = R"(
  . O . O X . X . X
  O O O O X X X X X
  O O O O X X X X X
  O O O O X X X X X
  O O O O X X X X X
  O O X X X X X X X
  O X O O X X X X X
  O X . O X X X X X
  O X . O X X X X X
)";

// Black takes back in one of two kos or in the other while he has threats elsewhere; White lives by two eyes.
const char* const kOneNeedsIt = R"(
  X X X X X
  . X . X .
  X X X X X
  O O O O O
  O . O . O
  X O O O .
  . X X X O
  X X . X X
)";

// In the corner White's second eye is a ko, for which the double ko below has threats without end.
const char* const kMoonshine = R"(
  . o . o X X X X X
  o o o X X . X . X
  X X X X X X X X X
  X X X X X X X X X
  O O O O O O O O O
  O O O O . O O O O
  X O O O O O O O .
  . X X X X X X X O
  X X X X . X X X X
)";

// White may connect at A2, and Black may take there to begin a ko that the other side takes first.
const char* const kTenThousandYears = R"(
  . X . X . X . X .
  X X X X X X X X X
  X X X X X X X X X
  O O O O O X X X X
  . O . X O X X X X
  O X X . O X X X X
)";

// Who takes the stone at C1 is taken back.
const char* const kSnapback = R"(
  . . . X . O .
  . . . X . O .
  . . . X X O O
  X X X X X O .
  X o o o X O .
  X o X . X O .
)";

// Both eyes of the ring around the dead stones are false, and join it.
const char* const kDragon = R"(
  X X X X . X X
  X o o o X X X
  X o . o X X O
  X o o o X O O
  . X X X X O .
  X X O O O O .
  O O O . O O O
)";

// Hane-seki: three stones of each side stand in atari in an eye of the other, and who takes them has made his own eye
// small.
const char* const kInAtari = R"(
  O O O . X X
  X X X X X X
  O O O O O .
  X X X . O O
)";

}  // namespace

TEST_CASE("unconditional life is what no number of moves takes", "[life][differential]") {
  const int share = kSanitized ? 10 : 1;
  Random random(7);
  int alive = 0, taken = 0, inside = 0;
  for (int round = 0; round < 400 / share; ++round) {
    const Grid grid(4, 3);
    Board board(grid);
    grid.points().for_each([&](Point p) {
      const std::uint32_t draw = random.below(10);
      if (draw < 7) board.set(p, draw < 6 ? Colour::black : Colour::white);
    });
    for (Colour c : {Colour::black, Colour::white})
      if (!board.without_liberties(c).empty()) board = Board(grid);
    const Life life = unconditional_life(board, grid, Colour::black);
    const Siege siege(board, grid, Colour::black, life.regions);
    INFO(board.points_of(Colour::black) << " against " << board.points_of(Colour::white));
    PointSet stands;  // the chains all of whose stones do
    board.for_each_chain([&](const PointSet& chain) {
      if (siege.standing.contains_all(chain)) stands |= chain;
    });
    REQUIRE(life.stones == stands);
    REQUIRE_FALSE(siege.lives_inside);
    alive += !life.stones.empty();
    taken += !board.points_of(Colour::black).empty() && life.stones.empty();
    inside += life.regions.intersects(board.points_of(Colour::white));
  }
  CHECK(alive > 15 / share);
  CHECK(taken > 100 / share);
  CHECK(inside > 3 / share);
}

TEST_CASE("a double-headed dragon lives by two eyes that are false", "[life]") {
  const Diagram d = diagram(R"(
    X X X X .
    X O O O X
    X . . O X
    X O . O X
    . X X X X
  )");
  const Life life = unconditional_life(d.board, d.grid, Colour::black);
  CHECK(life.stones == d.board.points_of(Colour::black));
  CHECK(to_string(life.regions) == "A1 E5");
  CHECK(unconditional_life(d.board, d.grid, Colour::white).stones.empty());
}

TEST_CASE("dead stones: bent four in the corner is dead, by both counts", "[dead]") {
  const Finished f(kBentFour);
  CHECK(f.marked().dead == f.dead);
  f.check_counts(49, 32, 32, 21);  // Black's land: 18 empty points, seven under prisoners, and the seven prisoners
  CHECK(f.shared().empty());
}

TEST_CASE("dead stones: four in a row live, three with the middle taken do not", "[dead]") {
  const Finished f(kWideEyes);
  const Marking m = f.marked();
  CHECK(m.dead == f.dead);
  f.check_counts(38, 43, 12 + 2 + 5 + 5, 23 + 4);
  CHECK(f.shared().empty());
}

TEST_CASE("dead stones: a shared life without eyes, by both counts", "[dead]") {
  const Finished f(kNoEyes);
  CHECK(f.marked().dead.empty());
  CHECK(f.shared() == "B1 D1 B2 D2 B3 C3 D3");
  f.check_counts(50, 29, 2, 2);
}

TEST_CASE("dead stones: one eye each and a liberty that both share", "[dead]") {
  const Finished f(kOneEyeEach);
  CHECK(f.marked().dead.empty());
  CHECK(f.shared() == "B1 D1 F1 A2 B2 C2 D2 E2 F2");
  CHECK(f.counted(Scoring::area).points(Seat::black) == 53);
  CHECK(f.counted(Scoring::area).points(Seat::white) == 27);
}

TEST_CASE("dead stones: a double ko is a shared life, and stones that live by its threats alone are dead", "[dead]") {
  const Finished f(kDoubleKo);
  CHECK(f.marked().dead.empty());
  CHECK(f.shared() == "A1 B1 D1 E1 B2 C2 D2 E2 A3 B3 C3 D3 A4 B4 D4 E4 A5 B5 C5 D5 E5");
  f.check_counts(25, 15, 5, 2);
  const Finished moonshine(kMoonshine);
  CHECK(moonshine.marked().dead == moonshine.dead);
  CHECK(moonshine.shared().starts_with("A1 B1 C1 D1 F1 G1 H1 J1 B2"));
  moonshine.check_counts(54, 27, 16, 2);
  const Finished ko(kOneNeedsIt);  // so Black has no threat that White must answer
  CHECK(ko.shared().empty());
}

TEST_CASE("dead stones: a shared life whose stones stand in atari", "[dead]") {
  const Finished f(kInAtari);
  CHECK(f.marked().dead.empty());
  CHECK(f.shared() == to_string(f.board.stones()));
  f.check_counts(11, 10, 0, 0);
  const Finished within(R"(
    . O O O O O O O O
    O O O O O O O O O
    . O X X X X X X X
    O O X O O O . X X
    O O X X X X X X X
    X X O O O O O O .
    . X O X X X . O O
    X X O O O O O O O
    . X X X X X X X X
  )");  // the same between two groups that live
  CHECK(within.marked().dead.empty());
  CHECK(within.shared().starts_with("C2 D2 E2 F2 G2 H2 J2 C3 D3 E3 F3 H3 J3 C4"));
  CHECK(within.shared().ends_with("C6 D6 E6 F6 H6 J6 C7 D7 E7 F7 G7 H7 J7"));
  within.check_counts(35, 43, 2, 2);
}

TEST_CASE("dead stones: in a triple ko nobody can be sure", "[dead]") {
  const Finished f(kTripleKo);
  CHECK(f.alive("A1") > 0.5);  // with two of the kos
  CHECK(f.alive("A4") < 0.9);
  CHECK(f.alive("A4") > 0.1);
}

TEST_CASE("dead stones: a ten-thousand-year ko is left as it stands", "[dead]") {
  const Finished f(kTenThousandYears);
  CHECK(f.marked().dead.empty());
  f.check_counts(42, 10, 5, 1);
}

TEST_CASE("dead stones: what is lost by a snapback is dead, and the stone thrown in is not", "[dead]") {
  const Finished f(kSnapback);
  CHECK(f.marked().dead == f.dead);
  f.check_counts(28, 12, 18, 5);
}

TEST_CASE("dead stones: a stone that only dead stones enclose is at home", "[dead]") {
  const Finished f(R"(
    . . . . . . . . . . .
    . . . . . . . . . . .
    X o X X O O O X X . .
    X X X O . O O X X . .
    O O O O . . O X X . .
    x x x . . O X X X . .
    O O . . O . O O X . .
    . . O O x O . O O . .
    . O x x x x O x x . .
    O x x . x x O x . . .
    . . x O x O O O O . .
  )");  // the stone at D1 can be taken, by stones that cannot live
  CHECK(f.alive("C1") < 0.5);
  CHECK(f.alive("D1") > 0.5);
  CHECK(to_string(f.marked().dead) == to_string(f.dead));
}

// A game on KGS; which stones are dead is as its players marked them.
TEST_CASE("dead stones: what lives only with the help of dead stones is dead", "[dead]") {
  const Finished f(R"(
    . . X o X . . . . . . X X X O O . . .
    X X . o X . . . . X . X O O O . O . .
    O X X o X . o X X . . X X X X O O O O
    O O O X X X X O X o . . . . . X X O X
    . O O X X O X O X X . . X X X . . X X
    . . O O O O O O O O X X . . . X X . .
    . . . . . O . . O X X X . X X . . . .
    . . x . x . O O X X O X X X X X . . .
    . . . x . . . O X O O O X O O O X X .
    O x . . . . . O O . O X X O . O X . X
    . O O O . O O x x O O O X O O O O X X
    O O O O . O x . . x . O X X X O . O O
    X O X X O . O x x . . O X O X O . . .
    X X X O O O O O x . . O O O X O O O O
    . X O O O X X O x x x . O x O O X X X
    . X X X X X O O x O O O . x O X X X .
    . o X . X O . . O x x x x x O O X o X
    o X o X X O O . O x . x . O . O X o X
    . X . X O O . O . . . . . . O X X . .
  )");
  CHECK(f.alive("D18") < 0.5);
  CHECK(f.alive("S3") < 0.5);
  CHECK(f.alive("T3") > 0.9);
}

TEST_CASE("dead stones: a ring joined at two false eyes lives", "[dead]") {
  const Finished f(kDragon);
  CHECK(f.marked().dead == f.dead);
  f.check_counts(32, 17, 19, 3);
}

TEST_CASE("dead stones: a second look leaves them as they are", "[dead]") {
  for (const char* picture : {kBentFour, kWideEyes, kOneEyeEach, kNoEyes, kDoubleKo, kTripleKo, kMoonshine,
                              kTenThousandYears, kSnapback, kDragon, kInAtari}) {
    INFO(picture);
    const Finished f(picture);
    CHECK(to_string(f.proposed()) == to_string(f.marked().dead));
  }
}

TEST_CASE("dead stones: a second look sees a shared life however the board is turned", "[dead]") {
  const Finished f(kOneEyeEach);
  for (int turns = 0; turns < 4; ++turns) {
    Finished turned(kOneEyeEach);
    turned.board =
        laid_out(f.grid, f.board, false, [&](const PointSet& points) { return gofuda::turned(f.grid, points, turns); });
    Ruleset rules;
    rules.grid = turned.grid;
    Marking marking = turned.marked();
    tools::look_again(marking, rules, turned.board);
    CHECK(to_string(marking.dead) == "");
  }
}

TEST_CASE("dead stones: what is said of a board hangs neither on how it lies nor on whose the colours are", "[dead]") {
  Random random(3);
  for (const auto& [width, height] : {std::pair(9, 9), std::pair(9, 6)})
    for (int round = 0; round < std::max(1, 6 / test::share(6)); ++round) {
      Ruleset rules;
      rules.grid = Grid(width, height);
      Board board(rules.grid);
      Playout(rules.grid, rules.rules).run(board, Colour::black, random, 40 + 5 * round);
      const Marking as_it_is = tools::proposal(rules, board);
      for (int way = 1; way < 16; way += kSanitized ? 5 : 1) {
        const bool exchanged = way & 1, mirrored = way & 2;
        const int quarters = way / 4 * (width == height ? 1 : 2) % 4;
        const auto laid = [&](const PointSet& points) {
          return turned(rules.grid, mirrored ? reflected(rules.grid, points, Mirror::rows) : points, quarters);
        };
        const Marking found = tools::proposal(rules, laid_out(rules.grid, board, exchanged, laid));
        INFO(board.points_of(Colour::black) << " against " << board.points_of(Colour::white) << ", way " << way);
        CHECK(found.dead == laid(as_it_is.dead));
        CHECK(found.sure == as_it_is.sure);
        for (const Marking::Chain& chain : as_it_is.chains) {
          const auto same = std::find_if(found.chains.begin(), found.chains.end(),
                                         [&](const Marking::Chain& c) { return c.points == laid(chain.points); });
          REQUIRE(same != found.chains.end());
          CHECK(same->alive == chain.alive);
        }
      }
    }
}

TEST_CASE("dead stones: where stones are never taken, none is dead after a second look either", "[dead]") {
  const Finished f(R"(
    . O . X X O . O .
    X X X X X O O O O
    O O O O O O . O .
    O O O O O O O O O
  )");
  Ruleset rules;
  rules.grid = f.grid;
  CHECK_FALSE(tools::proposal(rules, f.board).dead.empty());
  rules.rules.captures = CaptureOrder::none;
  CHECK(tools::proposal(rules, f.board).dead.empty());
}

// The end of a game on KGS, from the regression tests of GNU Go 3.8 (PsyDuck-GNU).
TEST_CASE("dead stones: a second look sees that a group is dead which games by lot and searches near it do not",
          "[dead]") {
  const Finished f(R"(
    . . X X X O . O . O O O .
    X . X O O O . . O . x x .
    . . X X O . x x . x x . x
    . X O X O . O x . x O x .
    . X O O . . . . . . O O .
    X X X O O . O . O . . . .
    . . X X O O X O . O O . .
    X X X O O X X O O x . . .
    . . X X O O X X O x . . .
    . . . X X X X X O x x O .
    . . X . . . . X X O O . .
    . . X . X X X O O O . . .
    . . . X o . X X O O . . .
  )");
  CHECK(f.marked().dead != f.dead);
  CHECK(to_string(f.proposed()) == to_string(f.dead));
}

// Another one (GNU-tadf), in which stones in atari stand beside it.
TEST_CASE("dead stones: a second look sees what is plainly dead beside stones in atari", "[dead]") {
  const Finished f(R"(
    . . . O O X X . . . . . .
    O O O . O O X o . o X X .
    X X O O O X X o . o X . X
    . . X O X . X o . X . X O
    . X . X . X . o X . X X O
    . . . . . . . o o X X O O
    . . X . X . X X X X O . O
    . . X . . o o X O O O O .
    X X o . o o X X O X O . O
    . X o o X o X O O X O O .
    X o o o X o X X X X X O .
    X o . o X X X . . X O O .
    o o o X . X . . X O O . .
  )");
  CHECK(f.marked().dead != f.dead);
  CHECK(to_string(f.proposed()) == to_string(f.dead));
}

// Ends of two games of strong players on TYGEM, November 2006; what they took off gave the result.
TEST_CASE("dead stones: a second look sees three stones live by what nobody can fill", "[dead]") {
  const Finished f(R"(
    . . . X X O . O X X X X O . O X X X .
    . . X X O O . . O X X O O . O X O O O
    . . X O O x . O O X O O O . O X . X .
    X . X O . . . O X X O O X O X X X X X
    . X O O . . . O X O O X X O O X O O X
    X X X O . . O X X O X X O . . O . O X
    O X O . . . O O X X X X O O O O O . O
    O O O . . O X X X . . . X X X X O x .
    O O . . . O O O X . . . . . . . X O O
    . . . . x O X X . . . . . . . o X X O
    . . . . . O O X X X X X . . . X X O .
    O O . . . O X X O X O X . . X X O . O
    O X O O O O O O O X O O X X O O . O .
    X X O X X O X X O X X O O O . O O O O
    . X X . X X O X . X O O X X X O X O X
    . . X X . X O X X X O X . X O O X X X
    . . . X X O O O X O O X X X X X X . .
    . . . . X X O . O . O O O O O O X X X
    . . . . . X O O . O . . . . . O O O .
  )");
  CHECK(f.marked().dead != f.dead);
  CHECK(to_string(f.proposed()) == to_string(f.dead));
}

TEST_CASE("dead stones: what most games of the whole board take is dead, though those that hang on it save it",
          "[dead]") {
  const Finished f(R"(
    . . . . . . O O . X X . o . o . o . X
    . . . . O O . O X . X o . X X o X X .
    . . O O X O O X X X X X o o o o o o X
    . . O X X X X o o o . X o X . X o X .
    O O O X . o o . o o o o X X X . X . .
    O X X X . . . o X X X X X O O X X X X
    X . . . o X o o X . . . X . O O X O X
    . . . . X X X o X o o o X X O O O O O
    X X X X . X O X X X X X O X O X X O .
    O X O X X O O O O O X O O O O O X O O
    O O O O X . O O . . O O X . . X X X X
    . . . O O O O . . O X X X O O X . . X
    . O . . . O . . O O O X X . X o o o X
    . x x . x x O O . . O O X X X X X X .
    . . . x . O O . . . O X X X X o . . .
    . x O O x x . . . . . O O O X o . X .
    . x O . O O . . . . . O . . O X X . .
    . x O . . . . . . . . . O O O O X o .
    . O . . . . . . . . . . . . O X X X .
  )");
  CHECK(f.marked().dead != f.dead);
  CHECK(to_string(f.proposed()) == to_string(f.dead));
}

TEST_CASE("dead stones: the same however the board is turned, and for each colour", "[dead][minutes]") {
  for (const char* picture : {kBentFour, kWideEyes, kOneEyeEach, kNoEyes, kInAtari, kDoubleKo, kMoonshine,
                              kTenThousandYears, kSnapback, kDragon}) {
    const std::vector<std::string> rows = diagram_rows(picture);
    std::string turned;
    for (std::size_t column = 0; column < rows[0].size(); ++column) {
      for (const std::string& row : rows)
        turned += row[column] == '.' ? '.' : static_cast<char>(row[column] ^ ('X' ^ 'O'));  // small letters, too
      turned += '\n';
    }
    const Finished f(turned);
    INFO(turned);
    CHECK(f.marked().dead == f.dead);
  }
}

TEST_CASE("dead stones: what is certain is said to be so, and what is open is not", "[dead]") {
  const Finished certain(kWideEyes);
  CHECK(certain.marked().sure > 0.8);
  const Finished open(R"(
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    X X X X X O . . .
    X X X X X X O . .
    X X X X X X O . .
    O O O O X X O . .
    . . . O X X O . .
  )");
  const Marking m = open.marked();  // who plays in the middle of the three points decides
  for (const Marking::Chain& chain : m.chains)
    if (chain.points.contains(parse_point("A2"))) CHECK(chain.sure() < 0.82);
  CHECK(open.marked().dead == m.dead);
}

TEST_CASE("dead stones: a search ends where it has looked enough") {
  const auto looked = [](const char* picture, const char* stone, std::uint64_t most) {
    const Finished f(picture);
    const PointSet chain = f.board.chain(parse_point(stone));
    LifeSearch search(f.board, chain, f.grid.points() - f.board.points_of(Colour::black));
    Draws draws(1);
    search.survival(Colour::black, 1'000'000, most, draws);
    return search.looked();
  };
  const char* open = R"(
    . . . . .
    . . O . .
    . . . . .
    . . . . .
    . . . . .
  )";
  CHECK(looked(open, "C4", 30'000) >= 30'000);
  CHECK(looked(open, "C4", 30'000) < 33'000);  // the game in hand is played to its end
}

TEST_CASE("dead stones: joined edges and hexagons have no more room beside a point than is kept for it", "[dead]") {
  for (const Topology topology : {Topology{true, true, false}, Topology{false, false, true}}) {
    const Grid grid(7, 7, {}, {}, topology);
    Board board(grid);
    for (const char* stone : {"B2", "C2", "D2", "B3", "D3"}) board.set(parse_point(stone), Colour::black);
    for (const char* stone : {"E5", "F5", "E6"}) board.set(parse_point(stone), Colour::white);
    CHECK(mark_dead(board, grid, {}, {}).chains.size() >= 2);
  }
}
