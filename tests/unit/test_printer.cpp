// Cards on paper: where they lie on their pages, what stands on them, and that the same cards give the same bytes.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/unit/catch.hpp"
#include "tests/unit/joined.hpp"
#include "tools/printer/press.hpp"

using namespace gofuda;
using namespace gofuda::printer;
using gofuda::test::joined;

namespace {

bool same(double a, double b) { return std::abs(a - b) < 1e-9; }
bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::vector<std::optional<std::size_t>> cards_of(std::initializer_list<int> list) {  // -1: an empty place
  std::vector<std::optional<std::size_t>> out;
  for (int c : list) out.push_back(c < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(c)));
  return out;
}

Pack packed(const std::vector<std::string>& names, const Settings& settings = {}, bool one = false) {
  Diagnostics out;
  Library library({GOFUDA_SOURCE_RULES_DIR}, out);
  Pack pack = pack_of(library, names, settings, one, out);
  INFO(joined(out));
  REQUIRE_FALSE(out.has_errors());
  return pack;
}

const Face& face(const Pack& pack, const std::string& id) {
  for (const Face& f : pack.faces)
    if (f.id == id) return f;
  FAIL("no face " << id);
  return pack.faces[0];
}

Face plain(const std::string& text) {
  Face out;
  out.id = "plain", out.file = "cards/plain.lua", out.name_line = 2, out.text_line = 3;
  out.title = "Plain", out.kind = "action", out.text = text;
  return out;
}

std::string repeated(const std::string& text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

}  // namespace

TEST_CASE("butted cards fill A4 and Letter three by three", "[printer]") {
  for (Paper paper : {Paper::a4, Paper::letter}) {
    const Layout l = paper_layout(paper, false);
    CHECK(l.columns == 3);
    CHECK(l.rows == 3);
    CHECK(l.page_width < l.page_height);
    for (std::size_t i = 0; i < 9; ++i) {
      CHECK(l.cut(i).width == 63);
      CHECK(l.cut(i).height == 88);
    }
    CHECK(same(l.cut(1).x, l.cut(0).x + 63));
    CHECK(same(l.cut(3).y, l.cut(0).y + 88));
    CHECK(same(l.cut(8).x + 63, l.page_width - l.cut(0).x));
    CHECK(same(l.cut(8).y + 88, l.page_height - l.cut(0).y));
    CHECK(crop_marks(l).size() == 16);  // four cuts each way, at both of their ends
  }
  CHECK(same(paper_layout(Paper::a4, false).cut(0).x, 10.5));
  CHECK(same(paper_layout(Paper::a4, false).cut(0).y, 16.5));
}

TEST_CASE("with bleed A4 lies across and takes four by two", "[printer]") {
  const Layout a4 = paper_layout(Paper::a4, true);
  CHECK(a4.columns == 4);
  CHECK(a4.rows == 2);
  CHECK(a4.page_width == 297);
  CHECK(same(a4.cut(1).x - a4.cut(0).x, 69));
  CHECK(same(a4.cut(4).y - a4.cut(0).y, 94));
  CHECK(same(a4.cut(0).x, (297 - 276) / 2.0 + 3));
  CHECK(a4.ground >= 3);
  CHECK(crop_marks(a4).size() == 2 * (8 + 4));
  const Layout letter = paper_layout(Paper::letter, true);
  CHECK(letter.columns == 3);
  CHECK(letter.rows == 2);
}

TEST_CASE("crop marks are in the margins, on the page, and away from the grounds", "[printer]") {
  for (Paper paper : {Paper::a4, Paper::letter})
    for (bool bleed : {false, true}) {
      const Layout l = paper_layout(paper, bleed);
      const Box first = l.cut(0), last = l.cut(l.places() - 1);
      for (const Line& m : crop_marks(l)) {
        CHECK(std::min(m.x1, m.y1) > 2);
        CHECK(m.x2 < l.page_width - 2);
        CHECK(m.y2 < l.page_height - 2);
        const bool beside = m.x2 < first.x - l.ground || m.x1 > last.x + last.width + l.ground;
        const bool above = m.y2 < first.y - l.ground || m.y1 > last.y + last.height + l.ground;
        CHECK((beside || above));
      }
    }
}

