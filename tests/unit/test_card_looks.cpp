// Cards that one side looks at, orders, shows to all or has drawn by chance: who knows what, for how long, and where it
// is remembered.
#include <array>
#include <string>
#include <vector>

#include "core/notation/transcript.hpp"
#include "core/view.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using test::at;
using test::Bench;
using test::card_text;
using test::choose_card;
using test::kFourInHand;
using test::seen_of_pile;
using test::Table;
using test::with_idle_cards;

namespace {

const test::Numbers kPass{}, kFirst{1}, kSecond{2};

Bench one(const std::string& body) { return Bench(test::Sources{{"x", card_text(body)}}); }

}  // namespace

TEST_CASE("looks: only who has looked knows the cards, until they are shuffled or drawn") {
  Table t(with_idle_cards({{"look", card_text("me:look(me.deck, 2)")}}), {"look", "a", "b", "c"});
  CHECK(seen_of_pile(t, Seat::black, Owner::black, Zone::deck) == "a b ?");
  CHECK(seen_of_pile(t, Seat::white, Owner::black, Zone::deck) == "? ? ?");
  CHECK(view_of(t.game.position(), Seat::white).known.empty());
  REQUIRE(t.answer(kPass));  // White's stone; then Black's top card is turned up
  CHECK(seen_of_pile(t, Seat::black, Owner::black, Zone::deck) == "b ?");
  CHECK(t.game.position().known.size() == 1);
}

TEST_CASE("looks: a pile looked at is one to pick from, and its cards can be taken") {
  Table t(with_idle_cards(
              {{"fetch", card_text("local seen = me:look(me.deck, 3) print(#seen, seen.top, seen:holds(seen.top)) "
                                   "local card = me:pick_card(seen, 'must') me:keep(card) print(#seen, #me.hand) "
                                   "for c in seen:each() do print(c) end me:stone()")}}),
          {"fetch", "a", "b", "c", "d"});
  REQUIRE(t.game.question().kind == QuestionKind::offer);
  CHECK(t.game.question().secret);
  REQUIRE(t.answer(kSecond));  // as they lie, the topmost last: c, b, a
  CHECK(seen_of_pile(t, Seat::black, Owner::black, Zone::deck) == "a c ?");
  CHECK(seen_of_pile(t, Seat::black, Owner::black, Zone::hand) == "b");
  CHECK(seen_of_pile(t, Seat::white, Owner::black, Zone::hand) == "?");
  CHECK(seen_of_pile(t, Seat::white, Owner::black, Zone::deck) == "? ? ?");
  CHECK(t.scripts.output().ends_with("3\ta\ttrue\n2\t1\nc\na\n"));
  const Position& p = t.game.position();
  CHECK(p.card_events.back().kind == CardEvent::drawn);
  CHECK(view_of(p, Seat::white).card_events.back().card == kNoCard);
}

TEST_CASE("looks: a card that was not looked at cannot be taken out of a deck") {
  const test::Ended e = test::play(
      Bench(with_idle_cards({{"x", card_text("local c = opponent:look(me.deck, 1).top me:keep(c)")}})), {"x", "a"});
  CHECK(e.step == Status::fault);
  CHECK(e.fault.message ==
        "this side does not hold the card 'a'; let the other side hand it over first: opponent:give(card)");
}

TEST_CASE("looks: what the other side chooses unseen among its cards is not followed") {
  const test::Sources cards =
      with_idle_cards({{"spy", card_text("me:look(opponent.hand)")},
                       {"hide", card_text("me:lay_aside(me.secret:pick_card(me.hand, 'must')) me:skip()")},
                       {"drop", card_text("me:discard(me.secret:pick_card(me.hand, 'must')) me:skip()")}});
  for (const bool hidden : {true, false}) {
    INFO(hidden);
    Table t(cards, {"spy", "a", "b", "c"}, {hidden ? "hide" : "drop", "d", "d", "e"}, {}, kFourInHand);
    REQUIRE(t.game.question().cards.size() == 4);
    REQUIRE(choose_card(t, "spy"));
    const std::string all = seen_of_pile(t, Seat::black, Owner::white, Zone::hand);
    CHECK(all.find('?') == std::string::npos);
    CHECK(t.game.position().known.size() == 4);
    REQUIRE(choose_card(t, hidden ? "hide" : "drop"));
    CHECK(seen_of_pile(t, Seat::black, Owner::white, Zone::hand) == "e d d");
    REQUIRE(choose_card(t, "d"));
    // It may be any of the three; but one that is seen to go leaves the others known.
    CHECK(seen_of_pile(t, Seat::black, Owner::white, Zone::hand) == (hidden ? "? ?" : "e d"));
    CHECK(seen_of_pile(t, Seat::black, Owner::white, Zone::aside) == (hidden ? "?" : ""));
  }
}

