// What is looked at while games are played: swings of the score, and how many answers a question has.
#include "tests/unit/script_bench.hpp"
#include "tools/lab/runner/card_watch.hpp"
#include "tools/lab/runner/runner.hpp"

using namespace gofuda;
using namespace gofuda::lab;
using gofuda::test::at;
using gofuda::test::Bench;
using gofuda::test::card_text;
using gofuda::test::kOne;
using gofuda::test::Table;

namespace {

const std::string kWatchedTwice = card_text("me:play(me:draw()) me:play(me:draw())");

struct Watched {
  Table table;
  std::vector<CardUse> uses;
  CardWatch watch{*table.bench.variant->ruleset};
  Watched(const test::Sources& cards, const std::vector<std::string>& black, const std::vector<std::string>& white)
      : table(cards, black, white) {
    watch.begin(table.now(), {1, 1}, 1, uses);
  }
  void answer(std::initializer_list<const char*> names) {
    REQUIRE(table.answer(at(names)));
    watch.turn(table.now());
  }
  const CardUse& use(const char* id) const { return uses[table.bench.variant->ruleset->find_card(id)]; }
};

// Ordinary turns on the small board, by random players.
Plan plain_plan() {
  Bench bench({});
  auto rules = std::make_shared<Ruleset>(*bench.variant->ruleset);
  rules->plain = true;
  rules->rules.passes_to_end = 2;
  bench.variant->ruleset = rules;
  Plan plan;
  plan.variant = bench.variant;
  return plan;
}

}  // namespace

TEST_CASE("A play's swing is what it does to the lead") {
  Watched w({{"one", kOne}, {"two", card_text("me:place(me:pick(2, board.empty))")}}, {"one", "two", "one"},
            {"one", "one"});
  w.answer({"A1"});  // alone on the board: not measured
  CHECK(w.use("one").swings == 0);
  w.answer({"B1"});  // the first of its side: not measured
  CHECK(w.use("one").swings == 0);
  CHECK(w.use("one").played == std::array<std::uint16_t, 2>{1, 1});
  w.answer({"A2", "B2"});
  CHECK(w.use("two").swings == 1);
  CHECK(w.use("two").swing == 2);
  CHECK(w.use("two").swing_squares == 4);
  w.answer({"E5"});
  w.answer({"E4"});
  CHECK(w.use("one").swings == 2);  // a stone each, each for its own side
  CHECK(w.use("one").swing == 2);
  CHECK(w.use("one").swing_squares == 2);
}

TEST_CASE("A play that takes and encloses counts what it gains and what the other side loses") {
  Watched w({{"one", kOne}, {"three", card_text("me:place(me:pick(3, board.empty))")}}, {"three", "one"},
            {"three", "one"});
  w.answer({"A2", "B2", "C2"});
  w.answer({"A1", "B1", "E5"});
  // Black's three against White's two and one; then C1 takes two: Black has four stones and two points, White one.
  w.answer({"C1"});
  CHECK(w.use("one").swings == 1);
  CHECK(w.use("one").swing == (4 + 2 - 1) - (3 - 3));
}

TEST_CASE("A card whose play is other plays has their swing as its own") {
  Watched w({{"one", kOne}, {"twice", kWatchedTwice}}, {"one", "twice", "one", "one"}, {"one", "one"});
  w.answer({"A1"});
  w.answer({"E5"});
  REQUIRE(w.table.answer(at({"A2"})));
  REQUIRE(w.table.answer(at({"A3"})));
  w.watch.turn(w.table.now());
  CHECK(w.use("twice").played == std::array<std::uint16_t, 2>{1, 0});
  CHECK(w.use("twice").drawn == std::array<std::uint16_t, 2>{1, 0});
  CHECK(w.use("twice").swings == 1);
  CHECK(w.use("twice").swing == 2);
  CHECK(w.use("one").swings == 2);
  CHECK(w.use("one").swing == 2);
  CHECK(w.use("one").drawn == std::array<std::uint16_t, 2>{3, 1});
}

TEST_CASE("A card that is put back has not been drawn") {
  Watched w(
      {{"one", kOne}, {"peek", card_text("local c = me:draw() me:put_back(c) me:place(me:pick(1, board.empty))")}},
      {"peek", "one"}, {"one"});
  w.answer({"A1"});
  CHECK(w.use("peek").drawn == std::array<std::uint16_t, 2>{1, 0});
  CHECK(w.use("one").drawn == std::array<std::uint16_t, 2>{0, 0});
}

