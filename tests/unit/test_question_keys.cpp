// The identity of a question: the same on the spot, unwound and in the record; and what a record says that does not fit
// the rules.
#include <map>

#include "core/game.hpp"
#include "core/notation/answers.hpp"
#include "core/random_player.hpp"
#include "scripting/scripts.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/reply.hpp"
#include "tests/unit/script_bench.hpp"
#include "tests/unit/shipped.hpp"

using namespace gofuda;

namespace {

// A random player that keeps which question it answered at which place of the turn's record.
class Noting : public RandomPlayer {
 public:
  Noting(std::uint64_t seed, std::uint64_t game, std::map<std::size_t, QuestionKey>& keys)
      : RandomPlayer(seed, game), keys_(keys) {}
  bool answer(const Question& q, const Observation& seen, Answer& out) override {
    keys_.erase(keys_.lower_bound(seen.answered()), keys_.end());  // those of a play that is tried again
    if (!RandomPlayer::answer(q, seen, out)) return false;
    keys_[seen.answered()] = q.key;
    return true;
  }

 private:
  std::map<std::size_t, QuestionKey>& keys_;
};

struct KeyCounts {
  int answers = 0;
  std::map<QuestionKind, int> kinds;
};

Answer recorded_answer(const Game& game, const LogItem& item) {
  const auto numbers = game.log().numbers(item);
  const AnswerForm form = form_of(item.key.kind);
  const bool one = form == AnswerForm::label || form == AnswerForm::card;
  return Answer(form, numbers.first(one ? 1 : numbers.size()));
}

// The items of the record are what the players at the table were asked, and what a game that stops at each question
// asks when it is given the same answers.
void check_keys(const std::string& name, std::uint64_t seed, int turns, KeyCounts& counts) {
  auto variant = test::shipped(name);
  auto scripts = make_scripts(variant);
  Setup setup;
  setup.key = {seed, 1};
  Game spot(variant->ruleset, setup);
  std::map<std::size_t, QuestionKey> keys;
  Noting black(seed, 1, keys), white(seed, 2, keys);
  for (int turn = 0; turn < turns && !spot.over(); ++turn) {
    keys.clear();
    const std::size_t begin = spot.log().size();
    REQUIRE(spot.advance(*scripts, {&black, &white, nullptr}, 1) == Status::done);
    for (std::size_t i = begin; i < spot.log().size(); ++i) {
      const LogItem& item = spot.log()[i];
      if (!item.by_player()) continue;
      INFO(question_text(*variant->ruleset, item.key));
      REQUIRE(keys.contains(i - begin));
      CHECK(keys[i - begin] == item.key);
      ++counts.answers;
      ++counts.kinds[item.key.kind];
    }
  }
  Game unwound(variant->ruleset, setup);
  unwound.advance(*scripts);
  const Log& log = spot.log();
  for (std::size_t i = 0; i < log.size(); ++i) {
    if (!log[i].by_player()) continue;
    INFO("item " << i << ": " << question_text(*variant->ruleset, log[i].key));
    REQUIRE(unwound.state() == Status::asks);
    REQUIRE(unwound.log().size() == i);
    REQUIRE(unwound.question().key == log[i].key);
    const Verdict v = unwound.answer(*scripts, recorded_answer(spot, log[i]));
    INFO(to_string(v));
    REQUIRE(v);
  }
  REQUIRE(unwound.log().size() >= log.size());
  for (std::size_t i = 0; i < log.size(); ++i) CHECK(unwound.log()[i].key == log[i].key);
}

// The question that a game of one turn stops at when the card of its record is edited.
struct Edited {
  std::shared_ptr<const Ruleset> rules;
  Game game;
  std::string recorded, asked;
};

Edited edited(const std::string& before, const std::string& after, const std::vector<test::Numbers>& answers,
              const std::string& turn = test::kDrawTurn) {
  test::Table table({{"leap", test::card_text(before)}}, {"leap", "leap"}, {"leap"}, {}, turn);
  for (const test::Numbers& a : answers) REQUIRE(table.answer(a));
  test::Bench bench({{"leap", test::card_text(after)}}, turn);
  INFO(test::joined(bench.out));
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant);
  Edited out{bench.variant->ruleset, table.game.replayed(bench.variant->ruleset, scripts), "", ""};
  REQUIRE(out.game.state() == Status::mismatch);
  REQUIRE(out.game.misfit());
  const LogItem& item = out.game.log()[*out.game.misfit()];
  out.recorded = record_text(*out.rules, item, out.game.log().numbers(item));
  out.asked = question_text(*out.rules, out.game.question().key);
  return out;
}

}  // namespace

