// Random units on random boards, judged by Board and by NaiveBoard. The counts at the end make sure that the hard cases
// were among them.
#include <chrono>
#include <set>
#include <string>

#include "core/random.hpp"
#include "core/sanitized.hpp"
#include "tests/unit/board_diagram.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/lots.hpp"
#include "tests/unit/naive_board.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

struct Seen {
  long units = 0, accepted = 0, stones = 0, captures = 0, multi_captures = 0, suicides = 0, suicides_taken = 0,
       skips = 0;
  long skips_settled = 0, kos = 0, refused_kos = 0, ko_units = 0, splits = 0, recolours_that_capture = 0, mixed = 0,
       skip_refused = 0;
  long walls = 0, walls_gone = 0, walls_that_capture = 0;
  long off_board = 0, repeated = 0, not_a_stone = 0, occupied = 0, guiltless = 0, blind = 0, holes = 0, largest = 0;
  std::set<std::pair<int, int>> sizes;
};

// What kind of units a run prefers.
struct Diet {
  int removals, recolours, placements, walls;  // at most
  bool mixed;
};

class Duel {
 public:
  Duel(const Grid& grid, std::uint64_t seed, Seen& seen)
      : grid_(grid), board_(grid), naive_(grid), random_(seed), seen_(seen) {
    grid.points().for_each([&](Point p) { all_.push_back(p); });
  }

  void run(int units) {
    for (int i = 0; i < units; ++i) {
      if (i % 16 == 0) {
        diet_ = {below(3), below(3), below(5), chance(3) ? below(3) : 0, chance(4)};
        if (chance(3)) diet_ = {0, 0, 1, 0, false};
      }
      if (chance(200))
        scatter();
      else if (chance(3))
        play_stone();
      else
        apply_unit();
      if (all_.size() <= 30 ? chance(2) : chance(60)) compare_chains();
    }
    compare_chains();
  }

 private:
  int below(int n) { return static_cast<int>(random_.below(static_cast<std::uint32_t>(n))); }
  bool chance(int n) { return below(n) == 0; }
  Colour colour() { return chance(2) ? Colour::black : Colour::white; }
  Point any() { return all_[below(static_cast<int>(all_.size()))]; }

  // A point in the wanted state, or any point when none is found quickly.
  Point pick(bool stone) {
    Point p = any();
    for (int i = 0; i < 40 && (naive_.at(p) != Colour::empty) != stone; ++i) p = any();
    return p;
  }

  void require(bool fine, const char* what) {
    if (fine) return;
    FAIL(what << "\nunit:" << describe() << "\nboard:\n"
              << picture(board_, grid_) << "naive:\n"
              << picture(naive_, grid_) << "before:\n"
              << before_);
  }

  std::string describe() const {
    std::string text;
    for (Point p : unit_.remove) text += " remove " + point_name(p);
    for (const Stone& s : unit_.recolour)
      text += " recolour " + point_name(s.point) + std::string(" ") + std::string(colour_name(s.colour));
    for (const Stone& s : unit_.place)
      text += " place " + point_name(s.point) + std::string(" ") + std::string(colour_name(s.colour));
    for (Point p : unit_.wall) text += " wall " + point_name(p);
    for (Point p : unit_.unwall) text += " unwall " + point_name(p);
    return text;
  }

  // Cells set without judging: chains without liberties may stand on the board for a while.
  void scatter() {
    for (int i = below(1 + static_cast<int>(all_.size()) / 2); i >= 0; --i) {
      const Point p = any();
      const Colour c = static_cast<Colour>(below(3));
      if (naive_.at(p) == Colour::off) {
        board_.lift_wall(p);
        naive_.set(p, Colour::empty);
      } else if (naive_.at(p) == Colour::empty && chance(8)) {
        board_.set_wall(p);
        naive_.set(p, Colour::off);
      } else {
        board_.set(p, c);
        naive_.set(p, c);
      }
    }
    require(board_.without_liberties(Colour::black) == naive_.without_liberties(Colour::black),
            "black without liberties");
    require(board_.without_liberties(Colour::white) == naive_.without_liberties(Colour::white),
            "white without liberties");
    compare();
  }

