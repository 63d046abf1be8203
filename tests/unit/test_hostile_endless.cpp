// Cards, counters, turns and win conditions that never come to an end, or that answer with what is no answer.
#include <chrono>
#include <string>
#include <vector>

#include "core/drive.hpp"
#include "core/game.hpp"
#include "core/random_player.hpp"
#include "core/win.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"
#include "tools/players/player.hpp"

using namespace gofuda;
using test::Bench;
using test::card_text;
using test::Drive;

namespace {

const std::string kStoneTurn = "return turn { name = 'Stone', text = 't', play = function(me) me:stone() end }";

// Both sides hold what is in their decks, and set stones.
const std::string kHandTurn =
    "return turn { name = 'Hand', text = 't', play = function(me, opponent) for _, side in ipairs { me, opponent } do "
    "while side:take() do end end me:stone() end }";

const std::string kTryingTurn =
    "return turn { name = 'T', text = 't', play = function(me) me:can_play(me:draw()) me:stone() end }";

// In the first turn all cards are laid aside, to work there.
const std::string kLaidTurn =
    "return turn { name = 'T', text = 't', play = function(me, opponent, board) "
    "if board.turn == 1 then while not me.deck.empty do me:lay_aside(me:take(), 'open') end end me:stone() end }";

// A counter whose `answer` has this body.
std::string counter_text(const std::string& body, const std::string& answers = "true") {
  return "return card { name = 'Counter', text = 't', answers = function(move, this, me) return " + answers +
         " end, answer = function(me, opponent, board, this, move) " + body + " end }";
}

// A game of stones whose only win condition is win.lua, with `check` on line 4.
Bench with_check(const std::string& check, Bench bench = Bench({}, kStoneTurn)) {
  auto script = read_script(
      ScriptKind::win, "win", "win.lua",
      "return win {\n  name = 'Win',\n  text = 't',\n  check = function(me, opponent, board) " + check + " end,\n}",
      bench.out);
  if (!script) return bench;
  auto set = std::make_shared<Ruleset>(*bench.variant->ruleset);
  set->wins = WinTable({{"win", script->name, script->text, {}, 0, true}});
  bench.variant->ruleset = set;
  bench.variant->wins.push_back(script);
  return bench;
}

// Counts how often the second card is played, and what the host spends.
struct Tried : LuaScripts {
  using LuaScripts::LuaScripts;
  Status card(Run& run, Moment moment, Seat seat, Card card, int move) override {
    if (card.id == CardId{1}) ++plays;
    return LuaScripts::card(run, moment, seat, card, move);
  }
  void spend(std::uint64_t steps) override {
    spent += steps;
    LuaScripts::spend(steps);
  }
  std::uint64_t plays = 0, spent = 0;
};

struct Outcome {
  Status state;
  Fault fault;
  Position position;
};

// A person takes what is offered, and sets stones on the first point there is; every third time he passes.
test::Numbers answer_of_a_person(const Question& q, int number) {
  if (q.kind == QuestionKind::offer) return {1};
  if (q.kind == QuestionKind::choice) return {0};
  if (q.kind == QuestionKind::stone && q.may_pass && number % 3 == 2) return {};
  test::Numbers a;
  PointSet from = q.from;
  for (int n = q.kind == QuestionKind::stone ? 1 : q.least; n > 0; --n) {
    a.push_back(from.first());
    from.erase(from.first());
  }
  return a;
}

Outcome outcome_of(const Bench& bench, const std::vector<std::string>& deck, Drive drive, int turns = 1) {
  INFO(test::joined(bench.out));
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant);
  Game game = bench.game(deck, deck);
  RandomPlayer black(1), white(2);
  Players players{};
  if (drive == Drive::straight) players = {&black, &white, nullptr};
  game.advance(scripts, players, turns);
  for (int i = 0; i < 3000 && game.state() == Status::asks && game.turn_start().turn <= turns; ++i)
    if (!test::reply(game, scripts, answer_of_a_person(game.question(), i)) && !test::reply(game, scripts, {})) break;
  return {game.state(), game.fault(), game.turn_start()};
}

constexpr Drive kBoth[] = {Drive::suspended, Drive::straight};

}  // namespace