TEST_CASE("Questions are looked at the same way, whoever answers") {
  // One side that answers on the spot and one that searches: every question is looked at.
  Plan plan = plain_plan();
  plan.players = {"mcts:playouts=5", "random"};
  plan.most_turns = 6;
  Runner runner(plan);
  const GameRecord g = *runner.play(3);
  REQUIRE(g.turns == 6);
  REQUIRE(g.breadths.size() == 6);
  for (std::size_t i = 0; i < 3; ++i) {  // as long as nothing is taken: the empty points, and a pass
    CHECK(g.breadths[i].choice == Choice::stone);
    CHECK(g.breadths[i].bin == 26 - static_cast<int>(i));
  }
}

TEST_CASE("Some questions are looked at, and which ones the game decides") {
  Plan plan = plain_plan();
  Runner one(plan), two(plan);
  std::size_t looks = 0, turns = 0;
  for (std::uint64_t k = 0; k < 800; ++k) one.play(k);
  for (std::uint64_t k = 800; k-- > 0;) {
    const GameRecord a = *one.play(k);
    const GameRecord& b = *two.play(k);
    REQUIRE(a.breadths.size() == b.breadths.size());
    for (std::size_t i = 0; i < a.breadths.size(); ++i) CHECK(a.breadths[i].bin == b.breadths[i].bin);
    looks += a.breadths.size(), turns += static_cast<std::size_t>(a.turns);
  }
  CHECK(looks > turns / 128 * 7 / 10);
  CHECK(looks < turns / 128 * 13 / 10);
}

TEST_CASE("A card that is played twice in its turn, or works on the table, was played once") {
  const std::string doubled = card_text("local c = me:draw() me:play(c) me:play(c)");
  const std::string lasting =
      "return card { name = 'Lasting', text = 't', play = function(me, opponent, board, this) "
      "me:lay_aside(this, 'open', { turns = 3 }) end, when_turn_begins = function(me, opponent, board, this, side) "
      "if side == me then me:place(board.empty:first()) end end }";
  Watched w({{"one", kOne}, {"doubled", doubled}, {"lasting", lasting}}, {"one", "lasting", "doubled", "one"},
            {"one", "one"});
  for (const char* point : {"E5", "E4", "E3"}) w.answer({point});
  w.answer({"E2"});  // after a stone that the effect has set
  w.answer({"E1"});
  CHECK(w.use("lasting").drawn == std::array<std::uint16_t, 2>{1, 0});
  CHECK(w.use("lasting").played == std::array<std::uint16_t, 2>{1, 0});
  CHECK(w.use("one").drawn == std::array<std::uint16_t, 2>{2, 2});
  CHECK(w.use("one").played == std::array<std::uint16_t, 2>{2, 2});
}

TEST_CASE("A card laid aside openly to answer later is played when it answers") {
  const std::string waiting =
      "return card { name = 'Waiting', text = 't', play = function(me, opponent, board, this) me:lay_aside(this, "
      "'open') "
      "end, answers = function(move) return not move.skipped end, answer = function(me, opponent, board) "
      "me:place(me:pick(1, board.empty)) end }";
  Watched w({{"one", kOne}, {"waiting", waiting}}, {"one", "waiting", "one"}, {"one", "one"});
  w.answer({"A1"});
  w.answer({"E5"});  // and Black lays the card before him, which asks nothing
  CHECK(w.use("waiting").drawn == std::array<std::uint16_t, 2>{1, 0});
  CHECK(w.use("waiting").played == std::array<std::uint16_t, 2>{0, 0});
  REQUIRE(w.table.answer(at({"E4"})));
  REQUIRE(w.table.answer({1}));
  w.answer({"A2"});
  CHECK(w.use("waiting").played == std::array<std::uint16_t, 2>{1, 0});
}

TEST_CASE("What keeps a card from being played is looked at, and counted by its reason") {
  Bench bench(
      {{"one", kOne}, {"never", card_text("if #me.stones < 100 then cannot('not ' .. #me.stones .. ' of 100') end")}});
  auto rules = std::make_shared<Ruleset>(*bench.variant->ruleset);
  for (std::size_t o : {0u, 1u}) rules->decks[o] = {0, 1, 1, 0};
  rules->rules.passes_to_end = 2;
  bench.variant->ruleset = rules;
  Plan plan;
  plan.variant = bench.variant;
  Runner runner(plan);
  const GameRecord* g = runner.play(0);
  REQUIRE(g);
  CHECK(g->cards[1].unplayable[0] + g->cards[1].unplayable[1] == 4);
  REQUIRE(g->obstacles.size() == 1);
  CHECK(g->obstacles[0].card == 1);
  CHECK(g->obstacles[0].what == "not N of N");
  CHECK(g->obstacles[0].times == 4);
  lab::Tally t(0, 2);
  t.add(*g);
  CHECK(t.cards[1].obstacles.at("not N of N") == 4);
}
