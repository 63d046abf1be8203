// Cards that lie on the table and work there: how long, on what, in which order.
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "core/sanitized.hpp"
#include "core/view.hpp"
#include "tests/unit/battery.hpp"
#include "tests/unit/record.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using namespace gofuda::test;

namespace {

std::vector<std::string> triggered(const Table& t) {
  std::vector<std::string> out;
  for (const Move& m : t.now().moves)
    if (m.has(Move::kTriggered))
      out.push_back(std::string(seat_name(m.seat)) + " " + t.bench.variant->ruleset->cards[m.card].id);
  return out;
}

}  // namespace

// --- how long: against a model that knows nothing but the moves

namespace {

// Stones are told apart by when they were set, and effects counted down turn by turn.
class LifeModel {
 public:
  struct Effect {
    CopyId copy;
    Seat seat;
    std::string kind;
    int left = 0;
    int stone = 0;
    int laid_in = 0;
  };

  LifeModel(const Ruleset& rules, Seat first) : rules_(rules), first_(first) {}

  // What lies there when the game has come to `now`, from all its moves; what each turn's end set off, in order.
  std::vector<Effect> lying(const Position& now, std::map<int, std::vector<CopyId>>& set_off) {
    effects_.clear(), stones_.clear(), next_stone_ = 0;
    int turn = 1;
    for (const Move& m : now.moves) {
      while (turn < m.turn) end_turn(turn++, set_off);
      if (!m.has(Move::kCancelled)) play(now, m);
    }
    while (turn < now.turn) end_turn(turn++, set_off);
    return effects_;
  }

 private:
  Seat mover(int turn) const { return turn % 2 == 1 ? first_ : other(first_); }

  void play(const Position& now, const Move& m) {
    for (const PointEffect& e : now.effects_of(m).subspan(m.undoing)) {
      stones_.erase(e.point);
      if (sets(e.effect)) stones_[e.point] = ++next_stone_;
    }
    std::erase_if(effects_, [&](const Effect& e) { return e.stone > 0 && !stands(e.stone); });
    const std::string id = m.card == kNoCard ? "" : rules_.cards[m.card].id;
    if (!id.starts_with("lay-") || m.flags & (Move::kTriggered | Move::kUnplayable)) return;
    Effect e{m.copy, m.seat, id.substr(4), 0, 0, m.turn};
    if (e.kind == "own1" || e.kind == "own3" || e.kind == "their2") e.left = e.kind.back() - '0';
    if (e.kind == "stone") { e.stone = stones_.at(now.points_of(m, placed(colour_of(m.seat))).first()); }
    effects_.push_back(e);
  }

  bool stands(int stone) const {
    return std::any_of(stones_.begin(), stones_.end(), [&](const auto& s) { return s.second == stone; });
  }

  void end_turn(int turn, std::map<int, std::vector<CopyId>>& set_off) {
    std::vector<CopyId>& order = set_off[turn];
    order.clear();
    for (Seat seat : {mover(turn), other(mover(turn))})
      for (const Effect& e : effects_)
        if (e.seat == seat) order.push_back(e.copy);
    for (Effect& e : effects_) {
      const bool own = e.kind.starts_with("own") && mover(turn) == e.seat;
      const bool theirs = e.kind.starts_with("their") && mover(turn) != e.seat;
      if ((own || theirs) && e.laid_in < turn && --e.left == 0) e.kind = "over";
      if (e.kind == "until12" && turn >= 12) e.kind = "over";
    }
    std::erase_if(effects_, [](const Effect& e) { return e.kind == "over"; });
  }

  const Ruleset& rules_;
  Seat first_;
  std::vector<Effect> effects_;
  std::map<Point, int> stones_;
  int next_stone_ = 0;
};

}  // namespace