TEST_CASE("endless: an exchange without an end names its line, for a person and for random players", "[minutes]") {
  const std::string source =
      "return card {\n  name = 'X', text = 't',\n  play = function(me, opponent)\n    me:exchange(function()\n"
      "      while true do\n        me:stone()\n        opponent:stone()\n      end\n    end)\n  end,\n}\n";
  for (Drive drive : kBoth) {
    Outcome o = outcome_of(Bench(test::Sources{{"x", source}}), {"x"}, drive);
    INFO(o.fault.message);
    REQUIRE(o.state == Status::fault);
    CHECK(o.fault.code == "limit");
    CHECK(o.fault.file == "x.lua");
    CHECK(((o.fault.line == 6) || (o.fault.line == 7)));
    CHECK(o.fault.message.find("without end") != std::string::npos);
  }
}

TEST_CASE("endless: exchanges and plays in one another end in a fault of their line", "[minutes]") {
  for (const char* body :
       {"local function f() me:exchange(f) end f()", "me:exchange(function() me:play(this) end)",
        "me:exchange(function() while true do me:skip() end end)", "me:exchange(function() while true do end end)",
        "while true do me:declare(this) end", "me:declare(this) me:play(this)",
        "while true do me:note(this, board.empty) end", "while true do board:toss('a', 'b') end",
        "while true do board:lot(1, board.empty) end", "while true do me:can_play(this) end",
        "while true do me:discard(me:take() or this) me:reshuffle() end"}) {
    INFO(body);
    for (Drive drive : kBoth) {
      Outcome o = outcome_of(Bench(test::Sources{{"x", card_text(body)}}), {"x", "x"}, drive);
      REQUIRE(o.state == Status::fault);
      CHECK(((o.fault.code == "limit") || (o.fault.code == "recursion")));
      CHECK(o.fault.file == "x.lua");
      CHECK(o.fault.line == 1);
    }
  }
}

TEST_CASE("endless: what chance draws in a game takes so much memory and no more", "[minutes]") {
  const std::string side(60, 'x');
  Rules rules;
  rules.passes_to_end = 0;
  Bench bench(
      {},
      "return turn { name = 'T', text = 't', play = function(me, opponent, board) for _ = 1, 8000 do board:toss('" +
          side + "', '" + side + "y') end me:stone() end }",
      5, rules);
  Outcome o = outcome_of(bench, {}, Drive::straight, 200);
  INFO(o.fault.message);
  REQUIRE(o.state == Status::fault);
  CHECK(o.fault.code == "limit");
  CHECK(o.fault.message.find("128 MiB of answers") != std::string::npos);
  CHECK(outcome_of(bench, {}, Drive::straight, 40).state == Status::done);
}

TEST_CASE("endless: counters that come back end in a fault or let the game go on", "[minutes]") {
  auto answers_with = [](const std::string& body, Drive drive) {
    INFO(body);
    Outcome o = outcome_of(Bench(test::Sources{{"x", counter_text(body)}}, kHandTurn), {"x", "x"}, drive);
    INFO(o.fault.message);
    if (o.state == Status::fault) CHECK(((o.fault.code == "limit") || (o.fault.code == "recursion")));
    if (o.state == Status::fault) CHECK(o.fault.line == 1);
    return o.state;
  };
  for (const char* body : {"me:keep(this)", "if me:declare(this) then me:keep(this) end",
                           "me:keep(this) opponent:stone()", "board:undo(move) me:keep(this) opponent:stone()"}) {
    CHECK(answers_with(body, Drive::suspended) == Status::fault);  // a person who never declines
    answers_with(body, Drive::straight);
  }
  CHECK(answers_with("me:keep(this) me:declare(this)", Drive::suspended) == Status::asks);  // each copy once
  for (const char* body : {"me:play(this)", "me:keep(this) me:play(this)", "while true do opponent:stone() end"})
    for (Drive drive : kBoth) answers_with(body, drive);
}

TEST_CASE("endless: judges that do not come back name their line", "[minutes]") {
  for (Drive drive : kBoth) {
    Bench bench(test::Sources{{"x", counter_text("", "(function() while true do end end)()")}}, kHandTurn);
    Outcome o = outcome_of(bench, {"x"}, drive);
    REQUIRE(o.state == Status::fault);
    CHECK(o.fault.code == "limit");
    CHECK(o.fault.file == "x.lua");
  }
}

