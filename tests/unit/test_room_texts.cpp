// Games as texts: set up, saved and loaded, as disputes, in other readings, as links.
#include <nlohmann/json.hpp>

#include "core/sanitized.hpp"
#include "scripting/dispute.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/project_folder.hpp"
#include "tests/unit/room_bench.hpp"

using namespace gofuda;
using namespace gofuda::tools;
using nlohmann::json;
using test::kArbiter;
using test::kOwner;
using test::RoomBench;

namespace {

// As `gofuda judge` does.
std::string judged(const std::string& text, const std::string& project = "") {
  Diagnostics out;
  std::vector<std::string> folders{GOFUDA_SOURCE_RULES_DIR};
  if (!project.empty()) folders.insert(folders.begin(), project);
  Library library(folders, out);
  auto dispute = parse_dispute("dispute.yaml", text, out);
  if (!dispute) return out.list().empty() ? "?" : to_text(out.list()[0]);
  const DisputeResult r = judge_dispute(library, *dispute);
  if (!r.errors.empty()) return to_text(r.errors[0]);
  for (const CaseResult& c : r.cases)
    if (!c.passed) return c.failures.empty() ? "failed" : to_text(c.failures[0]);
  return "";
}

void play_on(RoomBench& bench, int answers, std::uint64_t seed) {
  Random random(seed, 7);
  for (int n = 0; n < answers && !bench.state(kArbiter)["over"].get<bool>(); ++n)
    for (int tries = 0; tries < 400; ++tries)
      if (bench.say_any(kArbiter, bench.random_answer(kArbiter, random))) break;
}

const char* const kSame[] = {"board", "turn", "moves", "black", "white", "over", "to_move"};

}  // namespace

TEST_CASE("room texts: what is saved and what a link holds opens as the same game") {
  for (auto [variant, set] : {std::pair<const char*, json>{"dango-1996", json::object()},
                              {"card-go", {{"board.size", "9x9"}}},
                              {"qango-6", json::object()},
                              {"gomoku-skills", json::object()}}) {
    INFO(variant);
    RoomBench bench;
    for (const Who& who : {kOwner, kArbiter}) bench.join(who);
    bench.ask(kOwner, {{"do", "new"}, {"variant", variant}, {"seed", 12}, {"set", set}});
    play_on(bench, 40, 3);
    const json before = bench.state(kArbiter);
    for (const char* request : {"save", "link"}) {
      const std::string text = bench.ask(kOwner, {{"do", request}})["text"];
      INFO(text);
      bench.ask(kOwner, {{"do", "new"}, {"variant", "go"}});
      const json loaded = bench.ask(kOwner, {{"do", "load"}, {"text", text}});
      CHECK_FALSE(loaded.contains("misfit"));
      for (const char* key : kSame) CHECK(bench.state(kArbiter).value(key, json()) == before.value(key, json()));
    }
  }
  RoomBench bench;
  CHECK(bench.error(kOwner, {{"do", "load"}}) == "bad-request");
  CHECK(bench.error(kOwner, {{"do", "load"}, {"text", "variant: [go"}}) == "rules");
  const json loaded =
      bench.ask(kOwner, {{"do", "load"}, {"text", "dispute: d\nvariant: go\nplay:\n  - black: C3\n  - white: C3\n"}});
  CHECK(loaded["misfit"].get<std::string>().find("occupied") != std::string::npos);
}

TEST_CASE("room texts: a position is set up by clicks, with the rules on") {
  RoomBench bench;
  for (const Who& who : {kOwner, kArbiter}) bench.join(who);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "card-go"}, {"seed", 4}, {"set", {{"board.size", "5x5"}}}});
  const json before = bench.state(kArbiter);
  const std::string a = before["black"]["hand"].empty() ? "" : before["black"]["hand"][0].get<std::string>();
  bench.ask(kOwner, {{"do", "setup"}, {"black", {"A1", "B2"}}, {"white", "C3"}, {"to_move", "white"}});
  const json& now = bench.state(kArbiter);
  CHECK(now["board"]["black"] == json{"A1", "B2"});
  CHECK(now["board"]["white"] == json{"C3"});
  CHECK(now["to_move"] == "white");
  CHECK(now["black"]["hand"] == before["black"]["hand"]);
  CHECK(now["common"]["deck"].get<int>() + 2 >= before["common"]["deck"].get<int>());
  const std::string hands = bench.ask(kOwner, {{"do", "gallery"}})["cards"][0]["id"];
  bench.ask(kArbiter, {{"do", "setup"}, {"hands", {{"black", {hands}}}}});
  CHECK(bench.state(kArbiter)["black"]["hand"][0] == hands);
  CHECK(bench.error(kOwner, {{"do", "setup"}, {"black", {"Z9"}}}) == "rules");
  CHECK(bench.error(kOwner, {{"do", "setup"}, {"black", 5}}) == "bad-request");
  CHECK(bench.error(kOwner, {{"do", "setup"}, {"hands", {{"black", {"no-such-card"}}}}}) == "rules");
  CHECK(bench.error(kOwner, {{"do", "setup"}, {"hands", {{"green", {hands}}}}}) == "rules");
  CHECK(bench.error(kOwner, {{"do", "setup"}, {"black", {"A1"}}, {"white", {"A2", "B1"}}}) == "rules");  // no liberty
  CHECK(bench.error(kOwner, {{"do", "setup"}, {"to_move", "green"}}) == "bad-request");
  CHECK(bench.state(kArbiter)["board"]["black"] == json{"A1", "B2"});
}

