// Where the cards lie on their pages: plain arithmetic, in millimetres from the upper left corner. Nothing is drawn
// here.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace gofuda::printer {

inline constexpr double kPoint = 25.4 / 72;  // 1/72 inch, in millimetres
inline constexpr double kCardWidth = 63, kCardHeight = 88;
inline constexpr double kBleed = 3;  // how far the ground of a card is drawn beyond the cut

enum class Paper { a4, letter };
enum class Flip { long_edge, short_edge };  // the edge over which a duplex printer turns the sheet

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

struct Layout {
  double page_width = 0, page_height = 0;
  int columns = 0, rows = 0;
  double bleed = 0;    // between the cut of a card and the edge of its place
  double ground = 0;   // how far beyond the cut the ground of a card is drawn
  bool marks = false;  // with crop marks

  std::size_t places() const { return static_cast<std::size_t>(columns * rows); }
  Box cut(std::size_t place) const;  // the edges of the card; places go row by row
  // The place on the back of the sheet that lies behind this one.
  std::size_t behind(std::size_t place, Flip flip) const;
};

// As many cards as the paper holds: butted, upright, 3x3; with bleed, across, 4x2 on A4 and 3x2 on Letter.
Layout paper_layout(Paper paper, bool bleed);

// A sheet of faces for a virtual table: 10x7, without margins. The last place is for the back.
Layout table_layout();
inline constexpr std::size_t kTableFaces = 69;

struct Line {
  double x1 = 0, y1 = 0, x2 = 0, y2 = 0;
};
// Along every cut, in the margins of the page.
std::vector<Line> crop_marks(const Layout& layout);

// Which card lies at each place of a page; nothing: the place stays empty.
struct Page {
  bool backs = false;
  std::vector<std::optional<std::size_t>> cards;
};
enum class Backs { none, after, behind };  // no backs; their pages after those of all faces; behind every page of faces
std::vector<Page> pages_for(std::size_t cards, const Layout& layout, Backs backs, Flip flip);

}  // namespace gofuda::printer
