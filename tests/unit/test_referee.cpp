// The rules of stones and of the end, the parts of a position and the policy of drawing again, each looked at by
// itself.
#include <functional>
#include <map>

#include "core/endings.hpp"
#include "core/game.hpp"
#include "core/random_player.hpp"
#include "core/referee.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/pattern_games.hpp"
#include "tests/unit/script_bench.hpp"
#include "tools/solver/exact_turns.hpp"

using namespace gofuda;
using test::Bench;
using test::card_text;
using test::NoScripts;

namespace {

Ruleset plain_rules(int width, int height) {
  Ruleset r;
  r.grid = Grid(width, height);
  r.plain = true;
  return r;
}

Move move_of(Seat seat, std::uint16_t flags) {
  Move m{};
  m.seat = seat;
  m.card = m.under = kNoCard;
  m.flags = flags;
  m.count = flags & Move::kChanged ? 1 : 0;
  m.turn = 1;
  return m;
}

}  // namespace

TEST_CASE("referee: a liberty that four stones of one chain touch is its only one") {
  Board board(Grid(3, 3));
  for (const char* at : {"A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"}) board.set(parse_point(at), Colour::black);
  CHECK(board.only_liberty(parse_point("A1")) == parse_point("B2"));
}

TEST_CASE("referee: a stone is judged with its reason, without a run") {
  Ruleset rules = plain_rules(5, 5);
  Position p(rules.grid);
  p.board.set(parse_point("A2"), Colour::white);
  p.board.set(parse_point("B1"), Colour::white);
  const auto reason = [&](const char* at) { return judge_stone(rules, p, parse_point(at), Seat::black).reason; };
  CHECK(reason("C3") == Reason::legal);
  CHECK(reason("A2") == Reason::occupied);
  CHECK(reason("A1") == Reason::suicide);
  CHECK(reason("F9") == Reason::off_board);
  p.set_ko({parse_point("D4"), Seat::white});
  CHECK(reason("D4") == Reason::ko);
  CHECK(judge_stone(rules, p, parse_point("D4"), Seat::white).reason == Reason::legal);  // its own ko does not bind it
  rules.openings.push_back({2, {}});
  rules.openings[0].closed.insert(parse_point("E5"));
  CHECK(reason("E5") == Reason::opening);
  rules.rules.stones = 1;
  p.set = {1, 0};
  CHECK(reason("C3") == Reason::no_stones);
  rules.rules.stones = 0;
  rules.rules.ko = KoRule::positional;
  Board after = p.board;
  after.set(parse_point("C3"), Colour::black);
  p.seen.push(History::situation(KoRule::positional, after.hash(), Seat::black));
  CHECK(reason("C3") == Reason::superko);
  CHECK(reason("C4") == Reason::legal);
  p.ending = Ending::passes;
  CHECK(reason("C4") == Reason::game_over);
}

TEST_CASE("referee: the history of boards is a set that forgets the last one first") {
  History h;
  Random random(3);
  std::vector<std::uint64_t> order{0};
  h.push(0);
  for (int i = 0; i < 500; ++i) {
    order.push_back(i % 7 == 0 ? order[static_cast<std::size_t>(i) / 2] : random.next());
    h.push(order.back());
  }
  for (; !order.empty(); order.pop_back()) {
    for (std::uint64_t s : order) REQUIRE(h.contains(s));
    REQUIRE_FALSE(h.contains(random.next()));
    const std::uint64_t last = order.back();
    h.pop();
    REQUIRE(h.contains(last) == (std::count(order.begin(), order.end() - 1, last) > 0));
  }
  CHECK(h.empty());
}

TEST_CASE("referee: what the history forgets with a move it knows again with it") {
  History h;
  Random random(5);
  const auto push = [&](int n) {
    std::vector<std::uint64_t> out;
    for (int i = 0; i < n; ++i) h.push(out.emplace_back(i == 1 ? 0 : random.next()));
    return out;
  };
  const auto all = [&](const std::vector<std::uint64_t>& s, bool known) {
    for (std::uint64_t x : s) CHECK((x == 0 || h.contains(x) == known));
  };
  const auto first = push(2);
  const std::uint32_t from = h.next();
  const auto second = push(40);
  h.forget(7, from);
  all(first, true), all(second, false);
  CHECK(h.contains(0));  // once
  h.pop();
  CHECK_FALSE(h.contains(0));
  const std::uint32_t later = h.next();
  const auto third = push(3);
  h.forget(9, later + 2, later + 3);
  CHECK_FALSE(h.contains(third[2]));
  CHECK(h.contains(third[0]));
  h.recall(7);
  all(second, true);
  CHECK_FALSE(h.contains(third[2]));
  CHECK(h.in_order()[1] == second[0]);
  CHECK(h.in_order().back() == third[1]);
  h.recall(9);
  CHECK(h.in_order().size() == 1 + 40 + 3);
  h.recall(7);
  CHECK(h.in_order().size() == 1 + 40 + 3);
}

namespace {

// Every board that was ever known, with the moves that were not undone when it was made: it is known while they are
// not.
struct SimpleHistory {
  std::vector<std::uint64_t> all;
  std::vector<std::vector<std::size_t>> made_by;

