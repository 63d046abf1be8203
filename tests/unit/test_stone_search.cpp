// The search for games of plain stones: what it knows beforehand, what it keeps between moves, when it passes.
#include <algorithm>

#include "core/draws.hpp"
#include "core/drive.hpp"
#include "core/simulator.hpp"
#include "scripting/scripts.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/reply.hpp"
#include "tests/unit/shipped.hpp"
#include "tools/players/player.hpp"
#include "tools/players/stone_knowledge.hpp"
#include "tools/players/stone_policy.hpp"
#include "tools/players/stone_search.hpp"
#include "tools/players/stone_tree.hpp"

using namespace gofuda;
using namespace gofuda::tools;

namespace {

Point stone_at(const char* name) { return parse_point(name); }

// Rows from the top, X black, O white.
Board board_of(const Grid& grid, std::initializer_list<const char*> rows) {
  Board board(grid);
  int y = grid.height();
  for (const char* row : rows) {
    --y;
    for (int x = 0; row[x]; ++x)
      if (row[x] != '.') board.set(point_at(x, y), row[x] == 'X' ? Colour::black : Colour::white);
  }
  return board;
}

float share(const StoneKnowledge& k, const char* point) {
  const Prior p = k.of(stone_at(point));
  return p.wins / p.games;
}

}  // namespace

TEST_CASE("stone search: captures and rescues are known, and chains that cannot be rescued") {
  const Grid grid(7, 7);
  StoneKnowledge k;
  // Black at D4 is in atari and gets away at D3.
  Board board = board_of(grid, {".......", ".......", "...O...", "..OXO..", ".......", ".......", "......."});
  CHECK(board.only_liberty(stone_at("D4")) == stone_at("D3"));
  CHECK(board.only_liberty(stone_at("D5")) == kNoPoint);
  k.look(board, grid, Colour::black, kNoPoint);
  CHECK(share(k, "D3") > 0.7f);
  k.look(board, grid, Colour::white, kNoPoint);
  CHECK(share(k, "D3") > 0.7f);
  CHECK(share(k, "F6") < 0.6f);
  // The same stone in a ladder that ends at the edge, and in one that a stone of its own breaks.
  board = board_of(grid, {".......", ".......", ".......", "...O...", "..OXO..", "..O....", "......."});
  k.look(board, grid, Colour::black, kNoPoint);
  CHECK(share(k, "D2") < 0.8f);  // a shape, and no more
  board = board_of(grid, {".......", ".......", ".......", "...O...", "..OXO..", "..O....", "...X..."});
  k.look(board, grid, Colour::black, kNoPoint);
  CHECK(share(k, "D2") > 0.8f);
}

TEST_CASE("stone search: self-atari, the edge and the neighbourhood of the last move are known") {
  const Grid grid(9, 9);
  StoneKnowledge k;
  const Board board = board_of(grid, {".........", ".........", ".........", ".........", ".........", ".........",
                                      "O........", ".........", "O........"});
  k.look(board, grid, Colour::black, stone_at("A3"));
  CHECK(share(k, "A2") < share(k, "B2"));
  CHECK(share(k, "B3") > 0.7f);
  CHECK(k.of(stone_at("B3")).games > k.of(stone_at("C3")).games);
  CHECK(share(k, "J9") < 0.5f);
  CHECK(share(k, "G7") > 0.5f);
}

TEST_CASE("stone search: from a wall that the last move built, what stands beside it is near") {
  const Grid grid(9, 9);
  StoneKnowledge k;
  Board board = board_of(grid, {".........", ".........", ".........", ".........", ".........", ".........",
                                "..X......", ".........", "........."});
  k.look(board, grid, Colour::black, kNoPoint);
  const float before = share(k, "A2");
  const auto far = k.of(stone_at("H7")).games;
  board.set_wall(stone_at("A1"));
  k.look(board, grid, Colour::black, stone_at("A1"));
  CHECK(k.of(stone_at("A2")).games > far);
  CHECK(share(k, "A2") > before);
  CHECK(k.of(stone_at("H7")).games == far);
}

