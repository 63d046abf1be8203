// When words may be said: whoever only judges cannot act, whatever the word.
#include <string>

#include "core/game.hpp"
#include "scripting/api.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"
#include "tests/unit/word_calls.hpp"

using namespace gofuda;
using test::Bench;

namespace {

// A game in which White holds a card whose `answers` has this body, and Black sets a stone.
test::Ended judged(const std::string& body) {
  const std::string card =
      "return card { name = 'Card', text = 't', tokens = { 'coin' }, marks = { 'holy' }, answers = function(move, "
      "this, me, board) " +
      body + " return false end, answer = function() end }";
  const std::string turn =
      "return turn { name = 'Turn', text = 't', play = function(me, opponent) opponent:take() me:stone() end }";
  return test::play(Bench(test::Sources{{"x", card}}, turn), {"x"}, test::Drive::straight);
}

std::string call_of(const ApiWord& w, const std::string& arguments) {
  const std::string object = w.object;
  return (object == "Seat" ? "me:" : object == "Board" ? "board:" : "") + w.name() + arguments;
}

}  // namespace

TEST_CASE("words: whoever only judges cannot act") {
  for (const ApiWord& w : api_words()) {
    const std::string object = w.object, name = w.name();
    if (w.property || name.starts_with("__") || (object != "" && object != "Seat" && object != "Board")) continue;
    INFO(object << ":" << name);
    auto acts = test::kActs.find(object + ":" + name), looks = test::kLooks.find(name);
    if (acts == test::kActs.end()) acts = test::kActs.find(name);
    REQUIRE((acts == test::kActs.end()) != (looks == test::kLooks.end()));
    const test::Ended e = judged(call_of(w, acts != test::kActs.end() ? acts->second : looks->second));
    if (acts != test::kActs.end()) {
      CHECK(e.step == Status::fault);
      CHECK(e.fault.code == "argument");
      CHECK(e.fault.message ==
            "this function only looks, at whether a card may be used or a side has won; it cannot act");
    } else if (name == "region") {
      CHECK(e.fault.message == "the board has no region 'corner'");
    } else {
      INFO(e.fault.message);
      CHECK(e.step != Status::fault);
    }
  }
}

TEST_CASE("words: properties may be read by whoever judges") {
  for (const ApiWord& w : api_words()) {
    const std::string object = w.object, name = w.name();
    if (!w.property || name == "column" || name == "row" || name == "top") continue;
    INFO(object << "." << name);
    const std::string from = object == "Seat"     ? "me"
                             : object == "Board"  ? "board"
                             : object == "Points" ? "board.all"
                             : object == "Card"   ? "this"
                             : object == "Pile"   ? "me.hand"
                                                  : "move";
    const test::Ended e = judged("local x = " + from + "." + name);
    INFO(e.fault.message);
    CHECK(e.step != Status::fault);
  }
}

TEST_CASE("words: a changing word in a turn says where it belongs") {
  for (const char* call :
       {"me:place(board.empty)", "board:remove(board.stones)", "board:recolour(board.stones, me)", "board:settle()",
        "board:suicidal('die')", "board:may_repeat()", "board:wall(board.empty)", "board:unwall(board.walls)"}) {
    INFO(call);
    const std::string turn =
        "return turn { name = 'Turn', text = 't', play = function(me, opponent, board) " + std::string(call) + " end }";
    const std::string word = std::string(call).substr(std::string(call).find(':') + 1);
    const test::Ended e = test::play(Bench({}, turn), {});
    CHECK(e.fault.message == word.substr(0, word.find('(')) +
                                 " belongs in a card; a turn changes the board through me:play(card) and me:stone()");
  }
}

TEST_CASE("words: what stays the same is what it is for each seat") {
  const std::string turn =
      "return turn { name = 'Turn', text = 't', play = function(me, opponent, board) print(me, me.opponent, me.secret, "
      "me.secret.opponent, me == me.secret, me ~= opponent, #board.all, #board.none, board.width, board.height, "
      "#me.deck, #opponent.deck, me.hand == opponent.hand, me.opponent.opponent == me) me:take() print(#me.hand, "
      "#opponent.hand, #me.deck) me:skip() end }";
  Bench bench(test::Sources{{"x", test::card_text("")}}, turn);
  CHECK(test::play(bench, {"x", "x"}, test::Drive::straight).output ==
        "black\twhite\tblack\twhite\ttrue\ttrue\t25\t0\t5\t5\t2\t2\tfalse\ttrue\n1\t0\t1\n");
}