  void push(std::uint64_t situation, const Position& p, std::optional<std::size_t> last) {
    all.push_back(situation);
    std::vector<std::size_t>& by = made_by.emplace_back();
    for (std::size_t m = 0; m < p.moves.size(); ++m)
      if (m == last || (p.moves[m].count > 0 && !p.moves[m].has(Move::kCancelled))) by.push_back(m);
  }
  std::vector<std::uint64_t> known(const Position& p) const {
    std::vector<std::uint64_t> out;
    for (std::size_t n = 0; n < all.size(); ++n)
      if (std::none_of(made_by[n].begin(), made_by[n].end(),
                       [&](std::size_t m) { return p.moves[m].has(Move::kCancelled); }))
        out.push_back(all[n]);
    return out;
  }
};

bool same_history(const Position& p, const SimpleHistory& simple) {
  const auto known = simple.known(p);
  const auto now = p.seen.in_order();
  if (!std::equal(now.begin(), now.end(), known.begin(), known.end())) return false;
  return std::all_of(simple.all.begin(), simple.all.end(), [&](std::uint64_t s) {
    return p.seen.contains(s) == (std::find(known.begin(), known.end(), s) != known.end());
  });
}

// A game in which stones are set and taken off by hand, turns do nothing, and moves take others back.
struct UndoGame {
  Ruleset rules = plain_rules(3, 2);
  Position p{rules.grid};
  SimpleHistory simple;

  void know(std::uint64_t situation) {
    p.seen.push(situation);
    simple.push(situation, p, p.moves.empty() ? std::nullopt : std::optional(p.moves.size() - 1));
  }
  void record(Move m, const std::vector<PointEffect>& effects) {
    m.first = static_cast<std::uint32_t>(p.effects.size());
    m.count = static_cast<std::uint16_t>(effects.size());
    if (p.board.hash() != m.hash_before) m.flags |= Move::kChanged;
    p.effects.insert(p.effects.end(), effects.begin(), effects.end());
    p.moves.push_back(m);
    if (remembers(rules, m.flags)) know(History::situation(rules.rules.ko, p.board.hash(), m.seat));
  }
  Move begun(Seat seat) const {
    Move m = move_of(seat, 0);
    m.hash_before = p.board.hash();
    m.remembered = p.seen.next();
    return m;
  }
  void touch(Seat seat, Point point) {
    const Move m = begun(seat);
    const Colour c = p.board.at(point);
    p.board.set(point, c == Colour::empty ? colour_of(seat) : Colour::empty);
    record(m, {{point, c == Colour::empty ? placed(colour_of(seat)) : removed(c)}});
  }
  bool take_back_one(Seat seat, std::size_t move) {
    if (!can_take_back(p, static_cast<int>(move))) return false;
    Move m = begun(seat);
    std::vector<PointEffect> inverse;
    std::vector<TallyChange> tallied;
    std::vector<std::uint32_t> moves;
    take_back(rules, p, move, {inverse, tallied, moves});
    REQUIRE(moves == std::vector<std::uint32_t>{static_cast<std::uint32_t>(move)});
    m.undoing = static_cast<std::uint16_t>(inverse.size());
    p.undoings.push_back({static_cast<std::uint32_t>(move), static_cast<std::uint32_t>(p.moves.size())});
    record(m, inverse);
    return true;
  }
};

}  // namespace

TEST_CASE("referee: a board is known as long as no move that it stood on is undone, in whatever order they are") {
  std::array<int, 3> undone{}, again{};
  for (int game = 0; game < 3000; ++game) {
    Random random(17, static_cast<std::uint64_t>(game));
    UndoGame g;
    const KoRule kinds[] = {KoRule::positional, KoRule::situational, KoRule::natural};
    const std::size_t kind = static_cast<std::size_t>(game) % 3;
    g.rules.rules.ko = kinds[kind];
    g.know(g.p.board.hash());
    for (int i = 0; i < 25; ++i) {
      const Seat seat = random.below(2) ? Seat::black : Seat::white;
      const auto what = random.below(10);
      if (what < 3) {
        g.touch(seat, point_at(static_cast<int>(random.below(3)), static_cast<int>(random.below(2))));
      } else if (what < 5) {
        g.record(g.begun(seat), {});
      } else if (!g.p.moves.empty()) {
        const std::size_t back = random.below(static_cast<std::uint32_t>(std::min<std::size_t>(4, g.p.moves.size())));
        const std::size_t move = g.p.moves.size() - 1 - back;
        if (g.take_back_one(seat, move)) ++(g.p.moves[move].count > 0 ? undone : again)[kind];
      }
      INFO("game " << game << ", move " << i);
      REQUIRE(same_history(g.p, g.simple));
    }
  }
  for (std::size_t kind : {0, 1, 2}) CHECK((undone[kind] > 2000 && again[kind] > 500));
}