TEST_CASE("endless: a game in which nobody is asked ends after two hundred quiet turns", "[minutes]") {
  for (const char* turn : {"me:skip()", "me:miss_turn() opponent:miss_turn()", ""})
    for (Exhausted exhausted : {Exhausted::score, Exhausted::draw})
      for (Drive drive : kBoth) {
        INFO(turn);
        Rules rules;
        rules.exhausted = exhausted;
        Bench bench(
            {},
            "return turn { name = 'Idle', text = 't', play = function(me, opponent) " + std::string(turn) + " end }", 5,
            rules);
        Outcome o = outcome_of(bench, {}, drive, 1000);
        CHECK(o.state == Status::done);
        CHECK(o.position.turn == 201);
        CHECK(o.position.ending == (exhausted == Exhausted::draw ? Ending::draw : Ending::exhausted));
      }
}

TEST_CASE("endless: a win condition that runs on, acts or errs is a fault of its line", "[minutes]") {
  for (auto [check, says] : {std::pair{"while true do end", "does not end"},
                             {"me:place(board.empty:first()) return false", "act"},
                             {"board:recolour(opponent.stones, me)", "act"},
                             {"return #me:pick(1, board.empty) > 3", "act"},
                             {"return me:choose('a', 'b') == 'a'", "act"},
                             {"me.secret:choose('a', 'b')", "act"},
                             {"return board:lot(1, board.all):touches(me.stones)", "act"},
                             {"me:stone()", "act"},
                             {"opponent:miss_turn()", "act"},
                             {"refuse('never')", "act"},
                             {"cannot('never')", "act"},
                             {"return #({ me })[1].stons > 2", "'stons' (did you mean 'stone'?)"},
                             {"return board:points('Z9')", "'Z9' is no point of this board"},
                             {"error('my own words')", "my own words"},
                             {"return 'no'", "not a string"},
                             {"return 0", "not a number"},
                             {"return {}", "not a table"},
                             {"return me", "not a Seat"},
                             {"local x = nil return x.y", "nil"}}) {
    INFO(check);
    for (Drive drive : kBoth) {
      Outcome o = outcome_of(with_check(check), {}, drive, 3);
      INFO(o.fault.message);
      REQUIRE(o.state == Status::fault);
      CHECK(o.fault.file == "win.lua");
      CHECK(o.fault.line == 4);
      CHECK(o.fault.message.find(says) != std::string::npos);
    }
  }
}

// With one card nothing is wrong; with sixty of them the effects of a turn do too much.
Fault fault_of_many(const Bench& bench, Drive drive) {
  const Outcome one = outcome_of(bench, {"x"}, drive, 2);
  INFO(one.fault.message);
  CHECK(one.state != Status::fault);
  const Outcome many = outcome_of(bench, std::vector<std::string>(60, "x"), drive, 2);
  REQUIRE(many.state == Status::fault);
  CHECK(many.fault.code == "limit");
  return many.fault;
}

TEST_CASE("endless: what is tried for many effects counts with what they do") {
  const std::string card = test::lasting_card("",
                                              "when_turn_begins = function(me, opponent, board) me:pick(1, "
                                              "board.empty) for i = 1, 150000 do end refuse('no') end");
  CHECK(fault_of_many(Bench({{"x", card}}, kLaidTurn), Drive::suspended).file == "x.lua");
}

TEST_CASE("endless: win conditions that are asked after many effects count with these") {
  const std::string card = test::lasting_card("", "when_turn_begins = function(me) me:score(0.5) end");
  const Bench bench = with_check("for i = 1, 300000 do end return false", Bench({{"x", card}}, kLaidTurn));
  const Fault fault = fault_of_many(bench, Drive::straight);
  CHECK(fault.file == "win.lua");
  CHECK(fault.line == 4);
}

TEST_CASE("endless: what a win condition may return", "[minutes]") {
  for (auto [check, wins] : {std::pair{"return true", true},
                             {"return me.stones", true},
                             {"return board.all", true},  // wherever they are
                             {"return false", false},
                             {"return nil", false},
                             {"", false},
                             {"return board:points('')", false}}) {
    INFO(check);
    for (Drive drive : kBoth) {
      Outcome o = outcome_of(with_check(check), {}, drive, 1);
      CHECK(o.state != Status::fault);
      CHECK((o.position.ending == Ending::win) == wins);
    }
  }
}

