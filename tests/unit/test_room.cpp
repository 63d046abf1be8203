// The protocol of the table: each request right and wrong, and whole games played through it alone.
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "tests/unit/catch.hpp"
#include "tests/unit/room_bench.hpp"
#include "tools/table/room.hpp"

using namespace gofuda;
using namespace gofuda::tools;
using nlohmann::json;
using test::kArbiter;
using test::kBlack;
using test::kOnlooker;
using test::kOwner;
using test::kWhite;
using test::RoomBench;

namespace {

constexpr Who kEverybody[] = {kOwner, kArbiter, kBlack, kWhite, kOnlooker};

}  // namespace

TEST_CASE("room: the README's table of requests is the one that is checked") {
  std::ifstream in(std::string(GOFUDA_SOURCE_RULES_DIR) + "/tools/table/README.md");
  std::map<std::string, std::pair<std::string, std::vector<std::string>>> told, are;
  const std::regex row("^\\| `([a-z]+)` \\| ([a-z, ]+) \\|([^|]*)\\|.*"), field("`([a-z_]+)`");
  for (std::string line; std::getline(in, line);) {
    std::smatch m;
    if (!std::regex_match(line, m, row)) continue;
    // What stands in brackets explains a field's values.
    const std::string fields = std::regex_replace(m[3].str(), std::regex("\\([^)]*\\)"), "");
    auto& entry = told[m[1]];
    entry.first = m[2];
    for (std::sregex_iterator it(fields.begin(), fields.end(), field), end; it != end; ++it)
      entry.second.push_back((*it)[1]);
  }
  for (const RequestRow& r : Room::requests())
    are[std::string(r.name)] = {std::string(r.who), {r.fields.begin(), r.fields.end()}};
  CHECK(are.size() >= 29);
  for (auto& [name, entry] : told) {
    INFO(name);
    CHECK(are[name] == entry);
  }
  for (auto& [name, entry] : are) {
    INFO(name);
    CHECK(told.contains(name));
  }
}

TEST_CASE("room: who may not ask is told so, and a field that there is not is named") {
  for (const RequestRow& r : Room::requests())
    for (const Who& who : kEverybody) {
      RoomBench bench;
      const bool may = r.who == "all" || who.role == Role::owner || (r.who == "seats" && who.role != Role::onlooker) ||
                       (r.who == "owner, arbiter" && who.role == Role::arbiter);
      INFO(r.name << " by " << role_name(who.role));
      CHECK((bench.error(who, {{"do", r.name}}) == "not-allowed") == !may);
      if (may) CHECK(bench.text(who, {{"do", r.name}, {"quite", 1}}).find("quite") != std::string::npos);
    }
  RoomBench bench;
  CHECK(bench.error(kOwner, {{"do", "anser"}}) == "unknown-request");
  CHECK(bench.text(kOwner, {{"do", "anser"}}).find("answer") != std::string::npos);
  CHECK(bench.error(kOwner, json::array()) == "bad-request");
  CHECK(bench.error(kOwner, {{"do", 1}}) == "bad-request");
  CHECK(json::parse(bench.room.handle_text(kOwner, "{"))["error"]["code"] == "bad-request");
  CHECK(bench.room.handle(kOwner, {{"id", 7}, {"do", "hello"}})["id"] == 7);
  std::string deep(5000, '[');
  CHECK(json::parse(bench.room.handle_text(kOwner, deep + std::string(5000, ']')))["error"]["code"] == "bad-request");
}

TEST_CASE("room: without a game most requests say so") {
  RoomBench bench;
  for (const char* name : {"undo", "save", "link", "gallery", "dispute", "setup", "hint", "seat", "simulate"})
    CHECK(bench.error(kOwner, {{"do", name}}) == "no-game");
  CHECK(bench.error(kOwner, {{"do", "answer"}, {"seq", 0}, {"text", "A1"}}) == "no-game");
  CHECK(bench.error(kOwner, {{"do", "places"}, {"seq", 0}}) == "no-game");
  CHECK(bench.ask(kOwner, {{"do", "hello"}})["game"] == false);
}

