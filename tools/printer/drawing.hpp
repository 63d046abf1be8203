// One card on a cairo_t whose unit is a millimetre and whose origin is the card's upper left corner. What it is drawn
// for, a page of a PDF or SVG or a picture, makes no difference.
#pragma once

#include <optional>
#include <string>

#include "scripting/diagnostic.hpp"
#include "tools/printer/pack.hpp"
#include "tools/printer/type.hpp"

namespace gofuda::printer {

struct Sizes {
  double title = 0, text = 0;  // of the letters, in points
};
// Nothing after a diagnostic: the title or the text does not fit.
std::optional<Sizes> fitted(const Type& type, const Face& face, Diagnostics& out);
// Says which characters of the cards and decks no font has.
void warn_missing(const Type& type, const Pack& pack, Diagnostics& out);

// `ground`: how far beyond the cut it is coloured.
void draw_face(cairo_t* cr, const Type& type, const Face& face, const Sizes& sizes, const std::string& deck,
               double ground);
void draw_back(cairo_t* cr, const Type& type, const std::string& deck, double ground);

}  // namespace gofuda::printer