  // One stone by Board::play, or refused by both.
  void play_stone() {
    const Point p = pick(false);
    const Colour c = colour();
    unit_.clear();
    unit_.place = {{p, c}};
    remember();
    require(board_.is_eye(p, c) == naive_.is_eye(p, c), "is_eye");
    require(board_.is_suicide(p, c) == naive_.is_suicide(p, c), "suicidal");
    const bool legal = naive_.legal(p, c);
    require(board_.legal(p, c) == legal, "legal");
    if (!legal) {
      seen_.refused_kos += naive_.at(p) == Colour::empty && p == naive_.ko() && !naive_.is_suicide(p, c);
      return;
    }
    UnitResult result;
    require(bool(naive_.apply(unit_, c, {}, result)), "a legal stone");
    board_.play(p, c);
    note(result);
    compare();
  }

  void make_unit() {
    unit_.clear();
    const bool mixed = diet_.mixed;
    const Colour one = colour();
    const auto paint = [&] { return mixed ? colour() : one; };
    const bool careless = chance(30);
    PointSet used;
    const auto take = [&](bool stone, auto&& add) {
      const Point p = careless && chance(3) ? any() : pick(stone);
      if (!careless && (used.contains(p) || (naive_.at(p) != Colour::empty) != stone)) return;
      used.insert(p);
      add(p);
    };
    for (int n = below(diet_.removals + 1); n > 0; --n) take(true, [&](Point p) { unit_.remove.push_back(p); });
    for (int n = below(diet_.recolours + 1); n > 0; --n)
      take(true, [&](Point p) { unit_.recolour.push_back({p, paint()}); });
    for (int n = below(diet_.placements + 1); n > 0; --n)
      take(false, [&](Point p) { unit_.place.push_back({p, paint()}); });
    for (int n = below(diet_.walls + 1); n > 0; --n) take(false, [&](Point p) { unit_.wall.push_back(p); });
    const PointSet walls = walls_of(grid_, board_);
    for (int n = walls.empty() ? 0 : below(3); n > 0; --n) {
      const Point p = walls.nth(below(walls.count()));
      if (!careless && used.contains(p)) continue;
      used.insert(p);
      unit_.unwall.push_back(p);
    }
    if (careless && chance(3)) unit_.place.push_back({static_cast<Point>(below(kCells + 200)), one});
  }

  void apply_unit() {
    make_unit();
    remember();
    const UnitRules rules{static_cast<SuicideRule>(below(4)), static_cast<CaptureOrder>(below(2)),
                          static_cast<OnSuicide>(below(3))};
    const Colour mover = colour();
    UnitResult result, expected;
    result.skipped.insert(all_.front());  // apply must clear what it is handed
    const Board before = board_;
    const Verdict wanted = naive_.apply(unit_, mover, rules, expected);
    const Verdict verdict = board_.apply(unit_, mover, rules, result);
    require(verdict.reason == wanted.reason, "verdict");
    require(verdict.points == wanted.points, "points of the verdict");
    require(result.captured == expected.captured, "captured");
    require(result.skipped == expected.skipped, "skipped");
    if (!verdict) {
      require(board_ == before, "board changed by a refusal");
      for (int i = 0; i < before.empty_count(); ++i)
        require(board_.empty(i) == before.empty(i), "order of the empty points changed by a refusal");
    }
    compare();
    count(verdict, result, rules, before);
  }

