#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "scripting/yaml.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"

using namespace gofuda;
using namespace std::string_literals;
using test::joined;

namespace {

// What parse_yaml says about `text`, a line for each diagnostic.
std::string complaints(std::string_view text) {
  Diagnostics out;
  const auto file = parse_yaml("f", text, out);
  CHECK(file.has_value() == !out.has_errors());
  return joined(out);
}

YamlFile good(std::string_view text) {
  Diagnostics out;
  auto file = parse_yaml("f", text, out);
  INFO(joined(out));
  REQUIRE(file);
  return std::move(*file);
}

std::string repeated(std::string_view piece, std::size_t times) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += piece;
  return text;
}

// The tree in one line: kinds, texts and positions.
std::string sketch(const YamlNode& node) {
  const std::string at = "@" + std::to_string(node.line) + ":" + std::to_string(node.column);
  if (node.kind == YamlNode::Kind::null) return "null" + at;
  if (node.kind == YamlNode::Kind::scalar) return (node.quoted ? "'" + node.text + "'" : node.text) + at;
  std::string inner;
  for (const YamlNode& item : node.items) inner += (inner.empty() ? "" : ", ") + sketch(item);
  for (const auto& [key, value] : node.fields)
    inner += (inner.empty() ? "" : ", ") + sketch(key) + ": " + sketch(value);
  return node.kind == YamlNode::Kind::map ? "{" + inner + "}" + at : "[" + inner + "]" + at;
}

const std::string kVariant =
    "variant: dango-1996\ntitle: \"Dango, the 1996 rules\"\nextends: go   # only the differences\n"
    "board: { size: 13x13 }\nrules: { ko: simple, suicide: forbidden }\n";
const std::string kDispute =
    "dispute: Can it kill?\nrulings: [DANGO96-17]\nboard:\n  bottom-left: |\n    X X X\n    O . O\nplay:\n"
    "  - black: place-3 (B1 D1 F1)\n  - white: 'it''s'\nexpect:\n  captured: { white: 11 }\notherwise:\n"
    "  - set: { rules.placement: one-by-one }\n    expect: { illegal: suicide, at: [B1] }\n";

}  // namespace

TEST_CASE("a YAML document becomes a tree with positions", "[yaml]") {
  const YamlFile file = good(kDispute);
  CHECK(file.name == "f");
  CHECK(sketch(file.root) ==
        "{dispute@1:1: Can it kill?@1:10, rulings@2:1: [DANGO96-17@2:11]@2:10, board@3:1: {bottom-left@4:3: 'X X X\nO "
        ". O\n'"
        "@4:16}@4:3, play@7:1: [{black@8:5: place-3 (B1 D1 F1)@8:12}@8:5, {white@9:5: 'it's'@9:12}@9:5]@8:3, "
        "expect@10:1: "
        "{captured@11:3: {white@11:15: 11@11:22}@11:13}@11:3, otherwise@12:1: [{set@13:5: {rules.placement@13:12: "
        "one-by-one@13:29}@13:10, expect@14:5: {illegal@14:15: suicide@14:24, at@14:33: "
        "[B1@14:38]@14:37}@14:13}@13:5]@13:3}@1:1");
  REQUIRE(file.root.find("board"));
  CHECK(file.root.find("board")->find("bottom-left")->text == "X X X\nO . O\n");
  CHECK(file.root.find("borad") == nullptr);
}

TEST_CASE("empty values stand where their key or dash does", "[yaml]") {
  CHECK(sketch(good("a:\n# c - d\nb: ~\nc: null\nd:\n  -\n  - # none\n  - x\n").root) ==
        "{a@1:1: null@1:1, b@3:1: null@3:4, c@4:1: null@4:4, d@5:1: [null@6:3, null@7:3, x@8:5]@6:3}@1:1");
}

TEST_CASE("columns count code points, and CRLF and a byte order mark change nothing", "[yaml]") {
  CHECK(sketch(good("碁札: { é: x }\n").root) == "{碁札@1:1: {é@1:7: x@1:10}@1:5}@1:1");
  CHECK(sketch(good("\xef\xbb\xbf"
                    "a: 1\r\nb: |\r\n  X .\r\n  . .\r\n")
                   .root) == "{a@1:1: 1@1:4, b@2:1: 'X .\n. .\n'@2:4}@1:1");
  CHECK(complaints("a: 1\r\nb: 1\r\nb: 2\r\n") ==
        "f:3:1: error[duplicate-key]: the key 'b' is given twice, first on line 2; remove one");
}