TEST_CASE("endless: wrong arguments of the words for notes, hands and exchanges are named", "[minutes]") {
  auto fault = [](const std::string& body) {
    Outcome o = outcome_of(Bench(test::Sources{{"x", test::unseen(body)}}), {"x"}, Drive::suspended);
    return o.state == Status::fault ? o.fault.file + ": " + o.fault.message : "";
  };
  CHECK(fault("me:note(3, 'x')") == "x.lua: argument 1 of note must be a card, not a number");
  CHECK(fault("me:note(this, 3)").find("not a number") != std::string::npos);
  CHECK(fault("me:note(this, board)").find("not the board") != std::string::npos);
  CHECK(fault("me:note(this)").find("argument 2") != std::string::npos);
  CHECK(fault("me:pick_card(me.hand, 'maybe')") == "x.lua: a card \"may\" or \"must\" be picked, not \"maybe\"");
  CHECK(fault("me:pick_card(3, 'may')") == "x.lua: argument 1 of pick_card must be a pile of cards, not a number");
  CHECK(fault("me:exchange(3)") == "x.lua: exchange takes a function");
  CHECK(fault("me:stone(3)") == "x.lua: argument 1 of stone must be a set of points, not a number");
  CHECK(fault("me:restrict(3)") == "x.lua: argument 1 of restrict must be a set of points, not a number");
  CHECK(fault("board:toss()").find("labels") != std::string::npos);
  CHECK(fault("board:lot(-1, board.all)").find("not -1") != std::string::npos);
}

TEST_CASE("endless: a card that asks for a stone where none can stand cannot take effect", "[minutes]") {
  for (const char* body : {"me:stone(me.stones)", "me:stone(board:points(''))", "opponent:stone(board.stones)",
                           "me:exchange(function() me:stone(board:points('')) end)", "board:lot(26, board.all)"}) {
    INFO(body);
    for (Drive drive : kBoth) {
      Outcome o = outcome_of(Bench(test::Sources{{"x", card_text(body)}}), {"x"}, drive);
      CHECK(o.state != Status::fault);
      REQUIRE(o.position.moves.size() == 1);
      CHECK(o.position.moves[0].has(Move::kUnplayable));
      CHECK(o.position.board.empty_count() == 25);
    }
  }
}

TEST_CASE("endless: a long chain of counters is followed, or stopped with a fault", "[minutes]") {
  const std::vector<std::string> deck(40, "x");
  for (const char* body : {"", "me:declare(this)", "if me:declare(this) then board:undo(move) end"}) {
    INFO(body);
    for (Drive drive : kBoth) {
      Outcome o = outcome_of(Bench(test::Sources{{"x", counter_text(body)}}, kHandTurn), deck, drive);
      INFO(o.fault.message);
      CHECK(((o.state == Status::fault) || (!o.position.moves.empty())));
    }
  }
}

TEST_CASE("endless: a long chain of announcements is followed, or stopped with a fault", "[minutes]") {
  const std::string announcing =
      "return card { name = 'A', text = 't', play = function(me, o, b, this) end, announce = function(me) "
      "if not me:announce() then me:stone() end end }";
  const std::string turn =
      "return turn { name = 'T', text = 't', play = function(me) for _ = 1, 40 do me:lay_aside(me:take()) end "
      "me:announce() end }";
  for (Drive drive : kBoth) {
    Outcome o = outcome_of(Bench(test::Sources{{"x", announcing}}, turn), std::vector<std::string>(40, "x"), drive);
    CHECK(((o.state == Status::fault) || (!o.position.moves.empty())));
  }
}

TEST_CASE("endless: words and tries that cost something end within seconds", "[minutes]") {
  for (const char* body : {"for i = 1, 130000 do board:lot(20, board.all) end",
                           "local s = string.rep('A1 ', 60) for i = 1, 400000 do board:points(s) end",
                           "for i = 1, 600000 do local x = i end me:place(me:pick(3, board.empty)) refuse('no')"})
    for (Drive drive : kBoth) {
      INFO(body);
      const auto start = std::chrono::steady_clock::now();
      Outcome o = outcome_of(Bench(test::Sources{{"x", card_text(body)}}), {"x"}, drive);
      const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
      INFO(o.fault.message);
      if (std::string(body).find("refuse") != std::string::npos) {  // it is given up, or somebody is asked
        CHECK(o.state != Status::fault);
        if (drive == Drive::straight) CHECK(o.position.moves.at(0).has(Move::kUnplayable));
      } else {
        REQUIRE(o.state == Status::fault);
        CHECK(o.fault.code == "limit");
        CHECK(o.fault.file == "x.lua");
        CHECK(o.fault.line == 1);
      }
      CHECK(seconds < 30);
    }
}