TEST_CASE("referee: a move can be undone only while nothing but answers that did nothing has come after it") {
  Position p(Grid(5, 5));
  p.moves = {move_of(Seat::black, Move::kChanged), move_of(Seat::white, Move::kAnswer)};
  CHECK(can_take_back(p, 0));
  CHECK_FALSE(can_take_back(p, -1));
  CHECK_FALSE(can_take_back(p, 2));
  p.moves.push_back(move_of(Seat::white, Move::kChanged));
  CHECK_FALSE(can_take_back(p, 0));
  p.moves[2].flags |= Move::kCancelled;
  CHECK(can_take_back(p, 0));
  p.moves[0].flags |= Move::kCancelled;
  CHECK_FALSE(can_take_back(p, 0));
  p.moves = {move_of(Seat::black, Move::kChanged), move_of(Seat::black, Move::kChanged)};
  p.moves[0].group = p.moves[1].group = 1;
  CHECK(can_take_back(p, 0));  // together
  p.moves[1].turn = 3;         // groups are numbered anew in each turn
  CHECK_FALSE(can_take_back(p, 0));
  p.moves[1].undoing = 1;  // it only took another move back
  CHECK(can_take_back(p, 0));
}

TEST_CASE("referee: undoing a move brings back stones, prisoners, the stones set and the ko") {
  Ruleset rules = plain_rules(5, 5);
  rules.rules.ko = KoRule::positional;
  Position p(rules.grid);
  p.board.set(parse_point("A1"), Colour::white);
  p.board.set(parse_point("A2"), Colour::black);
  p.seen.push(p.board.hash());
  p.set = {4, 3};
  p.prisoners = {1, 2};
  p.set_ko({parse_point("E5"), Seat::white});
  const Position before = p;
  Landing landing(rules);
  Unit unit;
  unit.place.push_back({parse_point("B1"), Colour::black});
  Move m = move_of(Seat::black, Move::kChanged);
  m.ko_point = p.ko().point, m.ko_by = p.ko().by;
  m.hash_before = p.board.hash();
  m.prisoners_before = p.prisoners;
  m.set_before = p.set;
  m.remembered = p.seen.next();
  REQUIRE(landing.land(p, {Seat::black}, unit, p.effects));
  CHECK(p.prisoners == std::array<int, 2>{2, 2});
  CHECK(p.set == std::array<int, 2>{5, 3});
  m.count = static_cast<std::uint16_t>(p.effects.size());
  p.moves.push_back(m);
  p.seen.push(p.board.hash());
  std::vector<PointEffect> inverse;
  std::vector<TallyChange> tallied;
  std::vector<std::uint32_t> moves;
  take_back(rules, p, 0, {inverse, tallied, moves});
  CHECK(static_cast<const Stones&>(p) == static_cast<const Stones&>(before));
  CHECK(inverse.size() == 2);
  CHECK(p.moves[0].has(Move::kCancelled));
}

TEST_CASE("referee: a move that is undone again gives up what it had undone, and takes it back when that is undone") {
  const Ruleset rules = plain_rules(5, 5);
  Position p(rules.grid);
  p.moves = {move_of(Seat::black, Move::kChanged | Move::kCancelled), move_of(Seat::white, Move::kAnswer)};
  p.moves[0].count = 0;
  p.undoings = {{0, 1}};
  std::vector<PointEffect> inverse;
  std::vector<TallyChange> tallied;
  std::vector<std::uint32_t> moves;
  take_back(rules, p, 1, {inverse, tallied, moves});
  CHECK_FALSE(p.moves[0].has(Move::kCancelled));
  p.undoings.push_back({1, 2});
  p.moves.push_back(move_of(Seat::black, Move::kAnswer));
  take_back(rules, p, 2, {inverse, tallied, moves});
  CHECK(p.moves[0].has(Move::kCancelled));
  CHECK_FALSE(p.moves[1].has(Move::kCancelled));
}

TEST_CASE("referee: a refused play leaves nothing behind") {
  Ruleset rules = plain_rules(5, 5);
  Position p(rules.grid);
  for (const char* at : {"A1", "D5", "E4"}) p.board.set(parse_point(at), Colour::white);
  p.board.set(parse_point("A2"), Colour::black);
  p.ko_by = Seat::white;
  const Position before = p;
  const auto land = [&](std::initializer_list<const char*> points) {
    Landing landing(rules);
    Unit unit;
    for (const char* at : points) unit.place.push_back({parse_point(at), Colour::black});
    return landing.land(p, {Seat::black}, unit, p.effects).reason;
  };
  rules.rules.placement = PlacementRule::one_by_one;
  CHECK(land({"B1", "E5"}) == Reason::suicide);  // the first takes A1
  CHECK(p == before);
  rules.rules.ko = KoRule::positional;
  Board after = p.board;
  after.play(parse_point("B1"), Colour::black);
  p.seen.push(after.hash());
  const Position known = p;
  CHECK(land({"B1"}) == Reason::superko);
  CHECK(p == known);
  p.set_ko({parse_point("C3"), Seat::black});  // which does not bind Black, and lasts
  const Position own = p;
  CHECK(land({"B1"}) == Reason::superko);
  CHECK(p == own);
  CHECK(land({"E5"}) == Reason::suicide);
  CHECK(p == own);
}

TEST_CASE("referee: a card may leave the board as it found it, whatever stood before") {
  Ruleset rules = plain_rules(5, 5);
  rules.rules.ko = KoRule::positional;
  rules.rules.ko_cards = KoCards::all;
  Position p(rules.grid);
  p.seen.push(p.board.hash());
  Landing landing(rules);
  const Play play{.seat = Seat::black, .card = 0, .hash_before = p.board.hash()};
  Unit comes, goes;
  comes.place.push_back({parse_point("C3"), Colour::black});
  goes.remove.push_back(parse_point("C3"));
  REQUIRE(landing.land(p, play, comes, p.effects));
  Play later = play;
  later.hash_before = p.board.hash();
  CHECK(landing.land(p, later, goes, p.effects).reason == Reason::superko);
  CHECK(p.effects.size() == 1);
  CHECK(landing.land(p, play, goes, p.effects));
}

