// Cards that take much work to play, or that can never be played: what programs, and readers of files, do about them.
#include "core/drive.hpp"
#include "core/notation/feed.hpp"
#include "core/notation/transcript.hpp"
#include "scripting/dispute.hpp"
#include "scripting/scripts.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tests/unit/record.hpp"
#include "tests/unit/script_bench.hpp"
#include "tools/players/player.hpp"

using namespace gofuda;
using namespace gofuda::tools;

namespace {

// With these a search takes a million steps at most, and some 50,000 are easy.
LuaLimits hard_limits(std::uint64_t steps = 40'000) {
  LuaLimits limits;
  limits.steps = steps;
  return limits;
}

// Its 13,800 sequences of answers take more than a search may.
const std::string kThree = "for _ = 1, 3 do me:pick(1, board.empty) end for _ = 1, 60 do end ";

// A game of a bench that programs play on.
struct HardGame {
  HardGame(const test::Sources& cards, const std::vector<std::string>& black,
           const std::vector<std::string>& white = {}, const LuaLimits& limits = hard_limits(),
           const std::string& turn = test::kDrawTurn, int side = 5)
      : bench(cards, turn, side), scripts(bench.variant, limits), game(bench.game(black, white)) {
    INFO(test::joined(bench.out));
    REQUIRE(bench.out.size() == 0);
  }
  DriveResult play(const std::string& black, const std::string& white, int turns) {
    std::array<std::unique_ptr<Player>, 2> players;
    Diagnostics out;
    for (const Seat seat : {Seat::black, Seat::white}) {
      auto& player = players[static_cast<std::size_t>(index(seat))];
      player = make_player(seat == Seat::black ? black : white, *bench.variant, out);
      REQUIRE(player);
      player->begin({1, 1}, seat);
    }
    DriveLimits limits;
    limits.last_turn = turns;
    limits.turn_done = [&](const Game& g) { told.push_back(g.turn_marks().size() - 1); };
    return drive(game, scripts, {players[0].get(), players[1].get()}, limits);
  }
  test::Bench bench;
  LuaScripts scripts;
  Game game;
  std::vector<std::size_t> told;  // after how many turns it was said that one is done
};

struct HardReading {
  TokenFeed::Fed fed;
  std::string problem;
  std::uint64_t steps, hash;
};

// Of a text in the notation, a line to a side.
HardReading read_hard(const HardGame& rules, Game game, const std::vector<TranscriptLine>& lines) {
  LuaScripts scripts(rules.bench.variant, hard_limits());
  TokenFeed feed(game, scripts, test::tokens_of(lines));
  const TokenFeed::Fed fed = feed.play();
  return {fed, feed.problem(), scripts.steps(), game.position().hash()};
}

}  // namespace

TEST_CASE("hard: programs that look ahead give up a card that cannot be played, without long thought") {
  for (const std::string spec : {"greedy", "mcts:playouts=20"}) {
    INFO(spec);
    HardGame p({{"never", test::card_text(kThree + "refuse('no')")}}, {"never"});
    const DriveResult how = p.play(spec, "random", 1);
    INFO(how.text);
    CHECK(how.why == Stopped::turn_limit);
    CHECK(test::written(p.game) == "black: never (unplayable never)\n");
    CHECK(p.scripts.steps() > p.scripts.most_searched());
    CHECK(p.scripts.steps() < 24 * p.scripts.most_searched());
    CHECK(p.told == std::vector<std::size_t>{1});
  }
}

TEST_CASE("hard: a card that fails after the other side was asked is gone back on, whoever has answered") {
  const std::string card = test::card_text(
      "me:exchange(function() me:stone() opponent:stone() end) me:place(me:pick(1, board.empty)) refuse('no')");
  for (const auto& [black, white] : {std::pair{"greedy", "random"}, {"random", "greedy"}, {"greedy", "greedy"}}) {
    INFO(black << ", " << white);
    HardGame p({{"never", card}}, {"never", "never"}, {"never", "never"});
    const DriveResult how = p.play(black, white, 4);
    INFO(how.text);
    CHECK(how.why == Stopped::turn_limit);
    CHECK(p.game.turn_start().board.stones().empty());
    CHECK(p.told == std::vector<std::size_t>{1, 2, 3, 4});
  }
}

