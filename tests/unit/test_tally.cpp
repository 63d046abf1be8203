// Tokens, points for the count, marks, counts by scripts, and questions to both sides at once.
#include <limits>
#include <thread>

#include "core/notation/saved_game.hpp"
#include "core/notation/tally_text.hpp"
#include "core/notation/transcript.hpp"
#include "core/result.hpp"
#include "core/simulator.hpp"
#include "core/view.hpp"
#include "scripting/script_count.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

std::string card_with(const std::string& fields, const std::string& body) {
  return "return card { name = 'Card', text = 't', " + fields + ", play = function(me, opponent, board, this) " + body +
         " end }";
}
std::string coins(const std::string& body) { return card_with("tokens = { 'coin', 'gem' }, marks = { 'holy' }", body); }

Ended play_one(const std::string& body) { return play(Bench({{"card", coins(body)}}), {"card"}, Drive::suspended, 1); }

std::string problems(const std::string& source) {
  Diagnostics out;
  read_script(ScriptKind::card, "card", "card.lua", source, out);
  return joined(out);
}

// A bench with a win condition, which its count asks.
struct Counted {
  Bench bench;
  Counted(const Sources& cards, const std::string& win, const std::string& turn = kDrawTurn) : bench(cards, turn) {
    auto script = read_script(ScriptKind::win, "win", "win.lua", win, bench.out);
    INFO(joined(bench.out));
    REQUIRE(script);
    auto rules = std::make_shared<Ruleset>(*bench.variant->ruleset);
    add_names(*script, rules->names);
    bench.variant->wins = {script};
    rules->wins = WinTable({WinCondition{"win", script->name, script->text, {}, 0, script->has("check")}});
    bench.variant->ruleset = rules;
    rules->counting = std::make_shared<ScriptCount>(*bench.variant);
  }
};
std::string win_text(const std::string& score, const std::string& fields = "") {
  return "return win { name = 'Win', text = 't', " + fields + "score = function(me, opponent, board, this) " + score +
         " end }";
}

constexpr const char* kBoth =
    "local mine, theirs = me:both(function(side) return side:choose('one', 'two', 'three') end) "
    "local n = { one = 1, two = 2, three = 3 } me:gain('coin', n[mine]) opponent:gain('coin', n[theirs])";

}  // namespace

TEST_CASE("tokens: gained, read, and paid as far as there are any") {
  CHECK(play_one("me:gain('coin', 3) me:pay('coin', 2) print(me.tokens.coin, opponent.tokens.coin, me.tokens.gem)")
            .output == "1\t0\t0\n");
  Ended e = play_one("me:gain('coin', 1) me:pay('coin', 2)");
  CHECK(e.fault.message.empty());
  CHECK(e.moves == 1);
  const Bench bench({{"card", coins("me:gain('coin', 1) me:pay('coin', 2)")}});
  LuaScripts scripts(bench.variant);
  Game game = bench.game({"card"});
  game.advance(scripts, {}, 1);
  CHECK(game.turn_start().moves[0].has(Move::kUnplayable));
  CHECK(game.turn_start().tokens(0, Seat::black) == 0);  // what was gained before the refusal is gone
}

TEST_CASE("tokens: beyond any number they are a fault of the card") {
  CHECK(play_one("me:gain('coin', 1000000) me:gain('coin', 1)").fault.message.find("1000001 coin") !=
        std::string::npos);
  CHECK(play_one("me:gain('coin', 1000000) me:gain('coin', 1)").fault.line == 1);
  for (const char* n :
       {"-1", "1000001", "1/0", "-1/0", "0/0", "1.5", "math.maxinteger", "math.mininteger", "'2'", "nil"}) {
    INFO(n);
    for (const char* word : {"gain", "pay"}) {
      const Ended e = play_one(std::string("me:") + word + "('coin', ({ " + n + " })[1])");
      CHECK(e.step == Status::fault);
      CHECK(e.fault.code == "argument");
    }
  }
  CHECK(play_one("me:gain('coins', 1)").fault.message.find("did you mean 'coin'") != std::string::npos);
  CHECK(play_one("me:gain(('x'):rep(201), 1)").step == Status::fault);
  CHECK(play_one("me:gain('', 1)").step == Status::fault);
  CHECK(play_one("print(me.tokens.coins)").step == Status::fault);
  CHECK(play_one("me.tokens.coin = 5").step == Status::fault);
  CHECK(play_one("for i = 1, 1e9 do me:gain('coin', 0) end").fault.code == "limit");
}