TEST_CASE("keys: every variant asks the same on the spot, unwound and in the record") {
  Diagnostics out;
  KeyCounts all;
  for (const std::string& name : Library({GOFUDA_SOURCE_RULES_DIR}, out).names(FileKind::variant))
    for (std::uint64_t seed : {1, 2, 3}) {
      INFO(name << ", seed " << seed);
      const int before = all.answers;
      check_keys(name, seed, 60, all);
      CHECK(all.answers > before + 4);
    }
  for (QuestionKind k : {QuestionKind::points, QuestionKind::placement, QuestionKind::stone, QuestionKind::choice,
                         QuestionKind::offer}) {
    INFO(question_kind_name(k));
    CHECK(all.kinds[k] > 20);
  }
}

TEST_CASE("keys: a record stops at the question that the edited card asks besides") {
  const std::string place = "me:place(me:pick(1, board.empty))";
  {
    const Edited e = edited(place, "me:choose('a', 'b') " + place, {test::at({"A1"})});
    CHECK(e.game.log()[*e.game.misfit()].key.kind == QuestionKind::points);
    CHECK(e.game.question().kind == QuestionKind::choice);
    CHECK(e.game.misfit_card() == kNoCard);
    CHECK(e.recorded == "black is asked for points for Card by Card");
    CHECK(e.asked == "black is asked for a label for Card by Card");
  }
  {  // after the turn's own question: the record goes on with White's card
    const Edited e = edited(place, place + " opponent:choose('a', 'b')", {test::at({"A1"})});
    CHECK(e.game.log()[*e.game.misfit()].kind == LogItem::shown);
    CHECK(e.game.question().kind == QuestionKind::choice);
    CHECK(e.recorded == "Card is turned up");
    CHECK(e.asked == "white is asked for a label for Card by Card (question 2)");
  }
  {  // the same question of the other side is another one
    const Edited e = edited(place, "me:place(opponent:pick(1, board.empty))", {test::at({"A1"})});
    CHECK(e.game.log()[*e.game.misfit()].key.seat == Seat::black);
    CHECK(e.game.question().key.seat == Seat::white);
  }
  {  // one question fewer: White's card is turned up where Black's second answer stands
    const Edited e = edited(place + " " + place, place, {test::at({"A1"}), test::at({"B1"})});
    CHECK(e.recorded == "black is asked for points for Card by Card (question 2)");
    REQUIRE(e.game.misfit_card() != kNoCard);
    CHECK(e.rules->cards[e.game.misfit_card()].id == "leap");
  }
}

TEST_CASE("keys: the same question of another script, for another card or later in the play is another one") {
  const auto turn = [](const std::string& play) {
    return "return turn { name = 'T', text = 't', play = function(me) local card = me:draw() " + play +
           " end, move = function(me) me:choose('a', 'b') return 1 end }";
  };
  {  // the first question of the second play is not the second of the first
    const std::string place = "me:place(me:pick(1, board.empty))";
    const Edited e =
        edited(place, place + " " + place, {test::at({"A1"}), test::at({"B1"})}, turn("me:play(card) me:play(card)"));
    CHECK(e.recorded == "black is asked for points for Card by Card");
    CHECK(e.asked == "black is asked for points for Card by Card (question 2)");
  }
  {
    const Edited e = edited("me:move()", "me:choose('a', 'b')", {{0}}, turn("me:play(card)"));
    CHECK(e.recorded == "black is asked for a label for Card by a part of the turn");
    CHECK(e.asked == "black is asked for a label for Card by Card");
  }
  {
    const Edited e = edited("me:skip()", "me:move()", {{0}}, turn("me:play(card) me:move()"));
    CHECK(e.recorded == "black is asked for a label by a part of the turn");
    CHECK(e.asked == "black is asked for a label for Card by a part of the turn");
  }
}

TEST_CASE("keys: a question of a record in words") {
  Ruleset rules;
  rules.cards.resize(2);
  rules.cards[0].name = "Leap";
  rules.cards[1].name = "Block";
  const auto text = [&](QuestionKey key) { return question_text(rules, key); };
  CHECK(text({QuestionKind::stone, Seat::white, kNoCard, {}, 0}) == "white is asked for a stone");
  CHECK(text({QuestionKind::offer, Seat::black, kNoCard, {ScriptRole::turn, kNoCard, Moment::play}, 1}) ==
        "black is asked for a card by the turn (question 2)");
  CHECK(text({QuestionKind::choice, Seat::black, kNoCard, {ScriptRole::part, kNoCard, Moment::play}, 0}) ==
        "black is asked for a label by a part of the turn");
  CHECK(text({QuestionKind::placement, Seat::black, 0, {}, 0}) == "black is asked for where to lay Leap");
  CHECK(text({QuestionKind::points, Seat::white, 1, {ScriptRole::card, 1, Moment::answer}, 0}) ==
        "white is asked for points for Block by Block in answer");
  CHECK(text({QuestionKind::points, Seat::white, 0, {ScriptRole::card, 1, Moment::before}, 2}) ==
        "white is asked for points for Leap by Block when announced (question 3)");
  CHECK(text({QuestionKind::lot, Seat::white, 7, {ScriptRole::card, 7, Moment::play}, 0}) ==
        "chance is asked for points by lot for a card that is gone by a card that is gone");
}