TEST_CASE("stone search: shapes are the same turned, mirrored and with the colours changed") {
  const Grid grid(5, 5);
  Random random(3);
  int shapes = 0;
  const auto code = [](const Board& b, int y) {
    unsigned row = 0;
    for (int x = 1; x <= 3; ++x) row |= static_cast<unsigned>(index(b.at(point_at(x, y)))) << (2 * (x - 1));
    return row;
  };
  const auto has = [&](const Board& b) { return has_shape(code(b, 1), code(b, 2), code(b, 3)); };
  for (int n = 0; n < 4000; ++n) {
    Board one(grid), turned(grid), mirrored(grid), changed(grid);
    for (int x = 1; x <= 3; ++x)
      for (int y = 1; y <= 3; ++y) {
        const auto c = static_cast<Colour>(random.below(3));
        if (c == Colour::empty || (x == 2 && y == 2)) continue;
        one.set(point_at(x, y), c);
        turned.set(point_at(y, 4 - x), c);
        mirrored.set(point_at(4 - x, y), c);
        changed.set(point_at(x, y), opposite(c));
      }
    shapes += has(one);
    CHECK(has(one) == has(turned));
    CHECK(has(one) == has(mirrored));
    CHECK(has(one) == has(changed));
  }
  CHECK(shapes > 200);
  CHECK(shapes < 3800);
  CHECK(has(board_of(grid, {".....", ".XOX.", ".....", ".....", "....."})));  // hane
  CHECK_FALSE(has(board_of(grid, {".....", ".XXX.", ".....", ".....", "....."})));
  CHECK_FALSE(has(Board(grid)));
}

TEST_CASE("stone search: random games answer ataris, and every answer is legal") {
  const Grid grid(7, 7);
  Draws draws(1);
  Board board = board_of(grid, {".......", ".......", "...O...", "..OXO..", ".......", ".......", "......."});
  CHECK(answer_to(board, Colour::black, stone_at("D5"), draws) == stone_at("D3"));  // saves
  CHECK(answer_to(board, Colour::white, stone_at("D4"), draws) == stone_at("D3"));  // takes
  CHECK(answer_to(board, Colour::white, kNoPoint, draws) == kNoPoint);
  int answers = 0;
  for (std::uint64_t game = 0; game < 60; ++game) {
    Board b(grid);
    Draws own(game);
    Colour c = Colour::black;
    Point last = kNoPoint;
    for (int n = 0; n < 120; ++n, c = opposite(c)) {
      Point p = answer_to(b, c, last, own);
      answers += p != kNoPoint;
      if (p == kNoPoint) p = any_stone(b, c, own);
      if (p == kNoPoint) break;
      REQUIRE(b.legal(p, c));
      CHECK_FALSE(b.is_eye(p, c));
      b.play(p, c);
      last = p;
    }
  }
  CHECK(answers > 200);
}

TEST_CASE("stone search: what stands below the moves played is kept, and the rest forgotten") {
  const auto variant = test::shipped("dgo", {{"board.size", "5x5"}});
  const Ruleset& rules = *variant->ruleset;
  StoneTree tree(rules);
  Random random(1);
  StoneState s{Board(rules.grid)};
  for (int n = 0; n < 3000; ++n) tree.iterate(s, random);
  const auto first = tree.choices();
  REQUIRE(first.size() == 25);
  CHECK(std::is_sorted(first.begin(), first.end(), [](const auto& a, const auto& b) { return a.visits > b.visits; }));
  const StoneTree::Lead lead = tree.lead();
  CHECK(lead.visits == first[0].visits);
  CHECK(lead.mean == first[0].mean);
  CHECK(lead.second == first[1].visits);
  const std::size_t size = tree.size();
  tree.follow(first[0].point);
  CHECK(tree.size() > 1);
  CHECK(tree.size() < size);
  float below = 0;
  const auto next = tree.choices();
  CHECK(next.size() == 24);
  for (const auto& c : next) below += c.visits;
  CHECK(below > first[0].visits / 2);
  s.board.play(first[0].point, Colour::black);
  s.to_move = Colour::white;
  s.last = first[0].point;
  for (int n = 0; n < 3000; ++n) tree.iterate(s, random);  // it grows on as it is
  for (const auto& c : tree.choices()) CHECK(c.point != first[0].point);
  tree.follow(first[0].point);  // cannot be played there
  CHECK(tree.size() == 0);
}

