// Whether a card could be played at all: what one try has shown is not taken to hold for tries that go another way.
#include "core/notation/feed.hpp"
#include "core/notation/outline.hpp"
#include "core/notation/transcript.hpp"
#include "core/probe.hpp"
#include "core/sanitized.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/record.hpp"
#include "tests/unit/script_bench.hpp"

using namespace gofuda;
using test::at;
using test::Bench;
using test::card_text;
using test::Table;
using test::written;

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

// With these a search takes a million steps at most.
LuaLimits few_steps() {
  LuaLimits limits;
  limits.steps = 40'000;
  return limits;
}

// Answers with the first label until that has been refused so many times.
class Stubborn : public RandomPlayer {
 public:
  Stubborn(std::uint64_t seed, int times) : RandomPlayer(seed), times_(times) {}
  bool answer(const Question& q, const Observation& seen, Answer& out) override {
    if (q.kind != QuestionKind::choice) return RandomPlayer::answer(q, seen, out);
    out.make_label(seen.refused() < times_ ? 0 : 1);
    return true;
  }
  Next after(Attempt&) override { return Next::again; }

 private:
  int times_;
};

struct Looking : RandomPlayer {  // where it is refused, and then goes the way that was found
  using RandomPlayer::RandomPlayer;
  Next after(Attempt& attempt) override { return attempt.playable() ? Next::give_up : Next::again; }
};

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

TEST_CASE("probe: a card within another one is tried as it is played, with what that has changed") {
  const Bench bench(
      {{"one", test::kOne},
       {"outer", card_text("board:undo(opponent.last_move) local c = opponent:draw() print(opponent:can_play(c)) "
                           "if opponent:can_play(c) then opponent:play(c) end")},
       {"inner", card_text("board:undo(opponent.last_move)")}});
  INFO(test::joined(bench.out));
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant);
  RandomPlayer black(1), white(2);
  Game game = bench.game({"one", "outer"}, {"one", "inner"});
  REQUIRE(game.advance(scripts, {&black, &white, nullptr}, 3) == Status::done);
  CHECK(scripts.output() == "false\n");
  CHECK(game.position().moves.back().undoing == 1);
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

namespace {

// 12,650 sets of four points, twice, of which only one and one will do: more than are tried.
const std::string kRare = std::string(kIs) +
                          "local a, b = me:pick(4, board.all), me:pick(4, board.all) "
                          "if #(a * board:points('B2 C3 D4 E5')) < 4 or #(b * board:points('A5 B4 C3 D2')) < 4 then "
                          "refuse('no') end me:place(board:points('A1'))";

constexpr DrawingPlayer::Patience kHasty{4, 20};

// The hash of the position that the record of `game` leads to, from the start of `replay`.
std::uint64_t read_again(Game replay, LuaScripts& scripts, const Game& game) {
  TokenFeed feed(replay, scripts, test::tokens_of(transcript(game)));
  const TokenFeed::Fed fed = feed.play();
  INFO(to_string(feed.verdict()));
  CHECK(fed == TokenFeed::Fed::played);
  CHECK(feed.problem() == "");
  return replay.position().hash();
}

}  // namespace

