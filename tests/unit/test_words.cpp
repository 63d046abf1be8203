// When words may be said: whoever only judges cannot act, whatever the word.
#include <map>
#include <string>

#include "core/game.hpp"
#include "scripting/api.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using test::Bench;

namespace {

// A call of each method of a seat, the board and of nothing, with arguments that are in order.
const std::map<std::string, std::string> kActs = {
    {"pick", "(1, board.empty)"},
    {"choose", "('a')"},
    {"place", "(board.empty)"},
    {"stone", "()"},
    {"restrict", "(board.empty)"},
    {"forbid", "(board.empty)"},
    {"exchange", "(print)"},
    {"move", "()"},
    {"skip", "()"},
    {"miss_turn", "()"},
    {"as_one_move", "(print)"},
    {"pick_card", "(me.hand)"},
    {"draw", "()"},
    {"take", "()"},
    {"play", "(this)"},
    {"announce", "()"},
    {"lay_aside", "(this)"},
    {"discard", "(this)"},
    {"keep", "(this)"},
    {"give", "(this)"},
    {"put_back", "(this)"},
    {"reshuffle", "()"},
    {"reveal", "(this)"},
    {"look", "(me.deck)"},
    {"show", "(me.deck)"},
    {"order", "(me.deck)"},
    {"declare", "(this)"},
    {"note", "(this, 'x')"},
    {"open_note", "(this)"},
    {"erase", "(this)"},
    {"remove", "(board.stones)"},
    {"recolour", "(board.stones, me)"},
    {"Board:move", "(board.none, board.none)"},
    {"slide", "(board.stones, 'up')"},
    {"settle", "()"},
    {"suicidal", "('die')"},
    {"may_repeat", "()"},
    {"no_repeat", "()"},
    {"each_by_itself", "()"},
    {"undo", "(move)"},
    {"lot", "(1, board.empty)"},
    {"toss", "('a')"},
    {"gain", "('coin', 1)"},
    {"pay", "('coin', 1)"},
    {"score", "(1)"},
    {"both", "(print)"},
    {"wall", "(board.empty)"},
    {"unwall", "(board.walls)"},
    {"mark", "('holy', board.all)"},
    {"unmark", "('holy', board.all)"},
    {"refuse", "('x')"},
    {"cannot", "('x')"},
};
const std::map<std::string, std::string> kLooks = {
    {"can_play", "(this)"},
    {"noted", "(this)"},
    {"points", "('A1')"},
    {"neighbours", "(board.none)"},
    {"chain", "(board.none)"},
    {"liberties", "(board.none)"},
    {"region", "('corner')"},
    {"because", "('x')"},
    {"row", "(1)"},
    {"column", "('A')"},
    {"diagonals", "(board.none)"},
    {"ray", "(board.none, 'up')"},
    {"line", "(board:points('A1'), board:points('C3'))"},
    {"way", "(board.none, board.none)"},
    {"distance", "(board.none, board.none)"},
    {"within", "(board.none, 2)"},
    {"connected", "(board.none, board.none)"},
    {"surrounded_by", "(board.none)"},
    {"enclosed_by", "(board.none)"},
    {"marked", "('holy')"},
};

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
    auto acts = kActs.find(object + ":" + name), looks = kLooks.find(name);
    if (acts == kActs.end()) acts = kActs.find(name);
    REQUIRE((acts == kActs.end()) != (looks == kLooks.end()));
    const test::Ended e = judged(call_of(w, acts != kActs.end() ? acts->second : looks->second));
    if (acts != kActs.end()) {
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
