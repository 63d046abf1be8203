// What is said of a script's mistake to those who do not program: the word, what it wants, and the likely fix.
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using test::Bench;
using test::card_text;

namespace {

std::string fault_of(const std::string& body) {
  const Bench bench({{"card", card_text(body)}});
  return test::play(bench, {"card"}).fault.message;
}

bool ends(const std::string& text, const std::string& end) {
  INFO(text);
  CHECK(text.ends_with(end));
  return true;
}

}  // namespace

TEST_CASE("words: what is not there yet is named as one would say it") {
  ends(fault_of("me:place(opponent.last_move:placed())"),
       "there was no last move: write 'if opponent.last_move then ... end', or the same of me");
  ends(fault_of("me:note(this, '1') local n = tonumber('x') + 1"),
       "one of the two is nothing (nil), as tonumber(...) gives of what is no number; ask first whether it is there");
  ends(fault_of("local c = me:draw() cannot(c.name)"), "there is no c here; ask first: if c then ... end");
}

TEST_CASE("words: an argument is named with its word") {
  CHECK(fault_of("me:place(me:pick(1, ({ 'D4' })[1]))") ==
        "argument 2 of pick must be a set of points, not a text; write board:points(\"D4\")");
  CHECK(fault_of("me:place(me:pick(({ board.empty })[1], 1))") ==
        "argument 1 of pick must be a number, not a set of points; # gives how many are in it, as in #board.empty");
  CHECK(fault_of("me:place(board:points('D4, E5'))") ==
        "'D4,' is no point of this board; points are kept apart by blanks alone: board:points(\"D4 E5\")");
  CHECK(fault_of("me:choose(({ { 'one', 'two' } })[1])") ==
        "argument 1 of choose must be a text, not a table; the words stand one after the other, each in quotes: "
        "\"one\", \"two\"");
  CHECK(fault_of("me:choose('take one', 'two')") ==
        "the label 'take one' must be one word, so that it can be typed, such as 'take-one'");
}