TEST_CASE("a text block knows where its rows stand", "[yaml]") {
  const auto place = [](std::string_view text) {
    const YamlFile file = good(text);
    const YamlNode& node = *file.root.find("a");
    return std::pair(node.text_line, node.text_column);
  };
  CHECK(place("a: |\n  X .\n  . X\n") == std::pair(2, 3));
  CHECK(place("a: | # board\n\n     X .\n") == std::pair(2, 6));
  CHECK(place("a: |2\n    X\n  Y\n") == std::pair(2, 3));
  CHECK(place("a: |\n") == std::pair(2, 1));
  CHECK(place("a: 'x'\n") == std::pair(1, 5));
  CHECK(place("a: x\n") == std::pair(1, 4));
}

TEST_CASE("a file holds exactly one document", "[yaml]") {
  for (const char* empty : {"", "\n", "# only a comment\n", "---\n", "~\n", "%YAML 1.2\n", "\xef\xbb\xbf", "...\n"}) {
    CAPTURE(empty);
    CHECK(complaints(empty) == "f:1:1: error[empty-file]: the file says nothing; write its 'key: value' lines");
  }
  CHECK(complaints("---\na: 1\n...\n") == "");
  CHECK(complaints("a: 1\n---\nb: 2\n") ==
        "f:2:1: error[two-documents]: a second document begins here; a file holds one, so remove the '---' or make two "
        "files");
  const std::string junk = "this does not belong to what stands above it; check the indentation and the '-' of lists";
  CHECK(complaints("a: 1\n...\njunk\n") == "f:3:1: error[two-documents]: " + junk);
  CHECK(complaints("- a\nb: 1\n") == "f:2:1: error[two-documents]: " + junk);
}

TEST_CASE("bytes that no text has are refused, each line's first", "[yaml]") {
  CHECK(complaints("a: \xe9t\xe9\nb: x\0y\nc: \x1b[1m\nd: 碁\u0085\n"s) ==
        "f:1:4: error[not-utf8]: the byte \\xe9 is not UTF-8; save the file as UTF-8\n"
        "f:2:5: error[control-character]: the control character \\x00; remove it\n"
        "f:3:4: error[control-character]: the control character \\x1b; remove it");
  CHECK(complaints("a: 1\rb: 2\n") ==
        "f:1:5: error[control-character]: a carriage return without line feed; save the file with LF line ends");
  CHECK(complaints("a: \ufeffx\n") == "f:1:4: error[control-character]: the control character \\ufeff; remove it");
  CHECK(complaints("a: \"x\\0y\"\n") ==
        "f:1:4: error[control-character]: this text has the control character \\x00; remove it");
  CHECK(complaints("\xff\xfe"
                   "a\0:\0"s) == "f:1:1: error[not-utf8]: the byte \\xff is not UTF-8; save the file as UTF-8");
  CHECK(good("a: \"x\\ty\\n\"\n").root.find("a")->text == "x\ty\n");
}

TEST_CASE("indentation is made of spaces", "[yaml]") {
  CHECK(complaints("a:\n\tb: 1\n  \tc: 1\n") ==
        "f:2:1: error[tab-indent]: a tab in the indentation; use spaces\n"
        "f:3:3: error[tab-indent]: a tab in the indentation; use spaces");
  CHECK(complaints("a:\n\u3000b: 1\n\u00a0c: 1\n") ==
        "f:2:1: error[odd-space]: an ideographic space in the indentation; use ordinary spaces\n"
        "f:3:1: error[odd-space]: a no-break space in the indentation; use ordinary spaces");
  CHECK(complaints("a:\tb\t# c\n") == "");
}

