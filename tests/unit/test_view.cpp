// What a seat may know.
#include <string>
#include <vector>

#include "core/view.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using test::Bench;
using test::card_text;

namespace {

constexpr Zone kHiddenFromOthers[] = {Zone::hand, Zone::aside};
constexpr Zone kOpen[] = {Zone::shown, Zone::discard, Zone::play};

}  // namespace

TEST_CASE("view: decks are hidden from all, hands and cards laid aside from the others") {
  for (Seat viewer : {Seat::black, Seat::white})
    for (Owner owner : {Owner::black, Owner::white, Owner::common}) {
      const bool own = owner == owner_of(viewer);
      CHECK_FALSE(sees(viewer, owner, Zone::deck));
      for (Zone z : kHiddenFromOthers) CHECK(sees(viewer, owner, z) == own);
      for (Zone z : kOpen) CHECK(sees(viewer, owner, z));
    }
}

TEST_CASE("view: a hidden pile tells its size and nothing else") {
  const Grid grid(5, 5);
  Position p(grid);
  for (int z = 0; z < kZones; ++z)
    for (int o = 0; o < kOwners; ++o)
      for (CardId c = 0; c < 3; ++c)
        p.cards.put(static_cast<Owner>(o), static_cast<Zone>(z), static_cast<CardId>(10 * z + c));
  const View v = view_of(p, Seat::white);
  const std::vector<CardId> hidden(3, kNoCard);
  CHECK(v.at(Owner::white, Zone::deck) == hidden);
  CHECK(v.at(Owner::common, Zone::deck) == hidden);
  CHECK(v.at(Owner::black, Zone::hand) == hidden);
  CHECK(v.at(Owner::black, Zone::aside) == hidden);
  CHECK(v.at(Owner::white, Zone::hand) == std::vector<CardId>{10, 11, 12});
  CHECK(v.at(Owner::white, Zone::aside) == std::vector<CardId>{20, 21, 22});
  CHECK(v.at(Owner::black, Zone::shown) == std::vector<CardId>{30, 31, 32});
  CHECK(v.at(Owner::black, Zone::discard) == std::vector<CardId>{40, 41, 42});
  Position q = p;
  q.cards.relabel(Owner::black, Zone::hand, std::vector<CardId>{7, 8, 9});
  q.cards.relabel(Owner::white, Zone::deck, std::vector<CardId>{2, 0, 1});
  q.chance = 99;  // how far the generator has come is nobody's business
  CHECK(view_of(q, Seat::white) == v);
  CHECK_FALSE(view_of(q, Seat::black) == view_of(p, Seat::black));
  q.cards.put(Owner::black, Zone::hand, 1);
  CHECK_FALSE(view_of(q, Seat::white) == v);
}

TEST_CASE("view: a card laid aside is named in the moves to its owner only, until it is used") {
  const std::string held =
      "return card { name = 'Held', text = 't', play = function(me, o, b, this) me:lay_aside(this, 'HOW') me:skip() "
      "end, "
      "announce = function(me, o, b, this) me:discard(this) me:stone() end }";
  const std::string turn =
      "return turn { name = 'T', text = 't', play = function(me) if me:announce() then return end local card = "
      "me:draw() "
      "if card then me:play(card) else me:stone() end end }";
  for (const std::string how : {"hidden", "open"}) {
    std::string source = held;
    source.replace(source.find("HOW"), 3, how);
    Bench bench(test::Sources{{"held", source}, {"a1", card_text("me:place(board:points('A1'))")}}, turn);
    INFO(test::joined(bench.out));
    REQUIRE(bench.out.size() == 0);
    LuaScripts scripts(bench.variant);
    Game game = bench.game({"held"}, {"a1"});
    game.advance(scripts);
    REQUIRE(game.state() == Status::asks);  // Black is offered the card
    const CardId card = bench.variant->ruleset->find_card("held");
    const bool hidden = how == "hidden";
    CHECK(view_of(game.position(), Seat::black).moves[0].card == card);
    CHECK(view_of(game.position(), Seat::white).moves[0].card == (hidden ? kNoCard : card));
    CHECK(view_of(game.position(), Seat::white).at(Owner::black, hidden ? Zone::aside : Zone::shown) ==
          std::vector<CardId>{hidden ? kNoCard : card});
    REQUIRE(test::reply(game, scripts, {1}));
    REQUIRE(test::reply(game, scripts, test::at({"C3"})));
    CHECK(view_of(game.position(), Seat::white).moves[0].card == card);
    CHECK(view_of(game.position(), Seat::white).at(Owner::black, Zone::discard) == std::vector<CardId>{card});
  }
}
