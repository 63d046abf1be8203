// The Smart Game Format: what stands in a file, however it was written, and the board that it shows.
#include <array>
#include <string>
#include <vector>

#include "core/notation/sgf.hpp"
#include "core/notation/sgf_board.hpp"
#include "core/random.hpp"
#include "scripting/charset.hpp"
#include "scripting/sgf_file.hpp"
#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"

using namespace gofuda;
using namespace std::string_literals;

namespace {

// A tree as text: its nodes' properties, children in brackets where there are several.
std::string shape(const SgfTree& tree, SgfId id) {
  std::string out;
  while (id != kNoSgfNode) {
    out += ";";
    for (const char* name : {"B", "W", "AB", "AW", "AE", "C", "SZ", "GM", "X1"})
      for (const SgfValue& v : tree.values(id, name)) out += name + "["s + std::string(v.raw) + "]";
    const SgfId first = tree.node(id).first_child;
    if (first == kNoSgfNode || tree.node(first).next == kNoSgfNode) {
      id = first;
      continue;
    }
    for (SgfId child = first; child != kNoSgfNode; child = tree.node(child).next) out += "(" + shape(tree, child) + ")";
    return out;
  }
  return out;
}

std::string games(const std::string& text, std::size_t notes = 0) {
  const SgfTree tree(text);
  INFO(text);
  for (const SgfNote& n : tree.notes()) UNSCOPED_INFO(n.line << ":" << n.column << ": " << n.text);
  CHECK(tree.notes().size() == notes);
  std::string out;
  for (const SgfId root : tree.games()) out += (out.empty() ? "" : " | ") + shape(tree, root);
  return out;
}

struct Opened {
  std::optional<SgfFile> file;
  std::string errors, notes;
  std::string value(const char* property) const {
    const auto v = file ? file->tree->value(file->root, property) : std::nullopt;
    return v ? sgf_text(v->raw) : "";
  }
};
Opened opened(const std::string& bytes, const SgfChoice& choice = {}) {
  Opened o;
  Diagnostics out, notes;
  o.file = open_sgf("f.sgf", bytes, choice, out, notes);
  o.errors = test::joined(out), o.notes = test::joined(notes);
  CHECK(o.file.has_value() == o.errors.empty());
  return o;
}

constexpr SgfSize kNine{9, 9};

}  // namespace

TEST_CASE("sgf: games, nodes and variations") {
  CHECK(games("(;GM[1]SZ[9];B[aa];W[bb])") == ";SZ[9]GM[1];B[aa];W[bb]");
  CHECK(games("(;B[aa](;W[bb];B[cc])(;W[dd]))") == ";B[aa](;W[bb];B[cc])(;W[dd])");
  CHECK(games("(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))") == ";B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee])");
  CHECK(games("(;C[1])(;C[2])\n\n(;C[3])") == ";C[1] | ;C[2] | ;C[3]");
  CHECK(games(" ( ; AB [aa] \n [bb]\t; ) ") == ";AB[aa]AB[bb];");
  CHECK(games("(;B[aa][bb])", 1) == ";B[aa]B[bb]");
  CHECK(games("(;AB[aa][bb]C[x]AB[cc])") == ";AB[aa]AB[bb]AB[cc]C[x]");
  CHECK(games("(;B[];W[])") == ";B[];W[]");
}

TEST_CASE("sgf: what is between brackets ends where it does") {
  CHECK(games(R"((;C[a\]b];B[aa]))") == R"(;C[a\]b];B[aa])");
  CHECK(games(R"((;C[a\\];B[aa]))") == R"(;C[a\\];B[aa])");
  CHECK(games("(;C[(;B[aa\\]) is a game];B[bb])") == ";C[(;B[aa\\]) is a game];B[bb]");
  CHECK(games("(;C[a\0b];B[aa])"s) == ";C[a\0b];B[aa]"s);
}

