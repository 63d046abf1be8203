// The notation: a game written down and read again.
#include <string>
#include <vector>

#include "core/notation/answers.hpp"
#include "core/notation/feed.hpp"
#include "core/notation/tokens.hpp"
#include "core/notation/transcript.hpp"
#include "scripting/library.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/record.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using test::Bench;
using test::card_text;

namespace {

std::string tokens(const std::string& text) {
  std::vector<Token> out;
  std::string problem;
  if (!tokenize("black", text, "f", 1, 1, out, problem)) return "! " + problem;
  std::string s;
  for (const Token& t : out) s += t.bracket ? "(" + t.text + ")" : "<" + t.text + ">";
  return s;
}

std::vector<Token> lines(const std::vector<std::pair<std::string, std::string>>& text) {
  std::vector<Token> out;
  std::string problem;
  for (const auto& [who, line] : text) REQUIRE(tokenize(who, line, "f", 1, 1, out, problem));
  return out;
}

// Is what is written of the game, played in a new one, the same game?
void check_read_again(const Game& game, Game copy, Scripts& scripts) {
  TokenFeed feed(copy, scripts, test::tokens_of(transcript(game)));
  REQUIRE(feed.play() == TokenFeed::Fed::played);
  CHECK(copy.position().hash() == game.position().hash());
  CHECK(copy.log().size() == game.log().size());
}

const std::string kHeld =
    "return card { name = 'Held', text = 't', play = function(me, o, b, this) me:lay_aside(this) me:skip() end, "
    "answer = function(me, o, b, this, move) b:undo(move) end }";

Bench bench() {
  return Bench({{"two", card_text("me:place(me:pick(2, board.empty))")},
                {"which", card_text("if me:choose('left', 'right') == 'left' then me:place(board:points('A1')) else "
                                    "me:place(board:points('E1')) end")},
                {"held", kHeld},
                {"pair", "return card { name = 'Pair', text = 't', shape = 'X X' }"},
                {"again", card_text("local c = me:draw() for _ = 1, 2 do me:play(c) end")},
                {"mix", card_text("me:reshuffle() me:play(me:draw())")}});
}

}  // namespace

TEST_CASE("transcript: tokens") {
  CHECK(tokens("pair (D4 E4)") == "<pair>(D4 E4)");
  CHECK(tokens("  a   b\tc ") == "<a><b><c>");
  CHECK(tokens("again pair(D4 E4)(F5 F6) x") == "<again><pair>(D4 E4)(F5 F6)<x>");
  CHECK(tokens("()") == "()");
  CHECK(tokens("").empty());
  CHECK(tokens("pair (D4") == "! a bracket is not closed");
  CHECK(tokens("pair ((D4))") ==
        "! a bracket stands inside another; one pair holds all that is answered to a question");
  CHECK(tokens("pair D4)") == "! a bracket is closed that was not opened");
}

TEST_CASE("transcript: each kind of answer is written in its way") {
  Bench b = bench();
  INFO(test::joined(b.out));
  REQUIRE(b.out.size() == 0);
  LuaScripts scripts(b.variant);
  Game game = b.game({"two", "which", "again", "pair", "two"}, {"held", "pair", "mix"});
  TokenFeed feed(game, scripts,
                 lines({{"black", "two (A1 C3)"},
                        {"white", "held"},
                        {"black", "which (right)"},
                        {"white", "decline pair (A5 B5)"},
                        {"black", "again pair (C1 C2)"},
                        {"white", "held"},
                        {"black", "(D3 D4)"},
                        {"white", "mix"},
                        {"chance", "(pair held)"},
                        {"white", "pair (A3 A4)"},
                        {"black", "two (E4 E5)"},
                        {"white", "held"}}));
  const TokenFeed::Fed outcome = feed.play();
  INFO(feed.problem() << to_string(feed.verdict()) << " " << feed.used() << "\n" << written(game));
  REQUIRE(outcome == TokenFeed::Fed::played);
  const std::string text = written(game);
  CHECK(text.find("black: two (A1 C3)\nwhite: held\nblack: which (right)\n") == 0);
  Game copy = b.game({"two", "which", "again", "pair", "two"}, {"held", "pair", "mix"});
  TokenFeed second(copy, scripts, test::tokens_of(transcript(game)));
  REQUIRE(second.play() == TokenFeed::Fed::played);
  CHECK(written(copy) == text);
  CHECK(copy.position().hash() == game.position().hash());
}

