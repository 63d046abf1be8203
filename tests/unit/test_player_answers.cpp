// What programs that search answer to each kind of question, in positions in which one answer decides the game.
#include <functional>

#include "core/drive.hpp"
#include "core/notation/feed.hpp"
#include "core/playout.hpp"
#include "core/result.hpp"
#include "core/sanitized.hpp"
#include "scripting/dispute.hpp"
#include "scripting/scripts.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/script_bench.hpp"
#include "tools/players/player.hpp"

using namespace gofuda;
using namespace gofuda::tools;

namespace {

constexpr std::uint64_t kTries = kSanitized ? 1 : 6;

std::unique_ptr<Player> agent(const std::string& spec, const Variant& variant) {
  Diagnostics out;
  auto made = make_player(spec, variant, out);
  INFO(test::joined(out));
  REQUIRE(made);
  return made;
}

// A question of a game, and what a right answer, with those that the same player gives to the rest of the turn, leads
// to.
struct Puzzle {
  std::shared_ptr<const Variant> variant;
  std::shared_ptr<Scripts> scripts;
  Game game;
  std::function<bool(const Position&)> solved;
};

// The player's answers from the question to the end of the turn; the other seat sits still at random.
bool solves(const Puzzle& puzzle, const std::string& spec, std::uint64_t seed) {
  Game game = puzzle.game;
  const Seat seat = game.question().seat;
  auto player = agent(spec, *puzzle.variant);
  player->begin({seed, 1}, seat);
  RandomPlayer chance(seed);
  std::array<Player*, 2> players{&chance, &chance};
  players[static_cast<std::size_t>(index(seat))] = player.get();
  DriveLimits limits;
  limits.last_turn = game.turn_start().turn;
  const DriveResult how = drive(game, *puzzle.scripts, players, limits);
  INFO(stopped_name(how.why) << " " << how.text);
  CHECK((how.why == Stopped::over || how.why == Stopped::turn_limit));
  return puzzle.solved(game.turn_start());
}

void check_solved(const Puzzle& puzzle, int playouts) {
  REQUIRE(puzzle.game.state() == Status::asks);
  for (const std::string& spec : {"mcts:playouts=" + std::to_string(playouts), std::string("greedy")}) {
    int solved = 0;
    for (std::uint64_t seed = 1; seed <= kTries; ++seed) solved += solves(puzzle, spec, seed);
    INFO(spec);
    CHECK(solved == kTries);
  }
}

Puzzle puzzle(const std::string& text, QuestionKind asked, std::function<bool(const Position&)> solved) {
  Diagnostics out;
  Library library({GOFUDA_SOURCE_RULES_DIR}, out);
  auto dispute = parse_dispute("puzzle", "dispute: A puzzle\nruling: none\n" + text, out);
  INFO(test::joined(out));
  REQUIRE(dispute);
  auto open = open_dispute(library, *dispute, dispute->cases[0].settings, out);
  INFO(test::joined(out));
  REQUIRE(open);
  TokenFeed feed(*open->game, *open->scripts, *dispute->cases[0].tokens);
  const TokenFeed::Fed fed = feed.play();
  INFO(feed.problem() << to_string(feed.verdict()));
  REQUIRE(fed == TokenFeed::Fed::played);
  if (open->game->state() == Status::done) open->game->advance(*open->scripts);
  REQUIRE(open->game->state() == Status::asks);
  CHECK(open->game->question().kind == asked);
  return {open->variant, std::move(open->scripts), *open->game, std::move(solved)};
}

auto takes(int stones) {
  return [stones](const Position& p) { return p.prisoners[0] >= stones; };
}

// Black wins nearly every game of stones from there, whoever plays it.
bool is_won(const Position& p, const Ruleset& rules) {
  constexpr int kGames = 200;
  Playout stones(rules.grid, rules.rules);
  Random random(5);
  int won = 0;
  for (int i = 0; i < kGames; ++i) {
    Board board = p.board_for(p.to_move);
    won += kWholePoint * stones.run(board, colour_of(p.to_move), random).score > rules.rules.komi;
  }
  return won >= kGames * 85 / 100;
}

// Eighteen white stones with two eyes of one point, and a white wall against Black's: only stones that fill both eyes
// at once save Black's game.
std::string two_eyes(const std::string& eyes) {
  return R"(variant: dango-1996
set: { board.size: 9x9 }
board: |
  . . . . . . . . .
  . . O . . . O . .
  . . . . O . . . .
  O O O O O O O O O
  . . . . . . . . .
  . . X X X X . . .
  X X X O O X X X X
  O O O O O O O O O
  )" + eyes +
         "\n";
}

