#include <map>
#include <set>

#include "core/random.hpp"
#include "core/sanitized.hpp"
#include "core/score.hpp"
#include "tests/unit/board_diagram.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/ko_diagrams.hpp"
#include "tests/unit/lots.hpp"
#include "tools/players/dead_reading.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

// What is read of the chain at a point when it was called so, the one at `dead` dead, and all others alive.
double read_at(const char* picture, const char* point, double before, const char* dead = nullptr) {
  const Diagram d = diagram(picture);
  Marking marking;
  d.board.for_each_chain([&](const PointSet& chain) {
    const bool is_dead = dead && chain.contains(parse_point(dead));
    marking.chains.push_back({chain, is_dead ? 0.05 : chain.contains(parse_point(point)) ? before : 0.9});
  });
  tools::read_out(marking, d.grid, d.board);
  for (const Marking::Chain& chain : marking.chains)
    if (chain.points.contains(parse_point(point))) return chain.alive;
  return -1;
}

// By trying everything on the whole board until two passes: can the other side take these stones and count more than
// half-way to what it has with them off the board? As the board's area tells it; what comes again is worth `again`.
class Trying {
 public:
  Trying(const Board& board, const Grid& grid, const PointSet& target, bool again)
      : grid_(grid), target_(target), own_(board.at(target.first())), again_(again) {
    Board off = board;
    target.for_each([&](Point p) { off.set(p, Colour::empty); });
    half_ = lead(off) + lead(board);
  }
  bool takes(const Board& board, Colour to_move, int passes, int depth = 0) {
    if (passes == 2) return !board.points_of(own_).intersects(target_) && 2 * lead(board) > half_;
    const auto key = std::tuple(board.hash(), board.ko(), to_move, passes);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    if (depth > kDeepest) tries = kMost + 1;
    if (tries > kMost || !path_.insert(key).second) return again_;
    ++tries;
    const bool wanted = to_move != own_;
    Board passed = board;
    passed.set_ko(kNoPoint);
    bool way = takes(passed, opposite(to_move), passes + 1, depth + 1) == wanted;
    board.points_of(Colour::empty).for_each([&](Point p) {
      if (way || !board.legal(p, to_move)) return;
      Board after = board;
      after.play(p, to_move);
      way = takes(after, opposite(to_move), 0, depth + 1) == wanted;
    });
    path_.erase(key);
    return known_[key] = way == wanted;
  }
  static constexpr int kMost = 60'000, kDeepest = 200;
  int tries = 0;

 private:
  int lead(const Board& board) const {
    Rules rules;
    rules.komi = 0;
    const int margin = count(board, grid_, {}, rules).margin();
    return own_ == Colour::white ? margin : -margin;
  }
  using Key = std::tuple<std::uint64_t, Point, Colour, int>;
  const Grid& grid_;
  const PointSet target_;
  const Colour own_;
  const bool again_;
  int half_ = 0;
  std::map<Key, bool> known_;
  std::set<Key> path_;
};

// Nothing where it is too much, or the value of a repetition or who begins decides.
std::optional<bool> tried(const Board& board, const Grid& grid, const PointSet& target) {
  const Colour own = board.at(target.first());
  std::array<std::array<bool, 2>, 2> takes{};
  for (const bool again : {false, true})
    for (const bool own_first : {false, true}) {
      Trying trying(board, grid, target, again);
      takes[own_first][again] = trying.takes(board, own_first ? own : opposite(own), 0);
      if (trying.tries > Trying::kMost) return {};
    }
  if (!takes[0][0] && !takes[0][1]) return true;
  if (takes[1][0] && takes[1][1]) return false;
  return {};
}

}  // namespace

// The upper right corner of a game of strong players on TYGEM, April 2007: the three stones were left on the board.
TEST_CASE("reading: three stones live that cannot be taken without giving oneself up", "[dead]") {
  const char* const kShared = R"(
    X X X O . X X X .
    . X O O O X O O O
    X O O O X X . X .
    O O O O X X X X X
    O O O O O X O O O
    . O . O O O O . O
    O O O O . O O O O
  )";
  CHECK(read_at(kShared, "G6", 0.2) > 0.9);
  const char* const kSecondEye = R"(
    X . X O . X X X .
    X X O O O X O O O
    X O O O X X . X .
    O O O O X X X X X
    O O O O O X . X O
    . O . O O O X X O
    O O O O . O O O O
  )";
  CHECK(read_at(kSecondEye, "G6", 0.8) < 0.1);
}