TEST_CASE("hard: an answer that nothing can follow, as is found out too late, is given otherwise") {
  // Three points are not enough to tell that no fourth will do; `y` is known to be playable.
  const std::string card =
      test::card_text("local c = me:choose('x', 'y') " + kThree + "if c == 'x' then refuse('no') end");
  HardGame p({{"card", card}}, {"card"});
  const DriveResult how = p.play("greedy", "random", 1);
  INFO(how.text);
  CHECK(how.why == Stopped::turn_limit);
  CHECK(test::written(p.game).find("card (y)") != std::string::npos);
}

TEST_CASE("hard: what a person has answered stays, and what was to be kept") {
  const std::string card =
      test::card_text("local c = opponent:choose('x', 'y') " + kThree + "if c == 'x' then refuse('no') end");
  for (const bool person : {true, false})
    for (const bool keep : {true, false}) {
      INFO(person << keep);
      HardGame p({{"card", card}}, {"card"});
      p.game.advance(p.scripts);
      Answer x;
      x.make_label(0);
      REQUIRE(p.game.answer(p.scripts, x));
      auto black = make_player("greedy", *p.bench.variant, p.bench.out),
           white = make_player("greedy", *p.bench.variant, p.bench.out);
      black->begin({1, 1}, Seat::black);
      white->begin({1, 1}, Seat::white);
      DriveLimits limits;
      limits.last_turn = 1;
      if (keep) limits.kept = p.game.log().size();
      const DriveResult how = drive(p.game, p.scripts, {black.get(), person ? nullptr : white.get()}, limits);
      const bool stays = person || keep;
      CHECK(how.why == (stays ? Stopped::no_answer : Stopped::turn_limit));
      CHECK((test::written(p.game).find("white: (x)") != std::string::npos) == stays);
    }
}

TEST_CASE("hard: a card that fails whatever is answered is given up, with what was answered for it") {
  const std::string card =
      test::card_text("me:pick(1, board.empty) opponent:pick(1, board.empty) " + kThree + "refuse('no')");
  HardGame p({{"never", card}}, {"never"});
  p.game.advance(p.scripts);
  Answer a;
  for (const char* point : {"A1", "B1"}) {
    a.make_points().assign(1, p.game.rules().grid.parse(point));
    REQUIRE(p.game.answer(p.scripts, a));
  }
  const std::size_t items = p.game.log().size();
  REQUIRE(p.game.state() == Status::asks);
  SECTION("it cannot be claimed where something is answered") {
    CHECK(p.game.claim_unplayable(p.scripts).reason == Reason::unplayable);
    CHECK(p.game.log().size() == items);
  }
  SECTION("by a player") {
    REQUIRE(p.game.give_up_card(p.scripts));
    CHECK(test::written(p.game) == "black: never (unplayable never)\n");
  }
  SECTION("not behind what is kept") {
    const std::uint64_t hash = p.game.position().hash();
    CHECK_FALSE(p.game.give_up_card(p.scripts, {}, items));
    CHECK(p.game.log().size() == items);
    CHECK(p.game.position().hash() == hash);
    CHECK(p.game.state() == Status::asks);
  }
  SECTION("by a program that plays it, behind what a person has answered and what was kept") {
    auto black = make_player("greedy", *p.bench.variant, p.bench.out);
    black->begin({1, 1}, Seat::black);
    DriveLimits limits;
    limits.last_turn = 1;
    limits.kept = items;
    CHECK(drive(p.game, p.scripts, {black.get(), nullptr}, limits).why == Stopped::turn_limit);
    CHECK(test::written(p.game) == "black: never (unplayable never)\n");
  }
}