TEST_CASE("lasting: effects lie as long as a model counts, and are set off in its order") {
  const std::string toss = "when_turn_ends = function(me, o, board) board:toss('x', 'y') end";
  const std::string point = "local p = me:pick(1, board.empty) me:place(p) ";
  const auto lay = [&](const std::string& how) {
    return lasting_card(point + "me:lay_aside(this, board.turn % 2 == 0 and 'open' or 'hidden'" + how + ")", toss);
  };
  const Sources cards{
      {"lay-own1", lay(", { turns = 1 }")},
      {"lay-own3", lay(", { turns = 3 }")},
      {"lay-their2", lay(", { their_turns = 2 }")},
      {"lay-until12", lay(", { until_turn = math.max(12, board.turn) }")},
      {"lay-stone", lay(", { until_captured = p }")},
      {"lay-always", lay("")},
      {"take", card_text("board:remove(me:pick(1, 3, board.stones))")},
      {"turn", card_text("board:recolour(me:pick(1, opponent.stones), me)")},
      {"one", kOne},
      {"undo",
       "return card { name = 'U', text = 't', play = function(me, o, b, this) me:keep(this) end, answers = "
       "function(move) return move.changed end, answer = function(me, o, board, this, move) board:undo(move) "
       "end }"}};
  const Bench bench(cards);
  INFO(joined(bench.out));
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant);
  Names deck;
  for (const auto& [id, text] : cards) deck.insert(deck.end(), 5, id);
  constexpr std::uint64_t kSeeds = kSanitized ? 20 : 150;
  std::map<std::string, int> seen;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::mt19937 shuffle(static_cast<unsigned>(seed));
    Names black = deck, white = deck;
    std::shuffle(black.begin(), black.end(), shuffle);
    std::shuffle(white.begin(), white.end(), shuffle);
    Game game = bench.game(black, white);
    RandomPlayer players[2] = {RandomPlayer(seed, 1), RandomPlayer(seed, 2)};
    LifeModel model(*bench.variant->ruleset, Seat::black);
    std::map<int, std::vector<CopyId>> expected;
    for (int turn = 0; turn < 40 && !game.over(); ++turn) {
      game.advance(scripts, {&players[0], &players[1], nullptr}, 1);
      INFO("seed " << seed << ", turn " << turn << ": " << game.fault().message);
      REQUIRE(game.state() == Status::done);
      const Position& p = game.turn_start();
      const auto effects = model.lying(p, expected);
      std::vector<CopyId> have, want;
      for (const LastingEffect& e : p.lasting) have.push_back(e.card.copy);
      for (const LifeModel::Effect& e : effects) want.push_back(e.copy), ++seen[e.kind];
      REQUIRE(have == want);
      for (std::size_t i = 0; i < effects.size(); ++i)
        if (effects[i].left > 0) CHECK(turns_left(p.lasting[i], p.turn) == effects[i].left);
      std::vector<CopyId> order;
      for (const Move& m : p.moves)
        if (m.has(Move::kTriggered) && m.turn == p.turn - 1) order.push_back(m.copy);
      if (!p.over()) CHECK(order == expected[p.turn - 1]);
      seen["restored"] += std::any_of(p.undoings.begin(), p.undoings.end(), [&](const Undoing& u) {
        return p.points_of(p.moves[u.move], Effect::captured_black).count() > 0;
      });
      for (const LastingEffect& e : p.lasting) {
        CHECK((p.cards.holds(owner_of(e.seat), Zone::shown, e.card) ||
               p.cards.holds(owner_of(e.seat), Zone::aside, e.card)));
      }
    }
    if (!game.over()) game.advance(scripts);  // to a question, as a record of it goes
    Game again = game;
    CHECK(again.rebuild(scripts, again.log().size()) == game.state());
    CHECK(again.position() == game.position());
  }
  for (const char* kind : {"own1", "own3", "their2", "until12", "stone", "always", "restored"}) {
    INFO(kind);
    CHECK(seen[kind] > (kSanitized ? 2 : 20));
  }
}

// --- what sets them off

