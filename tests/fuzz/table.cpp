// The protocol of the table: in each line who asks (a digit), and a request.
#include <nlohmann/json.hpp>

#include "tests/fuzz/fuzz.hpp"
#include "tools/table/room.hpp"

using namespace gofuda;
using namespace gofuda::fuzz;

namespace {

constexpr tools::Who kEverybody[] = {{1, tools::Role::owner},
                                     {2, tools::Role::arbiter},
                                     {3, tools::Role::black},
                                     {4, tools::Role::white},
                                     {5, tools::Role::onlooker}};
constexpr int kMostLines = 40;

void require_foreseen(const nlohmann::json& reply) {
  require(reply.is_object() && reply.contains("ok"), "every request has a reply", reply.dump());
  require(reply["ok"].get<bool>() || reply["error"]["code"] != "failed", "nothing fails unforeseen", reply.dump());
}

// Replies that take long; programs do not play here.
void work(tools::Room& room) {
  while (auto one = room.take_work())
    if (one->kind() == tools::Work::Kind::reply || one->kind() == tools::Work::Kind::course) {
      one->run();
      room.finish(*one);
    }
}

// What a seat is told before the end holds no seed.
void require_fair(const std::vector<tools::Event>& events) {
  for (const tools::Event& e : events) {
    const nlohmann::json j = nlohmann::json::parse(*e.frame, nullptr, false);
    require(j.is_object() && j.contains("event") != j.contains("ok"), "an event or a late reply", *e.frame);
    if (j.contains("ok")) require_foreseen(j);
    if (e.connection >= 3 && j.contains("event") && j["event"] == "state" && !j["over"].get<bool>())
      require(!j["game"].contains("seed"), "no seat is told the seed", *e.frame);
  }
}

// As it is now, so that answers are none of a state long gone.
std::string with_present_seq(const std::string& request, std::uint64_t seq) {
  nlohmann::json j = nlohmann::json::parse(request, nullptr, false);
  if (!j.is_object() || !j.contains("seq") || j["seq"] != 0) return request;
  j["seq"] = seq;
  return j.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const Folder project;
  tools::Options options;
  options.colour = "never";
  tools::Room room({options, project.path()});
  for (const tools::Who& who : kEverybody) room.join(who);
  std::string_view left = text_of(bytes, size);
  std::uint64_t seq = 0;
  for (int i = 0; i < kMostLines && left.size() > 1; ++i) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    const tools::Who& who = kEverybody[(static_cast<unsigned char>(left[0]) - unsigned{'0'}) % 5];
    const std::string request = with_present_seq(std::string(left.substr(1, end - 1)), seq);
    const std::string said = room.handle_text(who, request);
    work(room);
    const std::vector<tools::Event> events = room.take_events();
    if (!said.empty()) require_foreseen(nlohmann::json::parse(said, nullptr, false));
    require_fair(events);
    for (const tools::Event& e : events)
      if (const auto j = nlohmann::json::parse(*e.frame, nullptr, false); j.contains("seq"))
        seq = j["seq"].get<std::uint64_t>();
    left.remove_prefix(std::min(left.size(), end + 1));
  }
  room.stop_all();
  return 0;
}
