// Cards that work on the table, too many of them or without end: what stops them, and that none is forgotten.
#include "core/view.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using namespace gofuda::test;

TEST_CASE("lasting: effects that set one another off without end are a fault with file and line") {
  const std::string again =
      "when_set = function(me, o, board) board:remove(board.stones) board:settle() "
      "me:place(board:lot(1, board.empty)) end";
  for (const Sources& cards : {Sources{{"a", laid("", again)}, {"one", kOne}},
                               Sources{{"a", laid("", again)}, {"b", laid("", again)}, {"one", kOne}}}) {
    Table t(cards, {"a", cards[1].first, "one"}, {"one", "one"});
    while (t.game.state() == Status::asks)
      if (!t.answer({t.game.question().from.first()})) break;
    CHECK(t.game.state() == Status::fault);
    CHECK(t.game.fault().code == "trigger-loop");
    CHECK(t.game.fault().line == 1);
    CHECK(t.game.fault().file.ends_with(".lua"));
  }
}

TEST_CASE("lasting: an effect whose moves have no end is named with file and line") {
  // Each of four sets off all four, so that there are many moves long before one has come of another too often.
  const std::string again =
      "when_set = function(me, o, board) board:remove(board.stones) board:settle() "
      "me:place(board:lot(1, board.empty)) end";
  Table t({{"a", laid("", again)}, {"one", kOne}}, {"a", "a", "one"}, {"a", "a"});
  while (t.game.state() == Status::asks)
    if (!t.answer({t.game.question().from.first()})) break;
  REQUIRE(t.game.state() == Status::fault);
  CHECK(t.game.fault().message.find("1000 moves") != std::string::npos);
  CHECK(t.game.fault().file == "a.lua");
  CHECK(t.game.fault().line == 1);
}

TEST_CASE("lasting: effects may do the work of one turn in a turn, all together") {
  const std::string busy =
      "when_turn_ends = function(me, o, board) for i = 1, 60000 do local x = i * i end "
      "board:toss('x', 'y') end";
  const Sources cards{{"a", laid("", busy)}};
  Table t(cards, Names(40, "a"), Names(40, "a"));
  CHECK(t.game.state() == Status::fault);
  CHECK(t.game.fault().code == "limit");
  CHECK(t.game.fault().file == "a.lua");
}

TEST_CASE("lasting: of many effects those work no longer whose cards have left the table") {
  const std::string lay =
      "for i = 1, 50 do local c = me:draw() me:lay_aside(c, i % 2 == 0 and 'open' or 'hidden', { turns = 100 }) end";
  Table t({{"many", card_text(lay)},
           {"take", card_text("for i = 1, 20 do me:discard(me.shown.top) me:discard(me.aside.top) end")},
           {"clear", card_text("for i = 1, 5 do me:discard(me.shown.top) end")},
           {"a", laid("", "in_force = { suicide = 'allowed' }")},
           {"one", kOne}},
          [] {
            Names deck(50, "a");
            deck.insert(deck.begin(), "many");
            deck.insert(deck.end(), {"one", "take", "one", "clear", "one"});
            return deck;
          }(),
          {"one", "one", "one", "one", "one", "one"});
  const auto suicide = [&] { return rules_now(*t.bench.variant->ruleset, t.game.position()).suicide; };
  const auto lying = [&] { return t.game.position().lasting.size(); };
  CHECK((lying() == 50 && suicide() == SuicideRule::allowed));
  REQUIRE(t.answer(at({"A1"})));
  REQUIRE(t.answer(at({"B1"})));
  REQUIRE(t.answer(at({"C1"})));  // then take
  INFO(t.game.fault().message);
  CHECK(lying() == 10);
  CHECK(suicide() == SuicideRule::allowed);
  for (const LastingEffect& e : t.game.position().lasting)
    CHECK((t.now().cards.holds(Owner::black, Zone::shown, e.card) !=
           t.now().cards.holds(Owner::black, Zone::aside, e.card)));
  REQUIRE(t.answer(at({"A2"})));
  REQUIRE(t.answer(at({"B2"})));
  REQUIRE(t.answer(at({"C2"})));  // then clear: only hidden ones are left, and they change no rule
  CHECK((lying() == 5 && suicide() == SuicideRule::forbidden));
}

TEST_CASE("lasting: ten thousand effects", "[minutes]") {
  const std::string lay =
      "for i = 1, 5500 do local c = me:draw() if not c then return end me:lay_aside(c, 'open', { "
      "turns = 1 + i % 3 }) end";
  const Sources cards{{"many", card_text(lay)},
                      {"a", laid("",
                                 "when_turn_ends = function(me, o, board, this, side) if side ~= me then "
                                 "me:note(this, 'x') end end, when_over = function() end")},
                      {"one", kOne}};
  Names deck(11002, "a");
  deck[0] = deck[5501] = "many";
  Table t(cards, deck, {"one", "one"});
  if (t.game.state() == Status::fault) {
    CHECK(t.game.fault().code == "limit");
    CHECK(t.game.fault().message.find("without end") != std::string::npos);
  } else {
    CHECK(t.game.turn_start().lasting.size() > 1000);
  }
}
