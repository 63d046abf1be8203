// What is told at a glance agrees with what carrying out would show.
#include <algorithm>

#include "core/enumerator.hpp"
#include "core/game.hpp"
#include "core/random.hpp"
#include "core/random_player.hpp"
#include "core/referee.hpp"
#include "core/sanitized.hpp"
#include "scripting/scripts.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/shipped.hpp"

using namespace gofuda;

namespace {

// A small board full enough for captures, with a ko point where the last stone made one.
Position crowded(const Ruleset& rules, Random& random) {
  Position p(rules.grid);
  Colour c = Colour::black;
  for (int n = 0; n < 40; ++n, c = opposite(c)) {
    const Point at = p.board.empty(static_cast<int>(random.below(static_cast<std::uint32_t>(p.board.empty_count()))));
    if (!p.board.legal(at, c)) continue;
    p.board.play(at, c);
    p.ko_by = seat_of(c);
  }
  return p;
}

Ruleset one_by_one() {
  Ruleset rules;
  rules.grid = Grid(5, 5);
  rules.rules.placement = PlacementRule::one_by_one;
  rules.rules.ko_cards = KoCards::all;
  return rules;
}

// Counts what it is asked; `glances`: may a glance do for an attempt?
class CountingPlayer : public RandomPlayer {
 public:
  CountingPlayer(std::uint64_t seed, bool glances) : RandomPlayer(seed), glances_(glances) {}
  bool answer(const Question& q, const Observation& seen, Answer& out) override {
    ++answers;
    return RandomPlayer::answer(q, seen, out);
  }
  Next after(Attempt& attempt) override {
    ++attempts;
    return RandomPlayer::after(attempt);
  }
  bool just_draws_again(int number) const override { return glances_ && RandomPlayer::just_draws_again(number); }
  int answers = 0, attempts = 0;

 private:
  bool glances_;
};

}  // namespace

TEST_CASE("quick refusals: stones set one by one are refused at a glance only where they are refused") {
  const Ruleset rules = one_by_one();
  Random random(7);
  int legal = 0, refused = 0, at_a_glance = 0;
  for (int n = 0; n < 20'000; ++n) {
    const Position start = crowded(rules, random);
    const Seat seat = static_cast<Seat>(random.below(2));
    Unit unit;
    std::vector<Point> points;
    draw_points(rules.grid.points(), 3, random).for_each([&](Point p) { points.push_back(p); });
    shuffle(points, random);
    for (Point p : points) unit.place.push_back({p, colour_of(seat)});
    Play play;
    play.seat = seat;
    play.card = 0;
    play.hash_before = start.board.hash();
    Position slow = start, quick = start;
    std::vector<PointEffect> slowly, quickly;
    Landing landing(rules);
    const Verdict with_reason = landing.land(slow, play, unit, slowly);
    play.any_reason = true;
    const Verdict without = landing.land(quick, play, unit, quickly);
    REQUIRE(static_cast<bool>(with_reason) == static_cast<bool>(without));
    REQUIRE(slow == quick);
    REQUIRE(slowly == quickly);
    ++(with_reason ? legal : refused);
    at_a_glance += without.reason == Reason::unplayable;
    REQUIRE(landing.surely_refuses(start, play, points) == (without.reason == Reason::unplayable));
  }
  CHECK(legal > 300);
  CHECK(refused > at_a_glance);
  CHECK(at_a_glance > 1000);
}