TEST_CASE("endless: a move that is looked for in a long record costs what that takes") {
  for (const std::string word : {"me.last_move.previous", "opponent.last_move", "me.moves"}) {
    INFO(word);
    const Bench bench(
        {}, "return turn { name = 'T', text = 't', play = function(me, opponent) for _ = 1, 3000 do local x = " + word +
                " end me:stone() end }");
    REQUIRE(bench.out.size() == 0);
    Setup setup;
    setup.position = first_position(*bench.variant->ruleset, setup);
    Move move{};
    setup.position->moves.push_back(move);
    move.flags = Move::kAnswer;
    setup.position->moves.resize(40'000, move);
    move.flags = 0;
    setup.position->moves.push_back(move);
    LuaScripts scripts(bench.variant);
    Game game(bench.variant->ruleset, setup);
    game.advance(scripts);
    REQUIRE(game.state() == Status::fault);
    CHECK(game.fault().code == "limit");
    CHECK(game.fault().message.ends_with("most likely too much " + word.substr(word.rfind('.') + 1)));
  }
}

TEST_CASE("endless: whatever a script fills its turn with, the turn ends soon, and says with what", "[minutes]") {
  struct Case {
    const char *body, *word;
  };
  for (const Case& c :
       {Case{"for i = 1, 1e9 do local x = board:lot(80, board.all) end", "lot"},
        Case{"local s = ('A1 '):rep(60) for i = 1, 1e9 do local p = board:points(s) end", "points"},
        Case{"for i = 1, 1e9 do local p = board:neighbours(board.all) end", "neighbours"},
        Case{"for i = 1, 1e9 do local p = me.legal end", ""}, Case{"while true do local h = #me.hand end", "loop"},
        Case{"while true do local m = opponent.last_move or me.name end", "loop"},
        Case{"while true do me:put_back(me:draw() or this) end", ""},
        Case{"local c = me:draw() while true do me:put_back(c) me:draw() end", ""},
        Case{"me:can_play(this) me:can_play(this) while true do me:can_play(this) end", ""},
        Case{"for i = 1, 600000 do local x = i * i end refuse('again')", ""}}) {
    INFO(c.body);
    for (Drive drive : kBoth) {
      const auto start = std::chrono::steady_clock::now();
      Outcome o = outcome_of(Bench(test::Sources{{"x", card_text(c.body)}}), {"x", "x"}, drive);
      const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
      CHECK(taken.count() < 60);
      INFO(o.fault.message);
      if (o.state != Status::fault) continue;  // refused as often as there are tries
      CHECK(((o.fault.code == "limit") || (o.fault.code == "recursion")));
      CHECK(o.fault.file == "x.lua");
      CHECK(o.fault.line == 1);
      CHECK(o.fault.message.find(c.word) != std::string::npos);
    }
  }
}

TEST_CASE("endless: each answer that is tried within a play counts, however little its script does") {
  struct Counting : RandomPlayer {
    using RandomPlayer::RandomPlayer;
    void begin(const ChanceKey&, Seat) override {}
    Next after(Attempt& attempt) override {
      ++refused;
      return RandomPlayer::after(attempt);
    }
    std::uint64_t refused = 0;
  } black(1), white(2);
  const Bench bench(test::Sources{{"x", card_text("me:pick(1, board.empty) refuse('no')")}});
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant);
  Game game = bench.game({"x"}, {"x"});
  game.advance(scripts, {&black, &white, nullptr}, 1);
  const std::uint64_t refused = black.refused + white.refused;
  REQUIRE(refused >= 10);
  CHECK(scripts.steps() >= refused * Run::kTrySteps * 3 / 2);  // its own are about as many again
}