TEST_CASE("behind each face lies its own back", "[printer]") {
  const Layout upright = paper_layout(Paper::a4, false), across = paper_layout(Paper::a4, true);
  CHECK(upright.behind(0, Flip::long_edge) == 2);
  CHECK(upright.behind(4, Flip::long_edge) == 4);
  CHECK(upright.behind(3, Flip::long_edge) == 5);
  CHECK(upright.behind(0, Flip::short_edge) == 6);
  CHECK(upright.behind(5, Flip::short_edge) == 5);
  CHECK(across.behind(0, Flip::long_edge) == 4);  // the long edge is above: rows change places
  CHECK(across.behind(0, Flip::short_edge) == 3);
  // Turned over, the sheet has the cut of the back where that of the face is.
  for (const Layout& l : {upright, across})
    for (Flip flip : {Flip::long_edge, Flip::short_edge})
      for (std::size_t i = 0; i < l.places(); ++i) {
        const Box a = l.cut(i), b = l.cut(l.behind(i, flip));
        const bool columns = (flip == Flip::long_edge) == (l.page_height > l.page_width);
        CHECK(same(b.x, columns ? l.page_width - a.x - a.width : a.x));
        CHECK(same(b.y, columns ? a.y : l.page_height - a.y - a.height));
        CHECK(l.behind(l.behind(i, flip), flip) == i);
      }
}

TEST_CASE("pages in order, backs after them or behind each", "[printer]") {
  const Layout l = paper_layout(Paper::a4, false);
  CHECK(pages_for(0, l, Backs::behind, Flip::long_edge).empty());
  CHECK(pages_for(9, l, Backs::none, Flip::long_edge).size() == 1);
  CHECK(pages_for(10, l, Backs::none, Flip::long_edge).size() == 2);
  const std::vector<Page> behind = pages_for(11, l, Backs::behind, Flip::long_edge);
  REQUIRE(behind.size() == 4);
  CHECK_FALSE(behind[2].backs);
  CHECK(behind[2].cards == cards_of({9, 10, -1, -1, -1, -1, -1, -1, -1}));
  CHECK(behind[3].backs);
  CHECK(behind[3].cards == cards_of({-1, 10, 9, -1, -1, -1, -1, -1, -1}));
  CHECK(pages_for(11, l, Backs::behind, Flip::short_edge)[3].cards == cards_of({-1, -1, -1, -1, -1, -1, 9, 10, -1}));
  const std::vector<Page> after = pages_for(11, l, Backs::after, Flip::long_edge);
  REQUIRE(after.size() == 4);
  CHECK_FALSE(after[1].backs);
  CHECK(after[2].backs);
  CHECK(after[3].cards == behind[3].cards);
}

TEST_CASE("a virtual table's sheet is ten by seven without gaps", "[printer]") {
  const Layout l = table_layout();
  CHECK(l.places() == kTableFaces + 1);
  CHECK(l.cut(0).x == 0);
  CHECK(same(l.cut(69).x + 63, l.page_width));
  CHECK(same(l.cut(69).y + 88, l.page_height));
  CHECK(dots(kCardWidth, 165) * 10 <= 4096);
  CHECK(dots(kCardHeight, 165) * 7 <= 4096);
}

TEST_CASE("a face says what the game has chosen", "[printer]") {
  const Pack game = packed({"dango-2019"}), deck = packed({"dango-36"});
  CHECK(game.cards.size() == 36);
  CHECK(game.one_for_each_side);
  CHECK_FALSE(packed({"card-go"}).one_for_each_side);
  CHECK(has(face(game, "free-block").options, "held: open. How it lies"));
  CHECK(face(deck, "free-block").options.empty());
  CHECK(face(game, "keima").ways == "4 ways to lay it, turned and mirrored");
  CHECK(face(deck, "keima").ways == "up to 4 ways to lay it, turned and mirrored");
  CHECK(face(packed({"dango-1996"}, {{"rules.symmetry", "none"}}), "keima").ways == "1 way to lay it, as it stands");
  CHECK(face(deck, "keima").source == "named in the 1996 rules");
  CHECK(face(packed({"tesuji"}), "hamete").kind == "before · when: hand");
}

TEST_CASE("each card as often as its deck has it, or once", "[printer]") {
  CHECK(packed({"v-card-go-51"}).cards.size() == 51);
  CHECK(packed({"v-card-go-51"}, {}, true).cards.size() == 17);
  CHECK(packed({"keima", "keima", "dango"}).cards.size() == 3);
  CHECK(packed({"keima", "keima", "dango"}).faces.size() == 2);
  CHECK(packed({"gomoku-skills"}).one_for_each_side == packed({"deck:gomoku-skills"}).one_for_each_side);
  CHECK_THROWS_AS(packed({"go"}), Misnamed);
  CHECK_THROWS_AS(packed({"keimaa"}), Misnamed);
  CHECK_THROWS_AS(packed({"deck:keima"}), Misnamed);
  CHECK_THROWS_AS(packed({"dango-36"}, {{"rules.komi", "1"}}), Misnamed);
}