TEST_CASE("probe: where the tries do not reach, it counts as playable, and may be claimed not to be") {
  if (kSanitized) return;  // 200,000 tries, some times over
  Table t({{"card", card_text(kRare)}}, {"card", "card"});
  REQUIRE(t.game.state() == Status::asks);
  SECTION("the way that there is stays open") {
    CHECK(t.answer(at({"B2", "C3", "D4", "E5"})));
    CHECK_FALSE(t.game.claim_unplayable(t.scripts));  // something was answered
    CHECK(t.game.question().key.number == 1);
    CHECK(t.answer(at({"A5", "B4", "C3", "D2"})));
    CHECK(t.now().board.at(parse_point("A1")) == Colour::black);
  }
  SECTION("a claim stands, and is written down") {
    REQUIRE(t.game.claim_unplayable(t.scripts));
    CHECK(t.now().moves.at(0).has(Move::kUnplayable));
    CHECK(written(t.game) == "black: card (unplayable card)\n");
    CHECK(read_again(t.bench.game({"card", "card"}), t.scripts, t.game) == t.now().hash());
    Game again = t.game.replayed(t.bench.variant->ruleset, t.scripts);
    CHECK(again.position().hash() == t.game.position().hash());
  }
  SECTION("what chance drew for it before is not kept, and the record fits") {
    Table drawn({{"card", card_text("board:lot(2, board.all) " + kRare)}}, {"card", "card"});
    REQUIRE(drawn.game.question().key.number == 1);
    REQUIRE(drawn.game.claim_unplayable(drawn.scripts));
    CHECK(written(drawn.game) == "black: card (unplayable card)\n");
    const Game again = drawn.game.replayed(drawn.bench.variant->ruleset, drawn.scripts);
    CHECK_FALSE(again.misfit());
    CHECK(again.position().hash() == drawn.game.position().hash());
  }
  SECTION("a claim stands where an offer might be declined") {
    const std::vector<std::string> deck{"card", "card", "card", "card"};
    Table offered({{"card", card_text("me:take() me:pick_card(me.hand, 'may') " + kRare)}}, deck);
    REQUIRE(offered.game.question().kind == QuestionKind::offer);
    REQUIRE(offered.game.question().may_pass);
    REQUIRE(offered.game.claim_unplayable(offered.scripts));
    CHECK(written(offered.game) == "black: card (unplayable card)\n");
    const Game start = offered.bench.game(deck);
    CHECK(read_again(start, offered.scripts, offered.game) == offered.now().hash());
  }
  SECTION("a program that draws its answers claims it, too") {
    RandomPlayer black(1), white(2);
    Game game = t.bench.game({"card"});
    REQUIRE(game.advance(t.scripts, {&black, &white, nullptr}, 1) == Status::done);
    CHECK(written(game) == "black: card (unplayable card)\n");
  }
}

TEST_CASE("probe: a card is claimed to be unplayable whoever is asked first, and for whatever") {
  if (kSanitized) return;  // 200,000 tries, some times over
  for (const char* first : {"me:stone()", "opponent:pick(1, board.all)"}) {
    INFO(first);
    const Bench bench(
        {{"card", card_text(std::string(first) + " me:pick(4, board.all) me:pick(4, board.all) refuse('no')")}});
    LuaScripts scripts(bench.variant);
    RandomPlayer black(1), white(2);
    Game game = bench.game({"card"});
    REQUIRE(game.advance(scripts, {&black, &white, nullptr}, 1) == Status::done);
    CHECK(written(game) == "black: card (unplayable card)\n");
    CHECK(read_again(bench.game({"card"}), scripts, game) == game.position().hash());
  }
}

TEST_CASE("probe: a way that only both sides together can take is taken, and read again") {
  if (kSanitized) return;  // all answers of one side are tried out
  const Bench bench({{"card", card_text("me:stone() opponent:stone() if not board.stones.empty then refuse('no') end "
                                        "me:place(me:pick(1, board.empty))")}});
  LuaScripts scripts(bench.variant);
  RandomPlayer black(1), white(2);
  Game game = bench.game({"card"});
  REQUIRE(game.advance(scripts, {&black, &white, nullptr}, 1) == Status::done);
  INFO(written(game));
  CHECK_FALSE(game.position().moves.at(0).has(Move::kUnplayable));
  CHECK(read_again(bench.game({"card"}), scripts, game) == game.position().hash());
}

TEST_CASE("probe: what a search within another one had no time for is not taken for refused") {
  if (kSanitized) return;  // all answers of one side are tried out
  // In vain three times 25 points, and more than half of what may be tried in one search.
  const std::string slow = card_text("for _ = 1, 3 do me:pick(1, board.all) end for _ = 1, 1100 do end cannot()");
  const std::string twice = card_text(
      "local c = me:draw() if not c then return end local a, b = me:can_play(c), me:can_play(c) "
      "if a or b then refuse('no') end me:place(board:points('A1'))");
  const Bench bench({{"slow", slow}, {"twice", twice}}, kAsking);
  INFO(test::joined(bench.out));
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant);
  RandomPlayer black(1), white(2);
  Game game = bench.game({"twice", "slow"});
  REQUIRE(game.advance(scripts, {&black, &white, nullptr}, 1) == Status::done);
  CHECK(scripts.output() == "true\n");
  CHECK(scripts.steps() > scripts.most_searched());
}