  void count(const Verdict& verdict, const UnitResult& result, const UnitRules& rules, const Board& before) {
    seen_.off_board += verdict.reason == Reason::off_board;
    seen_.repeated += verdict.reason == Reason::repeated_point;
    seen_.not_a_stone += verdict.reason == Reason::not_a_stone;
    seen_.occupied += verdict.reason == Reason::occupied;
    seen_.suicides += verdict.reason == Reason::suicide;
    if (verdict.reason == Reason::suicide) {
      PointSet unit_points;
      for (const auto* stones : {&unit_.recolour, &unit_.place})
        for (const Stone& s : *stones) unit_points.insert(s.point);
      seen_.guiltless += !verdict.points.intersects(unit_points);
      seen_.skip_refused += rules.on_suicide == OnSuicide::skip;
    }
    if (!verdict) return;
    note(result);
    seen_.walls += static_cast<long>(unit_.wall.size());
    seen_.walls_gone += static_cast<long>(unit_.unwall.size());
    seen_.walls_that_capture += !unit_.wall.empty() && unit_.place.empty() && unit_.recolour.empty() &&
                                !(result.captured[1] | result.captured[2]).empty();
    seen_.ko_units += board_.ko() != kNoPoint;
    const bool both = !result.captured[1].empty() && !result.captured[2].empty();
    seen_.suicides_taken += both;
    seen_.skips += !result.skipped.empty();
    seen_.skips_settled += !result.skipped.empty() &&
                           result.skipped.count() < static_cast<int>(unit_.recolour.size() + unit_.place.size());
    seen_.recolours_that_capture +=
        !unit_.recolour.empty() && unit_.place.empty() && !(result.captured[1] | result.captured[2]).empty();
    bool black = false, white = false;
    for (const Stone& s : unit_.place) (s.colour == Colour::black ? black : white) = true;
    seen_.mixed += black && white;
    for (Point p : unit_.remove)
      for (Point m : naive_.neighbours(p))
        for (Point n : naive_.neighbours(p)) {
          if (before.at(m) != before.at(p) || before.at(n) != before.at(p)) continue;
          if (board_.at(m) == before.at(p) && board_.at(n) == before.at(p))
            seen_.splits += !board_.chain(m).contains(n);
        }
  }

  void note(const UnitResult& result) {
    ++seen_.accepted;
    const PointSet captured = result.captured[1] | result.captured[2];
    seen_.stones += captured.count();
    seen_.captures += !captured.empty();
    seen_.largest = std::max<long>(seen_.largest, captured.count());
    seen_.kos += board_.ko() != kNoPoint;
    if (captured.count() < 2) return;
    PointSet rest = captured;
    rest -= flood(captured, captured.first());
    seen_.multi_captures += !rest.empty();
  }

  PointSet flood(const PointSet& set, Point from) const {
    PointSet found;
    found.insert(from);
    for (PointSet last; !(last == found);) {
      last = found;
      last.for_each([&](Point p) {
        for (Point n : naive_.neighbours(p)) found.insert(n);
      });
      found &= set;
    }
    return found;
  }

  void remember() {
    ++seen_.units;
    seen_.holes += grid_.area() < grid_.width() * grid_.height();
    before_.clear();
    if (all_.size() <= 49) before_ = picture(board_, grid_);
  }

  void compare() {
    const PointSet black = naive_.points_of(Colour::black), white = naive_.points_of(Colour::white);
    require(board_.points_of(Colour::black) == black, "black stones");
    require(board_.points_of(Colour::white) == white, "white stones");
    PointSet walls;
    for (Point p : all_)
      if (naive_.at(p) == Colour::off) walls.insert(p);
    require(board_.points_of(Colour::empty) == grid_.points() - black - white - walls, "empty points");
    require(walls_of(grid_, board_) == walls, "walls");
    require(board_.stone_count(Colour::black) == black.count() && board_.stone_count(Colour::white) == white.count(),
            "stone counts");
    std::uint64_t hash = 0;
    black.for_each([&](Point p) { hash ^= zobrist(p, Colour::black); });
    white.for_each([&](Point p) { hash ^= zobrist(p, Colour::white); });
    walls.for_each([&](Point p) {
      Board alone(grid_);
      alone.set_wall(p);
      hash ^= alone.hash();
    });
    require(board_.hash() == hash, "hash");
    require(board_.ko() == naive_.ko(), "ko");
  }

