// Reports made by a process that can do nothing else: what comes through, and what is not believed.
#include <nlohmann/json.hpp>

#include "tests/unit/catch.hpp"
#include "tools/lab/plans/made_report.hpp"
#include "tools/lab/runner/crew.hpp"

using namespace gofuda;
using namespace gofuda::tools;

namespace {

isolate::Asked apart(int seconds = 20) {
  isolate::Asked out;
  out.on = true, out.limits.seconds = seconds;
  return out;
}

// The squares of the first numbers, added up by so many threads.
MadeReport sum(Teller& teller, lab::Hands& hands, int threads) {
  const std::atomic<int>& stop = teller.begin();
  std::uint64_t all = 0;
  lab::in_order<std::uint64_t>(
      1000, threads, stop, [] { return [](std::uint64_t k) { return std::optional(k * k); }; },
      [&](std::uint64_t& x) { all += x; }, [&](std::uint64_t done) { teller.show("sums", done, 1000); }, &hands);
  MadeReport out;
  out.caught = teller.end();
  out.report = nlohmann::json{{"sum", all}}.dump();
  return out;
}

[[noreturn]] void work_for_ever(Teller& teller, bool tell) {
  teller.begin();
  volatile int i = 0;
  while (true) {
    if (tell && i == 0) teller.show("nothing is done", 0, 10);
    const int next = (i + 1) % 10'000'000;
    i = next;
  }
}

}  // namespace

TEST_CASE("made reports: work on threads that were begun beforehand, in parts, comes to the same") {
  for (const isolate::Asked& asked : {isolate::Asked{}, apart()})
    for (const int threads : {1, 3}) {
      const MadeReport made = make_report(asked, threads, [&](Teller& teller, lab::Hands& hands) {
        sum(teller, hands, threads);
        return sum(teller, hands, threads);
      });
      REQUIRE(made.lost.empty());
      CHECK(read_report(asked, made.report) == nlohmann::json{{"sum", 332833500}});
      CHECK(made.caught == 0);
    }
}

TEST_CASE("made reports: what is wrong with the rules is told, and so is a process that is lost") {
  MadeReport made = make_report(apart(), 1, [](Teller&, lab::Hands&) {
    MadeReport out;
    out.code = 2, out.usage = "no such word";
    out.wrong.error("a.yaml", 3, 4, "key", "not so");
    return out;
  });
  CHECK((made.report.empty() && made.code == 2 && made.usage == "no such word"));
  REQUIRE(made.wrong.list().size() == 1);
  CHECK(made.wrong.list()[0].line == 3);
  made = make_report(apart(), 1, [](Teller&, lab::Hands&) -> MadeReport { throw std::runtime_error("broken"); });
  CHECK((made.report.empty() && made.code == 1));
  CHECK(made.lost == "came to an end by itself");
  made = make_report(apart(), 1, [](Teller& teller, lab::Hands&) {
    teller.say("two\nlines");
    return MadeReport{};
  });
  CHECK(made.lost.find("gave an answer that cannot be") != std::string::npos);
  for (const bool tell : {false, true}) {  // who only says that it is at work does not have its time again
    made = make_report(apart(1), 1, [&](Teller& teller, lab::Hands&) -> MadeReport { work_for_ever(teller, tell); });
    CHECK(made.lost.find("was killed by the processor limit of 1 second") != std::string::npos);
  }
}

TEST_CASE("made reports: of a process nothing is believed, neither signs that steer a terminal nor the shape") {
  const isolate::Asked here, there = apart();
  const std::string steering = R"({"a": "x\u001b[2Jy\nz"})";
  const std::string shown = read_report(there, steering)["a"];
  CHECK(shown.find('\x1b') == std::string::npos);
  CHECK(shown.ends_with("y\nz"));
  CHECK(read_report(here, steering)["a"] == "x\x1b[2Jy\nz");
  CHECK(read_report(there, "{").is_null());
  CHECK(read_report(there, R"({"a": 1e300})").is_null());
  CHECK(read_report(there, R"({"a": -0.25})")["a"] == -0.25);
  CHECK(read_report(there, std::string(100000, '[') + std::string(100000, ']')).is_null());
  const nlohmann::json none = nullptr, number = {{"findings", 3}}, few = {{"findings", nlohmann::json::array()}};
  for (const nlohmann::json& j : {none, number, few})
    CHECK(print_unless_lie(there, [&] { return j.at("findings").at(0).at("text").get<int>(); }) == 1);
  CHECK(print_unless_lie(there, [] { return 7; }) == 7);
}