TEST_CASE("what makes YAML dangerous is refused", "[yaml]") {
  const std::string tail = " are not read here; write the value out, or put the text in quotes";
  CHECK(complaints("a: &x [1, *x]\nb: *x\n") == "f:1:4: error[anchor]: anchors (&name)" + tail +
                                                    "\nf:1:11: error[alias]: aliases (*name)" + tail +
                                                    "\nf:2:4: error[alias]: aliases (*name)" + tail);
  CHECK(complaints("a: *gone\n") == "f:1:4: error[alias]: aliases (*name)" + tail);
  CHECK(complaints("a: *\n") == "f:1:5: error[alias]: aliases (*name) are not read here; put the text in quotes");
  for (const char* tagged : {"a: !!python/object x\n", "a: !lua x\n", "a: ! x\n", "a: !\n", "a: !<x> 'y'\n",
                             "a: !x [1]\n", "a: !x {b: c}\n", "%TAG !e! tag:e,2000:\n--- {\na: !e!x y}\n"}) {
    CAPTURE(tagged);
    CHECK(complaints(tagged).find("error[tag]: tags (!name) are not read here; remove it, or put the text in quotes") !=
          std::string::npos);
  }
  CHECK(complaints("<<: x\n") == "f:1:1: error[merge-key]: merge keys (<<) are not read here; write the fields out");
  CHECK(complaints("'<<': x\n") == "");
  CHECK(complaints("? [a]\n: b\n{c: d}: e\n") ==
        "f:1:3: error[bad-key]: a key must be text, not a list; put it in quotes\n"
        "f:3:1: error[bad-key]: a key must be text, not a map; put it in quotes");
  CHECK(complaints("~: b\n") == "f:1:1: error[bad-key]: a key must be text, not nothing; put it in quotes");
}

TEST_CASE("repeated keys are refused, each place of its own", "[yaml]") {
  CHECK(complaints("a: 1\nb: { c: 1, c: 2 }\n'a': 2\na: 3\n") ==
        "f:2:12: error[duplicate-key]: the key 'c' is given twice, first on line 2; remove one\n"
        "f:3:1: error[duplicate-key]: the key 'a' is given twice, first on line 1; remove one\n"
        "f:4:1: error[duplicate-key]: the key 'a' is given twice, first on line 1; remove one");
  CHECK(complaints("a: { c: 1 }\nb: { c: 1 }\n") == "");
}

TEST_CASE("a key needs its colon", "[yaml]") {
  CHECK(complaints("a: 1\nb\n") == "f:2:1: error[missing-colon]: 'b' has no ':' after it; write 'key: value'");
  CHECK(complaints("a: 1\nb:2\n") ==
        "f:2:1: error[missing-colon]: 'b:2' has no space after its ':'; write 'key: value'");
  CHECK(complaints("{a: 1, 'b'}\n") == "f:1:8: error[missing-colon]: 'b' has no ':' after it; write 'key: value'");
  CHECK(complaints("{a, b: 1}\n") == "f:1:2: error[missing-colon]: 'a' has no ':' after it; write 'key: value'");
  CHECK(complaints("a:\nb :\n'c' :\n\"d\\\"\":\n") == "");
}