TEST_CASE("room: a game of go is begun, answered, tried, taken back and gone back in") {
  RoomBench bench;
  for (const Who& who : kEverybody) bench.join(who);
  CHECK(bench.error(kOwner, {{"do", "new"}, {"variant", "goo"}}) == "bad-request");
  CHECK(bench.error(kOwner, {{"do", "new"}, {"variant", "go"}, {"set", {{"rules.kom", "6"}}}}) == "rules");
  CHECK(bench.error(kOwner, {{"do", "new"}, {"variant", "go"}, {"black", "nobody"}}) == "bad-request");
  bench.ask(kOwner, {{"do", "new"}, {"variant", "go"}, {"set", {{"board.size", "5x5"}}}, {"seed", 77123456}});
  CHECK(bench.state(kBlack)["asks"]["seat"] == "black");
  CHECK(bench.state(kBlack)["game"]["set"]["board.size"] == "5x5");
  CHECK_FALSE(bench.state(kBlack)["game"].contains("seed"));
  CHECK(bench.state(kArbiter)["game"]["seed"] == 77123456);
  const auto seq = bench.seq();
  CHECK(bench.error(kWhite, {{"do", "answer"}, {"seq", seq}, {"text", "C3"}}) == "not-allowed");
  CHECK(bench.error(kBlack, {{"do", "answer"}, {"seq", seq + 1}, {"text", "C3"}}) == "stale");
  CHECK(bench.error(kBlack, {{"do", "answer"}, {"seq", seq}, {"text", "Z9"}}) == "off-board");
  CHECK(bench.error(kBlack, {{"do", "answer"}, {"seq", seq}, {"text", "quite"}}) == "bad-request");
  CHECK(bench.ask(kBlack, {{"do", "try"}, {"seq", seq}, {"text", "C3"}})["board"]["black"] == json{"C3"});
  CHECK(bench.seq() == seq);
  bench.say(kBlack, "C3");
  CHECK(bench.seq() == seq + 1);
  CHECK(bench.state(kOnlooker)["moves"][0]["set"]["black"] == json{"C3"});
  CHECK(bench.error(kWhite, {{"do", "try"}, {"seq", bench.seq()}, {"text", "C3"}}) == "occupied");
  const json why = bench.ask(kWhite, {{"do", "why"}, {"seq", bench.seq()}, {"text", "C3"}});
  CHECK(why["reasons"][0]["points"] == json{"C3"});
  const json places = bench.ask(kWhite, {{"do", "places"}, {"seq", bench.seq()}});
  CHECK(places["refused"] == json{{"C3", "occupied"}});
  CHECK(places["says"] == json{{"occupied", "A stone would be set on a point that is not empty."}});
  CHECK(bench.error(kWhite, {{"do", "undo"}}) == "not-allowed");
  bench.ask(kBlack, {{"do", "undo"}});
  CHECK(bench.state(kBlack)["board"]["black"].empty());
  bench.say(kBlack, "C3");
  bench.say(kWhite, "C2");
  CHECK(bench.error(kBlack, {{"do", "undo"}}) == "not-allowed");  // across White's answer
  bench.ask(kWhite, {{"do", "undo"}});
  bench.say(kWhite, "B3");
  const json then = bench.ask(kOnlooker, {{"do", "goto"}, {"at", 1}})["state"];
  CHECK(then["at"] == 1);
  CHECK(then["of"] == 2);
  CHECK(then["board"]["white"].empty());
  CHECK_FALSE(then.contains("asks"));
  CHECK(bench.error(kOnlooker, {{"do", "goto"}, {"at", 3}}) == "bad-request");
  CHECK(bench.error(kOnlooker, {{"do", "goto"}, {"at", "1"}}) == "bad-request");
  // A branch, and back to the old line.
  CHECK(bench.error(kOwner, {{"do", "branch"}, {"at", 2}}) == "bad-request");
  CHECK(bench.error(kOwner, {{"do", "branch"}}) == "bad-request");
  const json before = bench.state(kArbiter);
  bench.ask(kOwner, {{"do", "branch"}, {"at", 1}});
  bench.say(kWhite, "D4");
  const json kept = bench.state(kOwner)["branches"][0];
  CHECK(kept["at"] == 1);
  CHECK(kept["of"] == 2);
  CHECK(bench.error(kOwner, {{"do", "branch"}, {"branch", 99}}) == "bad-request");
  bench.ask(kOwner, {{"do", "branch"}, {"branch", kept["branch"]}});
  for (const char* key : {"board", "moves", "asks", "turn", "black", "white"})
    CHECK(bench.state(kArbiter)[key] == before[key]);
}