TEST_CASE("lasting: each moment sets off what waits for it, the side to move first, then who laid first") {
  const std::string tell = "function(me, o, board) board:toss('x', 'y') end";
  for (const char* hook : {"when_set", "when_captured", "when_drawn", "when_turn_begins", "when_turn_ends"}) {
    INFO(hook);
    Table t({{"a", laid("", std::string(hook) + " = " + tell)},
             {"b", laid("", std::string(hook) + " = " + tell)},
             {"one", kOne}},
            {"a", "b", "one", "one"}, {"b", "one", "one"});
    // black a, white b, black b; then white A1, black B1, white C1
    REQUIRE(t.answer(at({"A1"})));
    REQUIRE(t.answer(at({"B1"})));
    const std::string name(hook);
    Names all = triggered(t);
    if (name == "when_captured") {
      CHECK(all.empty());
      continue;
    }
    const Names white_first{"white b", "black a", "black b"}, black_first{"black a", "black b", "white b"};
    const auto has = [&](const Names& part) {
      return std::search(all.begin(), all.end(), part.begin(), part.end()) != all.end();
    };
    CHECK(has(white_first));
    CHECK(has(black_first));
  }
}

TEST_CASE("lasting: captures set off what waits for them") {
  Table t({{"a", laid("",
                      "when_captured = function(me, o, board, this, move) me:place(move:captured(o) * "
                      "board.none + board:points('E5')) end")},
           {"one", kOne}},
          {"a", "one", "one"}, {"one", "one", "one"});
  REQUIRE(t.answer(at({"A1"})));  // white
  REQUIRE(t.answer(at({"A2"})));
  REQUIRE(t.answer(at({"C3"})));
  REQUIRE(t.answer(at({"B1"})));  // black captures A1
  CHECK(triggered(t) == Names{"black a"});
  CHECK(t.game.position().board.at(parse_point("E5")) == Colour::black);
}

TEST_CASE("lasting: what an effect makes happen comes after what the move made happen") {
  // Each sets a stone by lot when a stone was set by no effect (a), or by an effect (b).
  const auto when = [](const char* which) {
    return "when_set = function(me, o, board, this, move) if " + std::string(which) +
           " move.triggered then me:place(board:lot(1, board.empty)) end end";
  };
  Table t({{"a", laid("", when("not"))}, {"b", laid("{ turns = 3 }", when("move.card ~= this and"))}, {"one", kOne}},
          {"b", "a", "one", "one"}, {"a", "one", "one"});
  REQUIRE(t.answer(at({"A1"})));
  // White's stone sets off white a and black a; each of these sets off black b.
  CHECK(triggered(t) == Names{"white a", "black a", "black b", "black b"});
}

TEST_CASE("lasting: the move that fills the board sets off what waits for it, and then what waits for the count") {
  Rules rules;
  rules.captures = CaptureOrder::none;
  const std::string lays =
      "return card { name = 'L', text = 't', play = function(me, opponent, board, this) "
      "me:lay_aside(this, 'open') end, ";
  const auto scores = [](const std::string& when, int points) {
    return when + " = function(me) me:score(" + std::to_string(points) + ") end";
  };
  // The stone ends the game: within a play, whose script goes no further, and outside of one.
  for (const bool within : {false, true}) {
    INFO(within);
    Table t({{"lay", lays + scores("when_set", 1) + ", " + scores("when_turn_ends", 10) + ", " +
                         scores("when_counted", 100) + " }"},
             {"fill", card_text("me:place(board.empty - board:points('C3'))")},
             {"last", card_text("me:stone() me:score(1000)")}},
            {"lay", "last"}, {"fill"}, rules,
            "return turn { name = 'T', text = 't', play = function(me, opponent, board) "
            "local c = me:take() if c and (c.id ~= 'last' or " +
                std::string(within ? "true" : "false") + ") then me:play(c) else me:stone() end end }");
    REQUIRE(t.game.question().kind == QuestionKind::stone);
    REQUIRE(t.answer(at({"C3"})));
    CHECK(t.game.over());
    CHECK(t.now().ending == Ending::exhausted);
    CHECK(t.now().points2[0] == 2 * (10 + 1 + 10 + 1 + 10 + 100));
  }
}