TEST_CASE("referee: under simple ko a card may not bring back the board before the last move, and is told so") {
  Ruleset rules = plain_rules(5, 5);
  rules.rules.ko = KoRule::simple;
  rules.rules.ko_cards = KoCards::all;
  Position p(rules.grid);
  p.moves = {move_of(Seat::black, Move::kChanged)};
  p.moves[0].hash_before = p.board.hash();
  p.board.set(parse_point("C3"), Colour::black);
  Unit goes;
  goes.remove.push_back(parse_point("C3"));
  Landing landing(rules);
  const Verdict v = landing.land(p, {.seat = Seat::white, .card = 0, .hash_before = p.board.hash()}, goes, p.effects);
  CHECK(to_string(v) == "ko at C3: The board before the last move would come back.");
}

TEST_CASE("referee: a board that only an undone move was made on has not stood before") {
  const Ruleset rules = plain_rules(5, 5);
  Position p(rules.grid);
  Board after = p.board;
  after.play(parse_point("C3"), Colour::black);
  p.moves = {move_of(Seat::white, Move::kChanged)};
  p.moves[0].hash_before = after.hash();
  Landing landing(rules);
  Unit unit;
  unit.place.push_back({parse_point("C3"), Colour::black});
  const Play play{.seat = Seat::black, .card = 0, .no_repeat = true, .hash_before = p.board.hash()};
  CHECK(landing.land(p, play, unit, p.effects).reason == Reason::superko);
  p.moves[0].flags |= Move::kCancelled;
  CHECK(landing.land(p, play, unit, p.effects));
}

TEST_CASE("referee: the ko that a stone takes, and a card's stone where the ko rules do not judge it") {
  Ruleset rules = plain_rules(5, 5);
  Position start(rules.grid);
  for (const char* at : {"B1", "A2", "B3"}) start.board.set(parse_point(at), Colour::black);
  for (const char* at : {"B2", "C1", "D2", "C3"}) start.board.set(parse_point(at), Colour::white);
  Unit takes, fills;
  takes.place.push_back({parse_point("C2"), Colour::black});
  fills.place.push_back({parse_point("B2"), Colour::black});
  Landing landing(rules);
  Position p = start;
  REQUIRE(landing.land(p, {Seat::black}, takes, p.effects));
  CHECK(p.ko() == Ko{parse_point("B2"), Seat::black});
  CHECK(landing.land(p, {Seat::black}, fills, p.effects));  // its own ko does not bind it
  rules.rules.ko_cards = KoCards::none;
  p = start;
  REQUIRE(landing.land(p, {Seat::black, 0}, takes, p.effects));
  CHECK(p.board.ko() == kNoPoint);
}

TEST_CASE("referee: a unit needs stones of both sides in the supply") {
  Ruleset rules = plain_rules(5, 5);
  rules.rules.stones = 2;
  Unit unit;
  unit.place = {{parse_point("B2"), Colour::black}, {parse_point("D4"), Colour::white}};
  for (const std::array<int, 2> set : {std::array{1, 2}, std::array{2, 1}, std::array{1, 1}}) {
    Position p(rules.grid);
    p.set = set;
    Landing landing(rules);
    const bool enough = set[0] + set[1] == 2;
    CHECK(landing.land(p, {Seat::black, 0}, unit, p.effects).reason == (enough ? Reason::legal : Reason::no_stones));
  }
}

TEST_CASE("referee: what a handicap has taken of one side's stones is no matter of the other's") {
  Ruleset rules = plain_rules(5, 5);
  rules.rules.stones = 2;
  Unit unit;
  unit.place = {{parse_point("D4"), Colour::white}};
  Position p(rules.grid);
  p.set = {3, 0};
  Landing landing(rules);
  CHECK(landing.land(p, {Seat::white, 0}, unit, p.effects).reason == Reason::legal);
  Unit more;
  more.place = {{parse_point("A1"), Colour::black}};
  CHECK(landing.land(p, {Seat::white, 0}, more, p.effects).reason == Reason::no_stones);
  more.moved[0] = 1;  // one that stood elsewhere
  CHECK(landing.land(p, {Seat::white, 0}, more, p.effects).reason == Reason::legal);
}

TEST_CASE("referee: a side that sits its turn out may not retake the ko after it") {
  Position p(Grid(5, 5));
  p.set_ko({parse_point("C3"), Seat::white});
  p.moves = {move_of(Seat::black, Move::kSkip)};
  lift_ko(p, 0, Seat::black);
  CHECK(p.board.ko() == parse_point("C3"));
  p.moves = {move_of(Seat::black, Move::kPass)};
  lift_ko(p, 0, Seat::black);
  CHECK(p.board.ko() == kNoPoint);
}

