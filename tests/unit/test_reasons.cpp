// Why cards could take no effect, what caused which moves, and what may be answered: as those at the table are told.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/notation/outline.hpp"
#include "core/notation/transcript.hpp"
#include "tests/unit/script_bench.hpp"
#include "tools/table/reasons.hpp"
#include "tools/table/scene_json.hpp"

using namespace gofuda;
using namespace gofuda::tools;
using test::at;
using test::card_text;
using test::kOne;

namespace {

const std::string kTake = card_text("board:remove(me:pick(1, opponent.stones, 'the stone to take'))");
const std::string kTwice = card_text("local p = me:pick(1, board.empty) me:place(p) me:place(p)");
const std::string kHandTurn =
    "return turn { name = 'Hand', text = 't', play = function(me) while not me.deck.empty do me:take() end "
    "local card = me:pick_card(me.hand, 'must', function(c) return me:can_play(c) end, 'to play') "
    "if card then me:play(card) else me:skip() end end }";

struct Told {
  test::Table t;
  Reasons reasons{t.bench.variant};
  Scene scene{*t.bench.variant, t.game, std::nullopt, {}, nullptr, false, &reasons};
  Told(const test::Sources& cards, const std::vector<std::string>& black, const std::vector<std::string>& white,
       const std::string& turn = test::kDrawTurn)
      : t(cards, black, white, {}, turn) {}
  std::vector<std::string> lines() const { return course_lines(scene, 0); }
};

bool has(const std::vector<std::string>& lines, const std::string& line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

}  // namespace

TEST_CASE("reasons: a move that took no effect says what stood in its way") {
  Told told({{"one", kOne}, {"take", kTake}, {"again", kTwice}}, {"take", "one"}, {"again", "one"});
  // Black's first card finds no stone, White's names one point twice whatever is answered.
  REQUIRE(told.t.now().moves.size() == 2);
  CHECK(told.lines()[0] == "black: Card cannot take effect (there is no point to choose from, and 1 is wanted)");
  CHECK(told.lines()[1].starts_with("white: Card cannot take effect (repeated-point"));
  REQUIRE(told.t.answer(at({"C3"})));
  CHECK(told.lines()[2] == "black: Card; sets black C3");
  // Taken back, it is told again, and another course of the game is told of by itself.
  REQUIRE(told.t.game.undo(told.t.scripts));
  CHECK(told.lines().size() == 2);
  CHECK(told.reasons.of_move(told.t.game, 0, true).starts_with("there is no point"));
  CHECK(told.reasons.of_move(told.t.game, 5, true).empty());
}

TEST_CASE("reasons: who need not know the points is told of none") {
  Told told({{"one", kOne}, {"at", card_text("me:place(board:points('C3') - board.none)")}}, {"one", "one"}, {"at"});
  REQUIRE(told.t.answer(at({"C3"})));
  CHECK(told.reasons.of_move(told.t.game, 1, true) ==
        "occupied at C3: A stone would be set on a point that is not empty.");
  CHECK(told.reasons.of_move(told.t.game, 1, false) == "occupied: A stone would be set on a point that is not empty.");
  told.scene.viewer = Seat::black;  // White's card
  CHECK(told.lines()[1] ==
        "white: Card cannot take effect (occupied: A stone would be set on a point that is not empty)");
}

TEST_CASE("reasons: a card of the hand that is not offered says why") {
  Told told({{"one", kOne}, {"take", kTake}}, {"one", "take", "take"}, {"one"}, kHandTurn);
  REQUIRE(told.scene.asks());
  const Reasons::NotOffered& left_out = told.reasons.not_offered(told.t.game);
  REQUIRE(left_out.size() == 1);  // both copies at once
  CHECK(left_out[0].second == "there is no point to choose from, and 1 is wanted");
  CHECK(has(plain_lines(told.scene), "asked: black: one (to play)"));
  CHECK(has(plain_lines(told.scene), "Not offered: Card (there is no point to choose from, and 1 is wanted)."));
  CHECK(page_json(told.scene, {})["asks"]["hints"].size() == 1);
  CHECK(page_json(told.scene, {})["asks"]["not_offered"] == nlohmann::json{{"take", left_out[0].second}});
  told.scene.viewer = Seat::white;  // who may not know Black's hand
  CHECK(asked_hints(told.scene).empty());
  CHECK_FALSE(page_json(told.scene, {})["asks"].contains("not_offered"));
}

TEST_CASE("reasons: what a turn says of what it asks stands beside the question, for who is asked") {
  const std::string turn =
      "return turn { name = 'T', text = 't', play = function(me) if #me.deck > 1 then "
      "because('the last card alone is played') me:take() me:stone() because('and one more') me:stone() "
      "else me:play(me:draw()) end end }";
  Told told({{"one", kOne}}, {"one", "one"}, {"one"}, turn);
  CHECK(asked_hints(told.scene) == std::vector<std::string>{"The turn: the last card alone is played."});
  REQUIRE(told.t.answer(at({"A1"})));
  CHECK(asked_hints(told.scene) == std::vector<std::string>{"The turn: and one more."});
  told.scene.viewer = Seat::white;
  CHECK(asked_hints(told.scene).empty());
  told.scene.viewer = std::nullopt;
  REQUIRE(told.t.answer(at({"B1"})));
  CHECK(asked_hints(told.scene).empty());  // White's card is played
}

TEST_CASE("reasons: a turn that was skipped because no card could be played says why, to who has the cards") {
  Told told({{"one", kOne}, {"take", kTake}}, {"take", "take"}, {"one"}, kHandTurn);
  REQUIRE(told.t.now().moves.size() == 1);  // Black's, who is not asked at all
  CHECK(told.lines()[0] ==
        "black: a lost turn (Card cannot be played: there is no point to choose from, and 1 is wanted)");
  told.scene.viewer = Seat::white;
  CHECK(told.lines()[0] == "black: a lost turn");
  told.scene.viewer = std::nullopt;
}

TEST_CASE("outline: a card stands before what it causes, with or without stones of its own") {
  Told told({{"pair", card_text("me:play(me:draw()) me:play(me:draw())")},
             {"both", card_text("me:play(me:draw()) me:place(me:pick(1, board.empty))")},
             {"one", kOne}},
            {"pair", "one", "one", "both", "one", "one"}, {"one", "one"});
  REQUIRE(told.t.answer(at({"A1"})));
  CHECK(has(told.lines(), "black plays Card"));  // not over yet
  REQUIRE(told.t.answer(at({"B1"})));
  REQUIRE(told.t.answer(at({"C1"})));
  REQUIRE(told.t.answer(at({"D1"})));
  REQUIRE(told.t.answer(at({"E1"})));
  CHECK(told.lines() == std::vector<std::string>{"black plays Card", "  black: Card; sets black A1",
                                                 "  black: Card; sets black B1", "white: Card; sets white C1",
                                                 "black plays Card", "  black: Card; sets black D1",
                                                 "black: Card; sets black E1"});
  const nlohmann::json moves = page_json(told.scene, {})["moves"];
  CHECK(moves[0]["before"] == nlohmann::json{"black plays Card"});
  CHECK(moves[0]["depth"] == 1);
  CHECK_FALSE(moves[2].contains("before"));
}

TEST_CASE("scene: what may be chosen is said and marked where it is not every empty point") {
  Told told({{"one", kOne},
             {"take", kTake},
             {"few", card_text("me:place(me:pick(1, board:row(2) * board.empty))")},
             {"most", card_text("me:place(me:pick(1, board.empty - board:points('A5 E5')))")}},
            {"one", "take", "few"}, {"one", "most"});
  CHECK(question_words(told.scene) == "1 point for Card");
  REQUIRE(told.t.answer(at({"A1"})));
  REQUIRE(told.t.answer(at({"B1"})));
  CHECK(question_words(told.scene) == "1 point for Card (the stone to take), on B1");
  CHECK(marked_points(told.scene).count() == 1);
  REQUIRE(told.t.answer(at({"B1"})));
  CHECK(question_words(told.scene) == "1 point for Card, not on A5 E5");
  CHECK(marked_points(told.scene) == last_points(told.t.game.position()));
  REQUIRE(told.t.answer(at({"B1"})));
  CHECK(question_words(told.scene) == "1 point for Card, on A2 B2 C2 D2 E2");
  CHECK(marked_points(told.scene).count() == 5);
}

TEST_CASE("placement: of a shape of two colours that lies there in several ways one says which") {
  const std::string shape = "return card { name = 'Cross', text = 't', shape = 'X O\\nO X' }";
  test::Table t({{"cross", shape}, {"one", kOne}}, {"cross"}, {"one"});
  const Verdict v = test::reply(t.game, t.scripts, at({"B2", "C2", "B3", "C3"}));
  CHECK(v.reason == Reason::not_a_placement);
  CHECK(v.detail.find("your own stones first") != std::string::npos);
  REQUIRE(test::reply(t.game, t.scripts, at({"C2", "B3", "B2", "C3"})));
  CHECK(t.now().board.at(parse_point("C2")) == Colour::black);
  CHECK(t.now().board.at(parse_point("B2")) == Colour::white);
}