TEST_CASE("probe: a claim is refused where a way is found, and changes nothing") {
  Table t({{"card", card_text("me:pick(1, board.all)")}}, {"card"});
  const std::uint64_t hash = t.game.position().hash();
  const Verdict v = t.game.claim_unplayable(t.scripts);
  CHECK_FALSE(v);
  CHECK(to_string(v).find("there is a way to play it") != std::string::npos);
  CHECK(t.game.state() == Status::asks);
  CHECK(t.game.position().hash() == hash);
  CHECK(t.answer(at({"C3"})));
}

TEST_CASE("probe: what asks much and can never be is given up after so much work") {
  const Bench bench({{"card", card_text("for i = 1, 12 do me:pick(1, board.all) end cannot('never')")}});
  LuaScripts scripts(bench.variant);
  RandomPlayer black(1), white(2);
  Game game = bench.game({"card"});
  REQUIRE(game.advance(scripts, {&black, &white, nullptr}, 1) == Status::done);
  CHECK(written(game) == "black: card (unplayable card)\n");
  CHECK(scripts.steps() < 3 * scripts.most_searched());  // to find a way, to list all of them, and what comes before
}

TEST_CASE("probe: whether a turn can go on is one search, whatever is searched for on the way") {
  const std::string slow =
      card_text("for _ = 1, 3 do me:pick(1, board.all) end for _ = 1, 1100 do end cannot('never')");
  const std::string many = card_text(
      "local c = me:draw() if not c then return end me:choose('a', 'b') me:choose('a', 'b') "
      "for _ = 1, 12 do me:can_play(c) end");
  const Bench bench({{"slow", slow}, {"many", many}});
  INFO(test::joined(bench.out));
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant, few_steps());
  Game game = bench.game({"many", "slow"});
  game.advance(scripts);
  REQUIRE(game.state() == Status::asks);
  const std::uint64_t before = scripts.steps();
  Answer first;
  first.make_label(0);
  CHECK(game.answer(scripts, first));
  CHECK(game.state() == Status::asks);
  CHECK(scripts.steps() - before > scripts.most_searched());
  CHECK(scripts.steps() - before < 3 * scripts.most_searched());
}

TEST_CASE("probe: searches that are left open, one within what the other was for, end together before the turn must") {
  const Bench bench({{"card", card_text("local c = me:draw() if c then me:play(c) end " + kRare)}});
  REQUIRE(bench.out.size() == 0);
  LuaLimits limits;
  limits.steps = 20'000;
  LuaScripts scripts(bench.variant, limits);
  Game game = bench.game({"card", "card", "card", "card", "card", "card", "card"});
  game.advance(scripts);
  INFO(game.fault().message);
  CHECK(game.state() == Status::asks);
  CHECK(scripts.steps() > 3 * scripts.most_searched() / 2);
  CHECK(scripts.steps() < 9 * scripts.most_searched() / 4);
}

TEST_CASE("probe: a card claimed to be unplayable deep in others is read again, and what fails with it") {
  const std::string play = "local c = me:draw() if c then me:play(c) end ";
  const std::vector<std::string> deck{"asks", "next", "next", "next", "next", "next", "fails", "never"};
  for (const std::string before : {"", "board:lot(2, board.all) "})
    for (const std::string rest : {"", "cannot('no')", "me:place(board:points('A1')) refuse('no')"}) {
      INFO(before << "... " << rest);
      const Bench bench({{"asks", card_text("me:choose('a', 'b') " + play)},
                         {"fails", card_text(before + play + rest)},
                         {"next", card_text(play)},
                         {"never", card_text("me:choose('a', 'b') refuse('no')")}});
      REQUIRE(bench.out.size() == 0);
      LuaScripts scripts(bench.variant);
      RandomPlayer black(1, 0, false, kHasty), white(2, 0, false, kHasty);
      Game game = bench.game(deck);
      REQUIRE(game.advance(scripts, {&black, &white, nullptr}, 2) == Status::done);
      INFO(written(game));
      CHECK(written(game).find("(unplayable ") != std::string::npos);
      CHECK(read_again(bench.game(deck), scripts, game) == game.position().hash());
      const Game again = game.replayed(bench.variant->ruleset, scripts);
      CHECK_FALSE(again.misfit());
      game.advance(scripts);  // as far as that one has gone
      CHECK(again.position().hash() == game.position().hash());
    }
}