TEST_CASE("room: the owner sees the seat that is asked, that nobody else sits at, or what is wished") {
  RoomBench bench;
  bench.join(kOwner);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "card-go"}, {"seed", 5}});
  CHECK(bench.state(kOwner)["sees"] == bench.state(kOwner)["asks"]["seat"]);
  bench.join(kWhite);
  bench.ask(kOwner, {{"do", "hello"}});
  CHECK(bench.state(kOwner)["sees"] == "black");
  CHECK(bench.error(kOwner, {{"do", "view"}, {"as", "both"}}) == "bad-request");
  CHECK(bench.ask(kOwner, {{"do", "view"}, {"as", "all"}})["sees"] == "all");
  CHECK(bench.state(kOwner)["game"]["seed"] == 5);
}

TEST_CASE("room: programs play at their seats, turn by turn, can be stopped and give hints") {
  RoomBench bench;
  bench.join(kOwner);
  bench.ask(kOwner, {{"do", "pace"}, {"ms", 250}});
  CHECK(bench.error(kOwner, {{"do", "pace"}, {"ms", -1}}) == "bad-request");
  bench.ask(kOwner, {{"do", "new"}, {"variant", "go"}, {"set", {{"board.size", "5x5"}}}, {"white", "random"}});
  bench.say(kOwner, "C3");
  CHECK(bench.state(kOwner)["thinking"] == "white");
  auto work = bench.take_work();
  REQUIRE(work);
  CHECK(work->wait() == std::chrono::milliseconds(250));
  CHECK_FALSE(bench.take_work());
  CHECK(bench.error(kOwner, {{"do", "answer"}, {"seq", bench.seq()}, {"text", "B2"}}) == "not-allowed");
  work->run();
  bench.room.finish(*work);
  bench.read();
  CHECK(bench.state(kOwner)["moves"].size() == 2);
  CHECK(bench.state(kOwner)["asks"]["seat"] == "black");
  // A hint.
  CHECK(bench.error(kOwner, {{"do", "hint"}, {"player", "gnugo"}}) == "not-allowed");
  CHECK(bench.error(kOwner, {{"do", "hint"}, {"player", "nobody"}}) == "bad-request");
  bench.ask(kOwner, {{"do", "hint"}, {"player", "mcts:playouts=50,knows=1"}});
  bench.work();
  const json hint = bench.last(kOwner, "hint");
  CHECK(hint["points"].size() == 1);
  bench.say(kOwner, hint["text"]);
  // What was begun for another state is dropped.
  work = bench.take_work();
  REQUIRE(work);
  work->run();
  bench.ask(kOwner, {{"do", "undo"}});
  bench.room.finish(*work);
  bench.read();
  CHECK(bench.state(kOwner)["moves"].size() == 2);
  // Stopped, and let go on.
  bench.say(kOwner, hint["text"]);
  CHECK(bench.error(kOwner, {{"do", "stop"}, {"job", 12345}}) == "bad-request");
  bench.ask(kOwner, {{"do", "stop"}, {"job", bench.state(kOwner)["job"]}});
  CHECK(bench.state(kOwner).contains("paused"));
  bench.work();
  CHECK(bench.state(kOwner)["moves"].size() == 3);
  CHECK(bench.error(kOwner, {{"do", "seat"}, {"white", "nobody"}}) == "bad-request");
  bench.ask(kOwner, {{"do", "seat"}, {"white", "greedy"}});
  bench.work();
  CHECK(bench.state(kOwner)["moves"].size() == 4);
}