TEST_CASE("looks: a twin that comes out is taken for the one that was looked at") {
  Holdings h;
  for (CardId c : {CardId{3}, CardId{3}, CardId{4}}) h.cards.put(Owner::white, Zone::hand, c);
  const Card first = h.cards.card(Owner::white, Zone::hand, 0), second = h.cards.card(Owner::white, Zone::hand, 1);
  h.look(Seat::black, Owner::white, Zone::hand, {&first, 1});
  CHECK(h.lay_on_table(Seat::white, second) == second);
  CHECK(h.known.empty());
  h.look(Seat::white, Owner::white, Zone::hand, {&first, 1});
  CHECK(h.known.empty());  // its own hand it sees anyway
}

TEST_CASE("looks: what comes off the top of a deck is followed into a hand") {
  Table t(
      with_idle_cards({{"look", card_text("me:look(opponent.deck, 2)")}, {"take", card_text("me:take() me:skip()")}}),
      {"look", "a"}, {"take", "b", "c"});
  CHECK(t.game.question().seat == Seat::black);  // all else is played, and no deck is left
  CHECK(seen_of_pile(t, Seat::black, Owner::white, Zone::hand) == "b");
  CHECK(seen_of_pile(t, Seat::black, Owner::white, Zone::deck) == "");
}

TEST_CASE("looks: shown cards stay where they are, and both sides know them") {
  Table t(with_idle_cards(
              {{"show", card_text("me:show(me.deck, 1) me:show(this) opponent:show(opponent.deck) me:stone()")}}),
          {"show", "a", "b"}, {"c"});
  for (Seat s : {Seat::black, Seat::white}) {
    CHECK(seen_of_pile(t, s, Owner::black, Zone::deck) == "a ?");
    CHECK(seen_of_pile(t, s, Owner::white, Zone::deck) == "c");
  }
}

TEST_CASE("looks: the order of the top of a deck is chosen unseen") {
  const test::Sources cards =
      with_idle_cards({{"order", card_text("opponent:look(me.deck, 4) me:order(me.deck, 3) me:stone()")}});
  Table t(cards, {"order", "a", "b", "a", "d", "e"});
  REQUIRE(t.game.question().kind == QuestionKind::offer);
  CHECK(t.game.question().secret);
  CHECK(t.game.question().cards.size() == 3);
  CHECK(seen_of_pile(t, Seat::black, Owner::black, Zone::deck) == "a b a ? ?");
  REQUIRE(t.answer(kSecond));
  CHECK(t.game.question().cards.size() == 2);  // also of two alike: that they are is nobody else's business
  REQUIRE(t.answer(kSecond));
  CHECK(t.game.question().kind == QuestionKind::stone);
  CHECK(seen_of_pile(t, Seat::black, Owner::black, Zone::deck) == "b a a ? ?");
  CHECK(seen_of_pile(t, Seat::white, Owner::black, Zone::deck) == "? ? ? d ?");  // what White knew of the top is gone
  std::size_t secret = 0;
  for (std::size_t i = 0; i < t.game.log().size(); ++i) secret += t.game.log()[i].secret;
  CHECK(secret == 2);
  // Undone and replayed it is the same.
  Game again = t.game;
  again.rebuild(t.scripts, t.game.log().size());
  CHECK(again.position() == t.game.position());
  CHECK(again.position().hash() == t.game.position().hash());
}

TEST_CASE("looks: order takes a deck, and asks nothing of one card") {
  CHECK(test::play(one("me:order(me.hand)"), {"x"}).fault.message ==
        "order takes a deck: the order of other piles says nothing");
  CHECK(test::play(one("me:order(me.deck, 1) me:order(me.deck, 0)"), {"x", "x"}).moves == 1);
  CHECK(test::play(one("me:look(3)"), {"x"}).fault.message ==
        "argument 1 of look must be a pile of cards, not a number");
  CHECK(test::play(one("me:look(me.deck, -1)"), {"x"}).fault.message ==
        "argument 2 of look must be from 0 to 4096, not -1");
  CHECK(test::play(one("me.deck:random()"), {"x"}).fault.message == "a deck lies face down; draw from it");
}

TEST_CASE("looks: two positions that differ in what was looked at are not the same") {
  const test::Sources cards =
      with_idle_cards({{"mine", card_text("me:look(me.deck, 1)")}, {"none", card_text("me:look(me.deck, 0)")}});
  Table looked(cards, {"mine", "a"}), blind(cards, {"none", "a"});
  CHECK_FALSE(static_cast<const Holdings&>(looked.now()).known == blind.now().known);
  Position p = looked.now(), q = p;
  q.known.clear();
  CHECK_FALSE(p == q);
  CHECK(p.hash() != q.hash());
}