TEST_CASE("room texts: a dispute is judged as the game stands, from any move") {
  for (const char* variant : {"dango-1996", "card-go", "qango-6", "go", "gomoku-skills"}) {
    RoomBench bench;
    for (const Who& who : {kOwner, kArbiter}) bench.join(who);
    bench.ask(kOwner, {{"do", "new"}, {"variant", variant}, {"seed", 21}});
    play_on(bench, 25, 5);
    const int of = bench.state(kArbiter)["of"];
    for (int from = 0; from <= of; from += kSanitized ? 9 : 3) {
      const json d = bench.ask(kArbiter, {{"do", "dispute"}, {"title", "Is it so: \"yes\"?"}, {"from", from}});
      INFO(variant << " from " << from << "\n" << d["text"].get<std::string>());
      CHECK(judged(d["text"]) == "");
    }
    CHECK(bench.error(kArbiter, {{"do", "dispute"}, {"from", of + 1}}) == "bad-request");
    CHECK(bench.error(kArbiter, {{"do", "dispute"}, {"expect", "much"}}) == "bad-request");
  }
}

TEST_CASE("room texts: a dispute of walls holds, and one at an open offer tells what is so when it is declined") {
  RoomBench walled;
  for (const Who& who : {kOwner, kArbiter}) walled.join(who);
  walled.ask(kOwner, {{"do", "load"},
                      {"text",
                       "dispute: d\nvariant: weiqi-carnival\nset: { turn.opening: \"0\" }\n"
                       "board: { black: E5 }\nhands: { black: [scaffold] }\nplay:\n"
                       "  - black: scaffold (C3)\n"}});
  const std::string text = walled.ask(kArbiter, {{"do", "dispute"}, {"title", "Walls"}})["text"];
  INFO(text);
  CHECK(text.find("\"walls\":\"C3\"") != std::string::npos);
  CHECK(judged(text) == "");

  test::ProjectFolder folder;
  folder.write("p/cards/hop.lua", test::ProjectFolder::card("Sweep", "board:remove(board.stones)"));
  folder.write("p/variants/turns/offer.lua",
               "return turn { name = 'Offer', text = 't', play = function(me, opponent) me:stone() "
               "if opponent:pick_card(opponent.hand, 'may') then me:skip() else me:play(me:draw()) end end }\n");
  folder.write("p/variants/mine.yaml",
               "variant: mine\nextends: go\nboard: { size: 5x5 }\nturn: offer\ndeck: mine\ndeal: { cards: 1 }\n");
  RoomBench bench(folder.project());
  for (const Who& who : {kOwner, kArbiter}) bench.join(who);
  bench.ask(kOwner, {{"do", "load"},
                     {"text",
                      "dispute: d\nvariant: mine\nboard: { white: C3 }\nhands: { white: [hop] }\n"
                      "decks: { black: [hop, hop], white: [hop] }\nplay:\n  - black: B2\n"}});
  CHECK(bench.state(kArbiter)["board"]["black"] == json{"B2"});
  const json d = bench.ask(kArbiter, {{"do", "dispute"}, {"title", "Offered"}, {"from", 0}});
  const std::string offered = d["text"];
  INFO(offered);
  CHECK(judged(offered, folder.project()) == "");
  CHECK(offered.find("expect: {\"board\":{\"black\":\"\",\"white\":\"\"}}") != std::string::npos);
  CHECK(d["note"].get<std::string>().find("an offer is open") != std::string::npos);
  CHECK(bench.state(kArbiter)["board"]["black"] == json{"B2"});  // the game itself waits
}

TEST_CASE("room texts: a refused play is a dispute, too, and its readings differ") {
  RoomBench bench;
  for (const Who& who : {kOwner, kArbiter}) bench.join(who);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "go"}, {"set", {{"board.size", "5x5"}}}});
  bench.ask(kOwner, {{"do", "setup"}, {"black", "A2 B1"}, {"to_move", "white"}});
  CHECK(bench.error(kOwner, {{"do", "try"}, {"seq", bench.seq()}, {"text", "A1"}}) == "suicide");
  const json why = bench.ask(kOwner, {{"do", "why"}, {"seq", bench.seq()}, {"text", "A1"}});
  bool allowed = false;
  for (const json& r : why["readings"]) allowed |= r["option"] == "rules.suicide" && r["legal"] == true;
  CHECK(allowed);
  const json d = bench.ask(kArbiter, {{"do", "dispute"}, {"title", "Suicide"}, {"from", 0}, {"play", "A1"}});
  const std::string text = d["text"];
  INFO(text);
  CHECK(text.find("suicide") != std::string::npos);
  CHECK(judged(text) == "");
  CHECK(bench.error(kArbiter, {{"do", "dispute"}, {"play", "quite"}}) == "bad-request");
  const json r =
      bench.ask(kArbiter, {{"do", "readings"}, {"text", text}, {"options", {"rules.suicide", "rules.komi=1.5"}}});
  CHECK(r["ruling"]["refused"]["code"] == "suicide");
  int differ = 0;
  for (const json& one : r["readings"]) differ += one["differs"]["refused"] == true;
  CHECK(differ == 1);  // "whole" forbids it, too
  CHECK(r["readings"].size() == 5);
  CHECK(bench.error(kArbiter, {{"do", "readings"}, {"text", text}, {"options", {"rules.komi"}}}) == "bad-request");
  CHECK(bench.error(kArbiter, {{"do", "readings"}, {"text", "x"}, {"options", {"rules.ko"}}}) == "rules");
}