// Fourteen to seventeen white stones against a black wall that is itself in atari at E4: whoever plays first takes.
std::string race(const std::string& second, const std::string& first, const std::string& top = "X X X X X X X X X") {
  return R"(
board: |
  . . . . . . . . .
  . X . X . X . X .
  )" + top +
         R"(
  . . . . . . . . .
  O O O O O O O O O
  O O O O . O O O O
  X X X X X X X X X
  )" + second +
         "\n  " + first + "\n";
}
const std::string kDango = "variant: dango-1996\nset: { board.size: 9x9, rules.komi: 25 }";
const std::string kOpenEnd = race("O O O O O O O O O", "O O O O O O O . .");

}  // namespace

TEST_CASE("answers: stones on any points") {
  check_solved(puzzle(two_eyes("O . O O O O O . O") + "decks: { black: [place-2] }\nplay: [ { black: place-2 } ]",
                      QuestionKind::points, takes(18)),
               2000);
}

TEST_CASE("answers: where to lay a shape") {
  check_solved(puzzle(two_eyes("O O O . O . O O O") + "decks: { black: [ikken-tobi] }\nplay: [ { black: ikken-tobi } ]",
                      QuestionKind::placement, takes(18)),
               500);
}

TEST_CASE("answers: own stones to take off") {
  // Three stones are lost anyhow; nearly every other one holds the two eyes together.
  const std::string text = R"(variant: dango-1996
set: { board.size: 7x7, rules.komi: -39 }
board: |
  . O . O . O .
  O O O O O O O
  X . X O O . X
  O O O O O O O
  O O O O O . O
  X X X X X O O
  X . X . X O .
decks: { black: [delete-3] }
play: [ { black: delete-3 } ]
)";
  check_solved(puzzle(text, QuestionKind::points,
                      [](const Position& p) {
                        const PointSet off = p.board.points_of(Colour::empty);
                        int harmless = 0;
                        for (const char* at : {"A5", "C5", "G5", "A1"}) harmless += off.contains(parse_point(at));
                        return harmless == 3;
                      }),
               2000);
}

TEST_CASE("answers: stones to change sides") {
  // Without its ends the chain of nine has no liberty; there are ten other pairs that save the wall, of 125.
  const std::string text = R"(variant: dango-1996
set: { board.size: 5x9 }
board: |
  . X . X .
  X X X X X
  . . . . .
  O O O O O
  O O . O O
  X X X X X
  X O O O X
  X O O O X
  . O O O .
decks: { black: [replace] }
play: [ { black: replace } ]
)";
  Puzzle one = puzzle(text, QuestionKind::points, {});
  one.solved = [variant = one.variant](const Position& p) { return is_won(p, *variant->ruleset); };
  check_solved(one, 4000);
}

TEST_CASE("answers: whether to carry a card out") {
  const std::string with_change = "variant: dango-1996\nset: { board.size: 9x9, rules.komi: 25, turn.mandatory: no }" +
                                  race("X O O O O O O O X", ". . O O O O O . .") +
                                  "to_move: white\ndecks: { white: [place-2], black: [change] }\n"
                                  "play: [ { white: place-2 (play) (B1 H1) }, { black: change } ]";
  check_solved(puzzle(with_change, QuestionKind::choice, takes(12)), 300);
  // All stones of the board would go, so the card is declined.
  const std::string without = R"(variant: dango-1996
set: { board.size: 7x7, turn.mandatory: no }
board: |
  . . . . . . .
  . . . . . . .
  . O O . O O .
  . . . . . . .
  . . X X X . .
  . . . . . . .
  . . . . . . .
decks: { black: [delete-3] }
play: [ { black: delete-3 } ]
)";
  check_solved(
      puzzle(without, QuestionKind::choice, [](const Position& p) { return p.board.stone_count(Colour::black) == 3; }),
      300);
}

