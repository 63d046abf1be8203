// What happens to cards that no move tells: drawn, put back, and played as nothing but other moves.
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

std::string told(const Table& t) {
  std::string out;
  for (const CardEvent& e : t.now().card_events) {
    static constexpr const char* kNames[] = {"drawn", "returned", "played", "caused"};
    out += (out.empty() ? "" : ", ") + std::string(seat_name(e.seat)) + " " + kNames[e.kind] + " " +
           t.bench.variant->ruleset->cards[e.card].id;
    if (e.kind == CardEvent::played || e.kind == CardEvent::set_off)
      out += " " + std::to_string(e.first) + "-" + std::to_string(e.end);
  }
  return out;
}

}  // namespace

TEST_CASE("A card that plays other cards is told of, though it has no move") {
  Table t({{"pair", card_text("me:play(me:draw()) me:play(me:draw())")}, {"one", kOne}}, {"one", "pair", "one", "one"},
          {"one"});
  REQUIRE(t.answer(at({"A1"})));
  REQUIRE(t.answer(at({"B1"})));
  REQUIRE(t.answer(at({"C1"})));
  CHECK(t.now().card_events.size() == 2);  // of finished turns
  REQUIRE(t.answer(at({"D1"})));
  CHECK(told(t) ==
        "black drawn one, white drawn one, black drawn pair, black drawn one, black drawn one, black played pair 2-4");
  CHECK(t.now().moves.size() == 4);
}

TEST_CASE("A card with an effect of its own is told of by its move, and what it caused before that") {
  Table t({{"both", card_text("me:play(me:draw()) me:place(me:pick(1, board.empty))")}, {"one", kOne}},
          {"both", "one"});
  REQUIRE(t.answer(at({"A1"})));
  REQUIRE(t.answer(at({"B1"})));
  CHECK(told(t) == "black drawn both, black drawn one, black caused both 0-1");
  CHECK(t.now().moves.size() == 2);
}

TEST_CASE("A card that is put back is told of") {
  Table t({{"back", card_text("local c = me:draw() me:put_back(c) me:place(me:pick(1, board.empty))")}, {"one", kOne}},
          {"back", "one"});
  REQUIRE(t.answer(at({"A1"})));
  CHECK(told(t) == "black drawn back, black drawn one, black returned one");
}

TEST_CASE("A play that is tried again tells of itself once") {
  // On two by two points most second stones are suicide, and the whole is then tried again.
  Bench tight({{"pair", card_text("me:play(me:draw()) me:play(me:draw())")}, {"one", kOne}}, kDrawTurn, 2);
  LuaScripts scripts(tight.variant);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Game game = tight.game({"one", "pair", "one", "one"}, {"one", "one"});
    RandomPlayer black(seed), white(seed + 100);
    game.advance(scripts, {&black, &white, nullptr}, 3);
    int played = 0, drawn = 0;
    for (const CardEvent& e : game.turn_start().card_events)
      played += e.kind == CardEvent::played, drawn += e.kind == CardEvent::drawn;
    CHECK(drawn == 5);
    CHECK(played == 1);
  }
}
