// What a seat's simulator leaves as it is, and what it deals anew: whatever the seat cannot name.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "core/drive.hpp"
#include "core/random_player.hpp"
#include "core/simulator.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"
#include "tools/players/player.hpp"

using namespace gofuda;
using test::Bench;
using test::card_text;
using test::kFourInHand;
using test::Table;
using test::with_idle_cards;

namespace {

const test::Numbers kFirstCard{1}, kThirdCard{3};

void play_cards(Table& t, const std::vector<const char*>& ids) {
  for (const char* id : ids) REQUIRE(test::choose_card(t, id));
}

// What f(position) tells of each of 200 games that the seat could be playing, after the pending turn.
template <class F>
auto games_told(const Table& t, Seat seat, F&& f, unsigned secrets = 0) {
  LuaScripts scripts(t.bench.variant);
  Simulator simulator(t.game, scripts, seat);
  simulator.let_into(secrets);
  Random random(5);
  RandomPlayer black(1), white(2);
  std::map<decltype(f(t.game.position())), int> out;
  for (int i = 0; i < 200; ++i) {
    Position p = simulator.deal(random);
    REQUIRE(simulator.finish_turn(p, {&black, &white, nullptr}) == Status::done);
    ++out[f(p)];
  }
  return out;
}

std::multiset<CardId> hand_of_white(const Position& p) {
  const auto hand = p.cards.in(Owner::white, Zone::hand);
  return {hand.begin(), hand.end()};
}

}  // namespace

TEST_CASE("simulator: it leaves what the seat has looked at where it is, and deals the rest anew") {
  Table t(with_idle_cards({{"spy", card_text("me:look(opponent.deck, 2)")}}), {"spy"}, {"a", "b", "c", "d", "e"});
  // White turns a up; then Black is asked for a stone.
  REQUIRE(t.game.question().seat == Seat::black);
  REQUIRE(test::seen_of_pile(t, Seat::black, Owner::white, Zone::deck) == "b ? ? ?");
  const CardId b = t.game.rules().find_card("b");
  std::array<int, 3> below{};
  Simulator simulator(t.game, t.scripts, Seat::black);
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const Position p = simulator.deal(random);
    const auto deck = p.cards.in(Owner::white, Zone::deck);
    REQUIRE(deck[3] == b);
    ++below[deck[2] - t.game.rules().find_card("c")];
  }
  for (int n : below) CHECK(n > 60);
}

TEST_CASE("simulator: it plays on a turn in which the seat has looked and ordered") {
  Table t(with_idle_cards({{"order", card_text("me:order(me.deck, 3) me:stone()")}}),
          {"order", "a", "b", "c", "d", "e"});
  REQUIRE(t.answer(kThirdCard));  // c on top
  REQUIRE(t.answer(kFirstCard));
  REQUIRE(t.game.question().kind == QuestionKind::stone);
  Simulator simulator(t.game, t.scripts, Seat::black);
  Random random(5);
  RandomPlayer black(1), white(2);
  for (int i = 0; i < 50; ++i) {
    Position p = simulator.deal(random);
    REQUIRE(simulator.finish_turn(p, {&black, &white, nullptr}) == Status::done);
    const auto deck = p.cards.in(Owner::black, Zone::deck);
    REQUIRE(t.game.rules().cards[deck.back()].id == "c");
  }
}

TEST_CASE("simulator: it leaves what a shuffled pile has given, and shuffles the rest of it anew") {
  Table t(with_idle_cards({{"mix", card_text("me:reshuffle() me:take() me:stone()")}}), {"a", "b", "e", "mix"},
          {"a", "b", "c", "d"}, {}, kFourInHand);
  play_cards(t, {"a", "a", "b", "b", "e", "c", "mix"});
  REQUIRE(t.game.question().kind == QuestionKind::stone);
  const CardId taken = t.game.position().cards.in(Owner::black, Zone::hand)[0];
  Simulator simulator(t.game, t.scripts, Seat::black);
  Random random(5);
  RandomPlayer black(1), white(2);
  std::array<int, 2> order{};
  const auto play_on = [&] {
    Position p = simulator.deal(random);
    REQUIRE(simulator.finish_turn(p, {&black, &white, nullptr}) == Status::done);
    REQUIRE(p.cards.in(Owner::black, Zone::hand)[0] == taken);
    const auto deck = p.cards.in(Owner::black, Zone::deck);
    REQUIRE(deck.size() == 2);
    ++order[deck[0] < deck[1]];
    const std::optional<Game> supposed = simulator.suppose(random);
    REQUIRE(supposed);
    REQUIRE(supposed->position().cards.in(Owner::black, Zone::hand)[0] == taken);
  };
  for (int i = 0; i < 200; ++i) play_on();
  CHECK(order[0] > 60);
  CHECK(order[1] > 60);
  simulator.let_into(static_cast<unsigned>(gofuda::Secret::decks));
  order = {};
  for (int i = 0; i < 20; ++i) play_on();
  CHECK(order[0] * order[1] == 0);
}

