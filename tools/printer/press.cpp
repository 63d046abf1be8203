#include "tools/printer/press.hpp"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

#include <cmath>
#include <memory>
#include <stdexcept>

namespace gofuda::printer {

namespace {

constexpr double kMarkWidth = 0.15;
constexpr const char* kNames[] = {"pdf", "svg", "png"};

struct Destroy {
  void operator()(cairo_t* cr) const { cairo_destroy(cr); }
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
};
using Context = std::unique_ptr<cairo_t, Destroy>;
using Surface = std::unique_ptr<cairo_surface_t, Destroy>;

cairo_status_t append(void* to, const unsigned char* bytes, unsigned int count) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), count);
  return CAIRO_STATUS_SUCCESS;
}

void check(cairo_status_t status) {
  if (status != CAIRO_STATUS_SUCCESS)
    throw std::runtime_error(std::string("drawing: ") + cairo_status_to_string(status));
}

void draw_card(cairo_t* cr, const Job& job, std::size_t card, bool back) {
  const Pack::Card& c = job.pack.cards[card];
  const std::string& deck = job.pack.decks[c.deck].title;
  cairo_save(cr);
  if (back)
    draw_back(cr, job.type, deck, job.layout.ground);
  else
    draw_face(cr, job.type, job.pack.faces[c.face], job.sizes[c.face], deck, job.layout.ground);
  cairo_restore(cr);
}

// The unit of `cr` is a millimetre.
void draw_page(cairo_t* cr, const Job& job, const Page& page) {
  cairo_set_source_rgb(cr, 1, 1, 1);
  cairo_paint(cr);
  for (std::size_t i = 0; i < page.cards.size(); ++i) {
    const bool corner = job.corner && i + 1 == job.layout.places();
    const auto card = corner ? job.corner : page.cards[i];
    if (!card) continue;
    const Box b = job.layout.cut(i);
    cairo_save(cr);
    cairo_translate(cr, b.x, b.y);
    draw_card(cr, job, *card, page.backs || corner);
    cairo_restore(cr);
  }
  if (!job.layout.marks || page.backs) return;
  cairo_set_source_rgb(cr, 0, 0, 0);
  cairo_set_line_width(cr, kMarkWidth);
  for (const Line& l : crop_marks(job.layout)) {
    cairo_move_to(cr, l.x1, l.y1);
    cairo_line_to(cr, l.x2, l.y2);
    cairo_stroke(cr);
  }
}

// Cairo counts the surfaces of a process and writes the number down: the only thing in an SVG that could be another.
std::string without_count(std::string svg) {
  constexpr std::string_view kStart = "<g id=\"surface";
  const std::size_t at = svg.find(kStart);
  if (at == std::string::npos) return svg;
  const std::size_t number = at + kStart.size(), end = svg.find('"', number);
  return svg.replace(number, end - number, "");
}

// A picture of so many millimetres, drawn by `draw`; each card on a table's sheet is a whole number of dots.
template <class Draw>
std::string png(double width, double height, int across, int down, Draw draw) {
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, across, down));
  check(cairo_surface_status(surface.get()));
  const Context cr(cairo_create(surface.get()));
  cairo_scale(cr.get(), across / width, down / height);
  draw(cr.get());
  check(cairo_status(cr.get()));
  std::string out;
  check(cairo_surface_write_to_png_stream(surface.get(), append, &out));
  return out;
}

}  // namespace

const char* format_name(Format format) { return kNames[static_cast<int>(format)]; }

std::optional<Format> format_named(std::string_view name) {
  for (Format f : {Format::pdf, Format::svg, Format::png})
    if (name == format_name(f)) return f;
  return std::nullopt;
}

int dots(double millimetres, double dpi) { return static_cast<int>(std::lround(millimetres / 25.4 * dpi)); }

std::string pdf_of(const Job& job, const std::vector<Page>& pages, const std::function<void()>& done) {
  std::string out;
  const Surface surface(cairo_pdf_surface_create_for_stream(append, &out, job.layout.page_width / kPoint,
                                                            job.layout.page_height / kPoint));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATE_DATE, job.date.c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_CREATOR, "Gofuda");
  if (!job.title.empty())
    cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE, shown(job.title).c_str());
  for (const Page& page : pages) {
    const Context cr(cairo_create(surface.get()));
    cairo_scale(cr.get(), 1 / kPoint, 1 / kPoint);
    draw_page(cr.get(), job, page);
    cairo_show_page(cr.get());
    check(cairo_status(cr.get()));
    done();
  }
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()));
  return out;
}

std::string svg_of(const Job& job, const Page& page) {
  std::string out;
  const Surface surface(cairo_svg_surface_create_for_stream(append, &out, job.layout.page_width / kPoint,
                                                            job.layout.page_height / kPoint));
  const Context cr(cairo_create(surface.get()));
  cairo_scale(cr.get(), 1 / kPoint, 1 / kPoint);
  draw_page(cr.get(), job, page);
  check(cairo_status(cr.get()));
  cairo_surface_finish(surface.get());
  check(cairo_surface_status(surface.get()));
  return without_count(std::move(out));
}

std::string png_of(const Job& job, const Page& page) {
  const Layout& l = job.layout;
  const int across = l.marks ? dots(l.page_width, job.dpi) : l.columns * dots(kCardWidth, job.dpi);
  const int down = l.marks ? dots(l.page_height, job.dpi) : l.rows * dots(kCardHeight, job.dpi);
  return png(l.page_width, l.page_height, across, down, [&](cairo_t* cr) { draw_page(cr, job, page); });
}

std::string png_of_back(const Job& job, const std::string& deck) {
  return png(kCardWidth, kCardHeight, dots(kCardWidth, job.dpi), dots(kCardHeight, job.dpi),
             [&](cairo_t* cr) { draw_back(cr, job.type, deck, job.layout.ground); });
}

}  // namespace gofuda::printer