TEST_CASE("lasting: an effect is not set off by the move that lays it") {
  Table t({{"a", lasting_card("me:place(board:points('A1')) me:lay_aside(this, 'open')",
                              "when_set = function(me, o, board) board:toss('x', 'y') end")}},
          {"a", "a"}, {"a"});
  CHECK(t.now().moves.size() >= 1);
  CHECK(triggered(t).empty());
}

TEST_CASE("lasting: a trigger that cannot take effect changes nothing") {
  for (const char* does : {"cannot('not now')", "me:place(board.stones)", "me:pick(1, board.none)",
                           "me:note(this, 'x') me:take() refuse('no')", "me:place(board:lot(1, board.empty)) cannot()",
                           "me:pick(1, board.empty) cannot()"}) {
    INFO(does);
    const std::string text =
        laid("", "when_turn_ends = function(me, opponent, board, this) " + std::string(does) + " end");
    Table t({{"a", text}, {"one", kOne}}, {"a", "one", "one"}, {"one", "one"});
    REQUIRE(t.answer(at({"A1"})));
    REQUIRE(t.answer(at({"B1"})));
    CHECK(t.game.state() == Status::asks);
    CHECK(triggered(t).empty());
    CHECK(t.now().moves.size() == 3);
    CHECK(t.now().notes.empty());
    Game again = t.game;
    CHECK(again.rebuild(t.scripts, again.log().size()) == Status::asks);
    CHECK(again.position() == t.game.position());
    // Programs, too, play on.
    RandomPlayer black(1), white(2);
    Game quick = t.bench.game({"a", "one", "one"}, {"one", "one"});
    CHECK(quick.advance(t.scripts, {&black, &white, nullptr}, 6) == Status::done);
    Game played = quick;
    CHECK(played.rebuild(t.scripts, played.log().size()) != Status::mismatch);
    CHECK(played.turn_start() == quick.turn_start());
  }
}

// A card that tosses for nothing whenever a stone is set and heads fall, beside others that toss, too.
TEST_CASE("lasting: what chance drew in vain is told in a saved game, and nothing else is taken for it") {
  const std::string toss = "if b:toss('heads', 'tails') == 'heads' then ";
  const std::string asks = "local p = me:pick(1, b.empty) if p.row > 1 then refuse('the first row') end me:score(1)";
  int in_vain = 0;
  for (const std::string& does :
       {toss + "cannot() end me:score(1)", toss + "me:pick(1, b.empty) refuse('never') end me:score(1)",
        toss + asks + " end", "b:toss('heads', 'tails') " + asks}) {
    INFO(does);
    Bench bench(
        {{"a", laid("", "when_set = function(me, o, b, this) " + does + " end")},
         {"hidden", lasting_card("me:lay_aside(this, 'hidden')",
                                 "when_turn_ends = function(me, o, b) if b:toss('tails', 'heads') == 'heads' then "
                                 "cannot() end me:score(1) end")},
         {"flip", card_text("if board:toss('heads', 'tails') == 'heads' then me:score(5) end me:stone()")}});
    INFO(joined(bench.out));
    REQUIRE(bench.out.size() == 0);
    LuaScripts scripts(bench.variant);
    const Names deck{"a", "hidden", "flip", "flip", "a", "flip", "flip", "flip"};
    for (std::uint64_t seed = 1; seed < (kSanitized ? 4 : 9); ++seed) {
      Setup setup = bench.setup(deck, deck);
      setup.key = {seed, 1};
      Game game(bench.variant->ruleset, setup);
      RandomPlayer black(seed, 1), white(seed, 2);
      REQUIRE(game.advance(scripts, {&black, &white, nullptr}, 16) == Status::done);
      game.advance(scripts);
      const std::string text = test::written(game);
      INFO(text);
      in_vain += text.find("(in vain)") != std::string::npos;
      Game replay(bench.variant->ruleset, setup);
      const std::vector<Token> tokens = test::tokens_of(transcript(game));
      TokenFeed feed(replay, scripts, tokens);
      CHECK(feed.play() == TokenFeed::Fed::played);
      feed.finish();
      INFO(feed.problem());
      CHECK(feed.used() == tokens.size());
      if (replay.state() == Status::done) replay.advance(scripts);
      CHECK(replay.position().hash() == game.position().hash());
    }
  }
  CHECK(in_vain > (kSanitized ? 2 : 8));
}