TEST_CASE("hard: who is asked for the other side's card does not take back what is answered for it") {
  HardGame p({{"never", test::card_text("me:pick(1, board.empty) for _ = 1, 3 do opponent:pick(1, board.empty) end "
                                        "for _ = 1, 60 do end refuse('no')")}},
             {"never"});
  p.game.advance(p.scripts);
  CHECK(p.game.said_for_card() == 0);
  Answer a;
  a.make_points().assign(1, p.game.rules().grid.parse("A1"));
  REQUIRE(p.game.answer(p.scripts, a));
  REQUIRE(p.game.question().seat == Seat::white);
  const std::size_t items = p.game.log().size();
  CHECK(p.game.said_for_card() == items);
  CHECK_FALSE(p.game.give_up_card(p.scripts, {}, p.game.said_for_card()));
  auto white = make_player("greedy", *p.bench.variant, p.bench.out);
  white->begin({1, 1}, Seat::white);
  DriveLimits limits;
  limits.last_turn = 1;
  CHECK(drive(p.game, p.scripts, {nullptr, white.get()}, limits).why == Stopped::no_answer);
  CHECK(p.game.log().size() >= items);
  CHECK(p.game.give_up_card(p.scripts));
}

TEST_CASE("hard: a turn that players find no end of is finished as a search finds") {
  // Where a stone of the card's own makes each other one illegal, who draws stones at random does not think of a pass.
  const std::string lets = test::card_text("me:place(opponent:pick(1, board.empty)) me:stone()");
  for (const char* white : {"greedy", "mcts:playouts=10"}) {
    INFO(white);
    HardGame p({{"lets", lets}}, test::Names(20, "lets"), test::Names(20, "lets"), {}, test::kDrawTurn, 3);
    const DriveResult how = p.play("random", white, 20);
    INFO(how.text << "\n" << test::written(p.game));
    CHECK(how.why == Stopped::turn_limit);
    const Game again = p.game.replayed(p.bench.variant->ruleset, p.scripts);
    CHECK_FALSE(again.misfit());
    CHECK(again.turn_start().hash() == p.game.turn_start().hash());
  }
}

TEST_CASE("hard: to undo what has undone what was undone, and so on, counts as the work that it is") {
  const std::string undo = test::card_text(
      "if opponent.last_move and not opponent.last_move.undone then board:undo(opponent.last_move) else me:stone() "
      "end");
  HardGame p({{"undo", undo}}, test::Names(150, "undo"), test::Names(150, "undo"));
  std::array<std::uint64_t, 2> steps{};  // of ten turns each, soon and late
  for (const auto& [turns, of] : {std::pair{10, 0}, {20, 0}, {230, 1}, {240, 1}}) {
    const std::uint64_t before = p.scripts.steps();
    REQUIRE(p.play("random", "random", turns).why == Stopped::turn_limit);
    steps[static_cast<std::size_t>(of)] = p.scripts.steps() - before;
  }
  CHECK(p.game.position().moves.size() > 200);
  CHECK(steps[1] > 3 * steps[0]);
}

TEST_CASE("hard: no card is given up that a way on is known for") {
  HardGame p({{"easy", test::card_text(
                           "me:pick(1, board.empty) local c = me:choose('x', 'y') if c == 'x' then refuse('no') end")}},
             {"easy"});
  p.game.advance(p.scripts);
  Answer a;
  a.make_points().assign(1, p.game.rules().grid.parse("A1"));
  REQUIRE(p.game.answer(p.scripts, a));
  const std::size_t items = p.game.log().size();
  CHECK_FALSE(p.game.give_up_card(p.scripts));
  CHECK(p.game.log().size() == items);
}