TEST_CASE("probe: a card too deep in others to be looked into, which fails by chance alone, is read again") {
  const Bench bench({{"asks", card_text("me:choose('a', 'b') local c = me:draw() me:play(c)")},
                     {"next", card_text("local c = me:draw() me:play(c) me:stone()")},
                     {"fate", card_text("if board:toss('y', 'n', 'o') ~= 'y' then refuse('fate') end me:stone()")}});
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant);
  int unplayable = 0;
  for (std::size_t around = 3; around <= 12; ++around) {
    std::vector<std::string> deck(around, "next");
    deck.insert(deck.begin(), "asks");
    deck.emplace_back("fate");
    RandomPlayer black(1), white(2);
    Game game = bench.game(deck);
    REQUIRE(game.advance(scripts, {&black, &white, nullptr}, 1) == Status::done);
    INFO(written(game));
    unplayable += written(game).find("(unplayable fate") != std::string::npos;
    CHECK(read_again(bench.game(deck), scripts, game) == game.position().hash());
  }
  CHECK(unplayable > 1);
}

TEST_CASE("probe: a card found to be unplayable with much work is read again by who has less left for it") {
  // Its 625 answers take four fifths of what a search may; who reads looks for a way to play the one around it before.
  const std::string never = card_text("me:pick(1, board.all) me:pick(1, board.all) for _ = 1, 800 do end refuse('no')");
  for (const std::string outer :
       {"me:play(me:draw())", "if not me:play(me:draw()) then cannot('no') end", "me:play(me:draw()) refuse('no')"}) {
    INFO(outer);
    const Bench bench({{"outer", card_text(outer)}, {"never", never}});
    REQUIRE(bench.out.size() == 0);
    LuaScripts scripts(bench.variant, few_steps());
    RandomPlayer black(1, 0, false, kHasty), white(2);
    const std::vector<std::string> deck{"outer", "never"};
    Game game = bench.game(deck);
    game.advance(scripts, {&black, &white, nullptr}, 1);
    INFO(game.fault().message);
    REQUIRE(game.state() == Status::done);
    CHECK(scripts.steps() > 3 * scripts.most_searched() / 4);
    const bool plays_on = outer.ends_with("draw())");  // and what it plays fails alone
    CHECK(written(game) ==
          (plays_on ? "black: outer never (unplayable never within 1)\n" : "black: outer (unplayable outer)\n"));
    CHECK(game.log().is_found(game.log().size() - 1, plays_on ? Unplayable::kUnclear : Unplayable::kClaimed));
    const Game again = game.replayed(bench.variant->ruleset, scripts);
    CHECK_FALSE(again.misfit());
    CHECK(read_again(bench.game(deck), scripts, game) == game.position().hash());
  }
}

TEST_CASE("probe: what scripts look for while a game is read is looked for as far as when it was played") {
  // Cards drawn within others, and asked whether they can be played: who reads looks for a way to play each as well.
  const Bench bench({{"draws", card_text("local k = me:draw() "
                                         "if k then if me:can_play(k) then me:play(k) else me:discard(k) end end "
                                         "k = me:draw() if k then me:play(k) end me:stone()")},
                     {"slow", card_text("local p = me:pick(1, board.empty) for _ = 1, 1200 do end "
                                        "if p.column ~= 5 or p.row ~= 5 then refuse('not E5') end me:place(p)")}});
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant, few_steps());
  int unplayable = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    RandomPlayer black(2 * seed), white(2 * seed + 1);
    Random order(seed);
    std::vector<std::string> deck;
    for (int i = 0; i < 12; ++i) deck.push_back(i % 2 ? "draws" : "slow");
    shuffle(deck, order);
    Game game = bench.game(deck, deck);
    game.advance(scripts, {&black, &white, nullptr}, 6);
    INFO(seed << ": " << game.fault().message << written(game));
    if (game.state() == Status::fault) continue;
    unplayable += written(game).find("(unplayable ") != std::string::npos;
    CHECK(read_again(bench.game(deck, deck), scripts, game) == game.position().hash());
  }
  CHECK(unplayable > 3);
}

