// What a seat is shown of a game: nothing that only the other side knows, whatever the form.
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/notation/transcript.hpp"
#include "core/result.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"
#include "tools/table/record.hpp"
#include "tools/table/scene_json.hpp"

using namespace gofuda;
using namespace gofuda::tools;
using test::Bench;

namespace {

// Takes two cards, writes a point down under one of them and lays that one aside, all unseen.
const std::string kSecretTurn =
    "return turn { name = 'Secret', text = 't', play = function(me, opponent, board) "
    "if me.deck.empty then return me:stone() end "
    "me:take() me:take() "
    "local card = me.secret:pick_card(me.hand, 'must') "
    "me:note(card, me.secret:pick(1, board.empty)) "
    "if me.secret:choose('left', 'right') == 'left' then me:lay_aside(card, 'hidden') else me:lay_aside(card, "
    "'hidden') end "
    "me:skip() end }";

std::string card_named(const std::string& name) {
  return "return card { name = '" + name + "', text = '" + name + "', play = function(me) me:stone() end }";
}

Bench secret_bench() {
  return Bench({{"ant", card_named("Ant")}, {"bee", card_named("Bee")}, {"cat", card_named("Cat")}}, kSecretTurn);
}

std::string everything(const Bench& bench, const Game& game, std::optional<Seat> viewer) {
  Scene scene{*bench.variant, game, viewer, {"human", "human"}, nullptr};
  std::string out = state_json(scene, 0).dump() + "\n" + asked_text(scene) + "\n" + record_text(scene, {});
  for (bool colour : {false, true})
    for (const std::string& line : screen({colour, colour, colour, 100}, scene)) out += line + "\n";
  for (const std::string& line : plain_lines(scene)) out += line + "\n";
  return out;
}

struct Secret {
  std::vector<std::string> deck;     // Black's
  std::uint16_t card, point, label;  // its answers
};

// What a viewer is shown at each of Black's questions, and after them.
std::vector<std::string> shown(const Bench& bench, const Secret& secret, std::optional<Seat> viewer) {
  LuaScripts scripts(bench.variant);
  Game game = bench.game(secret.deck);
  game.advance(scripts);
  std::vector<std::string> out;
  for (std::uint16_t answer : {secret.card, secret.point, secret.label}) {
    REQUIRE(game.state() == Status::asks);
    REQUIRE(game.question().seat == Seat::black);
    out.push_back(everything(bench, game, viewer));
    REQUIRE(test::reply(game, scripts, {answer}));
  }
  REQUIRE(game.state() == Status::asks);
  REQUIRE(game.question().seat == Seat::white);
  out.push_back(everything(bench, game, viewer));
  return out;
}

}  // namespace

TEST_CASE("scene: what one side holds, writes down and answers in secret makes no difference to what the other sees") {
  const Bench bench = secret_bench();
  INFO(test::joined(bench.out));
  REQUIRE(bench.out.size() == 0);
  const Secret one{{"ant", "bee"}, 1, point_at(0, 0), 0}, two{{"cat", "ant"}, 1, point_at(3, 2), 1};
  CHECK(shown(bench, one, Seat::white) == shown(bench, two, Seat::white));
  const auto own = shown(bench, one, Seat::black), other_own = shown(bench, two, Seat::black);
  const auto all = shown(bench, one, std::nullopt), other_all = shown(bench, two, std::nullopt);
  for (std::size_t i = 0; i < own.size(); ++i) {
    INFO(own[i]);
    CHECK(own[i] != other_own[i]);
    CHECK(all[i] != other_all[i]);
  }
  CHECK(own.back().find("a note under Ant: A1") != std::string::npos);
}

TEST_CASE("scene: a side is not told the seed, from which all cards could be dealt anew") {
  const Bench bench = secret_bench();
  LuaScripts scripts(bench.variant);
  Game game = bench.game({"ant", "bee"}, {"ant", "ant"});
  game.advance(scripts);
  const auto state = [&](std::optional<Seat> viewer) {
    return state_json(Scene{*bench.variant, game, viewer, {}, nullptr}, 0);
  };
  CHECK(state(std::nullopt).contains("seed"));
  for (Seat seat : {Seat::black, Seat::white})
    for (const char* key : {"seed", "game", "key"}) CHECK_FALSE(state(seat).contains(key));
}