TEST_CASE("reading: a room of three is one eye with a stone in its middle, and two with one more point", "[dead]") {
  const auto room = [](std::string top) {
    return top + R"(
      X X X X X O O O O
      O O O O O O . O .
      O O O O O O O O O
    )";
  };
  CHECK(read_at(room("\n. O . X X O . O .").c_str(), "A3", 0.8) < 0.1);
  CHECK(read_at(room("\n. . . X X O . O .").c_str(), "A3", 0.8) == 0.8);  // who moves first decides
  CHECK(read_at(room("\n. . . . X O . O .").c_str(), "A3", 0.2) > 0.9);
}

// Text-book shapes, which an independent reader wrote down.
TEST_CASE("reading: stones given up inside do not save who takes them", "[dead]") {
  const char* const kSquareOfFour = R"(
    X X . O X X X X
    X X . O X X X X
    O O O O X X X X
    X X X X X X X X
    X . X . X . X .
    X X X X X X X X
    O O O O O O O O
    O . O . O . O .
  )";
  CHECK(read_at(kSquareOfFour, "A6", 0.1) < 0.5);
}

TEST_CASE("reading: what encloses stands where its own liberties make the fight too long", "[dead]") {
  const char* const kTwoInFour = R"(
    . X X . O X X
    O O O O O X X
    X X X X X X X
    . . . . O . .
    X X X X X X X
    O O O O O O O
    . . X . . . .
  )";
  CHECK(read_at(kTwoInFour, "A6", 0.8, "E4") < 0.1);
}

// Whoever takes the three lives in their room no more, once the other side has filled the liberties elsewhere.
TEST_CASE("reading: what encloses has to stand by itself", "[dead]") {
  const auto room = [](std::string outside) {
    return "\n O O O O O O O O O O O\n" + outside + R"(
      X X X X X X X X X X X
      X X X X O . X X X X X
      X X X X O X X X X X X
      X X X . O X X X X X X
      X X X X X X X X X X X
    )";
  };
  CHECK(read_at(room(" . . O . . O . . O . .").c_str(), "E4", 0.4) == 0.4);
  CHECK(read_at((room(" . . O . . O . . O . .") + "X . X . X . X . X . X\n").c_str(), "E4", 0.4) < 0.1);
}

TEST_CASE("reading: of two that are both called dead, each is read beside the other", "[dead]") {
  const char* const kShared = R"(
    . O O O . X O O
    X X X X X X O O
    O O O O O O O O
    O O O O O O O O
    O . O . O . O .
    O O O O O O O O
    X X X X X X X X
    X . X . X . X .
  )";
  CHECK(read_at(kShared, "B8", 0.2, "A7") > 0.9);
  CHECK(read_at(kShared, "A7", 0.2, "B8") > 0.9);
}

TEST_CASE("reading: seven points with three stones in them die whatever way they lie", "[dead]") {
  const char* const kUpright = R"(
    . . X X X X X X X X . . .
    X X X X X X X X X X X X X
    . . X X O O O O X X X . .
    X X X X O X X O O X X X X
    . . X X O X X X O X X . .
    X X X X O O X . O X X X X
    . . X X X O O O O X X . .
    X X X X X . . . X X X X X
    . . . X X X X X X X X . .
    X X X X X X X X X X X X X
    X X X X X X X X X X X X X
    O O O O O O O O O O O O O
    . . . X . . . . . . . . .
  )";
  const char* const kUpsideDown = R"(
    . . . X . . . . . . . . .
    O O O O O O O O O O O O O
    X X X X X X X X X X X X X
    X X X X X X X X X X X X X
    . . . X X X X X X X X . .
    X X X X X . . . X X X X X
    . . X X X O O O O X X . .
    X X X X O O X . O X X X X
    . . X X O X X X O X X . .
    X X X X O X X O O X X X X
    . . X X O O O O X X X . .
    X X X X X X X X X X X X X
    . . X X X X X X X X . . .
  )";
  CHECK(read_at(kUpright, "E9", 0.8) < 0.1);
  CHECK(read_at(kUpsideDown, "E5", 0.8) < 0.1);
}