TEST_CASE("syntax errors name the likely mistake", "[yaml]") {
  const auto [text, complaint] = GENERATE(table<std::string, std::string>({
      {"a: 1\n  b: 2\n",
       "f:2:4: error[syntax]: this ':' does not fit the lines above it; check their indentation and the ': ' of each"},
      {"a: b: c\n", "f:1:5: error[syntax]: a second ':' on this line; put the text behind the first one in quotes"},
      {"a:\n  b: 1\n c: 2\n",
       "f:3:2: error[syntax]: this does not fit the 'key: value' lines above it; check the indentation"},
      {"a: 1\n- b\n", "f:2:1: error[syntax]: this does not fit the 'key: value' lines above it; check the indentation"},
      {"- - a\n  b: c\n",
       "f:2:3: error[syntax]: this does not fit the list above it; check the indentation and the '-'"},
      {"a: |\n   X .\n  . X\n",
       "f:3:3: error[syntax]: this line is indented less than the text block above it, but more than its key; align it "
       "with one of them"},
      {"a: 'foo\nb: 1\n", "f:1:4: error[syntax]: this quote is never closed; add ' at the end of the text"},
      {"x: '1' # \"\na: \"foo\nb: 'y'\n",
       "f:2:4: error[syntax]: this quote is never closed; add \" at the end of the text"},
      {"a: 'it's'\n",
       "f:1:8: error[syntax]: text behind a closing quote; put the whole in one pair of quotes (' within '...' is '')"},
      {"a: [1, 2\nb: 3\n",
       "f:1:4: error[syntax]: this '[' is not closed where it must be; add the ']', or a ',' between its items"},
      {"a: { b: 1\n",
       "f:1:4: error[syntax]: this '{' is not closed where it must be; add the '}', or a ',' between its fields"},
      {"a: ]\n", "f:1:4: error[syntax]: a closing bracket that nothing opened; remove it, or put the text in quotes"},
      {"a: - 1\n",
       "f:1:4: error[syntax]: a list cannot begin here; begin it on the next line, or put the text in quotes"},
      {"a: @x\n", "f:1:4: error[syntax]: text cannot begin with '@'; put it in quotes"},
      {"a: `x\n", "f:1:4: error[syntax]: text cannot begin with '`'; put it in quotes"},
      {"a: %x\n", "f:1:4: error[syntax]: text cannot begin with '%'; put it in quotes"},
      {"a: ? b\n", "f:1:4: error[syntax]: a '?' cannot stand here; put the text in quotes"},
      {"a: \"\\q\"\n",
       "f:1:7: error[syntax]: there is no such escape in double quotes; write \\\\ for a backslash, or use single "
       "quotes"},
      {"a: \"\\xzz\"\n", "f:1:9: error[syntax]: an escape needs hexadecimal digits: \\x 2, \\u 4, \\U 8"},
      {"a: \"\\ud800\"\n", "f:1:11: error[syntax]: this escape names no character; write the character itself"},
      {"a: |x\n  y\n", "f:1:5: error[syntax]: only a comment may follow '|' or '>'; put the text on the lines below"},
      {"a: |0\n  y\n", "f:1:6: error[syntax]: a text block cannot have indentation 0; remove the digit"},
      {"%YAML 9.0\n---\na: 1\n", "f:1:1: error[syntax]: this directive (%YAML) cannot be read; remove the line"},
      {"a: \"b\n---\nc\"\n", "f:2:1: error[syntax]: the quote above is not closed; close it before this line"},
  }));
  CAPTURE(text);
  CHECK(complaints(text) == complaint);
}

TEST_CASE("size, depth and the number of complaints have limits", "[yaml]") {
  CHECK(complaints(std::string((1u << 20) + 1, ' ')) ==
        "f: error[too-large]: the file has 1048577 bytes, more than the 1048576 that are read; is it the right one?");
  CHECK(complaints(repeated("[", 50) + repeated("]", 50)) == "");
  const std::string deep = ": error[too-deep]: nested deeper than 50 levels; make it flatter";
  CHECK(complaints(repeated("[", 51) + repeated("]", 51)) == "f:1:51" + deep);
  CHECK(complaints(repeated("{a: ", 100000)) == "f:1:197" + deep);
  CHECK(complaints(repeated("- ", 100000)) == "f:1:101" + deep);
  std::string steps;
  for (int i = 0; i < 1000; ++i) steps += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  CHECK(complaints(steps) == "f:51:51" + deep);

  std::string keys;
  for (int i = 0; i < 60000; ++i) keys += "k" + std::to_string(i) + ": 1\n";
  CHECK(good(keys).root.fields.size() == 60000);
  Diagnostics out;
  CHECK_FALSE(parse_yaml("f", repeated("a: 1\n", 60000), out));
  REQUIRE(out.size() == 51);
  CHECK(to_text(out.list().back()) == "f:51: error[too-many-errors]: more than 50 errors; mend those above first");
}

TEST_CASE("long lines take no more than linear time", "[yaml]") {
  for (const char* piece :
       {",", "'a',", "é,", "[],", "~,", "- ", "[", "a: ,", "\"\\x41\",", " #\n,", "\"", "? ", "*a ", "&a "}) {
    CAPTURE(piece);
    const std::string many = repeated(piece, 40000 / std::string(piece).size());
    complaints(many);
    complaints("[" + many + "]");
    complaints("{" + many + "}");
  }
}