TEST_CASE("sgf: files that people have") {
  CHECK(games("Black[aa] is a mail (see below)\n(;SiZe[9]Black[aa];White[bb])", 1) == ";B[aa]SZ[9];W[bb]");
  CHECK(games("(;b[aa];w[bb])", 2) == ";B[aa];W[bb]");
  CHECK(games("(B[aa];W[bb])", 1) == ";B[aa];W[bb]");
  CHECK(games("(;SZ[9](B[aa])(W[bb]))", 2) == ";SZ[9](;B[aa])(;W[bb])");
  CHECK(games("(;B[aa]", 1) == ";B[aa]");
  CHECK(games("(;B[aa];C[never closed\n(;", 2) == ";B[aa];C[never closed\n(;]");
  CHECK(games("(;B[aa]))", 1) == ";B[aa]");
  CHECK(games("(;B[aa]) junk (;W[bb])", 1) == ";B[aa] | ;W[bb]");
  CHECK(games("(;B[aa]%%%;W[bb]C)", 2) == ";B[aa];W[bb]");
  CHECK(games("(;[aa]B[bb])", 1) == ";B[bb]");
  CHECK(games("((;B[aa]))", 2) == ";B[aa]");
  CHECK(games("(;SZ[5]SZ[9];B[aa])", 1) == ";SZ[5]SZ[9];B[aa]");  // the first counts
  CHECK(games("(;SZ[5];B[aa]W[bb])", 1) == ";SZ[5];B[aa]W[bb]");
  CHECK(games("(;AB[aa]AB[bb]AW[cc])") == ";AB[aa]AB[bb]AW[cc]");
  CHECK(games("", 1).empty());
  CHECK(games("no game at all", 1).empty());
  CHECK(games("(((((((", 1).empty());
  CHECK_FALSE(SgfTree("()").usable());
}

TEST_CASE("sgf: where things stand") {
  const SgfTree tree("(;SZ[9]\r\nC[\xc3\xa9\xc3\xa9]  B[aa]\n\r;W[bb]\r;B[cc])");
  REQUIRE(tree.size() == 3);
  const auto place = [&](SgfId id, const char* name) {
    const auto v = tree.value(id, name);
    return std::to_string(v->line) + ":" + std::to_string(v->column);
  };
  CHECK(place(0, "SZ") == "1:5");
  CHECK(place(0, "B") == "2:9");
  CHECK(place(1, "W") == "3:3");
  CHECK(place(2, "B") == "4:3");
}