TEST_CASE("answers: whether to undo a move") {
  const auto stands = [](const Position& p) { return p.board.stone_count(Colour::white) >= 18 + 9; };
  check_solved(puzzle(two_eyes("O . O O O O O . O") + "decks: { black: [place-2] }\naside: { white: [free-block] }\n"
                                                      "play: [ { black: place-2 (B1 H1) } ]",
                      QuestionKind::offer, stands),
               300);
}

TEST_CASE("answers: a card laid aside to announce") {
  // Two cards in a row, of which the second takes.
  check_solved(
      puzzle(two_eyes("O . O O O O O . O") + "decks: { black: [keima, place-2] }\naside: { black: [free-card] }",
             QuestionKind::offer, takes(18)),
      1000);
}

TEST_CASE("answers: a card of the hand") {
  const std::string text = "variant: v-card-go\nset: { rules.komi: 25 }" + kOpenEnd +
                           "hands: { black: [ogeima, hazama-tobi, HELD], white: [keima, keima, keima] }";
  for (const char* order : {"nobi", "first"}) {
    std::string here = text;
    const std::string held = "ogeima, hazama-tobi, HELD";
    here.replace(here.find(held), held.size(),
                 std::string(order) == "first" ? "nobi, ogeima, hazama-tobi" : "ogeima, hazama-tobi, nobi");
    check_solved(puzzle(here, QuestionKind::offer, takes(16)), 500);
  }
}

TEST_CASE("answers: a stone") {
  check_solved(puzzle(kDango + race("O O O O O O O O O", "O O O O O O O O .") + "to_move: black", QuestionKind::stone,
                      takes(17)),
               300);
}

TEST_CASE("answers: stones of an exchange") {
  const std::string text = "variant: card-go\nset: { board.size: 9x9, rules.komi: 25, turn.opening: 0 }" + kOpenEnd +
                           "decks: { common: [gote] }\nplay: [ { black: (draw) gote }, { white: A9 } ]";
  check_solved(puzzle(text, QuestionKind::stone, takes(16)), 1000);
}

TEST_CASE("answers: a label") {
  const std::string card = test::card_text(
      "local way = me:choose('a', 'b', 'c', 'd', 'e') "
      "if way == 'WAY' then board:remove(opponent.stones) else board:remove(me.stones) end");
  for (const char* way : {"a", "c", "e"}) {
    std::string text = card;
    text.replace(text.find("WAY"), 3, way);
    test::Bench bench({{"choice", text}});
    INFO(test::joined(bench.out));
    REQUIRE(bench.out.size() == 0);
    Setup setup = bench.setup({"choice"});
    Position p = first_position(*bench.variant->ruleset, setup);
    for (const char* at : {"B2", "C2", "D2"}) p.board.set(parse_point(at), Colour::black);
    for (const char* at : {"B4", "C4", "D4"}) p.board.set(parse_point(at), Colour::white);
    setup.position = p;
    auto scripts = std::make_shared<LuaScripts>(bench.variant);
    Game game(bench.variant->ruleset, setup);
    game.advance(*scripts);
    REQUIRE(game.state() == Status::asks);
    CHECK(game.question().kind == QuestionKind::choice);
    check_solved(
        {bench.variant, scripts, game, [](const Position& end) { return end.board.stone_count(Colour::white) == 0; }},
        300);
  }
}