TEST_CASE("endings: two sides that can neither set a stone nor pass end the game, and no more is played") {
  auto rules = std::make_shared<Ruleset>(plain_rules(1, 1));
  rules->rules.passes_to_end = 0;
  NoScripts scripts;
  Game game(rules, {});
  game.advance(scripts);
  REQUIRE(game.over());
  CHECK(game.turn_start().ending == Ending::exhausted);
  CHECK(game.turn_start().moves.size() == 2);
}

TEST_CASE("endings: too many turns that change nothing end the marking of dead stones, too") {
  const Ruleset rules = plain_rules(5, 5);
  Position p(rules.grid);
  p.marking = true;
  p.unchanged_turns = kMostUnchangedTurns - 1;
  count_unchanged_turn(rules, p, 0);
  CHECK(p.ending == Ending::exhausted);
  CHECK_FALSE(p.marking);
}

TEST_CASE("endings: a pass counts up only in answer to the other side's") {
  const Ruleset rules = plain_rules(5, 5);
  Position p(rules.grid);
  const auto pass = [&](Seat seat) {
    const std::uint8_t passes = passes_with(p, seat);
    p.moves.push_back(move_of(seat, Move::kPass));
    count_pass(rules, p, passes);
    return int{p.passes};
  };
  CHECK(pass(Seat::black) == 1);
  CHECK(pass(Seat::black) == 1);
  CHECK_FALSE(p.over());
  CHECK(pass(Seat::white) == 2);
  CHECK(p.over());
}

TEST_CASE("endings: a declared card is no move between passes, and a move ends the marking of dead stones") {
  const Ruleset rules = plain_rules(5, 5);
  Position p(rules.grid);
  p.moves = {move_of(Seat::black, Move::kChanged)};
  CHECK(passes_with(p, Seat::black) == 1);
  p.passes = 1;
  p.moves = {move_of(Seat::black, Move::kPass), move_of(Seat::white, Move::kDeclared)};
  CHECK(passes_with(p, Seat::white) == 2);
  count_pass(rules, p, 2);
  CHECK(p.passes == 1);
  p.marking = true;
  p.moves.push_back(move_of(Seat::white, Move::kChanged));
  count_pass(rules, p, 2);
  CHECK(p.passes == 0);
  CHECK_FALSE(p.marking);
}

TEST_CASE("endings: where the sides do not agree on dead stones, none is dead") {
  Position p(Grid(5, 5));
  PointSet some;
  some.insert(parse_point("A1"));
  settle_dead(p, some, {});
  CHECK_FALSE(p.over());
  CHECK(p.dead.empty());
  settle_dead(p, some, some);
  CHECK(p.over());
  CHECK(p.dead == some);
}

TEST_CASE(
    "endings: a pattern that stood at the start counts once a card has changed the board, and an answer may win") {
  Ruleset rules = plain_rules(5, 5);
  rules.wins = WinTable({{"two", "Two", "t", line_patterns(rules.grid, 2), 2, false}});
  const auto winner = [&](const Position& p, std::size_t first, Point stone) {
    const std::optional<Finish> end = ending_after_move(rules, p, Seat::black, first, stone, {});
    return end && end->ending == Ending::win ? int{end->winner} : -1;
  };
  const auto play = [](Position& p, Seat seat, CardId card, const char* at) {
    p.board.set(parse_point(at), colour_of(seat));
    p.moves.push_back(move_of(seat, Move::kChanged));
    p.moves.back().card = card;
    p.moves.back().first = static_cast<std::uint32_t>(p.effects.size());
    p.effects.push_back({parse_point(at), placed(colour_of(seat))});
  };
  Position start(rules.grid);
  for (const char* at : {"A1", "B1"}) start.board.set(parse_point(at), Colour::black);
  Position p = start;
  p.moves = {move_of(Seat::black, Move::kPass)};
  CHECK(winner(p, 0, kNoPoint) == -1);
  p.moves[0].card = 0;  // a card that changed nothing
  play(p, Seat::white, kNoCard, "C5");
  play(p, Seat::black, 0, "E5");
  CHECK(winner(p, 2, kNoPoint) == 0);
  play(p, Seat::white, 0, "A5");
  CHECK(winner(p, 3, kNoPoint) == -1);  // it was judged after the card before
  p = Position(rules.grid);
  p.board.set(parse_point("E1"), Colour::white);
  play(p, Seat::black, kNoCard, "C3");
  CHECK(winner(p, 0, parse_point("C3")) == -1);
  play(p, Seat::white, 0, "E2");
  p.moves.back().flags |= Move::kAnswer;
  CHECK(winner(p, 0, parse_point("C3")) == 1);
}

TEST_CASE("endings: a turn that changes the board begins the count anew") {
  const Ruleset rules = plain_rules(5, 5);
  Position p(rules.grid);
  p.unchanged_turns = kMostUnchangedTurns - 1;
  p.moves = {move_of(Seat::black, Move::kChanged)};
  count_unchanged_turn(rules, p, 0);
  CHECK(p.unchanged_turns == 0);
  CHECK_FALSE(p.over());
}