TEST_CASE("probe: what scripts looked for in tries that are refused shortens nothing in the one that stands") {
  // Each try takes a fifth of what a search may; a record has the last of them alone.
  const Bench bench({{"asks", card_text("local k = me:draw() local can = me:can_play(k) "
                                        "if me:choose('a', 'b') == 'a' then refuse('no') end "
                                        "me:place(board:points(can and 'A1' or 'B2'))")},
                     {"never", card_text("me:pick(1, board.all) for _ = 1, 5000 do end refuse('no')")}});
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant, few_steps());
  Stubborn black(1, 7);
  RandomPlayer white(2);
  const std::vector<std::string> deck{"asks", "never"};
  Game game = bench.game(deck);
  game.advance(scripts, {&black, &white, nullptr}, 1);
  INFO(game.fault().message);
  REQUIRE(game.state() == Status::done);
  CHECK(scripts.steps() > scripts.most_searched());
  CHECK(game.position().board.at(point_at(1, 1)) == Colour::black);
  CHECK(read_again(bench.game(deck), scripts, game) == game.position().hash());
}

namespace {

// One turn of Black's, with a player that looks, on cards that may do little.
struct LookingTurn {
  LookingTurn(const test::Sources& cards, std::vector<std::string> deck_of_black,
              const std::string& turn = test::kDrawTurn)
      : deck(std::move(deck_of_black)),
        bench(cards, turn),
        scripts(bench.variant, few_steps()),
        game(bench.game(deck)) {
    INFO(test::joined(bench.out));
    REQUIRE(bench.out.size() == 0);
    game.advance(scripts, {&black, &white, nullptr}, 1);
    INFO(game.fault().message << written(game) << scripts.steps());
    REQUIRE(game.state() == Status::done);
  }
  void check_read_again() { CHECK(read_again(bench.game(deck), scripts, game) == game.position().hash()); }

  Looking black{1};
  RandomPlayer white{2};
  std::vector<std::string> deck;
  Bench bench;
  LuaScripts scripts;
  Game game;
};

}  // namespace

TEST_CASE("probe: whether cards in play can be played shortens nothing that scripts look for after them") {
  const std::string turn =
      "return turn { name = 'All', text = 't', play = function(me) for _ = 1, 4 do me:play(me:draw()) end "
      "print(me:can_play(me:draw())) me:stone() end }";
  const std::string two = "local a = me:pick(1, board.all) local b = me:pick(1, board.all) for _ = 1, 400 do end ";
  test::Sources cards{{"never", card_text(two + "refuse('no')")}};
  std::vector<std::string> deck;
  for (int row = 1; row <= 4; ++row) {
    deck.push_back("row-" + std::to_string(row));
    cards.emplace_back(deck.back(), card_text(two +
                                              "if a.column ~= 5 or b.column ~= 5 or a.row + b.row ~= 10 then "
                                              "refuse('no') end me:place(board:points('A" +
                                              std::to_string(row) + "'))"));
  }
  deck.push_back("never");
  LookingTurn one(cards, deck, turn);
  CHECK(one.scripts.output() == "false\n");
  CHECK(one.scripts.steps() > 2 * one.scripts.most_searched());
  one.check_read_again();
  CHECK(one.scripts.output().find("true") == std::string::npos);
}

namespace {

std::string played_and_read(const test::Sources& cards, const std::vector<std::string>& deck) {
  LookingTurn one(cards, deck);
  one.check_read_again();
  return written(one.game);
}

const std::string kPlaysNext = "me:play(me:draw())";
// Every answer but one is refused, so that whoever looks goes the way that was found.
const std::string kOneWay =
    "local at = me:pick(1, board.all) "
    "if at.column ~= 5 or at.row ~= 5 then refuse('not E5') end ";

}  // namespace

TEST_CASE("probe: a way that was found is gone where its card lies deep in others, too") {
  // One card deeper nothing would be tried out, and any card be said to be playable.
  const std::string asks = kOneWay + "if me:can_play(me:draw()) then me:place(me:pick(1, board.empty)) end";
  const test::Sources cards{
      {"next", card_text(kPlaysNext)}, {"asks", card_text(asks)}, {"never", card_text("refuse('no')")}};
  CHECK(played_and_read(cards, {"next", "next", "next", "next", "asks", "never"}) ==
        "black: next next next next asks (E5) never\n");
}