TEST_CASE("transcript: an offer declined is written where the next card could be taken for it") {
  Bench b = bench();
  LuaScripts scripts(b.variant);
  for (bool taken : {false, true}) {
    Game game = b.game({"two", "two"}, {"held", "held"});
    game.advance(scripts);
    auto answer = [&](const test::Numbers& a) { REQUIRE(test::reply(game, scripts, a)); };
    answer({parse_point("A1"), parse_point("B1")});
    answer({parse_point("C1"), parse_point("D1")});
    REQUIRE(game.question().kind == QuestionKind::offer);
    answer({static_cast<std::uint16_t>(taken)});
    const std::string text = written(game);
    INFO(text);
    CHECK(text == std::string("black: two (A1 B1)\nwhite: held\nblack: two (C1 D1)\nwhite: ") +
                      (taken ? "held\nwhite: held\n" : "decline\nwhite: held\n"));
    check_read_again(game, b.game({"two", "two"}, {"held", "held"}), scripts);
  }
}

TEST_CASE("transcript: a label that reads like an offer declined is the label's") {
  const Bench b({{"held", kHeld},
                 {"two", card_text("me:place(me:pick(2, board.empty))")},
                 {"ask", card_text("opponent:play(opponent:draw()) if me:choose('go-on', 'decline') == 'decline' then "
                                   "me:score(1) end")}});
  LuaScripts scripts(b.variant);
  Game game = b.game({"held", "ask"}, {"two", "two"});
  game.advance(scripts, {}, 2);
  REQUIRE(test::reply(game, scripts, test::at({"A1", "B1"})));
  REQUIRE(game.question().kind == QuestionKind::offer);
  REQUIRE(test::reply(game, scripts, {0}));
  REQUIRE(test::reply(game, scripts, test::at({"C1", "D1"})));
  REQUIRE(game.question().kind == QuestionKind::offer);
  REQUIRE(test::reply(game, scripts, {0}));
  REQUIRE(game.question().kind == QuestionKind::choice);
  REQUIRE(test::reply(game, scripts, {1}));
  const std::string text = written(game);
  INFO(text);
  CHECK(text.ends_with("black: ask\nwhite: two (C1 D1)\nblack: (decline)\n"));
  check_read_again(game, b.game({"held", "ask"}, {"two", "two"}), scripts);
}