TEST_CASE("answers: an offer in the middle of a play") {
  // The second question of the play, after a question to the other side.
  const std::string turn =
      "return turn { name = 'Offer', text = 't', play = function(me, opponent, board) "
      "opponent:pick(1, board.empty) local card = me:pick_card(me.hand) "
      "if card then me:play(card) else me:skip() end end }";
  Rules rules;
  rules.komi = 10 * kWholePoint;
  const std::string lose = test::card_text("board:remove(me.stones)");
  const std::string win = test::card_text("board:remove(opponent.stones)");
  test::Bench bench({{"lose", lose}, {"win", win}, {"idle", test::card_text("me:skip()")}}, turn, 5, rules);
  INFO(test::joined(bench.out));
  REQUIRE(bench.out.size() == 0);
  Setup setup = bench.setup({});
  Position p = first_position(*bench.variant->ruleset, setup);
  for (const char* at : {"B2", "C2", "D2"}) p.board.set(parse_point(at), Colour::black);
  for (const char* at : {"B4", "C4", "D4"}) p.board.set(parse_point(at), Colour::white);
  for (const char* id : {"lose", "idle", "win"})
    p.cards.put(Owner::black, Zone::hand, bench.variant->ruleset->find_card(id));
  setup.position = p;
  auto scripts = std::make_shared<LuaScripts>(bench.variant);
  Game game(bench.variant->ruleset, setup);
  game.advance(*scripts);
  REQUIRE(test::reply(game, *scripts, test::at({"A1"})));
  REQUIRE(game.state() == Status::asks);
  CHECK(game.question().kind == QuestionKind::offer);
  check_solved(
      {bench.variant, scripts, game, [](const Position& end) { return end.board.stone_count(Colour::white) == 0; }},
      300);
}

TEST_CASE("answers: one that the game takes is found, be all others refused") {
  const std::string card = test::card_text(
      "local points = me:pick(3, board.empty) "
      "if points ~= board:points('A1 C3 E5') then refuse('not these') end me:place(points)");
  for (const char* spec : {"mcts:playouts=1", "greedy:tries=1"}) {
    test::Table t({{"one-way", card}}, {"one-way"});
    auto player = agent(spec, *t.bench.variant);
    player->begin({1, 1}, Seat::black);
    DriveLimits limits;
    limits.refusals = 20;
    limits.last_turn = 1;
    const DriveResult how = drive(t.game, t.scripts, {player.get(), player.get()}, limits);
    INFO(spec << ": " << stopped_name(how.why) << " " << how.text);
    CHECK(to_string(t.now().board.stones()) == "A1 C3 E5");
  }
}

TEST_CASE("answers: what hangs on an answer that the seat may not know") {
  // Dealt anew, the other side's answer may lead to another question.
  const std::string turn =
      "return turn { name = 'Secret', text = 't', play = function(me, opponent) "
      "local card = opponent.secret:choose('a', 'b') == 'a' and me.hand.top "
      "if card then me:play(card) else me:stone() end end }";
  const std::string shape = "return card { name = 'Two', text = 't', shape = 'X . X' }";
  test::Bench bench({{"two", shape}}, turn);
  Setup setup = bench.setup({});
  Position p = first_position(*bench.variant->ruleset, setup);
  for (const Owner owner : {Owner::black, Owner::white})
    for (int i = 0; i < 4; ++i) p.cards.put(owner, Zone::hand, bench.variant->ruleset->find_card("two"));
  setup.position = p;
  LuaScripts scripts(bench.variant);
  for (const char* spec : {"mcts:playouts=20", "greedy"}) {
    auto black = agent(spec, *bench.variant), white = agent(spec, *bench.variant);
    for (std::uint64_t number = 1; number <= 12; ++number) {
      black->begin({number, 1}, Seat::black);
      white->begin({number, 1}, Seat::white);
      Game game(bench.variant->ruleset, setup);
      DriveLimits limits;
      limits.last_turn = 8;
      const DriveResult how = drive(game, scripts, {black.get(), white.get()}, limits);
      INFO(spec << ": " << stopped_name(how.why) << " " << how.text);
      CHECK((how.why == Stopped::over || how.why == Stopped::turn_limit));
    }
  }
}