TEST_CASE("points for the count: halves, within bounds") {
  CHECK(play_one("me:score(2) me:score(-0.5) print(me.scored, opponent.scored)").output == "1.5\t0\n");
  for (const char* n : {"1/0", "0/0", "0.25", "1e300", "1000000.5", "-1000001", "'1'", "nil", "math.maxinteger"}) {
    INFO(n);
    CHECK(play_one(std::string("me:score(({ ") + n + " })[1])").fault.code == "argument");
  }
  CHECK(play_one("me:score(1000000) me:score(0.5)").fault.code == "limit");
  CHECK(play_one("me:score(-1000000) me:score(-0.5)").fault.code == "limit");
  Table t({{"card", coins("me:score(2.5) opponent:score(-3)")}}, {"card"});
  const Score s = score_of(t.game.rules(), t.now());
  CHECK(s.total(Seat::black) == 2500);
  CHECK(s.total(Seat::white) == -3000);
  CHECK(s.margin() == 5500);
  CHECK(result_text(s.margin()) == "B+5.5");
  CHECK(leader_of(t.game.rules(), t.now()) == Seat::black);
}

TEST_CASE("marks: put on points, taken off and read") {
  CHECK(play_one("board:mark('holy', board:points('A1 B2')) board:unmark('holy', board:points('B2 C3')) "
                 "print(#board:marked('holy'), board:marked('holy'):contains(board:points('A1')))")
            .output == "1\ttrue\n");
  CHECK(play_one("board:mark('holly', board.all)").fault.message.find("did you mean 'holy'") != std::string::npos);
  CHECK(play_one("board:mark('holy', ({ 3 })[1])").step == Status::fault);
  CHECK(play_one("board:marked(({ 7 })[1])").step == Status::fault);
}

TEST_CASE("tally: declared names are names, and there are not too many") {
  CHECK(problems(coins("")) == "");
  CHECK(problems(card_with("tokens = { 'a coin' }", "")).find("'a coin'") != std::string::npos);
  CHECK(problems(card_with("tokens = { 'coin', 'coin' }", "")).find("twice") != std::string::npos);
  CHECK(problems(card_with("tokens = { coin = 1 }", "")).find("is a list of names") != std::string::npos);
  CHECK(problems(card_with("marks = {}", "")).find("is a list of names") != std::string::npos);
  CHECK(problems(card_with("marks = { 1 }", "")).find("unlike") != std::string::npos);
  CHECK(problems(card_with("tokens = 'coin'", "")).find("must be a table") != std::string::npos);
  std::string many = "tokens = { 'a1'";
  for (int i = 2; i <= 17; ++i) many += ", 'a" + std::to_string(i) + "'";
  CHECK(problems(card_with(many + " }", "")).find("error[too-many]") != std::string::npos);
}

TEST_CASE("tally: names that a script writes down are found without running it") {
  Diagnostics out;
  const auto s = read_script(ScriptKind::card, "card", "card.lua",
                             "return card { name = 'C', text = 't', play = function(me, opponent, board)\n"
                             "  me:gain('coin', 1)\n  opponent:pay('coim', me.tokens.gem)\n"
                             "  local name = 'holy'\n  board:mark(name, board.all)\n"
                             "  board:unmark('holly', board:marked('holy'))\nend }",
                             out);
  REQUIRE(s);
  std::vector<std::string> found;
  for (const TallyUse& u : s->tally_uses)
    found.push_back((u.mark ? "mark " : "token ") + u.name + " " + std::to_string(u.line));
  CHECK(found ==
        std::vector<std::string>{"token coin 2", "token coim 3", "token gem 3", "mark holly 6", "mark holy 6"});
  TallyNames names;
  names.tokens = {{"coin", 0}, {"gem", 0}};
  names.marks = {"holy"};
  const std::shared_ptr<const Script> scripts[] = {s};
  check_names(names, "game.yaml", scripts, out);
  CHECK(joined(out) ==
        "card.lua:3:17: error[unknown-token]: no file of the game names a token 'coim' (did you mean 'coin'?)\n"
        "card.lua:6:17: error[unknown-mark]: no file of the game names a mark 'holly' (did you mean 'holy'?)");
}