TEST_CASE("hard: who answers at once for the other side's card, or effect, tries again") {
  const std::string asks =
      "local c = opponent:choose('a', 'b', 'c', 'd') if c ~= 'd' then refuse('no') end me:score(1)";
  const std::string never = "opponent:choose('a', 'b') refuse('no')";
  for (const std::string hook : {"play", "when_turn_begins"})
    for (const std::string& body : {asks, never})
      for (const auto& [black, white] : {std::pair{"greedy", "random"}, {"random", "greedy"}}) {
        INFO(hook << " " << body << black);
        const std::string effect = hook + " = function(me, opponent, board) " + body + " end";
        HardGame p({{"card", hook == "play" ? test::card_text(body) : test::laid("", effect)}}, {"card", "card"},
                   {"card", "card"});
        const DriveResult how = p.play(black, white, 5);
        INFO(how.text << test::written(p.game));
        CHECK(how.why == Stopped::turn_limit);
        CHECK((test::written(p.game).find("(d)") != std::string::npos) == (body == asks));
        const HardReading again = read_hard(p, p.bench.game({"card", "card"}, {"card", "card"}), transcript(p.game));
        INFO(again.problem);
        CHECK(again.fed == TokenFeed::Fed::played);
        CHECK(again.hash == p.game.position().hash());
      }
}

TEST_CASE("hard: what is answered at once is looked at as any other answer, for whether something can follow") {
  // What refuses is the first answer, after the other side has been asked.
  const std::string card = test::card_text(
      "local a = me:pick(1, board.empty) opponent:pick(1, board.empty) if a.row > 1 then refuse('no') end me:place(a)");
  for (const std::string ahead : {"greedy", "mcts:playouts=20"})
    for (const bool first : {true, false}) {
      INFO(ahead << first);
      HardGame p({{"card", card}}, std::vector<std::string>(4, "card"), std::vector<std::string>(4, "card"));
      const DriveResult how = p.play(first ? ahead : "random", first ? "random" : ahead, 8);
      INFO(how.text << test::written(p.game));
      CHECK(how.why == Stopped::turn_limit);
      const std::vector<std::string> hand(4, "card");
      const HardReading again = read_hard(p, p.bench.game(hand, hand), transcript(p.game));
      INFO(again.problem);
      CHECK(again.fed == TokenFeed::Fed::played);
      CHECK(again.hash == p.game.position().hash());
    }
}

TEST_CASE("hard: a card whose first question is the other side's, which answers at once, is given up") {
  const std::string card = test::card_text("opponent:stone() " + kThree + "refuse('no')");
  HardGame p({{"never", card}}, {"never"});
  const DriveResult how = p.play("greedy", "random", 1);
  INFO(how.text);
  CHECK(how.why == Stopped::turn_limit);
  CHECK(test::written(p.game) == "black: never (unplayable never)\n");
}

TEST_CASE("hard: who answers at once plays no card that has no answer, whoever is asked first") {
  const std::vector<std::pair<std::string, std::string>> cards{
      {"opponent:pick(1, board:row(1))", "black: never\n"},
      {"me:pick(1, board:row(1)) opponent:pick(1, board:row(1))", "black: never (unplayable never)\n"}};
  for (const auto& [asks, record] : cards) {
    INFO(asks);
    HardGame p({{"never", test::card_text(asks + " refuse('no')")}}, {"never"});
    const DriveResult how = p.play("random", "greedy", 1);
    INFO(how.text);
    CHECK(how.why == Stopped::turn_limit);
    CHECK(test::written(p.game) == record);
    CHECK(read_hard(p, p.bench.game({"never"}), transcript(p.game)).hash == p.game.position().hash());
  }
}

// Between the other side's stone and the end of its turn.
const std::string kDrawnAfter =
    "return turn { name = 'T', text = 't', play = function(me, opponent) me:stone() "
    "if not opponent.deck.empty then opponent:play(opponent:draw()) end end }";

TEST_CASE("hard: a card that has no answer, drawn within the other side's turn by who answers at once") {
  const std::string card = test::card_text("me:pick(1, board:row(1)) opponent:pick(1, board:row(1)) refuse('no')");
  HardGame p({{"never", card}}, {}, {"never"}, hard_limits(), kDrawnAfter);
  const DriveResult how = p.play("greedy", "random", 1);
  INFO(how.text << test::written(p.game));
  CHECK(how.why == Stopped::turn_limit);
  CHECK(test::written(p.game).ends_with("white: never (unplayable never after 1)\n"));
}