TEST_CASE("reading: what is dead anyway counts as the other side's", "[dead]") {
  const char* const kLinked = R"(
    . X X X O . . . . . . . . .
    X O O O X X X X X X X X X X
    O O . O O . X . X . X . X .
    . O O O O O X X X X X X X X
    O . O . O O X X X X X X X X
  )";
  CHECK(read_at(kLinked, "B5", 0.3, "E5") > 0.9);
  CHECK(read_at(kLinked, "B5", 0.3) < 0.1);
}

TEST_CASE("reading: both sides live by a double ko", "[dead]") {
  for (const char* point : {"A1", "A4"}) CHECK(read_at(kDoubleKo, point, 0.2) > 0.9);
}

TEST_CASE("reading: an eye each and a liberty that both share, beside what lives in any case", "[dead]") {
  const char* const kShared = R"(
    O . O O X . X O O O O
    O O O . X X X O O O O
    X X O O X O O O O O O
    X X X X O O O O O O O
    X X X X O O O O O O O
    . X . X O O . O . O .
    X X X X O O O O O O O
    . X . X O O . O . O .
    X X X X O O O O O O O
  )";
  for (const char* point : {"A9", "G9"})
    for (const double before : {0.0, 0.1, 0.6}) CHECK(read_at(kShared, point, before) > 0.9);
}

TEST_CASE("reading: nobody has to fill an own eye", "[dead]") {
  const char* const kOwnRoom = R"(
    X X . O O . O
    . X X O . . O
    . X X O . O O
    X X X X O O O
    . X X X . O O
    X X . X O . .
    X X X X O O O
  )";
  CHECK(read_at(kOwnRoom, "E1", 0.8) > 0.9);
}

TEST_CASE("reading: what encloses with two liberties elsewhere may be taken", "[dead]") {
  const char* const kCorner = R"(
    O O O O X X .
    O O O O . X .
    O O O O O O O
    O O O O O X X
    O O O X X X .
    O X . . X X X
    O X . X . X X
  )";
  CHECK(read_at(kCorner, "A1", 0.6) == 0.6);
}

TEST_CASE("reading: what only an endless repetition decides stays as it is", "[dead]") {
  for (const char* point : {"A1", "A4"})
    for (const double before : {0.2, 0.8}) CHECK(read_at(kTripleKo, point, before) == before);
}

TEST_CASE("reading: as by trying everything", "[dead][differential]") {
  Random random(11);
  const int share = test::share(15);
  int alive = 0, dead = 0;
  for (int round = 0; round < 6000 / share; ++round) {
    const Grid grid(4, 3 + round % 2);
    Board board(grid);
    grid.points().for_each([&](Point p) {
      const std::uint32_t draw = random.below(10);
      if (draw < 7) board.set(p, draw < 4 ? Colour::black : Colour::white);
    });
    if (!board.without_liberties(Colour::black).empty() || !board.without_liberties(Colour::white).empty()) continue;
    Marking marking;
    board.for_each_chain([&](const PointSet& chain) { marking.chains.push_back({chain, 0.6}); });
    Marking read = marking;
    tools::read_out(read, grid, board);
    for (const Marking::Chain& chain : read.chains) {
      if (chain.alive == 0.6) continue;
      const auto found = tried(board, grid, chain.points);
      INFO(board.points_of(Colour::black) << " against " << board.points_of(Colour::white) << ", " << chain.points);
      if (!found) continue;
      CHECK(*found == (chain.alive > 0.5));
      ++(*found ? alive : dead);
    }
  }
  CHECK(alive > 150 / share);
  if (!kSanitized) CHECK(dead > (share == 1 ? 20 : 0));
}