TEST_CASE("holdings: what lies open is taken up first, then what lies aside, then the hand") {
  Holdings h;
  for (Zone z : {Zone::hand, Zone::shown, Zone::aside, Zone::hand}) h.cards.put(Owner::black, z, 7);
  const Card second = h.cards.card(Owner::black, Zone::hand, 1);
  Holdings other = h;
  CHECK(other.lay_on_table(Seat::black, second) == second);
  CHECK(other.cards.size(Owner::black, Zone::hand) == 1);
  CHECK_FALSE(other.lay_on_table(Seat::black, second));  // it lies there already
  for (Zone z : {Zone::shown, Zone::aside, Zone::hand, Zone::hand}) {
    const std::size_t before = h.cards.size(Owner::black, z);
    CHECK(h.lay_on_table(Seat::black, 7));
    CHECK(h.cards.size(Owner::black, z) == before - 1);
  }
  CHECK_FALSE(h.lay_on_table(Seat::black, 7));
}

TEST_CASE("holdings: a card is chosen apart where the seat has written something under it") {
  Holdings h;
  h.cards.assign(Owner::black, Zone::hand, std::vector<CardId>{7, 7, 7});
  const auto copy = [&](std::size_t i) { return h.cards.card(Owner::black, Zone::hand, i); };
  const auto choices = [&] { return h.choices(Seat::black, Owner::black, Zone::hand); };
  CHECK(choices() == std::vector<Card>{copy(2)});
  h.write({Seat::black, copy(1), false, {}, "x"});
  CHECK(choices() == std::vector<Card>{copy(2), copy(1)});
  h.erase_note(Seat::white, copy(1));  // of Black's notes White erases none
  REQUIRE(h.note(Seat::black, copy(1)));
  CHECK_FALSE(h.note(Seat::white, copy(1)));
  CHECK_FALSE(h.note(Seat::black, copy(0)));
  h.erase_note(Seat::black, copy(1));
  h.write({Seat::black, copy(0), false, {}, "x"});
  CHECK(choices() == std::vector<Card>{copy(0), copy(2)});
}

TEST_CASE("holdings: a card is moved from where it lies, the table first and the common discards last") {
  Holdings h;
  h.cards.put(Owner::common, Zone::discard, 7);
  for (Zone z : {Zone::discard, Zone::play}) h.cards.put(Owner::black, z, 7);
  for (auto [owner, zone] : {std::pair{Owner::black, Zone::play}, std::pair{Owner::black, Zone::discard},
                             std::pair{Owner::common, Zone::discard}}) {
    REQUIRE(h.cards.size(owner, zone) == 1);
    CHECK(h.move_card(Seat::black, 7, Owner::black, Zone::deck));
    CHECK(h.cards.size(owner, zone) == 0);
  }
  CHECK_FALSE(h.move_card(Seat::black, 7, Owner::black, Zone::deck));
  h.cards.put(Owner::black, Zone::hand, 8);
  CHECK_FALSE(h.move_card(Seat::black, 8, Owner::black, Zone::hand));  // it lies there already
}

TEST_CASE("position: the board before the last move is that of one that stands and is no answer") {
  Position p(Grid(5, 5));
  CHECK_FALSE(p.hash_before_last());
  p.moves.assign(2, move_of(Seat::black, Move::kChanged));
  p.moves[0].hash_before = 5;
  p.moves[1].hash_before = 6;
  CHECK(p.hash_before_last() == 6);
  for (auto flag : {Move::kCancelled, Move::kAnswer, Move::kDeclared}) {
    p.moves[1].flags = flag;
    CHECK(p.hash_before_last() == 5);
  }
}

TEST_CASE("position: a side's last move is none that it made out of turn or to take up a card") {
  Position p(Grid(5, 5));
  p.moves.assign(2, move_of(Seat::black, Move::kChanged));
  CHECK(p.last_move(Seat::black, 2) == 1);
  for (auto flag : {Move::kAnswer, Move::kAnnounced, Move::kDeclared}) {
    p.moves[1].flags = flag;
    CHECK(p.last_move(Seat::black, 2) == 0);
  }
}

TEST_CASE("position: a card that was laid aside twice lies there since the second time") {
  Position p(Grid(5, 5));
  p.cards.put(Owner::black, Zone::aside, 7);
  p.moves.assign(2, move_of(Seat::black, Move::kLaidAside));
  for (Move& m : p.moves) m.copy = p.cards.copies(Owner::black, Zone::aside)[0];
  CHECK(p.laid_aside_by(Seat::black, p.cards) == std::vector<int>{1});
}

TEST_CASE("position: what is hidden of notes, of the record and of what was drawn") {
  Position p(Grid(5, 5));
  for (Zone z : {Zone::aside, Zone::shown}) p.cards.put(Owner::black, z, 7);
  const Card aside = p.cards.card(Owner::black, Zone::aside, 0), shown = p.cards.card(Owner::black, Zone::shown, 0);
  p.notes = {{Seat::black, aside, false, {}, "left"}, {Seat::black, shown, false, {}, "right"}};
  p.moves = {move_of(Seat::black, Move::kLaidAside)};
  p.moves[0].card = aside.id;
  p.moves[0].copy = aside.copy;
  p.card_events = {{CardEvent::drawn, Seat::black, 3, 0, 0}, {CardEvent::played, Seat::black, 4, 0, 0}};
  const View theirs = view_of(p, Seat::white);
  CHECK(theirs.notes[0].label.empty());
  CHECK(theirs.notes[1].label.empty());
  CHECK_FALSE(theirs.notes[0].card);
  CHECK(theirs.notes[1].card == shown);  // it lies open that something is written under it
  CHECK(theirs.moves[0].copy == kNoCopy);
  CHECK(theirs.card_events[0].card == kNoCard);
  CHECK(theirs.card_events[1].card == 4);
  CHECK(view_of(p, Seat::black).notes == p.notes);
}