TEST_CASE("transcript: what does not fit is told in words") {
  struct Case {
    std::vector<std::pair<std::string, std::string>> play;
    std::string problem;
  };
  for (const Case& c :
       {Case{{{"black", "pair (A1 B1)"}}, "black turns up two, but the next thing written is black: pair"},
        {{{"white", "two (A1 B1)"}}, "black turns up two, but the next thing written is white: two"},
        {{{"black", "two A1"}},
         "black is asked for 2 points for Card, and 'A1' is no answer to that; write the points in brackets"},
        {{{"black", "two decline"}},
         "black is asked for 2 points for Card, and 'decline' is no answer to that; nothing is offered, so leave it "
         "out"},
        {{{"black", "two (A1 I1)"}}, "'I1' is no point of this board"},
        {{{"black", "two (A1 B1)"}, {"white", "which (up)"}}, "'up' is none of left, right"},
        {{{"black", "two (A1 B1)"}, {"white", "which (rihgt)"}},
         "'rihgt' is none of left, right (did you mean 'right'?)"},
        {{{"black", "two (A1 B1) (C1)"}}, "white turns up which, but the next thing written is black: (C1)"}}) {
    Bench b = bench();
    LuaScripts scripts(b.variant);
    Game game = b.game({"two"}, {"which"});
    TokenFeed feed(game, scripts, lines(c.play));
    CHECK(feed.play() == TokenFeed::Fed::wrong);
    CHECK(feed.problem() == c.problem);
  }
  Bench b = bench();
  LuaScripts scripts(b.variant);
  for (const auto& [play, misread] :
       {std::pair{"two (A1 B1) two", false}, {"two (A1 B1) tow", true}, {"two (A1 I1)", true}}) {
    Game game = b.game({"two"}, {"two"});
    TokenFeed feed(game, scripts, lines({{"black", play}}));
    CHECK(feed.play() == TokenFeed::Fed::wrong);
    CHECK(feed.misread() == misread);
  }
  Game bare = b.game({"two"}, {"which"});
  TokenFeed label(bare, scripts, lines({{"black", "two (A1 B1)"}, {"white", "which right"}}));
  CHECK(label.play() == TokenFeed::Fed::played);
  Game game = b.game({"two"});
  TokenFeed feed(game, scripts, lines({{"black", "two (A1 A1)"}}));
  CHECK(feed.play() == TokenFeed::Fed::refused);
  CHECK(feed.verdict().reason == Reason::repeated_point);
  CHECK(game.log().size() == 1);  // the card turned up, and no answer
}

TEST_CASE("transcript: answers typed by a person") {
  Bench b = bench();
  const Ruleset& rules = *b.variant->ruleset;
  Question q;
  Answer out;
  std::string problem;
  q.kind = QuestionKind::points;
  CHECK(parse_answer(rules, q, " c3, A1 ", out, problem));
  CHECK(out == Answer(AnswerForm::points, test::at({"A1", "C3"})));
  q.ordered = true;
  CHECK(parse_answer(rules, q, "C3 A1", out, problem));
  CHECK(out == Answer(AnswerForm::points, test::at({"C3", "A1"})));
  CHECK_FALSE(parse_answer(rules, q, "I6", out, problem));
  CHECK(parse_answer(rules, q, "F6", out, problem));  // whether the board has it is judged
  CHECK(judge(q, out, rules.grid).reason == Reason::off_board);
  q.kind = QuestionKind::stone;
  CHECK(parse_answer(rules, q, "pass", out, problem));
  CHECK(out.stone() == kNoPoint);
  CHECK_FALSE(parse_answer(rules, q, "A1 B1", out, problem));
  CHECK_FALSE(parse_answer(rules, q, "", out, problem));
  q.kind = QuestionKind::choice;
  q.labels = {"left", "right"};
  CHECK(parse_answer(rules, q, "right", out, problem));
  CHECK(out.label() == 1);
  CHECK_FALSE(parse_answer(rules, q, "left right", out, problem));
  q.kind = QuestionKind::offer;
  q.may_pass = true;
  q.cards = {rules.find_card("held")};
  CHECK(parse_answer(rules, q, "decline", out, problem));
  CHECK(out.card() == 0);
  CHECK(parse_answer(rules, q, "held", out, problem));
  CHECK(out.card() == 1);
  CHECK_FALSE(parse_answer(rules, q, "hld", out, problem));
  CHECK(problem == "'hld' is none of held, or decline (did you mean 'held'?)");
}