TEST_CASE("quick refusals: few liberties, and room for a shape in some order, are as counted the long way") {
  const Ruleset rules = one_by_one();
  const auto shape = Shape::parse("X X\nX .")->orientations(Symmetry::all);
  Random random(11);
  int fits = 0, does_not = 0;
  for (int n = 0; n < (kSanitized ? 600 : 3000); ++n) {
    const Position p = crowded(rules, random);
    p.board.for_each_chain([&](const PointSet& chain) {
      const Point at = chain.first();
      for (int k = 0; k < 8; ++k) {
        const bool few = p.board.liberties(at).count() < k;
        REQUIRE(p.board.has_fewer_liberties(at, k) == few);
        REQUIRE((p.board.chains_short_of(k) & chain) == (few ? chain : PointSet()));
      }
    });
    for (Seat seat : {Seat::black, Seat::white}) {
      bool found = false;
      Question q;
      q.kind = QuestionKind::placement;
      q.ordered = true;
      q.shape = shape;
      q.from = reachable_points(p.board, 3);
      q.least = q.most = 3;
      Answer answer;
      for (std::uint64_t k = 0; k < answer_count(q) && !found; ++k) {
        nth_answer(q, k, answer);
        Unit unit;
        for (Point at : answer.points()) unit.place.push_back({at, colour_of(seat)});
        Position work = p;
        std::vector<PointEffect> effects;
        work.board.set_ko(kNoPoint);
        found = static_cast<bool>(Landing(rules).land(work, {seat, 0}, unit, effects));
      }
      const UnitRules how{rules.rules.suicide, rules.rules.captures, OnSuicide::refuse};
      REQUIRE(find_placement_in_order(p.board, shape, colour_of(seat), how, q.from, kNoPoint) == found);
      ++(found ? fits : does_not);
    }
  }
  CHECK(fits > 100);
  CHECK(does_not > 100);
}

TEST_CASE("quick refusals: whether a shape of both colours fits in some order is told only where it is so") {
  Ruleset rules = one_by_one();
  rules.cards.resize(1);
  Random random(12);
  int told = 0, open = 0, fits = 0;
  for (const char* picture : {"X O", "X X\nX O"}) {
    const auto shape = rules.cards[0].shape = Shape::parse(picture)->orientations(Symmetry::all);
    const auto stones = static_cast<int>(shape.front().offsets.size());
    for (int n = 0; n < (kSanitized ? 300 : 1500); ++n) {
      const Position p = crowded(rules, random);
      for (Seat seat : {Seat::black, Seat::white}) {
        const PointSet reach = reachable_points(p.board, stones);
        const auto known = shape_fits(rules, p, seat, 0, [&](int) -> const PointSet& { return reach; });
        Question q;
        q.kind = QuestionKind::placement;
        q.ordered = true;
        q.shape = shape;
        q.from = reach;
        q.least = q.most = stones;
        Answer answer;
        bool found = false;
        for (std::uint64_t k = 0; k < answer_count(q) && !found; ++k) {
          nth_answer(q, k, answer);
          std::vector<Point> sorted(answer.points().begin(), answer.points().end());
          std::sort(sorted.begin(), sorted.end());
          const Orientation& o = shape[static_cast<std::size_t>(match_in_order(shape, sorted, answer.points()))];
          Unit unit;
          for (Point at : answer.points()) {
            const bool theirs =
                o.theirs[static_cast<std::size_t>(std::find(sorted.begin(), sorted.end(), at) - sorted.begin())];
            unit.place.push_back({at, colour_of(theirs ? other(seat) : seat)});
          }
          Position work = p;
          std::vector<PointEffect> effects;
          found = static_cast<bool>(Landing(rules).land(work, {seat, 0}, unit, effects));
        }
        fits += found;
        ++(known ? told : open);
        if (known) REQUIRE(*known == found);
      }
    }
  }
  CHECK(fits > 100);
  CHECK(told > 100);
  CHECK(open > 100);
}

TEST_CASE("quick refusals: a board on which many stones change sides is as if it were set up so") {
  const Grid grid(9, 9);
  Random random(3);
  for (int n = 0; n < 500; ++n) {
    Board board(grid);
    for (int i = 0; i < 50; ++i)
      board.set(board.empty(static_cast<int>(random.below(static_cast<std::uint32_t>(board.empty_count())))),
                static_cast<Colour>(1 + random.below(2)));
    const PointSet stones = board.stones(), vacant = board.points_of(Colour::empty);
    Unit unit;
    draw_points(stones, 20, random).for_each([&](Point p) {
      if (unit.remove.size() < 3)
        unit.remove.push_back(p);
      else
        unit.recolour.push_back({p, static_cast<Colour>(1 + random.below(2))});
    });
    draw_points(vacant, 3, random).for_each([&](Point p) { unit.place.push_back({p, Colour::black}); });
    Board anew(grid);
    std::array<Colour, kCells> at{};
    stones.for_each([&](Point p) { at[p] = board.at(p); });
    for (Point p : unit.remove) at[p] = Colour::empty;
    for (const Stone& s : unit.recolour) at[s.point] = s.colour;
    for (const Stone& s : unit.place) at[s.point] = s.colour;
    grid.points().for_each([&](Point p) { anew.set(p, at[p]); });
    UnitResult result;
    REQUIRE(board.apply(unit, Colour::black, {SuicideRule::forbidden, CaptureOrder::none, {}}, result));
    REQUIRE(board == anew);
    REQUIRE(board.hash() == anew.hash());
    for (Colour c : {Colour::empty, Colour::black, Colour::white}) REQUIRE(board.stone_count(c) == anew.stone_count(c));
    REQUIRE(board.empty_count() == anew.empty_count());
    board.stones().for_each([&](Point p) {
      REQUIRE(board.chain(p) == anew.chain(p));
      REQUIRE(board.liberties(p) == anew.liberties(p));
      REQUIRE(board.only_liberty(p) == anew.only_liberty(p));
    });
    board.points_of(Colour::empty).for_each([&](Point p) {
      for (Colour c : {Colour::black, Colour::white}) REQUIRE(board.is_suicide(p, c) == anew.is_suicide(p, c));
    });
  }
}

