// A turn being carried out: questions, refusals, moves, answers, undo.
#include <string>
#include <vector>

#include "tests/unit/catch.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using test::at;
using test::Bench;
using test::card_text;
using test::Numbers;
using test::Table;

namespace {

Rules with(KoRule ko) {
  Rules r;
  r.ko = ko;
  return r;
}

const test::Sources kCards{
    {"one", card_text("me:place(me:pick(1, board.empty))")},
    {"two", card_text("me:place(me:pick(2, board.empty))")},
    {"ask", card_text("me:place(me:pick(1, me.legal)) if me:choose('go', 'stop') == 'stop' then refuse('no') end")},
    {"skip", card_text("me:skip()")},
    {"hold",
     "return card { name = 'Hold', text = 't', play = function(me, o, b, this) me:lay_aside(this) me:skip() end, "
     "answer = function(me, o, b, this, move) b:undo(move) end }"},
    {"pair", card_text("local c = me:draw() for _ = 1, 2 do me:play(c) end")}};

}  // namespace

TEST_CASE("run: a refused answer leaves the game as it was") {
  Table t(kCards, {"two"});
  REQUIRE(t.game.state() == Status::asks);
  const std::uint64_t before = t.game.position().hash();
  const std::size_t items = t.game.log().size();
  CHECK(t.answer(at({"A1"})).reason == Reason::wrong_count);
  CHECK(t.answer(at({"A1", "A1"})).reason == Reason::repeated_point);
  CHECK(t.answer({parse_point("A1"), parse_point("F1")}).reason == Reason::off_board);
  CHECK(t.answer({parse_point("A1"), 60000}).reason == Reason::off_board);
  CHECK(t.answer({}).reason == Reason::wrong_count);
  CHECK(t.game.position().hash() == before);
  CHECK(t.game.log().size() == items);
  CHECK(t.answer(at({"A1", "B1"})));
  CHECK(t.now().board.stone_count(Colour::black) == 2);
}

TEST_CASE("run: a refusal in the middle of a card takes back only the last answer") {
  Table t(kCards, {"ask"});
  CHECK(t.answer(at({"C3"})));
  REQUIRE(t.game.question().kind == QuestionKind::choice);
  CHECK(t.game.turn_start().board.stone_count(Colour::black) == 0);  // nothing has landed yet
  const Verdict v = t.answer({1});
  CHECK(v.reason == Reason::refused);
  CHECK(v.detail == "no");
  CHECK(t.game.question().kind == QuestionKind::choice);
  CHECK(t.answer({0}));
  CHECK(t.now().board.at(parse_point("C3")) == Colour::black);
}

TEST_CASE("run: every play is a move with its turn, its card and what it did") {
  Table t(kCards, {"two", "pair", "one"}, {"skip"});
  REQUIRE(t.answer(at({"A1", "E5"})));
  REQUIRE(t.game.question().kind == QuestionKind::points);  // White's skip asked nothing
  REQUIRE(t.answer(at({"B1"})));
  REQUIRE(t.answer(at({"C1"})));
  const auto& moves = t.game.turn_start().moves;
  REQUIRE(moves.size() == 4);
  CHECK(moves[0].turn == 1);
  CHECK(moves[0].count == 2);
  CHECK(moves[0].has(Move::kChanged));
  CHECK(moves[1].seat == Seat::white);
  CHECK(moves[1].has(Move::kSkip));
  CHECK_FALSE(moves[1].has(Move::kChanged));
  CHECK(moves[2].turn == 3);
  CHECK(moves[3].turn == 3);
  CHECK(moves[2].card == moves[3].card);
  CHECK(moves[2].card == t.bench.variant->ruleset->find_card("one"));
  CHECK(t.now().cards.in(Owner::black, Zone::play).empty());
  CHECK(t.now().cards.size(Owner::black, Zone::discard) == 3);
}

TEST_CASE("run: a card without a way to take effect is a move that does nothing") {
  Table t({{"all", card_text("me:place(me:pick(3, me.stones))")}, {"one", kCards[0].second}}, {"all", "one"}, {"all"});
  const auto& moves = t.now().moves;
  REQUIRE(moves.size() == 2);
  CHECK(moves[0].has(Move::kUnplayable));
  CHECK(moves[1].has(Move::kUnplayable));
  CHECK(t.game.question().seat == Seat::black);
  CHECK(t.now().cards.size(Owner::black, Zone::discard) == 1);
}