TEST_CASE("simulator: it leaves the card that was drawn where it was, though others went under it") {
  Table t(with_idle_cards({{"mix", card_text("me:reshuffle() me:stone()")}}), {"a", "b", "mix", "c"}, {"c", "d", "e"});
  REQUIRE(t.game.question().kind == QuestionKind::stone);
  REQUIRE(t.game.position().cards.size(Owner::black, Zone::deck) == 3);
  Simulator simulator(t.game, t.scripts, Seat::black);
  Random random(5);
  for (int i = 0; i < 20; ++i)
    CHECK(t.game.rules().cards[simulator.deal(random).cards.in(Owner::black, Zone::deck)[1]].id == "mix");
}

TEST_CASE("simulator: what the other side has taken unseen in this turn is dealt anew") {
  const auto hand = [](const Position& p) { return p.cards.in(Owner::white, Zone::hand)[0]; };
  const auto aside = [](const Position& p) { return p.cards.in(Owner::white, Zone::aside)[0]; };
  for (const bool lies : {false, true}) {
    const std::string body =
        lies ? "opponent:lay_aside(opponent:take(), 'hidden') me:stone()" : "opponent:take() me:stone()";
    Table t(with_idle_cards({{"deal", card_text(body)}}), {"deal"}, {"a", "b", "c", "d"});
    REQUIRE(t.game.question().kind == QuestionKind::stone);
    const auto seen = lies ? games_told(t, Seat::black, aside) : games_told(t, Seat::black, hand);
    CHECK(seen.size() == 4);
    for (const auto& [card, n] : seen) CHECK(n > 25);
    const auto secret = static_cast<unsigned>(gofuda::Secret::decks) | static_cast<unsigned>(gofuda::Secret::hand);
    CHECK((lies ? games_told(t, Seat::black, aside, secret) : games_told(t, Seat::black, hand, secret)).size() == 1);
  }
}

TEST_CASE("simulator: a card that the other side has named stays one that it had, and the others are dealt anew") {
  // White lays one of its cards in the middle of Black's turn and takes it back.
  Table t(with_idle_cards({{"ask", card_text("opponent:pick_card(opponent.hand, 'must') me:stone()")}}),
          {"ask", "a", "b", "c"}, {"a", "b", "c", "d", "e", "e", "e", "e"}, {}, kFourInHand);
  play_cards(t, {"ask", "c"});
  REQUIRE(t.game.question().kind == QuestionKind::stone);
  const CardId named = t.game.rules().find_card("c");
  const auto hands = games_told(t, Seat::black, hand_of_white);
  CHECK(hands.size() > 4);
  for (const auto& [hand, n] : hands) CHECK(hand.contains(named));
}

TEST_CASE("simulator: of several alike no more are left than were named, and none for one that lies open") {
  const auto many = [](const Table& t) {
    const CardId e = t.game.rules().find_card("e");
    return games_told(t, Seat::black, [e](const Position& p) {
      const auto hand = p.cards.in(Owner::white, Zone::hand);
      return std::count(hand.begin(), hand.end(), e);
    });
  };
  const std::vector<std::string> white{"e", "e", "e", "d", "a", "b", "c", "d", "a", "b"};
  Table named(with_idle_cards({{"ask", card_text("opponent:pick_card(opponent.hand, 'must') me:stone()")}}),
              {"ask", "a", "b", "c"}, white, {}, kFourInHand);
  play_cards(named, {"ask", "e"});
  CHECK_FALSE(many(named).contains(0));
  CHECK(many(named).contains(1));
  Table open(
      with_idle_cards({{"ask", card_text("opponent:discard(opponent:pick_card(opponent.hand, 'must')) me:stone()")}}),
      {"ask", "a", "b", "c"}, white, {}, kFourInHand);
  play_cards(open, {"ask", "e"});
  CHECK(many(open).contains(0));
}

