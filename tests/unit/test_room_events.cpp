// The events of the protocol are those that the README tells of, field by field.
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "tests/unit/catch.hpp"
#include "tests/unit/project_folder.hpp"
#include "tests/unit/room_bench.hpp"

using namespace gofuda;
using namespace gofuda::tools;
using nlohmann::json;
using test::kOnlooker;
using test::kOwner;
using test::ProjectFolder;
using test::RoomBench;

namespace {

using Words = std::set<std::string>;

std::string readme() {
  std::ifstream in(std::string(GOFUDA_SOURCE_RULES_DIR) + "/tools/table/README.md");
  return {std::istreambuf_iterator<char>(in), {}};
}

void add_found(const std::string& text, const std::string& form, Words& out) {
  const std::regex word(form);
  for (std::sregex_iterator it(text.begin(), text.end(), word), end; it != end; ++it) out.insert((*it)[1]);
}

void add_keys(const json& object, Words& out) {
  if (!object.is_object()) return;
  for (const auto& [key, value] : object.items()) out.insert(key);
}

// By the event's name, the fields that the table has; what stands in brackets explains a field's values.
std::map<std::string, Words> told_events() {
  std::map<std::string, Words> out;
  const std::string text = readme();
  std::istringstream lines(text.substr(text.find("| event | fields |")));
  const std::regex row("^\\| `([a-z]+)` \\|(.*)");
  for (std::string line; std::getline(lines, line) && line.starts_with("|");)
    if (std::smatch m; std::regex_match(line, m, row))
      add_found(std::regex_replace(m[2].str(), std::regex("\\([^)]*\\)"), ""), "`([a-z_]+)`", out[m[1]]);
  return out;
}

// Every name that the README has of a state and of what is in it.
Words told_of_states() {
  const std::string all = readme(), text = all.substr(all.find("A `state`, with everything"));
  Words out, written;
  add_found(text, "\"([a-z_]+)\":", out);
  add_found(text, "`([a-z_.]+)`", written);
  for (const std::string& one : written) out.insert(one.substr(one.rfind('.') + 1));
  return out;
}

// All states that were told, but for what cards, games and players call by names of their own.
Words keys_of_states(const RoomBench& bench) {
  Words out;
  for (const auto& [connection, frames] : bench.frames)
    for (const std::string& frame : frames) {
      const json j = json::parse(frame);
      if (j.value("event", "") != "state") continue;
      add_keys(j, out);
      for (const char* part :
           {"game", "players", "board", "marks", "black", "white", "common", "card", "asks", "live", "result"})
        if (j.contains(part)) add_keys(j[part], out);
      for (const char* list : {"moves", "branches"})
        for (const json& one : j.value(list, json::array())) add_keys(one, out);
      for (const char* side : {"black", "white"})
        for (const char* list : {"notes", "effects"})
          for (const json& one : j[side].value(list, json::array())) add_keys(one, out);
    }
  return out;
}

}  // namespace

TEST_CASE("room events: each has the fields that the README tells of, and no others") {
  ProjectFolder folder;
  RoomBench bench(folder.project());
  bench.join(kOwner);
  bench.ask(kOwner, {{"do", "new"}, {"variant", "mine"}, {"seed", 1}});
  std::map<std::string, Words> seen;
  const auto look = [&] {
    for (const auto& [name, event] : bench.events[kOwner.connection])
      if (name != "state") add_keys(event, seen[name]);
  };
  bench.ask(kOwner, {{"do", "hint"}, {"player", "random"}});
  bench.ask(kOwner, {{"do", "simulate"}, {"games", 5}});
  bench.work();
  look();
  folder.write("p/cards/hop.lua", ProjectFolder::card("Hop", "print('loud') me:place(({})[1])"));
  bench.saved({"cards/hop.lua"});
  bench.ask(kOwner, {{"do", "simulate"}, {"games", 5}});
  bench.work();
  bench.reply(kOwner, {{"do", "answer"}, {"seq", bench.seq()}, {"text", "C3"}});
  bench.work();
  look();
  std::map<std::string, Words> told = told_events();
  CHECK(told.erase("state") == 1);
  CHECK(told.size() == 5);
  for (auto& [name, fields] : seen) {
    INFO(name);
    CHECK(fields.erase("event") == 1);
    CHECK(fields == told[name]);
  }
  for (const auto& [name, fields] : told) {
    INFO(name);
    CHECK(seen.contains(name));
  }
}

TEST_CASE("room: whole games tell of nothing for which the README has no word", "[minutes]") {
  const Words told = told_of_states();
  Words seen;
  struct Played {
    const char* variant;
    json set;
    int answers;
  };
  const Played games[] = {{"dango-1996", {{"board.size", "7x7"}}, 30},    {"card-go", {{"board.size", "9x9"}}, 40},
                          {"weiqi-carnival", json::object(), 250},        {"qango-7-castle", json::object(), 60},
                          {"dgo", {{"board.size", "3x3"}}, 60},           {"gomoku-skills", json::object(), 40},
                          {"joker-go-1985", {{"board.size", "5x5"}}, 20}, {"go-torus", {{"board.size", "5x5"}}, 10},
                          {"go-hex", {{"board.size", "3x3"}}, 30}};
  for (const auto& [variant, set, most] : games) {
    INFO(variant);
    RoomBench bench;
    for (const Who& who : {kOwner, kOnlooker}) bench.join(who);
    bench.ask(kOwner, {{"do", "new"}, {"variant", variant}, {"seed", 5}, {"set", set}});
    Random random(5, 6);
    for (int n = 0; n < most && !bench.state(kOwner)["over"].get<bool>(); ++n) {
      bool said = false;
      for (int tries = 0; tries < 400 && !said; ++tries)
        said = bench.say_any(kOwner, bench.random_answer(kOwner, random));
      REQUIRE(said);
    }
    if (bench.state(kOwner)["of"].get<int>() > 1) bench.ask(kOwner, {{"do", "branch"}, {"at", 1}});
    bench.ask(kOwner, {{"do", "seat"}, {"black", "random"}, {"white", "random"}});
    const Words keys = keys_of_states(bench);
    seen.insert(keys.begin(), keys.end());
  }
  for (const std::string& key : seen) {
    INFO(key);
    CHECK(told.contains(key));
  }
  for (const char* key :
       {"branches", "thinking", "asks", "card", "common", "result", "score", "marks", "walls", "tokens", "effects",
        "not_offered", "regions", "wrap", "neighbours", "dead", "turned", "taken"}) {
    INFO(key);
    CHECK(seen.contains(key));
  }
}