TEST_CASE("tally: an undone move takes back what it did, and no more") {
  const std::string act =
      coins("me:gain('coin', 3) me:score(1) board:mark('holy', board:points('A1')) me:place(me:pick(1, board.empty))");
  const std::string undo =
      "return card { name = 'No', text = 't', answers = function(move) return move.changed end, "
      "answer = function(me, opponent, board, this, move) me:gain('gem', 1) board:undo(move) end }";
  const std::string turn =
      "return turn { name = 'Draw', text = 't', play = function(me) local card = me:draw() if not card then me:stone() "
      "elseif card.id == 'no' then me:keep(card) me:skip() else me:play(card) end end }";
  for (const bool twice : {false, true}) {
    INFO(twice);
    Table t({{"act", act}, {"no", undo}, {"quiet", coins("me:gain('gem', 1)")}}, {"no", "act"}, {"no", "quiet"},
            Rules{}, turn);
    CHECK(t.answer(at({"C3"})));
    REQUIRE(t.game.state() == Status::asks);
    const Position made = t.game.position();
    CHECK(made.tokens(0, Seat::black) == 3);
    CHECK(made.marked(0).count() == 1);
    CHECK(t.answer({1}));  // White undoes it
    REQUIRE(t.game.state() == Status::asks);
    const Position undone = t.game.position();
    CHECK(undone.tokens(0, Seat::black) == 0);
    CHECK(undone.tokens(1, Seat::white) == 1);
    CHECK(undone.points2[0] == 0);
    CHECK(undone.marked(0).empty());
    CHECK(undone.hash() != made.hash());
    CHECK(t.answer({static_cast<std::uint16_t>(twice ? 1 : 0)}));  // Black may undo the undoing
    CHECK(t.now().tokens(0, Seat::black) == (twice ? 3 : 0));
    CHECK(t.now().tokens(1, Seat::white) == (twice ? 0 : 1) + 1);
    CHECK(t.now().marked(0).count() == (twice ? 1 : 0));
    CHECK(t.now().points2[0] == (twice ? 2 : 0));
  }
}

TEST_CASE("tally: a game goes back and forth, and is replayed, with all of it") {
  Table t({{"card", coins("local n = me:choose('one', 'two') me:gain('coin', n == 'one' and 1 or 2) "
                          "board:mark('holy', me:pick(1, board.empty)) me:score(0.5)")}},
          {"card", "card"}, {"card", "card"});
  const Position start = t.game.position();
  CHECK(t.answer({1}));
  CHECK(t.answer(at({"B2"})));
  const Position one = t.game.position();
  CHECK(one.tokens(0, Seat::black) == 2);
  CHECK(t.answer({0}));
  CHECK(t.answer(at({"C3"})));
  CHECK(t.game.undo(t.scripts));
  CHECK(t.game.undo(t.scripts));
  CHECK(t.game.position() == one);
  CHECK(t.game.undo(t.scripts));
  CHECK(t.game.undo(t.scripts));
  CHECK(t.game.position() == start);
  CHECK(move_text(t.game.rules(), one, one.moves[0]) ==
        "black: Card; black gains 2 coin; marks holy B2; black scores +0.5");
  CHECK(start_text(t.game.rules(), one.board, one) ==
        "tokens:\n  black: { coin: 2, gem: 0 }\n  white: { coin: 0, gem: 0 }\nmarks:\n  holy: B2\nscored:\n  black: "
        "0.5\n  white: 0\n");
}

TEST_CASE("a script counts at the end, beside the board or instead of it") {
  const Sources cards{{"card", coins("me:gain('coin', 3) me:place(board:points('A1'))")}};
  const Counted beside(cards, win_text("return me.tokens.coin / 2", "tokens = { 'coin' }, "));
  LuaScripts scripts(beside.bench.variant);
  Game game = beside.bench.game({"card"});
  game.advance(scripts, {}, 1);
  Score s = score_of(game.rules(), game.turn_start());
  CHECK(s.points(Seat::black) == 25);
  CHECK(s.scripted[0] == 1500);
  CHECK(s.margin() == 26500);
  PointSet dead;
  dead.insert(parse_point("A1"));
  const Counted stones(cards, win_text("return #me.stones", "instead = true, "));
  const Position p = game.turn_start();
  CHECK(score_of(*stones.bench.variant->ruleset, p).margin() == 1000);
  CHECK(score_of(*stones.bench.variant->ruleset, p, dead).margin() == 0);  // off the board before it is counted
  CHECK(p.board.at(parse_point("A1")) == Colour::black);
  CHECK(stones.bench.variant->ruleset->wins.empty());
  std::vector<std::thread> threads;  // each with a state of its own
  std::array<int, 4> margins{};
  for (int& m : margins)
    threads.emplace_back([&] {
      for (int n = 0; n < 50; ++n) m += score_of(*stones.bench.variant->ruleset, p).margin();
    });
  for (std::thread& t : threads) t.join();
  CHECK(margins == std::array<int, 4>{50'000, 50'000, 50'000, 50'000});
}