TEST_CASE("simulator: a card that was turned up in this turn and is hidden again is where it was put") {
  for (const char* where : {"me:keep(c)", "me:lay_aside(c, 'hidden')", "me:put_back(c)"}) {
    INFO(where);
    const std::string body = "local c = me:draw() " + std::string(where) + " opponent:choose('yes', 'no') me:skip()";
    test::Sources cards{{"turn-up", card_text(body)}};
    std::vector<std::string> deck{"turn-up", "a"};  // so many that the card is not found by trying
    for (int n = 0; n < 99; ++n) {
      deck.push_back("idle-" + std::to_string(n));
      cards.emplace_back(deck.back(), card_text("me:skip()"));
    }
    Table t(with_idle_cards(cards), deck, {"a", "b"});
    REQUIRE(t.game.question().seat == Seat::white);
    const CardId a = t.game.rules().find_card("a");
    const auto found = games_told(t, Seat::white, [a](const Position& p) {
      for (Zone z : {Zone::hand, Zone::aside, Zone::deck})
        if (const auto pile = p.cards.in(Owner::black, z); !pile.empty() && pile.back() == a) return true;
      return false;
    });
    CHECK(found.size() == 1);
    CHECK(found.contains(true));
  }
}

TEST_CASE("simulator: what the other side has answered in secret comes to what the seat sees now") {
  const std::string give = "opponent:give(opponent.secret:pick_card(opponent.hand, 'must')) me:stone()";
  Table t(with_idle_cards({{"ask", card_text(give)}}), {"ask", "a", "a", "a"}, {"b", "c", "d", "e"}, {}, kFourInHand);
  play_cards(t, {"ask", "d"});
  REQUIRE(t.game.question().kind == QuestionKind::stone);
  const CardId d = t.game.rules().find_card("d");
  const auto given = games_told(t, Seat::black, [d](const Position& p) {
    const auto hand = p.cards.in(Owner::black, Zone::hand);
    return std::find(hand.begin(), hand.end(), d) != hand.end();
  });
  CHECK(given.size() == 1);
  CHECK(given.contains(true));
  Simulator simulator(t.game, t.scripts, Seat::black);
  Random random(7);
  for (int i = 0; i < 40; ++i) {
    const std::optional<Game> supposed = simulator.suppose(random);
    if (!supposed) continue;
    const auto hand = supposed->position().cards.in(Owner::black, Zone::hand);
    CHECK(std::find(hand.begin(), hand.end(), d) != hand.end());
  }
}

TEST_CASE("simulator: where a deal does not fit what was answered, another one is looked for") {
  // Who holds no e is not asked; White is asked, and so it holds one.
  const std::string body =
      "for c in opponent.hand:each() do if c.id == 'e' then opponent:choose('yes', 'no') break end end me:stone()";
  Table t(with_idle_cards({{"ask", card_text(body)}}), {"ask", "a", "b", "c"},
          {"a", "b", "c", "e", "a", "b", "c", "d", "a", "b"}, {}, kFourInHand);
  play_cards(t, {"ask"});
  REQUIRE(t.game.question().seat == Seat::white);
  REQUIRE(t.answer({0}));
  const CardId e = t.game.rules().find_card("e");
  const auto hands = games_told(t, Seat::black, hand_of_white);
  CHECK(hands.size() > 4);
  for (const auto& [hand, n] : hands) CHECK(hand.contains(e));
}

TEST_CASE("simulator: a word that was written in secret is any of those that could be chosen") {
  const auto label = [](const Position& p) { return p.notes.back().label; };
  struct Row {
    const char* written;
    std::size_t many;
    std::string word = "south";
  };
  for (const Row& row :
       {Row{"local w = me.secret:choose('north', 'south', 'west') me:note(this, w)", 3},
        Row{"me:note(this, me.secret:choose('north', 'south', 'west')) local c = me:take() me:note(c, me:noted(this))",
            3},
        Row{"me:note(this, me:choose('north', 'south', 'west'))", 1},  // anybody could hear it
        Row{"me:note(this, me:choose('a', 'b', 'c'))", 1, "b"},
        Row{"opponent.secret:choose('north', 'south', 'west') me:note(this, 'south')", 1},
        Row{"local w = me.secret:choose('a', 'b', 'c') me:choose('a', 'b', 'c') me:note(this, w)", 3, "b"},
        Row{"me:note(this, me:choose('a', 'b', 'c')) me:note(this, me.secret:choose('a', 'b', 'c'))", 3, "b"},
        Row{"me:choose('north', 'south', 'west') me:note(this, me.secret:choose('north', 'south', 'west'))", 3},
        Row{"local w = me.secret:choose('north', 'south', 'west') me:both(function(s) return s:choose('yes', 'no') "
            "end) "
            "me:note(this, w)",
            3},
        Row{"local w = me:both(function(s) return s:choose('north', 'south', 'west') end) me:note(this, w)", 1}}) {
    INFO(row.written);
    Table t(with_idle_cards({{"write", card_text(std::string(row.written) + " me:lay_aside(this, 'open')")}}),
            {"write", "a", "b"}, {"a", "b"});
    while (t.game.question().kind == QuestionKind::choice) REQUIRE(t.answer({1}));
    REQUIRE(label(t.game.turn_start()) == row.word);
    CHECK(games_told(t, Seat::white, label).size() == row.many);
    CHECK(games_told(t, Seat::black, label).size() == 1);
    CHECK(games_told(t, Seat::white, label, static_cast<unsigned>(gofuda::Secret::notes)).size() == 1);
  }
}