// "first" can mostly do nothing, and would take the answer of "any", which comes after it, for its own.
TEST_CASE("lasting: an effect that asks in vain is told in a saved game, which is then read once") {
  const auto when_set = [](const std::string& then) {
    return laid("",
                "when_set = function(me, o, b, this, move) if move.triggered then return end local p = "
                "me:pick(1, b.empty) " +
                    then + " me:place(p) end");
  };
  Bench bench({{"first", when_set("if p.row + p.column > 2 then refuse('the corner') end")}, {"any", when_set("")}});
  REQUIRE(joined(bench.out) == "");
  const Names deck{"first", "any", "first"};
  const Setup setup = bench.setup(deck, deck);
  LuaScripts scripts(bench.variant);
  Game game(bench.variant->ruleset, setup);
  RandomPlayer black(1, 1), white(1, 2);
  REQUIRE(game.advance(scripts, {&black, &white, nullptr}, 12) == Status::done);
  const auto read = [&](bool told, LuaScripts& by, std::string& problem) {
    std::vector<Token> tokens = test::tokens_of(transcript(game));
    const std::size_t all = tokens.size();
    if (!told) std::erase_if(tokens, [](const Token& t) { return t.text.starts_with("unplayable"); });
    REQUIRE((tokens.size() < all) == !told);
    Game replay(bench.variant->ruleset, setup);
    TokenFeed feed(replay, by, tokens);
    const std::uint64_t before = by.steps_now();
    const bool played = feed.play() == TokenFeed::Fed::played;
    problem = feed.problem();
    CHECK((played ? replay.position().hash() == game.position().hash() : feed.misread()));
    return by.steps_now() - before;
  };
  std::string problem;
  const std::uint64_t once = read(true, scripts, problem), again = read(false, scripts, problem);
  CHECK(problem == "");
  INFO(once << " " << again);
  CHECK(3 * once < again);
  LuaLimits few;
  few.steps = again / 400;
  LuaScripts short_of_steps(bench.variant, few);
  read(true, short_of_steps, problem);
  CHECK(problem == "");
  read(false, short_of_steps, problem);
  CHECK(problem.starts_with("it takes too much work"));
}

TEST_CASE("lasting: that an effect can do nothing is believed where no way is known") {
  Bench bench({{"corner", laid("",
                               "when_set = function(me, o, b) local p = me:pick(1, b.empty) if p.row + p.column > 2 "
                               "then refuse('the corner') end me:place(p) end")}});
  REQUIRE(joined(bench.out) == "");
  LuaScripts scripts(bench.variant);
  const auto read = [&](const std::string& stone, const std::string& said) {
    std::vector<Token> tokens;
    std::string problem;
    for (const auto& [who, text] :
         {std::pair<std::string, std::string>{"black", "corner"}, {"white", stone}, {"black", said}})
      REQUIRE(tokenize(who, text, "", 1, 1, tokens, problem));
    Game game = bench.game({"corner"}, {});
    TokenFeed feed(game, scripts, tokens);
    const TokenFeed::Fed fed = feed.play();
    return fed == TokenFeed::Fed::played ? "played" : to_string(feed.verdict()) + feed.problem();
  };
  CHECK(read("A1", "(unplayable corner when_set after 1)") == "played");
  CHECK(read("A1", "(unplayable corner when_set after 2)") == "played");  // counted from the game's beginning, as once
  CHECK(read("A1", "(unplayable corner when_set after 3)") != "played");
  CHECK(read("C3", "(A1)") == "played");
  CHECK(read("C3", "(unplayable corner when_set after 1)").find("there is a way for it to take effect") !=
        std::string::npos);
}

