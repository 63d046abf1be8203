#include "tools/printer/layout.hpp"

#include <algorithm>

namespace gofuda::printer {

namespace {

constexpr double kMargin = 7;                    // of a page, for the crop marks and what a printer cannot reach
constexpr double kMarkGap = 1, kMarkLength = 4;  // between the cards and a mark
constexpr double kOverlap = 0.1;                 // of neighbouring grounds: no white seam between them

Layout filled(double width, double height, double bleed) {
  Layout out{width, height, 0, 0, bleed, bleed + kOverlap, true};
  out.columns = static_cast<int>((width - 2 * kMargin) / (kCardWidth + 2 * bleed));
  out.rows = static_cast<int>((height - 2 * kMargin) / (kCardHeight + 2 * bleed));
  return out;
}

Page backs_of(const Page& faces, const Layout& layout, Flip flip) {
  Page out{true, std::vector<std::optional<std::size_t>>(layout.places())};
  for (std::size_t i = 0; i < faces.cards.size(); ++i) out.cards[layout.behind(i, flip)] = faces.cards[i];
  return out;
}

}  // namespace

Box Layout::cut(std::size_t place) const {
  const double width = kCardWidth + 2 * bleed, height = kCardHeight + 2 * bleed;
  const double left = (page_width - columns * width) / 2, top = (page_height - rows * height) / 2;
  const int column = static_cast<int>(place) % columns, row = static_cast<int>(place) / columns;
  return {left + column * width + bleed, top + row * height + bleed, kCardWidth, kCardHeight};
}

std::size_t Layout::behind(std::size_t place, Flip flip) const {
  const std::size_t wide = static_cast<std::size_t>(columns);
  const std::size_t column = place % wide, row = place / wide;
  const bool upright_edge = (flip == Flip::long_edge) == (page_height >= page_width);
  if (upright_edge) return row * wide + (wide - 1 - column);
  return (static_cast<std::size_t>(rows) - 1 - row) * wide + column;
}

Layout paper_layout(Paper paper, bool bleed) {
  const double width = paper == Paper::a4 ? 210 : 215.9, height = paper == Paper::a4 ? 297 : 279.4;
  const Layout upright = filled(width, height, bleed ? kBleed : 0), across = filled(height, width, bleed ? kBleed : 0);
  return across.places() > upright.places() ? across : upright;
}

Layout table_layout() { return {10 * kCardWidth, 7 * kCardHeight, 10, 7, 0, 0, false}; }

std::vector<Line> crop_marks(const Layout& layout) {
  std::vector<double> across, down;  // where is cut
  for (int c = 0; c < layout.columns; ++c) {
    const Box b = layout.cut(static_cast<std::size_t>(c));
    across.insert(across.end(), {b.x, b.x + b.width});
  }
  for (int r = 0; r < layout.rows; ++r) {
    const Box b = layout.cut(static_cast<std::size_t>(r * layout.columns));
    down.insert(down.end(), {b.y, b.y + b.height});
  }
  if (layout.bleed == 0) {  // butted: one cut parts two cards
    for (std::vector<double>* cuts : {&across, &down})
      cuts->erase(std::unique(cuts->begin(), cuts->end(), [](double a, double b) { return b - a < 1e-6; }),
                  cuts->end());
  }
  const double left = across.front() - layout.bleed - kMarkGap, right = across.back() + layout.bleed + kMarkGap;
  const double top = down.front() - layout.bleed - kMarkGap, bottom = down.back() + layout.bleed + kMarkGap;
  std::vector<Line> out;
  for (double x : across) {
    out.push_back({x, top - kMarkLength, x, top});
    out.push_back({x, bottom, x, bottom + kMarkLength});
  }
  for (double y : down) {
    out.push_back({left - kMarkLength, y, left, y});
    out.push_back({right, y, right + kMarkLength, y});
  }
  return out;
}

std::vector<Page> pages_for(std::size_t cards, const Layout& layout, Backs backs, Flip flip) {
  std::vector<Page> out;
  for (std::size_t first = 0; first < cards; first += layout.places()) {
    Page faces{false, std::vector<std::optional<std::size_t>>(layout.places())};
    for (std::size_t i = 0; i < layout.places() && first + i < cards; ++i) faces.cards[i] = first + i;
    out.push_back(faces);
    if (backs == Backs::behind) out.push_back(backs_of(faces, layout, flip));
  }
  if (backs != Backs::after) return out;
  const std::size_t faces = out.size();
  for (std::size_t i = 0; i < faces; ++i) out.push_back(backs_of(out[i], layout, flip));
  return out;
}

}  // namespace gofuda::printer