TEST_CASE("a map's fields are read by name, and all its mistakes told at once", "[yaml]") {
  const YamlFile file = good("borad: 9\ntitle: [x]\nseats: two\nhands: 99\nopen: yes\nzzz: 1\nkomi:\n");
  Diagnostics out;
  YamlMap map(file, file.root, "a variant", out);
  CHECK(map.valid());
  CHECK_FALSE(map.required("board"));
  CHECK_FALSE(map.text("title", true));
  CHECK_FALSE(map.integer("seats", 1, 4));
  CHECK_FALSE(map.integer("hands", 0, 52));
  CHECK_FALSE(map.boolean("open"));
  CHECK_FALSE(map.text("komi"));
  CHECK_FALSE(map.text("source"));
  map.finish();
  CHECK(joined(out) ==
        "f:1:1: error[missing-key]: a variant needs the key 'board'; add 'board: ...'\n"
        "f:2:8: error[wrong-type]: 'title' must be text, not a list\n"
        "f:3:8: error[wrong-type]: 'seats' must be a whole number, not 'two'\n"
        "f:4:8: error[out-of-range]: 'hands' must be from 0 to 52, not 99\n"
        "f:5:7: error[wrong-type]: 'open' must be true or false, not 'yes' (write true)\n"
        "f:7:1: error[missing-value]: 'komi' is empty; write text there\n"
        "f:1:1: error[unknown-key]: a variant has no key 'borad' (did you mean 'board'?)\n"
        "f:6:1: error[unknown-key]: a variant has no key 'zzz'; its keys are board, title, seats, hands, open, komi, "
        "source");
}

TEST_CASE("a well-written map gives its values", "[yaml]") {
  const YamlFile file = good("title: 1996\nseats: 2\nkomi: -7\nopen: true\nshut: false\nextra: [a]\n");
  Diagnostics out;
  YamlMap map(file, file.root, "a variant", out);
  CHECK(map.text("title", true) == "1996");
  CHECK(map.integer("seats", 1, 4, true) == 2);
  CHECK(map.integer("komi", -100, 100) == -7);
  CHECK(map.boolean("open", true) == true);
  CHECK(map.boolean("shut") == false);
  CHECK(map.optional("extra") == file.root.find("extra"));
  CHECK(map.optional("absent") == nullptr);
  map.finish();
  CHECK(joined(out) == "");
}

TEST_CASE("a map that is none is told once", "[yaml]") {
  const auto complaint = [](std::string_view text) {
    const YamlFile file = good(text);
    Diagnostics out;
    YamlMap map(file, file.root, "a variant", out);
    CHECK_FALSE(map.valid());
    CHECK_FALSE(map.required("board"));
    CHECK_FALSE(map.integer("x", 0, 1, true));
    map.finish();
    return joined(out);
  };
  CHECK(complaint("- a\n") == "f:1:1: error[wrong-type]: a variant is written as 'key: value' lines, not a list");
  CHECK(complaint("go\n") == "f:1:1: error[wrong-type]: a variant is written as 'key: value' lines, not 'go'");
  CHECK(complaint("size:9\nkomi:7\n") ==
        "f:1:1: error[wrong-type]: a variant is written as 'key: value' lines, not "
        "'size:9 komi:7' (is a space missing after the ':'?)");
}

TEST_CASE("a flood of unknown keys is cut short", "[yaml]") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "k" + std::to_string(i) + ": 1\n";
  const YamlFile file = good(text);
  Diagnostics out;
  YamlMap map(file, file.root, "a deck", out);
  map.finish();
  CHECK(out.size() == 1000);
  REQUIRE(out.list().size() == 21);
  CHECK(to_text(out.list().front()) == "f:1:1: error[unknown-key]: a deck has no key 'k0'; remove it");
  CHECK(to_text(out.list().back()) == "f:1000: error[unknown-key]: and 980 more of this kind; mend those above first");
}