TEST_CASE("probe: a way on which a search within was cut short is none") {
  // Each try takes a third of what a search may: the fourth has no time to find out that `never` cannot be played.
  const std::string asks =
      "local can = me:can_play(me:draw()) local at = me:pick(1, board.all) "
      "if can then me:place(me:pick(1, board.empty)) elseif at.column ~= 5 or at.row ~= 5 then refuse('not E5') end";
  const std::string is = played_and_read(
      {{"asks", card_text(asks)},
       {"never", card_text("me:pick(1, board.all) me:pick(1, board.all) for _ = 1, 150 do end refuse('no')")}},
      {"asks", "never"});
  INFO(is);
  CHECK(is.find("(unplayable asks)") != std::string::npos);
}

TEST_CASE("probe: a card found unplayable on a way that is gone is said to be so, where nobody could look") {
  const std::string is = played_and_read({{"next", card_text(kPlaysNext)},
                                          {"way", card_text(kOneWay + kPlaysNext + " me:place(at)")},
                                          {"never", card_text("refuse('no')")}},
                                         {"next", "next", "next", "next", "way", "next", "never"});
  CHECK(is.find("(unplayable never within 6)") != std::string::npos);
}

TEST_CASE("probe: a search within a way that is found has no more left to it than in the turn that goes it") {
  // Three searches of the turn leave the fourth an eighth of what one of its own would have.
  const std::string turn =
      "return turn { name = 'All', text = 't', play = function(me) local hard = me:draw() "
      "for _ = 1, 3 do me:can_play(hard) end me:discard(hard) me:play(me:draw()) me:stone() end }";
  const std::string two = "me:pick(1, board.all) me:pick(1, board.all) for _ = 1, 150 do end ";
  LookingTurn one({{"hard", card_text("me:pick(1, board.all) " + two + "refuse('no')")},
                   {"asks", card_text("local can = me:can_play(me:draw()) me:pick(1, board.all) "
                                      "if can then refuse('can') end me:place(me:pick(1, board.empty))")},
                   {"never", card_text(two + "refuse('no')")}},
                  {"hard", "asks", "never"}, turn);
  one.check_read_again();
  INFO(written(one.game));
  CHECK(written(one.game).find("(unplayable asks)") != std::string::npos);
}

TEST_CASE("probe: what effects try in vain, and the engine looks for, takes nothing from what they may do") {
  // Twice what the card takes would be too much, once by the player, or by the engine.
  const std::string asks = "for _ = 1, 19000 do end " + kOneWay + "me:place(me:pick(1, board.empty))";
  LookingTurn one({{"lies", test::laid("{ turns = 1 }",
                                       "when_turn_ends = function(me) for _ = 1, 3000 do end me:play(me:draw()) end")},
                   {"asks", card_text(asks)}},
                  {"lies", "asks"});
  one.check_read_again();
  CHECK(written(one.game).find("asks (E5)") != std::string::npos);
}

TEST_CASE("probe: cards that effects play are looked into as far as before, whatever the turn has looked for") {
  const std::string turn =
      "return turn { name = 'All', text = 't', play = function(me) local hard = me:draw() "
      "for _ = 1, 8 do me:can_play(hard) end me:discard(hard) me:play(me:draw()) me:stone() end }";
  const std::string three = "for _ = 1, 3 do me:pick(1, board.all) end for _ = 1, 150 do end ";
  LookingTurn one(
      {{"hard", card_text(three + "refuse('no')")},
       {"lies", test::laid("{ turns = 1 }", "when_turn_ends = function(me) me:play(me:draw()) end")},
       {"asks",
        card_text("if me:can_play(me:draw()) then refuse('can') end "
                  "if me:choose('a', 'b', 'c', 'd') ~= 'd' then refuse('no') end me:place(me:pick(1, board.empty))")},
       {"never", card_text("me:choose('a', 'b') refuse('no')")}},
      {"hard", "lies", "asks", "never"}, turn);
  one.check_read_again();
  INFO(written(one.game));
  CHECK(written(one.game).find("asks never (d)") != std::string::npos);
}

TEST_CASE("probe: what was claimed of a card within another one is over when that one fails for it") {
  if (kSanitized) return;  // 200,000 tries, some times over
  const std::string turn =
      "return turn { name = 'Both', text = 't', play = function(me) local c = me:draw() if c then me:play(c) end "
      "me:stone() end }";
  Table t({{"outer", card_text("if not me:play(me:draw()) then cannot('no') end")}, {"within", card_text(kRare)}},
          {"outer", "within"}, {}, {}, turn);
  REQUIRE(t.game.state() == Status::asks);
  REQUIRE(t.game.question().kind == QuestionKind::points);
  CHECK(unfinished_cards(t.game).size() == 2);
  REQUIRE(t.game.claim_unplayable(t.scripts));
  CHECK(written(t.game) == "black: outer (unplayable outer)\n");
  CHECK(t.game.question().kind == QuestionKind::stone);
  CHECK(unfinished_cards(t.game).empty());
}