TEST_CASE("run: an answering card undoes a move, captures and ko included") {
  Table t(kCards, {"one", "one", "one", "one"}, {"hold", "one", "one", "one"});
  // Black A2 (White lays hold aside), B1 offered to White and let go, and so on.
  REQUIRE(t.answer(at({"A2"})));
  REQUIRE(t.game.question().kind == QuestionKind::points);
  REQUIRE(t.answer(at({"B1"})));
  REQUIRE(t.game.question().kind == QuestionKind::offer);
  CHECK(t.game.question().seat == Seat::white);
  CHECK(t.answer({2}).reason == Reason::not_an_option);
  REQUIRE(t.answer({1}));
  const Position& p = t.now();
  CHECK(p.board.at(parse_point("B1")) == Colour::empty);
  CHECK(p.board.at(parse_point("A2")) == Colour::black);
  const auto& moves = p.moves;
  REQUIRE(moves.size() >= 4);
  CHECK(moves[2].has(Move::kCancelled));
  CHECK(moves[3].has(Move::kAnswer));
  CHECK(p.cards.size(Owner::white, Zone::discard) == 1);
  CHECK(p.cards.size(Owner::white, Zone::aside) == 0);
}

TEST_CASE("run: ko is judged by the chosen rule") {
  auto ko = [](KoRule rule) {
    Table t({}, {}, {}, with(rule));
    // The four corners of a ko around B2 and C2.
    for (const char* p : {"B1", "C1", "A2", "D2", "B3", "C3", "C2", "B2"}) REQUIRE(t.answer(at({p})));
    return t.answer(at({"C2"})).reason;
  };
  CHECK(ko(KoRule::simple) == Reason::ko);
  CHECK(ko(KoRule::positional) == Reason::ko);
  CHECK(ko(KoRule::situational) == Reason::ko);
  CHECK(ko(KoRule::natural) == Reason::ko);
  CHECK(ko(KoRule::none) == Reason::legal);
}

TEST_CASE("run: whether a card may bring an earlier board back is the rules' to say") {
  auto last_move = [](KoRule ko, KoCards cards) {
    Rules rules = with(ko);
    rules.ko_cards = cards;
    Table t({{"one", kCards[0].second}, {"away", card_text("board:remove(me.stones)")}, {"skip", kCards[3].second}},
            {"one", "away"}, {"skip"}, rules);
    REQUIRE(t.answer(at({"C3"})));
    REQUIRE(t.now().moves.size() == 3);
    return t.now().moves[2].has(Move::kUnplayable);
  };
  CHECK(last_move(KoRule::positional, KoCards::all));
  CHECK_FALSE(last_move(KoRule::positional, KoCards::single));
  CHECK_FALSE(last_move(KoRule::none, KoCards::all));
}

TEST_CASE("run: superko remembers the boards between stones that land one by one, and forgets what is undone") {
  const test::Sources cards{{"two", kCards[1].second},
                            {"back", card_text("board:remove(board:points('D3'))")},
                            {"no",
                             "return card { name = 'No', text = 't', answers = function(move) return move.changed end, "
                             "play = function(me, o, b, this) me:lay_aside(this) me:skip() end, "
                             "answer = function(me, o, b, this, move) b:undo(move) end }"},
                            {"skip", kCards[3].second}};
  for (const KoRule ko : {KoRule::positional, KoRule::situational, KoRule::simple}) {
    Rules rules = with(ko);
    rules.ko_cards = KoCards::all;
    rules.placement = PlacementRule::one_by_one;
    Table t(cards, {"two", "back"}, {"skip"}, rules);
    REQUIRE(t.answer(at({"C3", "D3"})));
    CHECK(t.now().moves[2].has(Move::kUnplayable) == (ko != KoRule::simple));  // C3 alone stood before
    CHECK(t.now().seen.in_order().size() == (ko == KoRule::positional ? 3 : ko == KoRule::situational ? 5 : 0));
    Table other(cards, {"two", "back"}, {"skip"}, rules);
    REQUIRE(other.answer(at({"D3", "C3"})));
    CHECK_FALSE(other.now().moves[2].has(Move::kUnplayable));
    Table undone(cards, {"skip", "two"}, {"no"}, rules);
    REQUIRE(undone.answer(at({"C3", "D3"})));
    const std::size_t before = undone.now().seen.in_order().size();
    REQUIRE(undone.game.question().kind == QuestionKind::offer);
    REQUIRE(undone.answer({1}));
    CHECK(undone.now().board.stones().empty());
    CHECK(undone.now().seen.in_order().size() == before + (ko != KoRule::simple));  // the board of the answer alone
    REQUIRE(undone.answer(at({"A1"})));
    CHECK(undone.answer(at({"C3"})));  // black's two stones never stood
  }
}