TEST_CASE("scene: of a card laid aside hidden the record tells the other side no more than that") {
  const std::string trap =
      "return card { name = 'Trap', text = 't', play = function(me, opponent, board, this) "
      "me:choose('left', 'right') me:lay_aside(this, 'hidden') me:skip() end }";
  const Bench bench({{"trap", trap}, {"ant", card_named("Ant")}});
  LuaScripts scripts(bench.variant);
  Game game = bench.game({"trap", "ant"}, {"ant", "ant"});
  game.advance(scripts);
  for (std::uint16_t answer : {std::uint16_t{0}, point_at(0, 0), point_at(1, 0)})
    REQUIRE(test::reply(game, scripts, {answer}));
  auto record = [&](std::optional<Seat> viewer) {
    std::vector<std::string> out;
    for (const TranscriptLine& l : seen_transcript(Scene{*bench.variant, game, viewer, {}, nullptr}))
      out.push_back(l.who + ": " + l.text);
    return out;
  };
  const std::vector<std::string> all{"black: trap (left)", "white: ant A1", "black: ant B1", "white: ant"};
  CHECK(record(Seat::black) == all);
  CHECK(record(std::nullopt) == all);
  CHECK(record(Seat::white) == std::vector<std::string>{"black: ?", "white: ant A1", "black: ant B1", "white: ant"});
  CHECK(has_secrets(Scene{*bench.variant, game, Seat::white, {}, nullptr}));
}

TEST_CASE("scene: a note that is not shown is a secret, an open one is none") {
  const Bench bench = secret_bench();
  Game game = bench.game({"ant"});
  Position p = game.position();
  Scene scene{*bench.variant, game, Seat::white, {}, &p};
  CHECK_FALSE(has_secrets(scene));
  p.notes.push_back({Seat::black, 0, false, {}, "left"});
  CHECK(has_secrets(scene));
  p.notes[0].open = true;
  CHECK_FALSE(has_secrets(scene));
}

TEST_CASE("scene: the stones of each condition that was met are told, those of a script as all the rest") {
  auto rules = std::make_shared<Ruleset>();
  rules->grid = Grid(5, 5);
  WinCondition line{"three", "Three", "t", line_patterns(rules->grid, 3), 3, false};
  WinCondition check{"corner", "Corner", "t", {}, 0, true};
  rules->wins = WinTable({line, check});
  Position p(rules->grid);
  for (Point s : {point_at(0, 0), point_at(1, 0), point_at(2, 0), point_at(4, 4)}) {
    p.board.set(s, Colour::white);
    p.winning.insert(s);
  }
  p.ending = Ending::win;
  p.winner = 1;
  p.won_by = 3;
  CHECK(result_lines(*rules, p) == std::vector<std::string>{"White has won: Three (A1 B1 C1), Corner (E5)."});
  p.won_by = 2;
  CHECK(result_lines(*rules, p) == std::vector<std::string>{"White has won: Corner (A1 B1 C1 E5)."});
  CHECK(result_json(*rules, p)["won_by"] == nlohmann::json{"corner"});
  CHECK(result_of(*rules, p) == "W+Win");
}

TEST_CASE("scene: a game that nobody can go on with says why it ends") {
  auto rules = std::make_shared<Ruleset>();
  rules->grid = Grid(2, 1);
  Position p(rules->grid);
  p.ending = Ending::draw;
  CHECK(result_lines(*rules, p)[0] == "Neither side can move: the game is a draw.");
  p.unchanged_turns = kMostUnchangedTurns;
  CHECK(result_lines(*rules, p)[0] == "The last 200 turns have left the board as it is: the game is a draw.");
  rules->rules.stones = 1;
  p.set = {1, 1};
  CHECK(result_lines(*rules, p)[0] == "All stones are set: the game is a draw.");
  p.board.set(point_at(0, 0), Colour::black);
  p.board.set(point_at(1, 0), Colour::white);
  CHECK(result_lines(*rules, p)[0] == "The board is full: the game is a draw.");
  p.ending = Ending::exhausted;
  CHECK(result_lines(*rules, p)[0] == "The board is full: the game is counted.");
  CHECK(result_lines(*rules, p).back() == "Result: Draw");
}

TEST_CASE("scene: letters of regions and closed points stand where the points are, at any size") {
  PointSet left, right, closed, mark;
  const int wide = 12, high = 11;
  for (int r = 0; r < high; ++r) left.insert(point_at(0, r)), right.insert(point_at(wide - 1, r));
  const Grid grid(wide, high, {}, {{"X", left}, {"B", right}});
  Board board(grid);
  closed.insert(point_at(5, 10));
  board.set(point_at(0, 0), Colour::black);
  mark.insert(point_at(0, 0));
  mark.insert(point_at(1, 0));
  CHECK(closed_sign(grid) == '!');  // x is a region here
  const auto lines = board_lines(Style{}, grid, board, mark, closed);
  CHECK(lines[1] == " 11 x . . . . ! . . . . . b 11");
  CHECK(lines[11] == "  1(X|.). . . . . . . . . b 1");
  const auto painted_lines = board_lines({true, true, false, 80}, grid, board, mark, closed);
  std::string bare;
  for (std::size_t i = 0; i < painted_lines[11].size(); ++i) {
    if (painted_lines[11][i] == '\x1b')
      i = painted_lines[11].find('m', i);
    else
      bare += painted_lines[11][i];
  }
  CHECK(bare == " 1 (X|.). . . . . . . . . b  1 ");
}