TEST_CASE("probe: a card is claimed to be unplayable for those that it plays, and read again") {
  if (kSanitized) return;  // 200,000 tries, some times over
  const std::string play = "local c = me:draw() if c then me:play(c) end ";
  const std::string drawn = "board:lot(2, board.all) ";
  for (const std::string& outer : {play + "refuse('no')", drawn + play + "refuse('no')", play + drawn + "refuse('no')",
                                   play + play + "refuse('no')", "me:draw() " + play + "refuse('no')",
                                   std::string("local c = me:take() me:play(c) me:play(c) refuse('no')")}) {
    INFO(outer);
    const Bench bench({{"outer", card_text(outer)},
                       {"within", card_text("me:pick(4, board.all) me:pick(4, board.all) me:choose('a', 'b')")}});
    REQUIRE(bench.out.size() == 0);
    LuaLimits limits;
    limits.steps = 200'000;
    LuaScripts scripts(bench.variant, limits);
    RandomPlayer black(1, 0, false, kHasty), white(2, 0, false, kHasty);
    const std::vector<std::string> deck{"outer", "within", "within", "within"};
    Game game = bench.game(deck);
    game.advance(scripts, {&black, &white, nullptr}, 3);
    INFO(game.fault().message);
    REQUIRE(game.state() == Status::done);
    INFO(written(game));
    CHECK(written(game).find("black: outer (unplayable outer)\n") == 0);
    CHECK(read_again(bench.game(deck), scripts, game) == game.position().hash());
  }
}

TEST_CASE("probe: an effect that is claimed to do nothing is read again, whatever chance drew for it") {
  if (kSanitized) return;  // a search that ends when its time is over
  for (const std::string before : {"", "board:lot(2, board.all) "}) {
    INFO(before);
    Table t({{"lies", test::laid("", "when_turn_begins = function(me, opponent, board) " + before +
                                         "me:pick(4, board.all) me:pick(4, board.all) refuse('no') end")}},
            {"lies"});
    REQUIRE(t.game.state() == Status::asks);
    REQUIRE(t.game.question().kind == QuestionKind::points);
    const std::uint64_t hash = t.game.turn_start().hash();
    REQUIRE(t.game.claim_unplayable(t.scripts));
    INFO(written(t.game));
    CHECK(t.game.turn_start().hash() == hash);
    CHECK(t.game.question().kind == QuestionKind::stone);
    CHECK(read_again(t.bench.game({"lies"}), t.scripts, t.game) == t.game.position().hash());
    const Game again = t.game.replayed(t.bench.variant->ruleset, t.scripts);
    CHECK_FALSE(again.misfit());
    CHECK(again.position().hash() == t.game.position().hash());
  }
}

TEST_CASE("probe: of effects that are set off one after the other, each that does nothing is told by itself") {
  const std::string turn =
      "return turn { name = 'Two', text = 't', play = function(me) me:take() me:take() "
      "local c = me:pick_card(me.hand, 'must') if c then me:play(c) end end }";
  const std::string lies = test::laid("",
                                      "when_drawn = function(me, o) local c = o.hand.top "
                                      "if c then o:give(c) me:play(c) end cannot() end");
  Table t({{"lies", lies}, {"never", card_text("cannot('no')")}}, {"lies", "never"}, {"never", "lies"}, {}, turn);
  Answer first, second;
  first.make_card(1);
  second.make_card(2);
  REQUIRE(t.game.question().kind == QuestionKind::offer);
  REQUIRE(t.game.answer(t.scripts, t.game.question().cards[0] == t.game.rules().find_card("lies") ? first : second));
  const int turns = t.game.turn_start().turn;
  REQUIRE(t.game.question().kind == QuestionKind::offer);
  REQUIRE(t.game.answer(t.scripts, first, {}, false));
  CHECK(t.game.turn_start().turn == turns + 1);
  Game again = t.game;
  CHECK(again.rebuild(t.scripts, again.log().size()) != Status::mismatch);
  CHECK(again.position() == t.game.position());
}