TEST_CASE("looks: a random card of a hand is any of them, and the record does not say which") {
  const test::Sources cards =
      with_idle_cards({{"grab", card_text("local c = opponent.hand:random() opponent:discard(c) me:stone()")}});
  Bench bench(cards, kFourInHand);
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant);
  std::array<int, 4> drawn{};
  constexpr int kGames = 4000;
  for (int n = 0; n < kGames; ++n) {
    Setup setup = bench.setup({"grab", "grab", "grab", "grab"}, {"a", "b", "c", "d"});
    setup.key = {11, static_cast<std::uint64_t>(n)};
    Game game(bench.variant->ruleset, setup);
    game.advance(scripts);
    REQUIRE(test::reply(game, scripts, kFirst));
    REQUIRE(game.state() == Status::asks);
    const auto out = game.position().cards.in(Owner::white, Zone::discard);
    REQUIRE(out.size() == 1);
    const auto which = static_cast<std::size_t>(out[0] - bench.variant->ruleset->find_card("a"));
    ++drawn[which];
    if (n > 0) continue;
    const std::string text = transcript(game).back().text;  // b was taken as the second of four, the top being d
    CHECK(text == "(" + std::to_string(4 - which) + ")");
  }
  for (int n : drawn) CHECK(std::abs(n - kGames / 4) < 5 * 28);  // five standard deviations
}

TEST_CASE("looks: there is no random card of an empty hand") {
  CHECK(test::play(one("print(me.hand:random(), #me:look(me.hand), me:look(me.deck).top)"), {"x"}).output ==
        "nil\t0\tnil\n");
}

TEST_CASE("looks: what lies nowhere is the same in games whose copies are numbered otherwise") {
  const auto with_a_note = [](CardId cards_before) {
    Holdings h;
    for (CardId c = 0; c < cards_before; ++c)
      h.cards.put(Owner::common, Zone::deck, c), h.cards.take_top(Owner::common, Zone::deck);
    h.cards.put(Owner::black, Zone::discard, 3);
    h.write({Seat::black, h.cards.card(Owner::black, Zone::discard, 0), false, {}, "word"});
    const CardId pile[] = {3};
    h.put_under(Owner::black, Zone::discard, pile);  // shuffled away from under its note
    Hash out;
    h.add_to(out);
    return out.value();
  };
  CHECK(with_a_note(0) == with_a_note(5));
}

TEST_CASE("looks: who gives a card away knows where it is, until it is shuffled or chosen unseen") {
  const test::Sources cards =
      with_idle_cards({{"gift", card_text("me:give(me.secret:pick_card(me.hand, 'must')) me:skip()")},
                       {"bury", card_text("me:put_back(me.secret:pick_card(me.hand, 'must')) me:skip()")},
                       {"mix", card_text("me:reshuffle() me:skip()")},
                       {"hide", card_text("me:lay_aside(me.secret:pick_card(me.hand, 'must')) me:skip()")}});
  Table t(cards, {"gift", "a", "b", "c"}, {"hide", "d", "d", "e"}, {}, kFourInHand);
  REQUIRE(choose_card(t, "gift"));
  REQUIRE(choose_card(t, "b"));
  CHECK(seen_of_pile(t, Seat::black, Owner::white, Zone::hand) == "b ? ? ? ?");
  CHECK(seen_of_pile(t, Seat::white, Owner::black, Zone::hand) == "? ?");
  REQUIRE(choose_card(t, "hide"));
  REQUIRE(choose_card(t, "d"));
  CHECK(seen_of_pile(t, Seat::black, Owner::white, Zone::hand) == "? ? ?");  // it may be the one that went

  Table buried(cards, {"bury", "a", "mix", "c", "e"}, {"hide", "d", "d", "e"}, {}, kFourInHand);
  REQUIRE(choose_card(buried, "bury"));
  REQUIRE(choose_card(buried, "a"));
  CHECK(seen_of_pile(buried, Seat::black, Owner::black, Zone::deck).starts_with("a ?"));
  CHECK(seen_of_pile(buried, Seat::white, Owner::black, Zone::deck).starts_with("? ?"));
}

TEST_CASE("looks: what is written under a card is gone when the card is shuffled") {
  Table t(with_idle_cards({{"write", card_text("me:note(this, 'word') me:skip()")},
                           {"mix", card_text("me:reshuffle() me:stone()")}}),
          {"a", "write", "b", "mix"}, {"a", "b", "c", "d"}, {}, kFourInHand);
  for (const char* id : {"a", "a", "write", "b"}) REQUIRE(choose_card(t, id));
  REQUIRE(view_of(t.game.position(), Seat::white).notes.size() == 1);
  for (const char* id : {"b", "c", "mix"}) REQUIRE(choose_card(t, id));
  CHECK(view_of(t.game.position(), Seat::white).notes.empty());
}

TEST_CASE("looks: what is left of a deck stays on top when the discards are shuffled") {
  Table t(with_idle_cards({{"mix", card_text("me:look(me.deck, 1) me:reshuffle() me:stone()")}}),
          {"a", "b", "e", "mix", "c", "d"}, {"a", "b", "c", "d"}, {}, kFourInHand);
  for (const char* id : {"a", "a", "b", "b", "e", "c", "mix"}) REQUIRE(choose_card(t, id));
  REQUIRE(t.game.question().kind == QuestionKind::stone);
  CHECK(seen_of_pile(t, Seat::black, Owner::black, Zone::deck) == "c ? ? ? ?");
  CHECK(t.game.rules().cards[t.game.position().cards.in(Owner::black, Zone::deck)[3]].id == "d");
  CHECK(t.game.position().cards.size(Owner::black, Zone::discard) == 0);
}