TEST_CASE("room: each player of the lab sits at either seat, and answers there", "[minutes]") {
  RoomBench bench;
  bench.join(kOwner);
  const json players = bench.ask(kOwner, {{"do", "games"}})["players"];
  REQUIRE(players.size() >= 5);
  for (const json& player : players)
    for (const char* seat : {"black", "white"}) {
      const std::string name = player["name"];
      INFO(name << " as " << seat);
      bench.ask(kOwner, {{"do", "new"}, {"variant", "go"}, {"set", {{"board.size", "5x5"}}}, {"white", "human"}});
      if (seat == std::string("white")) bench.say(kOwner, "B2");
      json request{{"do", "seat"}, {"black", "human"}, {"white", "human"}};
      request[seat] = name;
      bench.ask(kOwner, request);
      CHECK(bench.state(kOwner)["players"][seat] == name);
      if (name == "gnugo") continue;  // which may not be installed here
      bench.work();
      CHECK(bench.state(kOwner)["moves"].size() == (seat == std::string("white") ? 2 : 1));
      CHECK_FALSE(bench.state(kOwner).contains("paused"));
    }
}

TEST_CASE("room: games are simulated from the start and from the position, beside this one") {
  RoomBench bench;
  bench.join(kOwner);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "dango-1996"}, {"seed", 3}});
  CHECK(bench.error(kOwner, {{"do", "simulate"}, {"black", "human"}}) == "bad-request");
  CHECK(bench.error(kOwner, {{"do", "simulate"}, {"from", "here"}}) == "bad-request");
  for (const char* from : {"start", "position"}) {
    bench.ask(kOwner, {{"do", "simulate"}, {"games", 20}, {"from", from}});
    CHECK(bench.error(kOwner, {{"do", "simulate"}}) == "busy");
    bench.work();
    const json figures = bench.last(kOwner, "figures");
    CHECK(figures["games"] == 20);
    CHECK(figures["running"] == false);
    CHECK(figures["black_wins"].get<int>() + figures["white_wins"].get<int>() + figures["ties"].get<int>() == 20);
    CHECK(figures["low"] < figures["rate"]);
  }
}

TEST_CASE("room: cards are shown with their orientations, options and where they are") {
  RoomBench bench;
  bench.join(kOwner);
  CHECK(bench.error(kOwner, {{"do", "gallery"}, {"variant", "dang"}}) == "bad-request");
  const json cards = bench.ask(kOnlooker, {{"do", "gallery"}, {"variant", "dango-1996"}})["cards"];
  CHECK(cards.size() > 30);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "dango-1996"}, {"seed", 3}});
  const json now = bench.ask(kOwner, {{"do", "gallery"}})["cards"];
  const json up = bench.state(kOwner)["card"];
  int seen = 0;
  for (const json& card : now) seen += card["seen"].get<int>();
  CHECK(seen == 1);
  CHECK(up["id"].is_string());
  const json games = bench.ask(kOnlooker, {{"do", "games"}});
  CHECK(games["variants"].size() >= 15);
  CHECK(games["players"].size() >= 4);
}