TEST_CASE("a count that is none is a fault of the game, at its line") {
  const std::string passes = "return turn { name = 'Stone', text = 't', play = function(me) me:stone() end }";
  for (const auto& [body, what] : {std::pair{"return 1/0", "finite"},
                                   {"return 0/0", "finite"},
                                   {"return 0.3", "half points"},
                                   {"return 'x'", "number"},
                                   {"return nil", "number"},
                                   {"return 2000000", "1000000"},
                                   {"while true do end", ""},
                                   {"me:stone()", "only looks"}}) {
    INFO(body);
    const Counted counted({{"card", coins("")}}, win_text(body), passes);
    LuaScripts scripts(counted.bench.variant);
    Game game = counted.bench.game({});
    game.advance(scripts);
    CHECK(reply(game, scripts, {}));
    CHECK_FALSE(reply(game, scripts, {}).reason == Reason::game_over);
    REQUIRE(game.state() == Status::fault);
    CHECK(game.fault().file == "win.lua");
    CHECK(game.fault().line == 1);
    CHECK(game.fault().message.find(what) != std::string::npos);
    CHECK(score_of(game.rules(), game.turn_start()).scripted == std::array<int, 2>{});
  }
}

TEST_CASE("tokens alone may fulfil a win condition") {
  const Counted rich({{"card", coins("me:gain('coin', 5)")}},
                     "return win { name = 'Rich', text = 't', check = function(me) return me.tokens.coin >= 5 end }");
  LuaScripts scripts(rich.bench.variant);
  Game game = rich.bench.game({"card"});
  game.advance(scripts);
  CHECK(game.over());
  CHECK(game.turn_start().ending == Ending::win);
}

TEST_CASE("both sides are asked at once: nothing tells the second what the first has answered") {
  const auto told = [](std::uint16_t first) {
    auto t = std::make_unique<Table>(Sources{{"card", coins(kBoth)}}, std::vector<std::string>{"card"});
    CHECK(t->game.question().seat == Seat::black);
    CHECK(t->game.question().secret);
    CHECK(t->answer({first}));
    return t;
  };
  const auto one = told(0), three = told(2);
  CHECK(one->game.question().seat == Seat::white);
  CHECK(one->game.question().secret);
  CHECK(one->game.position() == three->game.position());
  CHECK(one->game.question().key == three->game.question().key);
  CHECK(one->game.question().labels == three->game.question().labels);
  CHECK(View(one->game.position(), Seat::white) == View(three->game.position(), Seat::white));
  REQUIRE(one->game.log().size() == 2);  // the card and the answer
  CHECK(one->game.log()[1].secret);
  CHECK(one->answer({1}));
  CHECK(three->answer({1}));
  CHECK(one->now().tokens(0, Seat::black) == 1);
  CHECK(three->now().tokens(0, Seat::black) == 3);
  CHECK(one->now().tokens(0, Seat::white) == 2);
  CHECK_FALSE(one->game.log()[1].secret);  // open now
  CHECK_FALSE(one->game.log()[2].secret);
  CHECK(one->game.undo(one->scripts));
  CHECK(one->game.log()[1].secret);  // and hidden again
}

TEST_CASE("both sides are asked at once: a bid that cannot be paid is refused as it is made, with the reason") {
  const std::string bid =
      "me:gain('coin', 1) opponent:gain('coin', 1) local n = { one = 1, two = 2 } "
      "local a, b = me:both(function(side) return side:choose('one', 'two') end) me:pay('coin', n[a]) "
      "opponent:pay('coin', n[b])";
  Table t({{"card", coins(bid)}}, {"card"});
  const Verdict first = t.answer({1});
  CHECK(first.reason == Reason::unplayable);
  CHECK(first.detail == "nothing that could follow it is legal: black has 1 coin, and 2 are to be paid");
  CHECK(t.game.question().seat == Seat::black);
  REQUIRE(t.answer({0}));
  const Verdict second = t.answer({1});
  CHECK(second.reason == Reason::unplayable);
  CHECK(second.detail == "white has 1 coin, and 2 are to be paid");
  CHECK(t.game.question().seat == Seat::white);
  REQUIRE(t.answer({0}));
  CHECK(t.now().tokens(0, Seat::black) == 0);
}

