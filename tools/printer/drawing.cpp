#include "tools/printer/drawing.hpp"

#include <cairo.h>

#include <algorithm>
#include <iterator>
#include <numbers>

#include "tools/printer/layout.hpp"

namespace gofuda::printer {

namespace {

constexpr double kFrame = 3;  // from the cut to the frame
constexpr double kLeft = 5.5, kInside = kCardWidth - 2 * kLeft;

// The parts of a face, from the top down.
constexpr Box kTitle{kLeft, 4.6, kInside, 9.4}, kKind{kLeft, 14, kInside, 3.2};
constexpr Box kDiagram{kLeft, 19.2, kInside, 29}, kWays{kLeft, 48.4, kInside, 5};
constexpr Box kText{kLeft, 19.5, kInside, 56.5}, kTextBelow{kLeft, 53.6, kInside, 21.8};
constexpr Box kSource{kLeft, 77.6, kInside, 2.8}, kDeck{kLeft, 80.3, kInside, 2.8}, kDeckAlone{kLeft, 79, kInside, 2.8};
constexpr double kUpperRule = 18, kLowerRule = 77.2;
constexpr double kWidestCell = 8, kRim = 0.15;  // of the diagram; the rim in cells

struct Colour {
  double red, green, blue;
};
constexpr Colour kInk{0.08, 0.08, 0.1}, kGrey{0.42, 0.42, 0.44}, kPaper{1, 1, 1};
constexpr Colour kWood{0.93, 0.79, 0.55}, kWoodLine{0.35, 0.25, 0.12};
constexpr Colour kBackGround{0.13, 0.2, 0.3}, kBackLine{0.29, 0.38, 0.5}, kBackInk{0.93, 0.9, 0.82};
// Dark enough for small letters on white. Which kind has which follows from its word, so that it is the same
// everywhere.
constexpr Colour kKinds[] = {{0.55, 0.16, 0.13}, {0.1, 0.33, 0.52}, {0.13, 0.4, 0.22}, {0.45, 0.3, 0.05},
                             {0.38, 0.18, 0.47}, {0.05, 0.4, 0.42}, {0.5, 0.12, 0.34}};

Colour colour_of(const std::string& kind) {
  unsigned sum = 0;
  for (char c : kind.substr(0, kind.find(' '))) sum = sum * 31 + static_cast<unsigned char>(c);
  return kKinds[sum % std::size(kKinds)];
}

void use(cairo_t* cr, const Colour& c) { cairo_set_source_rgb(cr, c.red, c.green, c.blue); }

Block block_in(const Box& box, double most, double least) {
  Block out;
  out.width = box.width / kPoint, out.height = box.height / kPoint;
  out.most = most, out.least = least;
  return out;
}

Block title_block(const Face& face) {
  Block out = block_in(kTitle, 14, 8);
  out.text = face.title, out.bold = out.centred = true;
  return out;
}

Block text_block(const Face& face) {
  Block out = face.stones.empty() ? block_in(kText, 11, 6) : block_in(kTextBelow, 9.5, 6);
  out.text = face.text, out.small_text = face.options;
  return out;
}

// A line that is cut off where it is too long.
Block small_line(const Box& box, const std::string& text, double most, double least) {
  Block out = block_in(box, most, least);
  out.text = text, out.centred = out.cut = true;
  return out;
}

Block ways_block(const Face& face) {
  Block out = block_in(kWays, 6.5, 5);
  out.text = face.ways, out.centred = true;
  return out;
}

void draw_text(cairo_t* cr, const Type& type, const Box& box, const Block& block, double size, bool middle) {
  if (block.text.empty() && block.small_text.empty()) return;
  cairo_save(cr);
  cairo_translate(cr, box.x, box.y);
  cairo_scale(cr, kPoint, kPoint);
  type.draw(cr, block, size, middle);
  cairo_restore(cr);
}

void draw_fitted(cairo_t* cr, const Type& type, const Box& box, const Block& block) {
  draw_text(cr, type, box, block, type.fitted(block).value_or(block.least), true);
}

void rounded(cairo_t* cr, const Box& b, double radius) {
  constexpr double kQuarter = std::numbers::pi / 2;
  cairo_new_sub_path(cr);
  cairo_arc(cr, b.x + b.width - radius, b.y + radius, radius, -kQuarter, 0);
  cairo_arc(cr, b.x + b.width - radius, b.y + b.height - radius, radius, 0, kQuarter);
  cairo_arc(cr, b.x + radius, b.y + b.height - radius, radius, kQuarter, 2 * kQuarter);
  cairo_arc(cr, b.x + radius, b.y + radius, radius, 2 * kQuarter, 3 * kQuarter);
  cairo_close_path(cr);
}

void line(cairo_t* cr, double x1, double y1, double x2, double y2) {
  cairo_move_to(cr, x1, y1);
  cairo_line_to(cr, x2, y2);
  cairo_stroke(cr);
}

void draw_stone(cairo_t* cr, double x, double y, double radius, bool dark) {
  cairo_new_path(cr);
  cairo_arc(cr, x, y, radius, 0, 2 * std::numbers::pi);
  use(cr, dark ? kInk : kPaper);
  cairo_fill_preserve(cr);
  cairo_set_line_width(cr, radius / 9);
  use(cr, kInk);
  cairo_stroke(cr);
}

// The shape on a piece of the board.
void draw_diagram(cairo_t* cr, const Face& face) {
  const double columns = face.columns + 2 * kRim, rows = face.rows + 2 * kRim;
  const double cell = std::min({kWidestCell, kDiagram.width / columns, kDiagram.height / rows});
  const double width = cell * columns, height = cell * rows, rim = kRim * cell;
  const Box wood{kDiagram.x + (kDiagram.width - width) / 2, kDiagram.y + (kDiagram.height - height) / 2, width, height};
  use(cr, kWood);
  rounded(cr, wood, cell / 6);
  cairo_fill(cr);
  use(cr, kWoodLine);
  cairo_set_line_width(cr, cell / 30);
  for (int c = 0; c < face.columns; ++c) {
    const double x = wood.x + rim + (c + 0.5) * cell;
    line(cr, x, wood.y, x, wood.y + height);
  }
  for (int r = 0; r < face.rows; ++r) {
    const double y = wood.y + rim + (r + 0.5) * cell;
    line(cr, wood.x, y, wood.x + width, y);
  }
  for (const ShapeStone& s : face.stones)
    draw_stone(cr, wood.x + rim + (s.x + 0.5) * cell, wood.y + height - rim - (s.y + 0.5) * cell, 0.45 * cell,
               !s.theirs);
}

void draw_ground(cairo_t* cr, const Colour& colour, double beyond) {
  use(cr, colour);
  cairo_rectangle(cr, -beyond, -beyond, kCardWidth + 2 * beyond, kCardHeight + 2 * beyond);
  cairo_fill(cr);
}

void draw_frame(cairo_t* cr, double inset, double radius, double width) {
  rounded(cr, {inset, inset, kCardWidth - 2 * inset, kCardHeight - 2 * inset}, radius);
  cairo_set_line_width(cr, width);
  cairo_stroke(cr);
}

std::string characters(const std::set<char32_t>& all) {
  constexpr std::size_t kMost = 8;
  std::string out;
  std::size_t n = 0;
  for (char32_t c : all) {
    if (n++ == kMost) return out + " and " + std::to_string(all.size() - kMost) + " more";
    char code[16];
    std::snprintf(code, sizeof code, "U+%04X", static_cast<unsigned>(c));
    out += (out.empty() ? "" : ", ") + std::string(code);
  }
  return out;
}

void warn(const std::set<char32_t>& missing, const std::string& file, int file_line, const std::string& whose,
          Diagnostics& out) {
  if (missing.empty()) return;
  std::set<std::string> packages;
  for (char32_t c : missing) packages.insert(font_package(c));
  std::string list;
  for (const std::string& p : packages) list += (list.empty() ? "" : ", ") + p;
  out.warning(file, file_line, 0, "missing-glyph",
              "no installed font has " + characters(missing) + " of " + whose + "; Debian's " + list + " may help");
}

}  // namespace

std::optional<Sizes> fitted(const Type& type, const Face& face, Diagnostics& out) {
  const Block title = title_block(face), text = text_block(face);
  const auto title_size = type.fitted(title), text_size = type.fitted(text);
  const auto complain = [&](int at, const char* code, const std::string& what, const Block& block, const char* fix) {
    char size[16];
    std::snprintf(size, sizeof size, "%g", block.least);
    out.error(face.file, at, 0, code,
              what + " of '" + face.id + "' does not fit on the card even in letters of " + size + " points; " + fix);
  };
  if (!title_size) complain(face.name_line, "card-title", "the name", title, "shorten it");
  if (!text_size)
    complain(face.text_line, "card-text", face.options.empty() ? "the text" : "the text with the options chosen", text,
             face.stones.empty() ? "shorten it" : "shorten it: the diagram takes half of the face");
  if (!title_size || !text_size) return std::nullopt;
  return Sizes{*title_size, *text_size};
}

void warn_missing(const Type& type, const Pack& pack, Diagnostics& out) {
  for (const Face& face : pack.faces) {
    std::set<char32_t> missing;
    for (const Block& b : {title_block(face), text_block(face), small_line(kKind, face.kind, 6.5, 5),
                           small_line(kSource, face.source, 5, 5)})
      type.add_missing(b, missing);
    warn(missing, face.file, face.text_line, "the card '" + face.id + "'", out);
  }
  for (const Pack::Deck& deck : pack.decks) {
    std::set<char32_t> missing;
    type.add_missing(small_line(kDeck, deck.title, 5, 5), missing);
    warn(missing, deck.file, 0, "the deck's title", out);
  }
}

void draw_face(cairo_t* cr, const Type& type, const Face& face, const Sizes& sizes, const std::string& deck,
               double ground) {
  draw_ground(cr, kPaper, ground);
  const Colour colour = colour_of(face.kind);
  use(cr, colour);
  draw_frame(cr, kFrame, 2, 0.5);
  cairo_set_line_width(cr, 0.2);
  line(cr, kLeft, kUpperRule, kLeft + kInside, kUpperRule);
  line(cr, kLeft, kLowerRule, kLeft + kInside, kLowerRule);
  draw_fitted(cr, type, kKind, small_line(kKind, face.kind, 6.5, 5));
  use(cr, kInk);
  draw_text(cr, type, kTitle, title_block(face), sizes.title, true);
  draw_text(cr, type, face.stones.empty() ? kText : kTextBelow, text_block(face), sizes.text, true);
  use(cr, kGrey);
  draw_fitted(cr, type, kSource, small_line(kSource, face.source, 5, 5));
  draw_fitted(cr, type, face.source.empty() ? kDeckAlone : kDeck, small_line(kDeck, deck, 5, 5));
  if (face.stones.empty()) return;
  draw_fitted(cr, type, kWays, ways_block(face));
  draw_diagram(cr, face);
}

// The same when turned upside down, whichever way the sheet was turned over.
void draw_back(cairo_t* cr, const Type& type, const std::string& deck, double ground) {
  constexpr int kColumns = 6, kRows = 8;
  constexpr double kAcross = kCardWidth / kColumns, kDown = kCardHeight / kRows;
  draw_ground(cr, kBackGround, ground);
  use(cr, kBackLine);
  cairo_set_line_width(cr, 0.2);
  for (int c = 0; c < kColumns; ++c) line(cr, (c + 0.5) * kAcross, -ground, (c + 0.5) * kAcross, kCardHeight + ground);
  for (int r = 0; r < kRows; ++r) line(cr, -ground, (r + 0.5) * kDown, kCardWidth + ground, (r + 0.5) * kDown);
  for (int turned = 0; turned < 2; ++turned) {
    const double x = kCardWidth / 2, y = kCardHeight / 2;
    draw_stone(cr, x - kAcross / 2, y - kDown / 2, 4.8, true);
    draw_stone(cr, x + kAcross / 2, y - kDown / 2, 4.8, false);
    cairo_set_line_width(cr, 0.2);
    if (!deck.empty()) {
      constexpr Box kPlate{9, 10.5, kCardWidth - 18, 9};
      const Box inside{kPlate.x + 1.5, kPlate.y + 0.8, kPlate.width - 3, kPlate.height - 1.6};
      use(cr, kBackGround);
      rounded(cr, kPlate, 1.5);
      cairo_fill_preserve(cr);
      use(cr, kBackLine);
      cairo_stroke(cr);
      use(cr, kBackInk);
      Block name = block_in(inside, 9, 5);
      name.text = deck, name.centred = true;
      if (!type.fitted(name)) name.cut = true;
      draw_fitted(cr, type, inside, name);
    }
    cairo_translate(cr, kCardWidth, kCardHeight);
    cairo_rotate(cr, std::numbers::pi);
  }
  use(cr, kBackInk);
  draw_frame(cr, kFrame + 1, 2, 0.3);
}

}  // namespace gofuda::printer
