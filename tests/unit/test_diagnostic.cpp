#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "scripting/diagnostic.hpp"
#include "tests/unit/catch.hpp"

using namespace gofuda;
using namespace std::string_literals;

TEST_CASE("a diagnostic is printed as file, line, column, code and message", "[diagnostic]") {
  Diagnostic d{"variants/go.yaml", 4, 3, "unknown-key", "a variant has no key 'borad' (did you mean 'board'?)"};
  CHECK(to_text(d) == "variants/go.yaml:4:3: error[unknown-key]: a variant has no key 'borad' (did you mean 'board'?)");
  d.severity = Severity::warning;
  d.column = 0;
  CHECK(to_text(d) == "variants/go.yaml:4: warning[unknown-key]: a variant has no key 'borad' (did you mean 'board'?)");
  d.line = 0;
  d.column = 9;
  CHECK(to_text(d) == "variants/go.yaml: warning[unknown-key]: a variant has no key 'borad' (did you mean 'board'?)");
  d.file = "";
  CHECK(to_text(d) == "warning[unknown-key]: a variant has no key 'borad' (did you mean 'board'?)");
}

TEST_CASE("what could steer a terminal is escaped", "[diagnostic]") {
  CHECK(printable("plain 碁札 \\ é") == "plain 碁札 \\ é");
  CHECK(printable("\x1b[31m\n\r\t\x7f\0"s) == "\\x1b[31m\\n\\r\\t\\x7f\\x00");
  CHECK(printable("a\xe9\xff\xe7\xa2") == "a\\xe9\\xff\\xe7\\xa2");
  CHECK(printable("\u009b31m \u202e \u2066 \u200b \ufeff \u2028") ==
        "\\u009b31m \\u202e \\u2066 \\u200b \\ufeff \\u2028");
  const Diagnostic d{"a\nb.yaml", 1, 1, "x", "\x1b]0;title\x07"};
  CHECK(to_text(d) == "a\\nb.yaml:1:1: error[x]: \\x1b]0;title\\x07");
}

TEST_CASE("UTF-8 is decoded strictly", "[diagnostic]") {
  CHECK(decode_utf8("A")->value == U'A');
  CHECK(decode_utf8("碁")->value == U'碁');
  CHECK(decode_utf8("碁")->bytes == 3);
  CHECK(decode_utf8("\U0001f004x")->value == U'\U0001f004');
  CHECK(decode_utf8("\0"s)->bytes == 1);
  for (const char* bad : {"", "\x80", "\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf0\x80\x80\x80",
                          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\xc3", "\xe7\xa2", "\xc3(", "\xe7\xa2("}) {
    CAPTURE(printable(bad));
    CHECK_FALSE(decode_utf8(bad));
  }
}

TEST_CASE("texts are cited in quotes, long ones cut at a code point", "[diagnostic]") {
  CHECK(in_quotes("keima") == "'keima'");
  CHECK(in_quotes("") == "''");
  CHECK(in_quotes(std::string(40, 'a')) == "'" + std::string(40, 'a') + "'");
  CHECK(in_quotes(std::string(41, 'a')) == "'" + std::string(40, 'a') + "...'");
  CHECK(in_quotes(std::string(39, 'a') + "碁碁") == "'" + std::string(39, 'a') + "碁...'");
}

TEST_CASE("diagnostics are JSON for programs", "[diagnostic]") {
  CHECK(to_json({}) == "[]");
  const std::vector<Diagnostic> list = {{"a.yaml", 2, 3, "syntax", "say \"碁\"\xff\x1b", Severity::error},
                                        {"b.lua", 0, 0, "slow", "x", Severity::warning}};
  const auto json = nlohmann::json::parse(to_json(list));
  REQUIRE(json.size() == 2);
  CHECK(json[0] == nlohmann::json{{"file", "a.yaml"},
                                  {"line", 2},
                                  {"column", 3},
                                  {"severity", "error"},
                                  {"code", "syntax"},
                                  {"message", "say \"碁\"\\xff\\x1b"}});
  CHECK(json[1]["severity"] == "warning");
}

TEST_CASE("diagnostics are sorted and exact repeats removed", "[diagnostic]") {
  Diagnostics out;
  CHECK_FALSE(out.has_errors());
  out.warning("b", 1, 1, "w", "w");
  CHECK_FALSE(out.has_errors());
  out.error("b", 10, 1, "x", "m");
  out.error("b", 9, 2, "x", "m");
  out.error("a", 99, 1, "x", "m");
  out.error("b", 9, 2, "x", "m");
  out.error("b", 9, 2, "x", "other");
  CHECK(out.has_errors());
  out.sort();
  std::vector<std::string> texts;
  for (const Diagnostic& d : out.list()) texts.push_back(to_text(d));
  CHECK(texts == std::vector<std::string>{"a:99:1: error[x]: m", "b:1:1: warning[w]: w", "b:9:2: error[x]: m",
                                          "b:9:2: error[x]: other", "b:10:1: error[x]: m"});
}

TEST_CASE("the nearest name is suggested only when it is near", "[diagnostic]") {
  const std::vector<std::string> names = {"board", "deck", "rules", "turn", "to_move", "keima", "place-3", "ko"};
  CHECK(nearest("borad", names) == "board");
  CHECK(nearest("baord", names) == "board");
  CHECK(nearest("Board", names) == "board");
  CHECK(nearest("board", names) == "board");
  CHECK(nearest("rule", names) == "rules");
  CHECK(nearest("to-move", names) == "to_move");
  CHECK(nearest("place3", names) == "place-3");
  CHECK(nearest("keimas", names) == "keima");
  CHECK(nearest("trun", names) == "turn");
  for (const char* far : {"", "x", "go", "komi", "colour", "b", "dekcs!"}) {
    CAPTURE(far);
    CHECK_FALSE(nearest(far, names));
  }
  CHECK_FALSE(nearest(std::string(1 << 20, 'a'), names));
  CHECK_FALSE(nearest("board", {}));
  CHECK_FALSE(nearest("board", std::vector<std::string>{std::string(1 << 20, 'b'), ""}));
  CHECK(nearest("大飛馬", std::vector<std::string>{"大飛", "小飛馬"}) == "大飛");
  CHECK(nearest("\xff\xfe\xfd", std::vector<std::string>{"\xff\xfe\xfc"}) == "\xff\xfe\xfc");
  CHECK(did_you_mean("kiema", names) == " (did you mean 'keima'?)");
  CHECK(did_you_mean("elephant", names) == "");
}