TEST_CASE("lasting: an answer that is refused is given again, and the effect must take place") {
  Table t({{"a", laid("",
                      "when_turn_begins = function(me, o, board, this, side) if side ~= me then return end local p = "
                      "me:pick(1, board.empty, 'where') if p.column > 1 then refuse('the first column') end "
                      "me:place(p) end")},
           {"one", kOne}},
          {"a", "one"}, {"one"});
  REQUIRE(t.answer(at({"E5"})));
  CHECK(t.game.question().purpose == "where");
  CHECK(t.answer(at({"B1"})).reason == Reason::refused);
  REQUIRE(t.answer(at({"A1"})));
  CHECK(t.game.position().board.at(parse_point("A1")) == Colour::black);
  CHECK(t.game.question().purpose.empty());
  REQUIRE(t.game.undo(t.scripts));
  CHECK(t.game.question().purpose == "where");
}

// --- secrets

TEST_CASE("lasting: a hidden effect is its owner's to know, until it does something") {
  const std::string text =
      lasting_card("me:lay_aside(this, 'hidden', { turns = 5 })",
                   "when_set = function(me, o, board, this, move) if "
                   "move:placed():touches(board:points('C3')) then board:remove(board:points('C3')) "
                   "end end");
  Table t({{"a", text}, {"one", kOne}}, {"a", "one", "one"}, {"one", "one"});
  CHECK(view_of(t.now(), Seat::white).lasting.empty());
  CHECK(view_of(t.now(), Seat::black).lasting.size() == 1);
  REQUIRE(t.answer(at({"A1"})));  // nothing happens, and nothing is seen
  CHECK(view_of(t.now(), Seat::white).lasting.empty());
  CHECK(view_of(t.now(), Seat::white).at(Owner::black, Zone::aside) == std::vector<CardId>{kNoCard});
  REQUIRE(t.answer(at({"A2"})));
  REQUIRE(t.answer(at({"C3"})));
  CHECK(t.game.position().board.at(parse_point("C3")) == Colour::empty);
  CHECK(triggered(t) == Names{"black a"});
  CHECK(view_of(t.now(), Seat::white).lasting.size() == 1);
  CHECK(t.now().cards.size(Owner::black, Zone::shown) == 1);
}

TEST_CASE("lasting: a hidden effect is turned up whatever it does but write notes") {
  for (const std::string deed :
       {"me:gain('coin', 1)", "me:score(1)", "board:mark('holy', board:points('C3'))", "o:forbid(board.edge)",
        "me:look(o.hand)", "me:show(me.deck, 1)", "me:reshuffle()", "me:open_note(this)"}) {
    INFO(deed);
    const std::string when =
        "when_set = function(me, o, board, this) " + deed + " end, tokens = { 'coin' }, marks = { 'holy' }";
    Table t({{"a", lasting_card("me:note(this, 'x') me:lay_aside(this, 'hidden')", when)}, {"one", kOne}},
            {"a", "one", "one"}, {"one", "one"});
    REQUIRE(t.answer(at({"A1"})));
    CHECK(triggered(t) == Names{"black a"});
    CHECK(t.now().cards.size(Owner::black, Zone::shown) == 1);
    CHECK(view_of(t.now(), Seat::white).lasting.size() == 1);
  }
}