TEST_CASE("room texts: readings are found beside the table, and those that nobody waits for are not told") {
  RoomBench bench;
  for (const Who& who : {kOwner, kArbiter}) bench.join(who);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "go"}, {"set", {{"board.size", "5x5"}}}});
  bench.say(kOwner, "C3");
  const auto ask = [&](const Who& who, int id, json request) {
    request["id"] = id;
    return bench.room.handle_text(who, request.dump());
  };
  const json readings{
      {"do", "readings"}, {"text", bench.ask(kArbiter, {{"do", "dispute"}})["text"]}, {"options", {"rules.ko"}}};
  const json why{{"do", "why"}, {"seq", bench.seq()}, {"text", "C3"}};
  // Others are answered meanwhile, and so is who asks; what was asked twice is found once.
  CHECK(ask(kArbiter, 101, readings) == "");
  CHECK(ask(kArbiter, 102, why) == "");
  CHECK(ask(kOwner, 103, why) == "");
  CHECK(json::parse(ask(kArbiter, 104, {{"do", "hello"}}))["ok"] == true);
  CHECK(ask(kArbiter, 105, why) == "");
  bench.read();
  CHECK(bench.late[2]["id"] == 102);
  CHECK(bench.late[2]["error"]["code"] == "stale");
  bench.late.clear();
  const auto first = bench.take_work();
  REQUIRE(first);
  CHECK(first->kind() == Work::Kind::reply);
  bench.say(kOwner, "B2");  // the game goes on
  bench.work();
  CHECK(bench.late[2]["id"] == 105);
  CHECK(bench.late[1]["id"] == 103);
  CHECK(bench.late[1]["reasons"][0]["code"] == "occupied");
  bench.late.clear();
  bench.room.leave(1);
  Work left = *first;
  left.run();
  bench.room.finish(left);
  bench.read();
  CHECK(bench.late[2]["id"] == 101);
  CHECK(bench.late[2]["readings"].size() > 1);
  // Who has gone is not waited for.
  CHECK(ask(kArbiter, 106, readings) == "");
  bench.late.clear();
  bench.room.leave(2);
  bench.work();
  bench.read();
  CHECK(bench.late.empty());
}

TEST_CASE("room texts: a game is read beside the table, and anew where rules are saved meanwhile") {
  RoomBench bench;
  bench.join(kOwner);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "go"}, {"set", {{"board.size", "5x5"}}}});
  const std::string text = R"({"do": "load", "id": 7, "text": "dispute: d\nvariant: go\nplay:\n  - black: C3\n"})";
  // Who saves without end is not followed.
  for (const int saves : {3, 2, 0}) {
    CAPTURE(saves);
    bench.late.clear();
    CHECK(bench.room.handle_text(kOwner, text) == "");
    for (int n = 0; n < saves; ++n) {
      CHECK(bench.late.empty());
      bench.room.files_changed({});
      for (int work = 0; work < 2; ++work) {
        auto one = bench.take_work();
        REQUIRE(one);
        bench.finish(*one);
      }
    }
    bench.work();
    const bool refused = saves == 3;
    CHECK(bench.late[1]["ok"] == !refused);
    if (refused) CHECK(bench.late[1]["error"]["code"] == "stale");
    CHECK(bench.state(kOwner)["of"] == (refused ? 0 : 1));
    bench.ask(kOwner, {{"do", "new"}, {"variant", "go"}, {"set", {{"board.size", "5x5"}}}});
  }
}

TEST_CASE("room texts: an earlier move of a game that is gone is not told") {
  RoomBench bench;
  bench.join(kOwner);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "go"}, {"set", {{"board.size", "5x5"}}}});
  bench.say(kOwner, "C3");
  CHECK(bench.room.handle_text(kOwner, R"({"do": "goto", "id": 7, "at": 1})") == "");
  bench.ask(kOwner, {{"do", "new"}, {"variant", "card-go"}});
  bench.say(kOwner, "pass");
  REQUIRE(bench.state(kOwner)["of"] == 1);
  bench.work();
  CHECK(bench.late[1]["id"] == 7);
  CHECK(bench.late[1]["error"]["code"] == "stale");
}