TEST_CASE("both sides are asked at once: simulations draw what the first has answered") {
  Table t({{"card", coins(kBoth)}}, {"card"});
  CHECK(t.answer({2}));
  std::array<int, 4> seen{};
  Random random(3);
  Simulator simulator(t.game, t.scripts, Seat::white);
  RandomPlayer player(1);
  for (int n = 0; n < 300; ++n) {
    Position p = simulator.deal(random);
    REQUIRE(simulator.finish_turn(p, {&player, &player, nullptr}) == Status::done);
    ++seen[static_cast<std::size_t>(p.tokens(0, Seat::black))];
  }
  CHECK(seen[0] == 0);
  for (int n : {1, 2, 3}) CHECK(seen[static_cast<std::size_t>(n)] > 60);
  Simulator own(t.game, t.scripts, Seat::black);  // who knows what it has answered
  Position p = own.deal(random);
  REQUIRE(own.finish_turn(p, {&player, &player, nullptr}) == Status::done);
  CHECK(p.tokens(0, Seat::black) == 3);
}

TEST_CASE("both sides are asked at once: in it they only answer") {
  for (const char* body :
       {"side:gain('coin', 1)", "side:score(1)", "board:mark('holy', board.all)", "side:place(board:points('A1'))",
        "board:toss('a', 'b')", "side:draw()", "side:skip()", "side:both(function(s) end)", "me:stone()"}) {
    INFO(body);
    const Ended e = play_one("me:both(function(side) " + std::string(body) + " end)");
    CHECK(e.step == Status::fault);
    CHECK(e.fault.code == "argument");
  }
  CHECK(play_one("me:both(({ 3 })[1])").step == Status::fault);
  CHECK(play_one("local ask = ({})[1] me:both(ask)").step == Status::fault);
  // Whoever is asked in it, and however: unseen.
  Table t({{"card", coins("me:both(function(side) return me:choose('a', 'b') end)")}}, {"card"});
  CHECK(t.game.question().secret);
  // After a refusal it is over.
  CHECK(play_one("me:both(function(side) cannot('so') end)").step != Status::fault);
}

TEST_CASE("tally: random games come out the same on copies, straight and suspended") {
  const Sources cards{
      {"bid",
       coins("local a, b = me:both(function(side) return side:choose('zero', 'one', 'two') end) local n = { zero = 0, "
             "one = 1, two = 2 } me:pay('coin', n[a]) opponent:pay('coin', n[b]) if n[a] > n[b] then "
             "me:place(me:pick(1, board.empty)) end")},
      {"wall", coins("board:wall(me:pick(1, board.empty)) me:gain('coin', 1)")},
      {"unwall", coins("board:unwall(me:pick(0, 2, board.walls)) opponent:score(0.5)")},
      {"mark", coins("board:mark('holy', me:pick(1, 3, board.all)) board:unmark('holy', me.stones) me:gain('gem', 2)")},
      {"place", coins("me:place(me:pick(1, 2, board.empty - board:marked('holy')))")}};
  const Bench bench(cards);
  std::vector<std::string> deck;
  for (int n = 0; n < 6; ++n)
    for (const auto& [id, text] : cards) deck.push_back(id);
  int walls = 0, paid = 0;
  for (std::uint64_t n = 0; n < 40; ++n) {
    LuaScripts scripts(bench.variant);
    RandomPlayer black(n, 1), white(n, 2);
    Game game = bench.game(deck, deck);
    game.advance(scripts, {&black, &white, nullptr}, 40);
    REQUIRE(game.state() != Status::fault);
    const Position& p = game.turn_start();
    Game again = game.replayed(bench.variant->ruleset, scripts);
    CHECK(again.turn_start() == p);
    CHECK(again.turn_start().hash() == p.hash());
    Board anew(game.rules().grid);
    walls_of(game.rules().grid, p.board).for_each([&](Point q) { anew.set_wall(q); });
    for (Colour c : {Colour::black, Colour::white}) p.board.points_of(c).for_each([&](Point q) { anew.set(q, c); });
    CHECK(anew.hash() == p.board.hash());
    for (Colour c : {Colour::black, Colour::white}) CHECK(p.board.without_liberties(c).empty());
    Tally tally = first_tally(game.rules().names);  // by the record alone
    for (const TallyChange& c : p.changes) tally.apply(c);
    CHECK(tally.held == p.held);
    CHECK(tally.marks == p.Tally::marks);
    CHECK(tally.points2 == p.points2);
    walls += walls_of(game.rules().grid, p.board).count();
    for (const TallyChange& c : p.changes) paid += c.kind == TallyChange::tokens && c.by < 0;
  }
  CHECK(walls > 20);
  CHECK(paid > 20);
}