namespace {

void look_at_copy(Position& p, Seat seat, CopyId copy) {
  const Card card(1, copy);
  p.look(seat, Owner::black, Zone::deck, {&card, 1});
}

}  // namespace

TEST_CASE("position: whatever is different makes another position, with another hash") {
  Position p(Grid(5, 5));
  p.moves.push_back(move_of(Seat::black, Move::kChanged));
  p.effects.push_back({parse_point("A1"), Effect::placed_black});
  p.card_events = {{CardEvent::drawn, Seat::black, 3, 0, 0}, {CardEvent::played, Seat::black, 3, 0, 0}};
  p.notes.push_back({Seat::black, 3, false, {}, "x"});
  for (int z = 0; z < kZones; ++z) p.cards.put(Owner::black, static_cast<Zone>(z), 1);
  using Change = std::function<void(Position&)>;
  const std::pair<const char*, Change> changes[] = {
      {"board", [](Position& q) { q.board.set(parse_point("C3"), Colour::black); }},
      {"ko", [](Position& q) { q.board.set_ko(parse_point("C3")); }},
      {"ko by", [](Position& q) { q.ko_by = Seat::white; }},
      {"seen", [](Position& q) { q.seen.push(5); }},
      {"prisoners", [](Position& q) { q.prisoners[1] = 1; }},
      {"set", [](Position& q) { q.set[1] = 1; }},
      {"card", [](Position& q) { q.cards.put(Owner::white, Zone::hand, 2); }},
      {"zone", [](Position& q) { q.cards.put(Owner::black, Zone::hand, q.cards.take_top(Owner::black, Zone::aside)); }},
      {"note's words", [](Position& q) { q.notes[0].label = "y"; }},
      {"note's points", [](Position& q) { q.notes[0].points.insert(parse_point("B2")); }},
      {"open note", [](Position& q) { q.notes[0].open = true; }},
      {"note's card", [](Position& q) { q.notes[0].card.id = 4; }},
      {"note's seat", [](Position& q) { q.notes[0].seat = Seat::white; }},
      {"note's copy", [](Position& q) { q.notes[0].card.copy = 9; }},
      {"shuffles", [](Position& q) { q.shuffles[2] = 1; }},
      {"move's card", [](Position& q) { q.moves[0].card = 2; }},
      {"move's flags", [](Position& q) { q.moves[0].flags = 0; }},
      {"move's seat", [](Position& q) { q.moves[0].seat = Seat::white; }},
      {"move's effects", [](Position& q) { q.moves[0].count = 0; }},
      {"move's ko", [](Position& q) { q.moves[0].ko_point = parse_point("C3"); }},
      {"move's turn", [](Position& q) { q.moves[0].turn = 2; }},
      {"move's group", [](Position& q) { q.moves[0].group = 2; }},
      {"move under", [](Position& q) { q.moves[0].under = 2; }},
      {"effect", [](Position& q) { q.effects[0].effect = Effect::captured_black; }},
      {"effect's point", [](Position& q) { q.effects[0].point = parse_point("A2"); }},
      {"card event", [](Position& q) { q.card_events[0].card = 4; }},
      {"card event's kind", [](Position& q) { q.card_events[0].kind = CardEvent::returned; }},
      {"card event's seat", [](Position& q) { q.card_events[0].seat = Seat::white; }},
      {"card event's first move", [](Position& q) { q.card_events[1].first = 1; }},
      {"card event's last move", [](Position& q) { q.card_events[1].end = 1; }},
      {"turn", [](Position& q) { q.turn = 2; }},
      {"side", [](Position& q) { q.to_move = Seat::white; }},
      {"passes", [](Position& q) { q.passes = 1; }},
      {"unchanged turns", [](Position& q) { q.unchanged_turns = 1; }},
      {"lost turns", [](Position& q) { q.lost_turns[1] = 1; }},
      {"restricted", [](Position& q) { q.restricted_to[0].insert(parse_point("B2")); }},
      {"forbidden", [](Position& q) { q.forbid(Seat::black, q.board.points_of(Colour::empty), 1); }},
      {"forbidden to White", [](Position& q) { q.forbid(Seat::white, q.board.points_of(Colour::empty), 1); }},
      {"forbidden for long", [](Position& q) { q.forbid(Seat::black, q.board.points_of(Colour::empty), 2); }},
      {"looked at", [](Position& q) { look_at_copy(q, Seat::white, 1); }},
      {"another looked at", [](Position& q) { look_at_copy(q, Seat::white, 2); }},
      {"looked at by Black", [](Position& q) { look_at_copy(q, Seat::black, 1); }},
      {"Black must set", [](Position& q) { q.must_set[0] = true; }},
      {"White must set", [](Position& q) { q.must_set[1] = true; }},
      {"chance", [](Position& q) { q.chance = 1; }},
      {"ending", [](Position& q) { q.ending = Ending::draw; }},
      {"winner", [](Position& q) { q.winner = 1; }},
      {"won by", [](Position& q) { q.won_by = 2; }},
      {"winning", [](Position& q) { q.winning.insert(parse_point("B2")); }},
      {"marking", [](Position& q) { q.marking = true; }},
      {"dead", [](Position& q) { q.dead.insert(parse_point("B2")); }},
      {"wall", [](Position& q) { q.board.set_wall(parse_point("C3")); }},
      {"tokens",
       [](Position& q) {
         q.apply({TallyChange::tokens, 0, Seat::black, 1, {}, 0});
       }},
      {"White's tokens",
       [](Position& q) {
         q.apply({TallyChange::tokens, 0, Seat::white, 1, {}, 0});
       }},
      {"tokens of another name",
       [](Position& q) {
         q.apply({TallyChange::tokens, 1, Seat::black, 1, {}, 0});
       }},
      {"points for the count",
       [](Position& q) {
         q.apply({TallyChange::points, 0, Seat::black, 1, {}, 0});
       }},
      {"White's points",
       [](Position& q) {
         q.apply({TallyChange::points, 0, Seat::white, 1, {}, 0});
       }},
      {"mark",
       [](Position& q) {
         q.apply({TallyChange::marked, 0, Seat::black, 0, q.board.points_of(Colour::empty), 0});
       }},
      {"change of a move",
       [](Position& q) {
         q.changes.push_back({TallyChange::points, 0, Seat::black, 1, {}, 0});
       }},
      {"change's move",
       [](Position& q) {
         q.changes.push_back({TallyChange::points, 0, Seat::black, 1, {}, 1});
       }},
  };
  std::map<std::uint64_t, const char*> hashes{{p.hash(), "unchanged"}};
  for (const auto& [name, change] : changes) {
    INFO(name);
    Position q = p;
    change(q);
    CHECK_FALSE(q == p);
    CHECK(hashes.emplace(q.hash(), name).second);
  }
}