  void compare_chains() {
    PointSet listed;
    for (int i = 0; i < board_.empty_count(); ++i) listed.insert(board_.empty(i));
    require(listed == board_.points_of(Colour::empty) && listed.count() == board_.empty_count(),
            "list of empty points");
    for (Point p : all_) {
      require(board_.at(p) == naive_.at(p), "at");
      if (naive_.at(p) == Colour::empty) {
        for (Colour c : {Colour::black, Colour::white}) {
          require(board_.legal(p, c) == naive_.legal(p, c), "legal");
          require(board_.is_eye(p, c) == naive_.is_eye(p, c), "is_eye");
        }
      } else if (naive_.at(p) != Colour::off) {
        require(board_.chain(p) == naive_.chain(p), "chain");
        require(board_.liberties(p) == naive_.liberties(p), "liberties");
      }
    }
  }

  const Grid& grid_;
  Board board_;
  NaiveBoard naive_;
  Random random_;
  Seen& seen_;
  std::vector<Point> all_;
  Diet diet_{};
  Unit unit_;
  std::string before_;
};

Grid random_grid(Random& random, int largest, Seen& seen, const Topology& topology = {}) {
  const auto side = [&](bool wraps) {
    const int least = wraps ? kLeastWrapped : 1;
    return least + static_cast<int>(random.below(static_cast<std::uint32_t>(largest - least + 1)));
  };
  const int width = side(topology.wraps_columns), height = side(topology.wraps_rows);
  PointSet holes;
  if (random.below(3) == 0)
    for (int i = width * height / 6; i > 0; --i)
      holes.insert(point_at(static_cast<int>(random.below(static_cast<std::uint32_t>(width))),
                            static_cast<int>(random.below(static_cast<std::uint32_t>(height)))));
  seen.sizes.insert({width, height});
  return Grid(width, height, holes, {}, topology);
}

void report(const Seen& s, double seconds) {
  WARN("units " << s.units << ", accepted " << s.accepted << ", in " << seconds << " s; with captures " << s.captures
                << " (" << s.stones << " stones, at most " << s.largest << "), of several chains " << s.multi_captures
                << ", suicides refused " << s.suicides << ", carried out " << s.suicides_taken << ", skips " << s.skips
                << " (part of the unit " << s.skips_settled << "), skips refused " << s.skip_refused << ", guiltless "
                << s.guiltless << ", kos " << s.kos << " (by units " << s.ko_units << "), retakes refused "
                << s.refused_kos << ", splits " << s.splits << ", recolours that capture " << s.recolours_that_capture
                << ", walls " << s.walls << " (gone " << s.walls_gone << ", that capture " << s.walls_that_capture
                << ")"
                << ", mixed " << s.mixed << ", off board " << s.off_board << ", repeated " << s.repeated
                << ", not a stone " << s.not_a_stone << ", occupied " << s.occupied << ", with holes " << s.holes
                << ", sizes " << s.sizes.size());
}

}  // namespace