TEST_CASE("whole numbers are plain decimal", "[yaml]") {
  const auto [value, complaint] = GENERATE(table<std::string, std::string>({
      {"10", ""},
      {"0", ""},
      {"-5", ""},
      {"010", "[wrong-type]: the size must be a whole number, not '010' (write 10)"},
      {"00", "[wrong-type]: the size must be a whole number, not '00' (write 0)"},
      {"-010", "[wrong-type]: the size must be a whole number, not '-010' (write -10)"},
      {"+10", "[wrong-type]: the size must be a whole number, not '+10' (write 10)"},
      {"1_000", "[wrong-type]: the size must be a whole number, not '1_000' (write 1000)"},
      {"0x10", "[wrong-type]: the size must be a whole number, not '0x10'"},
      {"0o10", "[wrong-type]: the size must be a whole number, not '0o10'"},
      {"12:30:45", "[wrong-type]: the size must be a whole number, not '12:30:45'"},
      {"1e3", "[wrong-type]: the size must be a whole number, not '1e3'"},
      {"five", "[wrong-type]: the size must be a whole number, not 'five'"},
      {"7.5", "[wrong-type]: the size must be a whole number, not '7.5'"},
      {".nan", "[wrong-type]: the size must be a whole number, not '.nan'"},
      {".inf", "[wrong-type]: the size must be a whole number, not '.inf'"},
      {"'10'", "[wrong-type]: the size must be a whole number, not the quoted text '10': remove the quotes"},
      {"99999999999999999999", "[out-of-range]: the size must be from -5 to 1000, not 99999999999999999999"},
      {"1001", "[out-of-range]: the size must be from -5 to 1000, not 1001"},
      {"-6", "[out-of-range]: the size must be from -5 to 1000, not -6"},
      {"{a: b}", "[wrong-type]: the size must be a whole number, not 'key: value' lines"},
      {"~", "[missing-value]: the size is empty; write a whole number there"},
  }));
  CAPTURE(value);
  const YamlFile file = good("a: " + value + "\n");
  Diagnostics out;
  CHECK(yaml_integer(file, *file.root.find("a"), "the size", -5, 1000, out).has_value() == complaint.empty());
  CHECK(joined(out) == (complaint.empty() ? "" : "f:1:4: error" + complaint));
}

TEST_CASE("open ranges are worded so", "[yaml]") {
  const YamlFile file = good("a: 0\n");
  Diagnostics out;
  yaml_integer(file, *file.root.find("a"), "'a'", 1, std::numeric_limits<long>::max(), out);
  yaml_integer(file, *file.root.find("a"), "'a'", std::numeric_limits<long>::min(), -1, out);
  CHECK(joined(out) ==
        "f:1:4: error[out-of-range]: 'a' must be at least 1, not 0\n"
        "f:1:4: error[out-of-range]: 'a' must be at most -1, not 0");
}

TEST_CASE("booleans are true and false", "[yaml]") {
  const auto [value, complaint] = GENERATE(table<std::string, std::string>({
      {"yes", "'yes' (write true)"},
      {"On", "'On' (write true)"},
      {"TRUE", "'TRUE' (write true)"},
      {"y", "'y' (write true)"},
      {"no", "'no' (write false)"},
      {"off", "'off' (write false)"},
      {"False", "'False' (write false)"},
      {"0", "'0' (write false)"},
      {"maybe", "'maybe'"},
      {"'true'", "the quoted text 'true' (write true)"},
  }));
  const YamlFile file = good("a: " + value + "\n");
  Diagnostics out;
  CHECK_FALSE(yaml_boolean(file, *file.root.find("a"), "'a'", out));
  CHECK(joined(out) == "f:1:4: error[wrong-type]: 'a' must be true or false, not " + complaint);
}

TEST_CASE("a list may be one item without brackets", "[yaml]") {
  const YamlFile file = good("one: x\nmany: [x, 'y', 3]\nnone: []\nempty:\nmap: {a: b}\nmixed:\n  - x\n  - [y]\n  -\n");
  Diagnostics out;
  const auto texts = [&](std::string_view key) {
    std::string text;
    for (const YamlNode* node : yaml_list(file, *file.root.find(key), in_quotes(key), out)) text += node->text + ";";
    return text;
  };
  CHECK(texts("one") == "x;");
  CHECK(texts("many") == "x;y;3;");
  CHECK(texts("none") == "");
  CHECK(joined(out) == "");
  CHECK(texts("empty") == "");
  CHECK(texts("map") == "");
  CHECK(texts("mixed") == "x;");
  CHECK(joined(out) ==
        "f:4:1: error[missing-value]: 'empty' is empty; write a list such as [a, b] there\n"
        "f:5:6: error[wrong-type]: 'map' must be a list such as [a, b], not 'key: value' lines\n"
        "f:8:5: error[wrong-type]: an item of 'mixed' must be text or a number, not a list\n"
        "f:9:3: error[missing-value]: an item of 'mixed' is empty; write text or a number there");
}