TEST_CASE("questions: an answer in another form is none") {
  const Grid grid(5, 5);
  Question q;
  q.kind = QuestionKind::choice;
  q.labels = {"a", "b"};
  Answer a;
  a.make_label(1);
  CHECK(judge(q, a, grid));
  a.make_card(1);
  CHECK(judge(q, a, grid).reason == Reason::not_an_option);
}

TEST_CASE("players that draw again draw evenly where legal answers are too rare to be met", "[minutes]") {
  // Of 300 pairs of points three will do; the policy lists all from the second try on.
  const Bench bench(test::Sources{
      {"rare", card_text("local p = me:pick(2, board.all) local text = tostring(p) if text ~= 'A1 B1' and text ~= "
                         "'C3 D4' and text ~= 'D5 E5' then refuse('not these') end me:place(p)")}});
  INFO(test::joined(bench.out));
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant);
  constexpr int kGames = 300;
  std::map<std::string, int> drawn;
  for (std::uint64_t n = 0; n < kGames; ++n) {
    Setup setup = bench.setup({"rare"}, {"rare"});
    setup.key = {17, n};
    Game game(bench.variant->ruleset, setup);
    RandomPlayer black(1, n, false, {1, 1}), white(2, n, false, {1, 1});
    game.advance(scripts, {&black, &white, nullptr}, 1);
    REQUIRE(game.state() == Status::done);
    ++drawn[to_string(game.turn_start().board.points_of(Colour::black))];
  }
  REQUIRE(drawn.size() == 3);
  for (const auto& [points, times] : drawn) {  // 100 each; five standard deviations are 41
    INFO(points);
    CHECK(std::abs(times - kGames / 3) < 41);
  }
}

// A search knows what comes after its first move. White's last stone takes a ko; the same stones stand there without
// one where another of White's stones is the last.
TEST_CASE("exact: what is known of a board without a ko is not taken for one with it", "[minutes]") {
  auto rules = std::make_shared<Ruleset>(plain_rules(4, 2));
  rules->rules.komi = 0;
  NoScripts scripts;
  Random random(5);
  int compared = 0, different = 0;
  for (int tries = 0; tries < 20'000 && compared < 60; ++tries) {
    Position taking(rules->grid), after = taking;
    for (int i = 0; i < 6; ++i) {
      const auto at =
          after.board.empty(static_cast<int>(random.below(static_cast<std::uint32_t>(after.board.empty_count()))));
      const Colour c = i % 2 ? Colour::white : Colour::black;
      taking = after;
      if (after.board.legal(at, c)) after.board.play(at, c);
    }
    taking.to_move = Seat::white;
    PointSet others = after.board.points_of(Colour::white) & taking.board.points_of(Colour::white);
    if (after.board.ko() == kNoPoint || others.empty()) continue;
    Position quiet = after;
    quiet.board.set(others.first(), Colour::empty);
    quiet.to_move = Seat::white;
    auto known = tools::make_solver(*rules, 16), fresh = tools::make_solver(*rules, 16);
    const auto other = known->solve(quiet, scripts, {});
    const auto with = known->solve(taking, scripts, {});
    const auto truth = fresh->solve(taking, scripts, {});
    if (!other.solved() || !with.solved() || !truth.solved()) continue;
    ++compared;
    different += other.margin != truth.margin;
    CHECK(with.result == truth.result);
    CHECK(with.margin == truth.margin);
  }
  CHECK(compared > 10);
  CHECK(different > 0);
}
