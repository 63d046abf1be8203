// A room with people at it, for tests: every reply and every event as text, and the last state of each.
#pragma once

#include <deque>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/random.hpp"
#include "tests/unit/catch.hpp"
#include "tools/table/room.hpp"

namespace gofuda::test {

inline constexpr tools::Who kOwner{1, tools::Role::owner}, kArbiter{2, tools::Role::arbiter},
    kBlack{3, tools::Role::black}, kWhite{4, tools::Role::white}, kOnlooker{5, tools::Role::onlooker};

struct RoomBench {
  using json = nlohmann::json;
  tools::Room room;
  std::map<int, std::vector<std::string>> frames;     // replies and events, by connection
  std::map<int, std::map<std::string, json>> events;  // the last of each kind
  std::map<int, json> late;                           // the last reply that came among the events
  int asked = 0;
  std::deque<tools::Work> waiting;
  lab::Hands* lent = nullptr;  // to all that is worked on
  int threads = 1;

  explicit RoomBench(const std::string& project = "") : room({options(project), project}) {}
  static tools::Options options(const std::string& project) {
    tools::Options o;
    if (!project.empty()) o.rules = {project};
    o.colour = "never";
    return o;
  }

  void join(const tools::Who& who) {
    room.join(who);
    reply(who, {{"do", "hello"}});
  }
  void read() {
    for (const tools::Event& e : room.take_events()) {
      frames[e.connection].push_back(*e.frame);
      json j = json::parse(*e.frame);
      if (j.contains("event"))
        events[e.connection][j["event"].get<std::string>()] = j;
      else
        late[e.connection] = j;
    }
  }
  json reply(const tools::Who& who, json request) {
    if (request.is_object() && !request.contains("id")) request["id"] = ++asked;
    const std::string frame = room.handle_text(who, request.dump());
    read();
    if (frame.empty()) {
      while (!late.contains(who.connection) || late[who.connection]["id"] != request["id"]) work_last();
      return late.at(who.connection);
    }
    frames[who.connection].push_back(frame);
    return json::parse(frame);
  }
  json ask(const tools::Who& who, const json& request) {
    json j = reply(who, request);
    INFO(request.dump() << "\n" << j.dump());
    REQUIRE(j["ok"] == true);
    return j;
  }
  std::string error(const tools::Who& who, const json& request) {
    json j = reply(who, request);
    return j["ok"] == true ? "" : j["error"]["code"].get<std::string>();
  }
  std::string text(const tools::Who& who, const json& request) {
    json j = reply(who, request);
    return j["ok"] == true ? "" : j["error"]["text"].get<std::string>();
  }
  const json& last(const tools::Who& who, const std::string& event) { return events[who.connection][event]; }
  const json& state(const tools::Who& who) { return last(who, "state"); }
  std::uint64_t seq() {
    std::uint64_t out = 0;
    for (auto& [connection, kinds] : events)
      if (kinds.contains("state")) out = std::max(out, kinds["state"]["seq"].get<std::uint64_t>());
    return out;
  }
  void say(const tools::Who& who, const std::string& text) {
    ask(who, {{"do", "answer"}, {"seq", seq()}, {"text", text}});
  }
  bool say_any(const tools::Who& who, const std::string& text) {
    return reply(who, {{"do", "answer"}, {"seq", seq()}, {"text", text}})["ok"] == true;
  }
  void take_all() {
    while (auto one = room.take_work()) waiting.push_back(std::move(*one));
  }
  std::optional<tools::Work> take_work() {
    take_all();
    std::erase_if(waiting, [this](tools::Work& w) {
      if (w.stopped()) room.finish(w);
      return w.stopped();
    });
    if (waiting.empty()) return std::nullopt;
    tools::Work one = std::move(waiting.front());
    waiting.pop_front();
    return one;
  }
  void finish(tools::Work& one) {
    one.lend(lent, threads);
    one.run();
    room.finish(one);
    read();
  }
  void work_last() {  // what was asked for last
    take_all();
    REQUIRE_FALSE(waiting.empty());
    tools::Work one = std::move(waiting.back());
    waiting.pop_back();
    finish(one);
  }
  void work() {  // all that waits
    for (int n = 0; n < 1000; ++n) {
      auto one = take_work();
      if (!one) return;
      finish(*one);
    }
  }
  void saved(const std::vector<std::string>& files) {
    room.files_changed(files);
    work_last();
  }

  static std::string joined(const json& points) {
    std::string out;
    for (const json& p : points) out += (out.empty() ? "" : " ") + p.get<std::string>();
    return out;
  }
  static const json& one_of(const json& list, Random& random) {
    return list[random.below(static_cast<std::uint32_t>(list.size()))];
  }
  // From what the seat was sent alone.
  std::string random_answer(const tools::Who& who, Random& random) {
    const json asks = state(who)["asks"];
    const std::string kind = asks["kind"];
    if (kind == "choice") return one_of(asks["labels"], random);
    if (kind == "dead") return random.below(2) ? "agree" : "none";
    if (kind == "offer") {
      const bool none = asks["may_pass"].get<bool>() && random.below(2) == 0;
      return none ? "decline" : one_of(asks["answers"], random).get<std::string>();
    }
    if (kind == "placement") {
      const json places = ask(who, {{"do", "places"}, {"seq", seq()}})["places"];
      json legal = json::array();
      for (const json& p : places)
        if (!p.contains("refused")) legal.push_back(p);
      REQUIRE_FALSE(legal.empty());
      return joined(one_of(legal, random)["points"]);
    }
    if (kind == "stone" && (asks["from"].empty() || (asks["may_pass"].get<bool>() && random.below(8) == 0)))
      return "pass";
    if (kind == "stone") return one_of(asks["from"], random);
    json from = asks["from"], chosen = json::array();
    const int least = asks["least"], most = std::min(asks["most"].get<int>(), static_cast<int>(from.size()));
    const int n = least + static_cast<int>(random.below(static_cast<std::uint32_t>(most - least + 1)));
    for (int i = 0; i < n; ++i) {
      const std::size_t at = random.below(static_cast<std::uint32_t>(from.size()));
      chosen.push_back(from[at]);
      from.erase(at);
    }
    return n == 0 ? "none" : joined(chosen);
  }
};

}  // namespace gofuda::test
