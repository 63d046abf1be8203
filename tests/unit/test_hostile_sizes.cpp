// Files that say a thing ten thousand times: they are refused or read, soon, and what is wrong is told in a few lines.
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "scripting/dispute.hpp"
#include "scripting/script.hpp"
#include "scripting/yaml.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tools/lab/plans/sweep_plan.hpp"

using namespace gofuda;

namespace {

std::string times(int n, const std::function<std::string(int)>& piece) {
  std::string out;
  for (int i = 0; i < n; ++i) out += piece(i);
  return out;
}

std::string name(const char* stem, int i) { return stem + std::to_string(i); }

// What is said about a file, in few lines and without a search of everything for everything: that took minutes.
std::string said(const std::function<void(Diagnostics&)>& read) {
  Diagnostics out;
  const std::clock_t start = std::clock();  // the processor's, for others may have it, too
  read(out);
  CHECK((std::clock() - start) / CLOCKS_PER_SEC < 10);
  CHECK(out.has_errors());
  CHECK(out.list().size() <= 3 * Diagnostics::kMostNamed);
  out.sort();
  return test::joined(out);
}

std::string card(const std::string& fields) {
  return said([&](Diagnostics& out) {
    CHECK_FALSE(read_script(
        ScriptKind::card, "x", "x.lua",
        "return card { name = 'X', text = 't', play = function(me) me:stone() end,\n" + fields + "\n}\n", out));
  });
}

std::string turn(const std::string& cards) {
  return said([&](Diagnostics& out) {
    CHECK_FALSE(read_script(
        ScriptKind::turn, "x", "x.lua",
        "return turn { name = 'X', text = 't', play = function(me) me:stone() end, cards = {" + cards + "} }", out));
  });
}

std::string dispute(const std::string& lines) {
  return said([&](Diagnostics& out) {
    const auto d = parse_dispute("d", "dispute: Many\nvariant: go\n" + lines, out);
    if (!d) return;
    Library library({GOFUDA_SOURCE_RULES_DIR}, out);
    const DisputeResult r = judge_dispute(library, *d);
    CHECK_FALSE(r.passed());
    for (const Diagnostic& e : r.errors) out.add(e);
  });
}

std::string plan(const std::string& lines) {
  std::string file = (std::filesystem::temp_directory_path() / "gofuda-plan-XXXXXX").string();
  ::close(::mkstemp(file.data()));
  std::ofstream(file) << "sweep: Many\nvariant: go\ngames: 1\npaired: true\n" << lines;
  std::string text = said([&](Diagnostics& out) { CHECK_FALSE(lab::read_sweep_plan(file, out)); });
  std::filesystem::remove(file);
  return text;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("sizes: of a file's mistakes of one kind twenty are named, and then how many more there are") {
  Diagnostics out;
  for (int line = 30; line > 0; --line) out.error("a", line, 1, "x", name("m", line));
  out.error("b", 1, 1, "x", "m");
  out.error("a", 1, 1, "y", "m");
  CHECK(out.size() == 32);
  REQUIRE(out.list().size() == 23);
  out.sort();
  out.error("a", 40, 1, "x", "one more");
  out.sort();
  CHECK(out.size() == 33);
  REQUIRE(out.list().size() == 23);
  CHECK(to_text(out.list()[0]) == "a:1:1: error[y]: m");
  CHECK(to_text(out.list()[1]) == "a:11:1: error[x]: m11");
  CHECK(to_text(out.list()[21]) == "a:40: error[x]: and 11 more of this kind; mend those above first");
  Diagnostics copy;
  for (const Diagnostic& d : out.list()) copy.add(d);
  CHECK(copy.size() == 33);
  CHECK(test::joined(copy) == test::joined(out));
}

TEST_CASE("sizes: scripts with thousands of fields, options, values and traits") {
  auto number = [](int i) { return std::to_string(i) + ",\n"; };
  auto field = [](int i) { return name("nam", i) + " = 1,\n"; };
  CHECK(card("options = { a = { " + times(90000, number) + " text = 't' } }") ==
        "x.lua:2:13: error[too-many]: option 'a' has more than 64 values");
  CHECK(has(card("options = { " + times(20000, [](int i) { return name("o", i) + " = { 1, 2 }, "; }) + " }"),
            "the card has 20000 entries in 'options'; 64 are the most"));
  CHECK(
      has(card("traits = { " + times(50000, field) + " }"), "the card has 50000 entries in 'traits'; 64 are the most"));
  const std::string unknown = card(times(60000, field));
  CHECK(has(unknown, "x.lua:2:1: error[unknown-field]: a card has no field 'nam0' (did you mean 'name'?)"));
  CHECK(has(unknown, "x.lua:21:1: error[unknown-field]: a card has no field 'nam19'"));
  CHECK_FALSE(has(unknown, "'nam20'"));
  CHECK(has(unknown, "x.lua:60001: error[unknown-field]: and 59980 more of this kind; mend those above first"));
  CHECK(has(turn(times(40000, [](int i) { return name("k", i) + " = { 'a' },"; })), "40000 entries in 'cards'"));
  CHECK(has(card("options = { a = { 1, 2, " + times(50000, field) + " } }"),
            "x.lua:2:13: error[option]: option 'a' has values and a text, but no 'nam0'"));
  CHECK(has(turn("kind = { " + times(70000, [](int i) { return "'" + name("k", i) + "',"; }) + "}"),
            "a list has 70000 entries in 'cards'; 64 are the most"));
}

TEST_CASE("sizes: scripts may have as many options and values as there is room for") {
  Diagnostics out;
  const std::string option = "{ " + times(64, [](int i) { return std::to_string(i) + ", "; }) + "text = 't' },\n";
  const auto s = read_script(ScriptKind::card, "x", "x.lua",
                             "return card { name = 'X', text = 't', play = function(me) me:stone() end, options = {" +
                                 times(64, [&](int i) { return name("o", i) + " = " + option; }) + "} }",
                             out);
  INFO(test::joined(out));
  REQUIRE(s);
  CHECK(s->options.size() == 64);
  CHECK(s->options[0].values.size() == 64);
}

TEST_CASE("sizes: disputes with thousands of settings, readings and lines", "[minutes]") {
  auto setting = [](int i) { return "  " + name("rules.kom", i) + ": 1\n"; };
  CHECK(dispute("set:\n" + times(45000, setting)) ==
        "d:504:3: error[too-many]: there are 45000 lines of this kind; 500 are the most, so leave some out");
  dispute("set:\n" + times(500, setting));
  const char* const reading = "  - { set: { rules.komi: 3.5 }, expect: { over: false } }\n";
  CHECK(has(dispute("otherwise:\n" + times(18000, [&](int) { return reading; })),
            "d:67:5: error[too-many]: there are 18000 other readings; 63 are the most, so make several disputes"));
  CHECK(has(dispute("play: [ { black: '" + times(100000, [](int) { return "A1 "; }) + "' } ]\notherwise:\n" +
                    times(60, [&](int) { return reading; })),
            "all readings together play 6100000 words; 1000000 are the most"));
  for (const char* key : {"legal", "refused"})
    CHECK(has(
        dispute("expect: { " + std::string(key) + ": [" + times(60000, [](int) { return "{ black: A1 },"; }) + "] }\n"),
        "there are 60000 lines here; 250 are the most, so make several disputes"));
}

TEST_CASE("sizes: plans of sweeps with thousands of players, pairs, settings and values", "[minutes]") {
  auto word = [](int i) { return name("p", i) + ","; };
  CHECK(has(plan("players: [" + times(30000, word) + "]\n"), "'players' has 30000 entries; 100 are the most"));
  CHECK(has(plan("black: [" + times(90000, word) + "]\n"), "'black' has 90000 entries; 100 are the most"));
  CHECK(has(plan("pairs: [" + times(60000, [](int i) { return "[" + name("p", i) + ",q],"; }) + "]\n"),
            "'pairs' has 60000 entries; 10000 are the most"));
  CHECK(has(plan("set:\n" + times(80000, [](int i) { return "  " + name("k", i) + ": 1\n"; })),
            "'set' has 80000 entries; 100 are the most"));
  CHECK(has(plan("set:\n  rules.komi: [" + times(120000, word) + "]\n"),
            "'rules.komi' has 120000 entries; 10000 are the most"));
}