TEST_CASE("simulator: the name of a hidden card under another is that of any card") {
  for (const char* how :
       {"me.hand.top.id", "me.secret:pick_card(me.hand, 'must').id", "me.secret:choose(me.hand.top.id, 'e')"}) {
    INFO(how);
    const std::string body = "me:note(this, " + std::string(how) + ") me:lay_aside(this, 'open')";
    Table t(with_idle_cards({{"write", card_text(body)}}), {"write", "a", "b", "b", "c", "d"}, {"a", "b", "c", "d"}, {},
            kFourInHand);
    play_cards(t, {"write"});
    if (t.game.question().kind == QuestionKind::choice) REQUIRE(t.answer({0}));
    if (t.game.question().seat == Seat::black) REQUIRE(t.answer(kFirstCard));
    // Whatever lies in a hand, a deck or on the table: a to d, and the card itself.
    CHECK(games_told(t, Seat::white, [](const Position& p) { return p.notes.back().label; }).size() == 5);
  }
}

TEST_CASE("simulator: a word comes from what it was chosen from, an open pile or another note") {
  const auto label = [](const Position& p) { return p.notes.back().label; };
  const std::string lie = " me:lay_aside(this, 'open')";
  Table t(with_idle_cards({{"write", card_text("me:note(this, me.secret:pick_card(me.discarded, 'must').id)" + lie)},
                           {"copy", card_text("me:note(this, me:noted(me.shown.top))" + lie)}}),
          {"a", "b", "write", "copy"}, {"c", "c", "d", "d", "e", "e"}, {}, kFourInHand);
  play_cards(t, {"a", "c", "b", "c", "write"});
  REQUIRE(t.answer(kFirstCard));
  const std::map<std::string, int> written = games_told(t, Seat::white, label);
  CHECK(written.size() == 2);
  CHECK(written.contains("a"));
  CHECK(written.contains("b"));
  play_cards(t, {"d", "copy"});
  REQUIRE(t.game.question().seat == Seat::white);
  const std::map<std::string, int> copied = games_told(t, Seat::white, label);
  CHECK(copied.size() == 2);
  CHECK(copied.contains("a"));
  CHECK(copied.contains("b"));
}

// Black guesses a card that White took in this turn, or a word that it has written; whoever is wrong loses a row.
TEST_CASE("simulator: players that look ahead guess no better than chance what is hidden") {
  const std::string guess = "local g = me:choose('a', 'b', 'c', 'd') local who = me if ";
  const std::string win = " ~= g then who = opponent end who:place(board:row(1) * board.empty) me:skip()";
  const std::vector<std::string> bodies{
      "opponent:take() " + guess + "opponent.hand.top.id" + win,
      "opponent:lay_aside(opponent:take(), 'hidden') " + guess + "opponent.aside.top.id" + win,
      "me:note(this, 'x') opponent:note(this, opponent.secret:choose('a', 'b', 'c', 'd')) " + guess +
          "opponent:noted(this)" + win,
      guess + "opponent:draw().id" + win};
  for (const std::string& body : bodies)
    for (const char* spec : {"mcts:playouts=40", "greedy"}) {
      INFO(spec << ": " << body);
      int right = 0;
      for (std::uint16_t n = 0; n < 24; ++n) {
        std::vector<std::string> deck{"a", "b", "c", "d"};
        std::rotate(deck.begin(), deck.begin() + n % 4, deck.end());
        Table t(with_idle_cards({{"guess", card_text(body)}}), {"guess"}, deck);
        if (t.game.question().seat == Seat::white) REQUIRE(t.answer({static_cast<std::uint16_t>(n % 4)}));
        REQUIRE(t.game.question().seat == Seat::black);
        Diagnostics out;
        const auto player = tools::make_player(spec, *t.bench.variant, out);
        REQUIRE(player);
        player->begin({n, 1}, Seat::black);
        Answer a;
        consult(*player, t.game, t.scripts, 0, a);
        right += a.label() == n % 4;
      }
      CHECK(right > 0);
      CHECK(right < 14);  // 6 by chance
    }
}