TEST_CASE("run: superko forgets the boards with an undone stone, whatever was passed since, and knows them again") {
  const std::string keeps = "function(me, o, b, this) me:lay_aside(this) me:skip() end, ";
  const auto answer = [&](const std::string& when, const std::string& what) {
    return "return card { name = 'A', text = 't', answers = function(move) return " + when + " end, play = " + keeps +
           "answer = function(me, o, b, this, move) " + what + " end }";
  };
  const test::Sources cards{{"one", kCards[0].second},
                            {"again", kCards[0].second},
                            {"skip", kCards[3].second},
                            {"no", answer("move.changed", "b:undo(move)")},
                            {"well", answer("move.changed", "")}};
  for (const KoRule ko : {KoRule::positional, KoRule::situational}) {
    INFO(static_cast<int>(ko));
    Table t(cards, {"skip", "skip", "one", "again"}, {"well", "no", "skip"}, with(ko));
    const auto stands = [&](const char* point, Seat seat) {
      Board board(t.now().board);
      board.set(parse_point(point), Colour::black);
      return t.now().seen.contains(History::situation(ko, board.hash(), seat));
    };
    REQUIRE(t.answer(at({"C3"})));
    while (t.game.question().kind == QuestionKind::offer) {
      INFO(t.game.question().cards.size());
      REQUIRE(t.answer({1}));
    }
    CHECK(t.now().board.stones().empty());
    CHECK_FALSE(stands("C3", Seat::black));
    CHECK_FALSE(stands("C3", Seat::white));
    CHECK(t.now().seen.contains(History::situation(ko, t.now().board.hash(), Seat::white)));
    CHECK(t.answer(at({"C3"})));
    // The answer that undoes it is undone, too: the stone stands, and so does its board.
    Table again(cards, {"no", "skip", "one"}, {"well", "no", "skip"}, with(ko));
    REQUIRE(again.answer(at({"C3"})));
    while (again.game.question().kind == QuestionKind::offer) REQUIRE(again.answer({1}));
    CHECK(to_string(again.now().board.stones()) == "C3");
    CHECK(again.now().seen.contains(History::situation(ko, again.now().board.hash(), Seat::black)));
  }
}

TEST_CASE("run: passes end the game, and nothing is played after it") {
  Table t({}, {}, {});
  REQUIRE(t.answer(at({"C3"})));
  REQUIRE(t.answer({}));
  REQUIRE(t.answer(at({"D3"})));
  REQUIRE(t.answer({}));
  CHECK_FALSE(t.game.over());
  REQUIRE(t.answer({}));
  CHECK(t.game.over());
  CHECK(t.now().ending == Ending::passes);
  CHECK(t.answer({}).reason == Reason::game_over);
  CHECK(t.game.undo(t.scripts));
  CHECK_FALSE(t.game.over());
}

TEST_CASE("run: undo unwinds the card in the middle, and the answers again give the same") {
  Table t(kCards, {"pair", "ask"}, {"one"});
  const Position start = t.game.turn_start();
  REQUIRE(t.answer(at({"A1"})));
  REQUIRE(t.answer({0}));
  REQUIRE(t.answer(at({"B2"})));
  const std::uint64_t there = t.game.position().hash();
  const Game copy = t.game;
  CHECK(t.game.undo(t.scripts));
  REQUIRE(t.answer(at({"B2"})));
  CHECK(t.game.position().hash() == there);
  int n = 0;
  while (t.game.undo(t.scripts)) ++n;
  CHECK(n == 3);
  CHECK(t.game.turn_start() == start);
  CHECK(copy.position().hash() == there);
}

