// Pages of cards as the bytes of a file: PDF, SVG or PNG. The same cards and fonts give the same bytes.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/printer/drawing.hpp"
#include "tools/printer/layout.hpp"

namespace gofuda::printer {

enum class Format { pdf, svg, png };
const char* format_name(Format format);
std::optional<Format> format_named(std::string_view name);

struct Job {
  const Type& type;
  const Pack& pack;
  const std::vector<Sizes>& sizes;  // of each face
  Layout layout = {};
  double dpi = 300;                        // of a PNG
  std::string title = {}, date = {};       // of a PDF; the date as 2000-01-01T00:00:00Z
  std::optional<std::size_t> corner = {};  // a sheet for a virtual table: the card whose back is in the last place
};

// All pages in one file. `done`: told after each page.
std::string pdf_of(const Job& job, const std::vector<Page>& pages, const std::function<void()>& done);
std::string svg_of(const Job& job, const Page& page);
std::string png_of(const Job& job, const Page& page);
std::string png_of_back(const Job& job, const std::string& deck);  // alone
int dots(double millimetres, double dpi);

}  // namespace gofuda::printer