TEST_CASE("hard: cards within cards of who answers at once are looked into one after another") {
  const std::string card =
      test::card_text("local c = me:take() if c then me:play(me.hand.top) end opponent:pick(1, board.empty)");
  std::vector<std::uint64_t> steps;
  for (const std::size_t cards : {4, 12}) {
    const std::vector<std::string> deck(cards, "deeper");
    HardGame p({{"deeper", card}}, deck, {}, hard_limits(400'000));
    const DriveResult how = p.play("random", "greedy", 1);
    INFO(how.text << test::written(p.game));
    CHECK(how.why == Stopped::turn_limit);
    steps.push_back(p.scripts.steps());
  }
  INFO(steps[0] << " " << steps[1]);
  CHECK(steps[1] < 64 * steps[0]);  // and not 256 times as many
}

TEST_CASE("hard: a card that is easy is played, however much its turn has taken before") {
  // One pair of points will do, which is met by nobody who draws for long, and by all who go through them in order.
  const std::string rare = test::card_text(
      "local a, b = me:pick(1, board.all), me:pick(1, board.all) for _ = 1, 3000 do end "
      "if not (a + b):touches(board:points('A1')) or #(a + b) > 1 then refuse('no') end me:score(1)");
  const std::string both =
      "return turn { name = 'Both', text = 't', play = function(me) me:play(me:draw()) me:play(me:draw()) end }";
  for (const std::string second : {"rare", "easy"}) {
    INFO(second);
    const std::vector<std::string> deck{"hard", second};
    test::Bench bench({{"hard", test::card_text(kThree + "for _ = 1, 3000 do end refuse('no')")},
                       {"rare", rare},
                       {"easy", test::card_text("local a = me:pick(1, board.all) if #(a * board:row(1)) == 0 then "
                                                "refuse('no') end me:place(a)")}},
                      both);
    INFO(test::joined(bench.out));
    REQUIRE(bench.out.size() == 0);
    LuaScripts scripts(bench.variant, hard_limits());
    for (std::uint64_t seed = 1; seed < 8; ++seed) {
      RandomPlayer black(seed), white(seed);
      Game game = bench.game(deck);
      const Status s = game.advance(scripts, {&black, &white, nullptr}, 1);
      INFO(game.fault().message << " after " << scripts.steps());
      REQUIRE(s == Status::done);
      const std::string record = test::written(game);
      INFO(record);
      CHECK(record.find("hard (unplayable hard) " + second + " (") != std::string::npos);
      CHECK(record.find("(unplayable " + second) == std::string::npos);
      Game again = bench.game(deck);
      TokenFeed feed(again, scripts, test::tokens_of(transcript(game)));
      const TokenFeed::Fed fed = feed.play();
      INFO(feed.problem() << to_string(feed.verdict()));
      CHECK(fed == TokenFeed::Fed::played);
      CHECK(again.position().hash() == game.position().hash());
    }
  }
}

TEST_CASE("hard: an answer that nothing can follow is refused where an effect asks, too") {
  const std::string effect =
      "when_turn_begins = function(me, opponent, board) if me:choose('x', 'y') == 'x' then me:pick(1, board.empty) "
      "refuse('no') end end";
  HardGame p({{"card", test::laid("", effect)}}, {"card"}, {}, hard_limits(400'000));
  RandomPlayer black(1), white(2);
  p.game.advance(p.scripts, {&black, &white, nullptr}, 2);  // it is laid, and the other side has had its turn
  p.game.advance(p.scripts);
  INFO(p.game.fault().message);
  REQUIRE(p.game.state() == Status::asks);
  Answer x, y;
  x.make_label(0), y.make_label(1);
  CHECK(p.game.answer(p.scripts, x).reason == Reason::unplayable);
  CHECK(p.game.answer(p.scripts, y));
}

TEST_CASE("hard: what is tried for an effect is no more than a part of its work") {
  const std::string effect = "when_turn_begins = function(me, opponent, board) " + kThree + "refuse('no') end";
  HardGame p({{"card", test::laid("", effect)}}, {"card"}, {}, hard_limits(80'000));
  RandomPlayer black(1), white(2);
  const Status s = p.game.advance(p.scripts, {&black, &white, nullptr}, 3);
  INFO(p.game.fault().message);
  CHECK(s == Status::done);
  CHECK(test::written(p.game).find("(unplayable card when_turn_begins)") != std::string::npos);
}

TEST_CASE("hard: a turn in which plays within plays are tried again and again comes to an end") {
  const std::string card = test::card_text(
      "local c = me:draw() if c and me:can_play(c) then me:play(c) end for _ = 1, 2 do me:place(me:pick(1, "
      "board.empty)) "
      "end refuse('no')");
  HardGame p({{"card", card}}, std::vector<std::string>(6, "card"));
  RandomPlayer black(1), white(2);
  const Status s = p.game.advance(p.scripts, {&black, &white, nullptr}, 1);
  INFO(p.game.fault().message);
  CHECK(s == Status::done);
  CHECK(p.scripts.steps() < 5 * p.scripts.most_searched());
}

TEST_CASE("hard: who reads a file looks for ways to play cards no longer than for a few of them") {
  const std::vector<std::string> deck(40, "never");
  // Its 600 answers are all gone through, and are not easy.
  HardGame p(
      {{"never", test::card_text("for _ = 1, 2 do me:pick(1, board.empty) end for _ = 1, 500 do end refuse('no')")}},
      deck, deck);
  std::vector<TranscriptLine> bare, said;
  for (int i = 0; i < 80; ++i) {
    const std::string who = i % 2 == 0 ? "black" : "white";
    bare.push_back({who, "never"});
    said.push_back({who, "never (unplayable)"});
  }
  const HardReading few = read_hard(p, p.bench.game(deck, deck), {bare.begin(), bare.begin() + 4});
  INFO(few.problem);
  CHECK(few.fed == TokenFeed::Fed::played);
  CHECK(few.steps > 4 * p.scripts.most_searched() / 8);
  const HardReading many = read_hard(p, p.bench.game(deck, deck), bare);
  CHECK(many.fed == TokenFeed::Fed::wrong);
  CHECK(many.problem.find("write (unplayable) after it") != std::string::npos);
  CHECK(many.steps < 14 * p.scripts.most_searched());
  const HardReading all = read_hard(p, p.bench.game(deck, deck), said);
  INFO(all.problem);
  CHECK(all.fed == TokenFeed::Fed::played);
  CHECK(all.steps < 20 * p.scripts.most_searched());
}

TEST_CASE("hard: a game of such cards is read as it was written") {
  const std::vector<std::string> deck(15, "never");
  HardGame p(
      {{"never", test::card_text("for _ = 1, 2 do me:pick(1, board.empty) end for _ = 1, 500 do end refuse('no')")}},
      deck, deck);
  REQUIRE(p.play("random", "greedy", 30).why == Stopped::turn_limit);
  const HardReading again = read_hard(p, p.bench.game(deck, deck), transcript(p.game));
  INFO(test::written(p.game) << again.problem);
  CHECK(again.fed == TokenFeed::Fed::played);
  CHECK(again.hash == p.game.position().hash());
}

TEST_CASE("hard: a game is played again no further than was asked for") {
  HardGame p({{"easy", test::card_text("me:score(1)")}}, {"easy", "easy", "easy"}, {"easy", "easy"});
  RandomPlayer black(1), white(2);
  REQUIRE(p.game.advance(p.scripts, {&black, &white, nullptr}, 2) == Status::done);
  Game as_far = p.game;
  CHECK(as_far.rebuild(p.scripts, p.game.log().size(), 2) == Status::done);
  CHECK(as_far.position().hash() == p.game.position().hash());
  CHECK(as_far.turn_marks().size() == 3);
  Game further = p.game;
  CHECK(further.rebuild(p.scripts, p.game.log().size()) == Status::asks);  // the cards are all played, and then a stone
  CHECK(further.turn_marks().size() == 6);
}

TEST_CASE("hard turns: a program looks ahead in a long turn for so much work, and answers the rest without looking") {
  const std::string turn =
      "return turn { name = 'T', text = 't', play = function(me) for _ = 1, 20 do for _ = 1, 1700 do end me:stone() "
      "end "
      "end }";
  for (const std::string ahead : {"greedy", "mcts:playouts=400"}) {
    HardGame p({}, {}, {}, hard_limits(), turn);
    const DriveResult how = p.play(ahead, "random", 1);
    INFO(ahead << ": " << how.text << ", " << p.scripts.steps() << " steps");
    CHECK(how.why == Stopped::turn_limit);
    CHECK(p.game.position().moves.size() == 20);
    CHECK(p.scripts.steps() > 4'000'000);  // it has looked
    CHECK(p.scripts.steps() < 20'000'000);
  }
}

// Its script does next to nothing between its questions; the player does more for each.
TEST_CASE("hard turns: what a program that looks ahead does for each question counts, too") {
  const std::string asks = test::card_text("for _ = 1, 60 do me:place(me:pick(1, board.empty)) end");
  for (const std::string ahead : {"greedy", "mcts:playouts=400"}) {
    LuaLimits limits = hard_limits();
    limits.steps = 100'000;
    HardGame p({{"asks", asks}}, {"asks"}, {}, limits, test::kDrawTurn, 13);
    const DriveResult how = p.play(ahead, "random", 1);
    INFO(ahead << ": " << how.text << ", " << p.scripts.steps() << " steps");
    CHECK(how.why == Stopped::turn_limit);
    CHECK(p.scripts.steps() < 6'000'000);
  }
}

TEST_CASE("hard: a turn that is run again for too many answers ends the game, and many short turns do not") {
  for (const int questions : {400, 4}) {
    INFO(questions);
    HardGame g({{"card", test::kOne}}, {}, {}, {},
               "return turn { name = 'Asking', text = 't', play = function(me) for _ = 1, " +
                   std::to_string(questions) + " do me:choose('a', 'b') end me:stone() end }");
    Diagnostics out;
    const auto black = make_player("greedy:tries=1", *g.bench.variant, out),
               white = make_player("greedy:tries=1", *g.bench.variant, out);
    REQUIRE(black);
    for (Player* p : {black.get(), white.get()}) p->begin({1, 1}, p == black.get() ? Seat::black : Seat::white);
    DriveLimits limits;
    limits.turn_steps = 50'000;
    limits.last_turn = 60;
    const DriveResult how = drive(g.game, g.scripts, {black.get(), white.get()}, limits);
    CHECK((how.why == Stopped::step_limit) == (questions == 400));
    if (questions == 400) CHECK(how.text.find("this turn's scripts take more than 50000 steps") == 0);
    if (questions == 4) CHECK(g.game.turn_start().turn > 10);
  }
}

TEST_CASE("hard: what a turn has cost is not forgotten where each of its questions has a key of its own") {
  for (const char* name : {"greedy", "mcts:playouts=20"}) {
    INFO(name);
    HardGame g({{"card", test::card_text("for _ = 1, 30000 do end me:place(me:pick(1, board.empty))")}},
               {"card", "card"});
    Diagnostics out;
    const auto player = make_player(name, *g.bench.variant, out);
    REQUIRE(player);
    REQUIRE(g.game.advance(g.scripts) == Status::asks);
    const auto spent = [&](bool begun) {
      player->begin({1, 0}, Seat::black);
      const std::uint64_t before = g.scripts.steps();
      for (std::uint64_t n = 0; n < 100; ++n) {
        begun ? player->begin({1, n}, Seat::black) : player->go_on({1, n}, Seat::black);
        Answer answer;
        REQUIRE(consult(*player, g.game, g.scripts, 0, answer));
      }
      return g.scripts.steps() - before;
    };
    const std::uint64_t anew = spent(true);
    CHECK(spent(false) < anew / 2);
  }
}