TEST_CASE("stone search: a game is the same whatever was played before it") {
  const auto variant = test::shipped("dgo", {{"board.size", "5x5"}});
  auto scripts = make_scripts(variant);
  Diagnostics out;
  auto search = make_player("mcts:playouts=150", *variant, out),
       fresh = make_player("mcts:playouts=150", *variant, out);
  auto other_side = make_player("random", *variant, out);
  const auto play = [&](Player& black, std::uint64_t number) {
    Setup setup;
    setup.key = {5, number};
    black.begin(setup.key, Seat::black);
    other_side->begin(setup.key, Seat::white);
    Game game(variant->ruleset, setup);
    drive(game, *scripts, {&black, other_side.get()});
    return game.turn_start().hash();
  };
  play(*search, 1);
  const auto after_another = play(*search, 2);
  CHECK(after_another == play(*fresh, 2));
  CHECK(after_another != play(*fresh, 3));
}

TEST_CASE("stone search: it goes on where a game was taken back or turned another way") {
  const auto variant = test::shipped("dgo", {{"board.size", "5x5"}});
  auto scripts = make_scripts(variant);
  Diagnostics out;
  auto search = make_player("mcts:playouts=100", *variant, out);
  search->begin({1, 1}, Seat::black);
  for (const char* white : {"B2", "D4", "C2"}) {
    Setup setup;
    Game game(variant->ruleset, setup);
    game.advance(*scripts);
    for (const char* move : {"C3", white}) { REQUIRE(test::reply(game, *scripts, {stone_at(move)})); }
    Answer a;
    consult(*search, game, *scripts, 0, a);
    CHECK(game.answer(*scripts, a));
  }
}

TEST_CASE("stone search: it passes when the game is won, and takes dead stones that are disputed") {
  const auto variant = test::shipped("dgo", {{"board.size", "7x7"}, {"rules.komi", "2.5"}});
  auto scripts = make_scripts(variant);
  Diagnostics out;
  // Black has won by 4.5 points when the stone at B4 is dead, and lost as long as it stands.
  const Board board =
      board_of(variant->ruleset->grid, {"X.XXOO.", ".XXXOOO", "XX.XO.O", ".O.XOOO", "XX.XO.O", "XXXXOOO", "X.XXOO."});
  for (const bool disputed : {false, true}) {
    INFO(disputed);
    Setup setup;
    setup.position = first_position(*variant->ruleset, setup);
    setup.position->board = board;
    setup.position->count_set();
    setup.position->to_move = Seat::white;
    Game game(variant->ruleset, setup);
    game.advance(*scripts);
    const auto answer = [&](const test::Numbers& points) { REQUIRE(test::reply(game, *scripts, points)); };
    if (disputed) {
      answer({});
      answer({});
      REQUIRE(game.question().kind == QuestionKind::dead);
      answer({stone_at("B4")});
      answer({});
    }
    CHECK(has_played_on(game.position()) == disputed);
    answer({});
    REQUIRE(game.question().seat == Seat::black);
    auto search = make_player("mcts:playouts=2000", *variant, out);
    search->begin({1, 1}, Seat::black);
    Answer a;
    consult(*search, game, *scripts, 0, a);
    CHECK((a.stone() == kNoPoint) == !disputed);
    REQUIRE(game.answer(*scripts, a));
    if (disputed) continue;
    REQUIRE(game.question().kind == QuestionKind::dead);
    answer({stone_at("B4")});
    consult(*search, game, *scripts, 0, a);
    CHECK(a == Answer(AnswerForm::points, test::Numbers{stone_at("B4")}));
  }
}