TEST_CASE("transcript: reading a turn of many answers does not look at each for a way to go on") {
  Bench b({{"many", card_text("for _ = 1, 20 do me:place(me:pick(1, board.empty)) end")}, {"one", test::kOne}});
  LuaScripts scripts(b.variant);
  const auto name = [](int i) { return point_name(point_at(i % 5, i / 5)); };
  const auto steps = [&](auto play) {
    Game game = b.game({"many"}, {"one"});
    const std::uint64_t before = scripts.steps();
    play(game);
    CHECK(game.state() == Status::asks);
    CHECK(game.turn_mark() > 20);
    return scripts.steps() - before;
  };
  std::string text = "many";
  for (int i = 0; i < 20; ++i) text += " (" + name(i) + ")";
  const std::uint64_t one_by_one = steps([&](Game& game) {
    game.advance(scripts);
    for (int i = 0; i < 20; ++i) REQUIRE(test::reply(game, scripts, {parse_point(name(i))}));
  });
  const std::uint64_t read = steps([&](Game& game) {
    TokenFeed feed(game, scripts, lines({{"black", text}}));
    REQUIRE(feed.play() == TokenFeed::Fed::played);
    game.advance(scripts);
  });
  CHECK(read * 10 < one_by_one);
  const std::uint64_t from_the_middle = steps([&](Game& game) {
    game.advance(scripts);
    TokenFeed first(game, scripts, lines({{"black", "many (A1)"}}));
    REQUIRE(first.play() == TokenFeed::Fed::played);
    TokenFeed feed(game, scripts, lines({{"black", text.substr(std::string("many (A1)").size())}}));
    feed.skip_to(game.log().size());
    REQUIRE(feed.play() == TokenFeed::Fed::played);
    game.advance(scripts);
  });
  CHECK(from_the_middle * 5 < one_by_one);
}

TEST_CASE("transcript: what chance cannot have drawn is refused where it is written") {
  Bench b({{"lots", card_text("local a = me:pick(1, board.empty) me:place(board:lot(1, board.empty - a)) "
                              "me:place(me:pick(1, board.empty - a))")}});
  LuaScripts scripts(b.variant);
  for (const char* drawn : {"(A1)", "(Z9)", "(B1 B2)"}) {
    INFO(drawn);
    Game game = b.game({"lots"}, {"lots"});
    TokenFeed feed(game, scripts, lines({{"black", "lots (A1)"}, {"chance", drawn}, {"black", "(C3)"}}));
    CHECK(feed.play() == TokenFeed::Fed::refused);
    REQUIRE(feed.token());
    CHECK(feed.token()->who == "chance");
    CHECK(feed.used() == 2);
    CHECK(feed.misfit_text().find("pile") == std::string::npos);
  }
  Game bare = b.game({"lots"}, {"lots"});
  TokenFeed unread(bare, scripts, lines({{"black", "lots (A1)"}, {"chance", "B1"}, {"black", "(C3)"}}));
  CHECK(unread.play() == TokenFeed::Fed::wrong);
  CHECK(unread.problem().find("; what chance draws is written in brackets") != std::string::npos);
  Game game = b.game({"lots"}, {"lots"});
  TokenFeed feed(game, scripts, lines({{"black", "lots (A1)"}, {"chance", "(B1)"}, {"black", "(C3)"}}));
  CHECK(feed.play() == TokenFeed::Fed::played);
}

TEST_CASE("transcript: an answer after which the turn cannot go on is refused where it stands, whatever follows") {
  Bench b({{"two", card_text("local n = me:choose('one', 'two') for _ = 1, 40 do me:pick(1, board:points('A1')) end "
                             "if n == 'two' then refuse('two are too many') end me:skip()")}});
  LuaScripts scripts(b.variant);
  const auto points = [](int n) {
    std::string text;
    while (n-- > 0) text += " (A1)";
    return text;
  };
  for (const std::string& after : {points(0), points(1), points(14), points(17), points(40), points(39) + " (B1)"}) {
    INFO(after);
    Game game = b.game({"two"}, {"two"});
    TokenFeed feed(game, scripts, lines({{"black", "two (two)" + after}}));
    CHECK(feed.play() == TokenFeed::Fed::refused);
    CHECK(feed.used() == 1);
    CHECK(feed.verdict().detail == "nothing that could follow it is legal: two are too many");
    CHECK(feed.problem().empty());
    CHECK(game.state() == Status::asks);
    CHECK(game.log().size() == 1);
  }
  Game game = b.game({"two"}, {"two"});
  TokenFeed feed(game, scripts, lines({{"black", "two (one)" + points(40)}}));
  CHECK(feed.play() == TokenFeed::Fed::played);
  CHECK(game.state() == Status::done);
}
