// Pictures as SVG, written as text: in colours that the viewer's light or dark screen chooses, with a title and a
// description for those who cannot see them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gofuda::lab {

// For XML, in text and in attributes. What cannot be printed is spelt out.
std::string escaped(std::string_view text);

struct Spot {
  double x, y;
};

inline constexpr double kTextSize = 13, kSmallSize = 11.5;

// Room that a text takes, or somewhat less: nobody measures it before it is shown.
double text_width(const std::string& text, double size = kTextSize);
std::string shortened(const std::string& text, double width, double size = kTextSize);  // with "…" where it is too long

// The classes of what is drawn stand in svg_style(). `tip` is shown by what points at it.
class Svg {
 public:
  Svg(int width, int height) : width_(width), height_(height) {}
  int width() const { return width_; }
  int height() const { return height_; }

  void line(Spot from, Spot to, const char* look);
  void rect(Spot corner, double width, double height, const char* look, const std::string& tip = "");
  void dot(Spot at, double radius, const char* look, const std::string& tip = "");
  void path(const std::vector<Spot>& spots, const char* look, bool closed = false);
  // `anchor`: what stands at the spot, the text's start, middle or end.
  void text(Spot at, const std::string& text, const char* anchor, const char* look = "t");

  // `name` is its id, and may hold letters, digits and hyphens.
  std::string in_page(const std::string& name, const std::string& title, const std::string& desc) const;
  std::string as_file(const std::string& title, const std::string& desc) const;  // with the title drawn above it

 private:
  void tipped(const std::string& open, const char* element, const std::string& tip);
  int width_, height_;
  std::string body_;
};

std::string svg_style();

// --- axes

struct Scale {
  double low, high;  // low < high
  double from, to;   // where they are drawn
  double at(double value) const { return from + (value - low) / (high - low) * (to - from); }
};

// Round numbers from low to high, not more than so many, and how many digits they need behind the point.
struct Ticks {
  std::vector<double> at;
  int digits = 0;
};
Ticks round_ticks(double low, double high, int most);

}  // namespace gofuda::lab
