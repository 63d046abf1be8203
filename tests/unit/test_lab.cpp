// What games add up to, and where the numbers come from.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "scripting/library.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/project_folder.hpp"
#include "tests/unit/script_bench.hpp"
#include "tools/lab/report/summary.hpp"
#include "tools/lab/runner/batch.hpp"
#include "tools/lab/store/provenance.hpp"
#include "tools/lab/store/sha256.hpp"

using namespace gofuda;
using namespace gofuda::lab;
using test::Bench;

namespace {

GameRecord won(std::uint64_t number, Seat first, GameResult outcome) {
  GameRecord g;
  g.number = number, g.first = first, g.outcome = outcome, g.ending = Ending::win;
  g.turns = 10, g.moves = 12;
  return g;
}

GameRecord counted(std::uint64_t number, int margin) {
  GameRecord g = won(number, Seat::black,
                     margin > 0   ? GameResult::black
                     : margin < 0 ? GameResult::white
                                  : GameResult::draw);
  g.ending = Ending::passes, g.counted = true, g.margin = margin;
  return g;
}

Provenance some_provenance() {
  Provenance p;
  p.variant = "v", p.title = "V", p.black = p.white = "random", p.keep = "all", p.komi = 6500;
  return p;
}

}  // namespace

TEST_CASE("SHA-256 as FIPS 180-4 gives it") {
  CHECK(sha256("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK(sha256("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  CHECK(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  CHECK(sha256(std::string(1000000, 'a')) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST_CASE("rules that change while games of them are played are noted down as they were read") {
  const test::ProjectFolder folder;
  Diagnostics out;
  Library library({folder.project(), Library::installed_folder()}, out);
  lab::Plan plan;
  plan.variant = library.variant("mine", {}, {}, out);
  REQUIRE(plan.variant);
  const std::string before = folder.read("p/cards/hop.lua");
  for (const std::string name : {"p/cards/hop.lua", "p/cards/decks/mine.yaml", "p/variants/mine.yaml"})
    folder.write(name, "other");
  const Provenance p = provenance_of(plan, "all", 1);
  CHECK(std::ranges::count(p.files, sha256(before), &std::pair<std::string, std::string>::second) == 1);
  CHECK(std::ranges::count(p.files, sha256("other"), &std::pair<std::string, std::string>::second) == 0);
}

TEST_CASE("Games by outcome, and by who began") {
  lab::Tally t(0, 0);
  t.add(won(0, Seat::black, GameResult::black));
  t.add(won(1, Seat::white, GameResult::black));
  t.add(won(2, Seat::white, GameResult::white));
  t.add(counted(3, 0));
  GameRecord stopped = won(4, Seat::black, GameResult::stopped), failed = won(5, Seat::black, GameResult::fault);
  stopped.prisoners = failed.prisoners = {50, 50};
  failed.fault = "why";
  t.add(stopped);
  t.add(failed);
  CHECK(t.games == 6);
  CHECK(t.ended() == 4);
  CHECK(t.black_wins == 2);
  CHECK(t.white_wins == 1);
  CHECK(t.draws == 1);
  CHECK(t.stopped == 1);
  CHECK(t.faults == 1);
  CHECK(t.began == std::array<std::int64_t, 2>{2, 2});
  CHECK(t.began_wins == std::array<std::int64_t, 2>{1, 1});
  CHECK(t.began_draws == std::array<std::int64_t, 2>{1, 0});
  CHECK(t.prisoners == std::array<std::int64_t, 2>{0, 0});
  CHECK(total(t.turns) == 4);
  CHECK(t.fault_kinds.at("why").games == 1);
  CHECK(t.fault_kinds.at("why").first == 5);
}

TEST_CASE("The fair komi is the median of the lead without komi") {
  lab::Tally t(0, 0);
  int number = 0;
  for (int lead : {1, 3, 4, 7, 8, 20}) {
    GameRecord g = counted(static_cast<std::uint64_t>(number++), kWholePoint * lead - 6500);
    g.course = g.number + 1;
    t.add(g);
  }
  t.add(won(9, Seat::black, GameResult::black));  // not counted
  const nlohmann::json j = summary_json(some_provenance(), t, false);
  CHECK(j["score"]["games"] == 6);
  CHECK(j["score"]["komi"] == 6.5);
  CHECK(j["score"]["fair_komi"] == 5.5);
  CHECK(j["score"]["fair_komi_interval"] == nlohmann::json({1.0, 20.0}));
  CHECK(std::abs(j["score"]["mean"].get<double>() - (43 / 6.0 - 6.5)) < 1e-12);
}

TEST_CASE("Fair komi of a game that is mostly not counted is left out, with a sentence") {
  lab::Tally t(0, 0);
  for (std::uint64_t k = 0; k < 3; ++k) t.add(counted(k, kWholePoint));
  for (std::uint64_t k = 3; k < 7; ++k) t.add(won(k, Seat::black, GameResult::black));
  const nlohmann::json j = summary_json(some_provenance(), t, false);
  CHECK(j["score"]["games"] == 3);
  CHECK(j["score"]["fair_komi"].is_null());
  CHECK(j["score"]["fair_komi_interval"].is_null());
  bool told = false;
  for (const std::string& line : summary_lines({}, j)) {
    told |= line.find("Fair komi is left out: of 7 games that ended 3 were counted") != std::string::npos;
    CHECK_FALSE(line.starts_with("  fair komi"));
  }
  CHECK(told);
}

TEST_CASE("Obstacles of a card are told by how often they were met, and rare ones go together") {
  lab::Tally one(0, 1), all(0, 1);
  GameRecord g = won(0, Seat::black, GameResult::black);
  g.cards.resize(1);
  g.cards[0].unplayable = {10, 0};
  g.obstacles = {{0, "ko", 1}, {0, "suicide", 9}};
  one.add(g);
  all.add(one), all.add(one);
  Provenance p = some_provenance();
  p.cards = {{"one", "One"}};
  const nlohmann::json j = summary_json(p, all, false);
  CHECK(j["cards"][0]["obstacles"] ==
        nlohmann::json{{{"reason", "suicide"}, {"times", 18}}, {{"reason", "ko"}, {"times", 2}}});
  std::string told;  // with its broken lines as one
  for (const std::string& line : summary_lines({}, j))
    told += line.substr(std::min(line.size(), line.find_first_not_of(' '))) + " ";
  CHECK(told.find("unplayable 20 of 20 times (100 %); of 20 looked at: suicide 18 (90 %), ko 2 (10 %)") !=
        std::string::npos);
  lab::Tally many(0, 1);
  for (int i = 0; i < 40; ++i) one.cards[0].obstacles["reason " + std::to_string(100 + i)] = 1;
  many.add(one);
  CHECK(many.cards[0].obstacles.size() == lab::CardTally::kMostObstacles + 1);
  CHECK(many.cards[0].obstacles.at(lab::CardTally::kOtherObstacles) == 20);
}

TEST_CASE("A report of nothing, of draws alone and of one side's wins alone") {
  lab::Tally none(0, 0), draws(0, 0), wins(0, 0);
  for (std::uint64_t k = 0; k < 10; ++k) draws.add(counted(k, 0)), wins.add(counted(k, 7));
  const Provenance p = some_provenance();
  nlohmann::json j = summary_json(p, none, true);
  CHECK(j["black_wins"]["rate"].is_null());
  CHECK(j["black_wins"]["interval"] == nlohmann::json({0.0, 1.0}));
  CHECK(j["time"]["seconds_per_game"].is_null());
  CHECK_FALSE(summary_lines({}, j).empty());
  j = summary_json(p, draws, false);
  CHECK(j["draws"]["rate"] == 1.0);
  CHECK(j["black_wins"]["rate"] == 0.0);
  CHECK(j["black_wins"]["interval"][0] == 0.0);
  CHECK(j["score"]["fair_komi"] == 6.5);
  CHECK_FALSE(j.contains("time"));
  j = summary_json(p, wins, false);
  CHECK(j["black_wins"]["rate"] == 1.0);
  CHECK(j["black_wins"]["interval"][1] == 1.0);
  CHECK(j["beginner_wins"]["rate"] == 1.0);
}

TEST_CASE("The side that has a card more often") {
  lab::Tally t(0, 1);
  auto game = [&](std::uint64_t number, Seat first, GameResult o, std::uint16_t black, std::uint16_t white) {
    GameRecord g = won(number, first, o);
    g.cards.resize(1);
    g.cards[0].drawn = {black, white};
    t.add(g);
  };
  game(0, Seat::black, GameResult::black, 1, 0);  // who began had it alone, and won
  game(1, Seat::black, GameResult::white, 3, 2);  // had it more often, and lost
  game(2, Seat::white, GameResult::black, 2, 0);  // the other side had it alone, and won
  game(3, Seat::white, GameResult::white, 0, 1);  // who began had it alone, and won
  game(4, Seat::black, GameResult::black, 2, 2);  // as often
  game(5, Seat::black, GameResult::draw, 1, 0);   // no winner
  const CardTally& c = t.cards[0];
  CHECK(c.drawn == std::array<std::int64_t, 2>{9, 5});
  CHECK(c.when_drawn.more.first_games == 3);
  CHECK(c.when_drawn.more.first_wins == 2);
  CHECK(c.when_drawn.more.second_games == 1);
  CHECK(c.when_drawn.more.second_wins == 0);
  CHECK(c.when_drawn.only.first_games == 2);
  CHECK(c.when_drawn.only.first_wins == 2);
  CHECK(c.when_drawn.only.second_games == 1);
  Provenance p = some_provenance();
  p.cards = {{"ant", "Ant"}};
  const nlohmann::json j = summary_json(p, t, false)["cards"][0]["wins_when_drawn"];
  CHECK(j["more"]["of"] == 4);
  CHECK(j["more"]["games"] == 3);
  CHECK(j["only"]["games"] == 3);
  CHECK(std::abs(j["more"]["effect"].get<double>() - 2 / 3.0) < 1e-12);
  CHECK(j["more"]["p"] == j["more"]["p_adjusted"]);  // one test
}

TEST_CASE("Sums do not depend on how the games are handed over") {
  auto game = [](std::uint64_t k) {
    GameRecord g = k % 7 == 0 ? won(k, Seat::black, GameResult::fault) : counted(k, static_cast<int>(k % 11) - 5);
    if (k % 7 == 0) g.fault = "fault " + std::to_string(k % 700 / 7);
    return g;
  };
  lab::Tally one(0, 0);
  for (std::uint64_t k = 0; k < 2000; ++k) {
    lab::Tally single(0, 0);
    single.add(game(k));
    one.add(single);
  }
  for (std::uint64_t size : {2u, 17u, 2000u}) {
    lab::Tally parts(0, 0);
    for (std::uint64_t k = 0; k < 2000; k += size) {
      lab::Tally chunk(0, 0);
      for (std::uint64_t i = k; i < std::min<std::uint64_t>(k + size, 2000); ++i) chunk.add(game(i));
      parts.add(chunk);
    }
    CHECK(summary_json(some_provenance(), parts, false) == summary_json(some_provenance(), one, false));
  }
  CHECK(one.fault_kinds.size() == lab::Tally::kMostFaultKinds + 1);
}

TEST_CASE("What cards did in a game") {
  const std::string turn =
      "return turn { name = 'Hand', text = 't', play = function(me) if not me.deck.empty then me:take() end "
      "if #me.hand > 1 then me:play(me.hand.top) else me:stone() end end }";
  auto card = [](const std::string& name, const std::string& what) {
    return "return card { name = '" + name + "', text = 't', play = function(me, opponent, board) " + what + " end }";
  };
  Bench bench({{"ant", card("Ant", "me:place(me:pick(1, board.empty))")},
               {"bee", card("Bee", "me:place(me:pick(1, board.empty))")}},
              turn);
  auto rules = std::make_shared<Ruleset>(*bench.variant->ruleset);
  for (int owner : {0, 1}) rules->decks[static_cast<std::size_t>(owner)] = {0, 1, 0, 1};
  bench.variant->ruleset = rules;
  Plan plan;
  plan.variant = bench.variant;
  plan.most_turns = 4;
  Runner runner(plan);
  const GameRecord g = *runner.play(0);
  CHECK(g.outcome == GameResult::stopped);
  CHECK(g.turns == 4);
  int drawn = 0, played = 0;
  for (const CardUse& u : g.cards)
    for (std::size_t s = 0; s < 2; ++s) drawn += u.drawn[s], played += u.played[s];
  CHECK(drawn == 4);
  CHECK(played == 2);
  CHECK(runner.play(1)->number == 1);
  const GameRecord again = *runner.play(0);
  for (std::size_t c = 0; c < g.cards.size(); ++c) CHECK(again.cards[c].drawn == g.cards[c].drawn);
}

TEST_CASE("Games from a position: its stones, hands and turn, and decks in an order of their own") {
  const test::Sources cards{{"a", test::card_text("")}, {"b", test::card_text("")}, {"c", test::card_text("")}};
  const Bench bench(cards,
                    "return turn { name = 'T', text = 't', play = function(me) if not me.deck.empty then me:take() end "
                    "me:stone() end }");
  REQUIRE(bench.out.size() == 0);
  LuaScripts scripts(bench.variant);
  Game game = bench.game({"c", "a", "b"});
  RandomPlayer random(1);
  REQUIRE(game.advance(scripts, {&random, &random, nullptr}, 1) == Status::done);  // Black has taken c
  Plan plan;
  plan.variant = bench.variant;
  plan.most_turns = 2;
  plan.from = std::make_shared<Position>(game.turn_start());
  Runner runner(plan);
  int a_first = 0;
  for (std::uint64_t k = 0; k < 400; ++k) {
    const GameRecord& r = *runner.play(k);
    REQUIRE(r.outcome == GameResult::stopped);
    CHECK(r.turns == 2);
    CHECK(r.first == Seat::white);
    CHECK(r.cards[2].drawn[0] == 1);                        // in the hand
    CHECK(r.cards[0].drawn[0] + r.cards[1].drawn[0] == 1);  // in the second turn
    a_first += r.cards[0].drawn[0];
  }
  CHECK(a_first > 150);
  CHECK(a_first < 250);
}

TEST_CASE("A command as it would be typed, and what tells two apart") {
  Provenance p = some_provenance(), q = p;
  p.settings = {"board.size=9x9", "win=it's"};
  p.games = 7;
  CHECK(p.command() ==
        "gofuda simulate v --games 7 --set board.size=9x9 --set 'win=it'\\''s' --black random --white random --seed 1 "
        "--max-turns 0");
  CHECK(q.differences(q).empty());
  CHECK(p.differences(q) == std::vector<std::string>{"settings: none, not board.size=9x9 win=it's"});
  p = q;
  p.files = {{"a.lua", "1"}, {"b.lua", "2"}};
  q.files = {{"elsewhere/a.lua", "1"}, {"b.lua", "3"}};
  CHECK(p.differences(q) == std::vector<std::string>{"rules: b.lua has other content"});
}

TEST_CASE("A batch hands its games over in order, without a gap, also when it is stopped") {
  Bench bench({});
  Batch batch;
  batch.plan.variant = bench.variant;
  batch.plan.most_turns = 30;
  batch.first = 5, batch.end = 3000, batch.threads = 3, batch.keep_games = true;
  std::atomic<int> stop{0};
  batch.stop = &stop;
  for (bool stopped : {false, true}) {
    std::uint64_t next = 5, games = 0;
    stop = 0;
    run_batch(
        batch,
        [&](Chunk& c) {
          CHECK(c.first == next);
          CHECK(c.games.size() == c.end - c.first);
          CHECK(c.games.front().number == c.first);
          CHECK(c.tally.games == static_cast<std::int64_t>(c.end - c.first));
          next = c.end;
          games += c.games.size();
          if (stopped) stop = 2;
        },
        [] {});
    CHECK(games == next - 5);
    if (stopped)
      CHECK(next < 3000);
    else
      CHECK(next == 3000);
  }
  CHECK_THROWS_AS(run_batch(
                      batch, [](Chunk&) {}, [] { throw std::runtime_error("tick"); }),
                  std::runtime_error);
  stop = 0;
  CHECK_THROWS_AS(run_batch(
                      batch, [](Chunk&) { throw std::runtime_error("fold"); }, [] {}),
                  std::runtime_error);
}