TEST_CASE("run: a long game that stops in the middle of a turn stands as where it was answered question by question") {
  class Tiring : public RandomPlayer {
   public:
    explicit Tiring(int answers) : RandomPlayer(3), left_(answers) {}
    bool answer(const Question& q, const Observation& seen, Answer& out) override {
      return left_-- > 0 && RandomPlayer::answer(q, seen, out);
    }

   private:
    int left_;
  };
  const std::string two = card_text(
      "me:place(me:pick(1, me.legal)) if me:choose('a', 'b') == 'a' then board:remove(opponent.stones) end "
      "me:put_back(this)");
  for (const int turns : {1, 1000}) {
    const Bench bench({{"two", two}});
    LuaScripts scripts(bench.variant);
    Tiring both(2 * 250 + 1);
    Game game = bench.game({"two"}, {"two"});
    Status s = Status::done;
    while (s == Status::done) s = game.advance(scripts, {&both, &both, nullptr}, turns);
    INFO(game.fault().message);
    REQUIRE(s == Status::asks);
    Game slow = bench.game({"two"}, {"two"});
    slow.advance(scripts);
    for (std::size_t i = 0; i < game.log().size(); ++i) {
      const LogItem& item = game.log()[i];
      const auto numbers = game.log().numbers(item);
      const auto count = item.answers(QuestionKind::choice) ? 1 : numbers.size();
      if (item.by_player())
        REQUIRE(test::reply(slow, scripts, test::Numbers(numbers.begin(), numbers.begin() + count)));
    }
    CHECK(game.turn_marks().size() == 251);
    CHECK(game.turn_marks() == slow.turn_marks());
    CHECK(game.turn_start() == slow.turn_start());
    CHECK(game.position() == slow.position());
    CHECK(game.question().key == slow.question().key);
    REQUIRE(test::reply(game, scripts, {1}));
    REQUIRE(test::reply(slow, scripts, {1}));
    CHECK(game.position() == slow.position());
    while (game.turn_marks().size() > 151) REQUIRE(game.undo(scripts));
    CHECK(game.state() == Status::asks);
    CHECK(game.turn_start().hash() == game.replayed(bench.variant->ruleset, scripts).turn_start().hash());
  }
}

TEST_CASE("run: the same log on changed scripts stops at the question that changed") {
  Table t(kCards, {"two", "one"}, {"one"});
  REQUIRE(t.answer(at({"A1", "B1"})));
  REQUIRE(t.answer(at({"C1"})));
  test::Sources changed = kCards;
  changed[0].second = card_text("me:choose('a', 'b') me:place(me:pick(1, board.empty))");
  Bench other(changed);
  LuaScripts scripts(other.variant);
  const Game same = t.game.replayed(t.bench.variant->ruleset, t.scripts);
  CHECK(same.position().hash() == t.game.position().hash());
  const Game broken = t.game.replayed(other.variant->ruleset, scripts);
  CHECK(broken.state() == Status::mismatch);
  CHECK(broken.question().kind == QuestionKind::choice);
  CHECK(broken.turn_start().turn == 2);
}

TEST_CASE("run: an answer is refused where the scripts, changed meanwhile, ask something else before it") {
  Table t(kCards, {"ask"});
  REQUIRE(t.answer(at({"C3"})));
  test::Sources changed = kCards;
  changed[2].second = card_text("me:choose('a', 'b') me:place(me:pick(1, board.empty))");
  Bench other(changed);
  LuaScripts scripts(other.variant);
  const Verdict v = test::reply(t.game, scripts, {0});
  CHECK(v.reason == Reason::unplayable);
  CHECK(v.detail == "another question is asked now");
  CHECK(t.game.state() == Status::asks);
  CHECK_FALSE(t.game.misfit());
  CHECK(t.answer({0}));
}

TEST_CASE("run: chance is the same for the same key, and another for another") {
  const test::Sources cards{{"mix", card_text("me:reshuffle()")},
                            {"a", card_text("")},
                            {"b", card_text("")},
                            {"c", card_text("")},
                            {"d", card_text("")}};
  auto order = [&](std::uint64_t seed, std::uint64_t number) {
    Bench bench(cards);
    LuaScripts scripts(bench.variant);
    Setup setup = bench.setup({"a", "b", "c", "d", "mix"}, {"a", "a", "a", "a", "a"});
    setup.key = {seed, number};
    Game game(bench.variant->ruleset, setup);
    game.advance(scripts, {}, 9);
    auto deck = game.turn_start().cards.in(Owner::black, Zone::deck);
    REQUIRE(deck.size() >= 4);
    return std::vector<CardId>(deck.begin(), deck.end());
  };
  CHECK(order(1, 1) == order(1, 1));
  int different = 0;
  for (std::uint64_t n = 2; n < 12; ++n) different += order(1, n) != order(1, 1);
  CHECK(different > 5);
}