TEST_CASE("random units on boards of every size agree with the naive board", "[board][differential]") {
  const int share = test::share(50);
  const auto start = std::chrono::steady_clock::now();
  Seen seen;
  Random random(20240611);
  for (int round = 0; round < 1500 / share; ++round) {
    const int largest = round % 10 == 0 ? 25 : round % 10 < 4 ? 9 : 5;
    const Grid grid = random_grid(random, largest, seen);
    if (grid.area() == 0) continue;
    Duel(grid, random.next(), seen).run(largest == 25 ? 300 : 1500);
  }
  for (int width = 1; width <= kMaxSide; ++width)
    for (int height = 1; height <= kMaxSide; ++height) {
      seen.sizes.insert({width, height});
      const Grid grid(width, height);
      Duel(grid, random.next(), seen).run(60 / share);
    }
  report(seen, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  CHECK(seen.sizes.size() == kMaxSide * kMaxSide);
  CHECK(seen.units > 1'500'000 / share);
  CHECK(seen.captures > 50'000 / share);
  CHECK(seen.multi_captures > 5'000 / share);
  CHECK(seen.largest >= 20);
  CHECK(seen.suicides > 20'000 / share);
  CHECK(seen.suicides_taken > 500 / share);
  CHECK(seen.skips > 10'000 / share);
  CHECK(seen.skips_settled > 2'000 / share);
  CHECK(seen.skip_refused > 500 / share);
  CHECK(seen.guiltless > 1'000 / share);
  CHECK(seen.kos > 5'000 / share);
  CHECK(seen.ko_units > 500 / share);
  CHECK(seen.refused_kos > 500 / share);
  CHECK(seen.splits > 10'000 / share);
  CHECK(seen.recolours_that_capture > 2'000 / share);
  CHECK(seen.mixed > 20'000 / share);
  CHECK(seen.off_board > 500 / share);
  CHECK(seen.repeated > 500 / share);
  CHECK(seen.not_a_stone > 500 / share);
  CHECK(seen.occupied > 500 / share);
  CHECK(seen.holes > 200'000 / share);
  CHECK(seen.walls > 50'000 / share);
  CHECK(seen.walls_gone > 50'000 / share);
  CHECK(seen.walls_that_capture > 1'000 / share);
}

TEST_CASE("random units on joined edges and in hexagons agree with the naive board on the same graph",
          "[board][lattice][differential]") {
  const int share = kSanitized ? 4 : 1;
  int met = 0;
  for (const Topology& topology : kTopologies) {
    if (topology.plain() || (kSanitized && ++met % 2 == 0)) continue;
    INFO("columns " << topology.wraps_columns << " rows " << topology.wraps_rows << " hex " << topology.hex);
    Seen seen;
    Random random(20260611);
    for (int round = 0; round < 100 / share; ++round) {
      const int largest = round % 20 == 0 ? 25 : round % 10 < 5 ? 7 : 4;
      const Grid grid = random_grid(random, largest, seen, topology);
      if (grid.area() == 0) continue;
      Duel(grid, random.next(), seen).run(largest == 25 ? 200 : 1000);
    }
    CHECK(seen.units > 40'000 / share);
    CHECK(seen.captures > 1'000 / share);
    CHECK(seen.multi_captures > 50 / share);
    CHECK(seen.suicides > 300 / share);
    CHECK(seen.suicides_taken > 0);
    CHECK(seen.skips_settled > 50 / share);
    // In hexagons the two stones of a ko have two neighbours in common, which would have to be of both colours: there
    // is none but beside holes and on narrow boards.
    CHECK(seen.kos > (topology.hex ? -1 : 50 / share));
    CHECK(seen.refused_kos > (topology.hex ? -1 : 0));
    CHECK(seen.splits > 200 / share);
    CHECK(seen.holes > 5'000 / share);
  }
}

TEST_CASE("a board takes the place of a larger one, and of one whose edges are joined", "[board]") {
  Seen seen;
  const Grid large(25, 25), small(5, 5);
  Board board(large);
  large.points().for_each([&](Point p) { board.set(p, column_of(p) % 2 ? Colour::black : Colour::white); });
  board = Board(small);
  CHECK(board == Board(small));
  CHECK(board.points_of(Colour::empty) == small.points());
  CHECK(board.points_of(Colour::black).empty());
  CHECK(board.at(point_at(4, 5)) == Colour::off);
  board.play(point_at(4, 4), Colour::black);
  CHECK(board.liberties(point_at(4, 4)).count() == 2);
  const Grid torus(5, 5, {}, {}, {true, true, false});
  Board other(torus);
  CHECK_FALSE(other == Board(small));
  other = board;
  CHECK(other == board);
  CHECK(other.liberties(point_at(4, 4)).count() == 2);
  board = Board(torus);
  board.play(point_at(4, 4), Colour::black);
  CHECK(board.liberties(point_at(4, 4)).count() == 4);
}