TEST_CASE("lasting: a hidden effect that is turned up before it asks, is so once where the game is told again") {
  const std::string text = lasting_card("me:lay_aside(this, 'hidden')",
                                        "when_turn_begins = function(me, o, board, this, side) if side == me then "
                                        "me:place(me:pick(1, board.empty)) end end");
  Table t({{"a", text}, {"one", kOne}}, {"a", "one", "one"}, {"one", "one"});
  REQUIRE(t.answer(at({"A1"})));
  const std::size_t size = t.game.log().size();
  Game again = t.game;
  CHECK(again.rebuild(t.scripts, size) == Status::asks);
  CHECK(again.log().size() == size);
  REQUIRE(t.answer(at({"B2"})));
  REQUIRE(t.answer(at({"C3"})));
  CHECK(triggered(t) == Names{"black a"});
}

TEST_CASE("lasting: what a hidden effect remembers is seen by nobody") {
  const std::string text =
      lasting_card("me:note(this, '0') me:lay_aside(this, 'hidden')",
                   "when_set = function(me, o, board, this) me:note(this, tostring(tonumber(me:noted(this)) + 1)) end");
  Table t({{"a", text}, {"one", kOne}}, {"a", "one", "one"}, {"one", "one"});
  REQUIRE(t.answer(at({"A1"})));
  REQUIRE(t.answer(at({"A2"})));
  CHECK(t.now().notes[0].label == "2");
  CHECK(triggered(t).empty());
  CHECK(t.now().cards.size(Owner::black, Zone::aside) == 1);
}

// --- rules in force

TEST_CASE("lasting: rules are others while a card lies open, the last one laid before the others") {
  Rules rules;
  Table t({{"allow", laid("{ turns = 1 }", "in_force = { suicide = 'allowed', komi = 7 }")},
           {"whole", laid("", "in_force = { suicide = 'whole' }")},
           {"hide", lasting_card("me:lay_aside(this)", "in_force = { suicide = 'allowed' }")},
           {"one", kOne}},
          {"hide", "allow", "one", "one"}, {"one", "whole", "one", "one"}, rules);
  const Ruleset& set = *t.bench.variant->ruleset;
  const auto suicide = [&] { return rules_now(set, t.game.position()).suicide; };
  CHECK(suicide() == SuicideRule::forbidden);
  REQUIRE(t.answer(at({"A1"})));  // then allow and whole
  CHECK(suicide() == SuicideRule::whole);
  CHECK(rules_now(set, t.game.position()).komi == 7 * kWholePoint);
  REQUIRE(t.answer(at({"B1"})));  // the turn of allow is over
  CHECK(suicide() == SuicideRule::whole);
  CHECK(rules_now(set, t.game.position()).komi == 0);
}

TEST_CASE("lasting: who may pass") {
  for (const auto& [who, black, white] :
       {std::tuple{"neither", false, false}, {"owner", true, false}, {"opponent", false, true}, {"both", true, true}}) {
    INFO(who);
    Table t({{"a", laid("", "in_force = { pass = '" + std::string(who) + "' }")}}, {"a"});
    REQUIRE(t.game.question().seat == Seat::white);
    CHECK(t.game.question().may_pass == white);
    REQUIRE(t.answer(at({"A1"})));
    CHECK(t.game.question().may_pass == black);
  }
}

TEST_CASE("lasting: a stone that is moved has left, and its effect ends with it") {
  for (const bool moved : {true, false}) {
    INFO(moved);
    Table t({{"a", lasting_card("me:place(board:points('A1')) me:lay_aside(this, 'open', { until_captured = "
                                "board:points('A1') })",
                                "when_over = function(me) me:score(10) end")},
             {"b",
              card_text(std::string("board:move(board:points('") + (moved ? "A1" : "B1") + "'), board:points('E5'))")}},
            {"a", "b"}, {}, {});
    REQUIRE(t.answer(at({"B1"})));  // White's stone
    t.game.advance(t.scripts);
    CHECK(t.game.position().board.at(parse_point("E5")) == (moved ? Colour::black : Colour::white));
    CHECK(t.game.position().points2[0] == (moved ? 20 : 0));
  }
}