TEST_CASE("stone search: how its games end is kept while it is watched") {
  const auto variant = test::shipped("dgo", {{"board.size", "5x5"}});
  const Ruleset& rules = *variant->ruleset;
  StoneTree tree(rules);
  Random random(1);
  StoneState s{board_of(rules.grid, {".XX..", "XXX..", "XXX..", "XXX..", ".XX.."})};
  s.to_move = Colour::white;
  tree.watch();
  for (int n = 0; n < 500; ++n) tree.iterate(s, random);
  double games = 0, prior = 0;
  for (const auto& c : tree.choices()) {
    const Leads& leads = tree.leads(c.point);
    CHECK(leads.games() == static_cast<double>(c.played));
    games += leads.games(), prior += tree.prior(c.point);
    if (leads.games() == 0) continue;
    const auto black = leads.of(Seat::black), white = leads.of(Seat::white);
    CHECK(black->mean <= 25);
    CHECK(black->spread >= 0);
    CHECK(white->mean == -black->mean);
    CHECK(white->spread == black->spread);
  }
  CHECK(games == 500);
  CHECK(std::abs(prior - 1) < 1e-6);
  CHECK((*tree.owners().of(Seat::black))[stone_at("B3")] == 1);
  CHECK((*tree.owners().of(Seat::white))[stone_at("A1")] == -1);
  tree.watch();
  CHECK(tree.size() == 0);
  CHECK_FALSE(tree.owners().of(Seat::black));
}

TEST_CASE("a search of any game that is counted tells how its games end") {
  for (const auto& [rule, value] : {std::pair{"rules.preset", "japanese"},
                                    {"rules.preset", "new-zealand"},
                                    {"rules.preset", "stone-scoring"},
                                    {"rules.scoring", "territory"}}) {
    INFO(value);
    const auto variant = test::shipped("go", {{"board.size", "5x5"}, {rule, value}, {"rules.komi", "0.5"}});
    REQUIRE_FALSE(stone_search_fits(*variant->ruleset));
    auto scripts = make_scripts(variant);
    Setup setup;
    setup.position = first_position(*variant->ruleset, setup);
    setup.position->board = board_of(variant->ruleset->grid, {".XX..", "XXX..", "XXX..", "XXX..", ".XX.."});
    setup.position->count_set();
    setup.position->to_move = Seat::white;
    Game game(variant->ruleset, setup);
    game.advance(*scripts);
    Diagnostics out;
    const auto player = make_player("mcts", *variant, out);
    player->begin({1, 0}, Seat::white);
    Simulator simulator(game, *scripts, Seat::white);
    const Observation seen(game.rules(), game.position(), Seat::white, simulator.answered(), 0, &simulator);
    auto* thinker = dynamic_cast<Thinker*>(player.get());
    REQUIRE(thinker);
    CHECK_FALSE(thinker->ownership());
    std::vector<Thinker::Idea> ideas;
    for (int n = 0; n < 200 && (ideas.empty() || ideas[0].visits < 50); ++n)
      ideas = thinker->think(game.question(), seen, n == 0, Thinker::Clock::now() + std::chrono::milliseconds(20));
    REQUIRE_FALSE(ideas.empty());
    REQUIRE(ideas[0].lead);
    CHECK(ideas[0].lead->mean < 0);
    CHECK(ideas[0].lead->spread >= 0);
    const auto owned = thinker->ownership();
    REQUIRE(owned);
    CHECK((*owned)[stone_at("B3")] == -1);
    CHECK((*owned)[stone_at("A1")] < -0.9F);
  }
}

TEST_CASE("stone search: its random games keep what can be saved") {
  const auto variant = test::shipped("dgo");
  const Ruleset& rules = *variant->ruleset;
  StoneTree tree(rules);
  Random random(1);
  // The stones at C5 and G5 have two ways to the others each, of which White can take one.
  StoneState s{board_of(rules.grid, {".X.X.X.X.", "XXXXXXXXX", "XXXXXXXXX", "OO.XOO.XO", "OOX.OOX.O", "OOOOOOOOO",
                                     "OOOOOOOOO", "OOOOOOOOO", ".O.O.O.O."})};
  s.to_move = Colour::white;
  double kept = 0;
  constexpr int kGames = 200;
  for (int n = 0; n < kGames; ++n) {
    tree.watch();  // what it has learnt is forgotten
    tree.iterate(s, random);
    const auto owned = *tree.owners().of(Seat::black);
    kept += (owned[stone_at("C5")] + owned[stone_at("G5")]) / 2;
  }
  CHECK(kept / kGames > 0.75);  // 0.62 where nothing is answered
}
