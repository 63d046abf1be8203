// What `judge --explain` says of a dispute.
#include <algorithm>

#include "scripting/dispute.hpp"
#include "scripting/library.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"

using namespace gofuda;

namespace {

std::vector<std::string> explained(const std::string& text) {
  Diagnostics out;
  Library library({GOFUDA_SOURCE_RULES_DIR}, out);
  auto d = parse_dispute("d.yaml", "dispute: why?\nvariant: dango-1996\n" + text, out);
  INFO(test::joined(out));
  REQUIRE(d);
  DisputeResult r = judge_dispute(library, *d, true);
  REQUIRE(r.cases.size() == 1);
  return r.cases[0].explanation;
}

bool has(const std::vector<std::string>& lines, const std::string& line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

}  // namespace

TEST_CASE("explanation: a card stands before what it causes, with what it says of itself") {
  auto lines = explained(
      "set: { board.size: 4x4 }\nboard: { white: C3 }\ndecks: { black: [twice, ponnuki] }\n"
      "play: [ { black: twice ponnuki (A2 B1 B3 C2) } ]\n");
  REQUIRE(lines.size() > 4);
  CHECK(lines[0] == "turn 1, black plays Twice");
  CHECK(lines[1] == "  turn 1, black: Ponnuki; sets black B1 A2 C2 B3");
  CHECK(lines[2] == "  turn 1, black: Ponnuki cannot take effect");
  CHECK(lines[3] == "    because: there is no room for it");
  CHECK(has(lines, "decided by twice.second=lost; with both-lost: empty B1 A2 C2 B3"));
}

TEST_CASE("explanation: why a Change does nothing, and the option that decides") {
  auto lines = explained(
      "to_move: white\ndecks: { black: [nobi, change], white: [keima, miss-a-turn] }\n"
      "play: [ { white: keima (D4 F5) }, { black: nobi (K3 L3) }, { white: miss-a-turn }, { black: change } ]\n");
  CHECK(has(lines, "  because: your opponent's last turn was a skip"));
  CHECK(has(lines, "decided by change.after_skip=vanishes; with earlier: black D4 F5"));
  lines = explained(
      "to_move: white\nboard: { white: B1 B2 C2 D1 D2 }\ndecks: { black: [change], white: [keima] }\n"
      "play: [ { white: keima (C1 E2) }, { black: change } ]\n");
  CHECK(has(lines, "  because: C1 would be left without a liberty and stays as it is"));
  CHECK(has(lines, "decided by change.suicidal=skip; with die: empty C1"));
}

TEST_CASE("explanation: an announcement, an undone move, and a refusal in the middle of a turn") {
  auto lines = explained(
      "to_move: white\ndecks: { black: [nobi, kosumi], white: [keima] }\n"
      "aside: { black: [free-card], white: [free-block] }\n"
      "play: [ { white: keima (D4 F5) }, { black: free-card nobi (K3 L3) }, { white: free-block }, { black: kosumi (D4 "
      "E5) } ]\n"
      "expect: { illegal: occupied }\n");
  REQUIRE(lines.size() > 5);
  CHECK(lines[1] == "turn 2, black takes up Free card");
  CHECK(lines[2] == "  turn 2, black: Nobi; sets black K3 L3 (undone)");
  CHECK(lines[3] == "  turn 2, white: Free block, in answer; removes black K3 L3; undoes black's Nobi");
  CHECK(lines[4] == "turn 2, black turns up Kosumi");
  CHECK(lines[5].starts_with("refused: occupied at D4"));
}