TEST_CASE("sgf: ten thousand variations in one another") {
  std::string text, end;
  for (int i = 0; i < 10'000; ++i) text += "(;B[aa](;W[bb])", end += ")";
  const SgfTree tree(text + end);
  CHECK(tree.notes().empty());
  CHECK(tree.size() == 20'000);
  std::string problem;
  CHECK(sgf_line(tree, tree.games()[0], {}, problem)->size() == 2);
  const std::vector<int> deep(9'999, 2);
  CHECK(sgf_line(tree, tree.games()[0], deep, problem)->size() == 10'000 + 1);
  CHECK(SgfTree(std::string(200'000, '(') + ";B[aa]").size() == 1);
}

TEST_CASE("sgf: no more than can be held is read") {
  std::string nodes = "(";
  nodes.append(SgfTree::kMostNodes + 1, ';');
  CHECK_FALSE(SgfTree(nodes + ")").usable());
  std::string values = "(;AB";
  for (std::size_t i = 0; i <= SgfTree::kMostValues; ++i) values += "[]";
  CHECK_FALSE(SgfTree(values + ")").usable());
  const SgfTree noisy("(;" + std::string(100'000, '%') + [] {
    std::string out;
    for (int i = 0; i < 100'000; ++i) out += ";%";
    return out;
  }());
  CHECK(noisy.notes().size() == SgfTree::kMostNotes);
}

TEST_CASE("sgf: texts") {
  CHECK(sgf_text("a\\]b\\\\c\\:d") == "a]b\\c:d");
  CHECK(sgf_text("one\\\ntwo\nthree\tfour\vfive") == "onetwo\nthree four five");
  CHECK(sgf_text("a\r\nb\n\rc\rd\n\ne") == "a\nb\nc\nd\n\ne");
  CHECK(sgf_simple_text("a\r\nb\\\r\nc\td") == "a bc d");
  CHECK(sgf_text("ends with \\") == "ends with ");
  for (const std::string text : {"", "a]b[c\\", "\\\\]]", "two\nlines: 1", "\xe7\xa2\x81\xe6\x9c\xad"}) {
    CHECK(sgf_text(sgf_escaped(text)) == text);
    CHECK(games("(;C[" + sgf_escaped(text) + "])") == ";C[" + sgf_escaped(text) + "]");
  }
}

TEST_CASE("sgf: sizes") {
  CHECK(sgf_size("19")->rows == 19);
  CHECK(sgf_size(" 9 : 5 ")->columns == 9);
  CHECK(sgf_size("9:5")->rows == 5);
  CHECK(sgf_size("25:1")->columns == 25);
  for (const char* bad : {"", "0", "26", "19:", ":19", "-9", "9x9", "9:0", "999999999999", "1e1", "9:9:9"})
    CHECK_FALSE(sgf_size(bad));
}

TEST_CASE("sgf: points, passes and lists of points") {
  CHECK(sgf_point("aa", kNine) == parse_point("A9"));
  CHECK(sgf_point("ia", kNine) == parse_point("J9"));
  CHECK(sgf_point("ai", {9, 9}) == parse_point("A1"));
  CHECK(sgf_point(" ab\n", {9, 5}) == parse_point("A4"));
  CHECK(sgf_point("yy", {25, 25}) == parse_point("Z1"));
  for (const char* bad : {"", "a", "aaa", "ja", "aj", "A9", "??", "zz", "\xff\xff"})
    CHECK(sgf_point(bad, kNine) == kNoPoint);
  CHECK(sgf_is_pass("", kNine));
  CHECK(sgf_is_pass("tt", {19, 19}));
  CHECK(sgf_is_pass("tt", {5, 19}));
  CHECK_FALSE(sgf_is_pass("tt", {20, 20}));
  CHECK_FALSE(sgf_is_pass("tt", {19, 21}));
  PointSet set;
  CHECK(sgf_add_points("ba:cb", kNine, set));
  CHECK(sgf_add_points("ii", kNine, set));
  CHECK(to_string(set) == "J1 B8 C8 B9 C9");
  PointSet turned;
  CHECK(sgf_add_points("cb:ba", kNine, turned));
  CHECK(sgf_add_points("ii", kNine, turned));
  CHECK(turned == set);
  CHECK_FALSE(sgf_add_points("aa:", kNine, set));
  CHECK_FALSE(sgf_add_points("aa:jj", kNine, set));
  CHECK(sgf_points_text(set, 9) == "[ii][bb:cb][ba:ca]");
}

TEST_CASE("sgf: the board as every program shows it") {
  const auto at = [](const char* name) { return parse_point(name); };
  SgfBoard b({5, 5});
  b.play(at("A1"), Colour::black);
  b.play(at("B1"), Colour::white);
  b.play(at("A2"), Colour::white);
  CHECK(to_string(b.board().stones()) == "B1 A2");
  CHECK(b.board().ko() == kNoPoint);
  b.play(at("A1"), Colour::black);  // suicide: it comes off again
  CHECK(to_string(b.board().points_of(Colour::black)).empty());
  b.play(at("B1"), Colour::black);  // on a stone: in its place
  CHECK(b.board().at(at("B1")) == Colour::black);
  for (const char* p : {"D5", "C4", "E4", "D3"}) b.set(at(p), Colour::white);
  for (const char* p : {"C3", "D2", "E3"}) b.set(at(p), Colour::black);
  b.play(at("D4"), Colour::black);
  CHECK(b.board().ko() == at("D3"));
  b.play(at("D3"), Colour::white);  // a ko retaken: it is shown
  CHECK(b.board().at(at("D4")) == Colour::empty);
  b.play(kNoPoint, Colour::black);
  CHECK(b.board().ko() == kNoPoint);
}

TEST_CASE("sgf: many stones at once are the same as one after the other") {
  Random random(5);
  SgfBoard at_once({9, 7}), one_by_one({9, 7});
  for (int round = 0; round < 200; ++round) {
    const Colour c = std::array{Colour::empty, Colour::black, Colour::white}[random.below(3)];
    PointSet points;
    Grid(9, 7).points().for_each([&, most = 1 + random.below(10)](Point p) {
      if (random.below(10) < most) points.insert(p);
    });
    at_once.set(points, c);
    points.for_each([&](Point p) { one_by_one.set(p, c); });
    REQUIRE(at_once.board() == one_by_one.board());
    REQUIRE(at_once.board().hash() == one_by_one.board().hash());
    at_once.board().points_of(Colour::black).for_each([&](Point p) {
      REQUIRE(at_once.board().liberties(p) == one_by_one.board().liberties(p));
    });
  }
}

TEST_CASE("sgf: ways through the variations") {
  CHECK(parse_sgf_path("2.1.3") == std::vector<int>{2, 1, 3});
  CHECK(parse_sgf_path("2,1") == std::vector<int>{2, 1});
  for (const char* bad : {"", "0", "2.", ".2", "a", "-1", "1..2", "99999999999"}) CHECK_FALSE(parse_sgf_path(bad));
  const std::string text = "(;B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee]))";
  const auto end = [&](std::vector<int> path) {
    SgfChoice choice;
    choice.path = std::move(path);
    const Opened o = opened(text, choice);
    if (!o.file) return o.errors;
    const auto v = o.file->tree->value(o.file->line.back(), "B");
    return std::string(v ? v->raw : o.file->tree->value(o.file->line.back(), "W")->raw);
  };
  CHECK(end({}) == "cc");
  CHECK(end({1, 2}) == "dd");
  CHECK(end({2}) == "ee");
  CHECK(end({3}).find("f.sgf:1:2: error[sgf]: at fork 1 there are only 2 ways") == 0);
  CHECK(end({2, 1}).find("this way has 1 fork, not 2") != std::string::npos);
}

TEST_CASE("sgf: games of a collection") {
  SgfChoice choice;
  choice.game = 2;
  CHECK(opened("(;C[a])(;C[b])", choice).value("C") == "b");
  choice.game = 3;
  CHECK(opened("(;C[a])(;C[b])", choice).errors.find("error[sgf]: there is no game 3: the file has 2 games") !=
        std::string::npos);
}

TEST_CASE("sgf: charsets") {
  const std::string go = "\xe5\x9b\xb2\xe7\xa2\x81";  // in UTF-8
  CHECK(opened("(;C[" + go + "])").value("C") == go);
  CHECK(opened("\xef\xbb\xbf(;C[" + go + "])").value("C") == go);
  CHECK(opened("(;CA[utf8]C[" + go + "])").value("C") == go);
  CHECK(opened("(;C[caf\xe9])").value("C") == "caf\xc3\xa9");
  CHECK(opened("(;CA[ISO-8859-1]C[\xc3\xa9])").value("C") == "\xc3\x83\xc2\xa9");
  CHECK(opened("(;CA[Shift_JIS]C[\x88\xcd\x8c\xe9])").value("C") == go);
  CHECK(opened("(;CA[EUC-JP]C[\xb0\xcf\xb8\xeb])").value("C") == go);
  CHECK(opened("(;CA[GB18030]C[\x87\xfa])").notes.empty());
  CHECK(opened("(;CA[Big5]C[\xa5\x5d\xa4\x5c])").value("C").size() == 6);  // ends in ] and \ as bytes
  CHECK(opened("(;CA[KOI8-R]C[\xe7\xcf])").value("C") == "\xd0\x93\xd0\xbe");
  CHECK(opened("(;CA[windows-1252]C[\x80])").value("C") == "\xe2\x82\xac");
  CHECK(opened("\xff\xfe(\0;\0C\0[\0\xe9\0]\0)\0"s).value("C") == "\xc3\xa9");
  CHECK(opened("(\0;\0C\0[\0\xe9\0]\0)\0"s).value("C") == "\xc3\xa9");  // without a mark
  CHECK(opened("\x4d\x5e\xc3\xc1\x63\xc9\xc2\xd4\xf2\xf7\xf3\xfc\xc3\x63\xc0\xfc\x5d").value("C") ==
        "\xc3\xa4");  // IBM273
  CHECK(opened("\x4d\x5e\xc3\xc1\xba\x85\x82\x83\x84\x89\x83\x60\xc3\xd7\x60\xe4\xe2\xbb\xc3\xba\x5b\xbb\x5d")
            .value("C") == "$");
  CHECK(opened("\x4d\x5e\xc3\xad\x51\xbd\x5d").value("C") == "\xc3\xa9");  // no name
  CHECK(opened("M^(;C[x])").value("C") == "x");
  CHECK(opened("\0(\0;\0C\0[\0\xe9\0]\0)"s).value("C") == "\xc3\xa9");
  SgfChoice second;
  second.game = 2;
  CHECK(opened("(;CA[UTF-8]C[" + go + "])(;CA[EUC-JP]C[\xb0\xcf\xb8\xeb])", second).value("C") == go);
}

TEST_CASE("sgf: charsets that lie") {
  const auto says = [](const std::string& bytes, const char* note) {
    const Opened o = opened(bytes);
    INFO(o.errors << o.notes);
    CHECK(o.file.has_value());
    CHECK(o.notes.find(note) != std::string::npos);
    return o.value("C");
  };
  CHECK(says("(;CA[UTF-8]C[caf\xe9])", "1 byte is no character of 'UTF-8'") == "caf\xef\xbf\xbd");
  CHECK(says("(;CA[no-such]C[caf\xe9])", "there is no charset 'no-such'; the file is read as ISO-8859-1") ==
        "caf\xc3\xa9");
  CHECK(says("(;CA[UTF-16]C[x])", "there is no charset 'UTF-16'") == "x");
  CHECK(says("(;CA[EBCDIC-US]C[x])", "there is no charset") == "x");
  CHECK(says("(;CA[UTF-8//IGNORE]C[x])", "there is no charset") == "x");
  CHECK(says("(;CA[Shift_JIS]C[\xff\xff])", "no character of 'Shift_JIS'") == "\xef\xbf\xbd\xef\xbf\xbd");
  const char* swallowed =
      "by the charset 'GB18030' that it names the file has 1 of 3 moves, so it is read as ISO-8859-1";
  CHECK(says("(;CA[GB18030]PB[Jos\xe9];B[ee]C[caf\xe9];W[cc];B[gg])", swallowed) == "");
  CHECK(says("(;CA[Big5]C[\xa5\x5c\x5c];B[ee])", "has 0 of 1 moves") == "\xc2\xa5\\");  // escaped byte by byte
  // A comment with an end of a move's kind in it, behind a character that ends in a bracket, is no move lost.
  const Opened sound = opened("(;CA[Shift_JIS]C[\x83\x5d;B[no\\]];B[aa])");
  INFO(sound.notes);
  CHECK(sound.file->charset == "Shift_JIS");
  const Opened none = opened("\x4d\x5e\xc3\xc1\xba\xd5\xd6\xd5\xc5\x6d\xf9\xbb\x5d");
  CHECK(none.notes.find("there is no charset 'NONE_9'") != std::string::npos);
  REQUIRE(none.file);
  CHECK(none.file->charset == "IBM1047");
  CHECK(opened("(;CA[\0]C[x])"s).value("C") == "x");
  CHECK(opened("(;CA[" + std::string(1000, 'x') + "]C[x])").value("C") == "x");
}

TEST_CASE("sgf: no file is opened to convert where none may be") {
  SgfChoice choice;
  choice.convert = false;
  CHECK(opened("(;CA[Latin-1]C[\xe9])", choice).value("C") == "\xc3\xa9");
  CHECK(opened("(;CA[Shift_JIS]C[x])", choice).errors.find("f.sgf:1:5: error[sgf]: the charset 'Shift_JIS' cannot") ==
        0);
  CHECK(opened("\xff\xfe(\0;\0)\0"s, choice).errors.find("cannot be read in a process") != std::string::npos);
}

TEST_CASE("sgf: a file too large") {
  CHECK(opened("(;C[" + std::string(kMostSgfBytes, 'x') + "])").errors.find("16777216 bytes") != std::string::npos);
}

TEST_CASE("sgf: records and saved games are told apart") {
  CHECK(is_sgf("a.sgf", "whatever"));
  CHECK(is_sgf("a.SGF", ""));
  CHECK(is_sgf("a", " \n(;"));
  CHECK(is_sgf("a.yaml", "\xef\xbb\xbf(;"));
  CHECK_FALSE(is_sgf("a.sgf", "dispute: a game saved under that name"));
  CHECK_FALSE(is_sgf("a.yaml", "dispute: x"));
  CHECK_FALSE(is_sgf("a.yaml", ""));
}