TEST_CASE("text that can be set has no control characters, and its lines", "[printer]") {
  CHECK(settable("  a \t b\n  c ") == "a b\nc");
  CHECK(settable(std::string("a\0b", 3)) == "a b");
  CHECK(settable("a\xff") == "a\xef\xbf\xbd");
  CHECK(settable("\n\na\n\nb\n") == "a\n\nb");
  CHECK(settable("<b>&") == "<b>&");
  CHECK(settable("\u05d0\u200f\u0e33") == "\u05d0\u200f\u0e33");
}

TEST_CASE("letters shrink in steps, to a least size, and then the card is named", "[printer]") {
  REQUIRE(Type::problem("") == "");
  const Type type("");
  Diagnostics out;
  const auto little = fitted(type, plain("Place a stone."), out);
  const auto more = fitted(type, plain(repeated("Place a stone where it touches. ", 16)), out);
  const auto most = fitted(type, plain(repeated("Place a stone where it touches. ", 26)), out);
  REQUIRE((little && more && most));
  CHECK(little->text == 11);
  CHECK(little->title == 14);
  CHECK(more->text < little->text);
  CHECK(most->text < more->text);
  CHECK(most->text >= 6);
  CHECK(out.list().empty());
  CHECK_FALSE(fitted(type, plain(repeated("Place a stone where it touches. ", 60)), out));
  CHECK_FALSE(fitted(type, plain(repeated("Place a stone where it touches. ", 2000)), out));
  REQUIRE(out.list().size() == 2);
  CHECK(
      to_text(out.list()[0]) ==
      "cards/plain.lua:3: error[card-text]: the text of 'plain' does not fit on the card even in letters of 6 points; "
      "shorten it");
  Face named = plain("x");
  named.title = repeated("name ", 40);
  CHECK_FALSE(fitted(type, named, out));
  CHECK(out.list()[2].code == "card-title");
  CHECK(out.list()[2].line == 2);
  Face drawn = plain(repeated("Place a stone where it touches. ", 16));
  drawn.stones = {{0, 0}}, drawn.columns = drawn.rows = 1;
  CHECK_FALSE(fitted(type, drawn, out));  // there is less room below a diagram
}

TEST_CASE("a word that is longer than a line is broken only in the least letters", "[printer]") {
  const Type type("");
  Diagnostics out;
  const auto sizes = fitted(type, plain(repeated("x", 100)), out);
  REQUIRE(sizes);
  CHECK(sizes->text == 6);
}

TEST_CASE("a character that no font has is named with a package that has it", "[printer]") {
  const Type type("");
  Pack pack;
  pack.decks = {{"", ""}};
  pack.faces = {plain("Private: \U000f1234")};
  Diagnostics out;
  warn_missing(type, pack, out);
  REQUIRE(out.list().size() == 1);
  CHECK(out.list()[0].severity == Severity::warning);
  CHECK(has(to_text(out.list()[0]), "U+F1234 of the card 'plain'"));
  CHECK(font_package(U'\u77f3') == "fonts-noto-cjk");
  CHECK(font_package(U'\u3042') == "fonts-noto-cjk");
  CHECK(font_package(U'\uac00') == "fonts-noto-cjk");
  CHECK(font_package(U'\U0001f525') == "fonts-noto-color-emoji");
  CHECK(font_package(U'\u05d0') == "fonts-noto-core");
}

TEST_CASE("a font that is not there is an error with the nearest name", "[printer]") {
  CHECK(Type::problem("Noto Sans") == "");
  CHECK(Type::problem("noto sans") == "");
  CHECK(has(Type::problem("Noto Sanz"), "did you mean 'Noto Sans'"));
}

TEST_CASE("the same cards give the same bytes, twice in one process", "[printer]") {
  const Pack pack = packed({"dango-2019"});
  const auto print = [&](Format format) {
    const Type type("");
    std::vector<Sizes> sizes;
    Diagnostics out;
    for (const Face& f : pack.faces) sizes.push_back(fitted(type, f, out).value());
    const Layout layout = paper_layout(Paper::a4, false);
    const Job job{type, pack, sizes, layout, 40, "Title", "2000-01-01T00:00:00Z"};
    const std::vector<Page> pages = pages_for(pack.cards.size(), layout, Backs::behind, Flip::long_edge);
    if (format == Format::pdf) return pdf_of(job, pages, [] {});
    std::string all;
    for (const Page& page : pages) all += format == Format::svg ? svg_of(job, page) : png_of(job, page);
    return all;
  };
  for (Format format : {Format::pdf, Format::svg, Format::png}) {
    const std::string first = print(format);
    CHECK(first.size() > 10000);
    const std::string second = print(format);
    const auto apart = std::mismatch(first.begin(), first.end(), second.begin(), second.end());
    const auto at = static_cast<std::size_t>(apart.first - first.begin());
    CHECK(first.substr(at, 200) == second.substr(at, 200));
    CHECK(at == second.size());
  }
}