// --- mistakes

TEST_CASE("lasting: what ends an effect is checked where it is said") {
  const auto message = [](const std::string& ends) {
    Table t({{"a", card_text("me:lay_aside(this, 'open', " + ends + ")")}}, {"a"});
    REQUIRE(t.game.state() == Status::fault);
    CHECK(t.game.fault().code == "argument");
    CHECK(t.game.fault().line == 1);
    return t.game.fault().message;
  };
  CHECK(message("{ turn = 3 }") ==
        "an effect does not end by 'turn'; it has turns, their_turns, until_turn and until_captured (did you mean "
        "'turns'?)");
  CHECK(message("3") == "what ends it stands in a table: { turns = 3 }");
  CHECK(message("{ turns = 0 }") == "turns must be a whole number from 1 to 1000");
  CHECK(message("{ turns = 1.5 }") == "turns must be a whole number from 1 to 1000");
  CHECK(message("{ until_turn = 0 }") == "until_turn must be a whole number from 1 to 65535");
  CHECK(message("{ until_captured = board:points('A1') }") == "until_captured: there is no stone on A1");
  CHECK(message("{ until_captured = board.none }") == "until_captured: there is no stone");
  CHECK(message("{ until_captured = 'A1' }") == "until_captured is a set of points with stones");
}

TEST_CASE("lasting: everything of it is part of the hash, and hidden from the other side as it should be") {
  Position p(Grid(5, 5));
  p.cards.put(Owner::black, Zone::aside, 7);
  LastingEffect e;
  e.card = p.cards.card(Owner::black, Zone::aside, 0);
  p.lasting.push_back(e);
  const std::uint64_t hash = p.hash();
  const auto differs = [&](const char* what, auto&& change) {
    INFO(what);
    Position q = p;
    change(q);
    CHECK(q.hash() != hash);
    CHECK(view_of(q, Seat::white) == view_of(p, Seat::white));
    CHECK_FALSE(view_of(q, Seat::black) == view_of(p, Seat::black));
  };
  differs("turns", [](Position& q) { q.lasting[0].last_turn = 4; });
  differs("whose turns", [](Position& q) { q.lasting[0].counted = Seat::white; });
  differs("counted", [](Position& q) { q.lasting[0].counts = true; });
  differs("stones", [](Position& q) { q.lasting[0].stones.insert(parse_point("A1")); });
  differs("since", [](Position& q) { q.lasting[0].since = 4; });
  differs("laid in", [](Position& q) { q.lasting[0].laid_in = 4; });
  differs("not there", [](Position& q) { q.lasting.clear(); });
  Position q = p;
  q.ended.push_back({e, 3, Zone::shown});
  CHECK(q.hash() != hash);
  q = p;
  q.cards.put(Owner::black, Zone::shown, q.cards.take_top(Owner::black, Zone::aside));
  CHECK(view_of(q, Seat::white).lasting.size() == 1);
}

// --- whole games

TEST_CASE("lasting: games with such cards, undone, copied, saved and seen") {
  Diagnostics out;
  Library library({GOFUDA_SOURCE_RULES_DIR "/tests/lasting", GOFUDA_SOURCE_RULES_DIR}, out);
  auto variant = library.variant("effects-go", {}, {}, out);
  INFO(joined(out));
  REQUIRE(variant);
  Counts counts;
  constexpr int kGames = kSanitized ? 3 : 12;
  for (int seed = 0; seed < kGames; ++seed) {
    Battery battery(library, variant, {}, static_cast<std::uint64_t>(500 + seed));
    if (seed % 3 == 0) battery.suspended(7, 250);
    if (seed % 3 == 1) battery.straight(200);
    if (seed % 3 == 2) battery.driven(200);
    for (const auto& [k, n] : battery.counts()) counts[k] += n;
  }
  CHECK(counts["games"] == kGames);
}