namespace {

// A whole game by random answers out of `places` and what is asked, by two seats and nobody else.
int play_whole(RoomBench& bench, const char* variant, std::uint64_t seed, const json& set, int most) {
  bench.join(kBlack);
  bench.join(kWhite);
  bench.ask(kOwner, {{"do", "new"}, {"variant", variant}, {"seed", seed}, {"set", set}});
  Random random(seed, 99);
  int answers = 0;
  while (answers < most && !bench.state(kBlack)["over"].get<bool>()) {
    const Who who = bench.state(kBlack)["asks"]["seat"] == "black" ? kBlack : kWhite;
    bool said = false;
    for (int tries = 0; tries < 400 && !said; ++tries) said = bench.say_any(who, bench.random_answer(who, random));
    INFO(bench.state(who).dump());
    REQUIRE(said);
    ++answers;
  }
  return answers;
}

}  // namespace

TEST_CASE("room: whole games are played by two seats through the protocol alone", "[minutes]") {
  const std::pair<const char*, json> games[] = {{"dango-1996", json::object()},
                                                {"dango-2019", {{"board.size", "9x9"}}},
                                                {"card-go", {{"board.size", "9x9"}}},
                                                {"qango-6", json::object()},
                                                {"qango-7-plus", json::object()},
                                                {"gomoku-skills", json::object()},
                                                {"joker-go-1984", {{"board.size", "7x7"}}},
                                                {"v-card-go", json::object()},
                                                {"dgo", {{"board.size", "7x7"}}},
                                                {"go", {{"board.size", "4x4"}}}};
  for (const auto& [variant, set] : games) {
    INFO(variant);
    RoomBench bench;
    const int answers = play_whole(bench, variant, 11, set, 150);
    CHECK(answers > 4);
  }
}

TEST_CASE("room: whatever is asked, there is a reply, and never more than one", "[minutes]") {
  RoomBench bench;
  for (const Who& who : kEverybody) bench.join(who);
  Random random(8, 15);
  auto any = [&](std::uint32_t n) { return random.below(n); };
  const std::vector<json> values{nullptr,
                                 true,
                                 -1,
                                 0,
                                 1,
                                 3,
                                 1e300,
                                 18446744073709551615u,
                                 "",
                                 "A1",
                                 "pass",
                                 "decline",
                                 "go",
                                 "qango-6",
                                 "human",
                                 "random",
                                 "turn",
                                 "../x.lua",
                                 "\xc3\xa4",
                                 "keep",
                                 "start",
                                 "(A1 B1)",
                                 "mcts:playouts=0",
                                 json::array(),
                                 json{"A1"},
                                 json{{1}},
                                 json::object(),
                                 json{{"black", {"leap"}}},
                                 json{{"board.size", "3x3"}},
                                 json{{"rules.ko", 7}}};
  const auto rows = Room::requests();
  std::map<std::string, int> replies;
  bench.ask(kOwner, {{"do", "new"}, {"variant", "dango-1996"}, {"set", {{"board.size", "5x5"}}}});
  for (int n = 0; n < 4000; ++n) {
    const RequestRow& row = rows[any(static_cast<std::uint32_t>(rows.size()))];
    json request{{"do", row.name}, {"id", n}};
    for (std::string_view field : row.fields)
      if (any(4) > 0) request[std::string(field)] = values[any(static_cast<std::uint32_t>(values.size()))];
    if (request.contains("seq") && any(2)) request["seq"] = bench.seq();
    if (any(20) == 0) request[std::string(1, static_cast<char>('a' + any(26)))] = 1;
    if (any(40) == 0) request.erase("id");
    INFO(request.dump());
    const json reply = bench.reply(kEverybody[any(5)], request);
    REQUIRE(reply.contains("ok"));
    REQUIRE((reply["ok"] == true) != reply.contains("error"));
    ++replies[reply["ok"] == true ? "ok" : reply["error"]["code"].get<std::string>()];
    REQUIRE(replies["failed"] == 0);
    if (n % 50 == 0) {
      bench.room.stop_all();
      bench.work();
    }
    for (auto& [connection, frames] : bench.frames) frames.clear();
  }
  for (const char* code : {"ok", "bad-request", "not-allowed", "stale"}) CHECK(replies[code] > 0);
}