TEST_CASE("quick refusals: what is foreseen of a play is what happens, and nothing has happened") {
  Ruleset rules;
  rules.grid = Grid(5, 5);
  rules.rules.captures = CaptureOrder::none;
  rules.rules.ko = KoRule::none;
  Random random(5);
  int foreseen = 0, without_supply = 0, unforeseen = 0;
  for (int n = 0; n < 3000; ++n) {
    rules.rules.stones = n % 2 ? 12 : 0;
    rules.rules.ko = n % 3 ? KoRule::none : KoRule::positional;
    rules.rules.ko_cards = KoCards::all;
    Position p(rules.grid);
    for (int i = 0; i < 15; ++i)
      p.board.set(p.board.empty(static_cast<int>(random.below(static_cast<std::uint32_t>(p.board.empty_count())))),
                  static_cast<Colour>(1 + random.below(2)));
    p.count_set();
    if (n % 5 == 0) p.seen.push(History::situation(rules.rules.ko, p.board.hash(), Seat::white));
    Play play;
    play.card = 0;
    Unit unit;
    draw_points(rules.grid.points(), 4, random).for_each([&](Point at) {
      if (p.board.at(at) == Colour::empty || random.below(8) == 0)
        unit.place.push_back({at, static_cast<Colour>(1 + random.below(2))});
      else
        unit.remove.push_back(at);
    });
    const Position before = p;
    Landing landing(rules);
    const std::optional<Verdict> told = landing.foresee(p, play, unit);
    REQUIRE(p == before);
    std::vector<PointEffect> effects;
    const Verdict v = landing.land(p, play, unit, effects);
    foreseen += told.has_value();
    unforeseen += !told;
    if (!told) continue;
    REQUIRE(told->reason == v.reason);
    REQUIRE(told->points == v.points);
    without_supply += v.reason == Reason::no_stones;
  }
  CHECK(foreseen > 500);
  CHECK(without_supply > 20);
  CHECK(unforeseen > 500);
}

TEST_CASE("quick refusals: with a glance at what is drawn a game is played as by carrying all of it out") {
  const auto variant = test::shipped("v-card-go");
  const Ruleset& rules = *variant->ruleset;
  const auto scripts = make_scripts(variant);
  const int games = kSanitized ? 2 : 10;
  int glanced = 0, carried_out = 0;
  for (std::uint64_t game = 0; game < static_cast<std::uint64_t>(games); ++game) {
    Setup setup;
    setup.key = {3, game};
    Position quick = first_position(rules, setup), slow = quick;
    Run quickly(rules, *scripts, setup.key), slowly(rules, *scripts, setup.key);
    CountingPlayer quick_player(game, true), slow_player(game, false);
    while (!quick.over()) {
      Log quick_log, slow_log;
      REQUIRE(quickly.turn(quick, quick_log, 0, {&quick_player, &quick_player, nullptr}) == Status::done);
      REQUIRE(slowly.turn(slow, slow_log, 0, {&slow_player, &slow_player, nullptr}) == Status::done);
      REQUIRE(quick == slow);
      REQUIRE(quick_log.size() == slow_log.size());
      REQUIRE(quick_player.answers == slow_player.answers);
    }
    glanced += slow_player.attempts - quick_player.attempts;
    carried_out += slow_player.attempts;
  }
  CHECK(carried_out > 100 * games);
  CHECK(2 * glanced > carried_out);
}