TEST_CASE("files are read whole, and only ordinary ones", "[yaml]") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("gofuda-yaml-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string dir = folder.string() + "/";
  std::ofstream(dir + "keima.yaml", std::ios::binary) << "a\r\n\0b"s << std::string(100000, 'x');
  ::mkfifo((dir + "pipe").c_str(), 0600);
  const auto complaint = [](const std::string& path, std::size_t limit = 1u << 20) {
    Diagnostics out;
    CHECK_FALSE(read_text_file(path, out, limit));
    return joined(out);
  };
  Diagnostics out;
  CHECK(read_text_file(dir + "keima.yaml", out) == "a\r\n\0b"s + std::string(100000, 'x'));
  CHECK(read_text_file(dir + "keima.yaml", out, 100005)->size() == 100005);
  CHECK(joined(out) == "");
  CHECK(
      complaint(dir + "keima.yaml", 100004) ==
      dir +
          "keima.yaml: error[too-large]: the file has more than the 100004 bytes that are read; is it the right one?");
  CHECK(complaint(dir + "kiema.yaml")
            .starts_with(dir + "kiema.yaml: error[no-file]: there is no such file (did you mean '"));
  CHECK(complaint(dir + "elephant") ==
        dir + "elephant: error[no-file]: there is no such file; check its name and folder");
  CHECK(complaint(dir + "keima.yaml/x") ==
        dir + "keima.yaml/x: error[no-file]: there is no such file; check its name and folder");
  CHECK(complaint(dir) == dir + ": error[not-a-file]: this is a folder; name a file in it");
  CHECK(complaint(dir + "pipe") ==
        dir + "pipe: error[not-a-file]: this is a device, a pipe or a socket; name an ordinary file");
  CHECK(complaint("/dev/zero") ==
        "/dev/zero: error[not-a-file]: this is a device, a pipe or a socket; name an ordinary file");
  CHECK(complaint("") == "error[no-file]: a file's name cannot be empty or hold a NUL; check its name");
  CHECK(complaint("a\0b"s) == "a\\x00b: error[no-file]: a file's name cannot be empty or hold a NUL; check its name");
  std::filesystem::remove_all(folder);
}

// Edits that people and hostile tools make; whatever comes out must be a tree or a diagnostic, never a crash.
TEST_CASE("no damaged file crashes the reader", "[yaml]") {
  const std::vector<std::string> seeds = {kVariant, kDispute,
                                          "? a\n: b\n&x c: *x\n!t d: !u e\n\"q\\n\\x41\": >-\n  fold\n  ed\n",
                                          "%YAML 1.2\n---\n[a, {b: c, ? d : e}, 'f', \"g\", ~, [h: i]]\n...\n---\nx\n",
                                          "- - a\n  - b\n-\n  c: d\n  e:\n  - f\n- |2-\n   x\n  y\n"};
  const std::string odd = "\n\n\n  \t:-?[]{},#&*!|>'\"%@`\\.~<0129aX\0\x04\x85\xe3\xff\xef\xbb\xbf\r"s;
  std::mt19937_64 random(20260101);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  std::size_t trees = 0, refused = 0;
  for (int round = 0; round < 8000; ++round) {
    std::string text = seeds[below(seeds.size())];
    for (std::size_t edits = 1 + below(below(4) == 0 ? 20 : 3); edits > 0; --edits) {
      const std::size_t at = below(text.size() + 1);
      const char byte = odd[below(odd.size())];
      const std::size_t kind = below(4);
      if (kind == 0) text.insert(at, 1 + below(3), byte);
      if (kind == 1) text.erase(at, below(3) == 0 ? below(20) : 1);
      if (kind == 2) text.insert(at, text.substr(below(text.size() + 1), below(16)));
      if (kind == 3 && at < text.size()) text[at] = byte;
    }
    Diagnostics out;
    const auto file = parse_yaml("f", text, out);
    CAPTURE(printable(text), joined(out));
    if (file.has_value() == out.has_errors()) FAIL("neither a tree nor a diagnostic, or both");
    ++(file ? trees : refused);
    for (const Diagnostic& d : out.list()) {
      if (d.line < 1 || d.message.empty()) FAIL("a diagnostic without place or words");
    }
  }
  CHECK(trees > 300);
  CHECK(refused > 3000);
}