TEST_CASE("endless: each answer that is tried for a card within a card that is tried out counts") {
  const Bench bench(test::Sources{{"outer", card_text("me:can_play(me:draw()) me:stone()")},
                                  {"inner", card_text("me:pick(1, board.empty) refuse('no')")}},
                    kTryingTurn);
  REQUIRE(bench.out.size() == 0);
  Tried scripts(bench.variant);
  Game game = bench.game({"outer", "inner"}, {"outer", "inner"});
  RandomPlayer black(1), white(2);
  game.advance(scripts, {&black, &white, nullptr}, 1);
  REQUIRE(scripts.plays >= 10);
  CHECK(scripts.spent >= scripts.plays * Run::kTrySteps);
}

TEST_CASE("endless: boards that are made stone by stone and may not come back count") {
  for (const KoRule ko : {KoRule::simple, KoRule::positional}) {
    Rules rules;
    rules.ko = ko;
    rules.placement = PlacementRule::one_by_one;
    const Bench bench(
        test::Sources{{"other", card_text("me:stone()")},
                      {"inner", card_text("me:place(me:pick(2, board.empty)) board:settle() refuse('no')")}},
        kTryingTurn, 5, rules);
    REQUIRE(bench.out.size() == 0);
    Tried scripts(bench.variant);
    Game game = bench.game({"inner"}, {"inner"});
    RandomPlayer black(1), white(2);
    game.advance(scripts, {&black, &white, nullptr}, 1);
    REQUIRE(scripts.plays >= 10);
    if (ko == KoRule::simple)
      CHECK(scripts.spent == 0);
    else
      CHECK(scripts.spent >= scripts.plays * Run::kTrySteps / 2);
  }
}

// The turn calls the card, whose work is its own alone; the other one's is less.
TEST_CASE("endless: where a game's scripts do too much, the one that does most of it is named with its line") {
  const std::string turn =
      "return turn {\n  name = 'T', text = 't',\n  play = function(me)\n    for i = 1, 3000 do end\n"
      "    me:play(me:draw())\n    me:stone()\n  end }";
  const Bench bench(
      {{"less", card_text("for i = 1, 2000 do end")},
       {"most", "return card { name = 'Most', text = 't',\nplay = function() for i = 1, 9000 do end end }"}},
      turn);
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant);
  const auto played = [&](const test::Names& deck) {
    Game game = bench.game(deck, deck);
    RandomPlayer black(1), white(2);
    DriveLimits limits;
    limits.steps = 200'000;
    return drive(game, scripts, {&black, &white}, limits);
  };
  const DriveResult most = played(test::Names(50, "most"));
  REQUIRE(most.why == Stopped::step_limit);
  CHECK(most.told() == "most.lua:2: its scripts take more than 200000 steps; this function takes the most of them");
  // What a program tries is not the game's: it plays cards that in the game never come.
  Diagnostics ignored;
  const auto ahead = tools::make_player("mcts:playouts=100", *bench.variant, ignored);
  REQUIRE(ahead);
  ahead->begin({1, 1}, Seat::black);
  test::Names deck(3, "less");
  deck.resize(20, "most");
  Game game = bench.game(deck, deck);
  DriveLimits limits;
  limits.steps = 25'000;
  const DriveResult looked = drive(game, scripts, {ahead.get(), ahead.get()}, limits);
  REQUIRE(looked.why == Stopped::step_limit);
  CHECK(looked.file == "turn.lua");
  // Of the same scripts, another game: what the one before took is not counted.
  const DriveResult less = played(test::Names(50, "less"));
  REQUIRE(less.why == Stopped::step_limit);
  CHECK(less.file == "turn.lua");
  CHECK(less.line == 3);
}

TEST_CASE("endless: the scripts of a whole game have a limit, and what players try does not count", "[minutes]") {
  const Bench bench(
      {}, "return turn { name = 'Slow', text = 't', play = function(me) for i = 1, 100000 do end me:stone() end }");
  LuaScripts scripts(bench.variant);
  RandomPlayer black(1), white(2);
  Game game = bench.game({});
  DriveLimits limits;
  limits.steps = 1'000'000;
  limits.last_turn = 100;
  const DriveResult how = drive(game, scripts, {&black, &white}, limits);
  CHECK(how.why == Stopped::step_limit);
  CHECK(game.turn_start().turn >= 8);
  CHECK(game.turn_start().turn <= 12);
  CHECK(scripts.steps() > 1'000'000);
  CHECK(scripts.steps() < 1'300'000);
  Game other = bench.game({});
  limits.steps = 100'000'000;
  CHECK(drive(other, scripts, {&black, &white}, limits).why != Stopped::step_limit);
}
