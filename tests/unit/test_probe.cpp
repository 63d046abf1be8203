// Whether a card could be played at all: what one try has shown is not taken to hold for tries that go another way.
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using test::Bench;
using test::card_text;

namespace {

const std::string kAsking =
    "return turn { name = 'Asking', text = 't', play = function(me) local card = me:draw() "
    "if card then print(me:can_play(card)) end me:stone() end }";

bool can_play(const std::string& body) {
  const Bench bench({{"card", card_text(body)}}, kAsking);
  INFO(body << "\n" << test::joined(bench.out));
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant);
  RandomPlayer black(1), white(2);
  Game game = bench.game({"card"});
  REQUIRE(game.advance(scripts, {&black, &white, nullptr}, 1) == Status::done);
  return scripts.output() == "true\n";
}

constexpr const char* kIs = "local function is(p, text) return p:touches(board:points(text)) end ";

}  // namespace

TEST_CASE("probe: the one answer that will do is found") {
  for (const char* rest :
       {"if not is(me:pick(1, board.all), 'E5') then refuse('no') end",
        "if not is(me:pick(1, board.all), 'A1') then refuse('no') end",
        "local a, b = me:pick(1, board.all), me:pick(1, board.all) if not (is(a, 'C3') and is(b, 'D5')) then "
        "refuse('no') "
        "end",
        "local a, b = me:pick(1, board.all), opponent:pick(1, board.all) "
        "if not (is(a, 'E5') and is(b, 'A1')) then refuse('no') end",
        "if not is(me:pick(1, board.all), 'B2') then refuse('no') end if me:choose('a', 'b', 'c', 'd') ~= 'd' then "
        "refuse('no') end",
        "local drawn = board:lot(3, board.all) if not is(me:pick(1, board.all - drawn), 'A1 B1 C1 D1') then "
        "refuse('no') "
        "end",
        "local a = me:pick(1, board.all) for _ = 1, 2 do if is(me:pick(1, board.all), 'A1') then return end end "
        "if not is(a, 'E1') then refuse('no') end",
        "if #me:pick(0, 1, board.all) > 0 then refuse('no') end",
        "if not is(me:pick(2, board.all), 'E5') then refuse('no') end"}) {
    INFO(rest);
    CHECK(can_play(std::string(kIs) + rest));
  }
}

TEST_CASE("probe: where none will do, none is found") {
  for (const char* rest :
       {"me:pick(1, board.all) refuse('no')", "me:pick(1, board.all) me:pick(1, board.all) refuse('no')",
        "me:pick(1, board.all) cannot()", "me:pick(1, board.all) me:pick(1, board.none)",
        "if #me:pick(0, 1, board.all) < 2 then refuse('no') end", "cannot()"}) {
    INFO(rest);
    CHECK_FALSE(can_play(std::string(kIs) + rest));
  }
}
