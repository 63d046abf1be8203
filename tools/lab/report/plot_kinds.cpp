#include "tools/lab/report/plot_kinds.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tools/lab/report/figures.hpp"

namespace gofuda::lab {

namespace {

constexpr int kWidth = 440;
constexpr double kRow = 22, kLabelLine = 16, kLabels = 192, kLegendRow = 18, kAxisHeight = 42, kEdge = 8,
                 kPlotHeight = 190;
constexpr std::array<const char*, 3> kSeriesLooks{"a", "b", "c"};

std::string with(const char* look, const char* more) { return std::string(look) + " " + more; }

std::string tick_text(double value, int digits) {
  if (std::abs(value) >= 1e6) return fixed(value / 1e6, std::abs(value) < 1e7 ? 1 : 0) + "M";
  return fixed(value, digits);
}

// Not so many that their texts touch.
Ticks ticks_for(const Scale& x, double room) {
  for (int most = 9; most > 2; --most) {
    Ticks t = round_ticks(x.low, x.high, most);
    double widest = 0;
    for (double v : t.at) widest = std::max(widest, text_width(tick_text(v, t.digits), kSmallSize));
    if (widest + 10 <= room / static_cast<double>(std::max<std::size_t>(1, t.at.size()))) return t;
  }
  return round_ticks(x.low, x.high, 2);
}

// The axis below a plot, with the lines that go up from it.
void x_axis(Svg& svg, const Scale& x, double top, double bottom, const std::string& name) {
  const Ticks t = ticks_for(x, x.to - x.from);
  for (double v : t.at) {
    svg.line({x.at(v), top}, {x.at(v), bottom}, "grid");
    svg.text({x.at(v), bottom + 15}, tick_text(v, t.digits), "middle", "s");
  }
  svg.line({x.from, bottom}, {x.to, bottom}, "axis");
  svg.text({(x.from + x.to) / 2, bottom + 33}, shortened(name, kWidth - 16), "middle");
}

void octave_axis(Svg& svg, const Scale& x, double top, double bottom, const std::string& name) {
  static constexpr const char* kNames[] = {"1", "10", "100", "1k", "10k", "100k", "1M", "10M", "100M", "1G"};
  const double decade = std::log2(10.0);
  const int last = static_cast<int>(std::floor(x.high / decade)), first = static_cast<int>(std::ceil(x.low / decade));
  const int step = 1 + std::max(0, last - first) / 8;
  for (int d = first; d <= last; d += step) {
    const double at = x.at(d * decade);
    svg.line({at, top}, {at, bottom}, "grid");
    const bool named = d < static_cast<int>(std::size(kNames));
    svg.text({at, bottom + 15}, named ? kNames[d] : "1e" + std::to_string(d), "middle", "s");
  }
  svg.line({x.from, bottom}, {x.to, bottom}, "axis");
  svg.text({(x.from + x.to) / 2, bottom + 33}, shortened(name, kWidth - 16), "middle");
}

struct Left {
  Ticks ticks;
  double width;  // of the texts, with room beside them
};
Left left_of(double low, double high) {
  Left l{round_ticks(low, high, 6), 0};
  for (double v : l.ticks.at) l.width = std::max(l.width, text_width(tick_text(v, l.ticks.digits), kSmallSize));
  l.width += 16;
  return l;
}

void y_axis(Svg& svg, const Scale& y, const Ticks& t, double left, double right) {
  for (double v : t.at) {
    svg.line({left, y.at(v)}, {right, y.at(v)}, "grid");
    svg.text({left - 6, y.at(v) + 4}, tick_text(v, t.digits), "end", "s");
  }
}

Interval widened(Interval i, double by, double least) {
  const double more = std::max((i.high - i.low) * by, (least - (i.high - i.low)) / 2);
  return {i.low - more, i.high + more};
}

// --- what the colours mean, in rows above the plot

struct LegendItem {
  std::string look, text;
  bool dot = false;
};

// Draws it, unless there is no picture, and says how high it is.
double legend(Svg* svg, const std::vector<LegendItem>& items) {
  double x = kEdge, y = 14;
  for (const LegendItem& item : items) {
    const std::string text = shortened(item.text, kWidth - 2 * kEdge - 30);
    const double width = 26 + text_width(text) + 16;
    if (x > kEdge && x + width > kWidth) x = kEdge, y += kLegendRow;
    if (svg) {
      if (item.dot)
        svg->dot({x + 10, y - 4}, 4.5, item.look.c_str());
      else
        svg->line({x, y - 4}, {x + 20, y - 4}, item.look.c_str());
      svg->text({x + 26, y}, text, "start");
    }
    x += width;
  }
  return items.empty() ? kEdge : y + 10;
}

void add_marks(const std::vector<Mark>& marks, std::vector<LegendItem>& items) {
  for (const Mark& m : marks) items.push_back({m.look, m.text});
}

void mark_bands(Svg& svg, const std::vector<Mark>& marks, const Scale& x, double top, double bottom) {
  auto inside = [&](double v) { return std::clamp(x.at(v), x.from, x.to); };
  for (const Mark& m : marks)
    if (m.interval)
      svg.rect({inside(m.interval->low), top}, inside(m.interval->high) - inside(m.interval->low), bottom - top,
               with(m.look, "band").c_str());
}

void mark_lines(Svg& svg, const std::vector<Mark>& marks, const Scale& x, double top, double bottom) {
  for (const Mark& m : marks)
    if (m.at >= x.low && m.at <= x.high) svg.line({x.at(m.at), top}, {x.at(m.at), bottom}, m.look);
}

}  // namespace

namespace {

// A long label, broken after commas.
std::vector<std::string> label_lines(const std::string& label) {
  constexpr double kRoom = kWidth - 2 * kEdge;
  std::vector<std::string> out{""};
  for (std::size_t from = 0; from < label.size();) {
    const std::size_t comma = label.find(", ", from), to = comma == std::string::npos ? label.size() : comma + 2;
    const std::string part = label.substr(from, to - from);
    if (!out.back().empty() && text_width(out.back() + part) > kRoom) out.emplace_back();
    out.back() += part;
    from = to;
  }
  for (std::string& line : out) line = shortened(line, kRoom);
  return out;
}

struct RowLayout {
  double labels = 0, texts = 0, height = 0;  // of the widest label and figure; of all rows
  bool stacked = false;                      // labels have lines of their own
  double row(const IntervalRow& r) const {
    const double lines = stacked ? static_cast<double>(label_lines(r.label).size()) : 0;
    return kRow + lines * kLabelLine + (r.first ? kRow / 2 : 0);
  }
};

RowLayout layout_of(const IntervalPlot& plot) {
  RowLayout out;
  for (const IntervalRow& r : plot.rows) {
    out.labels = std::max(out.labels, text_width(r.label));
    out.texts = std::max(out.texts, text_width(r.text));
  }
  out.stacked = plot.long_labels && out.labels > kLabels;
  out.labels = out.stacked ? 0 : std::min(out.labels, kLabels);
  for (const IntervalRow& r : plot.rows) out.height += out.row(r);
  return out;
}

Interval span_of(const IntervalPlot& plot) {
  if (plot.domain) return *plot.domain;
  Interval span{1e300, -1e300};
  auto reach = [&](double v) { span = {std::min(span.low, v), std::max(span.high, v)}; };
  for (const IntervalRow& r : plot.rows) {
    reach(r.value);
    if (r.interval) reach(r.interval->low), reach(r.interval->high);
  }
  if (plot.reference) reach(*plot.reference);
  return widened(span, 0.04, 1e-6);
}

}  // namespace

Svg interval_svg(const IntervalPlot& plot) {
  const RowLayout layout = layout_of(plot);
  const Interval span = span_of(plot);
  std::vector<LegendItem> items;
  if (!plot.strong_text.empty()) items.push_back({"a", plot.strong_text, true});
  if (!plot.open_text.empty()) items.push_back({"a open", plot.open_text, true});
  const double top = legend(nullptr, items), bottom = top + layout.height + 4;
  const Scale x{span.low, span.high, kEdge + layout.labels + 14, kWidth - kEdge - layout.texts - 14};
  Svg svg(kWidth, static_cast<int>(bottom + kAxisHeight));
  legend(&svg, items);
  x_axis(svg, x, top, bottom, plot.axis);
  if (plot.reference) svg.line({x.at(*plot.reference), top}, {x.at(*plot.reference), bottom}, "reference");
  auto inside = [&](double v) { return std::clamp(x.at(v), x.from, x.to); };
  double y = top;
  for (const IntervalRow& r : plot.rows) {
    y += layout.row(r);
    const double middle = y - kRow / 2 + 2;
    const char* look = r.strong && !plot.open_text.empty() ? "t strong" : "t";
    if (!layout.stacked) {
      svg.text({kEdge, middle + 4}, shortened(r.label, layout.labels + 1), "start", look);
    } else {
      const std::vector<std::string> lines = label_lines(r.label);
      for (std::size_t i = 0; i < lines.size(); ++i) {
        const double at = middle + 4 - kLabelLine * static_cast<double>(lines.size() - i);
        svg.rect({kEdge - 3, at - 13}, text_width(lines[i]) + 6, 17, "paper");
        svg.text({kEdge, at}, lines[i], "start", look);
      }
    }
    if (r.interval) svg.line({inside(r.interval->low), middle}, {inside(r.interval->high), middle}, "a");
    svg.dot({inside(r.value), middle}, 3.8, r.strong ? "a" : "a open", r.label + ": " + r.text);
    svg.text({kWidth - kEdge, middle + 4}, r.text, "end");
  }
  return svg;
}

Svg share_svg(const SharePlot& plot) {
  double most = 0;
  for (const Shares& s : plot.series)
    for (double h : s.heights) most = std::max(most, 100 * h);
  std::vector<LegendItem> items;
  const bool several = plot.series.size() > 1;
  for (std::size_t i = 0; several && i < plot.series.size(); ++i)
    items.push_back({with(kSeriesLooks[i], "curve"), plot.series[i].name});
  add_marks(plot.marks, items);
  const Left left = left_of(0, std::max(most * 1.05, 1e-6));
  const double top = legend(nullptr, items) + 18, bottom = top + kPlotHeight;
  const Scale x{plot.edges.front(), plot.edges.back(), kEdge + left.width, kWidth - 2 * kEdge};
  const Scale y{0, std::max(most * 1.05, 1e-6), bottom, top};
  Svg svg(kWidth, static_cast<int>(bottom + kAxisHeight));
  legend(&svg, items);
  svg.text({kEdge, top - 8}, "%", "start", "s");
  y_axis(svg, y, left.ticks, x.from, x.to);
  mark_bands(svg, plot.marks, x, top, bottom);
  for (std::size_t i = 0; i < plot.series.size(); ++i) {
    const std::vector<double>& h = plot.series[i].heights;
    std::vector<Spot> outline{{x.from, bottom}};
    for (std::size_t b = 0; b < h.size(); ++b) {
      const double from = x.at(plot.edges[b]), to = x.at(plot.edges[b + 1]), height = y.at(100 * h[b]);
      if (!several && h[b] > 0)
        svg.rect({from + 0.5, height}, std::max(0.5, to - from - 1), bottom - height, "a bar",
                 fixed(100 * h[b], 2) + " %");
      outline.push_back({from, height}), outline.push_back({to, height});
    }
    outline.push_back({x.to, bottom});
    if (several) svg.path(outline, with(kSeriesLooks[i], "curve").c_str());
  }
  mark_lines(svg, plot.marks, x, top, bottom);
  if (plot.octaves)
    octave_axis(svg, x, bottom, bottom, plot.axis);
  else
    x_axis(svg, x, bottom, bottom, plot.axis);
  return svg;
}

Svg curve_svg(const CurvePlot& plot) {
  Interval xs{0, 0}, ys{0, 0};
  bool any = false;
  for (const Curve& c : plot.curves)
    for (const CurvePoint& p : c.points) {
      if (!any) xs = {p.x, p.x}, ys = {p.y, p.y}, any = true;
      xs = {std::min(xs.low, p.x), std::max(xs.high, p.x)};
      const Interval i = p.interval.value_or(Interval{p.y, p.y});
      ys = {std::min(ys.low, i.low), std::max(ys.high, i.high)};
    }
  if (plot.reference) ys = {std::min(ys.low, *plot.reference), std::max(ys.high, *plot.reference)};
  ys = plot.domain ? *plot.domain : widened(ys, 0.06, 1e-6);
  xs = widened(xs, plot.dots ? 0.06 : 0, 1e-6);
  std::vector<LegendItem> items;
  for (std::size_t i = 0; plot.curves.size() > 1 && i < plot.curves.size(); ++i)
    items.push_back({with(kSeriesLooks[i], "curve"), plot.curves[i].name});
  add_marks(plot.marks, items);
  const Left left = left_of(ys.low, ys.high);
  const double top = legend(nullptr, items) + 18, bottom = top + kPlotHeight;
  const Scale x{xs.low, xs.high, kEdge + left.width, kWidth - 2 * kEdge}, y{ys.low, ys.high, bottom, top};
  Svg svg(kWidth, static_cast<int>(bottom + kAxisHeight));
  legend(&svg, items);
  svg.text({kEdge, top - 8}, plot.unit, "start", "s");
  x_axis(svg, x, top, bottom, plot.axis);
  y_axis(svg, y, left.ticks, x.from, x.to);
  mark_bands(svg, plot.marks, x, top, bottom);
  if (plot.reference) svg.line({x.from, y.at(*plot.reference)}, {x.to, y.at(*plot.reference)}, "reference");
  for (std::size_t i = 0; i < plot.curves.size(); ++i) {
    std::vector<Spot> middle, band, back;
    for (const CurvePoint& p : plot.curves[i].points) {
      middle.push_back({x.at(p.x), y.at(p.y)});
      if (!p.interval) continue;
      band.push_back({x.at(p.x), y.at(std::min(p.interval->high, ys.high))});
      back.push_back({x.at(p.x), y.at(std::max(p.interval->low, ys.low))});
    }
    band.insert(band.end(), back.rbegin(), back.rend());
    if (band.size() > 2) svg.path(band, with(kSeriesLooks[i], "band").c_str(), true);
    if (middle.size() > 1) svg.path(middle, with(kSeriesLooks[i], "curve").c_str());
    for (std::size_t k = 0; (plot.dots || middle.size() == 1) && k < middle.size(); ++k)
      svg.dot(middle[k], 4, kSeriesLooks[i], fixed(plot.curves[i].points[k].y, 2) + " " + plot.unit);
  }
  mark_lines(svg, plot.marks, x, top, bottom);
  return svg;
}

}  // namespace gofuda::lab
