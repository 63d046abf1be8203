#include "tools/lab/report/svg.hpp"

#include <algorithm>
#include <cmath>

#include "scripting/diagnostic.hpp"
#include "tools/lab/report/figures.hpp"
#include "tools/print/terminal.hpp"

namespace gofuda::lab {

namespace {

constexpr int kTitleHeight = 28;

std::string coordinate(double x) {
  std::string out = fixed(x, 2);
  while (out.back() == '0') out.pop_back();
  if (out.back() == '.') out.pop_back();
  return out;
}

std::string attribute(const char* name, const std::string& value) {
  return " " + std::string(name) + "=\"" + value + "\"";
}

std::string spot(const char* x, const char* y, Spot s) {
  return attribute(x, coordinate(s.x)) + attribute(y, coordinate(s.y));
}

// The whole of the picture but for its frame.
std::string inside(const std::string& name, const std::string& title, const std::string& desc) {
  return "<title" + attribute("id", name + "-title") + ">" + escaped(title) + "</title>\n<desc" +
         attribute("id", name + "-desc") + ">" + escaped(desc) + "</desc>\n";
}

std::string frame(const std::string& name, int top, int width, int height) {
  return "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" viewBox=\"0 " + std::to_string(-top) + " " +
         std::to_string(width) + " " + std::to_string(height + top) + "\" role=\"img\"" +
         attribute("aria-labelledby", name + "-title " + name + "-desc");
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : printable(text)) switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  return out;
}

namespace {

constexpr double kColumn = 0.58;  // of a character, on average, by its size

}  // namespace

double text_width(const std::string& text, double size) { return tools::display_width(text) * size * kColumn; }

std::string shortened(const std::string& text, double width, double size) {
  return cut(text, static_cast<int>(width / (size * kColumn) + 1e-6), "…");
}

void Svg::tipped(const std::string& open, const char* element, const std::string& tip) {
  body_ += open;
  body_ += tip.empty() ? "/>\n" : "><title>" + escaped(tip) + "</title></" + element + ">\n";
}

void Svg::line(Spot from, Spot to, const char* look) {
  body_ += "<line" + attribute("class", look) + spot("x1", "y1", from) + spot("x2", "y2", to) + "/>\n";
}

void Svg::rect(Spot corner, double width, double height, const char* look, const std::string& tip) {
  tipped("<rect" + attribute("class", look) + spot("x", "y", corner) + attribute("width", coordinate(width)) +
             attribute("height", coordinate(height)),
         "rect", tip);
}

void Svg::dot(Spot at, double radius, const char* look, const std::string& tip) {
  tipped("<circle" + attribute("class", look) + spot("cx", "cy", at) + attribute("r", coordinate(radius)), "circle",
         tip);
}

void Svg::path(const std::vector<Spot>& spots, const char* look, bool closed) {
  std::string d;
  for (const Spot& s : spots) d += (d.empty() ? "M" : "L") + coordinate(s.x) + " " + coordinate(s.y);
  body_ += "<path" + attribute("class", look) + attribute("d", d + (closed ? "Z" : "")) + "/>\n";
}

void Svg::text(Spot at, const std::string& text, const char* anchor, const char* look) {
  body_ += "<text" + attribute("class", look) + spot("x", "y", at) + attribute("text-anchor", anchor) + ">" +
           escaped(text) + "</text>\n";
}

std::string Svg::in_page(const std::string& name, const std::string& title, const std::string& desc) const {
  return frame(name, 0, width_, height_) + ">\n" + inside(name, title, desc) + body_ + "</svg>\n";
}

std::string Svg::as_file(const std::string& title, const std::string& desc) const {
  const int height = height_ + kTitleHeight;
  std::string out = frame("plot", kTitleHeight, width_, height_) + attribute("width", std::to_string(width_)) +
                    attribute("height", std::to_string(height)) + ">\n" + inside("plot", title, desc);
  Svg head(width_, kTitleHeight);
  head.rect({0, -kTitleHeight}, width_, height, "paper");
  head.text({width_ / 2.0, -9}, shortened(title, width_ - 8.0), "middle", "t strong");
  return out + "<style>\n" + svg_style() + "</style>\n" + head.body_ + body_ + "</svg>\n";
}

// Okabe and Ito's colours, which colour-blind eyes tell apart, somewhat darker on white.
std::string svg_style() {
  return R"(:root { --paper: #ffffff; --ink: #1b1b1b; --faint: #5a5a5a; --grid: #dddddd;
  --a: #0072b2; --b: #b84a00; --c: #00775a; }
@media screen and (prefers-color-scheme: dark) { :root { --paper: #15171b; --ink: #ececec; --faint: #a9adb5;
  --grid: #383c44; --a: #56b4e9; --b: #f0a032; --c: #35c79b; } }
.plot text { font: 13px system-ui, "Noto Sans", "DejaVu Sans", sans-serif; fill: var(--ink); }
.plot text.s { font-size: 11.5px; fill: var(--faint); }
.plot text.strong { font-weight: 600; }
.plot .paper { fill: var(--paper); }
.plot .grid { stroke: var(--grid); stroke-width: 1; }
.plot .axis { stroke: var(--faint); stroke-width: 1; }
.plot .reference { stroke: var(--faint); stroke-width: 1.5; stroke-dasharray: 5 4; fill: none; }
.plot .a, .plot .b, .plot .c { stroke-width: 2; stroke-linejoin: round; }
.plot .a { stroke: var(--a); fill: var(--a); }
.plot .b { stroke: var(--b); fill: var(--b); }
.plot .c { stroke: var(--c); fill: var(--c); }
.plot .open { fill: var(--paper); }
.plot .curve { fill: none; }
.plot .bar { stroke: none; fill-opacity: 0.75; }
.plot .band { stroke: none; fill-opacity: 0.22; }
.plot .b.curve { stroke-dasharray: 7 3; }
.plot .c.curve { stroke-dasharray: 2 3; }
)";
}

Ticks round_ticks(double low, double high, int most) {
  const double span = high - low, least = span / std::max(1, most);
  double step = std::pow(10, std::floor(std::log10(least)));
  for (double factor : {1.0, 2.0, 5.0, 10.0, 20.0})
    if (std::floor(high / (step * factor)) - std::ceil(low / (step * factor)) + 1 <= most) {
      step *= factor;
      break;
    }
  Ticks out;
  out.digits = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
  for (double n = std::ceil(low / step - 1e-9); n * step <= high + 1e-9 * span; ++n) out.at.push_back(n * step);
  return out;
}

}  // namespace gofuda::lab
